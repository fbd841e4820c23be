"""A transcript file: read line by line in bounded memory, with what could not be read counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memwiki.capture.instant import milliseconds_of
from memwiki.capture.transcripts.spliced import record, records

MAX_LINE = 16 * 1024 * 1024
_PIECE = 1024 * 1024
_MOST_KEYS = 8  # first keys of records that are told apart
_BLANK = b" \t\r\n\v\f\0"
_BASE64 = re.compile(rb"[A-Za-z0-9+/=_-]{2048,}")  # pictures and documents: nothing of them is kept


@dataclass(slots=True)
class Event:
    """One event of a transcript: a payload in the agent's own hook format, and what a hook would not need to say."""

    payload: dict[str, Any]
    at: int  # milliseconds since 1970
    key: str  # the agent's own name for it: the same event has it in every copy of the transcript
    branch: str = ""
    dated: bool = True  # whether the transcript gives the time; else it is no part of what tells the event from others


@dataclass(slots=True)
class Source:
    """One file, read from byte `start`; the reader leaves in `resume` where the next reading has to begin."""

    path: Path
    start: int = 0
    resume: int = 0
    position: int = 0
    damaged: int = 0
    quiet: bool = True  # nobody writes to it now: its last words are an agent's last
    waits: bool = False  # the reader's word that the last words were left for the next reading
    hints: dict[str, str] = field(default_factory=dict)  # what the file does not say of itself, by name
    keys: set[str] = field(default_factory=set)  # that records of the file begin with

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """(offset, line without its break) of every line that is not blank."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            offset = self.start
            while line := file.readline(MAX_LINE):
                begun, offset = offset, offset + len(line)
                if len(line) == MAX_LINE and not line.endswith(b"\n"):
                    line, more = self._long(file, line)
                    offset += more
                self.position = offset
                if line.strip(_BLANK):
                    yield begun, line.rstrip(b"\r\n")

    def objects(self, *marks: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
        """(offset, object) of every record on the lines that hold one of the marks, if any are given."""
        for offset, line in self.lines():
            if marks and not any(mark in line for mark in marks):
                self.damaged += not (line[:1] == b"{" and line.rstrip()[-1:] == b"}")
                continue
            for place, found in self._objects(line):
                yield offset + place, found

    def whole(self) -> dict[str, Any] | None:
        """The file as one object; None where it is none."""
        data = self.path.read_bytes()
        self.position = self.resume = len(data)
        value = record(_BASE64.sub(b"", data) if len(data) > MAX_LINE else data)
        self.damaged += value is None
        return value

    def _objects(self, line: bytes) -> list[tuple[int, dict[str, Any]]]:
        """(byte in the line, object): one as a rule; what else is whole on a line that is none."""
        value = record(line)
        if value is None:
            found, lost = records(line, self.keys)
            self.damaged += lost
            return found
        if len(self.keys) < _MOST_KEYS:
            self.keys.update(list(value)[:1])
        return [(0, value)]

    def _long(self, file: Any, head: bytes) -> tuple[bytes, int]:
        """A very long line without its base64, and how many more bytes it had; no line where it stays too long."""
        kept, size, more = [_BASE64.sub(b"", head)], 0, 0
        size = len(kept[0])
        while not kept[-1].endswith(b"\n") and (piece := file.readline(_PIECE)):
            more += len(piece)
            self.position += len(piece)
            shorter = _BASE64.sub(b"", piece)
            if size <= MAX_LINE:
                kept.append(shorter)
                size += len(shorter)
            else:
                kept[-1] = shorter[-1:]
        if size > MAX_LINE:
            self.damaged += 1
            return b"", more
        return b"".join(kept), more


def instant_of(value: object) -> int | None:
    """Milliseconds since 1970 of a time as transcripts give it: ISO 8601, or a number of milliseconds."""
    if isinstance(value, str):
        return milliseconds_of(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 < value < 2**47 else None


def text_of(blocks: object, *types: str) -> str:
    """The texts of content blocks of these types (and of bare texts), each apart; pictures say nothing."""
    if isinstance(blocks, str):
        return blocks
    if not isinstance(blocks, list):
        return ""
    found = []
    for block in blocks:
        if isinstance(block, str):
            found.append(block)
        elif isinstance(block, dict) and isinstance(block.get("text"), str) and block.get("type", "text") in types:
            found.append(block["text"])
    return "\n\n".join(piece for piece in found if piece.strip())
