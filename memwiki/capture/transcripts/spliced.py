"""Records of a line that is no record: agents that write at once, or are killed, leave lines that the next record cuts
off, records without a break between them, and runs of zero bytes before one."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

_BLANK = " \t\r\n\v\f\0\ufeff"
_HEAD = re.compile(r'\{"([A-Za-z_$][\w$-]{0,63})":')
_MOST_READ = 32 * 1024 * 1024  # characters that are read in vain for one line
_DECODER = json.JSONDecoder()


def record(line: bytes) -> dict[str, Any] | None:
    """The record that the line is, broken bytes replaced; None where it is none."""
    try:
        value = json.loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def records(line: bytes, keys: Collection[str] = ()) -> tuple[list[tuple[int, dict[str, Any]]], bool]:
    """(byte in the line, record) of each record that is whole, and whether anything else stands there.

    Past what is broken, a record begins with its own first key or one of `keys`, and the line ends with a record: parts
    of the broken one do neither.
    """
    text = line.decode("utf-8", "surrogateescape")
    found, at = _chain(text, 0)
    lost = at < len(text)
    if lost:
        own = _HEAD.match(text.lstrip(_BLANK))
        known, read = {*keys, own[1] if own else ""}, 0
        for start in _starts(text, found[-1][1] if found else 1, known):
            more, end = _chain(text, start)
            if end == len(text):
                found += more
                break
            read += end - start
            if read > _MOST_READ:
                break
    return [(len(_bytes(text[:start])), record(_bytes(text[start:end])) or {}) for start, end in found], lost


def _starts(text: str, after: int, keys: Collection[str]) -> Iterator[int]:
    for found in _HEAD.finditer(text, after):
        if found[1] in keys:
            yield found.start()


def _chain(text: str, at: int) -> tuple[list[tuple[int, int]], int]:
    """(start, end) of the records that follow each other from here on, and how far they reach; where none begins here,
    how far it was read."""
    found: list[tuple[int, int]] = []
    while True:
        while at < len(text) and text[at] in _BLANK:
            at += 1
        if at == len(text):
            return found, at
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:  # also a number of more digits than Python reads
            return found, at if found else min(getattr(error, "pos", len(text)), len(text) - 1)
        if not isinstance(value, dict):
            return found, at
        found.append((at, end))
        at = end


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
