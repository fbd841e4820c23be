"""Which words a text holds, of those that expressions cannot match without (needs.py), and whose words these are.

Texts are made of the same few thousand tokens again and again. What a token holds is found once; a text holds what its
tokens hold, and some of the words that reach over several of them, which are then looked for in the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from memwiki.needs import folded, pieces

_TOKEN = re.compile("[a-z0-9_]+")
_tokens_of = _TOKEN.findall
_TOKENS = 4_000  # that are remembered
_LONGEST = 60  # characters of a token that is remembered
_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"  # by how often they are written
_PIECE = 3  # characters of a word that are looked up at once
_COMMON = 4  # a token of fewer letters stands in so many texts that others are better looked up by
_Places = dict[str, list[str]]
_Token = tuple[frozenset[str], frozenset[int], tuple[str, ...]]
Held = tuple[set[str], set[int]]  # the words that a text holds, and the numbers of those who asked for one of them


class Vocabulary:
    """Words in one case, to be found in texts; more may be learned at any time."""

    def __init__(self) -> None:
        self._askers: dict[str, set[int]] = {}
        self._inside: _Places = {}  # words that are part of a token, by a piece of them
        self._ends: _Places = {}  # words that reach over several tokens, by one that ends so,
        self._starts: _Places = {}  # begins so,
        self._whole: _Places = {}  # or is just that
        self._beyond: _Places = {}  # words that are not all ASCII, by a piece
        self._signs: _Places = {}  # words without a letter, by a sign
        self._tokens: dict[str, _Token] = {}
        self._kinds = {
            _INSIDE: self._inside,
            _ENDS: self._ends,
            _STARTS: self._starts,
            _WHOLE: self._whole,
            _BEYOND: self._beyond,
            _SIGN: self._signs,
        }

    def learn(self, words: Mapping[str, Iterable[str]], asker: int) -> None:
        """Adds words, by their places, that `asker` wants to know of; what was found before may lack them."""
        askers = self._askers
        for place, some in words.items():
            fresh = [word for word in some if word not in askers]
            if fresh:
                self._kinds[place[0]].setdefault(place[1:], []).extend(fresh)
            for word in some:
                askers.setdefault(word, set()).add(asker)
        if self._tokens:
            self._tokens.clear()

    def held(self, text: str) -> Held:
        """What the text holds, in whatever case."""
        plain = folded(text)
        known, read = self._tokens.get, self._read
        each = [known(token) or read(token) for token in set(_tokens_of(plain))]
        words = set().union(*[inside for inside, _, _ in each])
        askers = set().union(*[theirs for _, theirs, _ in each])
        perhaps = [word for _, _, over in each for word in over]
        for sign in self._signs.keys() & set(plain):
            perhaps += self._signs[sign]
        if not plain.isascii():
            for piece in self._beyond.keys() & pieces(plain):
                perhaps += self._beyond[piece]
        if found := [word for word in perhaps if word in plain]:
            words.update(found)
            askers.update(*map(self._askers.__getitem__, found))
        return words, askers

    def _read(self, token: str) -> _Token:
        """What a token surely holds, and what words that reach over it the text may hold."""
        found = self._inside.keys() & pieces(token)
        inside = [word for piece in found for word in self._inside[piece] if word in token]
        over = [*self._whole.get(token, ())]
        for n in range(len(token)):
            over += self._ends.get(token[n:], ())
            over += self._starts.get(token[: n + 1], ())
        held = frozenset(inside), frozenset().union(*map(self._askers.__getitem__, inside)), tuple(over)
        if len(token) <= _LONGEST:
            if len(self._tokens) >= _TOKENS:
                self._tokens.clear()
            self._tokens[token] = held
        return held


# By what a word is looked up, and what stands before that where it is written down.
_INSIDE, _ENDS, _STARTS, _WHOLE, _BEYOND, _SIGN = "iesw.,"


def placed(words: Iterable[str]) -> dict[str, list[str]]:
    """The words by their places: a letter for the way in which they are looked up, and that by which they are."""
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        found.setdefault(_place(word, found), []).append(word)
    return found


def _place(word: str, others: Mapping[str, Sequence[str]]) -> str:
    if not word.isascii():
        return _BEYOND + _telling(word)
    if _TOKEN.fullmatch(word):
        return _INSIDE + _telling(word)
    ways = [_way(one.start() > 0, one.end() < len(word)) + one[0] for one in _TOKEN.finditer(word)]
    if not ways:
        return _SIGN + max(word, key=_rareness)
    # by the least crowded, so that no frequent token brings hundreds of words with it
    return min(ways, key=lambda way: len(others.get(way, ())) + 100 * (len(way) <= _COMMON))


def _way(goes_on_before: bool, goes_on_after: bool) -> str:
    """How a token of a text is compared with a word's."""
    return _WHOLE if goes_on_before and goes_on_after else _STARTS if goes_on_before else _ENDS


def _telling(word: str) -> str:
    """The piece of the word that stands in the fewest texts."""
    starts = range(max(1, len(word) - _PIECE + 1))
    return max((word[n : n + _PIECE] for n in starts), key=lambda piece: sum(map(_rareness, piece)))


def _rareness(letter: str) -> int:
    place = _LETTERS.find(letter)
    return place if place >= 0 else 0 if letter == " " else len(_LETTERS)
