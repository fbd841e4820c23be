"""What a person says by hand: each word is an observation in the ledger, and a page after the compile that follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from memwiki.app.desk import ME, Desk, Written, instant
from memwiki.app.guarding import take_edits
from memwiki.app.pipeline import Choice, compile_projects
from memwiki.app.reading import find_page, pages_of, parse_softly, read_page
from memwiki.errors import NotFound, UsageError
from memwiki.files import atomic_write
from memwiki.records import Observation, Project
from memwiki.spool.ledger import record
from memwiki.wiki.page import render
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

LONGEST = 16 * 1024


@dataclass(frozen=True, slots=True)
class Target:
    """What to forget; at least one of these is given."""

    page: str = ""
    session: str = ""
    keyword: str = ""
    since: str = ""
    until: str = ""


def remember(desk: Desk, text: str, kind: str = "", me: bool = False) -> Written:
    """Writes one thing down in the person's own words; it is a page at once."""
    words = desk.redacted(text).strip()
    if not words:
        raise UsageError("nothing to remember", hint='memwiki remember "commit subjects are imperative"')
    if len(words.encode("utf-8", "replace")) > LONGEST:
        raise UsageError(f"longer than {LONGEST} bytes", hint="write it into a page of the wiki")
    place = desk.at(Project(desk.project.workspace, ME)) if me else desk
    extra = {"kind": kind, "scope": "me" if me else "project"}
    seen = say(place, "note", words, {key: value for key, value in extra.items() if value})
    _compile(place)
    return _found(place, seen)


def feedback(desk: Desk, page: str, verdict: str) -> Written:
    """Says how a page served; the page's strength follows."""
    read = read_page(desk, page)
    seen = say(desk, "feedback", verdict, {"pages": [read.id], "signal": verdict})
    _compile(desk)
    return Written(desk.project.key, seen.id, "feedback", read.path, str(desk.wiki / read.path))


def pin(desk: Desk, page: str, on: bool) -> Written:
    """Keeps a page from fading, or lets it fade again: an edit of the page, by the person."""
    take_edits(desk)
    read = read_page(desk, page)
    meta = dict(read.meta)
    if on:
        meta["pinned"] = True
    else:
        meta.pop("pinned", None)
    file = desk.wiki / read.path
    if meta != dict(read.meta):
        atomic_write(file, render(replace(read, meta=meta)))
        repository = Repository.open(desk.wiki)
        verb = "pin" if on else "unpin"
        repository.commit_edits(f"{verb}: {read.title}", Author(desk.operator, desk.config.email), desk.now)
    return Written(desk.project.key, read.id, "pin" if on else "unpin", read.path, str(file))


def targets(desk: Desk, target: Target) -> list[str]:
    """The pages that this would remove."""
    if not any((target.page, target.session, target.keyword, target.since, target.until)):
        raise UsageError("nothing named to forget", hint="a page, --session, --keyword, --since or --until")
    if target.page and any((target.session, target.keyword, target.since, target.until)):
        raise UsageError("a page and a filter at once", hint="name the page, or only the filter")
    desk.existing()
    if target.page:
        return [find_page(desk, target.page)]
    hit = [path for path, text in pages_of(desk).items() if _hits(target, path, text)]
    if not hit:
        raise NotFound(f"nothing to forget in {desk.project.key}")
    return hit


def forget(desk: Desk, target: Target, hit: list[str], dry_run: bool = False) -> str:
    """Leaves the word that removes these pages, and compiles; gives the observation's id."""
    if dry_run:
        return ""
    ids = [page.id for page in (parse_softly(text, path) for path, text in pages_of(desk).items()) if page.path in hit]
    extra: dict[str, Any] = {
        "pages": [identity for identity in ids if identity],
        "sessions": [target.session] if target.session else [],
        "keyword": target.keyword,
        "since": instant(target.since) if target.since else "",
        "until": instant(target.until) if target.until else "",
    }
    seen = say(desk, "forget", "", {key: value for key, value in extra.items() if value})
    _compile(desk)
    if left := _left_over(desk, hit):
        for path in left:
            (desk.wiki / path).unlink(missing_ok=True)
        _compile(desk)
    return seen.id


def _left_over(desk: Desk, hit: list[str]) -> list[str]:
    """The forgotten pages that are there only because a person had written in them, or made them."""
    texts = pages_of(desk)
    ids = {path: parse_softly(texts[path], path).id for path in hit if path in texts}
    if not ids:
        return []
    repository = Repository.open(desk.wiki)
    made = {parse_softly(text, "").id for text in repository.read_blobs(repository.compiled().values()).values()}
    return [path for path, page_id in ids.items() if not page_id or page_id not in made]


def say(desk: Desk, event: str, text: str, extra: Mapping[str, Any], agent: str = "person") -> Observation:
    """One observation in the ledger of the project."""
    return record(desk.home, desk.project, agent, event, text, desk.now, desk.operator, extra)


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


def _hits(target: Target, path: str, text: str) -> bool:
    page = parse_softly(text, path)
    if target.keyword and target.keyword.casefold() not in text.casefold():
        return False
    if target.session and f"raw:{target.session}/" not in text:
        return False
    made = str(page.meta.get("created", ""))
    if target.since and made < instant(target.since):
        return False
    return not (target.until and made > instant(target.until))
