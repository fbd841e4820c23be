"""What agents report, message by message, with what the task had seen of its trouble when they wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from memwiki.compile import asked
from memwiki.compile.attempts import Attempts, attempts
from memwiki.compile.changes import root_of
from memwiki.compile.explained import Told
from memwiki.compile.findings import Block, blocks
from memwiki.compile.language import language
from memwiki.compile.proposals import proposal
from memwiki.compile.session import Session, Turn
from memwiki.compile.work import Step, steps_of
from memwiki.records import Observation
from memwiki.values import value


@value(frozen=True, slots=True)
class Report:
    """An agent's message by blocks; `tried` and `known` are what the task had seen; `offers`: it asks something."""

    seen: Observation
    told: tuple[Block, ...]
    tried: Attempts
    known: Told
    offers: bool
    proposes: bool
    turn: Turn
    read: dict[int, Any] = field(init=False, default_factory=dict, compare=False, repr=False)  # by block (discoveries)


@value(frozen=True, slots=True)
class Worked:
    """A turn with its steps and the agent's messages."""

    turn: Turn
    steps: tuple[Step, ...]
    reports: tuple[Report, ...]


def reports(session: Session) -> Iterator[Worked]:
    """The session's turns in order; a task reaches over turns until it has come to its end."""
    root = root_of(session)
    chain: list[Step] = []
    asked_of: list[str] = []
    for turn in session.turns:
        if turn.prompt is not None and asked.substantive(turn.prompt.text) and _over(session, turn, chain):
            chain = []
            asked_of = []
        if turn.prompt is not None:
            asked_of.append(turn.prompt.text)
        steps = steps_of(turn, root)
        chain = [*chain, *steps][-200:]
        said = tuple(_report(message, chain, asked_of[-4:], turn) for message in turn.said)
        yield Worked(turn, tuple(steps), said)


def _over(session: Session, turn: Turn, chain: Sequence[Step]) -> bool:
    """Whether the task before this prompt had come to its end; a search goes on as long as it only looks around."""
    if turn.index == 0 or not session.turns[turn.index - 1].ended:
        return turn.index == 0
    if not chain or any(one.changes for one in chain):
        return True
    tried = attempts(chain, "en")
    return tried.trouble or tried.unnamed


def _report(message: Observation, chain: Sequence[Step], prompts: Sequence[str], turn: Turn) -> Report:
    told = tuple(blocks(message.text))
    tried = attempts(chain, language(message.text[:2000]))
    return Report(
        seen=message,
        told=told,
        tried=tried,
        known=Told.of(prompts, tried, bool(chain)),
        offers=any(one.asked for one in told),
        proposes=proposal(message.text) is not None,
        turn=turn,
    )
