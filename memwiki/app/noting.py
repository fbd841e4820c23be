"""Statements read from files go into the ledger: each once, changed ones in the place of the old."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from difflib import SequenceMatcher
from typing import Any

from memwiki.app.desk import Desk, moment, stamp
from memwiki.app.spooled import survey
from memwiki.compile.imported import is_imported
from memwiki.records import Observation
from memwiki.spool.ledger import record

_TEXT, _PART, _LINES = 4000, 800, 12  # characters and lines that are kept
ALIKE = 0.5  # how much of a text a changed version of it shares


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that was read: of which kind, its words, the file and line, since when it stands there."""

    kind: str
    title: str
    text: str
    place: str  # "docs/adr/0003-queue.md:1"
    ts: str
    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    scope: str = "project"
    ends: str = ""  # the key of another statement that this one takes the place of

    @property
    def file(self) -> str:
        """The file, without the line."""
        return self.place.rpartition(":")[0]

    @property
    def key(self) -> str:
        """What it is: the same words in the same file are the same statement, wherever they stand in it."""
        told = (
            repr(sorted((name, list(lines)) for name, lines in self.parts.items())) if self.kind == "decision" else ""
        )
        text = "\0".join((self.file, self.kind, " ".join(f"{self.title} {self.text} {told}".split())))
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Line:
    """A statement as it is told of."""

    kind: str
    title: str
    place: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What was written: new statements, those in place of others, those that are gone; and how many were there."""

    added: tuple[Line, ...] = ()
    changed: tuple[Line, ...] = ()
    gone: tuple[Line, ...] = ()
    known: int = 0

    @property
    def count(self) -> int:
        """How many observations that is."""
        return len(self.added) + len(self.changed) + len(self.gone)


def bring(desk: Desk, source: str, told: Iterable[Statement], covered: Collection[str], dry_run: bool) -> Noted:
    """Writes down what is not there yet; what stood in a covered file and no longer does is over."""
    cleaned = [_cleaned(desk, one) for one in told]
    wanted = {one.key: one for one in cleaned if one.text}
    active, over = _standing(desk, source)
    stale = {key: one for key, one in active.items() if key not in wanted and _file(one) in covered}
    added, changed = list[Line](), list[Line]()
    for key, one in wanted.items():
        if key in active or over.get(key) in wanted:
            continue
        old = _before(one, stale, active)
        if old is not None:
            stale = {name: other for name, other in stale.items() if other.id != old.id}
        (changed if old else added).append(Line(one.kind, one.title, one.place))
        if not dry_run:
            active[key] = _write(desk, source, one, old)
    gone = [
        Line(str(one.extra.get("kind")), str(one.extra.get("title")), str(one.extra.get("place")))
        for one in stale.values()
    ]
    for old in stale.values() if not dry_run else ():
        _end(desk, source, old)
    return Noted(tuple(added), tuple(changed), tuple(gone), len(wanted) - len(added) - len(changed))


def _cleaned(desk: Desk, one: Statement) -> Statement:
    """The statement without what is private or a secret."""
    parts = {name: [desk.redacted(line)[:_PART] for line in lines[:_LINES]] for name, lines in one.parts.items()}
    text, title = desk.redacted(one.text).strip()[:_TEXT], desk.redacted(one.title).strip()[:200]
    return replace(one, title=title, text=text, parts=parts)


def _standing(desk: Desk, source: str) -> tuple[dict[str, Observation], dict[str, str]]:
    """What was brought from this source and still stands, by key; and which key took the place of each other one."""
    found: dict[str, Observation] = {}
    over: dict[str, str] = {}
    sessions = survey(desk.home.raw(desk.project), {}, ledger_only=True).values()
    notes = [one for session in sessions for one in session.observations() if is_imported(one)]
    for one in sorted(notes, key=lambda one: (one.ts, one.segment, one.line)):
        if one.extra.get("imported") != source:
            continue
        key, gone = str(one.extra.get("key")), one.extra.get("gone") is True
        if ends := one.extra.get("ends"):
            over |= {old: "" if gone else key for old, other in found.items() if other.id == ends}
            found = {old: other for old, other in found.items() if other.id != ends}
        if not gone:
            found[key] = one
    return found, over


def _before(one: Statement, stale: Mapping[str, Observation], active: Mapping[str, Observation]) -> Observation | None:
    """The earlier version of the statement, if there is one."""
    if one.ends:
        return active.get(one.ends)
    mine = [old for old in stale.values() if _file(old) == one.file and old.extra.get("kind") == one.kind]
    ratios = [(SequenceMatcher(None, old.text, one.text, autojunk=False).ratio(), old.id, old) for old in mine]
    best = max(ratios, default=None)
    if best is None or (best[0] < ALIKE and (len(mine) > 1 or one.kind == "preference")):
        return None
    return best[2]


def _write(desk: Desk, source: str, one: Statement, old: Observation | None) -> Observation:
    ts = _after(one.ts, old, desk.now)
    extra: dict[str, Any] = {
        "imported": source,
        "kind": one.kind,
        "title": one.title,
        "place": one.place,
        "key": one.key,
        "scope": one.scope,
        "parts": {name: list(lines) for name, lines in one.parts.items()},
        "aliases": list(one.aliases),
        "ends": old.id if old and one.kind != "project" else "",
    }
    entropy = hashlib.sha256(f"{source}\0{one.key}\0{old.id if old else ''}".encode()).digest()[:10]
    kept = {key: value for key, value in extra.items() if value}
    return record(desk.home, desk.project, "memwiki", "note", one.text, ts, desk.operator, kept, entropy)


def _end(desk: Desk, source: str, old: Observation) -> None:
    """Notes that a statement is gone from its file."""
    kept = {name: old.extra[name] for name in ("kind", "title", "place", "scope", "key") if name in old.extra}
    extra = {"imported": source, **kept, "ends": old.id, "gone": True}
    ts = _after(desk.now, old, desk.now)
    record(desk.home, desk.project, "memwiki", "note", old.text, ts, desk.operator, extra)


def _after(ts: str, old: Observation | None, now: str) -> str:
    """The statement's time: not in the future, and behind that of the one whose place it takes."""
    at = min(ts, now)
    return stamp(moment(old.ts) + timedelta(milliseconds=1)) if old is not None and at <= old.ts else at


def _file(one: Observation) -> str:
    return str(one.extra.get("place") or "").rpartition(":")[0]
