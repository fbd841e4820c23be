"""OpenCode's own database of sessions, read only, one session after the other, in the shape of `opencode export`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from memwiki.capture.transcripts.database import opened

_SESSION = ("id", "parent_id", "directory", "version", "time_created", "time_updated")
_MESSAGES = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT data FROM part WHERE message_id = ? ORDER BY id"

Session = tuple[dict[str, Any], Iterator[dict[str, Any]]]


def sessions(path: Path, since: int = 0) -> Iterator[tuple[int, float, Session]]:
    """(time of its last change, share that was read before it, (info, messages)) of every session changed at or after
    `since` (milliseconds), the oldest change first. Raises OSError for what is no such database or cannot be read."""
    try:
        with closing(opened(path)) as database:
            there = {row[1] for row in database.execute("PRAGMA table_info(session)")}
            if not {"id", "directory"} <= there:
                raise OSError(f"{path} is no database of OpenCode's sessions")
            columns = ", ".join(name if name in there else f"NULL AS {name}" for name in _SESSION)
            order = "time_updated, id" if "time_updated" in there else "id"
            asked = f"SELECT {columns} FROM session ORDER BY {order}"  # noqa: S608 - of names that stand here
            rows = database.execute(asked).fetchall()
            for number, row in enumerate(rows):
                told = dict(zip(_SESSION, row, strict=True))
                changed = told["time_updated"] if isinstance(told["time_updated"], int) else 0
                if changed >= since:
                    yield changed, number / len(rows), (_info(told), _messages(database, told["id"]))
    except sqlite3.Error as error:
        raise OSError(f"{path} cannot be read: {error}") from error


def _info(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": told["id"],
        "parentID": told["parent_id"],
        "directory": told["directory"],
        "version": told["version"],
        "time": {"created": told["time_created"]},
    }


def _messages(database: sqlite3.Connection, session: str) -> Iterator[dict[str, Any]]:
    for identity, data in database.execute(_MESSAGES, (session,)):
        parts = [_object(part) for (part,) in database.execute(_PARTS, (identity,))]
        yield {"info": {**_object(data), "id": identity}, "parts": parts}


def _object(data: object) -> dict[str, Any]:
    try:
        value = json.loads(data) if isinstance(data, str | bytes) else None
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}
