"""The house's own regular expressions: compiled when they are first asked, and not asked where they cannot match.

A rule asks hundreds of expressions about each sentence, and nearly all of them find nothing. Most cannot match where
none of a few words stands (needs.py). Which of them a text holds is found once a text (held.py); a look at them then
spares the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, Literal, cast

from memwiki.held import Vocabulary
from memwiki.needs import folded
from memwiki.programs import Program, Search, prepared

_LONGEST = 2000  # characters: of longer texts it costs too much to know all words
_SHORT = 200  # characters: of longer texts it costs too much to know the words of if only one thing is asked
_TEXTS = 512  # that are remembered: rules ask much of one sentence, then of the next, then again of all of a session
_ASKED = ("match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "groups", "groupindex")
_Words = frozenset[str]


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, as `re.compile` gives it, but made when it is first used: a faulty one is found only then."""
    return cast("re.Pattern[str]", _Regex(pattern, int(flags)))


def may_match(expression: re.Pattern[str], text: str) -> bool:
    """False only where the expression matches neither in the text nor in any part of it."""
    number = cast("_Regex", expression).number
    if len(text) <= _LONGEST:
        return not number or number in _held(text)[1]
    needs = cast("_Regex", expression).needs
    plain = _folded(text) if needs else ""
    return all(any(word in plain for word in words) for words in needs)


class Sieve:
    """Lets pass the texts, of whatever length, in which one of some expressions may match."""

    def __init__(self, *expressions: re.Pattern[str]) -> None:
        self._expressions = expressions

    def passes(self, text: str) -> bool:
        """False only where none of the expressions matches, neither in the text nor in any part of it."""
        unknown, vocabulary = self._words
        return unknown or any(may_match(self._expressions[n], text) for n in vocabulary.held(text)[1])

    @cached_property
    def _words(self) -> tuple[bool, Vocabulary]:
        """Whether there is an expression that needs no word, and the words of the others."""
        vocabulary = Vocabulary()
        for n, one in enumerate(cast("tuple[_Regex, ...]", self._expressions)):
            vocabulary.learn(one.needs[0] if one.needs else (), n)
        return not all(one.needs for one in cast("tuple[_Regex, ...]", self._expressions)), vocabulary


_folded = lru_cache(maxsize=2)(folded)  # of a long text several expressions are asked one after the other


