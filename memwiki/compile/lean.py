"""A session's facts without what only its own page tells: all sessions are folded at once, so each has to be small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from sys import intern
from typing import TypeVar, cast

from memwiki.compile.packed import Packed
from memwiki.records import Claim, CommandRun, Evidence, FileChange, Item, SessionFacts

_FILES = ("files", "reads", "test")
R = TypeVar("R", Item, FileChange, CommandRun)


def lean(facts: SessionFacts) -> SessionFacts:
    """The facts as the fold needs them: what was said, run and changed, but no edits, and fewer proofs.

    Claims, test runs and what is left open say all that they did, since other pages cite them. Whatever is no claim
    is packed.
    """
    return replace(
        facts,
        requests=_packed(Item, [replace(one, evidence=_unquoted(one.evidence)) for one in facts.requests]),
        done=_packed(Item, _told(facts.done)),
        learned=_packed(Item, _told(facts.learned)),
        commits=_packed(Item, _told(facts.commits)),
        next_steps=_packed(Item, facts.next_steps),
        open_questions=_packed(Item, facts.open_questions),
        failed_attempts=_packed(Item, _told(facts.failed_attempts)),
        closed_items=_packed(Item, _told(facts.closed_items)),
        meddled=_packed(Item, facts.meddled),
        stopped=_packed(Item, facts.stopped),
        changes=_packed(FileChange, [_change(one) for one in facts.changes]),
        commands=_packed(CommandRun, [one if one.test else _command(one) for one in facts.commands]),
        claims=tuple(map(_claim, facts.claims)),
        entities=_names(facts.entities),
        files_read=(),
        lean=True,
    )


def _packed(kind: type[R], records: Sequence[R]) -> tuple[R, ...]:
    return cast("tuple[R, ...]", Packed(kind, records)) if records else ()


def _claim(one: Claim) -> Claim:
    """The claim, with the names of files that other sessions' claims have as well held once for all."""
    parts = {name: _names(lines) if name in _FILES else lines for name, lines in one.parts.items()}
    return replace(one, parts=parts, entities=_names(one.entities))


def _names(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(intern, texts))


def _told(items: Sequence[Item]) -> list[Item]:
    return [replace(one, evidence=()) for one in items]


def _change(one: FileChange) -> FileChange:
    return replace(one, edits=(), evidence=_newest(one.evidence))


def _command(one: CommandRun) -> CommandRun:
    return replace(one, summary="", evidence=_unquoted(one.evidence))


def _newest(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """When it was done last: whether that was after something is all that is asked of it."""
    return _unquoted([max(evidence, key=lambda one: one.ts)]) if evidence else ()


def _unquoted(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(replace(one, quote="") for one in evidence)
