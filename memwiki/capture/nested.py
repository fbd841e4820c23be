"""Folders with a marker of their own that an event reaches into: their owner has a say although the agent works above
or beside them."""

from __future__ import annotations

import os

from memwiki.capture.project import MARKER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memwiki.capture.draft import Draft

    Known = dict[str, bool]

_MOST_NAMES = 4096  # names that are looked at
_MOST_LINKS = 64  # names whose links are followed
_SHELLED = "'\"\\$`{*?["  # signs with which only a shell's reading tells the names
_PARTED = str.maketrans(dict.fromkeys(";|&()<>=,:@", " "))
_GOING = ("cd ", "pushd", "-C", "--cwd", "--prefix", "--directory", "chdir")


def marked_folders(found: Draft, known: Known, person: str = "") -> list[str]:
    """The nearest folder with a marker of each path that the event names, where that is none of its cwd's own.

    `known` remembers which folders hold a marker, for whoever asks for many events.
    """
    cwd = found.get("cwd", "")
    if not cwd.startswith(os.sep) or not (found.get("files") or found.get("tool")):
        return []
    marked: dict[str, None] = {}
    seen: set[str] = set()
    links = 0
    for path in _paths(found, cwd, person):
        if len(seen) > _MOST_NAMES:
            break
        if path in seen:
            continue
        _climb(path, cwd, seen, marked, known)
        if links < _MOST_LINKS:
            links += 1
            real = os.path.realpath(path)
            if real != path:
                _climb(real, cwd, seen, marked, known)
    return list(marked)


def _climb(path: str, cwd: str, seen: set[str], marked: dict[str, None], known: Known) -> None:
    """Looks for a marker from the path up, to where the cwd's own folders begin."""
    while path not in seen and path != "/" and path != cwd and not cwd.startswith(path + "/"):
        seen.add(path)
        has = known.get(path)
        if has is None:
            has = known[path] = os.path.lexists(f"{path}/{MARKER}")
        if has:
            marked[path] = None
            return
        path = path.rpartition("/")[0] or "/"


def _paths(found: Draft, cwd: str, person: str) -> Iterator[str]:
    """Each path of the event, in full and without `..`."""
    tool = found.get("tool") or {}
    command = (tool.get("input") or {}).get("command") or ""
    if not command or any(sign in command for sign in (*_SHELLED, *_GOING)):
        from memwiki.capture.named import named

        event = named(found, person)
        folders, names = event.folders or [cwd], [name for name, _ in event.names]
    else:
        names = [*found.get("files", ()), *command.translate(_PARTED).split()]
        workdir = tool["input"].get("workdir")
        folders = [cwd, os.path.join(cwd, workdir)] if isinstance(workdir, str) and workdir else [cwd]
    for name in names:
        yield from _full(name, folders, person)
    output = tool.get("output") or ""
    if "/" in output and tool.get("family") in ("shell", "search"):
        from memwiki.capture.named import printed

        heads = {name.rpartition("/")[0] for name, _ in printed(found) if "/" in name}
        for name in heads:
            yield from _full(name, folders, person)


def _full(name: str, folders: list[str], person: str) -> Iterator[str]:
    if not name or "\0" in name or len(name) > 4096 or name[0] == "-":
        return
    if name[0] == "~" and name[1:2] in ("", "/") and person:
        name = person + name[1:]
    at = min((i for i in map(name.find, "*?[{") if i >= 0), default=-1)
    if at >= 0:  # as far as it is told
        name = name[:at].rpartition("/")[0]
    if name[:1] == "/":
        yield os.path.normpath(name)
    elif name:
        for folder in folders:
            yield os.path.normpath(f"{folder}/{name}")
