"""The house's own regular expressions: compiled when they are first asked, and not asked where they cannot match.

A rule asks hundreds of expressions about each sentence, and nearly all of them find nothing. Most cannot match where
none of a few words stands (needs.py). Which short pieces a text holds is found once a text; a look at them then spares
the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, cast

from memwiki.needs import folded, pieces
from memwiki.programs import prepared

_LONGEST = 2000  # characters: of longer texts it costs too much to know all pieces
_TEXTS = 1024  # that are remembered: rules ask much of one sentence, then of the next, then again of all of a session
_ASKED = ("match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "groups", "groupindex")
_Words = frozenset[str]
_Search = Callable[..., "re.Match[str] | None"]


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, as `re.compile` gives it, but made when it is first used: a faulty one is found only then."""
    return cast("re.Pattern[str]", _Regex(pattern, int(flags)))


def may_match(expression: re.Pattern[str], text: str) -> bool:
    """False only where the expression matches neither in the text nor in any part of it."""
    needs = cast("_Regex", expression).needs
    plain = folded(text) if needs else ""
    return all(any(word in plain for word in words) for words in needs)


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
        return _Index([cue.needs for cue in self._cues])


class _Regex:
    """Stands in for a compiled expression. The first question compiles it; from then on its own methods answer.

    `search` looks first whether the text holds a word of each of its `needs`, `search_all` does not.
    """

    __slots__ = ("flags", "needs", "pattern", "search", "search_all", *_ASKED)

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in self.__slots__:
            raise AttributeError(name)
        compiled, lists = prepared(self.pattern, self.flags)
        self.needs: tuple[_Words, ...] = tuple(map(_learned, lists))
        for each in _ASKED:
            setattr(self, each, getattr(compiled, each))
        self.search_all = compiled.search
        self.search = _sparing(compiled.search, *self.needs) if self.needs else compiled.search
        return getattr(self, name)


class _Index:
    """What expressions need, by their places: which of them have all that in a text."""

    def __init__(self, each: Sequence[tuple[_Words, ...]]) -> None:
        self._all = range(len(each))
        self._always = frozenset(n for n, needs in enumerate(each) if not needs)
        self._besides = {n: needs[1] for n, needs in enumerate(each) if needs[1:]}
        by_word: dict[str, list[int]] = {}
        for n, needs in enumerate(each):
            for word in needs[0] if needs else ():
                by_word.setdefault(word, []).append(n)
        self._by_word = by_word
        self._words = frozenset(by_word)

    def places(self, text: str) -> Sequence[int]:
        """The places of those, in order; of all where the text is long."""
        if len(text) > _LONGEST:
            return self._all
        held = _held(text)
        found = set(self._always)
        for word in self._words & held:
            found.update(self._by_word[word])
        besides = self._besides
        return sorted([n for n in found if n not in besides or not besides[n].isdisjoint(held)])


def _sparing(search: _Search, first: _Words, then: _Words = frozenset()) -> _Search:
    """The search, which first looks whether the text holds one of the words, and one of the others if there are any."""
    asked, lacks, lacks_others = _asked.get, first.isdisjoint, then.isdisjoint

    def sparing(text: str, *where: int) -> re.Match[str] | None:
        held = asked(text)
        if held is None:  # of many texts one thing is asked, which does not pay
            _note(text)
            return search(text, *where)
        if held is False:
            held = _held(text)
        return None if lacks(held) or (then and lacks_others(held)) else search(text, *where)

    return sparing


_asked: dict[str, _Words | Literal[False]] = {}  # words that a text holds; False: asked once, nothing was looked for
_by_piece: dict[str, list[str]] = {}  # the words that some expression needs
_pieces: set[str] = set()  # those that they are looked up by
_learned_words: set[str] = set()


def _learned(words: Mapping[str, Sequence[str]]) -> _Words:
    """The words, by pieces, as a set; from now on they are looked for as well, also in texts that were asked before."""
    every: set[str] = set()
    for piece, some in words.items():
        every.update(some)
        _by_piece.setdefault(piece, []).extend(word for word in some if word not in _learned_words)
    if not _learned_words.issuperset(every):
        _learned_words.update(every)
        _pieces.update(words)
        _asked.clear()
    return frozenset(every)


def _note(text: str) -> None:
    """Remembers that something was asked of the text; not of long ones, whose pieces cost too much."""
    if len(text) <= _LONGEST:
        if len(_asked) >= _TEXTS:
            _asked.clear()
        _asked[text] = False


def _held(text: str) -> _Words:
    """The words that the text holds, of those that are looked for; remembered."""
    held = _asked.get(text)
    if held is None or held is False:
        _note(text)
        plain = folded(text)
        found = _pieces.intersection(pieces(plain))
        held = _asked[text] = frozenset([word for piece in found for word in _by_piece[piece] if word in plain])
    return held
