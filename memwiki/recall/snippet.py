"""The words around a match: the best line with its neighbours, bounded."""

from __future__ import annotations

from memwiki.index.store import Index
from memwiki.recall.evidence import Candidate

_LENGTH = 280


def snippet(index: Index, candidate: Candidate, *, raw: bool = False) -> str:
    """At most 280 characters around the line that matched best, else the page's description."""
    parts = candidate.raw if raw and candidate.raw is not None else candidate.page
    number = candidate.raw_number if raw and candidate.raw is not None else candidate.number
    at = parts.at if parts.line > 0 else parts.near
    lines = index.words.text(number).lines()
    if not lines or (parts.line <= 0 and parts.cosine < 0):
        return _cut(str(candidate.facts["description"]) or " ".join(lines[:3]))
    at = min(at, len(lines) - 1)
    shown = lines[at]
    for other in (at + 1, at - 1):
        if 0 <= other < len(lines) and len(shown) + len(lines[other]) + 3 <= _LENGTH:
            shown = f"{shown} … {lines[other]}" if other > at else f"{lines[other]} … {shown}"
    return _cut(shown)


def _cut(text: str) -> str:
    if len(text) <= _LENGTH:
        return text
    end = text.rfind(" ", _LENGTH - 40, _LENGTH - 1)
    return text[: end if end > 0 else _LENGTH - 1].rstrip() + "…"
