"""How common a term is in general: the background against which a wiki's own counts are read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from memwiki.index.tokens import EXACT, stem

# A word that the list does not hold is rarer than its last level; a Chinese pair less so, as many are accidents.
UNKNOWN = 2.0**-10
_UNKNOWN_PAIR = 2.0**-9
_DIGITS = (0.3, 0.1, 0.01)  # numbers of one, two and three digits
# So many passages of ordinary text stand beside a wiki's own documents. Large enough that five pages do not decide
# what is rare, small enough that a thousand do.
WEIGHT = 100.0


@lru_cache(maxsize=1)
def _levels() -> dict[str, float]:
    text = files("memwiki.index").joinpath("common.txt").read_text("utf-8")
    levels: dict[str, float] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            level, *words = line.split(" ")
            levels.update(dict.fromkeys(words, 2.0 ** (-int(level) / 2)))
    return levels


def shares() -> Mapping[str, float]:
    """The share of ordinary passages that hold each listed term."""
    return _levels()


def share(term: str) -> float:
    """The share of ordinary passages that hold the term, 0..1."""
    bare = stem(term.removeprefix(EXACT)) if term.startswith(EXACT) else term
    if bare.isdigit() and len(bare) <= len(_DIGITS):
        return _DIGITS[len(bare) - 1]
    known = _levels().get(bare)
    if known is not None:
        return known
    return UNKNOWN if bare[:1].isascii() else _UNKNOWN_PAIR


def known(term: str) -> bool:
    """Whether the list holds the term."""
    return term in _levels()


def idf(term: str, df: int, documents: int) -> float:
    """The term's weight: ln of how many documents stand against one that holds it, the background counted in."""
    smoothed = (df + WEIGHT * share(term)) / (documents + WEIGHT)
    return math.log(1.0 + 1.0 / smoothed)
