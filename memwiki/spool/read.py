"""Reads segments as they are: torn tails, broken bytes, unknown events and fields included."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from memwiki.records import Observation, Tool
from memwiki.spool.append import OPEN, SEALED

_TEXTS = tuple(
    field.name
    for field in fields(Observation)
    if field.name not in ("tool", "files", "redacted", "cut", "segment", "line", "extra")
)


@dataclass(frozen=True, slots=True)
class SegmentRead:
    """The observations of one segment, how many torn lines its end had, and the 1-based numbers of unreadable lines."""

    observations: tuple[Observation, ...]
    torn: int
    bad: tuple[int, ...]


def session_folders(raw_dir: Path) -> list[Path]:
    """The folders of the project's sessions, in name order; none where the project has no spool."""
    if not raw_dir.is_dir():
        return []
    with os.scandir(raw_dir) as entries:
        names = [entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir()]
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


def read_segment(path: Path) -> SegmentRead:
    """The segment's observations in order. Never raises for what the file holds, only where it cannot be opened."""
    return parse(path.read_bytes(), label(path))


def parse(data: bytes, segment: str) -> SegmentRead:
    """The observations of a segment's bytes; a last line without its line break counts if it is whole."""
    lines = data.split(b"\n")
    tail = lines.pop()
    found: list[Observation] = []
    bad: list[int] = []
    for number, line in enumerate(lines, start=1):
        observation = _observation(line, segment, number) if line.strip() else None
        if observation is not None:
            found.append(observation)
        elif line.strip():
            bad.append(number)
    torn = 0
    if tail.strip():
        observation = _observation(tail, segment, len(lines) + 1)
        if observation is None:
            torn = 1
        else:
            found.append(observation)
    return SegmentRead(tuple(found), torn, tuple(bad))


def _observation(line: bytes, segment: str, number: int) -> Observation | None:
    try:
        value = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("event"), str):
        return None
    return observation_of(value, segment, number, line)


def observation_of(value: dict[str, Any], segment: str = "", number: int = 0, line: bytes = b"") -> Observation:
    """The observation of a line's object; fields of another shape than expected go to `extra`, as unknown ones do."""
    known: dict[str, Any] = {name: value[name] for name in _TEXTS if isinstance(value.get(name), str)}
    for name in ("redacted", "cut"):
        if isinstance(value.get(name), int):
            known[name] = int(value[name])
    if isinstance(value.get("tool"), dict):
        known["tool"] = _tool(value["tool"])
    if isinstance(value.get("files"), list):
        known["files"] = tuple(path for path in value["files"] if isinstance(path, str))
    extra = {key: value[key] for key in value if key not in known and key != "v"}
    known.setdefault("id", hashlib.sha256(line or repr(sorted(value)).encode()).hexdigest()[:26].upper())
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
