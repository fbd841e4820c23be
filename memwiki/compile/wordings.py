"""The words themselves as traits: the short phrases of a sentence, and the words of the answer that it got.

Unlike the phrases that tell what a sentence does (phrases.py), none is masked: which words a page's sentences have is
learned as it is, word by word, from those that several dialogues use (eval/learn_worth.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from memwiki.compile.phrases import tokens

# Before the names of traits: a phrase of the sentence, a word of the answer, a word of what lay open.
SAID, ANSWERED, OPENED = "w ", "a ", "o "
_LONGEST = 3  # words of a phrase; Chinese: characters
_OPEN = 300  # characters of what lay open: what is asked stands last
ANSWER = 250  # characters of an answer that are looked at: what it is about stands first


@lru_cache(maxsize=512)
def said(text: str, lang: str) -> frozenset[str]:
    """The phrases of a sentence: its runs of one to three words, code as `A`, numbers as `0`."""
    return frozenset(SAID + one for one in _runs(["^", *tokens(text, lang), "$"]))


@lru_cache(maxsize=64)
def answered(text: str, lang: str) -> frozenset[str]:
    """The words with which an answer begins, read in the language of what it answers."""
    return frozenset(ANSWERED + one for one in tokens(text[:ANSWER], lang))


@lru_cache(maxsize=64)
def opened(text: str, lang: str) -> frozenset[str]:
    """The words with which ends what lay open before a reply."""
    return frozenset(OPENED + one for one in tokens(text[-_OPEN:], lang))


def _runs(words: list[str]) -> Iterator[str]:
    for size in range(1, _LONGEST + 1):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])
