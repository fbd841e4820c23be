"""scan: what lies in the home is looked through once more, with the rules of today. No secret is ever shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memwiki.app.desk import Desk
from memwiki.capture.findings import findings
from memwiki.errors import MemwikiError
from memwiki.records import Project
from memwiki.wiki import everything

Progress = Callable[[str, int, int], None] | None

_WINDOW, _OVERLAP = 1 << 20, 32 << 10  # characters that are looked at together, and again with the next ones
_WHOLE = 32 << 20  # bytes of a JSON file that is read as a whole
_MOST = 10_000  # findings that are told
_BARE = frozenset({".npy", ".npz", ".lock"})  # numbers, not text
_LINES = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 65533), "\n")  # between texts in binary files
_SHARED = ("state", "logs", "projects.toml")


@dataclass(frozen=True, slots=True)
class Finding:
    """One place with secrets of one family: a file below the home, or an object of a wiki's git, and its line."""

    place: str
    line: int
    family: str
    count: int


@dataclass(slots=True)
class Scanned:
    """What was looked at, and what was found; `unread` are places that could not be read."""

    files: int = 0
    objects: int = 0
    bytes: int = 0
    findings: list[Finding] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    more: int = 0  # findings beyond those that are told

    @property
    def secrets(self) -> int:
        """How many secrets were found, each copy counted."""
        return sum(one.count for one in self.findings) + self.more


def scan(desk: Desk, progress: Progress = None) -> Scanned:
    """Looks through raw/, wiki/ with its git, index/, state/ and logs/: of the named project, else of the home."""
    search = _Search(desk, progress)
    projects = [desk.existing()] if desk.named else desk.home.projects()
    files = [path for project in projects for path in _files(desk, project)]
    if not desk.named:
        files += [path for name in _SHARED for path in _below(desk.home.root / name)]
    for number, path in enumerate(files, 1):
        search.file(path)
        search.tell("files", number, len(files))
    for project in projects:
        if (desk.home.wiki(project) / ".git").is_dir():
            search.history(project)
    return search.done


def _files(desk: Desk, project: Project) -> Iterator[Path]:
    for folder in (desk.home.raw(project), desk.home.wiki(project), desk.home.index(project)):
        yield from _below(folder)


def _below(folder: Path) -> Iterator[Path]:
    """The files of the folder in order, git's own left out; links are not followed."""
    if folder.is_symlink():
        return
    if folder.is_file():
        yield folder
    elif folder.is_dir() and folder.name != ".git":
        for path in sorted(folder.iterdir()):
            yield from _below(path)


@dataclass(slots=True)
class _Search:
    desk: Desk
    progress: Progress
    done: Scanned = field(default_factory=Scanned)

    def tell(self, stage: str, done: int, of: int) -> None:
        if self.progress:
            self.progress(stage, done, of)

    def file(self, path: Path) -> None:
        """Looks through one file: line by line where it holds observations, else in windows."""
        place = path.relative_to(self.desk.home.root).as_posix()
        if path.suffix in _BARE:
            return
        try:
            self.done.files += 1
            self.done.bytes += path.stat().st_size
            if path.suffix == ".jsonl":
                self._observations(path, place)
            elif path.suffix == ".json" and path.stat().st_size <= _WHOLE:
                self._document(path, place)
            else:
                self._windows(path, place)
        except OSError as error:
            self.done.unread.append(f"{place}: {error.strerror or 'cannot be read'}")

    def history(self, project: Project) -> None:
        """Looks through everything that the wiki's git still holds."""
        folder = self.desk.home.wiki(project)
        place = folder.relative_to(self.desk.home.root).as_posix()
        try:
            total = everything.count(folder)
            for number, held in enumerate(everything.texts(folder), 1):
                name = f"{place}: git {held.kind} {held.id[:12]}{f' ({held.path})' if held.path else ''}"
                self.done.objects += 1
                self.done.bytes += len(held.data)
                self._text(held.data.decode("utf-8", "replace"), name)
                self.tell(f"{project.key} history", number, total)
        except MemwikiError as error:
            self.done.unread.append(f"{place}: {error.message}")

    def _observations(self, path: Path, place: str) -> None:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(_WINDOW):
                number += line.endswith(b"\n") or len(line) < _WINDOW
                text = line.decode("utf-8", "replace")
                try:
                    held = list(_strings(json.loads(text)))
                except (ValueError, RecursionError):
                    held = [text]
                for part in held:
                    self._add(place, number, part)

    def _document(self, path: Path, place: str) -> None:
        """A small JSON file: its texts one by one, as it is written without line breaks."""
        text = path.read_text("utf-8", "replace")
        try:
            held = list(_strings(json.loads(text)))
        except (ValueError, RecursionError):
            held = [text]
        for part in held:
            self._add(place, 1, part)

    def _windows(self, path: Path, place: str) -> None:
        line, kept = 1, ""
        with path.open("r", encoding="utf-8", errors="replace", newline="") as file:
            while piece := file.read(_WINDOW):
                text = kept + piece.translate(_LINES)
                last = len(piece) < _WINDOW
                cut = len(text) if last else max(len(text) - _OVERLAP, 0)
                self._text(text, place, line, cut)
                line += text.count("\n", 0, cut)
                kept = text[cut:]

    def _text(self, text: str, place: str, line: int = 1, until: int | None = None) -> None:
        """Findings that begin before `until`; the others come again with the next window."""
        capture = self.desk.config.settings.capture
        families: Counter[tuple[int, str]] = Counter()
        for start, _, family in findings(text, capture.extra_patterns, capture.allow):
            if until is None or start < until:
                families[line + text.count("\n", 0, start), family] += 1
        for (number, family), count in sorted(families.items()):
            self._found(Finding(place, number, family, count))

    def _add(self, place: str, line: int, text: str) -> None:
        capture = self.desk.config.settings.capture
        families = Counter(family for _, _, family in findings(text, capture.extra_patterns, capture.allow))
        for family, count in sorted(families.items()):
            self._found(Finding(place, line, family, count))

    def _found(self, one: Finding) -> None:
        if len(self.done.findings) < _MOST:
            self.done.findings.append(one)
        else:
            self.done.more += one.count


def _strings(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(key, str) and len(key) > 16:
                yield key
            yield from _strings(item)
