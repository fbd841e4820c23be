"""Which words a text holds, of those that expressions cannot match without (needs.py), and whose words these are.

All of them are looked for in one go through the text, by the automaton of Aho and Corasick, and those that came last in
a second one: it is made anew with each few words that come, which for all words would take longer than to read many
texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memwiki.needs import folded

_LOOKS = 8  # looks for single words that cost as much as to put one into an automaton
_SHARE = 4  # which part of the words may be in the second automaton
_Word = tuple[str, set[int]]  # a word, and the numbers of those who asked for it
Held = tuple[set[str], set[int]]  # the words that a text holds, and the numbers of those who asked for one of them


class Vocabulary:
    """Words in one case, to be found in texts; more may be learned at any time."""

    def __init__(self) -> None:
        self._words: dict[str, _Word] = {}
        self._late: list[_Word] = []  # those of the second automaton
        self._fresh: list[_Word] = []  # those that no automaton has
        self._automata: list[Any] = []
        self._looks = 0  # for words that none has

    def learn(self, words: Iterable[str], asker: int) -> None:
        """Adds words that `asker` wants to know of; what was found before may lack them."""
        for word in words:
            known = self._words.get(word)
            if known is None:
                known = self._words[word] = word, set()
                self._fresh.append(known)
            known[1].add(asker)

    def held(self, text: str) -> Held:
        """What the text holds, in whatever case."""
        plain = folded(text)
        found = [known for automaton in self._automata for _, known in automaton.iter(plain)]
        if self._fresh:
            found += [known for known in self._fresh if known[0] in plain]
            self._looks += len(self._fresh)
            if self._looks > _LOOKS * (len(self._late) + len(self._fresh)):
                self._make()
        return {word for word, _ in found}, set().union(*[askers for _, askers in found])

    def _make(self) -> None:
        """The automata of all words that are known now: the second one alone, as long as its words are few."""
        self._late += self._fresh
        self._fresh, self._looks = [], 0
        if len(self._late) * _SHARE > len(self._words):
            self._automata, self._late = [_automaton(self._words.values())], []
        else:
            self._automata[1:] = [_automaton(self._late)]


def _automaton(words: Iterable[_Word]) -> Any:
    from ahocorasick import Automaton  # a library of C, which a process that asks little need not load

    made = Automaton()
    for known in words:
        made.add_word(known[0], known)
    made.make_automaton()
    return made
