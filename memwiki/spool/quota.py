"""How much the spool may hold, and what happens then: nothing is deleted, new events are turned away and counted.

The hook never measures on its way: it adds up what it wrote, and looks at the disk when a segment begins or has grown
by STEP. So a project may pass its limit by STEP for each session that is open. Whoever is turned away leaves one byte
in state/lost/, whether the limit (`q`) or the disk (`d`) said no; status, doctor and the hook's log tell of it.
"""

from __future__ import annotations

import os

from memwiki.capture import jsontext
from memwiki.spool.append import make_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

STEP = 1 << 20
WARN = 80  # percent
PROJECT_MB, TOTAL_MB = 1024, 8192  # the settings' defaults; 0 is no limit
FULL = os.path.join("state", "spool-full")  # is there while something was full at the last look
_STATE = os.path.join("state", "spool.json")
_LOST = os.path.join("state", "lost")
_AGAIN_S = 60  # a full spool is measured again after this time
_STALE_S, _CALM_S = 600, 86_400  # how long a measure holds, and where less than half is used


class Limits:
    """Bytes that one project and all of raw/ may hold; 0 is no limit."""

    __slots__ = ("project", "total")

    def __init__(self, project: int, total: int) -> None:
        self.project = project
        self.total = total


def limits_of(settings: Mapping[str, Any]) -> Limits:
    """The limits in the `spool` section of the settings."""

    def size(name: str, default: int) -> int:
        value = settings.get(name)
        return (value if isinstance(value, int) and value >= 0 else default) << 20

    return Limits(size("project_mb", PROJECT_MB), size("total_mb", TOTAL_MB))


def full(home: str, key: str, limits: Limits, now: float) -> str:
    """What is full, if the project's events have to be turned away; "" where there is room (again).

    `key` is `workspace/name`, `now` seconds since 1970.
    """
    state = _read(home)
    if not _over(state, key, limits):
        return ""
    if now - _age(home, now) < _AGAIN_S:
        return _over(state, key, limits)
    state["projects"] = measured(home, now)
    _save(home, state, limits)
    return _over(state, key, limits)


def look(home: str, key: str, limits: Limits, now: float, written: int = STEP) -> str:
    """Brings the sums up to date after a write; gives a warning, once a day, from 80 percent on."""
    state = _read(home)
    projects = state["projects"]
    size, at = projects.get(key) or (0, 0.0)
    calm = all(not limit or have * 2 < limit for have, limit in _shares(state, key, limits))
    if not projects:
        state["projects"] = measured(home, now)
    elif 0 <= now - at < (_CALM_S if calm else _STALE_S):
        projects[key] = (size + written, at)
    else:
        projects[key] = (_size(os.path.join(home, "raw", *key.split("/"))), now)
    warning = _warning(state, key, limits)
    today = int(now // 86_400)
    told = state["told"].get(key) == today
    if warning and not told:
        state["told"] = {name: day for name, day in state["told"].items() if day == today} | {key: today}
    _save(home, state, limits)
    return "" if told else warning


def refresh(home: str, limits: Limits, now: float) -> dict[str, int]:
    """Measures everything; gives the bytes of each project by `workspace/name`."""
    state = _read(home)
    state["projects"] = measured(home, now)
    if os.path.isdir(os.path.join(home, "state")):
        _save(home, state, limits)
    return {key: size for key, (size, _) in state["projects"].items()}


def measured(home: str, now: float) -> dict[str, tuple[int, float]]:
    """Bytes of each project's spool, as they lie on the disk, and when they were counted."""
    raw = os.path.join(home, "raw")
    found = {}
    for workspace in _folders(raw):
        for name in _folders(os.path.join(raw, workspace)):
            found[f"{workspace}/{name}"] = (_size(os.path.join(raw, workspace, name)), now)
    return found


def turned_away(home: str, key: str, why: str) -> int:
    """Counts one event that was not stored: `why` is `q` or `d`. Gives the count, 0 where not even that could be."""
    path = os.path.join(home, _LOST, *key.split("/"))
    try:
        make_private(os.path.dirname(path))
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, why.encode())
            return os.fstat(handle).st_size
        finally:
            os.close(handle)
    except OSError:
        return 0


