"""Where a verb works: settings, home, project and instant, opened once and handed to every verb."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memwiki.capture import private
from memwiki.capture.project import place_of
from memwiki.capture.redact import redact
from memwiki.config import Config, home_folder, load, user_folder
from memwiki.errors import NotFound, UsageError
from memwiki.paths import Home
from memwiki.records import Project
from memwiki.spool.times import settled

ME = "_me"
_NAME = re.compile(r"[\w][\w.-]{0,127}|_me")


@dataclass(frozen=True, slots=True)
class Desk:
    """What every verb needs to know about the place and the moment that it is called in."""

    config: Config
    home: Home
    cwd: Path
    now: str  # UTC, milliseconds
    project: Project
    named: bool  # the project was named, not derived from cwd
    root: str = ""  # the project's folder, where it is known
    fixed: bool = False  # `now` was given, so nothing may be started that reads a clock
    clock: str = ""  # where `now` was given: the present instant

    @property
    def operator(self) -> str:
        """Who works here."""
        return self.config.operator

    @property
    def wiki(self) -> Path:
        """The project's bundle."""
        return self.home.wiki(self.project)

    def at(self, project: Project) -> Desk:
        """The same desk for another project."""
        return replace(self, project=project, named=True, root="")

    def redacted(self, text: str) -> str:
        """The text without what is private, and without secrets, by the built-in rules and the person's own."""
        capture = self.config.settings.capture
        return redact(private.cut(text)[0], capture.extra_patterns, capture.allow)[0]

    def existing(self) -> Project:
        """The project, if anything of it is there; NotFound else."""
        if self.home.raw(self.project).is_dir() or self.wiki.is_dir():
            return self.project
        known = ", ".join(project.key for project in self.home.projects()[:5]) or "none yet"
        raise NotFound(f"no such project: {self.project.key}", hint=f"known: {known}; memwiki projects lists them")


@dataclass(frozen=True, slots=True)
class Written:
    """What a verb wrote: the id of the observation, and the page where a reader finds it."""

    project: str
    id: str
    event: str
    page: str = ""
    path: str = ""


def open_desk(
    home: Path | None = None,
    cwd: Path | None = None,
    project: str = "",
    workspace: str = "",
    at: str = "",
    clock: datetime | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Desk:
    """The desk for these options; `clock` is the present instant, `at` overrides it."""
    if cwd is not None and not cwd.is_dir():
        raise UsageError(f"no such folder: {cwd}")
    place = (cwd or _here()).absolute()
    config = load(home, place, overrides)
    present = stamp(clock or datetime.now(UTC))
    now = instant(at) if at else present
    found = place_of(str(place), str(user_folder()))
    shown = _of_wiki(config.home, place)
    chosen = shown if shown and not workspace else Project(workspace or found.workspace, found.name)
    if project:
        space, _, name = project.rpartition("/")
        chosen = Project(space or chosen.workspace, name)
    for name in (chosen.workspace, chosen.name):
        if not _NAME.fullmatch(name):
            raise UsageError(f"not a project's name: {name!r}", hint="letters, digits, dots and hyphens")
    root = "" if project or chosen == shown else found.root
    return Desk(config, Home(config.home), place, now, chosen, bool(project), root, bool(at), present if at else "")


def open_home(home: Path | None = None, cwd: Path | None = None) -> tuple[Home, Path, str]:
    """The home, the folder, and the root of the project it lies in, without any settings: they may be broken."""
    place = (cwd or _here()).absolute()
    return Home(home_folder(home)), place, place_of(str(place), str(user_folder())).root


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError(
            "the folder you are in is gone", hint="cd to one that is there, or name one with --cwd"
        ) from error


def _of_wiki(home: Path, place: Path) -> Project | None:
    """The project whose pages lie in a folder: whoever stands in a wiki asks about that wiki."""
    try:
        parts = place.resolve().relative_to((home / "wiki").resolve()).parts
    except (ValueError, OSError):
        return None
    return Project(parts[0], parts[1]) if len(parts) > 1 and all(map(_NAME.fullmatch, parts[:2])) else None


def instant(text: str) -> str:
    """An instant as typed (a date, or a time with or without offset; UTC where none is said), as it is stored."""
    found = settled(text.strip().upper(), "?")
    if found == "?":
        hint = "for example 2026-09-14T09:12:03Z; the years 1970 to 9900 are known"
        raise UsageError(f"not an instant: {text[:40]!r}", hint=hint)
    return found


def stamp(moment: datetime) -> str:
    """UTC with milliseconds: 2026-09-14T09:12:03.000Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime:
    """A stored instant as a datetime."""
    return datetime.fromisoformat(text)
