"""forget: pages, sessions, words or a span of time leave the wiki, the index and all that is derived, for good.

What was captured stays in raw/ as it was, and git keeps the past. The ledger says by place what is left out from now
on, so that every later compile, also from nothing, leaves out the same.
"""

from __future__ import annotations

import glob
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memwiki.app.batons import withdraw
from memwiki.app.desk import Desk, instant
from memwiki.app.handing import list_handoffs
from memwiki.app.known import all_facts, knowledge_of
from memwiki.app.pipeline import Choice, compile_projects
from memwiki.app.reading import find_page, pages_of, parse_softly
from memwiki.app.refresh import reindex
from memwiki.app.reviewing import drop_conflicts
from memwiki.app.spooled import Spooled, survey
from memwiki.app.telling import say
from memwiki.compile.forgotten import place_of
from memwiki.compile.knowledge import Topic
from memwiki.errors import NotFound, UsageError
from memwiki.records import Observation, Page
from memwiki.wiki.repository import Repository

_LINK = re.compile(r"\[(?:[^\[\]\\]|\\.){0,400}\]\([^()\s]{1,600}\.md\)")
_PART = 300  # places that one line of the ledger names
_Cuts = dict[str, list[list[Any]]]


@dataclass(frozen=True, slots=True)
class Target:
    """What to forget; at least one of these is given."""

    page: str = ""
    session: str = ""
    keyword: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """What this takes away: the pages that go, and of how many captured events nothing is told any more."""

    pages: list[str]
    observations: int = 0
    cuts: Mapping[str, list[list[Any]]] = field(default_factory=dict)  # by session key, as the ledger names them
    ids: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()


def hits(desk: Desk, target: Target) -> Hit:
    """What forgetting would take away; UsageError where nothing is named, NotFound where nothing is there."""
    if not any((target.page, target.session, target.keyword, target.since, target.until)):
        raise UsageError("nothing named to forget", hint="a page, --session, --keyword, --since or --until")
    if target.page and any((target.session, target.keyword, target.since, target.until)):
        raise UsageError("a page and a filter at once", hint="name the page, or only the filter")
    desk.existing()
    sessions = _sessions(desk)
    if target.page:
        return _of_page(desk, find_page(desk, target.page), sessions)
    key = _key(sessions, target.session) if target.session else ""
    cuts, number = _of_filter(desk, target, key, sessions)
    texts = {path: parse_softly(text, path) for path, text in pages_of(desk).items()}
    near = _naming(desk, target.keyword) if target.keyword else texts.keys()
    pages = [path for path in texts if path in near and _goes(desk, texts[path], target, key, cuts)]
    if not pages and not cuts:
        raise NotFound(f"nothing to forget in {desk.project.key}")
    ids = tuple(texts[path].id for path in pages if texts[path].id)
    return Hit(pages, number, cuts, ids, (key,) if key and not (target.keyword or _spans(target)) else ())


def targets(desk: Desk, target: Target) -> list[str]:
    """The pages that this would remove."""
    return hits(desk, target).pages


def forget(desk: Desk, target: Target, hit: Hit, dry_run: bool = False, terminal: bool = False) -> str:
    """Leaves the word that removes these pages, and compiles; gives the observation's id.

    `terminal` says that a person confirmed it there. What is derived of them goes at once: index, raw text in it, kept
    facts, what waits in review, the blocks that sessions were given.
    """
    if dry_run:
        return ""
    extra: dict[str, Any] = {
        "pages": list(hit.ids),
        "sessions": list(hit.sessions),
        "keyword": target.keyword,
        "since": instant(target.since) if target.since else "",
        "until": instant(target.until) if target.until else "",
    }
    if target.session:  # its rules would hold for every session; the cuts name this one's events
        extra = {key: value for key, value in extra.items() if key in ("pages", "sessions")}
    extra["terminal"] = terminal
    parts = list(_parts(hit.cuts))
    extra["cuts"] = parts[0] if parts else {}
    seen = say(desk, "forget", "", {key: value for key, value in extra.items() if value})
    for part in parts[1:]:
        say(desk, "forget", "", {"cuts": part, **({"terminal": True} if terminal else {})})
    for one in list_handoffs(desk):
        loses = one.kind == "auto" and any(key.endswith(f"-{one.from_session}") for key in hit.cuts)
        if loses or (target.keyword and target.keyword.casefold() in repr(one).casefold()):
            withdraw(desk, one)
    _compile(desk)
    if left := _left_over(desk, hit.pages):
        for path in left:
            (desk.wiki / path).unlink(missing_ok=True)
        _compile(desk)
    _clean(desk, hit.pages)
    return seen.id


