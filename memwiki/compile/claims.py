"""Claims from a person's passages: standing rules, choices and definitions."""

from __future__ import annotations

import re
from typing import Literal

from memwiki.compile import cues, evidence, subjects, titles
from memwiki.compile.concepts import Definition
from memwiki.compile.judgements import JUDGED
from memwiki.compile.language import clauses
from memwiki.compile.passages import Passage, reasons
from memwiki.compile.utterances import Utterance
from memwiki.records import Claim, Kind, Observation
from memwiki.regexes import regex

_ME = regex(
    r"\b(?:in|for|across) all (?:of )?my (?:projects|repos(?:itories)?|code)|\b(?:everywhere i work|"
    r"every project of mine|for me personally|all my projects)\b|所有(?:的)?项目|我的?(?:每个|"
    r"全部)项目|不管哪个项目",
    re.IGNORECASE,
)


_WHOLE = {"zh": 20}  # characters of a title that two sentences may fill


def statement(kind: Kind, passage: Passage, prompt: Observation, earlier: str = "") -> Claim | None:
    """A preference or decision of the person, or None where nothing is left to say.

    `earlier` is the prompt before: the context of a correction that names only a value.
    """
    text, lang = passage.text, passage.lang
    title = titles.title(text, lang)
    if passage.act == "rule" and len(passage.said) > 1 and len(title) > _WHOLE.get(lang, 40):
        title = titles.title(passage.said[0].text, lang)  # the second sentence would be cut
    told_first, turn = _turned(text, lang)
    if turn:
        title = titles.title(turn, lang)
    if len(title) < 40 and passage.said[0].corrects and (whole := _corrected(earlier, title, lang)):
        text, title = f"{whole}. {text}", titles.title(whole, lang)
    least = 3 if lang == "zh" else 6
    if kind == "decision" and 2 < len(title) < least and len(passage.said[0].raw) <= titles.LIMIT:
        title = text[:1].upper() + text[1:]  # `Fly from now on, the old box dies`: the name alone says too little
    if len(title) < least and len(behind := clauses(text)[1:]) > 0:  # 还有个事,…: what leads in says nothing
        title = titles.title(("," if lang == "zh" else ", ").join(behind), lang)
    if len(title) < least or _PLACE.fullmatch(title) or _NAMES_NOTHING.fullmatch(title):
        return None
    about = subjects.subject(title, lang) or subjects.subject(text, lang)
    judged = " ".join(line for line in passage.before if JUDGED.search(line) or "scrap" in cues.find(line, lang))
    if judged and _POINTS.search(text):
        about = subjects.subject(judged, lang) or about
    old = subjects.left_behind(f"{judged}. {text}" if judged else text, lang)
    changes = bool(judged) or JUDGED.search(text) is not None
    changes = changes or any(
        u.cues.any("changed", "from_to", "scrap", "no_more") or _turns(u.text) for u in passage.said
    )
    away = subjects.refused(text, lang)
    act: Literal["state", "replace"] = "replace" if changes and old else "state"
    parts: dict[str, tuple[str, ...]] = {}
    if why := ((told_first, *passage.after) if turn else reasons(passage)):
        parts["reason"] = why
    if kind == "decision":
        if away:
            parts["alternatives"] = away
        context = passage.before or ((earlier,) if earlier and passage.said[0].corrects else ())
        if context:
            parts["context"] = context
    else:
        parts["scope"] = ("me" if _ME.search(text) else "project",)
    whole = " ".join([text, *passage.after])
    return Claim(
        kind=kind,
        act=act,
        subject=about,
        title=title,
        text=text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, passage.raw),),
        source="person",
        confidence=_confidence(passage),
        lang=lang,
        parts=parts,
        keys=subjects.keys(judged or title, lang, about, kind),
        replaces=old if act != "state" else (),
        entities=subjects.entities(whole),
        tags=explicit(passage),
    )


_TURNS_ZH = regex(r"换|改(?!动)|迁|切到|migrate|搬到|撤|停掉|恢复|拉长|缩短|延长|放宽|收紧|提到|降到|加到|减到|砍")
_CHOOSES_ZH = ("settle", "decided", "we_do", "contrast", "forever", "changed", "avoid", "must", "parameter", "means")


