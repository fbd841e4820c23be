"""What a compile changes: the pages whose rendering differs from the last one, and what the commit says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from memwiki.records import Change, ChangeSet, SessionFacts

_MOST_TRAILERS = 50  # sessions named in one commit; a first import of years is one line


def digest(text: str) -> str:
    """The rendering's fingerprint: 16 hex of its sha256."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def plan(
    rendered: Mapping[str, str],
    previous: Mapping[str, str],
    *,
    sessions: Sequence[SessionFacts] = (),
    run: str = "",
    sealed: Iterable[tuple[str, str]] = (),
) -> ChangeSet:
    """Changes from the previous renderings (path -> `digest`) to these, with the commit's subject and trailers.

    `sessions` are those compiled anew; `sealed` are (segment, sha256) pairs to chain into git.
    """
    changes = [
        Change(path, text, "new" if path not in previous else "changed")
        for path, text in sorted(rendered.items())
        if previous.get(path) != digest(text)
    ]
    changes += [Change(path, None, "gone") for path in sorted(previous) if path not in rendered]
    return ChangeSet(tuple(changes), subject(len(changes), len(sessions)), _trailers(sessions, run, sealed))


def subject(pages: int, sessions: int) -> str:
    """The commit's subject: `compile: 3 pages from 1 session`."""
    return f"compile: {_count(pages, 'page')} from {_count(sessions, 'session')}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _trailers(
    sessions: Sequence[SessionFacts], run: str, sealed: Iterable[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    ordered = sorted(sessions, key=lambda one: (one.last, one.key))
    found = [("Memwiki-Session", one.key) for one in ordered[-_MOST_TRAILERS:]]
    found += [("Memwiki-Agent", agent) for agent in sorted({one.agent for one in ordered})]
    found += [("Memwiki-Run", run)] if run else []
    found += [("Memwiki-Raw", f"{segment} {sha}") for segment, sha in sorted(sealed)]
    return tuple((name, _one_line(value)) for name, value in found)


def _one_line(value: str) -> str:
    return " ".join(value.split())
