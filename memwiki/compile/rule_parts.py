"""Several rules in one sentence."""

from __future__ import annotations

import re

from memwiki.compile import acts, cues
from memwiki.compile.customs import HOUSE
from memwiki.compile.language import clauses
from memwiki.regexes import regex

_JOINT = regex(r"^(?:but|and|while|whereas|但(?:是)?|而|然后|不过)\s*(?=\S)", re.IGNORECASE)


# `dates are always written out, and nothing you write may mention a client`
_ANOTHER = regex(
    r"and (?:nothing|nobody|no one|everything|anything|(?:every|each|all|no) [\w-]+)\b.*\b(?:may|must|should|can"
    r"|has to|have to|goes?"
    r"|gets?|is|are|stays?)\b",
    re.IGNORECASE,
)
# `ugh, default exports again - this repo is named exports only`
_DASHED = regex(r"(?P<before>[^\n]{3,60}?) +[-–—]+ +(?P<rule>\S.+)")
_RULES = regex(r"\b(?:always|never|must|may not)\b", re.IGNORECASE)


def rules_apart(text: str) -> tuple[str, ...]:
    """`comments in german, commit messages in english` holds two rules: one part each."""
    if (dashed := _DASHED.match(text)) and HOUSE.match(dashed["rule"]):
        return dashed["before"], dashed["rule"]
    lang = acts.lexicon(text)
    parts = clauses(text)
    if len(parts) < 2:
        return (text,)
    groups: list[str] = []
    at = 0
    for part in parts:
        start = text.index(part, at)
        bare = _JOINT.sub("", cues.without_lead(part, lang))
        name, place = cues.artefact(bare, lang)
        fresh = (
            bool(name)
            and place <= (1 if lang == "zh" else 0)
            and cues.manner(bare, lang)
            and not cues.holds(bare, lang, "question")
        )
        another = bool(groups) and _ANOTHER.match(part) is not None and _RULES.search(groups[-1]) is not None
        beside = bool(groups) and fresh and cues.manner(groups[-1], lang)
        if another or (beside and cues.artefact(groups[-1], lang)[0] not in ("", name)):
            groups.append(_JOINT.sub("", part))
        elif groups:
            groups[-1] += text[at:start] + part
        else:
            groups.append(text[:start] + part)
        at = start + len(part)
    if at < len(text):
        groups[-1] += text[at:]
    return tuple(groups)
