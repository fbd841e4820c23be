"""What a person says by hand: each word is an observation in the ledger, and a page after the compile that follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memwiki.app.desk import ME, Desk, Written, instant
from memwiki.app.guarding import take_edits
from memwiki.app.pipeline import Choice, compile_projects
from memwiki.app.reading import pages_of, parse_softly, read_page
from memwiki.compile.ledger import note_kind
from memwiki.errors import UsageError
from memwiki.files import atomic_write
from memwiki.records import Observation, Project
from memwiki.spool.ledger import record
from memwiki.wiki.page import edited, render
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

LONGEST = 16 * 1024
RULED = ("approve", "reject", "retire")


def remember(
    desk: Desk, text: str, kind: str = "", me: bool = False, expires: str = "", dry_run: bool = False
) -> Written:
    """Writes one thing down in the person's own words; it is a page at once."""
    words = desk.redacted(text).strip()
    if not words:
        raise UsageError("nothing to remember", hint='memwiki remember "commit subjects are imperative"')
    if len(words.encode("utf-8", "replace")) > LONGEST:
        raise UsageError(f"longer than {LONGEST} bytes", hint="write it into a page of the wiki")
    place = desk.at(Project(desk.project.workspace, ME)) if me else desk
    until = instant(expires) if expires else ""
    if until and until <= desk.now:
        raise UsageError(f"{expires} is over already", hint="give a later date, or leave --expires out")
    if dry_run:
        return Written(place.project.key, "", "note", "", f"a {note_kind(words, kind)}: {words}")
    extra = {"kind": kind, "scope": "me" if me else "project", "expires": until}
    seen = say(place, "note", words, {key: value for key, value in extra.items() if value})
    _compile(place)
    return _found(place, seen)


def feedback(desk: Desk, page: str, verdict: str, dry_run: bool = False) -> Written:
    """Says how a page served; the page's strength follows."""
    read = read_page(desk, page)
    if dry_run:
        return Written(desk.project.key, "", "feedback", read.path, str(desk.wiki / read.path))
    seen = say(desk, "feedback", verdict, {"pages": [read.id], "signal": verdict})
    _compile(desk)
    return Written(desk.project.key, seen.id, "feedback", read.path, str(desk.wiki / read.path))


def pin(desk: Desk, page: str, on: bool, dry_run: bool = False) -> Written:
    """Keeps a page from fading, or lets it fade again: a word in the ledger, and an edit where the page is no compiled
    one, or says otherwise by the person's own hand.
    """
    read, verb = read_page(desk, page), "pin" if on else "unpin"
    file = desk.wiki / read.path
    if dry_run:
        return Written(desk.project.key, "", verb, read.path, str(file))
    take_edits(desk)
    seen = say(desk, "feedback", verb, {"pages": [read.id], "signal": verb})
    _compile(desk)
    read = read_page(desk, read.path)
    if on != (read.meta.get("pinned") is True):
        atomic_write(file, render(edited(read, {"pinned": True if on else None})))
        author = Author(desk.operator, desk.config.email)
        Repository.open(desk.wiki).commit_edits(f"{verb}: {read.title}", author, desk.now)
    return Written(desk.project.key, seen.id, verb, read.path, str(file))


def say(desk: Desk, event: str, text: str, extra: Mapping[str, Any], agent: str = "person") -> Observation:
    """One observation in the ledger of the project. A ruling of another instant than the present one tells both."""
    told = {**extra, "clock": desk.clock} if desk.clock and event in RULED else extra
    return record(desk.home, desk.project, agent, event, text, desk.now, desk.operator, told)


def _compile(desk: Desk) -> None:
    compile_projects(desk, Choice(project=desk.project, by_hand=True))


def _found(desk: Desk, seen: Observation) -> Written:
    """The page that cites the observation."""
    for path, text in pages_of(desk).items():
        if f"{seen.segment}#" in text and _cites(parse_softly(text, path).meta, seen):
            return Written(desk.project.key, seen.id, seen.event, path, str(desk.wiki / path))
    return Written(desk.project.key, seen.id, seen.event)


def _cites(meta: Mapping[str, Any], seen: Observation) -> bool:
    sources = meta.get("sources")
    return any(
        isinstance(source, Mapping) and str(source.get("resource", "")).startswith(f"raw:{seen.segment}#{seen.line}..")
        for source in (sources if isinstance(sources, list) else [])
    )