def _turned(text: str, lang: str) -> tuple[str, str]:
    """(the report, the change) of 电池撑不到一年,心跳拉长到半小时 or `not before the release, we keep it`.

    The second is what the statement says.
    """
    if lang != "zh" and (late := titles.NOT_YET.match(text)):
        return text[: late.start(1)].rstrip(", "), late[1]
    parts = clauses(text)
    if lang == "zh" and (so := _SO_ZH.search(text)) and not _TURNS_ZH.search(parts[0]):
        return text[: so.start()].rstrip(",。 "), text[so.end() :]
    if lang != "zh" or len(parts) < 2 or _TURNS_ZH.search(parts[0]) or cues.find(parts[0], "zh").any(*_CHOOSES_ZH):
        return "", ""
    at = next((n for n, part in enumerate(parts[:3]) if _TURNS_ZH.search(part)), 0)
    start = text.find(parts[at]) if at else 0
    return (text[:start].rstrip(",。 ") if start else "", text[start:] if start else "")


_NAMES_NOTHING = regex(  # `no not there`
    r"(?:(?:no|not|yes|there|here|that|this|these|those|it|them|so|then|now|please|pls|ok(?:ay)?|never|always|again|just"
    r"|only|one|ones|like|do|don'?t|first|later|ever)\W*)+",
    re.IGNORECASE,
)
# 我一般晚上十点以后才有空看,所以要我确认的问题你都攒着列在最后: the statement is what follows from it
_SO_ZH = regex(r"[,，](?:所以|因此)(?!今[天晚]|先|这[次回])(?=[^,，。]{4,})")


def withdrawal(said: Utterance, prompt: Observation) -> Claim:
    """What takes back an earlier rule or decision: it ends that page and makes none."""
    lang = "zh" if said.lang == "zh" else said.lang
    title = titles.title(said.text, lang)
    about = subjects.subject(title, lang)
    return Claim(
        kind="preference",
        act="retract",
        subject=about,
        title=title,
        text=said.text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, said.raw),),
        source="person",
        confidence=0.75,
        lang=lang,
        keys=subjects.keys(title, lang, about, "preference"),
        entities=subjects.entities(said.text),
    )


def explicit(passage: Passage) -> tuple[str, ...]:
    """The tag of what the person asked to keep ("remember …", 记住); manual compiles take nothing else."""
    after = (cues.find(text, passage.lang) for text in passage.after)
    return ("explicit",) if any("memo" in found for found in (*(u.cues for u in passage.said), *after)) else ()


_PLACE = regex(r"[\w.-]*(?:/[\w.-]+)+/?|`[^`]+/[^`]+`")  # a path names a place and states nothing
_POINTS = regex(r"\b(?:it|that|this|them|those|scrap|instead)\b", re.IGNORECASE)
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?\s?(?:[a-zA-Z%]{1,7}|秒|分钟|小时|天)?(?![\w])")


def _corrected(earlier: str, value: str, lang: str) -> str:
    """The order before with its number put right: `set the ttl to 60s`, `600s` gives `set the ttl to 600s`."""
    numbers = _NUMBER.findall(earlier)
    wanted = _NUMBER.search(value)
    for old in subjects.refused(value, lang):
        if wanted and old in earlier and _NUMBER.search(old):
            return earlier.replace(old, wanted[0].strip(), 1)
    if len(value) >= 10:
        return ""
    return _NUMBER.sub(wanted[0].strip(), earlier, count=1) if wanted and len(numbers) == 1 else ""


def _turns(text: str) -> bool:
    return (
        re.search(r"\binstead of\b|\bno longer\b|\bany ?more\b|改成|换成|不用了|不再", text, re.IGNORECASE) is not None
    )


def _confidence(passage: Passage) -> float:
    first = passage.said[0]
    if first.cues.any("memo", "decided", "forever"):
        return 0.95
    return 0.85 if first.weight >= 35 else 0.75


def definition(meant: Definition, passage: Passage, prompt: Observation) -> Claim:
    """A concept of the person: a term, its other names, what it is."""
    lang = passage.lang
    text = titles.body(meant.meaning, lang)
    names = (meant.name, *meant.aliases)
    parts: dict[str, tuple[str, ...]] = {"definition": (text, *passage.after)}
    if meant.where:
        parts["where"] = meant.where
    return Claim(
        kind="concept",
        act="state",
        subject=meant.name,
        title=meant.name[:1].upper() + meant.name[1:] if meant.name.isascii() and " " in meant.name else meant.name,
        text=text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, passage.raw),),
        source="person",
        confidence=0.9,
        lang=lang,
        parts=parts,
        keys=frozenset(n.lower() for n in names),
        entities=subjects.entities(" ".join([text, *passage.after])),
        aliases=meant.aliases,
        tags=explicit(passage),
    )
