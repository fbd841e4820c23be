"""What reaches the terminal: data on stdout, the rest on stderr, captured text without control characters."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memwiki.cli.outputs import Output

_ESCAPE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])"
)
# What is left of control characters, and the marks that let a line read backwards.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ud800-\udfff]")


def clean(text: str) -> str:
    """The text as a terminal may show it: no escape sequences, no control characters but line breaks and tabs."""
    return _CONTROL.sub("\ufffd", _ESCAPE.sub("", text.replace("\r\n", "\n")))


def say(text: str) -> None:
    """One piece of data, on stdout."""
    sys.stdout.write(clean(text) + "\n")


def say_wrapped(text: str, indent: str = "", more: str | None = None) -> None:
    """One piece of data, set in by `indent`; on a terminal its further lines are broken between words, and set in by
    `more` (the same, if not given). Where nobody looks, it stays one line."""
    if not sys.stdout.isatty():
        say(indent + text)
        return
    import shutil

    room = max(40, shutil.get_terminal_size().columns) - 1
    for line in wrapped(clean(text), room, indent, indent if more is None else more):
        say(line)


def wrapped(text: str, room: int, indent: str = "", more: str = "") -> Iterator[str]:
    """The text in lines of at most `room` columns, broken at blanks, or between wide letters, or where it must be."""
    line, width, begun = indent, _width(indent), False
    for piece in _PIECE.findall(text):
        wide = _width(piece)
        if begun and width + wide > room and piece.strip():
            yield line.rstrip()
            line, width, begun = more, _width(more), False
        if not begun and not piece.strip():
            continue
        while width + wide > room and wide > 1:
            cut = _fitting(piece, room - width)
            yield line + piece[:cut]
            piece, line, width = piece[cut:], more, _width(more)
            wide = _width(piece)
        line, width, begun = line + piece, width + wide, True
    if begun:
        yield line.rstrip()


# A word, blanks, or one wide letter with the marks that must not begin a line after it.
_PIECE = re.compile(
    r"\s+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef][，。、；：！？）》」』”’,.;:!?)]*"
    r"|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+"
)


def _fitting(piece: str, room: int) -> int:
    """How many letters of the piece fit into so many columns; at least one."""
    width = 0
    for number, letter in enumerate(piece):
        width += _width(letter)
        if width > room:
            return max(1, number)
    return len(piece)


def note(text: str) -> None:
    """One remark, on stderr."""
    sys.stderr.write(clean(text) + "\n")


def remark_waiting(finished: int) -> None:
    """Says that a block knows nothing yet of so many sessions; nothing where there are none."""
    if finished:
        told = "1 finished session is" if finished == 1 else f"{finished} finished sessions are"
        note(f"{told} not compiled yet: run memwiki compile")


def emit(output: Output) -> None:
    """One JSON object on one line of stdout, with its schema's name."""
    sys.stdout.write(_json(output.document()) + "\n")
    sys.stdout.flush()


def emit_error(code: int, message: str, hint: str) -> None:
    """The error as one JSON line on stderr."""
    sys.stderr.write(_json({"schema": "memwiki.error/1", "code": code, "message": message, "hint": hint}) + "\n")


def columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows in aligned columns, on stdout; the last column is left as it is."""
    if not rows:
        return
    cleaned = [[clean(cell).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cleaned, strict=True)][:-1]
    for row in cleaned:
        padded = [cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=False)]
        say("  ".join([*padded, row[-1]]).rstrip())


def prepare_streams() -> None:
    """Makes both streams take any text: what cannot be encoded is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")


@contextmanager
def progress(what: str) -> Iterator[Callable[[str, int, int], None] | None]:
    """A callback(stage, done, of) that draws a bar on stderr after half a second; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    import time

    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    begun, task = time.monotonic(), bar.add_task(what, total=None)

    def show(stage: str, done: int, of: int) -> None:
        if time.monotonic() - begun > 0.5:
            bar.start()
        bar.update(task, completed=done, total=of, description=clean(f"{what}: {stage}"))

    try:
        yield show
    finally:
        bar.stop()


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False)


def _width(text: str) -> int:
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
