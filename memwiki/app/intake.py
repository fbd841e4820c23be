"""What comes into raw/ from somewhere else than a hook: gated, cleaned and bounded as a hook would, and never twice."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from memwiki.app.cleaners import Cleaners
from memwiki.app.desk import Desk, moment
from memwiki.app.places import project_of_gone
from memwiki.capture.ignore import ignored
from memwiki.capture.instant import ulid
from memwiki.capture.nested import marked_folders
from memwiki.capture.normalise import normalise
from memwiki.capture.observe import encoded, session_name
from memwiki.capture.paused import was_paused, windows_of
from memwiki.capture.project import UNPLACED, Place, place_of
from memwiki.capture.settings import Settings, joined, settings_of
from memwiki.capture.transcripts.source import Event
from memwiki.config import load, user_folder
from memwiki.records import Project
from memwiki.spool import quota
from memwiki.spool.append import append, folder_name
from memwiki.spool.held import IMPORTED, Held
from memwiki.spool.read import session_folders

_PIECE = 256 * 1024  # bytes that are written at once
_MOST_PLACES, _MOST_MARKED = 4096, 1 << 16


@dataclass(slots=True)
class Counts:
    """What came of the events of one import."""

    stored: int = 0
    known: int = 0  # raw/ holds them already, from a hook or an earlier import
    left_out: int = 0  # by the settings of capture, or older than asked for
    unplaced: int = 0  # nothing says to which project they belong
    full: int = 0  # that the spool has no room for
    erased: int = 0  # of sessions that something was erased from
    redacted: int = 0
    bytes: int = 0  # written to raw/
    sessions: dict[str, set[str]] = field(default_factory=dict)  # session folders by project key


@dataclass(frozen=True, slots=True)
class _Where:
    """Where an event belongs and what may be kept of it there."""

    project: Project | None
    place: Place
    settings: Settings
    capture: object = None  # what its markers say of capture


class Intake:
    """Takes events one after the other; `close` writes what is left."""

    def __init__(self, desk: Desk, agent: str, mark: str, since: int = 0, dry_run: bool = False, size: int = 0) -> None:
        self.counts = Counts()
        self._desk, self._agent, self._mark, self._since, self._dry = desk, agent, mark, since, dry_run
        config = load(desk.home.root, None)
        self._user = config.settings.model_dump(mode="json")
        self._login = config.operator
        self._own = str(desk.home.state / "model" / "desk")
        self._places: dict[tuple[str, str], _Where] = {}
        self._marked: dict[str, str] = {}
        self._cleaners = Cleaners(size)
        self._held: dict[tuple[str, str], Held] = {}
        self._whole: set[str] = set()
        self._limits = quota.limits_of(self._user.get("spool") or {})
        self._at = moment(desk.now).timestamp()
        self._sizes = {key: size for key, (size, _) in quota.measured(str(desk.home.root), self._at).items()}
        self._waiting: dict[tuple[Project, str], list[bytes]] = {}
        self._size = 0
        self._pauses = windows_of(str(desk.home.root))

    def take(self, event: Event, fresh: bool, project: Project | None = None) -> None:
        """Stores the event, in its folder's project if none is given, unless it may not be or is there already.

        `fresh` says that its file was never read before: then it may be a copy of what another session holds.
        """
        found = normalise(self._agent, event.payload)
        if found is None or found["cwd"].rstrip(os.sep) == self._own:
            return
        if event.at < self._since:
            self.counts.left_out += 1
            return
        if event.branch:
            found["branch"] = event.branch
        folder = _folder(found["agent"], found["session"])
        where = self._where(found["cwd"], folder)
        where = replace(where, project=project) if project else where
        if where.project is None:
            self.counts.unplaced += 1
            return
        quiet = was_paused(self._pauses, where.project.workspace, where.project.name, event.at)
        person = str(user_folder())
        if len(self._marked) > _MOST_MARKED:
            self._marked.clear()
        nested = marked_folders(found, self._marked, person)
        settings = self._quieted(where, nested) if nested else where.settings
        if quiet or not _may(where, settings) or ignored(found, settings.ignore_paths, where.place.root, person):
            self.counts.left_out += 1
            return
        entropy = hashlib.sha256(f"{self._agent}\0{event.key}".encode("utf-8", "replace")).digest()[:10]
        held = self._held_of(where.project, folder, fresh)
        identity = ulid(event.at if event.dated else 0, entropy)
        if identity in held.ids:
            self.counts.known += 1
            return
        job = (found, event.at, settings, where.place, entropy)
        self._cleaners.give(job, partial(self._keep, where.project, folder, held, identity))

    def close(self) -> None:
        """Writes everything that still waits."""
        self._cleaners.finish()
        self._flush()

    def end(self) -> None:
        """Writes everything, ends what runs beside, and lets the hooks know how much raw/ holds now."""
        try:
            self.close()
        finally:
            self._cleaners.end()
        if self.counts.stored and not self._dry:
            quota.refresh(str(self._desk.home.root), self._limits, self._at)

    def _flush(self) -> None:
        for (project, folder), lines in self._waiting.items():
            self._write(project, folder, lines)
        self._waiting.clear()
        self._size = 0

    def _keep(self, project: Project, folder: str, held: Held, identity: str, line: dict[str, Any]) -> None:
        line["id"], line[IMPORTED] = identity, self._mark
        if folder in held.erased:
            self.counts.erased += 1
        elif held.take(line):
            self.counts.known += 1
        elif self._is_full(project, len(data := encoded(line))):
            self.counts.full += 1
        else:
            self.counts.stored += 1
            self.counts.redacted += line["redacted"]
            self.counts.bytes += len(data)
            self.counts.sessions.setdefault(project.key, set()).add(folder)
            self._waiting.setdefault((project, f"{line['agent']}\0{line['session']}"), []).append(data)
            self._size += len(data)
            if self._size >= _PIECE:
                self._flush()

    def _is_full(self, project: Project, size: int) -> bool:
        """Whether the line does not fit; else it is counted."""
        mine, every = self._sizes.get(project.key, 0) + size, sum(self._sizes.values()) + size
        if (self._limits.project and mine > self._limits.project) or (
            self._limits.total and every > self._limits.total
        ):
            return True
        self._sizes[project.key] = mine
        return False

    def _write(self, project: Project, session: str, lines: Iterable[bytes]) -> None:
        if not self._dry:
            agent, _, name = session.partition("\0")
            append(str(self._desk.home.raw(project)), agent, name, b"".join(lines))

    def _held_of(self, project: Project, folder: str, fresh: bool) -> Held:
        key = project.key
        if fresh and key not in self._whole:
            self.close()  # so that what was just stored is read, too
            self._whole.add(key)
            self._held[key, ""] = Held.of(session_folders(self._desk.home.raw(project)))
        name = "" if key in self._whole else folder
        if (key, name) not in self._held:
            self._held[key, name] = Held.of([self._desk.home.raw(project) / folder])
        return self._held[key, name]

    def _where(self, cwd: str, session: str) -> _Where:
        found = self._places.get((cwd, session))
        if found is None:
            if len(self._places) >= _MOST_PLACES:
                self._places.clear()
            found = self._places[cwd, session] = self._placed(cwd, session)
        return found

    def _placed(self, cwd: str, session: str) -> _Where:
        place = place_of(cwd, str(user_folder()))
        settings = settings_of(self._user, place.settings, self._login)
        project: Project | None = Project(place.workspace, place.name)
        if self._desk.named:
            project = self._desk.project
        elif place.name == UNPLACED:
            project = None
        elif not (place.marked or place.gitdir or Path(cwd).is_dir()):
            project = self._gone_project(cwd, session) or project
        # the branch that is checked out now says nothing of then
        return _Where(
            project,
            Place(place.workspace, place.name, {}, place.root, "", place.marked),
            settings,
            place.settings.get("capture"),
        )

    def _quieted(self, where: _Where, folders: Sequence[str]) -> Settings:
        """The settings of a place with what the markers of other folders keep out of them."""
        places = [place_of(folder, str(user_folder())) for folder in folders]
        capture = where.capture
        for place in places:
            capture = joined(capture, place.settings.get("capture"))
        return settings_of(self._user, {"capture": capture}, self._login)

    def _gone_project(self, cwd: str, session: str) -> Project | None:
        """The project of a folder that is no longer there: where its session is, or where the folder was seen."""
        holding = sorted((self._desk.home.root / "raw").glob(f"*/*/{glob.escape(session)}"))
        if len(holding) == 1:
            return Project(holding[0].parent.parent.name, holding[0].parent.name)
        return project_of_gone(self._desk.home, cwd)


@lru_cache(maxsize=256)
def _folder(agent: str, session: str) -> str:
    return folder_name(agent, session_name(session))


def _may(where: _Where, settings: Settings) -> bool:
    return settings.mode != "off" and (where.place.marked or not settings.allowlist)


@contextmanager
def taking(intake: Intake) -> Iterator[Intake]:
    """The intake, closed at the end, whatever happens: an interrupted import loses nothing that it has read."""
    try:
        yield intake
    finally:
        intake.end()


def first_time(path: Path) -> str:
    """The first time that is written at the front of a transcript; "" where there is none."""
    try:
        with path.open("rb") as file:
            front = file.read(65536)
    except OSError:
        return ""
    at = front.find(b'"timestamp"')
    return front[at + 12 : at + 40].strip(b' :"').decode("utf-8", "replace") if at >= 0 else ""
