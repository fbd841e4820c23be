"""Edits of the wiki that are not the person's: agents wrote them. They wait for review and no commit takes them in.

An agent's tool calls are in raw/, of this project or of another one. A page that such a call touched since the last
look counts as the agent's, even if the person changed it, too: nobody can tell the two apart, and the text is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memwiki.app.desk import Desk
from memwiki.app.known import memory_of
from memwiki.app.reviewing import BY_AGENT, DELETED, note_conflicts
from memwiki.app.spooled import Segment, Spooled, survey
from memwiki.compile.meddling import Memory, holds, meddled
from memwiki.files import atomic_write
from memwiki.wiki.findings import check_markers
from memwiki.wiki.merge import Conflict
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import Edits

_MOST_SEEN = 20_000  # tool calls remembered as dealt with, newest last
_MARKED = "a merge marker was left in it; keep one side, see: memwiki lint"
_A_DAY = 86_400 * 10**9


@dataclass(slots=True)
class Guard:
    """Tells the edits of agents from the person's. `sift` goes to the wiki's commit, `close` comes after it."""

    desk: Desk
    repository: Repository
    sessions: Mapping[str, Spooled] = field(default_factory=dict)  # of this project, where they are read already
    store: bool = True
    warnings: list[str] = field(default_factory=list)
    _seen: list[str] | None = None
    _until: int = 0

    def sift(self, edits: Edits) -> Collection[str]:
        """The pages that agents touched; what they hold is kept for review. Merge markers are told of, and stay."""
        self.warnings += [f"{path}: {_MARKED}" for path, data in edits.files.items() if data and _is_marked(path, data)]
        touched = self._touched()
        whose = {path: keys for path in edits.files if (keys := _whose(path, touched))}
        tree = self.repository.tree() if whose else {}
        before = self.repository.read_bytes(tree[path] for path in whose if path in tree)
        items = []
        for path, keys in whose.items():
            data, old = edits.files[path], before.get(tree.get(path, ""), b"")
            verb = DELETED if data is None else f"{BY_AGENT}{'added' if path in edits.added else 'changed'}"
            reason = f"{verb} this page in {', '.join(keys[:3])}"
            place = f"agent {hashlib.sha256(data or b'').hexdigest()[:8]}"
            items.append(Conflict(path, _text(old), _text(old), _text(data or b""), place, reason))
            self.warnings.append(f"{path}: {reason}; not taken in, see: memwiki review show {path}")
        if self.store and items:
            note_conflicts(self.desk, items)
        return list(whose)

    def close(self) -> None:
        """Remembers what was dealt with: from now on these pages are the person's again."""
        if self._seen is not None and self.store:
            document = {"until": self._until, "seen": self._seen[-_MOST_SEEN:]}
            atomic_write(self._file, json.dumps(document))

    @property
    def _file(self) -> Path:
        return self.desk.home.state / "guard" / self.desk.project.workspace / f"{self.desk.project.name}.json"

    def _last(self) -> tuple[int, list[str]]:
        """Up to which time of files all was read, and the calls that were dealt with."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            held = json.loads(self._file.read_bytes())
            return int(held["until"]), [str(one) for one in held["seen"]]
        with contextlib.suppress(OSError):
            return (self.desk.wiki / ".git" / "refs" / "heads" / "main").stat().st_mtime_ns - _A_DAY, []
        return 0, []

    def _touched(self) -> list[tuple[str, str]]:
        """(session key, place in this wiki) of every call since the last look."""
        self._until, seen = self._last()
        memory = memory_of(self.desk)
        known, fresh, found = set(seen), list[str](), list[tuple[str, str]]()
        for session, segment in self._segments(self._until):
            if not _may_name(segment.path, memory):
                continue
            for step in session.observations([segment]):
                places = list(filter(None, (self._here(place) for place in meddled(step, memory))))
                if places and step.id not in known:
                    fresh.append(step.id)
                    found += [(session.key, place) for place in places]
        self._seen = [*seen, *fresh]
        return found

    def _segments(self, since: int) -> Iterator[tuple[Spooled, Segment]]:
        """What was written since then, or is still being written, in any project."""
        for project in self.desk.home.projects():
            mine = project == self.desk.project and bool(self.sessions)
            for session in (self.sessions if mine else survey(self.desk.home.raw(project), {})).values():
                for segment in [] if session.is_ledger else session.segments:
                    written = segment.path.stat().st_mtime_ns
                    if written >= since or not segment.sealed:
                        self._until = max(self._until, written)
                        yield session, segment

    def _here(self, place: str) -> str | None:
        """A place of the memory told from this wiki, "." for all of it; None where it is elsewhere."""
        mine = f"wiki/{self.desk.project.workspace}/{self.desk.project.name}"
        if holds(place, mine):
            return "."
        return place[len(mine) + 1 :] if holds(mine, place) else None


def _whose(path: str, touched: Collection[tuple[str, str]]) -> list[str]:
    return list(dict.fromkeys(key for key, place in touched if place == "." or holds(place, path)))


def _may_name(file: Path, memory: Memory) -> bool:
    """Whether the segment names the memory at all; most do not, and are not read any further."""
    marks = memory.marks
    if not all(mark.isascii() for mark in marks):
        return True
    data = file.read_bytes().lower()
    return any(mark.lower().encode() in data for mark in marks)


def _is_marked(path: str, data: bytes) -> bool:
    return b"<<<<<<<" in data and any(check_markers(path, _text(data)))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def take_edits(desk: Desk) -> list[str]:
    """Commits the person's edits of the project, and only theirs; gives what there is to say about the others."""
    if not (desk.wiki / ".git").exists():
        return []
    repository = Repository.open(desk.wiki)
    guard = Guard(desk, repository)
    repository.commit_edits("", Author(desk.operator, desk.config.email), desk.now, guard.sift)
    guard.close()
    return guard.warnings
