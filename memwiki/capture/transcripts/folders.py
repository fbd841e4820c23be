"""The folder that a transcript belongs to, where the transcript does not say it: from the program's own data, else from
the files that the transcript names, of which one lies below a folder that has the name the program gave it."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

_STORES = (  # where Cursor keeps a folder's window, on Linux, macOS and Windows
    ".config/Cursor/User/workspaceStorage",
    "Library/Application Support/Cursor/User/workspaceStorage",
    "AppData/Roaming/Cursor/User/workspaceStorage",
)
_MOST_LISTED = 2000  # folders that are looked into for one name
_MOST_BYTES = 1 << 20
_MOST_FILES, _MOST_PATHS = 16, 5000  # transcripts of one folder that are looked into, and paths of each
_HASH = re.compile(r'"projectHash": ?"([0-9a-f]{64})"')
_PATHS = re.compile(r'"(/[^"\\]{2,1000})"|(?<![\w./~-])(/[^\s"\'`\\<>|*?()\[\]]{2,1000})')


def of_gemini(transcript: Path) -> str:
    """Gemini CLI writes the folder beside its chats, and lists it in projects.json and trustedFolders.json."""
    return _of_gemini(transcript.parent)


def of_cursor(transcript: Path) -> str:
    """Cursor names a transcript's folder after the work's, every sign as `-`: the one folder with that name."""
    parts = transcript.parts
    at = max((i for i, part in enumerate(parts) if part == "agent-transcripts"), default=0)
    return _of_cursor(Path(*parts[: at - 1]), parts[at - 1]) if at > 1 else ""


@lru_cache(maxsize=4096)
def _of_gemini(chats: Path) -> str:
    own, home = chats.parent, chats.parent.parent.parent
    if (root := _text(own / ".project_root").strip()) and os.path.isabs(root):
        return root
    projects = _object(home / "projects.json").get("projects")
    listed = projects if isinstance(projects, dict) else {}
    named = [path for path, name in listed.items() if name == own.name]
    known = [*listed, *_object(home / "trustedFolders.json")]
    transcripts = sorted(chats.glob("*"))
    names = {own.name, *(_HASH.findall(_text(transcripts[0])[:4096]) if transcripts else ())}
    named += [path for path in known if _hashed(path) in names]
    return _only(named) if named else _only(_said(transcripts, lambda path: _hashed(path) in names))


def _hashed(path: str) -> str:
    """The folder's path as older Gemini's name for it."""
    return hashlib.sha256(path.encode("utf-8", "replace")).hexdigest()


@lru_cache(maxsize=4096)
def _of_cursor(projects: Path, name: str) -> str:
    home = projects.parent.parent
    windows = {folder for store in _STORES for folder in _windows(str(home / store)) if slugged(folder) == name}
    found = _only(list(windows or _named("/", name, [_MOST_LISTED])))
    return found or _only(
        _said(sorted((projects / name).glob("agent-transcripts/**/*.jsonl")), lambda path: slugged(path) == name)
    )


def _said(transcripts: list[Path], is_it: Callable[[str], bool]) -> list[str]:
    """The folders that `is_it`, of those that the files named in the transcripts lie in."""
    above: dict[str, None] = {}
    for transcript in transcripts[:_MOST_FILES]:
        for found in list(_PATHS.finditer(_text(transcript)))[:_MOST_PATHS]:
            path = os.path.normpath(found[1] or found[2])
            while len(path) > 1 and path not in above:
                above[path] = None
                path = os.path.dirname(path)
    return [path for path in above if is_it(path)]


@lru_cache(maxsize=16)
def _windows(store: str) -> tuple[str, ...]:
    """The folders that Cursor had open."""
    found = []
    for window in sorted(Path(store).glob("*/workspace.json"))[:_MOST_LISTED]:
        told = _object(window).get("folder")
        if isinstance(told, str) and (url := urlparse(told)).scheme == "file" and not url.netloc:
            found.append(unquote(url.path))
    return tuple(found)


def slugged(folder: str) -> str:
    """The folder's path as Cursor's name for it."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in folder.lstrip("/\\"))


def _named(folder: str, rest: str, left: list[int]) -> Iterator[str]:
    """The folders below this one whose path has this name; `left` counts how many may still be looked into."""
    if left[0] <= 0:
        return
    left[0] -= 1
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return
    for name in names:
        part, path = slugged(name) or "-" * len(name), f"{folder.rstrip('/')}/{name}"
        if part == rest:
            yield path
        elif rest.startswith(f"{part}-"):
            yield from _named(path, rest[len(part) + 1 :], left)


def _only(found: list[str]) -> str:
    """The one that was found; "" for none, and where several could be meant."""
    return found[0] if len(set(found)) == 1 and os.path.isabs(found[0]) else ""


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            return ""  # a pipe has nobody who writes
        with path.open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(_text(path))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
