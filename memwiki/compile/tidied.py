"""A claim as its page tells it: no nods, no orders for now, nothing twice, under each heading what belongs there."""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile.alternatives import weighed
from memwiki.compile.headlines import unaddressed
from memwiki.compile.language import clauses, has_han
from memwiki.compile.likeness import contained, normal, words
from memwiki.compile.orders import first_verb
from memwiki.compile.telling import joined, parted
from memwiki.compile.words_en import TASK_VERBS
from memwiki.records import Claim
from memwiki.regexes import regex


def tidied(claim: Claim, title: str) -> Claim:
    """The claim with its text and parts as the page of this title shows them; itself where nothing changes."""
    if claim.source == "imported" or claim.model:
        return claim
    parts = dict(claim.parts)
    text = claim.text
    if claim.kind in ("decision", "preference"):
        reasons = parts.get("reason", ())
        kept = tuple(one for one in reasons if _speaks(one, title))
        more = [one for one in reasons if one not in kept and _adds(one) and normal(one) not in normal(text)]
        text = joined([*_statement(text, title), *more])
        kept = (*_led_to(claim.text, claim.lang, kept), *kept)
        parts |= {"reason": kept, "alternatives": weighed(parts.get("alternatives", ()), title, text)}
        parts["context"] = tuple(one for one in parts.get("context", ()) if normal(one) not in normal(text))
    elif claim.kind == "gotcha":
        parts |= _causes(parts)
    parts = {name: lines for name, lines in parts.items() if lines}
    return claim if text == claim.text and parts == claim.parts else replace(claim, text=text, parts=parts)


def _led_to(text: str, lang: str, kept: tuple[str, ...]) -> tuple[str, ...]:
    """What stood before 我跟老王拍板了 and led to it: the statement on the page begins behind it."""
    shown = unaddressed(text, lang)
    if lang != "zh" or shown == text or not text.endswith(shown):
        return ()
    told = clauses(text[: -len(shown)].strip(" ,，:：")) if len(text) - len(shown) > 14 else []
    return tuple(
        one for one in told if len(one) > 5 and not _SETTLED.search(one) and not any(one in other for other in kept)
    )


_SETTLED = regex(r"拍板|谈妥|商量|说好|定下来|定了")


# -- the statement ------------------------------------------------------------------------------------------------

_NODS = (
    r"ok(?:ay)?|yes|yep|yeah|sure|good|great|fine|nice|perfect|right|deal|sold|cool|agreed|exactly|please|thanks?"
    r"|thank you|thx|do (?:it|that|so)(?: like (?:this|that))?|go (?:ahead|for it)(?: with (?:it|that))?"
    r"|sounds? (?:good|right|fine|reasonable)|like (?:that|you say)|makes sense|i agree"
    r"|that explains (?:it|a lot)|as you (?:say|proposed?|suggest(?:ed)?)"
    r"|let'?s do (?:it|that)|take (?:it|that)|ja|passt|genau|mach (?:das|es) so"
    r"|gut|the (?:first|second|third|latter|former)(?: one)?|option [a-d1-4]|[a-d]|then|so|and"
)
_NOD = regex(rf"^(?:(?:{_NODS})[\s,.!;:)-]*)+$", re.IGNORECASE)
_NOD_ZH = regex(
    r"^(?:(?:嗯+|行|好的?|可以|对|成|是的?|就这样|就这么(?:干|定|办|来)|听你的|同意|没问题|那就|就|按|用|选|走|来|都"
    r"|第[一二三四][个种]|方案[一二三四A-D]|[A-D1-4]|上|吧|了|啊|哈|我也觉得)[\s,，。.!！、]*)+$",
    re.IGNORECASE,
)
_ONE_OFF = regex(
    r"^(?:(?:please|pls|plz|and|then|now|just|also|so|but)\s+)*"
    r"(?:only (?:touch|change|edit|look)|don'?t touch|rename (?:it|yours)|say so|(?:write|put|add) it(?: \S+){0,3}$"
    r"|apply (?:it|that)|do the same|tell (?:me|them)|show me|leave (?:it|the)|commit|push|go on|convert|start|begin|rm"
    r"|remove (?:it|the)|delete (?:it|the)|reformat|roll out|release|fix)\b",
    re.IGNORECASE,
)
_ONE_OFF_ZH = regex(
    r"^(?:然后|顺便|顺手|所以|另外|你|再|先)*(?:帮我|请(?:你|同步|更新|按)|麻烦|记得(?:改|更新|写)|按(?:这个|照)|照这个|给我"
    r"|重写)|帮我(?:写|看|改|查|跑)"
)
_FOREVER = regex(
    r"\b(?:always|never|every|each|whenever|from now|must|any)\b|一律|以后|每次|永远|必须|统一|都要|都得", re.IGNORECASE
)


