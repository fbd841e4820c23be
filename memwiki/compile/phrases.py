"""A sentence as counted phrases: its runs of one to four words, with rare words masked.

What a sentence does shows in its small words and their order ("we go with _", "_ instead of _"), not in what it is
about: words that few writers use become `_`, numbers `0`, names of code `A`. Chinese is read by characters.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import add
from string import ascii_uppercase

from memwiki.regexes import regex

# How code looks, and without which signs it cannot: in most sentences few of these stand, and what cannot match costs
# as much as what does.
_CODE = (
    (r"`[^`]*`", "`"),
    (r"https?://\S+|[\w.~-]*/[\w./-]+", "/"),
    (r"\b\w+(?:[._]\w+)+\(?\)?", "._"),
    (r"\b[a-z]+[A-Z]\w*", ascii_uppercase),
    (r"--?[a-z][\w-]+", "-"),
)
_SIGNS = frozenset("".join(signs for _, signs in _CODE))
_TOKEN = regex(r"[^\W\d_]+(?:'[a-z]+)?|\d[\d.,:]*|[?!:;,.…()\"+=]|->|→|—|–")
_TOKEN_ZH = regex(r"[㐀-鿿]|[A-Za-z][A-Za-z_.-]*|\d[\d.,:]*|[?!:;,.。()\"+=、]|->|→")
_ENDS = ("ing", "ed", "ly", "s")
LONGEST = {"en": 3, "zh": 4}


@lru_cache(maxsize=128)
def tokens(text: str, lang: str) -> tuple[str, ...]:
    """The words (Chinese: characters) of a sentence in small letters, code as `A`, numbers as `0`."""
    plain = text[:600]
    if signs := _SIGNS.intersection(plain):
        plain = _code(tuple(not signs.isdisjoint(each) for _, each in _CODE)).sub(" A ", plain)
    if lang == "zh":
        return tuple([_zh(one) for one in _TOKEN_ZH.findall(plain)])
    each = _TOKEN.findall(plain)
    return tuple(["A" if one == "A" else "0" if one[0].isdigit() else one.lower() for one in each])


@lru_cache(maxsize=64)
def _code(has: tuple[bool, ...]) -> re.Pattern[str]:
    """How code looks in a text that has some of its signs."""
    return regex("|".join(shape for (shape, _), there in zip(_CODE, has, strict=True) if there))


def _zh(one: str) -> str:
    return "0" if one[0].isdigit() else "A" if one[0].isascii() and one[0].isalpha() else one


def masked(words: Sequence[str], known: Container[str]) -> list[str]:
    """The words, rare ones as `_` with the ending that tells their form, between `^` and `$`."""
    return ["^", *(one if one in known else _form(one) for one in words), "$"]


def _form(word: str) -> str:
    if not word.isascii():
        return "_"
    return next((f"_{end}" for end in _ENDS if word.endswith(end) and len(word) > len(end) + 2), "_")


def phrases(words: Sequence[str], known: Container[str], lang: str) -> Iterator[str]:
    """Each phrase of the sentence; a phrase of masked words only is left out."""
    row = masked(words, known)
    tells = [not one.startswith("_") and one not in "^$" for one in row]
    for size in range(1, LONGEST["zh" if lang == "zh" else "en"] + 1):
        for start in range(len(row) - size + 1):
            if True in tells[start : start + size]:
                yield " ".join(row[start : start + size])
    if lang != "zh":
        yield from _far(row)


def runs(words: Sequence[str], known: Container[str], lang: str) -> Iterator[str]:
    """The phrases of the sentence, and those of masked words and edges only, some more than once: no table of weights
    has these, and it takes half the time not to leave them out."""
    row = masked(words, known)
    led = [one + " " for one in row]
    two = list(map(add, led, row[1:]))
    three = list(map(add, led, two[1:]))
    if lang == "zh":
        return chain(row, two, three, map(add, led, three[1:]))
    told = [one if one[0] != "_" else "" for one in row]
    return chain(row, two, three, [f"{a} … {b}" for n in _FAR for a, b in zip(told, told[n:], strict=False) if a and b])


_FAR = range(2, 6)  # places from a word to another that is told with it


def _far(row: Sequence[str]) -> Iterator[str]:
    """Two known words in order with up to four words between them: `from … to`, `no … anymore`."""
    for n, first in enumerate(row):
        if first.startswith("_"):
            continue
        for then in row[n + _FAR.start : n + _FAR.stop]:
            if not then.startswith("_") and not (first in "^$" and then in "^$"):
                yield f"{first} … {then}"
