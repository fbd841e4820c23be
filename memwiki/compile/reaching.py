"""Sentences that lend their reach to the one before: `put the number in the message. every one please`, 下不为例."""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile.likeness import words
from memwiki.compile.rules import RULE
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex

_FIRM = RULE + 10
_EVERY = regex(
    r"(?:and |so |please |pls |yes |but )*(?:(?:on |in |for |with )?(?:every|each) (?:one|time|single (?:one|time)"
    r"|of them|screen|page"
    r"|report|commit|file|mail|table)|(?:on |in |for )?all of (?:them|those)|anywhere\b|everywhere\b|wherever\b"
    r"|same (?:for|on|in|goes for) (?:all|every|the (?:rest|others?))|no exceptions?\b|without exception)",
    re.IGNORECASE,
)
_EVERY_ZH = regex(
    r"(?:以后)?(?:每(?:次|个|条|份|张|回|处)|哪(?:儿|里|个|张)|别的|其他|其余|任何|所有|谁)[^,。;]{0,8}?(?:都"
    r"|也)(?:一样|这样|是|要|得|照)"
    r"|(?:都|全都|一律)(?:要|得)?(?:这样|这么|照)|没有例外|无一例外|谁都一样|都一样"
)
_THIS_TIME = regex(
    r"(?:.{0,60}?[,;] ?)?(?:but |ok |okay )*(?:i'?ll let (?:it|that) (?:go|pass|slide)\b"
    r"|(?:for )?this (?:one )?time(?: it)?(?:'s| is|s)? "
    r"(?:ok|okay|fine|alright|forgiven)\b|(?:it'?s )?(?:ok|fine) (?:for )?(?:this|one) (?:time|once))"
    r"|(?:这|本|这一)次(?:就|先)?(?:罢了|算了|不追究|没事|不说你)|下不为例",
    re.IGNORECASE,
)
_BIDS = regex(
    (
        r"\b(?:don'?t|do not|never|nothing|no|not|ask|please|pls|only|must|should|keep|leave|hands off)\b|不要|别|不能"
        r"|先|请|只|得|必须"
    ),
    re.IGNORECASE,
)
_OPEN = ("task", "note", "choice", "oneoff")


def reached(said: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """The sentences, those as rules that the next one says to hold each time, or to have been broken this time."""
    result: list[Utterance] = []
    for n, u in enumerate(said):
        last = result[-1] if result else None
        if last is not None and _may_reach(last) and last.paragraph == u.paragraph and not u.asked:
            every = (_EVERY_ZH if u.lang == "zh" else _EVERY).match(u.raw)
            if every and len(u.raw) <= 100:
                result[-1] = _rule(last, f"{last.text}, {u.text}", f"{last.raw}. {u.raw}")
                continue
            if _THIS_TIME.match(u.raw) and _BIDS.search(last.raw):
                result[-1] = _rule(last, last.text, last.raw)
            elif n > 1 and _THIS_TIME.match(u.raw) and _may_reach(result[-2]) and _BIDS.search(result[-2].raw):
                result[-2] = _rule(result[-2], result[-2].text, result[-2].raw)
        result.append(u)
    return tuple(result)


def _may_reach(u: Utterance) -> bool:
    return u.act in _OPEN and not u.asked and len(words(u.text)) > 1


def _rule(u: Utterance, text: str, raw: str) -> Utterance:
    return replace(u, act="rule", weight=max(u.weight, _FIRM), text=text, raw=raw, heard=False)
