"""Two sentences of which one settles what the other says: decided, done so always, insisted on, banned, given up."""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile.customs import SETTLED, bare, done_so, insists
from memwiki.compile.rules import BANS_IT
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex


def settled(first: Utterance, then: Utterance) -> tuple[Utterance, Utterance] | None:
    """Both with the acts that they have together; None where neither settles the other."""
    if first.paragraph != then.paragraph:
        return None
    if (banned := _WHY_YOU.search(first.raw)) and then.act in ("rule", "choice", "note") and _bans(then.text):
        return first, replace(then, act="rule", text=f"{banned['what']}: {then.text}", weight=SETTLED)
    if then.act == "rule" and bare(then.text) and first.act == "note":
        return first, replace(then, text=f"{first.text}: {then.text}")
    if _of_this(first, then):
        return replace(first, act="task", weight=0), then
    if _settles(first, then) or _back_again(first, then) or (_sets(first) and FAILED.match(then.raw)):
        act = "choice"
    elif _may_be_custom(first, then) and (
        done_so(then.raw) or (insists(then.text) and first.cues.any("must", "must_not", "avoid"))
    ):
        act = "rule"
    else:
        return None
    return replace(first, act=act, weight=SETTLED), replace(then, act="note", weight=0)


def _back_again(first: Utterance, then: Utterance) -> bool:
    """`put it back to one per zone. yesterday's outage took all of dev down`: what is turned back for a reason."""
    if first.asked or then.asked or then.item or first.act not in ("task", "note"):
        return False
    return _BACK.match(first.raw) is not None and (
        then.cues.any("complaint", "weighs", "reason") or FAILED.match(then.raw) is not None
    )


_BACK = regex(
    r"(?:(?:ok(?:ay)?|so|and|please|pls|let'?s|lets|we|,| )*)(?:put|set|switch|move|change|turn|roll"
    r"|revert)\b [^.;?]{0,60}\bback (?:to|on|in)\b (?!work\b|bed\b|me\b|you\b|track\b|the (?:list|topic|office)\b)"
    r"|(?:还是|先|那就|把.{1,20})?(?:改回|换回|退回|恢复成|恢复到|调回|切回)(?!来)",
    re.IGNORECASE,
)


def _of_this(first: Utterance, then: Utterance) -> bool:
    """`they must not show up in the outline. filter them out there`: what the work at hand is to reach."""
    return (
        first.act == "rule"
        and not first.cues.any("memo", "forever", "everywhere")
        and _POINTS.match(first.text) is not None
        and then.act in ("task", "note")
        and _DO_IT.match(then.text) is not None
    )


_POINTS = regex(
    r"(?:and |but |so )?(?:they|it|these|those|this|that) (?:must|should|shouldn'?t|can'?t|cannot|may)\b", re.IGNORECASE
)
_DO_IT = regex(
    r"(?:so |please |pls |can you |could you )*(?:filter|fix|remove|hide|skip|drop|change|move|make|take|leave|sort"
    r"|handle|exclude|strip|do|add|put|turn)\b [^.;]{0,20}\b(?:them|it|that|these|those|this|there)\b",
    re.IGNORECASE,
)


def _bans(text: str) -> bool:
    """Whether a person bans it; `it is forbidden by the server` reports."""
    found = BANS_IT.match(text)
    return found is not None and not text[found.end() :].startswith(" by ")


def _settles(first: Utterance, then: Utterance) -> bool:
    """`take them off in the same transaction. we decided that in spring`, 关阀必须回读。这个定死了."""
    if first.asked or then.asked or then.item:
        return False
    if first.act not in ("note", "task", "rule", "choice") or first.cues.any("memo", "forever", "complaint"):
        return False
    if len(first.text) < _short(first):
        return False
    found = _DECIDED.match(then.raw)
    return found is not None and _OTHERS.match(then.raw, found.end()) is None


def _short(u: Utterance) -> int:
    """Letters below which a sentence names nothing."""
    return 4 if u.lang == "zh" else 8


# `this was settled by a restart`, 定了之后告诉我: it decides nothing
_OTHERS = regex(r" (?:by|on (?:their|his|her) )|了?(?:吗|没|之后|以后|再|的话)", re.IGNORECASE)
_DECIDED = regex(
    r"(?:and |so |yes,? |well,? )*(?:we|i)(?:'ve| have| had)? (?:already |both |all )?(?:decided|agreed|settled"
    r"|discussed"
    r" and decided|voted)(?: on| for| about)? (?:that|this|it|so)\b(?! (?:we|the|an?|all|every|no|you|there|it|he"
    r"|she|they|i|these|those)\b)"
    r"|(?:that|this|it)(?:'s| is| was| has been)? (?:now |already |all |long )*(?:decided|settled|final|agreed(?: on)?"
    r"|not up for (?:debate|discussion)|non-?negotiable)\b"
    r"|(?:这[个事点条件]?|就|这就)?(?:已经|早就?|算是?)?(?:定死了?|定了|敲定了?|定下来了?|拍板了|不(?:再)?讨论了?|没得商量|不用再议|就这么定)",
    re.IGNORECASE,
)


def _sets(u: Utterance) -> bool:
    """`make the travel buffer 60 minutes`: an order of a value."""
    return u.act in ("task", "note") and not u.asked and "parameter" in u.cues and re.search(r"\d", u.text) is not None


# `make it 60 minutes. 45 never worked since they dig up the tracks`
_OLD = r"(?:the )?(?:old(?: [\w.%-]+)?|\d[\w.%-]*)(?: [\w-]+)?"
FAILED = regex(
    rf"{_OLD} (?:never|didn'?t|did not|doesn'?t|does not|won'?t) (?:really "
    r"|ever )?(?:work"
    r"|worked|help|helped|hold|held|last|lasted|suffice|do)\b"
    rf"|{_OLD} (?:was|were|is|are) (?:just |always |simply )?(?:too|never enough"
    r"|not enough)\b",
    re.IGNORECASE,
)


def _may_be_custom(first: Utterance, then: Utterance) -> bool:
    if first.asked or then.asked or len(first.text) < _short(first):
        return False
    return first.act in ("note", "choice", "rule") and not first.cues.any("complaint", "maybe", "once")


# `But why again you write using namespace std? In our company it is forbidden`: what is banned
_WHY_YOU = regex(
    r"\bwhy (?:(?:do|did|are|have|would|again|the hell|on earth|always|still) )*(?:you|u) (?:(?:again|always|still"
    r"|keep|even"
    r"|have|just) )*(?:(?:write|use|put)(?:ing)? )?(?P<what>(?!to\b|that\b|it\b|this\b)[^?.,;]{3,40}?)(?: again"
    r"| everywhere"
    r"| here)*[?!]*$",
    re.IGNORECASE,
)


# `I am afraid I have changed my mind about SVG. we produce PDF now`: what comes is the choice
CHANGED_MIND = regex(
    r"(?:(?:i am|i'?m) (?:afraid|sorry)(?: but)?,? |sorry,? |ok(?:ay)?,? |hm+,? )*(?:i|we)(?:'ve"
    r"| have)? changed (?:my|our) minds?(?: (?:about|on|regarding) [^.;:]{2,40})?|(?:我|我们)?(?:改主意了?"
    r"|想法变了)",
    re.IGNORECASE,
)
