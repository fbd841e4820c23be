"""What stays or comes instead when a person turns an agent's idea down: that is a decision too.

`no ecs. half of the team just learned the actor tree, we stay with that` decides; `too complicated` only refuses.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile import evidence, subjects, titles
from memwiki.compile.language import clauses, fold, has_han, language, sentences
from memwiki.compile.likeness import words
from memwiki.compile.orders import first_verb
from memwiki.compile.proposals import Proposal
from memwiki.compile.quotation import own_words, unquoted
from memwiki.compile.words_en import TASK_VERBS
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

_STAYS_EN = regex(
    r"\b(?:we|i|let'?s|lets|just|rather) (?:will |'ll |just |rather |would )*(?:stay|stick|remain|"
    r"keep|go|continue|live)"
    r"(?: on)? (?:with|to|using|on|at|as)? ?\S.{2,}"
    r"|^(?:just|simply|rather|instead,?) (?!for\b|to\b|this\b|once\b|until\b|now\b|asking|wondering|look|check|tell"
    r"|show|explain|because|fix|"
    r"run|try|a\b|no\b)\S.{6,}"
    r"|^\S.{3,80}? (?:does (?:it|the job)|will do|(?:is|are) (?:enough|plenty|fine|good enough|all we need)|suffices?|"
    r"do(?:es)? (?:the )?(?:same|trick|job))\b",
    re.IGNORECASE,
)
_STAYS_ZH = regex(
    r"^(?!这样|那样|这|那|改|先)[^,。]{3,40}?(?:就行|就够了?|就好|足够了?|够用|就可以|就能)|(?:继续|保持|沿用|维持|^(?:我们|咱们?|就|那就?)?还是)(?:用|走|按|放|在)?[^,。]{2,}"
    r"|(?:直接|只要)[^,。]{0,3}(?:用|加|走|放|存|改)[^,。]{2,}"
)
_POINTS = regex(r"\b(?:that|it|this|them|those)\W*$|^(?:that|it|this)\b", re.IGNORECASE)
_WORK = regex(r"\b(?:for now|today|tomorrow|later|first)\b|先|今天|回头", re.IGNORECASE)


_USE = words("use take")


def instead(offered: Proposal, prompt: Observation, own: list[Claim]) -> list[Claim]:
    """The prompt's claims (`own`) once it refused a proposal: with what it turned down, or a new one."""
    ideas = tuple(option.name for option in offered.options if len(option.name) >= 4)[:4]
    said = [s.text for s in sentences(unquoted(own_words(fold(prompt.text)))) if not s.asked][:4]
    if decided := next((claim for claim in own if claim.kind == "decision"), None):
        taken = words(decided.title)
        away = tuple(idea for idea in ideas if not (words(idea) - _USE) <= taken)
        return [_with(claim, away, said) if claim is decided else claim for claim in own]
    own = [claim for claim in own if not _suggested(claim)]
    if any(claim.kind == "preference" for claim in own):
        return own
    found = next(((n, part) for n, text in enumerate(said) for part in clauses(text) if _stays(part)), None)
    return own if found is None else [*own, _made(prompt, said, *found, ideas)]


def _suggested(claim: Claim) -> bool:
    """A rule that counted phrases alone heard; what stays instead of an idea is rather decided."""
    return claim.kind == "preference" and claim.confidence <= 0.75 and any(_stays(part) for part in clauses(claim.text))


def _stays(part: str) -> bool:
    if has_han(part):
        return _STAYS_ZH.search(part) is not None and _WORK.search(part) is None
    if _WORK.search(part) or (first_verb(part) in TASK_VERBS and not re.match(r"just|simply", part, re.IGNORECASE)):
        return False
    return _STAYS_EN.search(part) is not None and len(part.split()) >= 4


def _made(prompt: Observation, said: list[str], at: int, stays: str, ideas: tuple[str, ...]) -> Claim:
    lang = language(said[at])
    text = titles.body(_joined(said[: at + 1], lang), lang)
    title = titles.title(re.sub(r"^(?:just|simply|instead,?)\s+", "", stays, flags=re.IGNORECASE), lang)
    if _POINTS.search(stays):
        title = titles.title(text.replace(". ", ": ", 1), lang)
    about = subjects.subject(title, lang)
    why = tuple(part for text_ in said[: at + 2] for part in clauses(text_) if part != stays and len(part) > 8)
    return Claim(
        kind="decision",
        act="state",
        subject=about,
        title=title,
        text=text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, prompt.text),),
        source="person",
        confidence=0.75,
        lang=lang,
        parts=({"reason": why} if why else {}) | {"alternatives": ideas},
        keys=subjects.keys(title, lang, about, "decision"),
        entities=subjects.entities(text),
    )


def _with(claim: Claim, ideas: tuple[str, ...], said: list[str]) -> Claim:
    """The decision with what it turned down, and with a whole title where it only points."""
    parts = dict(claim.parts) | {"alternatives": tuple(dict.fromkeys([*claim.parts.get("alternatives", ()), *ideas]))}
    if not (_POINTS.search(claim.text) and said and said[0] not in claim.text and len(said[0]) < 40):
        return replace(claim, parts=parts)
    text = _joined([said[0], claim.text], claim.lang)
    return replace(claim, parts=parts, text=text, title=titles.title(f"{said[0]}: {claim.text}", claim.lang))


def _joined(said: list[str], lang: str) -> str:
    return ("。" if lang == "zh" else ". ").join(part.rstrip(" .。") for part in said)
