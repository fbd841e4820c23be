"""What one session amounts to: everything that the pages, the handoff and the fold are made from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from memwiki.compile import asked, evidence
from memwiki.compile.bounds import ends
from memwiki.compile.changes import changes, relative, root_of
from memwiki.compile.commands import MAX_RUNS, commands, failing_at_end, telling
from memwiki.compile.commits import commits
from memwiki.compile.gotchas import gotchas
from memwiki.compile.language import language, sentences
from memwiki.compile.likeness import contained, words
from memwiki.compile.openitems import OpenItems, items
from memwiki.compile.procedures import called
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import own_words
from memwiki.compile.session import Session, assemble
from memwiki.compile.skills import skills
from memwiki.compile.statements import statements
from memwiki.compile.stopped import stopped, uncommitted
from memwiki.compile.told_apart import told_apart
from memwiki.records import Claim, Item, Observation, SessionFacts
from memwiki.regexes import regex

_REQUESTS = 40
_ITEMS = 40
_FILES = 64
_FILES_READ = 60
_ENTITIES = 32
_CLAIMS = 200
_NAME = regex(r"`([^`\n]{2,60})`|\b([A-Za-z_][\w]*(?:_\w+|[a-z][A-Z]\w*)+)\b|\b([\w-]+\.(?:[a-z]{1,4}))\b")
_NO_NAME = regex(r"\s{2,}|[<>|{}]")


_HELD = {
    **dict.fromkeys(("done", "learned", "next_steps", "failed_attempts"), _ITEMS),
    "requests": _REQUESTS,
    "changes": _FILES,
    "commands": MAX_RUNS,
}

# What a faulty rule raises. A session that a rule cannot cope with must not hold up the others, nor the next ones.
SLIPS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def extract(observations: Iterable[Observation]) -> SessionFacts:
    """The facts of one session, from its observations in any order. Pure: the same input gives the same facts."""
    session = assemble(observations)
    if not session.has_content:
        return _empty(session)
    left = items(session)
    traps = gotchas(session)
    stated = statements(session)
    traps, stated = told_apart(traps, stated)
    claims = (*stated, *traps, *called(skills(session), stated))[:_CLAIMS]
    if memory := other_memory(session.observations):
        claims = tuple(replace(one, source="imported", tags=(*one.tags, "imported")) for one in claims)
    learned = _with(
        left.learned, (item for claim in traps for item in _learned(claim) if not _told(item, left.next_steps))
    )
    requests = _requests(session)
    goal, changed, committed = _goal(session, requests), changes(session), commits(session)
    next_steps = _with(left.next_steps, _red(session, left))
    done = tuple(item for item in left.done if not _told(item, learned))
    ran = commands(session)
    failed = _with(left.failed_attempts, _failed(traps))
    lists: dict[str, Sequence[Any]] = {"requests": requests, "done": done, "learned": learned, "changes": changed}
    lists |= {"commands": ran, "next_steps": next_steps, "failed_attempts": failed}
    told = (*left.done, *learned, *next_steps, *left.open_questions, *left.failed_attempts)
    return SessionFacts(
        key=session.key,
        agent=session.agent,
        session=session.session,
        operator=session.operator,
        started=session.started,
        last=session.last,
        ended=session.ended,
        has_content=True,
        lang=_language(session),
        title=_title(session, requests),
        goal=goal,
        requests=tuple(ends(requests, _REQUESTS)),
        done=tuple(ends(done, _ITEMS)),
        learned=tuple(ends(learned, _ITEMS)),
        changes=tuple(ends(changed, _FILES)),
        commands=telling(ran),
        commits=committed,
        next_steps=tuple(ends(next_steps, _ITEMS)),
        open_questions=left.open_questions[:_ITEMS],
        failed_attempts=tuple(ends(failed, _ITEMS)),
        closed_items=(*left.closed, *(one for one in left.done if one not in done))[:_ITEMS],
        entities=_entities(session, claims),
        files_read=_files_read(session),
        cwd=next((o.cwd for o in session.observations if o.cwd), ""),
        branch=next((o.branch for o in reversed(session.observations) if o.branch), ""),
        prompts=len(session.prompts),
        tools=sum(len(turn.steps) + len(turn.helper_steps) for turn in session.turns),
        claims=claims,
        segments=_segments(session),
        imported=memory,
        stopped=stopped(session, goal, told),
        uncommitted=uncommitted(session, changed, committed),
        totals={name: len(each) for name, each in lists.items() if len(each) > _HELD[name]},
    )


def other_memory(observations: Iterable[Observation]) -> str:
    """The memory that the session was copied from, where its words are that memory's; "" for an agent's own session."""
    told = (one.extra.get("imported") for one in observations)
    return next((str(name) for name in told if name and name != "transcript"), "")


def set_aside(key: str, observations: Sequence[Observation], why: str) -> SessionFacts:
    """What stands in for the facts of a session that a rule failed on: its names and times, and why."""
    first, last = observations[0], max(observations, key=lambda one: one.ts)
    return SessionFacts(
        key=key,
        agent=first.agent,
        session=first.session,
        operator=first.operator,
        started=first.ts,
        last=last.ts,
        ended=False,
        has_content=False,
        segments=tuple(sorted({one.segment for one in observations if one.segment})),
        unread=why,
    )


def _empty(session: Session) -> SessionFacts:
    return SessionFacts(
        key=session.key,
        agent=session.agent,
        session=session.session,
        operator=session.operator,
        started=session.started,
        last=session.last,
        ended=session.ended,
        has_content=False,
        cwd=next((o.cwd for o in session.observations if o.cwd), ""),
        segments=_segments(session),
    )


def _segments(session: Session) -> tuple[str, ...]:
    return tuple(sorted({o.segment for o in session.observations if o.segment}))


def _language(session: Session) -> str:
    spoken = " ".join(own_words(prompt.text)[:2000] for prompt in session.prompts[:40])
    if not spoken.strip():
        spoken = " ".join(turn.final.text[:1000] for turn in session.turns[:20] if turn.final)
    return language(spoken)


def _requests(session: Session) -> tuple[Item, ...]:
    found: list[Item] = []
    for prompt in session.prompts:
        text = asked.shown(prompt.text)
        if text and (asked.request(prompt.text) or not found):
            found.append(Item(shortened(text, 400), (evidence.of(prompt, prompt.text),)))
    return tuple(found)


def _title(session: Session, requests: Sequence[Item]) -> str:
    told = [asked.headed(asked.request(one.text)) for one in session.prompts if asked.substantive(one.text)]
    if told:
        return told[0] if not asked.opening(told[0]) else next(filter(asked.works, told[:8]), told[0])
    for turn in session.turns:
        if turn.final is not None and _speaks(said := asked.said_first(turn.final.text)):
            return asked.headed(said)
    if first := _first_in_words(requests):
        return asked.headed(asked.request(first.text) or first.text)
    changed = changes(session)
    names = ", ".join(f"`{one.path.rsplit('/', 1)[-1]}`" for one in changed[:3])
    return asked.cut_words(f"Changes to {names}", asked.TITLE) if names else ""


def _goal(session: Session, requests: Sequence[Item]) -> Item | None:
    for prompt in session.prompts:
        if asked.substantive(prompt.text):
            text = shortened(asked.title(asked.request(prompt.text), 300), 300)
            return Item(text, (evidence.of(prompt, prompt.text),))
    return _first_in_words(requests)


def _first_in_words(requests: Sequence[Item]) -> Item | None:
    """The first request that says anything: `???`, `...` and an emoji name nothing."""
    return next((one for one in requests if _speaks(one.text)), None)


def _speaks(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _with(first: Sequence[Item], more: Iterable[Item]) -> tuple[Item, ...]:
    """The first items, then those of the others that say something new."""
    found = list(first)
    for item in more:
        wanted = words(item.text)
        if not any(contained(wanted, words(known.text)) >= 70 for known in found):
            found.append(item)
    return tuple(found)


def _red(session: Session, left: OpenItems) -> list[Item]:
    """Tests left failing that the agent's own open items do not name yet."""
    red = failing_at_end(session, _language(session))
    told = " ".join(item.text for item in (*left.next_steps, *left.open_questions))
    names = {name.rsplit("::", 1)[-1] for item in red for name in re.findall(r"`([^`]+)`", item.text)}
    return [] if any(name in told for name in names if len(name) > 4) else list(red)


