"""What stands around a person's sentence: the turn's work, the agent's words before and after it, its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from memwiki.compile.language import fold
from memwiki.compile.likeness import words
from memwiki.compile.offers import wants_fact
from memwiki.compile.session import Session, Turn
from memwiki.compile.speech import ASKS
from memwiki.compile.wordings import ANSWER
from memwiki.records import Tool
from memwiki.regexes import regex
from memwiki.values import value

_CHANGES = ("edit", "write")
_NODS = regex(
    r"(?:noted|understood|ok(?:ay)?|got it|will do|good|thanks|sure|i (?:will|ll)|i'll|好的?|明白|知道了"
    r"|记下了?|记住了?|收到)",
    re.IGNORECASE,
)
_PROMISES = regex(
    r"\bfrom (?:now|here) on\b|\bwill (?:always|never|do|write|use|keep)\b|\bin future\b|以后|今后|会一直|都会",
    re.IGNORECASE,
)
_WHY = regex(r"\bwhy\b|\breasons?\b|为什么|为何|原因|怎么会", re.IGNORECASE)
_MEANS = regex(r"\bwhat (?:is|are|does|do)\b|\bstands? for\b|\bmeans?\b|什么意思|指什么|是什么|指的是", re.IGNORECASE)


@value(frozen=True, slots=True)
class Surroundings:
    """The place of a prompt in its session, and the words and work beside it."""

    first: bool  # the session's first prompt
    changed: bool  # the turn edited files
    ran: bool
    idle: bool  # no tool ran
    failed: bool
    noted: bool  # the agent's message nods
    promised: bool  # and says that it will do so
    answers: bool  # the prompt answers a question for a choice
    asked: bool  # the agent's last message before it ends in a question
    why: bool
    means: bool
    told: frozenset[str]  # words of the agent's message
    edited: frozenset[str]
    before: frozenset[str]  # words of the agent's last message before the prompt
    answer: str = ""  # how the agent's message begins
    worth: list[Any] = field(init=False, default_factory=list, compare=False, repr=False)  # what it made (kept.py)


def surroundings(session: Session, turn: Turn) -> Surroundings:
    """What stands around the sentences of a turn's prompt; looked at once, as long as the turn is there."""
    if _AROUND not in turn.read:
        turn.read[_AROUND] = _surroundings(session, turn)
    found: Surroundings = turn.read[_AROUND]
    return found


_AROUND = "\0around"


def _surroundings(session: Session, turn: Turn) -> Surroundings:
    tools = [step.tool for step in turn.steps if step.tool]
    edits = [tool for tool in tools if tool.family in _CHANGES]
    final = fold(turn.final.text) if turn.final else ""
    before = _before(session, turn)
    end = before.rstrip()[-200:]
    asked = end.endswith(("?", "？"))
    return Surroundings(
        first=turn.index == 0,
        changed=bool(edits),
        ran=any(tool.family == "shell" for tool in tools),
        idle=not turn.steps,
        failed=any(step.event == "tool-fail" for step in turn.steps),
        noted=_NODS.match(final) is not None,
        promised=_PROMISES.search(final) is not None,
        answers=ASKS.search(end) is not None and not wants_fact(before),
        asked=asked,
        why=asked and _WHY.search(end) is not None,
        means=asked and _MEANS.search(end) is not None,
        told=words(final),
        edited=words(_edited(edits)),
        before=words(fold(before)),
        answer=final[:ANSWER],
    )


def _before(session: Session, turn: Turn) -> str:
    earlier: Sequence[Turn] = session.turns[: turn.index]
    return next((one.final.text for one in reversed(earlier) if one.final is not None), "")


def _edited(edits: Sequence[Tool]) -> str:
    return " ".join(str(tool.input.get(key, "")) for tool in edits for key in ("path", "new", "content"))
