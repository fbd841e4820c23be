"""What a commit is about to do to the working files, written down first, so that a killed process is made good.

The journal stands from before the branch moves until the files and git's index have followed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memwiki.files import atomic_write


@dataclass(frozen=True, slots=True)
class Journal:
    """One move of the branch: commits before and after, and each path's blob before and after (None: no file)."""

    old: str | None
    new: str
    paths: Mapping[str, tuple[str | None, str | None]]
    writes: bool = True  # whether the working files have to follow; False where they already hold the new text


def save(file: Path, journal: Journal) -> None:
    """Writes the journal in one step."""
    paths = {path: list(pair) for path, pair in journal.paths.items()}
    text = json.dumps({"old": journal.old, "new": journal.new, "writes": journal.writes, "paths": paths})
    atomic_write(file, text)


def load(file: Path) -> Journal | None:
    """The journal of an unfinished move; None where there is none, or where it was never whole."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        paths = {str(path): (before, after) for path, (before, after) in found["paths"].items()}
        return Journal(found["old"], str(found["new"]), paths, bool(found["writes"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        return None
