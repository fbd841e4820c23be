"""What an agent says that a term means, where the person asked for it or knows the term.

A definition is no quotation of the file that holds it: the person asked what the word means here. What a web page
says of a word stays the page's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile import acts, evidence, subjects
from memwiki.compile.concepts import Definition, definitions
from memwiki.compile.language import fold, sentences
from memwiki.compile.quotation import own_words
from memwiki.compile.session import Turn
from memwiki.compile.speech import read
from memwiki.compile.term_forms import LIKE_CODE
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

# Points (acts.py) by which a definition must lead all but a trap. On eval/acts, cross-validated, three of four
# sentences that lead at all are definitions.
_CLEARLY = 0
_ASKS = regex(
    r"\bwhat(?:'s|s| is| are| does| do)\b|\bwhat (?:it|that|this) (?:is|means)\b|\bmean(?:s|ing)?\b|\bexplain\b"
    r"|\bwho is\b|\bwhere (?:does|is|do)\b|\bdifference between\b|\bstands? for\b|\bdefine\b"
    r"|是(?:啥|什么|谁|干嘛|干什么|做什么)|什么(?:是|意思|东西|区别)|啥(?:意思|东西|区别)|指(?:的是)?(?:啥|什么)|(?:解释|说明)一?下"
    r"|区别",
    re.IGNORECASE,
)
# `the hot path index (HPI) is the …`: loose forms count where the person asked for that very term.
_IS = regex(
    rf"^(?:(?:an?|the|our) )?(?P<name>`[^`]+`|[\"'“][^\"'”]+[\"'”]|{LIKE_CODE}|[\w/-]+(?: [\w/-]+){{0,3}}?)"
    r"(?: \((?P<alias>[\w -]{2,30})\))?,? (?P<what>(?:means?|stands? for|refers? to|denotes?|is short for) \S.*"
    r"|(?:is|are) (?:an?|the|our|any|all|one|what|where|everything|(?!\d)[\w-]+ (?:of|for|that|which))\b.*)",
    re.IGNORECASE,
)
_IS_ZH = regex(
    r"^[“\"「『`]?(?P<name>[A-Za-z][\w.-]*|[\u4e00-\u9fff]{2,10}?)[”\"」』`]?\s*(?:[((](?P<alias>[^()()]{2,20})[))])?\s*"
    r"(?:就?是指?|指的?是?|表示|代表|即|意思是)\s*(?P<what>[^,。;不没].{3,})"
)


def explained(turn: Turn, earlier: Sequence[str]) -> list[Claim]:
    """The terms that a turn's final message defines; `earlier` are the session's prompts up to this one."""
    if turn.final is None or turn.prompt is None:
        return []
    asked = "\n".join(u.raw for u in read(turn.prompt.text) if _ASKS.search(u.raw))
    web = any(step.tool and step.tool.family == "web" for step in (*turn.steps, *turn.helper_steps))
    if web:
        return []
    found: list[Claim] = []
    for sentence in sentences(own_words(fold(turn.final.text)))[:6]:
        said = sentence.text
        if sentence.asked or len(said) > 400:
            continue
        lang = acts.lexicon(said)
        for one in _meant(said, lang, bool(asked)):
            names = (one.name, *one.aliases)
            wanted = any(_stands(name, asked) for name in names)
            known = any(_NAMELIKE.fullmatch(name) and _stands(name, "\n".join(earlier)) for name in names)
            if not _FILE.search(one.name) and (wanted or (known and _clear(said) >= _CLEARLY)):
                found.append(_claim(one, turn.final, lang))
    return found[:3]


_NAMELIKE = regex(rf"{LIKE_CODE}|[A-Z][A-Z0-9]+|.*[\u4e00-\u9fff].*")
_FILE = regex(r"\.[a-z]{1,5}$|/", re.IGNORECASE)


def _meant(said: str, lang: str, wonders: bool) -> tuple[Definition, ...]:
    strict = definitions(said, lang)
    if strict or not wonders:
        return strict
    match = (_IS_ZH if lang == "zh" else _IS).match(said)
    if match is None:
        return ()
    name, alias = match["name"].strip(" `'\"“”「」"), (match["alias"] or "").strip()
    return (Definition(name, (alias,) if alias else (), said),)


def _clear(said: str) -> int:
    points = acts.agent(said)
    return points["term"] - max(points[act] for act in acts.ACTS if act not in ("term", "trap"))


def _stands(name: str, text: str) -> bool:
    """Whether a name stands in a text, whole."""
    if not name.isascii():
        return name in text
    return re.search(rf"(?<![\w-]){re.escape(name)}s?(?![\w-])", text, re.IGNORECASE) is not None


def _claim(meant: Definition, final: Observation, lang: str) -> Claim:
    text = meant.meaning
    parts: dict[str, tuple[str, ...]] = {"definition": (text,)}
    if meant.where:
        parts["where"] = meant.where
    names = (meant.name, *meant.aliases)
    return Claim(
        kind="concept",
        act="state",
        subject=meant.name,
        title=meant.name[:1].upper() + meant.name[1:] if meant.name.isascii() and " " in meant.name else meant.name,
        text=text,
        ts=final.ts,
        evidence=(evidence.of(final, text),),
        source="agent",
        confidence=0.6,
        lang=lang,
        parts=parts,
        keys=frozenset(name.lower() for name in names),
        entities=subjects.entities(text),
        aliases=meant.aliases,
    )
