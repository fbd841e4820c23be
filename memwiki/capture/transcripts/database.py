"""Another program's SQLite database, opened to be read and in no way changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote


def opened(path: Path) -> sqlite3.Connection:
    """A connection that only reads. Raises sqlite3.Error for what is no database or cannot be read."""
    for more in ("mode=ro", "mode=ro&immutable=1"):  # a log beside it may be unreadable from a folder without rights
        database = sqlite3.connect(f"file:{quote(str(path.resolve()))}?{more}", uri=True)
        try:
            database.execute("PRAGMA query_only = 1")
            database.execute("PRAGMA trusted_schema = 0")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error:
            database.close()
            if "immutable" in more:
                raise
        else:
            return database
    raise AssertionError("unreachable")
