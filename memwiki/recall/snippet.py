"""The words around a match: the best line with its neighbours, bounded."""

from __future__ import annotations

from memwiki.index.store import Index
from memwiki.recall.evidence import Candidate

_LENGTH = 280
_SHORT = 12  # a line below this many characters is a heading or a label: it tells nothing beside another


def snippet(index: Index, candidate: Candidate, *, raw: bool = False) -> str:
    """At most 280 characters around the line that matched best, else the page's description."""
    from_raw = raw and candidate.raw is not None
    parts = candidate.raw if from_raw and candidate.raw is not None else candidate.page
    lines = index.words.lines(candidate.raw_number if from_raw else candidate.number)
    description, title = str(candidate.facts["description"]), str(candidate.facts["title"]).casefold()
    if not lines or (parts.line <= 0 and parts.cosine < 0):
        return _cut(description or " ".join(lines[:3]))
    at = min(parts.at if parts.line > 0 else parts.near, len(lines) - 1)
    if lines[at].casefold() == title:  # shown above the snippet already
        at = next((other for other in range(at + 1, len(lines)) if _tells(lines[other], title)), at)
    shown = lines[at]
    for other in (at + 1, at - 1):
        if 0 <= other < len(lines) and _tells(lines[other], title) and lines[other] not in shown:
            joined = f"{shown} … {lines[other]}" if other > at else f"{lines[other]} … {shown}"
            shown = joined if len(joined) <= _LENGTH else shown
    return _cut(shown)


def _tells(line: str, title: str) -> bool:
    return len(line) >= _SHORT and line.casefold() != title


def _cut(text: str) -> str:
    if len(text) <= _LENGTH:
        return text
    end = text.rfind(" ", _LENGTH - 40, _LENGTH - 1)
    return text[: end if end > 0 else _LENGTH - 1].rstrip() + "…"
