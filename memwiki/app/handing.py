"""Handoffs: written when sessions close, shown without claiming, claimed exactly once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memwiki.app.desk import ME, Desk, moment, stamp
from memwiki.app.reading import page_paths, parse_softly, text_if_any
from memwiki.app.spooled import QUIET, Spooled, survey
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.strength import is_over
from memwiki.errors import MemwikiError, NotFound
from memwiki.files import PRIVATE_FILE, atomic_write, private_dir
from memwiki.inject.claims import choose, claim_fields, claim_name, due, handoffs, to_fields, to_give_back
from memwiki.inject.handoff import render
from memwiki.inject.ready import ready
from memwiki.inject.standing import briefing
from memwiki.records import Handoff, Observation, Page, Project
from memwiki.spool.append import folder_name
from memwiki.spool.ledger import record
from memwiki.spool.read import read_segment, segments

_READ = ("preferences/", "decisions/", "gotchas/")


@dataclass(frozen=True, slots=True)
class Shown:
    """A handoff and its block; without one, `text` is the briefing that a session would get instead."""

    project: str
    text: str
    handoff: Handoff | None


@dataclass(frozen=True, slots=True)
class Words:
    """What a person leaves by hand."""

    goal: str
    next_steps: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    to_agent: str = ""


def show(desk: Desk) -> Shown:
    """What the next session here would start with; claims nothing."""
    desk.existing()
    found = choose(_all(desk), operator=desk.operator, cwd=str(desk.cwd), now=desk.now)
    pages = list(_standing_pages(desk))
    text = render(found, pages) if found else briefing(pages, project=desk.project.key)
    return Shown(desk.project.key, text, found)


def list_handoffs(desk: Desk, every: bool = False) -> list[Handoff]:
    """The project's handoffs, newest first; those that are still open, or every one."""
    desk.existing()
    return [one for one in reversed(_all(desk)) if every or one.state == "open"]


def begin(desk: Desk, words: Words, dry_run: bool = False) -> Shown:
    """Leaves a handoff by hand."""
    made = Handoff(
        id="handoff-"
        + hashlib.sha256(f"{desk.now} {desk.operator} {words.goal}".encode("utf-8", "replace")).hexdigest()[:12],
        kind="manual",
        project=desk.project.key,
        from_agent="person",
        from_session="",
        operator=desk.operator,
        created=desk.now,
        expires="",
        goal=desk.redacted(words.goal).strip(),
        next_steps=_cleaned(desk, words.next_steps),
        done=_cleaned(desk, words.done),
        open_questions=_cleaned(desk, words.open_questions),
        files=_cleaned(desk, words.files),
        cwd=str(desk.cwd),
        to_agent=words.to_agent,
    )
    if not dry_run:
        _write_down(desk, "person", made)
        write_ready(desk)
    return Shown(desk.project.key, render(made, _standing_pages(desk)), made)


def accept(desk: Desk, identity: str = "", session: str = "", dry_run: bool = False) -> Shown:
    """Claims a handoff, once; MemwikiError where another was quicker."""
    found = _named(desk, identity)
    if found.state == "cancelled":
        raise MemwikiError(f"{found.id} was withdrawn", hint="memwiki handoff list")
    by = session or f"person-{desk.operator}"
    if not dry_run:
        _claim(desk, found, by)
    elif found.state == "claimed":
        raise _taken(found)
    taken = replace(found, state="claimed", claimed_by=by)
    return Shown(desk.project.key, render(taken, _standing_pages(desk)), taken)


def _claim(desk: Desk, found: Handoff, by: str) -> None:
    name = private_dir(desk.home.claims) / claim_name(found)
    try:
        with os.fdopen(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE), "wb") as claim:
            claim.write(by.encode("utf-8", "replace"))
    except FileExistsError as error:
        raise _taken(found) from error
    record(desk.home, desk.project, "person", "handoff-claim", "", desk.now, desk.operator, claim_fields(found, by))


def _taken(found: Handoff) -> MemwikiError:
    return MemwikiError(f"{found.id} was claimed already", hint="memwiki handoff list --all")


def cancel(desk: Desk, identity: str = "", dry_run: bool = False) -> Shown:
    """Withdraws a handoff."""
    found = replace(_named(desk, identity), state="cancelled")
    if not dry_run:
        _write_down(desk, "person", found)
        write_ready(desk)
    return Shown(desk.project.key, "", found)


def withdraw(desk: Desk, handoff: Handoff) -> None:
    """Takes a handoff away whose session, or a part of it, is forgotten; what is left of that may make another."""
    told = {"handoff": {"id": handoff.id, "state": "cancelled", "forgotten": True}}
    record(desk.home, desk.project, "person", "handoff", "", desk.now, desk.operator, told)