def _clean(desk: Desk, pages: Sequence[str]) -> None:
    """Takes away what else is derived of the forgotten; the index is made anew, so that no byte of it stays."""
    for path in pages:
        drop_conflicts(desk, path)
    for name in ("given", "prompted"):
        shutil.rmtree(desk.home.state / name / desk.project.workspace / desk.project.name, ignore_errors=True)
    for file in (desk.home.state / "lookups" / desk.project.workspace).glob(f"{glob.escape(desk.project.name)}.jsonl*"):
        file.unlink()  # it names pages by what they were called
    reindex(desk)


def _compile(desk: Desk) -> None:
    compile_projects(desk, Choice(project=desk.project, by_hand=True))


def _left_over(desk: Desk, hit: Sequence[str]) -> list[str]:
    """The forgotten pages that are there only because a person had written in them, or made them."""
    texts = pages_of(desk)
    ids = {path: parse_softly(texts[path], path).id for path in hit if path in texts}
    if not ids:
        return []
    repository = Repository.open(desk.wiki)
    made = {parse_softly(text, "").id for text in repository.read_blobs(repository.compiled().values()).values()}
    return [path for path, page_id in ids.items() if not page_id or page_id not in made]


def _sessions(desk: Desk) -> dict[str, Spooled]:
    committed = Repository.open(desk.wiki).sealed() if (desk.wiki / ".git").exists() else {}
    return survey(desk.home.raw(desk.project), committed)


def _key(sessions: Mapping[str, Spooled], name: str) -> str:
    """The key of the session that a person means by its key or by the agent's own id."""
    work = [one.key for one in sessions.values() if not one.is_ledger]
    found = [key for key in work if key == name] or [key for key in work if key.endswith(f"-{name}")]
    if len(found) != 1:
        if found:
            raise UsageError(f"{name!r} could be {len(found)} sessions", hint=" or ".join(found[:3]))
        raise NotFound(f"no such session: {name}", hint="memwiki list --kind session")
    return found[0]


# --- what a page rests on ----------------------------------------------------------------------------------------


def _of_page(desk: Desk, path: str, sessions: Mapping[str, Spooled]) -> Hit:
    page = parse_softly(pages_of(desk)[path], path)
    if not page.kind:  # its header is broken; the compiler knows what it was
        page = _as_compiled(desk, path) or page
    if page.kind == "project":
        raise UsageError(f"{path} is made of the other pages", hint="forget those, or delete its file")
    cuts: _Cuts = {}
    if page.kind == "session":  # other pages go on with what they learned from it, but nothing of it is kept
        cuts = {key: [["-"]] for key in sorted(_cited(page)) if key in sessions}
    else:
        topic = knowledge_of(desk, sessions, all_facts(desk, sessions)).topic(page.id)
        cuts = _proofs(topic, sessions) if topic else {}
    return Hit([path], sum(map(len, cuts.values())), cuts, (page.id,) if page.id else ())


def _as_compiled(desk: Desk, path: str) -> Page | None:
    repository = Repository.open(desk.wiki)
    blob = repository.compiled().get(path, "")
    return parse_softly(repository.read_blobs([blob])[blob], path) if blob else None


def _proofs(topic: Topic, sessions: Mapping[str, Spooled]) -> _Cuts:
    """The words that prove the topic, by place."""
    found: _Cuts = {}
    for one in (evidence for claim in topic.claims for evidence in claim.evidence):
        key = one.segment.partition("/")[0]
        session = sessions.get(key)
        if session is None or session.is_ledger:
            continue
        seen = next((seen for seen in session.observations() if seen.id == one.observation), None)
        entry = place_of(seen, one.quote) if seen else None
        if entry and entry not in found.setdefault(key, []):
            found[key].append(entry)
    return found


