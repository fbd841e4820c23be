"""Which words a text holds, of those that expressions cannot match without (needs.py), and whose words these are.

All of them are looked for in one go through the text, by the automaton of Aho and Corasick.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from memwiki.needs import folded

_LOOKS = 8  # looks for single words that cost as much as to put one into the automaton
_Word = tuple[str, set[int]]  # a word, and the numbers of those who asked for it
Held = tuple[set[str], set[int]]  # the words that a text holds, and the numbers of those who asked for one of them


class Vocabulary:
    """Words in one case, to be found in texts; more may be learned at any time."""

    def __init__(self) -> None:
        self._words: dict[str, _Word] = {}
        self._fresh: list[_Word] = []  # those that the automaton lacks
        self._automaton: Any = ()
        self._looks = 0  # for words that it lacks

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
        found = [known for _, known in self._automaton.iter(plain)] if self._automaton else []
        if self._fresh:
            found += [known for known in self._fresh if known[0] in plain]
            self._looks += len(self._fresh)
            if self._looks > _LOOKS * len(self._words):
                self._make()
        return {word for word, _ in found}, set().union(*[askers for _, askers in found])

    def _make(self) -> None:
        """The automaton of all words that are known now."""
        from ahocorasick import Automaton  # a library of C, which a process that asks little need not load

        made = Automaton()
        self._fresh, self._looks = [], 0
        for word, known in self._words.items():
            made.add_word(word, known)
        made.make_automaton()
        self._automaton = made
