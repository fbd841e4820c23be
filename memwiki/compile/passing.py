"""A trap that a person tells in passing: how a device or program behaves, not what is wrong with the work today."""

from __future__ import annotations

import re

from memwiki.compile import asked, cues
from memwiki.compile.language import clauses, has_han, sentences
from memwiki.compile.left_cues import PUT_OFF
from memwiki.compile.orders import is_task
from memwiki.compile.passing_cues import (
    ADVICE,
    ALWAYS,
    ASIDE,
    COST,
    DEVICE,
    FORBIDS,
    HARM,
    LACKS,
    QUIET,
    TOLD_CAUSE,
    WISH,
)
from memwiki.compile.quotation import own_words
from memwiki.compile.session import Turn
from memwiki.compile.speech import read
from memwiki.regexes import regex
from memwiki.values import value

TELLS = 3
_WORK = frozenset({"edit", "write"})


@value(frozen=True, slots=True)
class Setting:
    """What stands around a prompt's sentences: whether it asks for a repair, orders other work, and what followed."""

    repair: bool
    orders: tuple[str, ...]
    idle: bool
    first: bool = False
    answered: bool = False  # the agent said something to it

    @classmethod
    def of(cls, turn: Turn, repair: bool) -> Setting:
        """The setting of a turn's prompt."""
        worked = any(step.tool and step.tool.family in _WORK for step in (*turn.steps, *turn.helper_steps))
        final = turn.final.text if turn.final else ""
        noted = turn.ended and (len(final) <= _NOD or _NODS.match(final) is not None)
        said = [s.text for s in sentences(own_words(turn.prompt.text)[:8000]) if not s.asked] if turn.prompt else []
        ordered = tuple(one for one in said[:40] if _orders(one))
        return cls(repair, ordered, noted and not worked, turn.index == 0, bool(final))


def _orders(sentence: str) -> bool:
    bare = asked.stripped(sentence)
    if _LOOKS.match(bare):
        return False
    if has_han(bare):
        return _ORDERS_ZH.match(bare) is not None and not ALWAYS.search(bare)
    return _NEXT.match(sentence) is not None or asked.orders(bare) or is_task(bare, "en") or thus(sentence)


def thus(sentence: str) -> bool:
    """`when the server sends 410, delete the tombstone too`: an order with its condition first."""
    parts = clauses(asked.stripped(sentence))
    when = next((n for n, part in enumerate(parts) if _WHEN.search(part)), len(parts))
    return any(asked.orders(part) for part in parts[when + 1 :])


def in_passing(text: str, after: str, setting: Setting) -> bool:
    """Whether a sentence tells a lasting trouble: harm, and enough that says that it is always so.

    `after` is the sentence behind it.
    """
    harm = HARM.search(text) is not None
    if (not harm and (FORBIDS.search(text) or not LACKS.search(text))) or _of_today(text):
        return False
    weight = 2 * bool(ALWAYS.search(text)) + 2 * bool(COST.search(text) or TOLD_CAUSE.search(text))
    weight += bool(ASIDE.search(text)) + bool(DEVICE.search(text)) + bool(QUIET.search(text))
    weight += not harm and _SO.search(text) is not None
    weight -= 2 * bool(_BACK.match(text)) + 2 * _chooses(after)
    weight += bool(ADVICE.search(text) or ADVICE.match(f", {after}"))
    weight += 2 * bool(FORBIDS.search(text)) if COST.search(text) else 0
    weight -= 3 * bool(WISH.search(text) or thus(text)) + 3 * setting.repair + _rules(text, harm)
    return weight + _place(text, after, setting, harm) >= TELLS + (not harm)


def _place(text: str, after: str, setting: Setting, harm: bool) -> int:
    """More where the prompt goes on to something else, or asks nothing; less where the sentence is the task itself."""
    if setting.idle:
        return 2 + harm
    others = [one for one in setting.orders if one not in text]
    if not others or any(one in text for one in setting.orders):
        return -3
    return 2 if ASIDE.search(text) or _GOES_ON.match(after) else 1


def _of_today(text: str) -> bool:
    """Whether the sentence is for this once, or puts something off."""
    said = read(text)
    return PUT_OFF.search(text) is not None or any(u.act in ("oneoff", "later") or "later" in u.cues for u in said)


def _chooses(after: str) -> bool:
    """Whether the next sentence draws a conclusion: what stands before it is its reason."""
    return bool(after) and any(u.act == "choice" or cues.REFUSE["en"].search(u.raw) for u in read(after))


_SO = regex(r"[, ]so (?!that\b)\w|\band then\b|[,，](?:所以|结果|就)", re.IGNORECASE)
_BACK = regex(r"(?:and |but )?(?:theirs|ours|they|it|its|those|these|this)\b|(?:它|他们|这个|那样)", re.IGNORECASE)
_NEXT = regex(r"\W*(?:next|task|todo|today|now)\b(?: \w+)?\s*[:,]", re.IGNORECASE)
_WHEN = regex(r"\b(?:when|if|once|after|before|as soon as)\b", re.IGNORECASE)
_LOOKS = regex(r"(?:start|begin|look|see|read|open|check|run|try|test|show)\b", re.IGNORECASE)
_ORDERS_ZH = regex(
    r"(?:把|给|写|加|做|改|建|接|补|新增|实现|导出|重构|升级|部署|跑|测|生成|画|整理|迁|拆|支持|优化|删|换|更新)"
)


def _rules(text: str, harm: bool) -> int:
    """What to take off where the sentence makes a choice or a rule, and tells of no harm that was done."""
    if _HABIT.search(text) or COST.search(text) or not {u.act for u in read(text)} & {"choice", "rule"}:
        return 0
    hurt, forbids = HARM.search(text), FORBIDS.search(text)
    advised = hurt is not None and forbids is not None and hurt.start() < forbids.start()
    return 1 if advised or (harm and DEVICE.search(text) and not _NORM.search(text)) else 3


_NORM = regex(r"\b(?:from now on|always|every time|rule)\b|一律|必须|以后", re.IGNORECASE)
_HABIT = regex(
    r"\b(?:every|each) time (?:\w+ ){1,2}\w+s\b|\bwhenever\b|每次\S{1,12}(?:都会|就)"
    r"|(?:小于|大于|超过|低于|只要|一旦).{1,14}就(?:会|返回|变|断|丢|报|停|卡|挂|死)",
    re.IGNORECASE,
)
_NOD = 60  # characters of an answer that only takes note
_NODS = regex(
    r"^(?:noted|ok(?:ay)?|got it|understood|good to know|thanks|will do|i'?ll (?:keep|remember)|remembered"
    r"|记(?:住|下)了?|好的?|收到|明白|知道了|了解)\b",
    re.IGNORECASE,
)
_GOES_ON = regex(
    r"^\W*(?:ok(?:ay)?|now|anyway|anyhow|today|next|task|so now|but now|then|with that|for now|also|please|pls"
    r"|that said|那|现在|今天|然后|接下来|好|先|这次|你)",
    re.IGNORECASE,
)
