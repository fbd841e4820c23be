"""handoff show, list, begin, accept, cancel, log: shown without claiming, claimed exactly once, by whom it is for."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from memwiki.app.batons import all_handoffs, in_hand, ledger_of, standing_pages, write_down, write_ready
from memwiki.app.desk import Desk, moment, stamp
from memwiki.app.pending import finished
from memwiki.capture.agents import capabilities
from memwiki.errors import MemwikiError, NotFound, UsageError
from memwiki.files import PRIVATE_FILE, atomic_write, private_dir
from memwiki.inject.claims import choose, claim_fields, claim_name, owner
from memwiki.inject.handoff import render
from memwiki.inject.passings import Passing, passings
from memwiki.inject.standing import briefing
from memwiki.records import Handoff
from memwiki.spool.append import folder_name
from memwiki.spool.ledger import record

Entry = Passing
_GOAL, _ITEM, _ITEMS = 3000, 1500, 20  # characters, and items of one list
_LIST = "memwiki handoff list --all"


@dataclass(frozen=True, slots=True)
class Shown:
    """A handoff and its block; without one, `text` is the briefing that a session would get instead."""

    project: str
    text: str
    handoff: Handoff | None
    waiting: int = 0  # finished sessions that are not compiled yet: the block does not know of them


@dataclass(frozen=True, slots=True)
class Words:
    """What a person, or an agent for its own session, leaves by hand."""

    goal: str
    next_steps: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    failed_attempts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    to_agent: str = ""
    owner: str = ""  # whose sessions may take it; the person's own if empty
    days: int = 0  # until it expires; 0: never
    agent: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class Taker:
    """Who takes a handoff: a person in a terminal, or a session of an agent."""

    agent: str = ""
    session: str = ""
    any_owner: bool = False


def show(desk: Desk) -> Shown:
    """What the next session here would start with; claims nothing."""
    desk.existing()
    known = all_handoffs(desk)
    found = choose(known, operator=desk.operator, cwd=str(desk.cwd), now=desk.now)
    pages = list(standing_pages(desk))
    most, waiting = desk.config.settings.recall.max_chars, finished(desk)
    if found:
        return Shown(desk.project.key, render(found, pages, max_bytes=most), found, waiting)
    text = briefing(pages, project=desk.project.key, max_bytes=most, in_hand=in_hand(known))
    return Shown(desk.project.key, text, None, waiting)


def list_handoffs(desk: Desk, every: bool = False) -> list[Handoff]:
    """The project's handoffs, newest first; those that are still open, or every one."""
    desk.existing()
    return [one for one in reversed(all_handoffs(desk)) if every or one.state == "open"]


def log(desk: Desk, most: int = 0) -> list[Passing]:
    """Who left what and who got it, newest first, the last `most` entries or all; read from the ledger."""
    desk.existing()
    found = passings(ledger_of(desk))[::-1]
    return list(found[:most] if most else found)


def begin(desk: Desk, words: Words, dry_run: bool = False) -> Shown:
    """Leaves a handoff by hand; UsageError where it says nothing, or too much."""
    made = _made(desk, words)
    if not dry_run:
        write_down(desk, "person", made)
        write_ready(desk)
    return Shown(desk.project.key, render(made, standing_pages(desk)), made)


def _made(desk: Desk, words: Words) -> Handoff:
    goal = desk.redacted(words.goal).strip()
    if not goal:
        raise UsageError("a handoff needs a goal", hint='memwiki handoff begin "what it is about" --next "a step"')
    if len(goal) > _GOAL:
        raise UsageError(f"the goal has {len(goal):,} characters, at most {_GOAL:,}", hint="put the rest into --next")
    name = f"{desk.now} {desk.operator} {words.session} {words.goal}"
    return Handoff(
        id=f"handoff-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}",
        kind="manual",
        project=desk.project.key,
        from_agent=words.agent or "person",
        from_session=words.session,
        operator=desk.operator,
        created=desk.now,
        expires=stamp(moment(desk.now) + timedelta(days=words.days)) if words.days else "",
        goal=goal,
        next_steps=_cleaned(desk, words.next_steps),
        done=_cleaned(desk, words.done),
        open_questions=_cleaned(desk, words.open_questions),
        failed_attempts=_cleaned(desk, words.failed_attempts),
        files=_cleaned(desk, words.files),
        cwd=str(desk.cwd),
        to_agent=words.to_agent,
        owner=words.owner,
    )


def accept(desk: Desk, identity: str = "", taker: Taker | None = None, dry_run: bool = False) -> Shown:
    """Claims a handoff, once; a session that has it already sees it again. MemwikiError where another has it."""
    who = taker or Taker()
    by = who.session or f"person-{desk.operator}"
    found = _named(desk, identity, by, who.agent)
    _check(desk, found, by, who)
    text = render(found, standing_pages(desk))
    if not dry_run and found.state == "open":
        _claim(desk, found, by, who.agent)
        write_ready(desk)
        if who.session and who.agent:
            _give(desk, found, text, who)
    taken = replace(found, state="claimed", claimed_by=by, claimed_agent=who.agent or found.claimed_agent)
    return Shown(desk.project.key, text, taken)


