"""A sentence once more, by counted phrases (acts.py): another act where they speak clearly for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter

from memwiki.compile import acts
from memwiki.compile.choices import CHOICE, LIMIT_ZH, SINCE_DAY
from memwiki.compile.customs import SETTLED
from memwiki.compile.likeness import words as content
from memwiki.compile.rules import RULE
from memwiki.compile.utterances import Utterance, reasoned
from memwiki.regexes import regex

# Points (acts.py) by which another act must lead. Measured on eval/talks/dev: with 120 more is found and no more of it
# is false; with 60 a tenth more of what is made is false.
_CLEARLY = 120
_AHEAD = 60  # and by which it must lead all that states nothing
_HEARD = {"rule": ("rule", RULE), "choice": ("choice", CHOICE)}
_BESIDE = ("trap", "term")  # what a sentence may tell besides what it does: a rule with its reason reads like a trap
_SURE = ("rule", "choice", "oneoff", "hearsay")  # here the cues are right more often than the phrases
# Turning from one thing to another, or away: a trap may be the reason.
_TURNED = ("memo", "decided", "changed", "from_to", "go_with", "lets", "scrap", "we_do")
_REPORTS = ("complaint", "expected", "observed", "probe", "figure")
_NO_CLAIMS = ("left", "off", "task", "ask", "maybe", "told", "ack")
LEARNED_NAMES = {
    "rule": "rule",
    "choice": "choice",
    "definition": "term",
    "question": "ask",
    "maybe": "maybe",
    "hearsay": "told",
    "oneoff": "task",
    "later": "left",
    "task": "task",
    "note": "told",
    "ack": "ack",
}


def weighed(said: tuple[Utterance, ...], n: int, asked_before: bool) -> Utterance:
    """The sentence once more, by counted phrases: another act where they speak clearly for it."""
    if said[n].lang not in ("en", "zh") or said[n].weight >= SETTLED:
        return said[n]
    points = acts.person(said, n, asked_before)
    leads = _trap(points), _lead(points, "off"), _lead(points, "choice"), acts.margin(points, "term")
    one = said[n].with_leads(*leads)
    mine = LEARNED_NAMES[one.act]
    if (
        one.act in ("rule", "choice")
        and one.trap >= _TELLS_TRAP
        and not _turns(one)
        and not (_RULED.match(one.text) or reasoned(one))
    ):
        return replace(one, act="note", weight=0)
    if one.act in ("rule", "choice") and not one.cues.any("memo", "decided"):
        return _reconsidered(one, points, bool(n) and "fed_up" in said[n - 1].cues)
    changes = one.cues.any("forever", "changed", "go_with")  # what takes the place of something also withdraws it
    rivals = [act for act in points if act not in _BESIDE and not (changes and act == "off")]
    best = max(rivals, key=points.__getitem__)
    if one.act in _SURE or "memo" in one.cues or best not in _HEARD or (one.item and one.act == "task"):
        return one
    if best == "rule" and ((n and said[n - 1].asked) or _OWN_WORK.match(one.text) or _REQUIRED.match(one.text)):
        return one
    if best == "choice" and one.act == "maybe":
        return one
    if best == "rule" and not (_NORM_ZH if one.lang == "zh" else _NORM_EN).search(one.text):
        return one
    if max(points[act] for act in _BESIDE) - points[best] > _CLEARLY:
        return one
    before = said[n - 1] if n else one
    adds = before.act == "choice" and before.paragraph == one.paragraph and not one.item
    reports = one.cues.any(*_REPORTS) and points[best] - points["told"] < _CLEARLY
    if best == "choice" and (adds or reports):
        return one
    if points[best] - points[mine] < _CLEARLY or len(content(one.text)) < (3 if one.lang == "zh" else 2):
        return one
    if points[best] - max(points[act] for act in _NO_CLAIMS if act != "off") < _AHEAD:
        return one
    few = one.weight < 10 or one.act == "task"
    return replace(one, act=_HEARD[best][0], weight=max(one.weight, _HEARD[best][1]), heard=few)


# `new rule because of this: …`, 规矩: who says that it is a rule means it as one
_RULED = regex(
    r"(?:(?:a|an|the|my|our|one|another|new|house|team|hard|ground) ){0,3}rules?\b[^:,]{0,40}:"
    r"|(?:新|立个|定个|加一?条)?(?:规矩|规则)[^:,。]{0,8}[:,]",
    re.IGNORECASE,
)
_TELLS_TRAP = 60  # points by which what the cues read as rule or choice must rather tell a trap
_NOW = regex(r"\b(?:now|instead)(?=[,.;]|$)")


def _turns(one: Utterance) -> bool:
    """Whether a sentence turns from one thing to another, or sets a limit: the trap in it is the reason."""
    return one.cues.any(*_TURNED) or any(cue.search(one.text) for cue in (_NOW, SINCE_DAY, LIMIT_ZH))


_SWAPS = 150  # points by which a rule must read more like a choice, or the other way round, to be it
_UNSAYS = 40  # points by which it must read more like no statement at all, where few cues speak for it
_CONTRADICTS = regex(r"(?:no|nope|nah)\b[,.!]? |不[,。]", re.IGNORECASE)  # an order against what the agent chose
_FIRM = {"rule": 70, "choice": 30}


def _reconsidered(one: Utterance, points: Mapping[str, int], again: bool) -> Utterance:
    """A rule or choice of the cues, as counted phrases read it where they are clear; `again`: it was told before."""
    other = "choice" if one.act == "rule" else "rule"
    if points[other] - points[one.act] >= _SWAPS and points[other] >= max(points[act] for act in _NO_CLAIMS):
        return replace(one, act=other)
    plain = (
        again
        or _CONTRADICTS.match(one.raw)
        or one.cues.any("stop_doing", "ask_politely", "fed_up", "taste", "ask_first")
    )
    least = 3 * _UNSAYS if plain else _UNSAYS
    if (
        one.weight < _FIRM[one.act]
        and max(points[act] for act in _NO_CLAIMS if act != "off") - points[one.act] >= least
    ):
        return replace(one, act="note", weight=0)
    return one


# A rule says how things are to be done; what tells how they are is none, however much it sounds like one.
_NORM_EN = regex(
    r"^(?!(?:it|he|she|they|i(?:'m| am| was| had| did)|wait|hm+|what|why|who|where|when did)\b)"
    r".*(?:\b(?:always|never|no|not|nothing|nobody|don'?t|dont|won'?t|can(?:'t|not)|isn'?t|every\w*|each|all|any|both"
    r"|only|must|should|has to|have to|needs?|want|like|prefer|hate|love|please|pls|use|keep|put|write|show|ask|tell"
    r"|give|avoid|stop|stay|without|before|after|first|instead|rather|enough|plain|short|one|per|as|in|with|for|we|our"
    r"|my|me|you|your|goes?|is|are)\b)",
    re.IGNORECASE,
)
_NORM_ZH = regex(
    r"^(?!(?:我(?!们|要|想|喜欢|习惯|希望|更|比较|不)|现在(?!开始|起)|今天(?!开始|起)|昨天|上次|刚才|刚刚|明天|怎么|为什么|哦|啊))"
    r".*(?:都|要|别|不(?!起来|动|了|出来|上|到)|只|必须|一律|统一|禁|每|默认|尽量|优先|保持|以|按|用|写|放|走|得|记"
    r"|全|凡|先|再|请|才|就(?:行|好|够|可以)|里|名|风格|格式)"
)
# `the reader must accept a new source` is what the work is to do
_REQUIRED = regex(
    r"(?:the|this|that) [\w -]{2,40}? (?:must|should|has to|needs to) (?!always|never|not\b)", re.IGNORECASE
)
_OWN_WORK = regex(r"(?:i|we)(?:'m| am|'re| are) \w+ing\b", re.IGNORECASE)  # a report of what one is at


_CLAIMS_NOTHING = itemgetter(*_NO_CLAIMS)
_RIVALS = {one: itemgetter(*(other for other in acts.ACTS if other not in (one, *_BESIDE))) for one in acts.ACTS}


def _lead(points: Mapping[str, int], act: str) -> int:
    """By how many points an act leads all that it excludes."""
    most: int = max(_RIVALS[act](points))
    return points[act] - most


def _trap(points: Mapping[str, int]) -> int:
    """By how much a sentence tells a trap rather than anything else, or (negative) something that is no statement."""
    lead = acts.margin(points, "trap")
    return lead if lead > 0 else min(0, points["trap"] - max(_CLAIMS_NOTHING(points)))
