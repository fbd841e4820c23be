"""What raw/ already holds of some sessions, so that what comes a second time, from another source, is known again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from memwiki.capture.instant import milliseconds_of
from memwiki.spool.read import segments

IMPORTED = "imported"  # the field of a line that no hook wrote: what it was read from
NEAR_MS = 120_000  # a hook and a transcript tell of one event within this time
_COPY_MS = 3_000  # the same, in a transcript that another session was forked from


class Held:
    """Ids of all lines; of those that hooks wrote, also the calls, and what was said or done with its time."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.erased: set[str] = set()  # folders of sessions that something was taken out of for good
        self._calls: set[str] = set()
        self._told: dict[str, list[tuple[int, str]]] = {}  # (when, in which session)

    @classmethod
    def of(cls, folders: Iterable[Path]) -> Held:
        """What these session folders hold."""
        found = cls()
        for folder in folders:
            if not folder.is_dir():
                continue
            for path in segments(folder):
                with path.open("rb") as file:
                    for line in file:
                        found._read(line, folder.name)
        return found

    def take(self, line: Mapping[str, Any]) -> bool:
        """Whether the line is held already; one that a hook told of is used up by the first line that it is."""
        identity = str(line.get("id", ""))
        if identity in self.ids:
            return True
        self.ids.add(identity)
        call = str(line.get("call") or "")
        if call and call in self._calls:
            return True
        return bool(self._told) and self._was_told(line)

    def _was_told(self, line: Mapping[str, Any]) -> bool:
        at, session = milliseconds_of(str(line.get("ts", ""))) or 0, str(line.get("session", ""))
        times = self._told.get(_core(line), [])
        near = [one for one in times if abs(one[0] - at) <= (NEAR_MS if one[1] == session else _COPY_MS)]
        if not near:
            return False
        times.remove(min(near, key=lambda one: abs(one[0] - at)))
        return True

    def _read(self, raw: bytes, folder: str) -> None:
        try:
            line = json.loads(raw.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            return
        if not isinstance(line, dict):
            return
        if line.get("event") == "erased":
            self.erased.add(folder)
        self.ids.add(str(line.get("id", "")))
        if IMPORTED in line:
            return
        if line.get("call"):
            self._calls.add(str(line["call"]))
        at = milliseconds_of(str(line.get("ts", "")))
        if at is not None:
            self._told.setdefault(_core(line), []).append((at, str(line.get("session", ""))))


def _core(line: Mapping[str, Any]) -> str:
    """What happened, in a form that is the same from a hook and from a transcript."""
    event, tool = str(line.get("event", "")), line.get("tool")
    parts = [event, str(line.get("subagent", ""))]
    if isinstance(tool, dict):
        given = tool.get("input")
        parts[0] = "tool"
        parts += [str(tool.get("family", "")), json.dumps(given, sort_keys=True, ensure_ascii=True)]
    elif event not in ("pre-compact", "post-compact", "session-start", "session-end"):
        parts.append(" ".join(str(line.get("text", "")).split()))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:24]
