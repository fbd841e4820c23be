"""import: agents' own transcripts become observations, through the same path as what their hooks tell."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memwiki.app.desk import Desk
from memwiki.app.intake import Counts, Intake, first_time, taking
from memwiki.app.pipeline import Choice, Compiled, How, compile_projects
from memwiki.capture.instant import milliseconds_of
from memwiki.capture.transcripts.formats import FORMATS, Format
from memwiki.capture.transcripts.source import Source
from memwiki.config import environment_place, user_folder
from memwiki.errors import MemwikiError, NotFound, UsageError
from memwiki.files import atomic_write
from memwiki.records import Project

FORMAT = "memwiki.imports/1"
_DATABASE, _MAGIC = ".db", 16  # bytes at its front that stay as they are
_HEAD = 4096  # bytes that tell whether a file is still the one that was read
_QUIET_MS = 10 * 60_000
_EVERY = 512  # events between two signs of progress
Progress = Callable[[str, int, int], None] | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to import: an agent's transcripts at a path, or all where the agent keeps them; events since an instant."""

    agent: str
    path: Path | None = None
    every: bool = False
    since: str = ""
    again: bool = False  # read files again that were read before
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read, or not all of it."""

    path: str
    lines: int
    reason: str


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import did, or with `dry_run` would do."""

    source: str
    dry_run: bool
    files: int = 0
    unchanged: int = 0  # files that were read before and have not grown
    read_bytes: int = 0
    stored: int = 0
    known: int = 0
    left_out: int = 0
    unplaced: int = 0
    full: int = 0
    erased: int = 0
    redacted: int = 0
    damaged: int = 0
    projects: tuple[tuple[str, int], ...] = ()  # with how many sessions
    problems: tuple[Problem, ...] = ()
    compiled: tuple[Compiled, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """How a file stood when it was read."""

    size: int
    modified: int
    resume: int
    head: str


def import_transcripts(desk: Desk, wanted: Wanted, progress: Progress = None) -> Brought:
    """Stores what the transcripts tell and raw/ does not hold yet."""
    form = FORMATS[wanted.agent]
    files = _files(form, wanted)
    state = desk.home.state / "imports" / f"{form.agent}.json"
    known = _load(state)
    since = (milliseconds_of(wanted.since) or 0) if wanted.since else 0
    total, done, unchanged, problems = sum(map(_size, files)), 0, 0, list[Problem]()
    fresh = sum(_size(path) for path in files if wanted.again or str(path) not in known)
    now = milliseconds_of(desk.now) or 0
    intake = Intake(desk, form.agent, "transcript", since, wanted.dry_run, fresh)
    try:
        with taking(intake):
            for path in files:
                size = _size(path)
                before = None if wanted.again else known.get(str(path))
                source = _opened(form, path, before, now)
                if source is None:
                    unchanged += 1
                    total -= size
                    continue
                told = None if progress is None else _Told(progress, source, path.name, done, total)
                problem = _read(form, source, intake, told, fresh=before is None)
                problems += [problem] if problem else []
                done += size
                if not (problem and problem.lines == 0) and not (intake.counts.unplaced or intake.counts.full):
                    known[str(path)] = _standing(path, source)
    finally:
        if not wanted.dry_run and not since and not intake.counts.full:
            _save(state, known)
    brought = Brought(form.agent, wanted.dry_run, len(files), unchanged, done, problems=tuple(problems))
    return replace(counted(brought, intake.counts), damaged=sum(one.lines for one in problems))


def counted(brought: Brought, counts: Counts) -> Brought:
    """The import with what its intake counted."""
    return replace(
        brought,
        stored=counts.stored,
        known=counts.known,
        left_out=counts.left_out,
        unplaced=counts.unplaced,
        full=counts.full,
        erased=counts.erased,
        redacted=counts.redacted,
        projects=tuple((key, len(names)) for key, names in sorted(counts.sessions.items())),
    )


def compile_brought(desk: Desk, brought: Brought, how: How) -> Brought:
    """Compiles the projects that something was stored in, as far as their sessions are over."""
    compiled: list[Compiled] = []
    for key, _ in brought.projects:
        workspace, _, name = key.partition("/")
        compiled += compile_projects(desk, Choice(project=Project(workspace, name)), how)
    return replace(brought, compiled=tuple(compiled))


class _Told:
    """Tells of the progress within a file, now and then."""

    def __init__(
        self, progress: Callable[[str, int, int], None], source: Source, name: str, done: int, of: int
    ) -> None:
        self._progress, self._source, self._name, self._done, self._of = progress, source, name, done, of

    def __call__(self) -> None:
        self._progress(self._name, self._done + self._source.position, self._of)


def _read(form: Format, source: Source, intake: Intake, told: _Told | None, fresh: bool) -> Problem | None:
    try:
        for number, event in enumerate(form.events(source)):
            intake.take(event, fresh)
            if told and number % _EVERY == 0:
                told()
    except OSError as error:
        return Problem(str(source.path), 0, error.strerror or str(error))
    return Problem(str(source.path), source.damaged, "could not be read") if source.damaged else None


def _files(form: Format, wanted: Wanted) -> list[Path]:
    """The transcripts to read, the oldest first: what a later one copied belongs to the earlier one."""
    if bool(wanted.path) == wanted.every:
        raise UsageError("name a file or a folder, or --all", hint=f"memwiki import {form.agent} --all")
    if wanted.path is not None:
        place = wanted.path.expanduser().absolute()
        if not place.exists():
            raise NotFound(f"no such file or folder: {place}")
        if place.is_file() and place.suffix not in form.suffixes:
            raise UsageError(f"not a transcript of {form.title}: {place.name}", hint=_expected(form))
    else:
        own = environment_place(form.variable) if form.variable else None
        place = own or user_folder() / form.folder
        if not place.is_dir():
            raise NotFound(f"{form.title} has no folder here: {place}", hint="name the folder with its transcripts")
    files = form.files(place)
    if not files and wanted.path is not None:
        raise NotFound(f"no transcripts of {form.title} in {place}", hint=_expected(form))
    return sorted(files, key=lambda path: (first_time(path), str(path)))


def _expected(form: Format) -> str:
    return f"expected {' or '.join(f'*{suffix}' for suffix in form.suffixes)}"


def _opened(form: Format, path: Path, before: _Known | None, now: int) -> Source | None:
    """The file as a source, from where the last reading ended; None where nothing was added since.

    One that was written to a few minutes before `now` (milliseconds) may still grow.
    """
    quiet = not 0 <= now - _modified(path) // 1_000_000 < _QUIET_MS
    hints = {"at": str(_modified(path) // 1_000_000), "cwd": form.folder_of(path) if form.folder_of else ""}
    if before is None or _head(path, before.size) != before.head:
        return Source(path, hints=hints, quiet=quiet)
    if (_size(path), _modified(path)) == (before.size, before.modified):
        return None
    start = before.resume if _size(path) >= before.size or path.suffix == _DATABASE else 0
    return Source(path, start, start, hints=hints, quiet=quiet)


def _standing(path: Path, source: Source) -> _Known:
    size = _size(path)
    return _Known(size, -1 if source.waits else _modified(path), source.resume, _head(path, size))


def _head(path: Path, size: int) -> str:
    most = _MAGIC if path.suffix == _DATABASE else _HEAD
    with contextlib.suppress(OSError), path.open("rb") as file:
        return hashlib.sha256(file.read(min(size, most))).hexdigest()[:16]
    return ""


def _size(path: Path) -> int:
    return sum(found.st_size for found in _stats(path))


def _modified(path: Path) -> int:
    return max((found.st_mtime_ns for found in _stats(path)), default=0)


def _stats(path: Path) -> list[os.stat_result]:
    """Of the file, and of what a database keeps beside it until it is tidied up."""
    found = []
    for one in [path, path.with_name(f"{path.name}-wal")] if path.suffix == _DATABASE else [path]:
        with contextlib.suppress(OSError):
            found.append(one.stat())
    return found


def _load(file: Path) -> dict[str, _Known]:
    """What was read before; nothing where the file is gone or broken: then all is read again, and found to be held."""
    try:
        document = json.loads(file.read_bytes())
        if document["schema"] == FORMAT:
            rows = document["files"].items()
            return {str(path): _Known(int(one[0]), int(one[1]), int(one[2]), str(one[3])) for path, one in rows}
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        pass
    return {}


def _save(file: Path, known: dict[str, _Known]) -> None:
    kept = {
        path: [one.size, one.modified, one.resume, one.head]
        for path, one in sorted(known.items())
        if Path(path).exists()
    }
    with contextlib.suppress(OSError):
        atomic_write(file, json.dumps({"schema": FORMAT, "files": kept}))


def problems_of(brought: Brought) -> Sequence[str]:
    """What a person has to know of an import that left something out."""
    told = []
    if brought.damaged:
        told.append(f"{brought.damaged} damaged line{'s' if brought.damaged > 1 else ''} left out")
    told += [f"{one.path}: {one.reason}" for one in brought.problems if not one.lines]
    if brought.unplaced:
        events = "1 event belongs" if brought.unplaced == 1 else f"{brought.unplaced} events belong"
        told.append(f"{events} to no folder that is known; name the project with --project")
    if brought.full:
        told.append(f"{brought.full} events did not fit: raise spool.project_mb or spool.total_mb, and import again")
    if brought.erased:
        told.append(f"{brought.erased} events of sessions that something was erased from were left out")
    return told


__all__ = ["Brought", "MemwikiError", "Problem", "Wanted", "compile_brought", "import_transcripts", "problems_of"]