def _learned(claim: Claim) -> Iterable[Item]:
    """A trap's sentences, those that say something."""
    said = sentences(claim.text) if claim.source == "agent" else ()
    texts = [one.text for one in said if len(words(one.text)) > 2] or [claim.text]
    return [Item(text, claim.evidence) for text in texts]


def _told(item: Item, learned: Sequence[Item]) -> bool:
    """Whether what was learned says it already."""
    mine = words(item.text)
    return bool(mine) and any(contained(mine, words(known.text)) >= 85 for known in learned)


def _failed(traps: Sequence[Claim]) -> list[Item]:
    """Approaches that people and agents told of; not every error on the way to a fix."""
    return [
        Item(text, claim.evidence)
        for claim in traps
        for text in claim.parts.get("failed", ())
        if contained(words(text), words(claim.text)) >= 90
    ]


def _entities(session: Session, claims: Sequence[Claim]) -> tuple[str, ...]:
    """Names that people and agents used most: code spans, identifiers, file names."""
    counted: Counter[str] = Counter()
    for o in session.observations:
        if o.event in ("user-prompt", "turn-end") and not o.subagent:
            names = {next(group for group in found.groups() if group) for found in _NAME.finditer(o.text[:8000])}
            counted.update(name for name in names if not _NO_NAME.search(name))
    for claim in claims:
        counted.update(claim.entities)
    ranked = sorted(counted, key=lambda name: (-counted[name], name))
    return tuple(ranked[:_ENTITIES])


def _files_read(session: Session) -> tuple[str, ...]:
    root = root_of(session)
    paths: dict[str, None] = {}
    for o in session.steps:
        tool = o.tool
        if tool and tool.family == "read" and tool.ok is not False and tool.input.get("path"):
            paths.setdefault(relative(str(tool.input["path"]), root, o.cwd))
    return tuple(path for path in paths if path)[:_FILES_READ]
