"""Which words an expression cannot match without: read off its parse tree, so that nobody has to list them.

`\\b(?:must|has to)\\s+not\\b` matches nothing where neither "must" nor "has to" stands. Words are compared in one case:
what a text holds, it holds without regard to case. Only characters that are surely found again that way are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

PIECE = 3  # characters of a text that are looked up at once

_WAYS = 64  # ways to go on that are followed; what has more counts as unknown
_LONGEST = 24  # characters of a word
_MOST = 600  # words
# The chance, roughly, that a sentence holds a word of so many characters: none, one, two ...
_CHANCE = (9.0, 0.3, 0.3, 0.1, 0.03, 0.01, 0.004, 0.002)
_WORTH = 2.0  # the sum of chances up to which it pays to look first
_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"  # by how often they are written

_Node = tuple[Any, Any]
_Words = frozenset[str]
_NOTHING = frozenset({""})
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_ALIKE = str.maketrans({"ſ": "s", "ı": "i", "İ": "i"})  # what `s` and `i` match too, where case is ignored


def folded(text: str) -> str:
    """The text in one case: it holds the words that an expression matches in the text, in whatever case."""
    return text.lower() if text.isascii() else text.translate(_ALIKE).lower()


def pieces(text: str) -> _Words:
    """All runs of one, two and three characters of the text."""
    pairs = list(map(str.__add__, text, text[1:]))
    return frozenset((*text, *pairs, *map(str.__add__, pairs, text[2:])))


def telling(word: str) -> str:
    """The piece of the word that stands in the fewest texts."""
    starts = range(max(1, len(word) - PIECE + 1))
    return max((word[n : n + PIECE] for n in starts), key=lambda piece: sum(map(_rareness, piece)))


def needed(tree: Iterable[_Node]) -> tuple[str, ...]:
    """Words of which every text that the expression matches holds one; none where that is not known or says little."""
    words = _needed(list(tree))
    return tuple(sorted(words)) if words and len(words) <= _MOST and _chance(words) <= _WORTH else ()


def _rareness(letter: str) -> int:
    place = _LETTERS.find(letter)
    return place if place >= 0 else 0 if letter == " " else len(_LETTERS)


def _chance(words: Iterable[str]) -> float:
    """How much the words stand in most texts. Texts are Chinese or not, so that the others' words cost nothing."""
    ours = theirs = 0.0
    for word in words:
        if word.isascii():
            ours += _chance_of(0 if len(word) == 1 and (word.isalnum() or word == " ") else len(word))
        else:
            theirs += _chance_of(2 * len(word) + 1)
    return max(ours, theirs)


def _chance_of(length: int) -> float:
    return _CHANCE[min(length, len(_CHANCE) - 1)]


def _needed(nodes: Sequence[_Node]) -> _Words | None:
    """The best set of words that nodes, one after the other, cannot do without; None where none is known."""
    best: _Words | None = None
    run = _NOTHING
    for node in nodes:
        ways = _ways(node)
        longer = _joined(run, ways) if ways else None
        if longer is None:
            best = _better(_better(best, run), _inside(node))
        run = longer or ways or _NOTHING
    return _better(best, run)


def _better(one: _Words | None, other: _Words | None) -> _Words | None:
    if not other or "" in other:
        return one
    return other if one is None or _chance(other) < _chance(one) else one


def _joined(run: _Words, ways: _Words) -> _Words | None:
    if len(run) * len(ways) > _WAYS:
        return None
    joined = frozenset(map("".join, product(run, ways)))
    return joined if max(map(len, joined)) <= _LONGEST else None


def _inside(node: _Node) -> _Words | None:
    """Words that a node as a whole cannot do without."""
    name, held = node
    if name is op.SUBPATTERN:
        return _needed(list(held[-1]))
    if name is op.BRANCH:
        return _union([_needed(list(branch)) for branch in held[1]])
    if name in _REPEATS:
        return _needed(list(held[2])) if held[0] else None
    if name is op.ASSERT:
        return _needed(list(held[1]))
    return _needed(list(held)) if name is op.ATOMIC_GROUP else None


def _ways(node: _Node) -> _Words | None:
    """All that a node may match, in one case, where that is little; None where it is much, or not known."""
    name, held = node
    if name is op.LITERAL:
        return _letters([held])
    if name is op.IN:
        plain = all(kind is op.LITERAL for kind, _ in held)
        return _letters([code for _, code in held]) if plain else None
    if name in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return _NOTHING
    if name is op.SUBPATTERN:
        return _all_ways(list(held[-1]))
    if name is op.BRANCH:
        return _union([_all_ways(list(branch)) for branch in held[1]])
    if name in _REPEATS and held[1] == 1:
        once = _all_ways(list(held[2]))
        return once | _NOTHING if once and not held[0] else once
    return None


def _all_ways(nodes: Sequence[_Node]) -> _Words | None:
    run: _Words | None = _NOTHING
    for node in nodes:
        ways = _ways(node)
        run = _joined(run, ways) if run and ways else None
    return run


def _union(each: Sequence[_Words | None]) -> _Words | None:
    known = [one for one in each if one]
    return frozenset().union(*known) if len(known) == len(each) else None


def _letters(codes: Sequence[int]) -> _Words | None:
    found = {chr(code) for code in codes}
    sure = all(one.isascii() or one.lower() == one.upper() == one for one in found)
    return frozenset(one.lower() for one in found) if sure else None
