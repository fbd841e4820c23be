"""A session's facts without what only its own page tells: all sessions are folded at once, so each has to be small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memwiki.records import CommandRun, Evidence, FileChange, Item, SessionFacts


def lean(facts: SessionFacts) -> SessionFacts:
    """The facts as the fold needs them: what was said, run and changed, but no edits, and fewer proofs.

    Claims, test runs and what is left open stay as they are, since other pages cite them.
    """
    return replace(
        facts,
        requests=tuple(replace(one, evidence=_unquoted(one.evidence)) for one in facts.requests),
        done=_told(facts.done),
        learned=_told(facts.learned),
        commits=_told(facts.commits),
        failed_attempts=_told(facts.failed_attempts),
        closed_items=_told(facts.closed_items),
        changes=tuple(_change(one) for one in facts.changes),
        commands=tuple(one if one.test else _command(one) for one in facts.commands),
        files_read=(),
        lean=True,
    )


def _told(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(replace(one, evidence=()) for one in items)


def _change(one: FileChange) -> FileChange:
    return replace(one, edits=(), evidence=_newest(one.evidence))


def _command(one: CommandRun) -> CommandRun:
    return replace(one, summary="", evidence=_unquoted(one.evidence))


def _newest(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """When it was done last: whether that was after something is all that is asked of it."""
    return _unquoted([max(evidence, key=lambda one: one.ts)]) if evidence else ()


def _unquoted(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(replace(one, quote="") for one in evidence)
