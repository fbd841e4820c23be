"""A rule told again: `tabs, not spaces. third time i say this`, `third time. strings go to strings.xml`."""

from __future__ import annotations

import re

from memwiki.compile.rules import RULE
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex


def weary(then: Utterance, first: Utterance) -> bool:
    """`tabs, not spaces. third time i say this`: said again means said for good."""
    norm = (
        first.act == "choice"
        or first.cues.any("contrast", "must", "avoid", "everywhere", "no_more")
        or first.weight >= RULE // 2
    )
    return "fed_up" in then.cues and "complaint" not in then.cues and norm


def told_again(first: Utterance, then: Utterance) -> bool:
    """`third time. strings go to strings.xml`: what follows a complaint about the agent's habits is the rule."""
    if "fed_up" not in first.cues or first.cues.any("complaint", "figure", "maybe") or first.act == "rule":
        return False
    if _LOOKS_INTO.search(first.raw) or then.cues.any("decided", "we_do"):
        return False
    if then.paragraph != first.paragraph or then.cues.any("probe", "complaint", "once", "question", "maybe"):
        return False
    return then.cues.any(*_NORMS) or then.weight >= RULE // 2 or _KEEPS.search(then.text) is not None


_NORMS = ("contrast", "must", "avoid", "everywhere", "no_more", "permission", "must_not", "all_must", "will_be")
_KEEPS = regex(
    r"保持|只能|都要|要用|得用|不能|不许|用回|\bkeep (?:them|it|that)\b|\bleave (?:them|it)\b|^only\b|^stop (?:it"
    r"|that|doing)\b",
    re.IGNORECASE,
)

# 机器人老是急停,帮忙查下: what is wrong with a thing, to be found out
_LOOKS_INTO = regex(
    r"\b(?:find out|look into|check why|debug|investigate|find the)\b|(?:查|看|排查|定位|找)(?:一?下|下原因|看|原因)",
    re.IGNORECASE,
)