class Lexicon:
    """Expressions by name, all asked at once."""

    def __init__(self, cues: Mapping[str, re.Pattern[str]]) -> None:
        self._names = tuple(cues)
        self._cues = cast("tuple[_Regex, ...]", tuple(cues.values()))
        self._by_name = dict(cues)

    def __getitem__(self, name: str) -> re.Pattern[str]:
        return self._by_name[name]

    def found(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The first match of each expression that has one, in the order in which they were given."""
        known = _held(text)[2] if len(text) <= _LONGEST else {}  # several lists have the same expressions
        for n in self.places(text):
            cue = self._cues[n]
            match = known[cue] if cue in known else known.setdefault(cue, cue.ask(text))
            if match:
                yield self._names[n], match

    def places(self, text: str) -> Sequence[int]:
        """The places of those that can match, in order."""
        always, by_number = self._numbers
        if len(text) > _LONGEST:
            return range(len(self._cues))
        return sorted([*always, *map(by_number.__getitem__, by_number.keys() & _held(text)[1])])

    @cached_property
    def _numbers(self) -> tuple[Sequence[int], Mapping[int, int]]:
        """The places of expressions that may match in any text, and the others' by their numbers."""
        always = [n for n, cue in enumerate(self._cues) if not cue.needs]
        return always, {cue.number: n for n, cue in enumerate(self._cues) if cue.needs}


class _Regex:
    """Stands in for a compiled expression. The first question compiles it; from then on its own methods answer.

    `search` looks first whether the text holds a word of each of its `needs`. `number` is what it is known by where
    words are looked for (held.py), 0 where it has no needs. `ask` searches a text that is known to hold such a word.
    """

    number: int
    __slots__ = ("ask", "flags", "needs", "number", "pattern", "search", *_ASKED)

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in self.__slots__:
            raise AttributeError(name)
        program = prepared(self.pattern, self.flags)
        if name in _ASKED:
            compiled = program.ready()
            for each in _ASKED:
                setattr(self, each, getattr(compiled, each))
            if self.number:
                self.sub, self.finditer, self.findall = _finding(compiled, self.number)
            if program.anchored:
                self.sub = _leading(compiled)
        else:
            self.number = next(_numbers) if program.words else 0
            numbers = (self.number, 0)
            self.needs = tuple(_learned(words, n) for words, n in zip(program.words, numbers, strict=False))
            self.search: Search
            self.ask: Search
            if program.ways:
                self.search = self.ask = _Ways(program, self.number).search
            else:
                search = program.search()
                self.search = _sparing(search, self.number, *self.needs[1:]) if self.needs else search
                self.ask = self.search if self.needs[1:] else search
        return getattr(self, name)


class _Ways:
    """An expression by its alternatives: only those are searched for that have what they need in the text."""

    def __init__(self, program: Program, number: int) -> None:
        self._program = program
        self._number = number
        self._searches: list[Search | None] = [None for _ in program.ways]
        self._always = sum(1 << n for n, way in enumerate(program.ways) if not way.words)  # bits of alternatives
        self._besides: dict[int, _Words] = {}
        self._by_word: dict[str, int] = {}
        for n, way in enumerate(program.ways):
            first, *others = [_learned(words, 0) for words in way.words] or [frozenset()]
            for word in first:
                self._by_word[word] = self._by_word.get(word, 0) | 1 << n
            if others:
                self._besides[n] = others[0]
        self._words = frozenset(self._by_word)

    def search(self, text: str, *where: int) -> re.Match[str] | None:
        """The first match; of those that begin at the same place the one of the first alternative."""
        held = _asked.get(text)
        if not held:
            if len(text) > (_SHORT if held is None else _LONGEST):
                _note(text)
                return self._whole(text, *where)
            held = _held(text)
        words, askers, known = held
        number = self._number
        if number and number not in askers:
            return None
        if not where and self in known:
            return known[self]
        left = self._always
        for word in self._words & words:
            left |= self._by_word[word]
        best = None
        while left:
            n = (left & -left).bit_length() - 1
            left &= left - 1
            if n in self._besides and self._besides[n].isdisjoint(words):
                continue
            match = (self._searches[n] or self._made(n))(text, *where)
            if match is not None and (best is None or match.start() < best.start()):
                best = match
        if not where:
            known[self] = best
        return best

    @cached_property
    def _whole(self) -> Search:
        return self._program.search()

    def _made(self, n: int) -> Search:
        search = self._searches[n] = self._program.ways[n].search()
        return search


def _finding(compiled: re.Pattern[str], number: int) -> tuple[Callable[..., Any], ...]:
    """`sub`, `finditer` and `findall`, which look first what the text holds, if that is known."""
    asked, sub, finditer, findall = _asked.get, compiled.sub, compiled.finditer, compiled.findall

    def put(new: Any, text: str, count: int = 0) -> str:
        held = asked(text)
        return text if held and number not in held[1] else sub(new, text, count)

    def each(text: str, *where: int) -> Iterator[re.Match[str]]:
        held = asked(text)
        return iter(()) if held and number not in held[1] else finditer(text, *where)

    def every(text: str, *where: int) -> list[Any]:
        held = asked(text)
        return [] if held and number not in held[1] else findall(text, *where)

    return put, each, every


def _leading(compiled: re.Pattern[str]) -> Callable[..., str]:
    """`sub` of an expression that matches nowhere but at the beginning of a text."""
    match, sub = compiled.match, compiled.sub

    def leading(put: Any, text: str, count: int = 0) -> str:
        return sub(put, text, count) if match(text) else text

    return leading


def _sparing(search: Search, number: int, then: _Words = frozenset()) -> Search:
    """The search, which first looks whether the text holds one of the words, and one of the others if there are any."""
    asked = _asked.get

    def sparing(text: str, *where: int) -> re.Match[str] | None:
        held = asked(text)
        if not held:
            if held is None or len(text) > _LONGEST:  # of many texts one thing is asked, which does not pay
                _note(text)
                return search(text, *where)
            held = _held(text)
        return None if number not in held[1] or (then and then.isdisjoint(held[0])) else search(text, *where)

    return sparing


# The words that a text holds, the numbers of those who asked for one of them, and the first matches of expressions that
# several rules ask for. False: asked once, nothing was looked for.
_Held = tuple[set[str], set[int], "dict[object, re.Match[str] | None]"]
_asked: dict[str, _Held | Literal[False]] = {}
_vocabulary = Vocabulary()
_numbers = count(1)


def _learned(words: Sequence[str], number: int) -> _Words:
    """The words as a set; from now on they are looked for as well, also in texts that were asked before."""
    _vocabulary.learn(words, number)
    _asked.clear()
    return frozenset(words)


def _note(text: str) -> None:
    """Remembers that something was asked of the text; not of long ones, whose words cost too much."""
    if len(text) <= _LONGEST:
        if len(_asked) >= _TEXTS:
            _asked.clear()
        _asked[text] = False


def _held(text: str) -> _Held:
    """What the text holds of the words that are looked for; remembered."""
    held = _asked.get(text)
    if not held:
        _note(text)
        held = _asked[text] = (*_vocabulary.held(text), {})
    return held


def forget() -> None:
    """Drops what was found in texts."""
    _asked.clear()
