"""A claude-mem database, opened for reading only: its sessions, summaries and observations, whatever columns it has."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memwiki.capture.transcripts.database import opened
from memwiki.errors import Invalid, NotFound

_MAGIC = b"SQLite format 3\0"
_SESSION = ("memory_session_id", "sdk_session_id", "content_session_id", "claude_session_id", "session_id")
_TABLES = ("observations", "session_summaries", "user_prompts", "sdk_sessions")
_MOST = 100_000  # rows of one table


@dataclass(slots=True)
class Remembered:
    """One session as claude-mem kept it."""

    session: str
    project: str = ""
    summaries: list[dict[str, Any]] = field(default_factory=list)
    observations: list[dict[str, Any]] = field(default_factory=list)
    prompts: list[dict[str, Any]] = field(default_factory=list)


def remembered(path: Path) -> list[Remembered]:
    """The database's sessions, oldest first. Raises NotFound, or Invalid where it is no such database."""
    if not path.is_file():
        raise NotFound(f"no such file: {path}")
    with path.open("rb") as file:
        if file.read(16) != _MAGIC:
            raise Invalid(f"{path} is no SQLite database", hint="usually ~/.claude-mem/claude-mem.db")
    try:
        with closing(opened(path)) as database:
            database.row_factory = sqlite3.Row
            return _read(database, path)
    except sqlite3.Error as error:
        raise Invalid(
            f"{path} cannot be read: {error}", hint="stop claude-mem, copy the file, import the copy"
        ) from error


def _read(database: sqlite3.Connection, path: Path) -> list[Remembered]:
    there = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"observations", "session_summaries"} & there:
        raise Invalid(f"{path} is no claude-mem database", hint="it has neither observations nor session_summaries")
    found: dict[str, Remembered] = {}
    names: dict[str, str] = {}
    for row in _rows(database, "sdk_sessions", there):
        ids = [str(row[name]) for name in _SESSION if row.get(name)]
        names |= dict.fromkeys(ids, ids[-1] if ids else "")  # the agent's own id, by each of its names
    lists: dict[str, str] = {
        "session_summaries": "summaries",
        "observations": "observations",
        "user_prompts": "prompts",
    }
    projects: dict[str, str] = defaultdict(str)
    for table, attribute in lists.items():
        for row in _rows(database, table, there):
            told = next((str(row[name]) for name in _SESSION if row.get(name)), "")
            session = names.get(told, told) or f"rows-{row.get('project') or 'unknown'}"
            one = found.setdefault(session, Remembered(session))
            getattr(one, attribute).append(row)
            projects[session] = projects[session] or str(row.get("project") or "")
    for one in found.values():
        one.project = projects[one.session]
    return sorted(found.values(), key=lambda one: (when(_all(one)[0]), one.session))


def _rows(database: sqlite3.Connection, table: str, there: set[str]) -> Iterator[dict[str, Any]]:
    if table not in there or table not in _TABLES:
        return
    for row in database.execute(f"SELECT rowid AS rowid_, * FROM {table} LIMIT {_MOST}"):  # noqa: S608 - one of _TABLES
        yield {key: row[key] for key in row.keys()}  # noqa: SIM118 - a Row is no mapping


def _all(one: Remembered) -> list[dict[str, Any]]:
    return sorted([*one.prompts, *one.observations, *one.summaries], key=when)


def when(row: dict[str, Any]) -> int:
    """The row's time in milliseconds since 1970; 0 where it has none."""
    value = row.get("created_at_epoch")
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        return 0
    return int(value if value > 10**11 else value * 1000)


def words(row: dict[str, Any], name: str) -> str:
    """A column's text."""
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""


def listed(row: dict[str, Any], name: str) -> list[str]:
    """A column's list: JSON text, or lines."""
    text = words(row, name)
    if text.startswith("["):
        try:
            value = json.loads(text)
        except ValueError:
            value = []
        return [str(item) for item in value if isinstance(item, str) and item.strip()]
    return [line.strip("-* ") for line in text.splitlines() if line.strip("-* ")]