def _cited(page: Page) -> set[str]:
    named = (str(one.get("resource", "")) for one in _sources(page))
    return {name.removeprefix("raw:").partition("/")[0] for name in named}


def _sources(page: Page) -> Iterator[Mapping[str, Any]]:
    sources = page.meta.get("sources")
    yield from (one for one in (sources if isinstance(sources, list) else []) if isinstance(one, Mapping))


# --- what a filter hits ------------------------------------------------------------------------------------------


def _of_filter(desk: Desk, target: Target, key: str, sessions: Mapping[str, Spooled]) -> tuple[_Cuts, int]:
    """Every captured event that the filter hits, by place, and how many they are."""
    found: _Cuts = {}
    number = 0
    for session in sessions.values():
        if session.is_ledger or key not in ("", session.key):
            continue
        seen = [one for one in session.observations() if one.ts <= desk.now]
        hit = [one for one in seen if _hits(one, target)]
        number += len(hit)
        if hit:
            found[session.key] = [["*"]] if len(hit) == len(seen) else [[one.id] for one in hit]
    return found, number


def _hits(seen: Observation, target: Target) -> bool:
    if not _covers(seen.ts, target):
        return False
    if not target.keyword:
        return True
    tool = seen.tool
    told = [seen.text, *((tool.output, *map(str, tool.input.values())) if tool else ()), *seen.files]
    return any(target.keyword.casefold() in text.casefold() for text in told)


def _covers(at: str, target: Target) -> bool:
    since, until = (instant(text) if text else "" for text in (target.since, target.until))
    return (not since or at >= since) and (not until or at <= until)


def _spans(target: Target) -> bool:
    return bool(target.since or target.until)


def _goes(desk: Desk, page: Page, target: Target, key: str, cuts: Mapping[str, list[list[Any]]]) -> bool:
    """Whether a page goes: it holds the words, or all that it rests on is of the session and the time."""
    if page.kind == "project":
        return False  # it is made of the others
    if target.keyword:
        made = str(page.meta.get("created", "")) or desk.now
        return key in ("", *_cited(page)) and _covers(instant(made), target)
    cited = _cited(page)
    if key and cited != {key}:
        return False
    times = [instant(at) for at in _times(page)] if _spans(target) else []
    if page.kind == "session" and _spans(target):  # its own page goes where nothing of the session is left
        return all(cuts.get(one) == [["*"]] for one in cited) and bool(cited)
    return bool(cited) and all(_covers(at, target) for at in times)


def _naming(desk: Desk, keyword: str) -> set[str]:
    """The pages that hold the words themselves, not only in the title of another page that the compiler links to."""
    texts = {path: text for path, text in pages_of(desk).items() if keyword.casefold() in text.casefold()}
    repository = Repository.open(desk.wiki) if texts and (desk.wiki / ".git").exists() else None
    compiled = repository.compiled() if repository else {}
    blobs = repository.read_blobs(compiled[path] for path in texts if path in compiled) if repository else {}
    return {path for path, text in texts.items() if keyword.casefold() in _own(text, blobs.get(compiled.get(path, "")))}


def _own(text: str, compiled: str | None) -> str:
    ours = set((compiled or "").split("\n"))
    return "\n".join(_LINK.sub("", line) if line in ours else line for line in text.split("\n")).casefold()


def _times(page: Page) -> Iterator[str]:
    return (str(one["last_modified"]) for one in _sources(page) if one.get("last_modified"))


def _parts(cuts: Mapping[str, list[list[Any]]]) -> Iterator[_Cuts]:
    """The cuts in pieces that fit into a line of the ledger."""
    held: _Cuts = {}
    room = _PART
    for key, entries in cuts.items():
        for at in range(0, max(len(entries), 1), _PART):
            piece = entries[at : at + _PART]
            if held and len(piece) + 1 > room:
                yield held
                held, room = {}, _PART
            held[key] = piece
            room -= len(piece) + 1
    if held:
        yield held
