"""Architecture decision records: what was decided, why, and what was refused, in the forms in which teams write them.

Nygard (`## Status`, `## Context`, `## Decision`), MADR (front matter, `## Considered Options`, `Chosen option: "…"`),
and plain records with `Status:` and `Date:` lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memwiki.compile.markdown import lines_of, paragraphs, sections
from memwiki.regexes import regex
from memwiki.values import value

_NUMBER = regex(r"^(?:adr[\s_-]*)?(\d{1,5})\b[\s.:–_-]*", re.IGNORECASE)
_PREFIX = regex(r"^(?:adr|decision|rfc)[\s_-]*\d{0,5}\s*[:.–-]\s*", re.IGNORECASE)
_FIELD = regex(
    r"^\s*[-*]?\s*(?:\*\*|__)?(status|date|superseded[ -]by|supersedes|状态|日期)\s*:?(?:\*\*|__)?\s*[:：]\s*(.+?)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_DAY = regex(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_OTHER = regex(
    r"(?:supersed\w*|replaced)\s+by\W+(?:\[?(?:adr[\s_-]*)?0*(\d{1,5}))|(?:被)\D{0,8}0*(\d{1,5})\D{0,6}(?:取代|替代)",
    re.IGNORECASE,
)
_CHOSEN = regex(
    r"chosen option:?\s*[\"“*_`]*(.+?)[\"”*_`]*\s*,?\s*(?:because|since|as)\s+(.+)", re.IGNORECASE | re.DOTALL
)
_CHOSEN_ONLY = regex(r"chosen option:?\s*[\"“*_`]+(.+?)[\"”*_`]+", re.IGNORECASE)
_HEADS: Mapping[str, tuple[str, ...]] = {
    "status": ("status", "状态"),
    "context": (
        "context",
        "context and problem statement",
        "problem",
        "problem statement",
        "background",
        "背景",
        "上下文",
    ),
    "drivers": ("decision drivers", "rationale", "reasons", "why", "justification", "理由", "原因"),
    "options": ("considered options", "alternatives", "alternatives considered", "options", "备选方案", "备选"),
    "decision": ("decision", "decision outcome", "outcome", "resolution", "we will", "决定", "决策"),
}
_STATES = (
    ("superseded", ("supersed", "replaced", "取代", "替代")),
    ("rejected", ("reject", "declin", "拒绝", "否决")),
    ("deprecated", ("deprecat", "obsolete", "withdrawn", "废弃", "过时")),
    ("proposed", ("propos", "draft", "pending", "discuss", "open", "提议", "草案")),
    ("accepted", ("accept", "approv", "adopt", "decided", "implemented", "done", "active", "接受", "通过", "采纳")),
)


@value(frozen=True, slots=True)
class Record:
    """One decision record; `by` is the number of the record that took its place."""

    number: int | None
    title: str
    status: str  # accepted, proposed, rejected, deprecated, superseded; "" where it does not say
    date: str  # yyyy-mm-dd, or ""
    decision: str
    context: tuple[str, ...]
    reasons: tuple[str, ...]
    refused: tuple[str, ...]
    line: int
    by: int | None = None


def record(text: str, name: str, meta: Mapping[str, object] | None = None) -> Record | None:
    """The record of a file of this name and front matter; None where it states no decision."""
    parts = _named(sections(text))
    fields = {key.casefold(): value for key, value in _FIELD.findall(text[:4000])}
    fields |= {str(key).casefold(): str(value) for key, value in (meta or {}).items() if value}
    heading = next(((title, number) for title, number, level in lines_of(text) if level == 1), None)
    title = heading[0] if heading else str(fields.get("title") or name.replace("-", " ").replace("_", " "))
    state = f"{fields.get('status', fields.get('状态', ''))} {parts.get('status', '')[:400]}".strip()
    decision, reasons, chosen = _decision(parts.get("decision", ""))
    if not decision:
        return None
    options = [one for one in _items(parts.get("options", "")) if not _same(one, chosen or decision)]
    other = _OTHER.search(f"superseded by {fields['superseded-by']}" if fields.get("superseded-by") else state)
    number = _NUMBER.match(name) or _NUMBER.match(title)
    day = _DAY.search(fields.get("date", fields.get("日期", ""))) or _DAY.search(parts.get("status", ""))
    return Record(
        number=int(number[1]) if number else None,
        title=_titled(title),
        status=_state(state),
        date=f"{int(day[1]):04d}-{int(day[2]):02d}-{int(day[3]):02d}" if day else "",
        decision=decision,
        context=tuple(paragraphs(parts.get("context", ""))[:2]),
        reasons=(*reasons, *_items(parts.get("drivers", ""))[:4]),
        refused=tuple(options[:6]),
        line=heading[1] if heading else 1,
        by=int(other[1] or other[2]) if other else None,
    )


def _named(found: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The sections under one name for each meaning, whatever the file calls it."""
    named: dict[str, str] = {}
    for title, body in found:
        plain = re.sub(r"^[\d.\s]+", "", title.casefold()).strip(" :：*")
        for name, words in _HEADS.items():
            if plain in words:
                named.setdefault(name, body)
    return named


def _decision(body: str) -> tuple[str, tuple[str, ...], str]:
    """The decision's words, the reason that stands in them, and the option that was chosen."""
    told = paragraphs(body)
    if not told:
        return " ".join(_items(body)[:3]), (), ""
    first = told[0]
    if match := _CHOSEN.search(first):
        return match[1].strip().rstrip(".,"), (match[2].strip(),), match[1]
    if match := _CHOSEN_ONLY.search(first):
        return match[1].strip(), (), match[1]
    if first.endswith((":", "：")) and (listed := _items(body)):
        first = f"{first} {'; '.join(listed[:4])}"
    return first, (), ""


def _items(body: str) -> list[str]:
    found = re.findall(r"^\s*(?:[-*+]|\d+[.)])\s+(.+)$", body, re.MULTILINE)
    return [one for item in found if (one := re.sub(r"^\[([^\]]+)\]\([^)]*\)", r"\1", item.strip()).strip("*_ "))]


def _same(one: str, chosen: str) -> bool:
    mine, theirs = (re.sub(r"\W+", " ", text.casefold()).strip() for text in (one, chosen))
    return bool(mine) and (mine in theirs or theirs in mine)


def _titled(title: str) -> str:
    bare = _NUMBER.sub("", _PREFIX.sub("", title.strip()), count=1).strip(" :.-–")
    return bare or title.strip()


def _state(text: str) -> str:
    low = text.casefold()
    return next((state for state, words in _STATES if any(word in low for word in words)), "")
