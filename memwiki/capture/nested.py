"""Folders with a marker of their own that an event reaches into: their owner has a say although the agent works above
or beside them."""

from __future__ import annotations

import os

from memwiki.capture.project import LONGEST_PATH, MARKER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memwiki.capture.draft import Draft

    Known = dict[str, str]

_MOST_NAMES = 4096  # names that are looked at
_MOST_LINES = 5000
_SHELLED = "'\"\\$`{*?["  # signs with which only a shell's reading tells the names
_PARTED = str.maketrans(dict.fromkeys(";|&()<>=,:@", " "))
_GOING = ("cd ", "pushd", "-C", "--cwd", "--prefix", "--directory", "chdir")
_SHAPED = ("diff --git ", "+++ ", "==> ", '"path":{', "\x1b", "\0")  # outputs whose names are not just before a colon


def marked_folders(found: Draft, known: Known, person: str = "") -> list[str]:
    """The nearest folder with a marker of each path that the event names, where that is none of its cwd's own.

    `known` remembers what was found for a path, for whoever asks for many events.
    """
    cwd = found.get("cwd", "")
    if not cwd.startswith(os.sep) or len(cwd) > LONGEST_PATH or not (found.get("files") or found.get("tool")):
        return []
    marked: dict[str, None] = {}
    for count, path in enumerate(_paths(found, cwd, person)):
        if count >= _MOST_NAMES:
            break
        nearest = known.get(path)
        if nearest is None:
            nearest = _nearest(path, known)
        if nearest and nearest != cwd and not cwd.startswith(nearest + "/"):
            marked[nearest] = None
    return list(marked)


def _nearest(path: str, known: Known) -> str:
    """The folder with a marker at or above the path, where links lead to; "" where there is none."""
    passed: list[str] = []
    found = ""
    while path != "/" and len(passed) < _MOST_NAMES:
        before = known.get(path)
        if before is not None:
            found = before
            break
        passed.append(path)
        if os.path.lexists(f"{path}/{MARKER}"):
            found = path
            break
        real = os.path.realpath(path) if os.path.islink(path) else path
        path = real if real != path else path.rpartition("/")[0] or "/"
    known.update(dict.fromkeys(passed, found))
    return found


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
        for folder in _printed(found, output):
            yield from _full(folder, folders, person)


def _printed(found: Draft, output: str) -> set[str]:
    """The folders of the files that lines of the output are about."""
    if any(sign in output for sign in _SHAPED):
        from memwiki.capture.named import printed

        names: Iterable[str] = (name for name, _ in printed(found))
    else:
        names = (line.partition(":")[0] for line in output.split("\n", _MOST_LINES)[:_MOST_LINES])
    return {name[: name.rfind("/")] for name in names if 0 < name.rfind("/") < 1024}


def _full(name: str, folders: list[str], person: str) -> Iterator[str]:
    if not name or "\0" in name or len(name) > LONGEST_PATH or name[0] == "-":
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
