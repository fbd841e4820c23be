"""Which words an expression cannot match without: read off its parse tree, so that nobody has to list them.

`\\b(?:must|has to)\\s+not\\b` matches nothing where neither "must" nor "has to" stands. Words are compared in one case:
what a text holds, it holds without regard to case. Only characters that are surely found again that way are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from re import _constants as op  # type: ignore[attr-defined]
from re._casefix import _EXTRA_CASES as EXTRA_CASES  # type: ignore[import-not-found]
from typing import Any

_WAYS = 64  # ways to go on that are followed; what has more counts as unknown
_LONGEST = 24  # characters of a word
_MOST = 1500  # words
# The chance, roughly, that a sentence holds a word of so many characters: none, one, two ...
_CHANCE = (99.0, 0.3, 0.3, 0.1, 0.03, 0.01, 0.004, 0.002)
_LAST = len(_CHANCE) - 1
_WORTH = 25.0  # the sum of chances up to which it pays to look first
_WORTH_TOO = 2.0  # the same for a second list

_Node = tuple[Any, Any]
_Words = frozenset[str]
_NOTHING = frozenset({""})
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
# Where case is ignored, `s` matches ſ, and `i` the i without a dot: each group of such letters is written as one.
_ALIKE = {alike: min(one, *others) for one, others in EXTRA_CASES.items() for alike in (one, *others)}


def folded(text: str) -> str:
    """The text in one case: it holds the words that an expression matches in the text, in whatever case."""
    return text.lower() if text.isascii() else text.replace("İ", "i").lower().translate(_ALIKE)


def pieces(text: str) -> Iterator[str]:
    """All runs of one, two and three characters of the text, some of them more than once."""
    pairs = list(map(str.__add__, text, text[1:]))
    return chain(text, pairs, map(str.__add__, pairs, text[2:]))


def needed(tree: Iterable[_Node]) -> list[list[str]]:
    """At most two lists of words: every text that the expression matches holds a word of each. None where that is not
    known or says little."""
    lists = zip(_read(tree).needs, (_WORTH, _WORTH_TOO), strict=False)
    return [sorted(words) for words, most in lists if len(words) <= _MOST and _chance(words) <= most]


def _chance(words: Iterable[str]) -> float:
    """How much the words stand in most texts. Texts are Chinese or not, so that the others' words cost nothing."""
    ours = theirs = 0.0
    for word in words:
        if not word.isascii():
            theirs += _CHANCE[min(2 * len(word) + 1, _LAST)]
        elif len(word) == 1 and (word.isalnum() or word == " "):
            ours += _CHANCE[0]
        else:
            ours += _CHANCE[min(len(word), _LAST)]
    return max(ours, theirs)


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known of a part of an expression: all that it may match, where that is little, and its needed words."""

    ways: _Words | None = None
    needs: tuple[_Words, ...] = ()  # at most two lists, the rarer words first


def _read(nodes: Iterable[_Node]) -> _Part:
    """The part that nodes, one after the other, are."""
    found: list[_Words] = []
    run = _NOTHING
    is_whole = True
    for part in _parts(getattr(nodes, "data", nodes)):
        longer = _joined(run, part.ways) if part.ways else None
        if longer is None:
            is_whole = False
            found += [run, *part.needs]
        elif part.ways is _NOTHING:  # what is to follow, or to stand before
            found += part.needs
        run = longer or part.ways or _NOTHING
    return _Part(run if is_whole else None, _rarest([*found, run]))


def _parts(nodes: Iterable[_Node]) -> Iterator[_Part]:
    """The parts one by one, letters that follow each other as one word."""
    word = ""
    for node in nodes:
        letter = _letter(node[1]) if node[0] is op.LITERAL else ""
        if word and (not letter or len(word) == _LONGEST):
            yield _Part(frozenset({word}))
            word = ""
        if letter:
            word += letter
        else:
            yield _one(node)
    if word:
        yield _Part(frozenset({word}))


def _one(node: _Node) -> _Part:
    name, held = node
    if name is op.IN:
        plain = all(kind is op.LITERAL for kind, _ in held)
        return _Part(_letters([code for _, code in held]) if plain else None)
    if name is op.SUBPATTERN:
        return _read(held[-1])
    if name is op.BRANCH:
        parts = [_read(branch) for branch in held[1]]
        first, then = (_union([part.needs[n] if part.needs else None for part in parts]) for n in (0, -1))
        return _Part(_union([part.ways for part in parts]), _rarest([first, then]))
    if name in _REPEATS:
        return _repeated(*held)
    if name is op.ATOMIC_GROUP:
        return _Part(None, _read(held).needs)
    needs = _read(held[1]).needs if name is op.ASSERT else ()
    return _Part(_NOTHING if name in (op.AT, op.ASSERT, op.ASSERT_NOT) else None, needs)


def _repeated(least: int, most: int, nodes: Iterable[_Node]) -> _Part:
    part = _read(nodes)
    ways = part.ways if most == 1 else None
    return _Part(ways if least or ways is None else ways | _NOTHING, part.needs if least else ())


def _rarest(lists: Iterable[_Words | None]) -> tuple[_Words, ...]:
    """The two lists whose words stand in the fewest texts; a second one only where it says more than the first."""
    known = dict.fromkeys(one for one in lists if one and "" not in one)
    first, *others = sorted(known, key=_chance) or [frozenset()]
    return (first, *[one for one in others if not first <= one][:1]) if first else ()


def _joined(run: _Words, ways: _Words) -> _Words | None:
    if len(run) * len(ways) > _WAYS:
        return None
    joined = frozenset([first + then for first in run for then in ways])
    return joined if max(map(len, joined)) <= _LONGEST else None


def _union(each: Sequence[_Words | None]) -> _Words | None:
    known = [one for one in each if one]
    joined = frozenset().union(*known) if len(known) == len(each) else None
    return joined if joined and len(joined) <= _MOST else None


def _letters(codes: Iterable[int]) -> _Words | None:
    letters = frozenset(map(_letter, codes))
    return None if "" in letters else letters


@lru_cache(maxsize=4096)
def _letter(code: int) -> str:
    """The character in one case; "" where that is more than one."""
    letter = folded(chr(code))
    return letter if len(letter) == 1 else ""
