"""Whether capture is paused: one small file in the home, asked by every receiver before anything else is written.

It names projects by a hash only, so that not even the pause tells what somebody works on. Where it cannot be read,
everything counts as paused: `doctor` tells, and `memwiki resume --all` mends it.
"""

from __future__ import annotations

import os

from memwiki.capture import instant, jsontext
from memwiki.capture.project import short_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Pauses = dict[str, Any]
    Windows = dict[str, list[tuple[int, int]]]

FILE = "paused.json"
PAST = "paused-before.json"  # pauses that are over: what was said meanwhile is not imported afterwards either
SCHEMA = "memwiki.paused/1"


class Broken(ValueError):
    """The file is there and cannot be read."""


def is_paused(home: str, workspace: str, name: str, at: int) -> bool:
    """Whether nothing of this project may be kept at the instant (milliseconds since 1970)."""
    try:
        found = pauses(home)
    except Broken:
        return True
    return _holds(found.get("all"), at) or _holds(found["projects"].get(key_of(workspace, name)), at)


def pauses(home: str) -> Pauses:
    """`all` and `projects` (by `key_of`): each pause with `until`, an instant or "" for no end. Raises Broken."""
    try:
        handle = os.open(os.path.join(home, FILE), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return {"all": None, "projects": {}}
    except OSError as error:
        raise Broken(str(error)) from error
    try:
        value = jsontext.loads(os.read(handle, 1 << 20).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise Broken(str(error)) from error
    finally:
        os.close(handle)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("projects"), dict):
        raise Broken("not a list of pauses")
    return value


def was_paused(windows: Windows, workspace: str, name: str, at: int) -> bool:
    """Whether the project was paused at the instant, by what `windows_of` gave."""
    return any(
        since <= at < (until or at + 1)
        for key in ("", key_of(workspace, name))
        for since, until in windows.get(key, ())
    )


def windows_of(home: str) -> Windows:
    """Every pause there was, by `key_of` ("" for all projects): from when until when, 0 for no end.

    Where the present pauses cannot be read, everything counts as paused.
    """
    found: Windows = {}
    try:
        now = pauses(home)
    except Broken:
        return {"": [(0, 0)]}
    for key, one in [("", now.get("all")), *now["projects"].items()]:
        if isinstance(one, dict):
            found.setdefault(key, []).append(_window(one))
    for one in past(home):
        found.setdefault(str(one.get("key", "")), []).append(_window(one))
    return found


def past(home: str) -> list[dict[str, Any]]:
    """The pauses that are over, oldest first; none where the file is missing or broken."""
    try:
        with open(os.path.join(home, PAST), "rb") as file:
            value = jsontext.loads(file.read().decode("utf-8", "replace"))
    except (OSError, ValueError):
        return []
    held = value.get("pauses") if isinstance(value, dict) else None
    return [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []


def _window(one: dict[str, Any]) -> tuple[int, int]:
    return tuple(instant.milliseconds_of(str(one.get(name) or "")) or 0 for name in ("since", "until"))  # type: ignore[return-value]


def key_of(workspace: str, name: str) -> str:
    """What the file calls a project."""
    return short_hash(f"paused\0{workspace}/{name}")


def _holds(pause: object, at: int) -> bool:
    """Whether the pause has not ended; one that says something else than an instant does not end."""
    if pause is None:
        return False
    until = pause.get("until") if isinstance(pause, dict) else ""
    end = instant.milliseconds_of(until) if isinstance(until, str) and until else None
    return end is None or at < end