def _one_off(sentence: str) -> bool:
    """Whether a sentence orders something for now: `Only touch sync/push.py please`, 帮我看下购物车."""
    if _FOREVER.search(sentence):
        return False
    return (_ONE_OFF_ZH if has_han(sentence) else _ONE_OFF).search(sentence) is not None


def _statement(text: str, title: str) -> list[str]:
    """The sentences of the statement: the first, and those behind it that say more."""
    kept: list[str] = []
    for n, one in enumerate(parted(text)):
        bare = normal(one)
        if not n and ":" in one and normal(one.rpartition(":")[2]) == normal(title.rpartition(":")[2]):
            one, bare = title, normal(title)  # the question in the words of the title
        if n and (_nods(one, title) or _one_off(one)):
            continue
        one = _ASKED_ZH.sub("", one) if has_han(one) else one
        if not n and _NO_FIRST.match(one) and len(text) > len(one) + 8:
            continue
        if kept and (bare == normal(kept[-1]) or _begins_with(bare, normal(kept[-1])) or _names(one, kept[-1])):
            kept.pop()  # the sentence behind it says it again, and more
        elif any(bare in (normal(other), normal(other.rpartition(":")[2])) for other in kept):
            continue
        kept.append(one)
    return kept


_NO_FIRST = regex(r"^(?:no|nope|nah|yes|yep|ok(?:ay)?|sure|right|不|行|好|嗯|对|可以)[\s,.!。]*$", re.IGNORECASE)
_ASKED_ZH = regex(r"(?<=.{6})[,，\s]+(?:然后|顺便|顺手|另外)?(?:帮我|麻烦你?)[^,，。]*$")


def _begins_with(longer: str, shorter: str) -> bool:
    return len(shorter) >= 6 and longer.startswith(shorter.rstrip(".。"))


def _names(sentence: str, before: str) -> bool:
    """Whether `Flag name: X=a|b` says what `The port: flag name` only names."""
    head, mark, rest = sentence.partition(":")
    tail = before.rstrip(".。 ").rpartition(":")[2]
    return bool(mark and tail) and rest.startswith(" ") and normal(head) == normal(tail)


def _nods(sentence: str, title: str) -> bool:
    """Whether a sentence only agrees, or agrees in the title's words: `Yes, please convert on read`."""
    if (_NOD_ZH if has_han(sentence) else _NOD).match(sentence):
        return True
    rest = _NOD_FIRST.sub("", sentence, count=1)
    return rest != sentence and contained(words(rest), words(title)) == 100


_NOD_FIRST = regex(rf"^(?:(?:{_NODS}|嗯+|行|好的?|对|可以)[\s,.!;:，。-]+)+", re.IGNORECASE)


# -- reasons ------------------------------------------------------------------------------------------------------

_NO_REASON = regex(
    r"^(?:that explains (?:it|a lot)|that'?s (?:all|fine|it|a rule|what (?:we need|i want))\b.*|thank.*|like you say"
    r"|i said that.*|how (?:often|many times).*|i changed my mind|(?:the|a|an|our) [\w-]+ ones?)$"
    r"|^(?:例如|比如|譬如)|(?:除外|例外|随你)$|^(?:这|那)?[两二三几]?[个条项]?[都全]?是?(?:长期|永久|一直)(?:的|有效)$|^(?:建议|有)[两二三3]种|^[^,，]{2,6}(?:不要|不用|算了)$",
    re.IGNORECASE,
)
_POINTER = regex(
    r"^(?:the |it |its )?(?:[\w-]+ ){0,3}(?:is|are|lives?|sits?)(?: in| at| under)? `?[\w.-]*/[\w./-]+`?$",
    re.IGNORECASE,
)
_DETAIL_ZH = regex(
    r"^(?:其余|剩下的|展示时|显示的时候|后端|前端)|(?:时候)?再(?:转|写|提交|commit|改)[^,，]{0,10}$|^然后"
)
_STATES = regex(r"^[\w-]+ (?:is|was|are|were|has|had|[a-z]{3,}s)\s+\S", re.IGNORECASE)  # `deploy takes 4 min anyway`
_FOR = regex(
    r"\b(?:because|since|otherwise|due to|so that|needs?|wants?|asked|says?|said)\b"
    r"|因为|由于|毕竟|不然|否则|要求|说|嫌|怕|太|才|投诉|骂",
    re.IGNORECASE,
)


