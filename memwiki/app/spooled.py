"""What lies in a project's raw/: sessions of work and the ledger, what is sealed, what waits, what has closed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from memwiki.app.desk import Desk, moment
from memwiki.capture.process import has_left
from memwiki.compile.forgotten import Cut, cuts_in, is_agents, left, mark
from memwiki.records import LEDGER_AGENTS, Observation
from memwiki.spool import read as spool
from memwiki.spool.append import SEALED, folder_name
from memwiki.spool.read import Glance, is_sealed, label, segments, session_folders
from memwiki.spool.seal import seal, sha256_of

# What in the ledger changes pages; handoffs, their claims and recalls ride along with the next compile.
TELLING = frozenset({"note", "approve", "reject", "retire", "forget", "feedback", "decision"})
CONTENT = frozenset({"user-prompt", "tool-end", "tool-fail", "turn-end", "subagent-end"})
TURN_OVER = frozenset({"turn-end", "session-end", "session-start", "notification"})
QUIET = timedelta(minutes=10)  # an agent this long quiet after its turn has put the work down


@dataclass(frozen=True, slots=True)
class Segment:
    """One file of a session: `name` is `<session key>/<NNNN>`; `sha` is set where it is sealed and known."""

    path: Path
    name: str
    sealed: bool
    sha: str = ""


@dataclass(slots=True)
class Spooled:
    """One session folder. What it says is read on demand, and not held: sessions are many, and may be long."""

    key: str
    folder: Path
    segments: list[Segment]
    cuts: tuple[Cut, ...] = ()  # what people asked to forget of it
    copies: frozenset[str] = frozenset()  # names of sealed segments that hold the very bytes of another
    _glances: dict[str, Glance] = field(default_factory=dict)

    @property
    def is_ledger(self) -> bool:
        """Whether it holds what people and the program decided, not work."""
        return self.key.split("-", 1)[0] in LEDGER_AGENTS

    @property
    def sealed(self) -> list[Segment]:
        """Segments that no longer change, and whose hash is known; what was copied from another says nothing new."""
        return [one for one in self.segments if one.sealed and one.sha and one.name not in self.copies]

    @property
    def waiting(self) -> list[Segment]:
        """Segments that no commit has yet: open ones, and sealed ones whose compile did not get that far."""
        return [one for one in self.segments if not one.sealed or not one.sha]

    def glance(self, segment: Segment) -> Glance:
        """What the segment is about, looked at once."""
        if segment.name not in self._glances:
            self._glances[segment.name] = spool.glance(segment.path)
        return self._glances[segment.name]

    def each(self, only: Iterable[Segment] | None = None) -> Iterator[Observation]:
        """All observations, in order, of these segments or of all, one at a time."""
        for one in self.segments if only is None else only:
            yield from spool.observations(one.path)

    def observations(self, only: Iterable[Segment] | None = None) -> list[Observation]:
        """All observations, in order, of these segments or of all."""
        return list(self.each(only))

    def remembered(self, only: Iterable[Segment] | None = None) -> Iterator[Observation]:
        """The same, one at a time, without what people asked to forget."""
        return (one for one in (left(seen, self.cuts) for seen in self.each(only)) if one)

    def torn(self, only: Iterable[Segment]) -> int:
        """How many lines of these segments could not be read."""
        return sum(self.glance(one).unread for one in only)

    def seal(self, only: Iterable[Segment]) -> list[Segment]:
        """Seals what is open of these segments; gives them with their hashes, before the disk has to have them all."""
        done = {}
        for one in only:
            path, sha = (one.path, sha256_of(one.path)) if one.sealed else seal(one.path, sync=False)
            done[one.path] = Segment(path, label(path), True, sha)
        self._glances.clear()
        return self._put(done)

    def pretend_sealed(self, only: Iterable[Segment]) -> list[Segment]:
        """These segments as if they were sealed; no file changes."""
        return self._put({one.path: Segment(one.path, one.name, True, sha256_of(one.path)) for one in only})

    def _put(self, done: Mapping[Path, Segment]) -> list[Segment]:
        self.segments = [done.get(one.path, one) for one in self.segments]
        return list(done.values())

    def digest(self) -> str:
        """A name for what the sealed segments say: equal where they are equal."""
        text = "".join(f"{one.name} {one.sha}\n" for one in self.sealed) + mark(self.cuts)
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def survey(raw: Path, committed: Mapping[str, str], ledger_only: bool = False) -> dict[str, Spooled]:
    """Every session of the project by key; `committed` is what the wiki's commits say of sealed segments."""
    found = {}
    for folder in session_folders(raw):
        if ledger_only and folder.name.split("-", 1)[0] not in LEDGER_AGENTS:
            continue
        parts = []
        for path in segments(folder):
            sealed = is_sealed(path)
            parts.append(Segment(path, label(path), sealed, committed.get(label(path), "") if sealed else ""))
        if parts:
            found[folder.name] = Spooled(folder.name, folder, parts)
    for key, cuts in _forgotten(found).items():
        if key in found:
            found[key].cuts += cuts
    note_copies(found)
    return found