def _check(desk: Desk, found: Handoff, by: str, who: Taker) -> None:
    """Whether this taker may have it."""
    if found.state == "cancelled":
        raise MemwikiError(f"{found.id} was withdrawn", hint=_LIST)
    if found.state == "expired":
        raise MemwikiError(f"{found.id} has expired, or a newer one took its place", hint="memwiki handoff list")
    if found.state == "claimed" and found.claimed_by != by:
        raise _taken(found)
    if owner(found) != desk.operator and owner(found) and not who.any_owner:
        raise MemwikiError(f"{found.id} is for {owner(found)}", hint="add --any-owner if it was left to you, too")
    if found.to_agent and who.agent and found.to_agent != who.agent and not who.any_owner:
        raise MemwikiError(f"{found.id} is for {found.to_agent}", hint=f"start {found.to_agent} here")
    if who.session and found.from_session == who.session and found.state == "open":
        raise MemwikiError(f"{found.id} was left by this session", hint="another session takes it")


def _claim(desk: Desk, found: Handoff, by: str, agent: str) -> None:
    name = _decide(desk, found, by)
    fields = claim_fields(found, by, agent, "accept")
    try:
        record(desk.home, desk.project, "person", "handoff-claim", "", desk.now, desk.operator, fields)
    except OSError:
        name.unlink()  # a claim that nobody can read of would hold the handoff back for good
        raise


def _decide(desk: Desk, found: Handoff, by: str) -> Path:
    """Makes the claim's file, which only one can; gives its path."""
    name = private_dir(desk.home.claims) / claim_name(found)
    try:
        with os.fdopen(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE), "wb") as claim:
            claim.write(by.encode("utf-8", "replace"))
    except FileExistsError as error:
        raise _taken(found) from error
    return name


def _give(desk: Desk, found: Handoff, text: str, who: Taker) -> None:
    """Leaves the block where the hook finds it again when this session is resumed or compacted."""
    name = f"{folder_name(who.agent, who.session)}.json"
    path: Path = desk.home.state / "given" / desk.project.workspace / desk.project.name / name
    try:
        before = json.loads(path.read_bytes())
    except (OSError, ValueError):
        before = {}
    kept = before if isinstance(before, dict) else {}
    can = capabilities(who.agent)
    told = {} if can.start or not can.prompt else {"told": True}
    atomic_write(path, json.dumps({**kept, "text": text, "handoff": found.id, **told}, ensure_ascii=False))


def _taken(found: Handoff) -> MemwikiError:
    who = " ".join(part for part in (found.claimed_agent, found.claimed_by) if part)
    told = f" by {who}" if who else ""
    at = f" at {found.claimed_at[:16]}Z" if found.claimed_at else ""
    return MemwikiError(f"{found.id} was claimed already{told}{at}", hint="memwiki handoff log")


def cancel(desk: Desk, identity: str = "", dry_run: bool = False) -> Shown:
    """Withdraws a handoff, so that nobody takes it any more. MemwikiError where somebody has it."""
    found = _named(desk, identity)
    if found.state == "claimed":
        raise _taken(found)
    gone = replace(found, state="cancelled")
    if not dry_run and found.state != "cancelled":
        name = _decide(desk, found, "") if found.state == "open" else None
        try:
            write_down(desk, "person", gone)
        except OSError:
            if name:
                name.unlink()
            raise
        write_ready(desk)
    return Shown(desk.project.key, "", gone)


def _named(desk: Desk, identity: str, session: str = "", agent: str = "") -> Handoff:
    found = all_handoffs(desk)
    if identity:
        chosen = next((one for one in found if one.id == identity or one.id == f"handoff-{identity}"), None)
    else:
        place = str(desk.cwd)
        chosen = choose(found, session=session, agent=agent, operator=desk.operator, cwd=place, now=desk.now)
    if chosen is None:
        raise NotFound(f"no such handoff: {identity or 'none is open'}", hint=_LIST)
    return chosen


def _cleaned(desk: Desk, texts: Iterable[str]) -> tuple[str, ...]:
    kept = tuple(text for text in (desk.redacted(text).strip() for text in texts) if text)
    if len(kept) > _ITEMS:
        raise UsageError(f"{len(kept)} items in one list, at most {_ITEMS}", hint="say what matters most")
    if long := next((text for text in kept if len(text) > _ITEM), ""):
        raise UsageError(f"an item has {len(long):,} characters, at most {_ITEM:,}", hint=f"shorten “{long[:40]}…”")
    return kept
