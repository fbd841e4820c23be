"""Compiled expressions, kept for the next process: to compile the house's thousand costs more than a small session.

What is kept is what Python's own compiler makes of an expression, a list of numbers, the same for its alternatives
(ways.py), and the words that each cannot match without (needs.py). It holds for one Python and one memwiki, is checked
by its hash, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from memwiki import __version__
from memwiki.files import atomic_write
from memwiki.needs import needed

_FORM = 11  # of what is kept; counted up with each change of how it is made

try:
    import _sre  # type: ignore[import-not-found]
    from re import _parser as parser  # type: ignore[attr-defined]

    from memwiki.beginnings import code
    from memwiki.ways import anchored, ways

    _MADE_BY = f"{__version__} {_FORM} {sys.version} {_sre.MAGIC} {_sre.CODESIZE}".encode()
except (ImportError, AttributeError):  # a Python that compiles otherwise
    _MADE_BY = b""

Search = Callable[..., "re.Match[str] | None"]
_kept: dict[bytes, bytes] = {}
_fresh: set[bytes] = set()


@dataclass(frozen=True)
class Program:
    """An expression or one of its alternatives, and at most two lists of words of each of which every match holds one.

    It is made ready when it is first asked for.
    """

    pattern: str
    flags: int
    words: list[list[str]]
    numbers: str = ""  # the engine's program; "" where Python compiles otherwise
    groups: int = 0
    names: Mapping[str, int] | None = None
    anchored: bool = False  # it matches nowhere but at the beginning of a text
    place: int = -1  # among the alternatives of the expression, whose pattern and flags stand here; -1: all of it
    ways: tuple[Program, ...] = ()  # the first match of all of these is the expression's, where there are some

    def search(self) -> Search:
        """How to search for it: what matches nowhere but at the beginning is not looked for further on."""
        ready = self.ready()
        return ready.match if self.anchored else ready.search

    def ready(self) -> re.Pattern[str]:
        """What Python's own `re.compile` gives, or an expression that matches the same."""
        numbers = self.numbers if self.place < 0 else _part(self.pattern, self.flags, self.place)
        if not numbers:
            return re.compile(self.pattern, self.flags)
        names = self.names or {}
        named = [None] * (self.groups + 1)
        for one, n in names.items():
            named[n] = one  # type: ignore[call-overload]
        made = _sre.compile(self.pattern, self.flags, json.loads(numbers), self.groups, names, tuple(named))
        found: re.Pattern[str] = made
        return found


def prepared(pattern: str, flags: int) -> Program:
    """The expression, compiled now or by an earlier process."""
    if not _MADE_BY:
        return Program(pattern, flags, [])
    made = _known(f"{flags} {pattern}", lambda: _made(pattern, flags))
    known, groups, names, words, numbers, begins, each = json.loads(made)
    alternatives = tuple(
        Program(pattern, known, needs, anchored=start, place=n) for n, (needs, start) in enumerate(each)
    )
    return Program(pattern, known, words, numbers, groups, names, begins, ways=alternatives)


def _part(pattern: str, flags: int, place: int) -> str:
    """The program of one of the alternatives: of hundreds, the sentences of a session need a few."""
    made = _known(f"{flags} {place} {pattern}", lambda: _program(_apart(pattern, flags)[place], flags).encode())
    return made.decode()


def _known(what: str, make: Callable[[], bytes]) -> bytes:
    """What an earlier process made of it, or this one makes now."""
    name = hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:24].encode()
    if name not in _kept:
        _kept[name] = make()
        _fresh.add(name)
    return _kept[name]


@lru_cache(maxsize=64)
def _apart(pattern: str, flags: int) -> list[Any]:
    """The alternatives of an expression."""
    tree = parser.parse(pattern, flags)
    found: list[Any] = ways(tree, bool(needed(tree)))
    return found


@contextmanager
def shared(file: Path, keeps: bool = True) -> Iterator[None]:
    """Within, what earlier processes kept is used; what is new is kept afterwards, where anything may be written."""
    recall(file)
    yield
    if keeps:
        keep(file)


def recall(file: Path) -> None:
    """Takes over what another process kept, if it is whole, and of this Python and this memwiki."""
    with suppress(OSError):
        seal, _, lines = file.read_bytes().partition(b"\n")
        if _MADE_BY and seal == _seal(lines):
            pairs = (line.partition(b" ") for line in lines.splitlines())
            _kept.update((name, made) for name, _, made in pairs)


def keep(file: Path) -> None:
    """Keeps what there is for the next process, if something is new. Says nothing where that is not possible."""
    if _fresh:
        lines = b"".join(b"%s %s\n" % pair for pair in _kept.items())
        with suppress(OSError):
            atomic_write(file, _seal(lines) + b"\n" + lines, sync=False)
        _fresh.clear()


def _made(pattern: str, flags: int) -> bytes:
    """The expression as one line of JSON: its flags, groups, their names, words, program, and
    its alternatives' words."""
    tree = parser.parse(pattern, flags)
    state = tree.state
    known = flags | state.flags
    words = needed(tree)
    each = [(needed(one), anchored(one, known)) for one in ways(tree, bool(words))]
    begins = anchored(tree, known)
    made = (known, state.groups - 1, state.groupdict, words, _program(tree, flags), begins, each)
    return json.dumps(made, separators=(",", ":")).encode()


def _program(tree: Any, flags: int) -> str:
    return json.dumps(code(tree, flags), separators=(",", ":"))


def _seal(lines: bytes) -> bytes:
    return hashlib.sha256(_MADE_BY + lines).hexdigest().encode()
