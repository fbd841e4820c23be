"""What agents were told of, what their sessions then touched, where recall kept silent, and pages nobody needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from memwiki.app.desk import Desk, moment
from memwiki.app.known import all_facts, knowledge_of
from memwiki.app.reading import page_paths, page_text, parse_softly
from memwiki.app.spooled import Spooled, survey
from memwiki.compile.knowledge import Topic
from memwiki.compile.strength import COLD
from memwiki.compile.usage import used
from memwiki.recall.authority import strength
from memwiki.records import Observation, SessionFacts
from memwiki.wiki.repository import Repository

_SETTLED = timedelta(days=14)  # a younger page has not had its chance yet
_IN_VAIN = 3  # sessions that were told of a page without use
_KINDS = ("decision", "preference", "concept", "gotcha", "skill")


@dataclass(frozen=True, slots=True)
class PageUse:
    """One page: how many sessions were told of it (`prompted` of them by a prompt of theirs), how many used it."""

    page: str
    id: str
    kind: str
    title: str
    told: int
    prompted: int
    used: int
    last: str


@dataclass(frozen=True, slots=True)
class Needless:
    """A page that could go, and why."""

    page: str
    id: str
    kind: str
    title: str
    reason: str
    strength: float


@dataclass(frozen=True, slots=True)
class Usage:
    """The project's recall in numbers; `open` are sessions that were told of pages and are not compiled yet."""

    project: str
    sessions: int
    told_sessions: int
    open: int
    starts: int
    prompts: int
    silent: int
    told: int
    used: int
    pages: tuple[PageUse, ...]
    needless: tuple[Needless, ...]


@dataclass(slots=True)
class _Told:
    """What the ledger says of one page: the first time each session was told, and by what."""

    at: dict[str, str] = field(default_factory=dict)
    prompted: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


def usage(desk: Desk) -> Usage:
    """Who was told of what, and what came of it."""
    desk.existing()
    sealed = Repository.open(desk.wiki).sealed() if (desk.wiki / ".git").exists() else {}
    sessions = survey(desk.home.raw(desk.project), sealed)
    facts = all_facts(desk, sessions)
    topics = {page: topic for topic in knowledge_of(desk, sessions, facts).topics for page in (topic.id,)}
    seen = [one for one in _ledger(sessions.values()) if one.event == "recall"]
    told = _told(seen)
    for page, held in told.items():
        held.used |= {key for key, at in held.at.items() if _was_used(topics.get(page), facts.get(key), at)}
    keys = {key for held in told.values() for key in held.at}
    shown = _pages(desk)
    return Usage(
        project=desk.project.key,
        sessions=sum(not one.is_ledger for one in sessions.values()),
        told_sessions=len(keys),
        open=sum(key not in facts for key in keys),
        starts=sum(one.extra.get("how") == "start" for one in seen),
        prompts=sum(one.extra.get("how") != "start" for one in seen),
        silent=sum(one.extra.get("how") != "start" and not one.extra.get("pages") for one in seen),
        told=sum(len(held.at) for held in told.values()),
        used=sum(len(held.used) for held in told.values()),
        pages=tuple(sorted(_uses(told, shown), key=lambda one: (-one.used, -one.told, one.page))),
        needless=tuple(_needless(desk, told, shown)),
    )


def _ledger(sessions: Iterable[Spooled]) -> Iterable[Observation]:
    for one in sessions:
        if one.is_ledger:
            yield from one.each()


def _told(seen: Iterable[Observation]) -> dict[str, _Told]:
    found: dict[str, _Told] = defaultdict(_Told)
    for one in seen:
        session = str(one.extra.get("for_session") or one.extra.get("session") or "")
        pages, touched = one.extra.get("pages"), one.extra.get("used")
        for page in pages if isinstance(pages, list) and session else ():
            held = found[str(page)]
            held.at[session] = min(held.at.get(session, one.ts), one.ts)
            if one.extra.get("how") != "start":
                held.prompted.add(session)
            if isinstance(touched, list) and page in touched:
                held.used.add(session)
    return dict(found)


def _was_used(topic: Topic | None, facts: SessionFacts | None, at: str) -> bool:
    return topic is not None and facts is not None and used(topic.claims, facts, at)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page file says of itself."""

    path: str
    kind: str
    title: str
    status: str
    pinned: bool
    created: str
    strength: float


def _pages(desk: Desk) -> dict[str, _Shown]:
    found = {}
    for path in page_paths(desk):
        page = parse_softly(page_text(desk, path), path)
        facts = {**page.meta, "kind": page.kind}
        try:
            worth = round(strength(facts, desk.now), 2)
        except (TypeError, ValueError):  # a person's own frontmatter may say anything
            worth = 0.0
        pinned = page.meta.get("pinned") is True
        shown = _Shown(path, page.kind, page.title, page.status, pinned, str(page.meta.get("created", "")), worth)
        found[page.id or path] = shown
    return found


def _uses(told: Mapping[str, _Told], shown: Mapping[str, _Shown]) -> Iterable[PageUse]:
    for page, held in told.items():
        one = shown.get(page)
        place, kind, title = (one.path, one.kind, one.title) if one else ("", page.partition("-")[0], "")
        yield PageUse(place, page, kind, title, len(held.at), len(held.prompted), len(held.used), max(held.at.values()))


def _needless(desk: Desk, told: Mapping[str, _Told], shown: Mapping[str, _Shown]) -> list[Needless]:
    found = []
    for page, one in shown.items():
        if one.kind not in _KINDS or one.status != "stable" or one.pinned or _is_young(one.created, desk.now):
            continue
        held = told.get(page, _Told())
        if reason := _reason(held, one.strength):
            found.append(
                (-len(held.at), one.strength, Needless(one.path, page, one.kind, one.title, reason, one.strength))
            )
    return [one for _, _, one in sorted(found, key=lambda row: (row[0], row[1], row[2].page))]


def _reason(held: _Told, worth: float) -> str:
    if held.used:
        return ""
    if len(held.at) >= _IN_VAIN:
        return f"{len(held.at)} sessions were told of it, none used it"
    if worth < COLD:
        return "faded: nothing has touched it for long"
    return "" if held.at else "no session was ever told of it"


def _is_young(created: str, now: str) -> bool:
    try:
        return moment(now) - moment(created) < _SETTLED
    except (ValueError, TypeError):
        return False
