"""bootstrap: a first wiki out of an old repository: what it is, what was decided, what its words mean.

Everything here comes from files, which may say anything: so it becomes no rule, is marked as imported, and is believed
less than what a session says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memwiki.app.desk import Desk, instant
from memwiki.app.files_read import changed_at, settings_at, text_at
from memwiki.app.import_rules import Read, compiled
from memwiki.app.noting import Statement, bring
from memwiki.capture.settings import Settings
from memwiki.compile.adr import Record, record
from memwiki.compile.prose import shortened, unmarked
from memwiki.compile.readme import subject, summary, terms
from memwiki.errors import NotFound
from memwiki.wiki.foreign import adopt
from memwiki.wiki.past import Change, changes

SOURCE = "repository"
COMMITS, RECORDS, DOCUMENTS, TERMS = 200, 200, 30, 60  # how many are read at most
_READMES = ("README.md", "README.rst", "README.txt", "README", "readme.md", "Readme.md", "README.zh-CN.md")
_RECORDS = (
    "docs/adr",
    "docs/adrs",
    "docs/decisions",
    "docs/architecture/decisions",
    "docs/architecture/adr",
    "adr",
    "decisions",
    "doc/adr",
    "doc/decisions",
    "architecture/decisions",
    "docs/rfcs/accepted",
    ".adr",
)
_DOCS = ("docs", "doc", "documentation")
_NO_SUBJECT = re.compile(
    r"(?:change ?log|history|licen[sc]e|contributing|code.of.conduct|security|index|readme|todo|news|release)",
    re.IGNORECASE,
)
_DEEPEST = 3


@dataclass(slots=True)
class _Reading:
    """One repository while it is read."""

    root: Path
    settings: Settings
    now: str
    past: Sequence[Change]
    files: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def text(self, path: Path) -> str | None:
        """The file's text, noted as read."""
        found = text_at(self.root, path, self.settings)
        if found is not None:
            self.files.append(self.name(path))
        return found

    def name(self, path: Path) -> str:
        """The file from the root."""
        return path.relative_to(self.root).as_posix()

    def since(self, path: Path) -> str:
        """When the file was last changed: by a commit, as far back as is read, else on the disk."""
        name = self.name(path)
        found = next((change.date for change in self.past if name in change.files), None)
        return min(instant(found) if found else changed_at(path), self.now)


def bootstrap(desk: Desk, path: Path | None, dry_run: bool, vectors: bool = True) -> Read:
    """Notes what a repository says of itself; the same again adds nothing."""
    root = (path.expanduser() if path else Path(desk.root) if desk.root else desk.cwd).absolute()
    if not root.is_dir():
        raise NotFound(f"no such folder: {root}")
    reading = _Reading(root, settings_at(desk, root), desk.now, changes(root, COMMITS))
    records = list(_records(reading))
    told = [*_project(reading), *records, *_terms(reading), *_documents(reading)]
    if not told:
        raise NotFound(
            f"nothing to begin with in {root}", hint="looked for a README, docs/, decision records and commits"
        )
    noted = bring(desk, SOURCE, told, {*reading.files, "git"}, dry_run)
    files, left_out = tuple(dict.fromkeys(reading.files)), tuple(reading.left_out)
    return Read(SOURCE, desk.project.key, dry_run, files, noted, left_out, compiled(desk, noted, dry_run, vectors))


# --- what it is --------------------------------------------------------------------------------------------------


def _project(reading: _Reading) -> Iterator[Statement]:
    """The project's own page: the README's first words, its folders, its last commits."""
    text, place, since = "", "git:1", ""
    for name in _READMES:
        path = reading.root / name
        told = reading.text(path)
        if told is not None and (found := summary(told))[0]:
            text, place, since = found[0], f"{name}:{found[1]}", reading.since(path)
            break
    past = reading.past
    if not (text or past):
        return
    newest = instant(past[0].date) if past else since
    parts = {"layout": _layout(past), "history": [f"{one.date[:10]}: {one.subject}" for one in past[:8]]}
    yield Statement(
        "project",
        reading.root.name,
        text or f"{len(past)} commits, the last on {past[0].date[:10]}.",
        place,
        min(max(since, newest), reading.now),
        {name: lines for name, lines in parts.items() if lines},
    )


def _layout(past: Sequence[Change]) -> list[str]:
    """The folders in which the last commits worked, most first."""
    counted = Counter(name for one in past for name in {path.split("/")[0] for path in one.files if "/" in path})
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [f"`{name}/`: in {count} of the last {len(past)} commits" for name, count in ranked[:8]]


