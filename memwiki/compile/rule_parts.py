"""Several rules in one sentence."""

from __future__ import annotations

import re

from memwiki.compile import acts, cues
from memwiki.compile.language import clauses
from memwiki.regexes import regex

_JOINT = regex(r"^(?:but|and|while|whereas|但(?:是)?|而|然后|不过)\s*(?=\S)", re.IGNORECASE)


def rules_apart(text: str) -> tuple[str, ...]:
    """`comments in german, commit messages in english` holds two rules: one part each."""
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
        if fresh and groups and cues.manner(groups[-1], lang) and cues.artefact(groups[-1], lang)[0] not in ("", name):
            groups.append(_JOINT.sub("", part))
        elif groups:
            groups[-1] += text[at:start] + part
        else:
            groups.append(text[:start] + part)
        at = start + len(part)
    if at < len(text):
        groups[-1] += text[at:]
    return tuple(groups)
