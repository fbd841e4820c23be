"""The house's own regular expressions: compiled when they are first asked, and not asked where they cannot match.

A rule asks hundreds of expressions about each sentence, and nearly all of them find nothing. Most cannot match where
none of a few words stands (needs.py). Which short pieces a text holds is found once a text; a look at them then spares
the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, cast

from memwiki.needs import folded, pieces
from memwiki.programs import prepared

_LONGEST = 2000  # characters: of longer texts it costs too much to know all pieces
_TEXTS = 1024  # that are remembered: rules ask much of one sentence, then of the next, then again of all of a session
_ASKED = ("match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "groups", "groupindex")
_Words = Mapping[str, Sequence[str]]  # by a piece of each, by which it is looked up
_Search = Callable[..., "re.Match[str] | None"]


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, as `re.compile` gives it, but made when it is first used: a faulty one is found only then."""
    return cast("re.Pattern[str]", _Regex(pattern, int(flags)))


def may_match(expression: re.Pattern[str], text: str) -> bool:
    """False only where the expression matches neither in the text nor in any part of it."""
    words = cast("_Regex", expression).words
    plain = folded(text) if words else ""
    return not words or any(word in plain for each in words.values() for word in each)


class Lexicon:
    """Expressions by name, all asked at once."""

    def __init__(self, cues: Mapping[str, re.Pattern[str]]) -> None:
        self._names = tuple(cues)
        self._cues = cast("tuple[_Regex, ...]", tuple(cues.values()))

    def found(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The first match of each expression that has one, in the order in which they were given."""
        for n in self._index.places(text):
            if match := self._cues[n].search_all(text):
                yield self._names[n], match

    @cached_property
    def _index(self) -> _Index:
        return _Index([cue.words for cue in self._cues])


class _Regex:
    """Stands in for a compiled expression. The first question compiles it; from then on its own methods answer.

    `search` looks for `words` first, `search_all` does not.
    """

    __slots__ = ("flags", "pattern", "search", "search_all", "words", *_ASKED)

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in self.__slots__:
            raise AttributeError(name)
        compiled, self.words = prepared(self.pattern, self.flags)
        _learn(self.words)
        for each in _ASKED:
            setattr(self, each, getattr(compiled, each))
        self.search_all = compiled.search
        self.search = _sparing(compiled.search, self.words) if self.words else compiled.search
        return getattr(self, name)


class _Index:
    """Lists of words, by their places: which of them have a word that a text holds."""

    def __init__(self, lists: Sequence[_Words]) -> None:
        self._all = range(len(lists))
        self._always = frozenset(n for n, words in enumerate(lists) if not words)
        self._by_piece: dict[str, list[tuple[str, int]]] = {}
        for n, one in enumerate(lists):
            for piece, words in one.items():
                self._by_piece.setdefault(piece, []).extend((word, n) for word in words)
        self._pieces = frozenset(self._by_piece)

    def places(self, text: str) -> Sequence[int]:
        """The places of these lists, and of lists without words, in order; of all lists where the text is long."""
        if len(text) > _LONGEST:
            return self._all
        plain, held = _held(text)
        found = set(self._always)
        for piece in self._pieces & held:
            for word, n in self._by_piece[piece]:
                if n not in found and word in plain:
                    found.add(n)
        return sorted(found)


def _sparing(search: _Search, by_piece: _Words) -> _Search:
    """The search, which first looks whether the text holds one of the words."""
    known = frozenset(by_piece)
    is_strange = known.isdisjoint

    asked = _asked.get

    def sparing(text: str, *where: int) -> re.Match[str] | None:
        seen = asked(text)
        if not seen:
            if seen is None:  # of many texts one thing is asked, which does not pay
                _note(text)
                return search(text, *where)
            seen = _held(text)
        plain, held = seen
        if is_strange(held):
            return None
        for piece in known & held:
            for word in by_piece[piece]:
                if word in plain:
                    return search(text, *where)
        return None

    return sparing


_Held = tuple[str, frozenset[str]]
_asked: dict[str, _Held | Literal[False]] = {}  # False: once, so that nothing was looked for
_known: frozenset[str] = frozenset()  # the pieces that some expression is looked up by


def _learn(pieces: Iterable[str]) -> None:
    """Looks from now on for these pieces as well, also in texts that were looked at before."""
    global _known
    if not _known.issuperset(pieces):
        _known = _known.union(pieces)
        _asked.clear()


def _note(text: str) -> None:
    """Remembers that something was asked of the text; not of long ones, whose pieces cost too much."""
    if len(text) <= _LONGEST:
        if len(_asked) >= _TEXTS:
            _asked.clear()
        _asked[text] = False


def _held(text: str) -> _Held:
    """The text in one case, and those of its pieces that are looked for; remembered."""
    held = _asked.get(text)
    if not held:
        _note(text)
        plain = folded(text)
        held = _asked[text] = plain, _known.intersection(pieces(plain))
    return held