def _speaks(reason: str, title: str) -> bool:
    """Whether a line under the reasons is one: no order, no thanks, no example, and not the statement itself."""
    plain = reason.strip(" .。")
    if _NO_REASON.search(plain) or _POINTER.match(plain) or _one_off(plain):
        return False
    if not has_han(plain) and first_verb(plain) in TASK_VERBS and not _FOR.search(plain) and not _FOREVER.search(plain):
        return _STATES.match(plain) is not None
    if has_han(plain) and _DETAIL_ZH.search(plain) and not _FOR.search(plain):
        return False
    mine, named = words(plain), words(title)
    return not (mine and contained(mine, named) >= 75 and contained(named, mine) >= 70)


def _adds(reason: str) -> bool:
    """Whether what is no reason says more of what is to be."""
    ordered = not has_han(reason) and first_verb(reason) in TASK_VERBS and not _FOREVER.search(reason)
    return not (
        ordered
        or _one_off(reason)
        or (_NO_REASON.search(reason.strip(" .。")) and not reason.startswith(("例如", "比如", "譬如")))
    )


# -- what went wrong ----------------------------------------------------------------------------------------------

_STATUS = regex(
    r"^(?:(?:all |the )?(?:tests?|suite|specs?|build|ci|lint|everything)\b"
    r"|`[^`]*(?:test|check|build|pytest|jest)[^`]*`)"
    r"[^,;]{0,60}?\b(?:is|are|pass(?:es|ed)?|runs?|went|stays?)(?: now| all)?"
    r" ?(?:ok|green|fine|passed|passing|clean|again)?\W*$"
    r"|^\d+ (?:\w+ )?(?:passed|pass|green)\b"
    r"|^(?:reverted|removed(?: again)?|rolled back|undone|done|fixed)\W*$"
    r"|^(?:[\w./` -]{2,30}) (?:removed|deleted|reverted|committed|pushed)\W*$"
    r"|^(?:测试|用例|构建)?[^,，]{0,12}(?:全部|都)?(?:通过|全过|全绿|跑通)了?\W*$"
    r"|^已?(?:提交|推送|合并|删除|改|修|修复|处理)了?\W*$",
    re.IGNORECASE,
)


def reports_status(sentence: str) -> bool:
    """Whether a sentence only tells that tests passed or that work is over: `All 12 pass`, 已提交."""
    return _STATUS.match(sentence) is not None


_MENDED = regex(
    r"^(?:i|we) (?:have |'ve )?(?:now )?(?:added|changed|set|moved|replaced|switched|removed|pinned|raised|lowered|made"
    r"|put|turned|wrapped|renamed|disabled|enabled|dropped|use|used|send|post|mapped|convert|converted|filter|build|rebuilt)\b"
    r"|^(?:the )?(?:fix|solution|workaround) (?:is|was)\b|^(?:now|with that|since then) \S+"
    r"|^(?:the )?[\w./`-]+(?: [\w./`-]+){0,2} now [a-z]+s\b|^(?:the )?(?:[\w./`-]+ ){1,3}[a-z]+s [^,;]{3,40} now\W*$"
    r"|^现在(?:只|会|用|按|改|先)|已写进"
    r"|^(?:我)?(?:已经?|现在)?(?:把[^,，。]{1,30})?"
    r"(?:改成|改为|换成|换为|加上了?|加了|去掉了|补上了?|设成|设为|降到|升到|升级到)",
    re.IGNORECASE,
)


_IN_VAIN = regex(
    r"\b(?:changed nothing|did(?:n'?t| not) (?:help|work|change anything)|made no difference"
    r"|(?:had|has) no effect|was no use)\b"
    r"|没(?:有)?(?:用|效果|变化)[。]?$|不管用|不起作用",
    re.IGNORECASE,
)
_AHEAD = regex(r"^(?:下一步|待办|后续|next(?: steps?)?|todo|left)\s*[:：]", re.IGNORECASE)


def _causes(parts: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Causes without reports and plans; what was done about it stands under the fix, what was in vain by itself."""
    told, fixes = parts.get("cause", ()), parts.get("fix", ())
    first = told[:1] if told and told[0] not in parts.get("failed", ()) else ()
    vain = [one for one in (*told, *fixes) if _IN_VAIN.search(one) and one not in first]
    mended = [one for one in told if one not in first and one not in vain and _MENDED.search(one)]
    left = [
        one
        for one in told
        if one in first or not (one in vain or one in mended or _STATUS.match(one) or _AHEAD.match(one))
    ]
    kept = [one for one in fixes if one not in vain]
    new = [one for one in mended if not any(normal(one) in normal(other) for other in kept)]
    failed = parts.get("failed", ())
    tried = [one for one in vain if not any(normal(one) in normal(other) for other in failed)]
    return {"cause": tuple(left), "fix": (*new, *kept), "failed": (*failed, *tried)}
