"""Reads segments as they are: torn tails, broken bytes, unknown events and fields included."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from io import BytesIO
from pathlib import Path
from sys import intern
from typing import Any, BinaryIO

from memwiki.records import Observation, Tool
from memwiki.spool.append import OPEN, SEALED
from memwiki.spool.times import settled

_TEXTS = frozenset(
    field.name
    for field in fields(Observation)
    if field.name not in ("tool", "files", "redacted", "cut", "segment", "line", "extra")
)
# What most lines of a session repeat: held once, however many there are.
_REPEATED = tuple(name for name in _TEXTS if name not in ("id", "ts", "text", "call"))


@dataclass(frozen=True, slots=True)
class SegmentRead:
    """The observations of one segment, how many torn lines its end had, and the 1-based numbers of unreadable lines."""

    observations: tuple[Observation, ...]
    torn: int
    bad: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """What there is to know of a segment without reading what was said: how many observations it has, the times of the
    first line and of the last event, the event of the final line, when a session last started in it, the marks of its
    last two lines' processes, and how many lines could not be read.
    """

    count: int = 0
    first: str = ""
    last: str = ""
    final: str = ""
    started: str = ""
    processes: tuple[str, ...] = ()
    unread: int = 0


def session_folders(raw_dir: Path) -> list[Path]:
    """The folders of the project's sessions, in name order; none where the project has no spool."""
    if not raw_dir.is_dir():
        return []
    with os.scandir(raw_dir) as entries:
        found = (entry for entry in entries if not entry.name.startswith("."))
        names = [entry.name for entry in found if entry.is_dir(follow_symlinks=False)]  # a link leads elsewhere
    return [raw_dir / name for name in sorted(names)]


def segments(folder: Path) -> list[Path]:
    """The session's segments, sealed and open, in order."""
    with os.scandir(folder) as entries:  # a link or a pipe is nobody's segment: it would be read and sealed elsewhere
        names = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    kept = (name for name in names if name[:4].isdecimal() and name[4:] in (OPEN, SEALED))
    return [folder / name for name in sorted(kept, key=lambda name: (int(name[:4]), not name.endswith(SEALED)))]


def is_sealed(path: Path) -> bool:
    """Whether the segment's name says that it will not change."""
    return path.name.endswith(SEALED)


def label(path: Path) -> str:
    """`<agent>-<session>/<NNNN>`: how pages and observations name the segment."""
    return f"{path.parent.name}/{path.name[:4]}"


def _opened(path: Path) -> BinaryIO:
    """The segment's file: one that a compile has sealed since it was listed goes by its sealed name."""
    try:
        return path.open("rb")
    except FileNotFoundError:
        if is_sealed(path):
            raise
        return path.with_name(f"{path.name[:4]}{SEALED}").open("rb")


def read_segment(path: Path) -> SegmentRead:
    """The segment's observations in order. Never raises for what the file holds, only where it cannot be opened."""
    with _opened(path) as file:
        return _read(file, label(path))


def observations(path: Path) -> Iterator[Observation]:
    """The segment's observations in order, one at a time: what cannot be read is left out."""
    with _opened(path) as file:
        for _, _, observation in _lines(file, label(path)):
            if observation is not None:
                yield observation


def named_lines(path: Path) -> Iterator[bytes]:
    """The segment's lines as they are, those only that carry an id: no other event is told in the same words."""
    with _opened(path) as file:
        yield from (line.rstrip() for line in file if b'"id"' in line)


def parse(data: bytes, segment: str) -> SegmentRead:
    """The observations of a segment's bytes; a last line without its line break counts if it is whole."""
    return _read(BytesIO(data), segment)


def glance(path: Path) -> Glance:
    """What the segment is about, without keeping what it says."""
    count = unread = 0
    first = last = final = started = before = ""
    processes: tuple[str, ...] = ()
    with _opened(path) as file:
        for line in file:
            value = _value(line) if line.strip() else {}
            if not value:
                unread += value is None
                continue
            ts = before = settled(value.get("ts"), before)
            count, final, last = count + 1, value["event"], max(last, ts)
            first = ts if count == 1 else first
            started = max(started, ts) if final == "session-start" else started
            processes = (*processes[-1:], str(value.get("process") or ""))
    return Glance(count, first, last, final, started, processes, unread)


def _read(lines: Iterable[bytes], segment: str) -> SegmentRead:
    found: list[Observation] = []
    bad: list[int] = []
    torn = 0
    for number, line, observation in _lines(lines, segment):
        if observation is not None:
            found.append(observation)
        elif line.endswith(b"\n"):
            bad.append(number)
        else:
            torn = 1
    return SegmentRead(tuple(found), torn, tuple(bad))


def _lines(lines: Iterable[bytes], segment: str) -> Iterator[tuple[int, bytes, Observation | None]]:
    """The lines that hold anything, with their 1-based numbers."""
    before = ""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            value = _value(line)
            if value is not None:
                before = value["ts"] = settled(value.get("ts"), before)
            given = line.removesuffix(b"\n")
            yield number, line, None if value is None else observation_of(value, segment, number, given)


_MARK = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)
_JSON = json.JSONDecoder(strict=False)  # a control character is no reason
_DEEPEST = 200  # nesting; the reader's own limit would depend on who calls it


def _is_deep(line: bytes) -> bool:
    depth = 0
    for mark in _MARK.finditer(line):
        depth += (mark[0] in (b"[", b"{")) - (mark[0] in (b"]", b"}"))
        if depth > _DEEPEST:
            return True
    return False


def _value(line: bytes) -> dict[str, Any] | None:
    if line.count(b"[") + line.count(b"{") > _DEEPEST and _is_deep(line):
        return None
    try:
        value = _JSON.decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get("event"), str) else None


def observation_of(value: dict[str, Any], segment: str = "", number: int = 0, line: bytes = b"") -> Observation:
    """The observation of a line's object; fields of another shape than expected go to `extra`, as unknown ones do."""
    known: dict[str, Any] = {name: one for name, one in value.items() if name in _TEXTS and isinstance(one, str)}
    for name in _REPEATED:
        if name in known:
            known[name] = intern(known[name])
    for name in ("redacted", "cut"):
        if isinstance(value.get(name), int):
            known[name] = int(value[name])
    if isinstance(value.get("tool"), dict):
        known["tool"] = _tool(value["tool"])
    if isinstance(value.get("files"), list):
        known["files"] = tuple(path for path in value["files"] if isinstance(path, str))
    extra = {key: value[key] for key in value if key not in known and key != "v"}
    if "id" not in known:
        known["id"] = hashlib.sha256(line or repr(sorted(value)).encode()).hexdigest()[:26].upper()
    for name in ("ts", "agent", "session"):
        known.setdefault(name, "")
    return Observation(**known, segment=segment, line=number, extra=extra)


def _tool(value: dict[str, Any]) -> Tool:
    given, output = value.get("input"), value.get("output")
    ok, code, duration = value.get("ok"), value.get("exit"), value.get("duration_ms")
    return Tool(
        name=str(value.get("name", "")),
        family=str(value.get("family", "other")),
        input=given if isinstance(given, dict) else {},
        output=output if isinstance(output, str) else "",
        ok=ok if isinstance(ok, bool) else None,
        exit=code if isinstance(code, int) and not isinstance(code, bool) else None,
        duration_ms=duration if isinstance(duration, int) and not isinstance(duration, bool) else None,
    )
