"""The characters with which what an expression matches can begin, told to the engine so that it skips what cannot be.

Python's own compiler knows them where an expression begins with a letter or a set. Ours begin with `\\b(?:...|...)`, or
ignore case: each alternative would be tried at every character. Here the same tree is written so that a search goes
from one possible beginning to the next, and there only to alternatives with that first letter. It matches the same.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

_Node = tuple[Any, Any]
_NO_WIDTH = (op.AT, op.ASSERT, op.ASSERT_NOT)
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_MOST = 0x10000  # characters that are told apart; those beyond are all one
_EVERY = (1 << _MOST + 1) - 1
_MORE = {"i": "İı", "k": "\u212a", "s": "ſ"}  # what else matches where case is ignored


def _bits(letters: Iterable[str]) -> int:
    return sum({1 << ord(letter) for letter in letters})


_ASCII = (1 << 0x80) - 1
_BEYOND = _EVERY & ~_ASCII
_DIGITS, _BLANKS, _UNSURE = _bits("0123456789"), _bits(" \t\n\r\f\v"), _bits("\x1c\x1d\x1e\x1f")
_LETTERS = _bits(letter for letter in map(chr, range(0x80)) if letter.isalnum() or letter == "_")
_HELD = {  # the ASCII that surely belongs to a category
    op.CATEGORY_DIGIT: _DIGITS,
    op.CATEGORY_SPACE: _BLANKS,
    op.CATEGORY_WORD: _LETTERS,
    op.CATEGORY_NOT_DIGIT: _ASCII & ~_DIGITS,
    op.CATEGORY_NOT_SPACE: _ASCII & ~_BLANKS & ~_UNSURE,
    op.CATEGORY_NOT_WORD: _ASCII & ~_LETTERS,
}


@dataclass(frozen=True, slots=True)
class _First:
    """The bits of characters, one of which is the first; or there is none at all."""

    bits: int
    empty: bool = False


_UNKNOWN = _First(_EVERY, True)


def code(tree: Any, flags: int) -> list[int]:
    """The engine's program for a parsed expression: what Python's compiler makes of it, with its beginnings told."""
    flags |= tree.state.flags
    made: list[int] = []
    compiler._compile_info(made, tree, flags)
    told, least = made[2:4]
    first = _first(tree.data, flags)
    if least and not told and not first.empty and first.bits & _LETTERS != _LETTERS and _sre.CODESIZE == 4:
        made += _numbers(first.bits)
        made[1:3] = [len(made) - 1, compiler.SRE_INFO_CHARSET]
    compiler._compile(made, _sorted(tree, flags).data, flags)
    return [*map(int, made), int(op.SUCCESS)]


def _numbers(bits: int) -> list[int]:
    """The set as one test of Latin characters, with the few others, or all, if that says it."""
    latin = [int(op.CHARSET), *(bits >> n & 0xFFFFFFFF for n in range(0, _LATIN, 32))]
    others = bits >> _LATIN
    if others == _EVERY >> _LATIN:
        return [*latin, int(op.RANGE), _LATIN, 0x10FFFF, int(op.FAILURE)]
    if others.bit_count() <= _FEW and not bits >> _MOST:
        few = [_LATIN + n for n in _ones(others)]
        return [*latin, *(number for one in few for number in (int(op.LITERAL), one)), int(op.FAILURE)]
    return _blocks(bits)


def _ones(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


_LATIN, _FEW = 256, 8


def _blocks(bits: int) -> list[int]:
    """The set as one test by blocks of 256 characters, with a range for what lies beyond."""
    blocks: dict[bytes, int] = {}
    every = bits.to_bytes(_MOST // 8 + 1, "little")
    places = bytes(blocks.setdefault(every[n : n + 32], len(blocks)) for n in range(0, _MOST // 8, 32))
    numbers = [int(op.BIGCHARSET), len(blocks), *compiler._bytes_to_codes(places)]
    numbers += [int.from_bytes(block[n : n + 4], "little") for block in blocks for n in range(0, 32, 4)]
    if bits >> _MOST:
        numbers += [int(op.RANGE), _MOST, 0x10FFFF]
    return [*numbers, int(op.FAILURE)]


# --- the first character -----------------------------------------------------------------------------------------


def _first(nodes: Iterable[_Node], flags: int) -> _First:
    bits = 0
    for name, held in nodes:
        if name in _NO_WIDTH:
            continue
        one = _of(name, held, flags)
        bits |= one.bits
        if not one.empty:
            return _First(bits)
    return _First(bits, True)


def _of(name: Any, held: Any, flags: int) -> _First:
    ignores = bool(flags & compiler.SRE_FLAG_IGNORECASE)
    if name is op.LITERAL:
        return _First(_alike(held, held, ignores))
    if name is op.IN:
        return _First(_among(held, ignores))
    if name is op.SUBPATTERN:
        return _first(held[-1].data, compiler._combine_flags(flags, *held[1:3]))
    if name is op.BRANCH:
        each = [_first(branch.data, flags) for branch in held[1]]
        bits = 0
        for one in each:
            bits |= one.bits
        return _First(bits, any(one.empty for one in each))
    if name in _REPEATS:
        body = _first(held[2].data, flags)
        return _First(body.bits, body.empty or not held[0])
    return _first(held.data, flags) if name is op.ATOMIC_GROUP else _UNKNOWN


def _among(held: Iterable[_Node], ignores: bool) -> int:
    """What a set in brackets may match."""
    items = list(held)
    if items[0][0] is op.NEGATE:  # what is surely in it is surely not matched, whatever its case
        surely = 0
        for name, one in items[1:]:
            surely |= _HELD[one] if name is op.CATEGORY else _between(*_ends(name, one))
        return _EVERY & ~surely
    bits = 0
    for name, one in items:
        bits |= _HELD[one] | _BEYOND | _UNSURE if name is op.CATEGORY else _alike(*_ends(name, one), ignores)
    return bits


def _ends(name: Any, held: Any) -> tuple[int, int]:
    return (held, held) if name is op.LITERAL else held


def _between(low: int, high: int) -> int:
    low, high = min(low, _MOST), min(high, _MOST)
    return (1 << high + 1) - (1 << low)


@lru_cache(maxsize=4096)
def _alike(low: int, high: int, ignores: bool) -> int:
    """The characters from one to another, and where case is ignored all that match as one of them."""
    bits = _between(low, high)
    if not ignores:
        return bits
    for code in range(low, min(high, 0x7F) + 1):
        bits |= _bits(_cases(chr(code)))
    if high > 0x7F and any(map(_sre.unicode_iscased, range(max(low, 0x80), high + 1))):
        bits |= _BEYOND | _bits("iIkKsS")
    return bits


def _cases(letter: str) -> str:
    """All that an ASCII character matches where case is ignored."""
    return "".join(dict.fromkeys([letter.lower(), letter.upper(), *_MORE.get(letter.lower(), "")]))


# --- alternatives by their first letter --------------------------------------------------------------------------


def _sorted(tree: Any, flags: int) -> Any:
    """The tree with its alternatives by their first letters, wherever there are some."""
    return type(tree)(tree.state, [_node(name, held, flags) for name, held in tree.data])


def _node(name: Any, held: Any, flags: int) -> _Node:
    if name is op.SUBPATTERN:
        inner = _sorted(held[-1], compiler._combine_flags(flags, *held[1:3]))
        return name, (*held[:-1], inner)
    if name is op.BRANCH:
        return name, (held[0], list(_alternatives([_sorted(one, flags) for one in held[1]], flags)))
    if name in _REPEATS:
        return name, (*held[:2], _sorted(held[2], flags))
    if name in (op.ASSERT, op.ASSERT_NOT):
        return name, (held[0], _sorted(held[1], flags))
    return (name, _sorted(held, flags)) if name is op.ATOMIC_GROUP else (name, held)


def _alternatives(each: list[Any], flags: int) -> Iterator[Any]:
    """Alternatives with the same first letter as one: two with different ones never match at the same place, hence
    their order is free; it is not across one that may begin with anything."""
    for has_letter, run in groupby(each, lambda one: bool(_letter(one))):
        if not has_letter:
            yield from run
            continue
        by_letter: dict[str, list[Any]] = {}
        for one in run:
            by_letter.setdefault(_letter(one, flags), []).append(one)
        for letter, same in by_letter.items():
            yield _headed(letter, same, flags)


def _headed(letter: str, same: list[Any], flags: int) -> Any:
    """One alternative: the letter, then what follows it in each."""
    make, state = type(same[0]), same[0].state
    rests = [make(state, one.data[1:]) for one in same]
    if len(rests) > 1:
        rests = list(_alternatives(rests, flags))
    rest = rests[0].data if len(rests) == 1 else [(op.BRANCH, (None, rests))]
    return make(state, [_head(make, state, letter, flags), *rest])


def _head(make: Any, state: Any, letter: str, flags: int) -> _Node:
    """The letter, in a form by which the engine passes over an alternative without trying it."""
    both = _cases(letter) if flags & compiler.SRE_FLAG_IGNORECASE else ""
    if not letter.isascii() or len(both) != 2:  # for i, k and s, which match a letter far away, it would be large
        return op.LITERAL, ord(letter)
    either = [(op.LITERAL, ord(one)) for one in both]
    return op.SUBPATTERN, (None, 0, compiler.SRE_FLAG_IGNORECASE, make(state, [(op.IN, either)]))


def _letter(alternative: Any, flags: int = 0) -> str:
    """The first letter, if there is surely one; lower where case is ignored; "" where it is not known."""
    name, held = alternative.data[0] if alternative.data else (None, 0)
    if name is not op.LITERAL or (held > 0x7F and _sre.unicode_iscased(held)):
        return ""
    return chr(held).lower() if flags & compiler.SRE_FLAG_IGNORECASE else chr(held)