def hand_over(desk: Desk, knowledge: Knowledge, empty: Iterable[str]) -> list[str]:
    """Gives back what empty sessions had taken, and writes down what the newest sessions leave; gives the new ids."""
    ledger = _ledger(desk)
    ledger += _unrecorded(desk, handoffs(ledger, desk.now))
    for one in to_give_back(handoffs(ledger, desk.now), set(empty)):
        fields = claim_fields(one, one.claimed_by)
        record(desk.home, desk.project, "memwiki", "handoff-return", "", desk.now, desk.operator, fields)
    made = due(
        knowledge,
        handoffs(ledger, desk.now),
        {one.key for one in knowledge.sessions},
        project=desk.project.key,
        now=desk.now,
        expires_days=desk.config.settings.handoff.expires_days,
    )
    for one in made:
        _write_down(desk, "memwiki", one)
    return [one.id for one in made]


def _unrecorded(desk: Desk, found: Iterable[Handoff]) -> list[Observation]:
    """Writes down the claims of hooks that were stopped between the claim's file and its observation."""
    open_ones = ((one, _claimed_by(desk, one)) for one in found if one.state == "open")
    return [
        record(desk.home, desk.project, "memwiki", "handoff-claim", "", desk.now, desk.operator, claim_fields(one, by))
        for one, by in open_ones
        if by
    ]


def write_ready(desk: Desk) -> None:
    """Writes the file that the hook hands out at a session's start."""
    pages = list(_standing_pages(desk))
    text = briefing(pages, project=desk.project.key)
    found = [one for one in _all(desk) if one.state == "open"]
    document = ready(found, pages, text, live_until=_live(desk, found))
    atomic_write(desk.home.ready(desk.project), json.dumps(document, ensure_ascii=False))


def _live(desk: Desk, open_ones: Iterable[Handoff]) -> dict[str, str]:
    """Givers that may still be at work, and until when their handoff is theirs."""
    found = {}
    for one in open_ones:
        folder = desk.home.raw(desk.project) / folder_name(one.from_agent, one.from_session)
        parts = segments(folder) if folder.is_dir() else []
        seen = read_segment(parts[-1]).observations if parts else ()
        if seen and seen[-1].event != "session-end":
            found[one.from_session] = stamp(moment(seen[-1].ts) + QUIET)
    return {session: until for session, until in found.items() if until > desk.now}


def _all(desk: Desk) -> tuple[Handoff, ...]:
    """Every handoff as it stands now: a claim file decides also where its observation is missing."""
    found = ((one, _claimed_by(desk, one)) for one in handoffs(_ledger(desk), desk.now))
    return tuple(
        one if by is None or one.state != "open" else replace(one, state="claimed", claimed_by=by) for one, by in found
    )


def _claimed_by(desk: Desk, one: Handoff) -> str | None:
    """The session that the claim's file names; None where there is no such file."""
    try:
        return (desk.home.claims / claim_name(one)).read_text("utf-8", "replace")
    except OSError:
        return None


def _ledger(desk: Desk) -> list[Observation]:
    return [seen for one in _ledgers(desk) for seen in one.observations()]


def _ledgers(desk: Desk) -> Iterator[Spooled]:
    return iter(survey(desk.home.raw(desk.project), {}, ledger_only=True).values())


def _standing_pages(desk: Desk) -> Iterator[Page]:
    """The pages that a block may name: what holds, and the newest session."""
    paths = page_paths(desk)
    newest = max((path for path in paths if path.startswith("sessions/")), default="")
    for path in paths:
        if path.startswith(_READ) or path == newest:
            yield from _holding(desk, path)
    me = desk.at(Project(desk.project.workspace, ME))
    for path in page_paths(me) if me.project != desk.project else ():
        if path.startswith(_READ):
            yield from (replace(page, path=f"{ME}/{path}") for page in _holding(me, path))


def _holding(desk: Desk, path: str) -> Iterator[Page]:
    """The page, where its end has not come."""
    page = parse_softly(text_if_any(desk, path), path)
    if not is_over(str(page.meta.get("expires", "")), desk.now):
        yield page


def _named(desk: Desk, identity: str) -> Handoff:
    found = _all(desk)
    if identity:
        chosen = next((one for one in found if one.id == identity or one.id == f"handoff-{identity}"), None)
    else:
        chosen = choose(found, operator=desk.operator, cwd=str(desk.cwd), now=desk.now)
    if chosen is None:
        raise NotFound(f"no such handoff: {identity or 'none is open'}", hint="memwiki handoff list --all")
    return chosen


def _write_down(desk: Desk, agent: str, handoff: Handoff) -> None:
    fields: Mapping[str, Any] = to_fields(handoff)
    record(desk.home, desk.project, agent, "handoff", handoff.goal, desk.now, desk.operator, fields)


def _cleaned(desk: Desk, texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(desk.redacted(text).strip() for text in texts)
