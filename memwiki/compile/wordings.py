"""The words themselves as traits: the short phrases of a sentence, and the words of the answer that it got.

Unlike the phrases that tell what a sentence does (phrases.py), none is masked: which words a page's sentences have is
learned as it is, word by word, from those that several dialogues use (eval/learn_worth.py).
"""

from __future__ import annotations

from functools import lru_cache
from operator import add

from memwiki.compile.phrases import tokens

# Before the names of traits: a phrase of the sentence, a word of the answer, a word of what lay open.
SAID, ANSWERED, OPENED = "w ", "a ", "o "
_OPEN = 300  # characters of what lay open: what is asked stands last
ANSWER = 250  # characters of an answer that are looked at: what it is about stands first


@lru_cache(maxsize=512)
def said(text: str, lang: str) -> frozenset[str]:
    """The phrases of a sentence: its runs of one to three words, code as `A`, numbers as `0`."""
    row = ["^", *tokens(text, lang), "$"]
    one = [SAID + token for token in row]
    more = [" " + token for token in row[1:]]
    two = list(map(add, one, more))
    return frozenset(one).union(two, map(add, two, more[1:]))


@lru_cache(maxsize=64)
def answered(text: str, lang: str) -> frozenset[str]:
    """The words with which an answer begins, read in the language of what it answers."""
    return frozenset(ANSWERED + one for one in tokens(text[:ANSWER], lang))


@lru_cache(maxsize=64)
def opened(text: str, lang: str) -> frozenset[str]:
    """The words with which ends what lay open before a reply."""
    return frozenset(OPENED + one for one in tokens(text[-_OPEN:], lang))
