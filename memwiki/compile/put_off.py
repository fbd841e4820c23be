"""What a person leaves for later, strikes off, or says is done."""

from __future__ import annotations

import re

from memwiki.compile import cues
from memwiki.compile.language import fold
from memwiki.compile.left_cues import OVER, PUT_OFF, STRUCK, UNDONE
from memwiki.compile.left_lines import add
from memwiki.compile.likeness import words
from memwiki.compile.session import Turn
from memwiki.compile.speech import read
from memwiki.records import Item
from memwiki.regexes import regex


def put_off(turn: Turn, about: str, left: bool) -> list[Item]:
    """What a prompt leaves for later: "for tomorrow: fix those anchors too", 下次做.

    A reply that names nothing puts off `about`; nothing where that is empty, or where work is already `left`.
    """
    if turn.prompt is None:
        return []
    found: list[Item] = []
    for u in read(turn.prompt.text):
        lang = "zh" if u.lang == "zh" else "en"
        standing = u.act in ("rule", "definition", "question", "hearsay", "maybe")
        later = "later" in u.cues or (PUT_OFF.search(u.raw) is not None and not u.asked)
        if not later or standing or _DONE_OR_PAST.search(u.raw):
            continue
        if names_nothing(u.text):
            if about and not left and not found:
                add(found, f"{about}: {u.text}", turn.prompt, "open")
        elif not _is_refusal_only(u.text, lang):
            named = _LATER.sub("", u.text)
            for part in numbered(u.text if names_nothing(named) else named):
                add(found, part, turn.prompt, "open")
    return found


# `his sheets are in, so that's off the list`; `on saturday 14 people were on the stairs`: done, or past
_DONE_OR_PAST = regex(
    r"\b(?:off (?:the|my|our|your) (?:list|table)|(?:is|are|'?s) (?:done|finished|closed|sorted|solved))\b|搞定了"
    r"|弄完了|划掉"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?:(?:we|i|it|they|he|she|there|the \w+) )?(?:was|were|had"
    r"|did|got|came|went|lost|broke)\b",
    re.IGNORECASE,
)


def _is_refusal_only(text: str, lang: str) -> bool:
    refused = cues.REFUSE[lang].search(text)
    if refused is None:
        return False
    rest = len(words(text[: refused.start()] + " " + text[refused.end() :]))
    return rest < 3


_LATER = regex(
    r"^(?:(?:no|ok(?:ay)?|yes|good|fine|and|right|那)[.,]? )?(?:later|(?:a )?to ?do(?: for [\w ]{2,16})?|note for later"
    r"|for (?:tomorrow|later|next time)|next (?:week|time|session)|tomorrow|那?(?:剩下的|待办|遗留的?))\s*[:,：]\s*"
    r"|[,，]?\s*(?:下次|以后|之后)(?:再|来)?(?:做|弄|改|说|处理)$|[,;]\s*(?:later|next time)$",
    re.IGNORECASE,
)


def reported(turn: Turn) -> list[Item]:
    """What a person says is done: `i ran the backfill last night`, 迁移昨天已经跑完了."""
    if turn.prompt is None:
        return []
    found: list[Item] = []
    for u in read(turn.prompt.text):
        if (
            u.act in ("note", "ack", "task", "choice")
            and not u.asked
            and OVER.search(u.raw)
            and not UNDONE.search(u.raw)
        ):
            add(found, u.raw, turn.prompt, "done")
        if not u.asked and u.act not in ("question", "maybe", "hearsay") and (struck := STRUCK.search(fold(u.raw))):
            add(found, next(filter(None, struck.groups())), turn.prompt, "off")
    return found


# What such a line is made of when it names nothing: `yes, but we leave that for monday`, `later, when v2 is out`,
# 好,剩下的明天再弄.
_WHEN = (
    r"(?:right |just )?(?:later(?: on)?(?: today| this week)?|tomorrow|tonight|today|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|(?:the |this )?weekend"
    r"|next (?:week|month|year|time|session|sprint|release|version|iteration|round)"
    r"|another (?:day|time)|some other (?:day|time)|not (?:now|yet|today)|not there yet|yet|for now|soon|eventually)"
)
_EMPTY = regex(
    rf"\b(?:{_WHEN}|(?:when|once|after|until|till|before|as soon as)\b[^.;:]*)(?=\W|$)"
    r"|\b(?:ok(?:ay)?|yes|yeah|yep|no|nope|sure|right|good|fine|noted|understood|agreed|but|and|so|then|please|pls"
    r"|maybe"
    r"|still|only|just|also|already|really|again|first|leave|leaves|left|do|does|done|did|fix|decide|discuss|look|park"
    r"|postpone|skip|keep|wait|waits|see|go|going|start|started|changed?|run|it|that|this|those|these|them|both|all"
    r"|rest"
    r"|anything|nothing|something|everything|one|ones|the|a|an|as|is|are|was|be|i|i'?ll|i'?d|we|we'?ll|you|u|let'?s"
    r"|will|would|can|could|may|have|has|had|not|haven'?t|hasn'?t|didn'?t|don'?t|code|for|to|at|on|in|of|by|with"
    r"|there|here|ill)\b"
    r"|明天|明早|今晚|今天|晚点|稍后|后天|周[一二三四五六日天]|星期[一二三四五六日天]|下(?:周|个?月|次|回|个?版本)?"
    r"|回头|改天|以后|之后"
    r"|有空|月底|节后|剩下|其余|余下|剩|这样|那样|这个|那个|这些|那些|这|那|它"
    r"|[一二两三四五六七八九十\d]+ ?[个处条件项]"
    r"|再|继续|接着|弄|做|搞|写|改|修|说|看|定|议|聊|加|补|处理|先|还|没|不|要|但是?|可以|好的?|行|嗯|吧|呢|了|的|都"
    r"|也|就|留|放"
    r"|到|在|我|你|我们|咱们?|代码|记下|收到|明白",
    re.IGNORECASE,
)


def names_nothing(said: str) -> bool:
    """Whether a line says only that, or when, something is to be done: `yes, but next week`, 剩下的明天再弄."""
    return not words(_EMPTY.sub(" ", said))


def numbered(said: str) -> list[str]:
    """The things of a list within a line (待办记三条:1 换卡 2 预热脚本 3 加面板), or the line."""
    marks = list(_NUMBER.finditer(said))
    if len(marks) < 2 or [int(one["n"]) for one in marks] != list(range(1, len(marks) + 1)):
        return [said]
    ends = [one.start() for one in marks[1:]] + [len(said)]
    return [said[one.end() : end].strip(" ,;，；、.。") for one, end in zip(marks, ends, strict=True)]


_NUMBER = regex(r"(?:^|(?<=[\s:：,，;；。]))\(?(?P<n>[1-9])(?:[.)、:：)](?!\d)|(?= [^\d\s]))\s*")
