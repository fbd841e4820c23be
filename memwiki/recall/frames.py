"""What of a question only frames it ("what kind of", "did she mention"), and whether it asks when.

These are ways in which people ask in any wiki, no list of subjects; what they are worth is in docs/decisions.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from memwiki.index.content import MONTHS
from memwiki.index.parts import Hashes, hash_of
from memwiki.index.tokens import stem

_FRAME = re.compile(
    r"\b(?:what|which)\s+((?:type|kind|sort)s?)\s+of\b"
    r"|\b(?:do|does|did|has|have)\s+(?:\w+\s+){1,3}(mention|say)\b"
    r"|\b(mention(?:s|ed)?)\b(?=[^?]*\?)"
    r"|\bwould\s+(?:\w+\s+){1,3}(?:be\s+)?(likely|considered)\b|\b(likely)\b(?=[^?]*\?)",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\s*(?:(?:and|so|but|then)\s+)?(?:when\s+(?!i\b|you\b|we\b|i'm\b|you're\b|using\b)|since when"
    r"|how long (?:ago|did|has|have|was|is)"
    r"|(?:what|which)\s+(?:year|month|day|date|week|time)\b|on (?:what|which) (?:day|date))"
    r"|(?:什么时候|何时|哪天|哪一天|哪年|哪个月|几号|几月|多久)",
    re.IGNORECASE,
)
_TIMES = (
    "yesterday today tonight tomorrow last ago next since recently weekend week month year day morning afternoon "
    "evening monday tuesday wednesday thursday friday saturday sunday " + " ".join(MONTHS).casefold()
).split()
_TIMES_WIDE = (
    "昨天 今天 前天 明天 昨晚 今晚 上周 下周 本周 周一 周二 周三 周四 周五 周六 周日 周末 上个 下个 今年 去年".split()
)
_YEARS = range(2000, 2060)


def framing(text: str) -> frozenset[str]:
    """The words of a question that only frame it, lower-cased."""
    return frozenset(word.casefold() for match in _FRAME.finditer(text) for word in match.groups() if word)


def asks_when(text: str) -> bool:
    """Whether the question wants a time: "when did", "how long ago", 什么时候."""
    return _WHEN.match(text) is not None or (text[:1] > "\u2e80" and _WHEN.search(text) is not None)


@lru_cache(maxsize=1)
def times() -> Hashes:
    """The terms of lines that tell a time, as they are held in a part, sorted."""
    told = {*map(stem, _TIMES), *_TIMES_WIDE, *map(str, _YEARS)}
    return np.asarray(sorted(map(hash_of, told)), dtype=np.uint32)
