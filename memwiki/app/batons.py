"""The handoffs of a project as they stand: read from ledger and claims, written down, made ready for a start."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memwiki.app.desk import ME, Desk, moment, stamp
from memwiki.app.parsed import Parsed
from memwiki.app.reading import page_paths
from memwiki.app.spooled import QUIET, Spooled, survey
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.strength import is_over
from memwiki.files import atomic_write
from memwiki.inject.claims import claim_fields, claim_name, due, handoffs, to_fields, to_give_back
from memwiki.inject.ready import ready
from memwiki.inject.standing import briefing
from memwiki.records import Handoff, Observation, Page, Project
from memwiki.spool.append import folder_name
from memwiki.spool.ledger import record
from memwiki.spool.read import read_segment, segments

_READ = ("preferences/", "decisions/", "gotchas/", "skills/", "concepts/")
_MOST_READ = 600  # pages that a block is chosen from; of more, the last written
_JUST_NOW_S = 60.0
_OLD_S = 30 * 86_400.0  # claims' files are kept so long after the ledger says what they say


def hand_over(desk: Desk, knowledge: Knowledge, empty: Iterable[str]) -> list[str]:
    """Gives back what empty sessions had taken, and writes down what the newest sessions leave; gives the new ids."""
    ledger = ledger_of(desk)
    left_over = set(empty)
    ledger += _untold(desk, handoffs(ledger, desk.now), left_over)
    for one in to_give_back(handoffs(ledger, desk.now), left_over):
        fields = claim_fields(one, one.claimed_by, one.claimed_agent)
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
        write_down(desk, "memwiki", one)
    _clear_claims(desk)
    return [one.id for one in made]


def _untold(desk: Desk, found: Iterable[Handoff], empty: Collection[str]) -> list[Observation]:
    """Gives back what a hook took that was stopped between the claim's file and its observation: a block is told after
    both, so nobody was. A young file may be of a hook that is just at it."""
    made: list[Observation] = []
    for one in found:
        by = _claimed_by(desk, one) if one.state == "open" else None
        if by is not None and (by in empty or _age(desk, one) > _JUST_NOW_S):
            events = ("handoff-claim", "handoff-return")
            fields = claim_fields(one, by)
            made += [record(desk.home, desk.project, "memwiki", e, "", desk.now, desk.operator, fields) for e in events]
    return made


def _age(desk: Desk, one: Handoff) -> float:
    """Seconds since the claim's file was made."""
    try:
        return time.time() - (desk.home.claims / claim_name(one)).stat().st_mtime
    except OSError:
        return 0.0


def _clear_claims(desk: Desk) -> None:
    """Removes old files of claims that the ledger holds: what decided once need not be kept twice."""
    known = {one.id: one for one in handoffs(ledger_of(desk), desk.now)}
    for path in _claim_files(desk.home.claims):
        name, _, generation = path.name.rpartition(".")
        one = known.get(name)
        settled = one is not None and (one.state != "open" or int(generation) < one.generation)
        if settled and time.time() - path.stat().st_mtime > _OLD_S:
            with contextlib.suppress(OSError):
                path.unlink()


def _claim_files(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.name.rpartition(".")[2].isdecimal()]
    except OSError:
        return []


def write_ready(desk: Desk, parsed: Parsed | None = None) -> None:
    """Writes the file that the hook hands out at a session's start."""
    pages = list(standing_pages(desk, parsed))
    most = desk.config.settings.recall.max_chars
    known = all_handoffs(desk)
    text = briefing(pages, project=desk.project.key, max_bytes=most, in_hand=in_hand(known))
    found = [one for one in known if one.state == "open"]
    document = ready(found, pages, text, live_until=_live(desk, found), max_bytes=most)
    atomic_write(desk.home.ready(desk.project), json.dumps(document, ensure_ascii=False))


def in_hand(found: Iterable[Handoff]) -> list[str]:
    """What is open and has somebody who goes on with it, or will: it is told once, by its handoff."""
    held = (one for one in found if one.state in ("open", "claimed"))
    return [text for one in held for text in (*one.next_steps, *one.open_questions)]


def seal_is_newer(desk: Desk) -> bool:
    """Whether a segment was sealed after the ready file was written, or there is none: a compile stopped between."""
    try:
        written = desk.home.ready(desk.project).stat().st_mtime_ns
    except OSError:
        return desk.wiki.is_dir()
    folders = (one for one in desk.home.raw(desk.project).glob("*-*") if one.is_dir())
    sealed = (path for folder in folders for path in segments(folder)[-1:] if path.name.endswith(".sealed.jsonl"))
    return any(path.stat().st_ctime_ns > written for path in sealed)


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


def all_handoffs(desk: Desk) -> tuple[Handoff, ...]:
    """Every handoff as it stands now: a claim file decides also where its observation is missing."""
    found = ((one, _claimed_by(desk, one)) for one in handoffs(ledger_of(desk), desk.now))
    return tuple(
        one if by is None or one.state != "open" else replace(one, state="claimed", claimed_by=by) for one, by in found
    )


def _claimed_by(desk: Desk, one: Handoff) -> str | None:
    """The session that the claim's file names; None where there is no such file."""
    try:
        return (desk.home.claims / claim_name(one)).read_text("utf-8", "replace")
    except OSError:
        return None


def ledger_of(desk: Desk) -> list[Observation]:
    """The project's ledger, read whole."""
    return [seen for one in _ledgers(desk) for seen in one.observations()]


def _ledgers(desk: Desk) -> Iterator[Spooled]:
    return iter(survey(desk.home.raw(desk.project), {}, ledger_only=True).values())


def standing_pages(desk: Desk, parsed: Parsed | None = None) -> Iterator[Page]:
    """The pages that a block may name: what holds, and the newest session."""
    own = parsed or Parsed(desk)
    paths = page_paths(desk)
    newest = max((path for path in paths if path.startswith("sessions/")), default="")
    read = [path for path in paths if path.startswith(_READ)]
    if len(read) > _MOST_READ:
        wiki = desk.wiki
        read = sorted(sorted(read, key=lambda path: _written(wiki, path))[-_MOST_READ:])
    for path in (*read, *([newest] if newest else []), *(["project.md"] if "project.md" in paths else [])):
        yield from _holding(own, path)
    me = desk.at(Project(desk.project.workspace, ME))
    for path in page_paths(me) if me.project != desk.project else ():
        if path.startswith(_READ):
            yield from (replace(page, path=f"{ME}/{path}") for page in _holding(Parsed(me), path))


def _written(wiki: Path, path: str) -> int:
    try:
        return os.stat(f"{wiki}/{path}").st_mtime_ns  # noqa: PTH116 of many files, where making a Path takes longer
    except OSError:
        return 0


def _holding(parsed: Parsed, path: str) -> Iterator[Page]:
    """The page, where its end has not come."""
    page = parsed.page(path)
    if not is_over(str(page.meta.get("expires", "")), parsed.desk.now):
        yield page


def write_down(desk: Desk, agent: str, handoff: Handoff) -> Observation:
    """Puts the handoff, or its new state, into the ledger."""
    fields: Mapping[str, Any] = to_fields(handoff)
    return record(desk.home, desk.project, agent, "handoff", handoff.goal, desk.now, desk.operator, fields)


def withdraw(desk: Desk, handoff: Handoff) -> None:
    """Takes a handoff away whose session, or a part of it, is forgotten; what is left of that may make another."""
    told = {"handoff": {"id": handoff.id, "state": "cancelled", "forgotten": True}}
    record(desk.home, desk.project, "person", "handoff", "", desk.now, desk.operator, told)
