"""pause, resume: capture stands still for a project or for everything; the hook asks the same file at every event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk, moment, stamp
from memwiki.capture.instant import milliseconds_of
from memwiki.capture.paused import FILE, PAST, SCHEMA, Broken, is_paused, key_of, past, pauses
from memwiki.capture.project import place_of
from memwiki.config import user_folder
from memwiki.errors import Invalid, PartlyDone, UsageError
from memwiki.files import atomic_write, locked

Pauses = dict[str, Any]

_PART = re.compile(r"(\d+)\s*(d|h|m|s)")
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_LONGEST = timedelta(days=3650)
_MOST_PAST = 2000


@dataclass(frozen=True, slots=True)
class Pause:
    """Whether capture stands still here; `until` is "" where it has no end, `everything` where no project is captured.

    `others` counts pauses of projects that this home holds nothing of.
    """

    project: str
    paused: bool
    everything: bool = False
    until: str = ""
    broken: bool = False
    others: int = 0

    @property
    def line(self) -> str:
        """In words; "" where nothing is paused."""
        if not self.paused:
            return ""
        if self.broken:
            return f"nothing is captured: {FILE} cannot be read"
        end = f"until {self.until[:16].replace('T', ' ')} UTC" if self.until else "until you resume"
        return f"capture {'of everything ' if self.everything else ''}is paused {end}"


def pause_of(desk: Desk) -> Pause:
    """How it stands with the desk's project."""
    home, project = str(desk.home.root), desk.project
    try:
        found = pauses(home)
    except Broken:
        return Pause(project.key, True, True, broken=True)
    mine, every = found["projects"].get(key_of(project.workspace, project.name)), found.get("all")
    everything = _goes_on(every, desk)
    one = every if everything else mine
    paused = is_paused(home, project.workspace, project.name, _milliseconds(desk))
    until = one.get("until", "") if paused and isinstance(one, dict) else ""
    known = {key_of(held.workspace, held.name) for held in desk.home.projects()} | {
        key_of(project.workspace, project.name)
    }
    others = sum(_goes_on(held, desk) for key, held in found["projects"].items() if key not in known)
    return Pause(project.key, paused, everything, str(until), others=others)


def pause(desk: Desk, everything: bool, length: str = "", dry_run: bool = False) -> Pause:
    """Pauses the project, or everything, for the length (`2h`, `1d`, `1h 30m`) or until it is resumed.

    NotFound for a named project that nothing is known of: a slip in its name must not look like a pause.
    """
    if not everything:
        _known(desk)
    until = stamp(moment(desk.now) + duration(length)) if length else ""
    key = key_of(desk.project.workspace, desk.project.name)
    if not dry_run:
        with _held(desk) as found:
            before = found["all"] if everything else found["projects"].get(key)
            since = before.get("since") if isinstance(before, dict) else None  # a pause that is made longer is one
            entry = {"until": until, "since": since or desk.now}
            if everything:
                found["all"] = entry
            else:
                found["projects"][key] = entry
            _write(desk, found)
    return Pause(desk.project.key, True, everything, until)


def resume(desk: Desk, everything: bool, dry_run: bool = False) -> Pause:
    """Ends the project's pause, or every pause. PartlyDone where the project stays paused with everything else."""
    if not everything:
        _known(desk)
    if dry_run:
        return Pause(desk.project.key, False, everything)
    with _held(desk, anew=everything) as found:
        if everything:
            ended = {"": found["all"], **found["projects"]}
            found = {"all": None, "projects": {}}
        else:
            key = key_of(desk.project.workspace, desk.project.name)
            ended = {key: found["projects"].pop(key, None)}
        _remember(desk, ended, desk.now)
        _write(desk, found)
    left = pause_of(desk)
    if left.paused:
        raise PartlyDone(f"{desk.project.key}: {left.line}", hint="memwiki resume --all")
    return left


def _known(desk: Desk) -> None:
    """NotFound for a named project or workspace that is not here, holds nothing, and is not paused."""
    project = desk.project
    here = place_of(str(desk.cwd), str(user_folder()))
    if (project.workspace, project.name) == (here.workspace, here.name):
        return
    try:
        if key_of(project.workspace, project.name) in pauses(str(desk.home.root))["projects"]:
            return
    except Broken:
        return  # told where the list is changed
    desk.existing()


def duration(text: str) -> timedelta:
    """The length as typed; UsageError where it is none."""
    parts = _PART.findall(text.lower())
    if not parts or _PART.sub("", text.lower()).strip():
        raise UsageError(f"not a length of time: {text[:40]!r}", hint="for example 30m, 2h, 1d or 1h30m")
    try:
        length = sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in parts), timedelta())
    except OverflowError:
        length = timedelta.max
    if not timedelta() < length <= _LONGEST:
        raise UsageError(f"not a length of time: {text[:40]!r}", hint="between a second and ten years")
    return length


@contextmanager
def _held(desk: Desk, anew: bool = False) -> Iterator[Pauses]:
    """The pauses that are not over, locked until the block ends; none where a broken file is to be made `anew`."""
    with locked(desk.home.state / "locks" / "paused.lock", "the list of pauses"):
        try:
            found = pauses(str(desk.home.root))
        except Broken as error:
            if not anew:
                raise Invalid(f"{_file(desk)} cannot be read", hint="memwiki resume --all makes it anew") from error
            found = {"all": None, "projects": {}}
        kept = {key: one for key, one in found["projects"].items() if _goes_on(one, desk)}
        every = found.get("all") if _goes_on(found.get("all"), desk) else None
        over = {key: one for key, one in found["projects"].items() if key not in kept}
        _remember(desk, over | ({"": found.get("all")} if every is None else {}))
        yield {"all": every, "projects": kept}


def _remember(desk: Desk, ended: Mapping[str, object], until: str = "") -> None:
    """Notes the pauses that are over: what was said meanwhile stays out of a later import."""
    fresh = [
        {"key": key, "since": str(one.get("since") or ""), "until": until or str(one.get("until") or "")}
        for key, one in ended.items()
        if isinstance(one, dict) and one.get("since")
    ]
    if fresh:
        held = [*past(str(desk.home.root)), *fresh][-_MOST_PAST:]
        atomic_write(desk.home.root / PAST, json.dumps({"schema": SCHEMA, "pauses": held}) + "\n")


def _write(desk: Desk, found: Pauses) -> None:
    if found["all"] is None and not found["projects"]:
        _file(desk).unlink(missing_ok=True)
        return
    atomic_write(_file(desk), json.dumps({"schema": SCHEMA, **found}) + "\n")


def _file(desk: Desk) -> Path:
    return desk.home.root / FILE


def _goes_on(entry: object, desk: Desk) -> bool:
    if entry is None:
        return False
    until = entry.get("until") if isinstance(entry, dict) else ""
    end = milliseconds_of(str(until)) if until else None
    return end is None or _milliseconds(desk) < end


def _milliseconds(desk: Desk) -> int:
    return milliseconds_of(desk.now) or 0