# --- what was decided --------------------------------------------------------------------------------------------


def _records(reading: _Reading) -> Iterator[Statement]:
    """Decisions that were accepted, and those whose place they took."""
    found: dict[str, Record] = {}
    for folder in _RECORDS:
        for path in _markdown(reading.root / folder, 1):
            if len(found) >= RECORDS or reading.name(path) in found:
                continue
            text = reading.text(path)
            read = record(text, path.stem, _meta(text, path)) if text else None
            if read:
                found[reading.name(path)] = read
    numbers = {one.number: one for one in found.values() if one.number is not None and one.status == "accepted"}
    made: dict[str, Statement] = {}
    for name, one in sorted(found.items(), key=lambda item: (item[1].number or 0, item[0])):
        if one.status == "accepted" or (one.status == "superseded" and one.by in numbers):
            made[name] = _decided(reading, name, one)
        else:
            reading.left_out.append(f"{name}: {one.status or 'no status'}")
    older = {one.by: made[name] for name, one in found.items() if one.by is not None and name in made}
    for name, one in found.items():
        if name in made and one.number in older and one.status == "accepted":
            made[name] = _in_place(made[name], older[one.number])
    yield from made.values()


def _decided(reading: _Reading, name: str, one: Record) -> Statement:
    parts = {
        "reason": one.reasons or one.context[:1],
        "alternatives": one.refused,
        "context": one.context if one.reasons else one.context[1:],
    }
    ts = min(f"{one.date}T00:00:00.000Z", reading.now) if one.date else reading.since(reading.root / name)
    kept = {part: [unmarked(line) for line in lines] for part, lines in parts.items() if lines}
    return Statement(
        "decision", shortened(unmarked(one.title), 80), unmarked(one.decision), f"{name}:{one.line}", ts, kept
    )


def _in_place(new: Statement, old: Statement) -> Statement:
    ts = max(new.ts, old.ts)
    return Statement(new.kind, new.title, new.text, new.place, ts, new.parts, ends=old.key)


def _meta(text: str, path: Path) -> Mapping[str, object]:
    return adopt(text, path.name).meta if text.lstrip("\ufeff").startswith(("---", "+++")) else {}


# --- what its words mean -----------------------------------------------------------------------------------------


def _terms(reading: _Reading) -> Iterator[Statement]:
    """The terms of glossaries, in the README and in docs/."""
    count = 0
    for path in [*(reading.root / name for name in _READMES), *_documents_of(reading)]:
        text = text_at(reading.root, path, reading.settings)
        for term in terms(text) if text else []:
            if count >= TERMS:
                return
            count += 1
            reading.files.append(reading.name(path))
            place, ts = f"{reading.name(path)}:{term.line}", reading.since(path)
            yield Statement("concept", unmarked(term.name), unmarked(term.meaning), place, ts, aliases=term.aliases)


def _documents(reading: _Reading) -> Iterator[Statement]:
    """What each document of docs/ is about."""
    count = 0
    for path in _documents_of(reading):
        text = reading.text(path) if count < DOCUMENTS else None
        if text is None or _NO_SUBJECT.match(path.stem):
            continue
        title, told, line = subject(text, path.stem)
        if len(told) < 40 or len(title) > 80 or terms(text):
            continue
        count += 1
        name = reading.name(path)
        parts = {"definition": [unmarked(told)], "where": [f"`{name}`"]}
        yield Statement(
            "concept", shortened(unmarked(title), 80), unmarked(told), f"{name}:{line}", reading.since(path), parts
        )


def _documents_of(reading: _Reading) -> list[Path]:
    records = tuple(f"{folder}/" for folder in _RECORDS)
    found = [path for folder in _DOCS for path in _markdown(reading.root / folder, _DEEPEST)]
    return [path for path in found if not reading.name(path).startswith(records)][:200]


def _markdown(folder: Path, depth: int) -> list[Path]:
    """The Markdown files of a folder and of those below it, by name; links and hidden folders are not followed."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    entries = sorted(folder.iterdir(), key=lambda path: path.name)
    found = [path for path in entries if path.suffix.lower() in (".md", ".markdown") and not path.is_symlink()]
    for path in entries if depth > 1 else []:
        if path.is_dir() and not path.is_symlink() and not path.name.startswith((".", "node_modules")):
            found += _markdown(path, depth - 1)
    return found