def note_copies(sessions: Mapping[str, Spooled]) -> None:
    """Notes which sealed segments hold the very bytes of another: what they say counts once, at its own place.

    That is in the folder of the session that the bytes name, and else the first in order.
    """
    alike: dict[str, list[Segment]] = {}
    for part in (part for session in sessions.values() for part in session.segments if part.sealed and part.sha):
        alike.setdefault(part.sha, []).append(part)
    copies: set[str] = set()
    for parts in (parts for parts in alike.values() if len(parts) > 1):
        own = next(filter(_is_at_home, parts), parts[0])
        copies.update(part.name for part in parts if part is not own)
    for session in sessions.values():
        session.copies = frozenset(part.name for part in session.segments if part.name in copies)


def _is_at_home(part: Segment) -> bool:
    first = next(spool.observations(part.path), None)
    return first is not None and folder_name(first.agent, first.session) == part.path.parent.name


def repeated(sessions: Mapping[str, Spooled]) -> dict[str, tuple[str, int]]:
    """The segments with lines that lie in another, too: whose they are, and how many. Somebody copied them."""
    parts = [part for session in sessions.values() for part in session.segments]
    first: dict[int, str] = {}
    found: dict[str, tuple[str, int]] = {}
    for part in sorted(parts, key=lambda part: not _is_at_home(part)):
        for line in spool.named_lines(part.path):
            place = first.setdefault(hash(line), part.name)
            if place != part.name:
                whose, count = found.get(part.name, (place, 0))
                found[part.name] = whose, count + 1
    return found


def gone(sessions: Mapping[str, Spooled], committed: Mapping[str, str]) -> list[str]:
    """The sealed segments that commits name and raw/ no longer holds; a copy that was taken away is no loss."""
    there = {part.name for one in sessions.values() for part in one.segments if part.sealed}
    held = {sha for name, sha in committed.items() if name in there}
    return sorted(name for name, sha in committed.items() if name not in there and sha not in held)


def _forgotten(sessions: Mapping[str, Spooled]) -> dict[str, tuple[Cut, ...]]:
    """What the ledger asks to forget, by session key; what an agent's own command asked for does not count."""
    books = ((one, part) for one in sessions.values() if one.is_ledger for part in one.segments)
    told = [seen for one, part in books if b'"forget"' in part.path.read_bytes() for seen in one.observations([part])]
    asked = [(one, cuts) for one in told if (cuts := cuts_in(one))]
    around = list(_touching(sessions)) if any(one.extra.get("terminal") is not True for one, _ in asked) else []
    found: dict[str, tuple[Cut, ...]] = {}
    for one, cuts in asked:
        if not is_agents(one, around):
            found.update({key: found.get(key, ()) + more for key, more in cuts.items()})
    return found


def _touching(sessions: Mapping[str, Spooled]) -> Iterator[Observation]:
    """What agents ran, of the segments that may hold a command that forgets."""
    for session in sessions.values():
        for part in [] if session.is_ledger else session.segments:
            data = part.path.read_bytes()
            if b"memwiki" in data and (b"forget" in data or b"erase" in data):
                yield from (seen for seen in session.observations([part]) if seen.tool)


def links(raw: Path) -> list[Path]:
    """Symbolic links in the place of a session's folder or of its segments: they are not followed."""
    folders = sorted(raw.iterdir()) if raw.is_dir() else []
    inner = (path for folder in folders if folder.is_dir() and not folder.is_symlink() for path in folder.iterdir())
    return [path for path in (*folders, *sorted(inner)) if path.is_symlink()]


def missing(raw: Path, name: str) -> tuple[str, str]:
    """Why a sealed segment is not there, and what to do about it."""
    folder = raw / name.rpartition("/")[0]
    link = next((path for path in (folder, raw / f"{name}{SEALED}") if path.is_symlink()), None)
    if link is None:
        return "a sealed segment is gone", "bring it back from a backup"
    return f"a symbolic link stands in its place, which is not followed: {link}", "put what it leads to in its place"


def has_closed(session: Spooled, others: Iterable[Spooled], now: str, idle_minutes: int) -> bool:
    """Whether the session is over: it said so, its agent's process is gone, it was quiet long enough, or its agent
    rests while another has begun."""
    seen = [look for one in session.waiting if (look := session.glance(one)).count]
    if not seen:
        return False
    last, final = max(look.last for look in seen), seen[-1].final
    quiet = moment(now) - moment(last)
    if final == "session-end" or quiet >= timedelta(minutes=idle_minutes):
        return True
    if has_left([mark for look in seen for mark in look.processes][-2:], session.key):
        return True
    if quiet < QUIET or final not in TURN_OVER:
        return False
    return any(_began(other) > last for other in others if other.key != session.key and not other.is_ledger)


def _began(session: Spooled) -> str:
    """When the session last began to work: told by the agent, or by the first event of one that tells no start."""
    seen = [look for one in session.waiting if (look := session.glance(one)).count]
    starts = [look.started for look in seen]
    if seen and session.waiting == session.segments:
        starts.append(seen[0].first)
    return max(starts, default="")


def tells(ledger: Spooled) -> bool:
    """Whether the ledger holds something that changes pages and that no commit has yet."""
    return any(one.event in TELLING for one in ledger.each(ledger.waiting))


def protected(desk: Desk, seen: Observation) -> Observation:
    """The observation with what is a secret by the rules of today taken out."""
    from memwiki.app.extraction import without_secrets  # with all rules of the compiler, which a search does not need

    return without_secrets(seen, desk.redacted)
