"""What a skill is called: the work, not the remark that began it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memwiki.compile import asked, cues
from memwiki.compile.language import has_han
from memwiki.compile.lead_ins import direct
from memwiki.compile.likeness import contained, words
from memwiki.compile.naming import name
from memwiki.compile.orders import first_verb, orders_zh
from memwiki.compile.prose import shortened
from memwiki.compile.telling import parted
from memwiki.compile.trap_cues import TROUBLE
from memwiki.compile.wording import capital
from memwiki.compile.words_en import CHOICE_VERBS, HABIT_VERBS, TASK_VERBS
from memwiki.records import Claim
from memwiki.regexes import regex

_SAME = 75  # percent of a title's words that a statement holds which it carries out
_SAY = {"en": {"carry": "Carry out: ", "mend": "Fix: "}, "zh": {"carry": "落实:", "mend": "修复:"}}


def called(skills: Sequence[Claim], stated: Sequence[Claim]) -> tuple[Claim, ...]:
    """The skills by the names of their work; `stated` are the statements of their session."""
    return tuple(_called(one, stated) for one in skills)


def _called(skill: Claim, stated: Sequence[Claim]) -> Claim:
    title = _titled(skill, stated)
    parts = {name: told for name, told in skill.parts.items() if name != "achieved"}
    if title == skill.title and parts == skill.parts:
        return skill
    told = title if _orders(title, skill.lang) else ""
    if told and told in (*skill.parts.get("achieved", ()), _changed(skill)):
        parts.pop("goal", None)  # the request tells no goal; its words stand under what was asked for
        return replace(skill, title=title, parts=parts, aliases=(*skill.aliases, skill.title))
    return replace(skill, title=title, parts=parts)


def _titled(skill: Claim, stated: Sequence[Claim]) -> str:
    title = direct(_worked(skill.title), skill.lang)
    prompts = {evidence.observation for evidence in skill.evidence}
    near = [one for one in stated if one.kind != "gotcha" and prompts & {e.observation for e in one.evidence}]
    told = _PLACED.sub("", title)
    if _orders(told, skill.lang) and not _LOOKING.match(title) and not _POINTING.match(title):
        return title
    chosen = [one for one in near if one.kind == "decision" and _carriable(name(one))]
    done = next((one for one in chosen if _carries(title, one)), None)
    done = done or next((one for one in chosen if _replied(one)), None)
    if done is not None:
        return _carried(name(done), skill.lang)
    defines = any(one.kind == "concept" and _says(title, one) for one in near)
    if defines and chosen:
        return _carried(name(chosen[0]), skill.lang)
    if not defines and (found := _MEND.search(title)):
        return capital(found[0])
    ruled = any(one.kind == "preference" and _says(title, one) for one in near)
    remark = _REMARK.search(title) is not None
    faulty = not (defines or ruled) and _faulty(title, skill.lang) and not _LOOKING.match(title)
    if faulty and not (remark or title.endswith("…")):
        return _headed(title, "mend")
    if ordered := _ordered(skill):
        return ordered
    if broken := _broken(skill):
        return _headed(broken, "mend")
    if achieved := "" if _wished_zh(title) else next(iter(skill.parts.get("achieved", ())), ""):
        return achieved
    if faulty:
        return _headed(title, "mend")
    return (_changed(skill) if defines or remark or _LOOKING.match(title) else "") or title


_PLACED = regex(r": `[^`]+`$")  # the file that tells a short request apart

# Somebody talks: of himself, of others, to the listener. No work is told.
_REMARK = regex(
    r"\b(?:i(?!/)|i'?m|me|my|you|he|she|him|us|that'?s|it'?s|yesterday|lol)\b"
    r"|我|你|您|咱|家人们|这玩意|谁懂|笑死|说个词|讲下|^第[一二三]个",
    re.IGNORECASE,
)
_POINTING = regex(
    r"(?:do|take|use|make) (?:that|this|it|them|the (?:first|second|third))\b(?! \w+ \w+ \w+ \w)", re.IGNORECASE
)
_WISHED_ZH = regex(r"把|将|改成|换成|改为|挪到|加上|不要|别再|必须|要支持|接着|做了")


def _wished_zh(title: str) -> bool:
    """Whether a Chinese title tells what is to be, though its verb stands behind: `开关挪到配置里`."""
    return has_han(title) and _WISHED_ZH.search(title) is not None and _REMARK.search(title) is None


_REFUSED = regex(r"(?:turned down|refused|rejected|dropped|no|not)\b|不采用|不做|算了", re.IGNORECASE)


def _carriable(decided: str) -> bool:
    """Whether work can carry out what a decision is called: no refusal, no word alone."""
    return len(words(decided)) > 1 and _REFUSED.match(decided) is None


_LOOKING = regex(
    r"(?:look|check|see|read|show me|tell me|explain|find out|have a look)\b|(?:看|查)(?:看|一?下|查)", re.IGNORECASE
)
_POINTS = regex(r"\b(?:it|them|this|that|these|those|one|both|here|there)\b", re.IGNORECASE)
_AGAIN = regex(r"\b(?:always|never|every time|from now|each time)\b|以后|每次|一律|跟我说|告诉我", re.IGNORECASE)
_BEGUN_ZH = regex(r"(?:再|先|然后)?(?:把|给|加|改|写|做|新增|修|支持|实现|接|导|补)(?!完)")


def _ordered(skill: Claim) -> str:
    """The first sentence of the requests that tells work to do, and what; "" where none does."""
    for text in skill.parts.get("requests", ()):
        for one in parted(text):
            bare, said = asked.stripped(one), one
            if (head := _LISTED.match(bare)) is not None:  # `add the probe like the others: driver, table, tests`
                bare, said = head["what"], one[: one.index(":")] if ":" in one else one
            if not has_han(bare) and (noun := _NEXT.match(said)) and len(words(bare)) > 1:
                return capital(said[noun.start("what") :].strip(" .,"))
            if _AGAIN.search(one) or _LOOKING.match(bare) or _POINTS.search(bare) or len(words(bare)) < 3:
                continue
            if has_han(bare) and (len(bare) < 8 or not _BEGUN_ZH.match(bare)):
                continue
            if _orders(capital(bare), skill.lang):
                return asked.headed(bare).rstrip("?？")
    return ""


_LISTED = regex(r"(?P<what>[^:`]{10,70}): (?=[^.:]*,)")
# `now a contamination check per sample: script, rule, test`
_NEXT = regex(
    r"(?:ok(?:ay)?,? |so |and |btw |good[,.] )*(?:now|next(?: up)?|then),? (?P<what>(?:an? )(?!bit\b|few\b|lot\b"
    r"|word\b)(?:[\w-]+ ){1,6}?[\w-]+)$",
    re.IGNORECASE,
)


def _broken(skill: Claim) -> str:
    """What a request calls a bug: `bug: the node sometimes never leaves the burst`."""
    found = (_BUG.match(one) for text in skill.parts.get("requests", ()) for one in parted(text))
    return next((capital(one["what"]) for one in found if one), "")


_BUG = regex(
    r"(?:and |also |now |a |the |next )*(?:bug|problem|issue|defect)(?: here)?: (?P<what>\S.{9,})$", re.IGNORECASE
)


# `look how A does it, then do B`: the looking is no part of the work.
_LOOKS = regex(
    r"^(?:look|check|see|read|find out|have a look|figure out)\b[^.;]{3,80}?[, ]+"
    r"(?:and then |and |then )(?=(?P<verb>[a-z]+) \S)",
    re.IGNORECASE,
)


def _worked(title: str) -> str:
    found = _LOOKS.match(title)
    return title[found.end() :] if found and found["verb"].casefold() in TASK_VERBS | CHOICE_VERBS else title


def _orders(title: str, lang: str) -> bool:
    """Whether a title tells work to do."""
    if has_han(title) or lang == "zh":
        return orders_zh(title)
    verb = first_verb(title)
    return verb in TASK_VERBS | CHOICE_VERBS | HABIT_VERBS and title.casefold().startswith(verb)


def _says(title: str, one: Claim) -> bool:
    return contained(words(title), words(f"{one.title}\n{one.text}")) >= _SAME


def _carries(title: str, one: Claim) -> bool:
    return _says(title, one) or contained(words(one.title), words(title)) == 100


def _replied(one: Claim) -> bool:
    """Whether a statement is an answer to what the agent offered: the words of the prompt alone say little."""
    return one.kind == "decision" and len({e.author for e in one.evidence}) > 1


def _carried(title: str, lang: str) -> str:
    """The title of what a statement led to."""
    return title if _orders(title, lang) or title.startswith(("Fix: ", "修复:")) else _headed(title, "carry")


def _headed(title: str, what: str) -> str:
    head = _SAY["zh" if has_han(title) else "en"][what]
    body = title[:1].lower() + title[1:] if _ARTICLE.match(title) else title
    return head + shortened(body, asked.TITLE + 8 - len(head))


_ARTICLE = regex(r"(?:The|An?|Our|My|Their|When|If|After|Before|Every|Each|All|Some|We|In|On)\s")


def _changed(skill: Claim) -> str:
    """`Change stats/count.go`, where the request only explains a word."""
    files = [path for path in skill.parts.get("files", ())[:1] if path]
    verb = "改动 " if skill.lang == "zh" else "Change "
    return f"{verb}`{files[0]}`" if files else ""


_MEND = regex(r"\bfix (?:the|this|that|an?|our) \S.*$", re.IGNORECASE)  # `then lets fix the crash on empty input`
_ASKED_ZH = regex(r"要|加|还是|别|不许|把|将|改成|换成|怎么(?!回事)|如何")
_RULE = ("must", "must_not", "forever", "decided", "settle", "we_do")


def _faulty(title: str, lang: str) -> bool:
    """Whether a title reports a fault: `the importer chokes on trailing commas`."""
    found = cues.find(title, lang)
    if found.any(*_RULE) or (has_han(title) and _ASKED_ZH.search(title)):
        return False
    return "complaint" in found or TROUBLE.search(title) is not None