def lost(home: str) -> dict[str, tuple[int, int, float]]:
    """By project: events turned away by the limit, by the disk, and when the last one was (seconds since 1970)."""
    folder = os.path.join(home, _LOST)
    found = {}
    for workspace in _folders(folder):
        for name in os.listdir(os.path.join(folder, workspace)):
            path = os.path.join(folder, workspace, name)
            with open(path, "rb") as file:
                data = file.read()
                found[f"{workspace}/{name}"] = (data.count(b"q"), data.count(b"d"), os.fstat(file.fileno()).st_mtime)
    return found


def lost_file(home: str, key: str) -> str:
    """Where the project's lost events are counted."""
    return os.path.join(home, _LOST, *key.split("/"))


def shown(size: int) -> str:
    """Bytes as people read them."""
    return f"{size / (1 << 20):,.1f} MB" if size < 10 << 20 else f"{size >> 20:,} MB"


def _shares(state: dict[str, Any], key: str, limits: Limits) -> tuple[tuple[int, int], tuple[int, int]]:
    """(bytes, limit) of the project, and of everything."""
    projects = state["projects"]
    total = sum(size for size, _ in projects.values())
    return (projects.get(key, (0, 0))[0], limits.project), (total, limits.total)


def _over(state: dict[str, Any], key: str, limits: Limits) -> str:
    for (size, limit), what in zip(_shares(state, key, limits), (key, "raw/"), strict=True):
        if limit and size >= limit:
            return f"{what} holds {shown(size)} of {shown(limit)}"
    return ""


def _warning(state: dict[str, Any], key: str, limits: Limits) -> str:
    for (size, limit), what in zip(_shares(state, key, limits), (key, "raw/"), strict=True):
        if limit and size * 100 >= limit * WARN:
            return f"{what} holds {shown(size)} of {shown(limit)}: at 100 % nothing more is stored"
    return ""


def _read(home: str) -> dict[str, Any]:
    """The sums as they were put down; empty where they are missing or broken."""
    projects, told = {}, {}
    try:
        handle = os.open(os.path.join(home, _STATE), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            value = jsontext.loads(os.read(handle, 1 << 22).decode("utf-8", "replace"))
        finally:
            os.close(handle)
        projects = {str(key): (int(size), float(at)) for key, (size, at) in value["projects"].items()}
        told = {str(key): int(day) for key, day in value["told"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return {"projects": projects, "told": told}


def _save(home: str, state: dict[str, Any], limits: Limits) -> None:
    """Puts the sums down, and whether something is full."""
    path, marker = os.path.join(home, _STATE), os.path.join(home, FULL)
    scratch = f"{path}.{os.getpid()}"
    try:
        make_private(os.path.dirname(path))
        handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            document = {"schema": "memwiki.spool/1", **state}
            os.write(handle, jsontext.dumps(document).encode("utf-8", "replace"))
        finally:
            os.close(handle)
        os.replace(scratch, path)
        if any(_over(state, key, limits) for key in state["projects"]):
            os.close(os.open(marker, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            os.utime(marker)
        else:
            os.unlink(marker)
    except OSError:
        return


def _age(home: str, now: float) -> float:
    try:
        return min(now, os.stat(os.path.join(home, FULL)).st_mtime)
    except OSError:
        return 0.0


def _folders(path: str) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _size(project: str) -> int:
    total = 0
    for session in _folders(project):
        try:
            with os.scandir(os.path.join(project, session)) as entries:
                total += sum(entry.stat(follow_symlinks=False).st_size for entry in entries)
        except OSError:
            continue
    return total
