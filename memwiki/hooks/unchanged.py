"""Whether the files that a procedure changed are still as it knew them. Bounded reads, inside the project only."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_FILES = 32
MOST_BYTES = 1 << 20
_REGULAR, _KIND = 0o100000, 0o170000


def look(root: str, files: Sequence[Any], edits: Sequence[Any]) -> tuple[str, list[str]]:
    """("", files that changed since) where the note may be given; else (why not, the files that say so).

    `files` are [path, whether it was there before]; `edits` are those of each session that did it, newest first, as
    [path, before, after]. A session's edit fits where one of its sides stands in the file, and what fits one of the
    sessions best counts: another one may have set another value in the same place.
    """
    if not root:
        return "no project folder is known", []
    if len(files) > MOST_FILES:
        return "too many files", []
    for path, was_there in files:
        state = _state(root, path)
        if state and (state != "missing" or was_there):
            return f"file {state}", [path]
    texts: dict[str, str | None] = {}
    told = [fits for one in edits if (fits := _fits(root, one, texts))]
    if not told:
        return "", []
    best = max(told, key=lambda fits: sum(fits.values()) / len(fits))
    if not any(best.values()):
        return "the code that it changed is gone", list(best)
    return "", [path for path, good in best.items() if not good]


def _fits(root: str, edits: Sequence[Any], texts: dict[str, str | None]) -> dict[str, bool]:
    """For each file of one session's edits that can be compared, whether all of them fit."""
    fits: dict[str, bool] = {}
    for path, before, after in edits:
        if path not in texts:
            texts[path] = _read(root, path)
        text = texts[path]
        if text is None or not (before or after):  # a file that it made itself may be gone
            continue
        if before or after in text:  # what was only added is missing where it is to be added again
            fits[path] = fits.get(path, True) and any(side and side in text for side in (before, after))
    return fits


def _state(root: str, path: str) -> str:
    """ "" where the file can be looked at; else what speaks against it."""
    parts = path.split("/")
    if not path or path.startswith(("/", "~")) or "\\" in path or ".." in parts or "\0" in path or ":" in parts[0]:
        return "outside the project"
    place = root
    for n, part in enumerate(parts):
        place = os.path.join(place, part)
        try:
            found = os.lstat(place)
        except (OSError, ValueError):
            return "missing"
        kind = found.st_mode & _KIND
        if kind == 0o120000:
            return "is a link"
        if n == len(parts) - 1 and kind != _REGULAR:
            return "is no file"
    return "too large" if found.st_size > MOST_BYTES else ""


def _read(root: str, path: str) -> str | None:
    """The text of a file inside the root, reached through no link; None where it cannot be read."""
    if _state(root, path):
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(os.path.join(root, path), flags)
    except OSError:
        return None
    try:
        if os.fstat(handle).st_mode & _KIND != _REGULAR:
            return None
        data = b""
        while len(data) <= MOST_BYTES and (piece := os.read(handle, 1 << 16)):
            data += piece
    except OSError:
        return None
    finally:
        os.close(handle)
    if len(data) > MOST_BYTES:
        return None
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
