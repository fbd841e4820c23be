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

FILE = "paused.json"
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
        handle = os.open(os.path.join(home, FILE), os.O_RDONLY)
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
