"""How alike two texts are, in whole numbers: words, identifiers, and pairs of CJK letters.

Nothing here uses floats or models: what a page is must come out the same on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from sys import intern

from memwiki.regexes import regex

_MOST = 4000  # characters that are looked at: a statement is a sentence or a few
_WORD = regex(r"[a-z0-9_][a-z0-9_.\-/+#]*[a-z0-9_+#]|[a-z0-9_]|[^\W\d_a-z]+", re.IGNORECASE)
_CJK = regex(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯]+")
_PARTS = regex(r"[a-z0-9]+")
_NUMBER = regex(r"(?<![\w.])(\d+(?:[.,]\d+)*)\s*-?(%|[a-zA-Zµ]{1,12}|小时|分钟|[天日周月年秒次条行个元倍页])?(?!\d)")
# Each line is one unit in its forms; words are given as `_stem` leaves them.
_UNITS = {
    name: forms.split()[0]
    for forms in """
        us µs microsecond 微秒
        ms millisecond msec 毫秒
        s sec second 秒
        min minute minut m 分钟
        h hour hr 小时
        day d 天 日
        week 周
        month 月
        year yr 年
        % percent
        kb kib
        mb mib
        gb gib
        row line lin 行
        time tim 次
        item 条
        page pag 页
        character char
        request req
        byte byt
        attempt retry
        px
        个
        元
        倍
    """.strip().splitlines()
    for name in forms.split()
}

_STOP = frozenset(
    re.findall(
        r"\S+",
        """
        a an and are as at be been but by can could did do does doing done for from get go got had has have he her his
        how i if in into is it its just let like make me my no not now of off ok on one only or our out please pls shall
        she should so some than that the their them then there these they this those to too up us use used using very
        want was we were what when where which who why will with would you your also again always never still yet all
        any each every here instead der die das und ist nicht ein eine mit für auf wir
        的 了 在 是 我 我们 你 和 与 也 都 就 不 要 把 用 有 这 那 个 吧 吗 呢 请
        """,
    )
)
_STOP_PAIRS = frozenset(
    re.findall(
        r"\S+",
        "我们 你们 一下 这个 那个 可以 以后 一律 现在 还是 不要 需要 应该 就是 已经 然后 如果 因为 所以 都用 使用",
    )
)


def normal(text: str) -> str:
    """Lower-cased, compatibility-folded, single-spaced."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    """English plural and verb endings off, so that `events` and `event` are one word."""
    for ending, least in (("ies", 5), ("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and word.isalpha():
            if ending == "s" and word.endswith("ss"):
                return word
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word


@lru_cache(maxsize=1_024)
def words(text: str) -> frozenset[str]:
    """The text's content: stems without stop words, whole identifiers and their parts, CJK pairs."""
    found: set[str] = set()
    plain = normal(text[:_MOST])
    if plain.isascii():
        return frozenset().union(*map(_pieces_of, _WORD.findall(plain)))
    for match in _WORD.finditer(plain):
        word = match[0]
        if _CJK.fullmatch(word):
            found.update(p for p in (word[i : i + 2] for i in range(len(word) - 1)) if p not in _STOP_PAIRS)
            if len(word) == 1 and word not in _STOP:
                found.add(word)
            continue
        for run in _CJK.findall(word):  # CJK glued to Latin letters
            found.update(run[i : i + 2] for i in range(len(run) - 1))
        found |= _pieces_of(word)
    return frozenset(found)


@lru_cache(maxsize=8_192)
def _pieces_of(word: str) -> frozenset[str]:
    """A word's stem; of an identifier the stems of its parts, and the whole."""
    if word in _STOP:
        return frozenset()
    pieces = _PARTS.findall(word)
    found = {intern(_stem(p)) for p in pieces if p not in _STOP and len(p) > 1}  # words stand in many topics
    if len(pieces) > 1:
        found.add(word.strip("./-#"))
    if not pieces and not _CJK.search(word):
        found.add(word)
    return frozenset(found)


@lru_cache(maxsize=4_096)
def values(text: str) -> frozenset[str]:
    """Numbers with their units, normalised: `30 day`, `7 天`, `45 s`; a number of anything else stands alone."""
    found = set()
    for match in _NUMBER.finditer(unicodedata.normalize("NFKC", text)):
        unit = _stem((match[2] or "").casefold())
        found.add(f"{match[1]} {_UNITS[unit]}" if unit in _UNITS else match[1])
    return frozenset(found)


@lru_cache(maxsize=512)
def level(found: frozenset[str]) -> frozenset[str]:
    """Words without a last e, which some stems have lost: `valve` and `valves` are one."""
    return frozenset(word[:-1] if len(word) > 3 and word.endswith("e") else word for word in found)


def percent(shared: int, whole: int) -> int:
    """`shared` of `whole` as a whole number of percent; 0 of nothing is 0."""
    return 100 * shared // whole if whole else 0


def dice(a: frozenset[str], b: frozenset[str]) -> int:
    """Likeness of two word sets, 0..100: twice the shared words over all words of both."""
    return percent(2 * len(a & b), len(a) + len(b))


def contained(part: frozenset[str], whole: frozenset[str]) -> int:
    """How much of `part` stands in `whole`, 0..100."""
    return percent(len(part & whole), len(part))


def mentions(text: str, phrase: str) -> bool:
    """Whether the phrase stands in the text as whole words, whatever the letter case."""
    wanted, within = normal(phrase), normal(text)
    if not wanted:
        return False
    at = within.find(wanted)
    while at >= 0:
        before, after = within[at - 1 : at], within[at + len(wanted) : at + len(wanted) + 1]
        if not (_glued(before, wanted[0]) or _glued(wanted[-1], after)):
            return True
        at = within.find(wanted, at + 1)
    return False


def _glued(left: str, right: str) -> bool:
    """Whether two neighbouring letters belong to one Latin word."""
    return bool(left and right) and all(c.isascii() and (c.isalnum() or c == "_") for c in (left, right))
