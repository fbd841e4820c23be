"""Which of a person's sentences define a term, and what they say of it."""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile.concepts import HEADING, Definition, definitions, listed, named
from memwiki.compile.gloss_forms import PERSON, PERSONAL
from memwiki.compile.glosses import glosses, side_by_side
from memwiki.compile.terms import terms
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex

GLOSSARY = -1  # the weight of a definition that stands in a glossary
GLOSS = -3  # the weight of a term that is explained in passing: its name stands before the sentence
NAMED = -2  # the weight of a name for what the sentence before describes; both stand in the text


def meant(u: Utterance) -> tuple[Definition, ...]:
    """The terms that a defining sentence tells."""
    found = (replace(one, name=_BESIDE.sub("", one.name)) for one in _told(u))
    return tuple(
        one
        for one in found
        if not (PERSON.fullmatch(one.name) or PERSONAL.match(one.meaning) or _apart(one) or _COSTS.search(one.meaning))
    )


# `a new caller means eight months of paperwork`: what comes of it
_COSTS = regex(
    r"\bmeans? (?:[\w-]+ ){0,3}(?:minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?) (?:of|more|less|in"
    r"|without)\b",
    re.IGNORECASE,
)


def _apart(one: Definition) -> bool:
    """跟排队号是两回事 says of two things that they are not one."""
    return re.match(rf"{re.escape(one.name)} ?(?:就|可|完全)?是[另一两]一?[回码]事", one.meaning) is not None


_BESIDE = regex(r"(?<=\w)[, ]+(?:btw|by the way|fyi)$", re.IGNORECASE)


def _told(u: Utterance) -> tuple[Definition, ...]:
    if u.weight == GLOSS:
        name, _, text = u.text.partition("\n")
        return (Definition(name, (), text),)
    if u.weight == NAMED:
        before, _, last = u.text.partition("\n")
        one = named(last, before, u.lang)
        return (one,) if one else ()
    if u.weight == GLOSSARY:
        return listed(u.text, u.lang)
    lang = "zh" if u.lang == "zh" else "en"
    strict, loose = definitions(u.text, u.lang, u.cues), terms(u.text, lang, u.term)
    several = side_by_side(u) if lang == "en" else ()
    return max(strict, loose, several, key=len)


def with_definitions(said: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """Sentences that define a term become definitions, unless they ask, suppose, or rule on something."""
    result: list[Utterance] = []
    glossary = False
    for n, u in enumerate(said):
        headed = HEADING.search(u.raw) is not None
        glossary = headed or (
            glossary and (u.item or (bool(result) and result[-1].act == "definition" and not result[-1].item))
        )
        free = (
            u.act in ("note", "choice", "task", "hearsay", "later", "oneoff")
            or (u.act == "question" and not u.asked)
            or (u.act == "rule" and (u.heard or u.cues.any("means", "is_a")))
        )
        if glossary and not u.asked and (u.act != "task" or u.item or u.lang == "zh") and listed(u.text, u.lang):
            u = replace(u, act="definition", weight=GLOSSARY)
        elif (
            free
            and (u.weight < 40 or _HEADED.match(u.text) or {"glossary", "means"} <= u.cues.spans.keys())
            and definitions(u.text, "zh" if u.lang == "zh" else "en", u.cues)
        ):
            u = replace(u, act="definition")
        elif free and (before := _described(said, u)) and named(u.text, before, u.lang):
            u = replace(u, act="definition", weight=NAMED, text=f"{before}\n{u.text}")
        elif _may_tell(u, free) and terms(u.text, "zh" if u.lang == "zh" else "en", u.term):
            u = replace(u, act="definition")
        if u.act == "definition" and not meant(u):
            u = said[n]
        elif u.act != "definition" and (found := glosses(said, n)):
            result.extend(_beside(u, found))
            continue
        result.append(u)
    return tuple(result)


def _beside(u: Utterance, found: tuple[Definition, ...]) -> list[Utterance]:
    """The sentence as a definition, behind itself where its cues read a rule or a choice, too, or it asks."""
    defined = [
        replace(u, act="definition", weight=GLOSS, text=f"{one.name}\n{one.meaning}", asked=False) for one in found
    ]
    return [u, *defined] if u.asked or (u.act in ("rule", "choice") and u.weight >= 40) else defined


# 「元神号」是策划的叫法,指…,不能登录: what the sentence forbids is part of what the name means
_HEADED = regex(r"(?:\"[^\"\n]{1,24}\"|[「『“'][^」』”'\n]{1,16}[」』”'])\s*(?:就?是|指|意思是|=|means\b|is\b)")
_OVER = 20  # points by which a term leads where the cues hear a rule, a choice or a question


def _may_tell(u: Utterance, free: bool) -> bool:
    """Whether a sentence may tell a term loosely: no rule or choice by its cues, unless more speaks for a term."""
    if u.lang not in ("en", "zh") or u.asked or u.corrects or "memo" in u.cues:
        return False
    if u.weight >= 40 and not (_HEADED.match(u.text) and u.term > -_OVER):
        return False
    return (free and u.act != "choice") or (u.act in ("rule", "choice", "question", "maybe") and u.term >= _OVER)


def _described(said: tuple[Utterance, ...], u: Utterance) -> str:
    """The statement just before a sentence, which may say what a name stands for."""
    place = said.index(u)
    before = said[place - 1] if place else None
    told = before is not None and before.act in ("note", "choice", "task") and before.paragraph == u.paragraph
    return before.text if told and before is not None and len(before.text.split("\n")) == 1 else ""
