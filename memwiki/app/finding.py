"""search ranks for people; recall speaks to agents, and only where a page really fits."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from memwiki.app.desk import ME, Desk, instant
from memwiki.app.embedding import embedder_of
from memwiki.app.past import scope_as_of
from memwiki.app.reading import KINDS
from memwiki.app.refresh import current_tree, is_behind, refresh_index
from memwiki.errors import Invalid, Locked, NeedsReview, NotFound, UsageError
from memwiki.index.store import DAMAGE
from memwiki.recall import quiet
from memwiki.recall.confidence import THRESHOLD
from memwiki.recall.fuse import WEIGHTS, Weights
from memwiki.recall.only import STATUSES, Only, shown_status
from memwiki.recall.search import Answer, Scope, Shelf
from memwiki.recall.search import search as rank
from memwiki.records import Hit, Project
from memwiki.spool.append import folder_name
from memwiki.spool.ledger import record
from memwiki.wiki.page import readable
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import content

_MOST = 200
BUDGET = 800  # tokens of a block that nobody asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search is to give; `raw` asks only for sessions that nothing but their captured text answers."""

    k: int = 10
    kinds: tuple[str, ...] = ()
    as_of: str = ""
    raw: bool = False
    all_projects: bool = False
    explain: bool = False
    vectors: bool = True
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    trust: float = 0.0

    @property
    def only(self) -> Only:
        """Which pages count."""
        return Only(self.kinds, self.tags, self.statuses, self.trust)


def search(desk: Desk, queries: Sequence[str], wanted: Wanted) -> Iterator[tuple[str, Answer]]:
    """(query, answer) for each query, best pages first."""
    for kind in wanted.kinds:
        if kind not in KINDS:
            raise UsageError(f"no such kind: {kind}", hint=", ".join(KINDS))
    for status in wanted.statuses:
        if status not in STATUSES:
            raise UsageError(f"no such status: {status}", hint=", ".join(STATUSES))
    embedder, shelf = embedder_of(desk) if wanted.vectors and not wanted.as_of else None, Shelf()
    now = instant(wanted.as_of) if wanted.as_of else desk.now
    try:
        scopes = _scopes(desk, wanted, shelf)
        chosen: Any = {"only": wanted.only, "weights": _weights(desk), "captured": wanted.raw or _all_told(desk)}
        for query in queries:
            most = _MOST if wanted.raw else wanted.k
            ask = partial(rank, scopes, query, most, now=now, embedder=embedder, shelf=shelf, **chosen)
            answer = _mended(desk, scopes, shelf, ask)
            if not wanted.as_of:
                hits = (_as_it_stands(hit, now) for hit in answer.hits)
                kept = (hit for hit in hits if not wanted.statuses or hit.status in wanted.statuses)
                answer = replace(answer, hits=tuple(kept))
            if wanted.raw:
                answer = replace(answer, hits=tuple(hit for hit in answer.hits if hit.raw)[: wanted.k])
            yield query, answer
    finally:
        shelf.close()


def _mended(desk: Desk, scopes: Sequence[Scope], shelf: Shelf, ask: Callable[[], Answer]) -> Answer:
    """The answer; where an index turns out to be damaged on the way, from one that was built anew."""
    try:
        return ask()
    except DAMAGE:
        shelf.close()
        for scope in scopes:
            refresh_index(desk.at(scope.project), vectors=False, purge=True)
    try:
        return ask()
    except DAMAGE as error:
        raise Invalid(f"the index cannot be read ({type(error).__name__})", hint="memwiki reindex") from error


def _scopes(desk: Desk, wanted: Wanted, shelf: Shelf) -> list[Scope]:
    projects = desk.home.projects() if wanted.all_projects else [desk.existing(), *_me(desk)]
    found = []
    for project in projects:
        place = desk.at(project)
        if not place.wiki.is_dir():
            continue
        if wanted.as_of:
            found.append(scope_as_of(place, instant(wanted.as_of)))
        else:
            tree = current_tree(place)
            if is_behind(place, tree=tree) or not _opens(place, shelf):
                with contextlib.suppress(
                    OSError, Locked, Invalid, NeedsReview
                ):  # an index that is gone or old comes back, if it can
                    refresh_index(place, vectors=False)
            asked = embedder_of(place) if wanted.vectors else None
            found.append(Scope(project, place.home.index(project), place.wiki, tree, asked.model if asked else ""))
    return found


def _opens(desk: Desk, shelf: Shelf) -> bool:
    try:
        shelf.get(desk.home.index(desk.project))
    except (NotFound, Invalid):
        return False
    return True


def _me(desk: Desk) -> list[Project]:
    me = Project(desk.project.workspace, ME)
    return [me] if desk.home.wiki(me).is_dir() and me != desk.project else []


@dataclass(frozen=True, slots=True)
class Recalled:
    """The block for an agent, "" where nothing really fits, the pages that it names, and what a person should know."""

    text: str
    tokens: int
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


def recall(desk: Desk, prompt: str, budget: int = 0, session: str = "", vectors: bool = True) -> Recalled:
    """The block that an agent would be given for this prompt.

    With `session`, the key of the session that gets it, the pages that it names are written down as recalled.
    """
    from memwiki.inject.pack import pack

    settings = desk.config.settings.recall
    least = THRESHOLD if settings.threshold is None else settings.threshold
    embedder = embedder_of(desk) if vectors else None
    shelf = Shelf()
    try:
        scopes = _scopes(desk, Wanted(vectors=vectors), shelf)
        chosen: Any = {"threshold": least, "weights": _weights(desk), "captured": _all_told(desk)}
        ask = partial(quiet.recall, scopes, prompt, now=desk.now, embedder=embedder, shelf=shelf, **chosen)
        answer = _mended(desk, scopes, shelf, ask)
    finally:
        shelf.close()
    hits = [hit for hit in answer.hits if _as_it_stands(hit, desk.now).status == "stable"]
    commits = {scope.project.key: Repository.open(scope.wiki_dir).head() or "" for scope in scopes}
    packed = pack(hits, budget or BUDGET, commits=commits, max_bytes=settings.max_chars)
    if session:
        _note(desk, packed.hits, session)
    return Recalled(packed.text, packed.tokens, packed.hits, answer.notes)


def _weights(desk: Desk) -> Weights:
    return replace(WEIGHTS, ranks=desk.config.settings.index.fusion == "ranks")


def _as_it_stands(hit: Hit, now: str) -> Hit:
    """The hit with the status that the page's file gives it: a person may have set its end since the last commit."""
    data = content(Path(hit.path)) or b""
    if hit.status not in ("expired", "stable", "draft") or (hit.status != "expired" and b"expires:" not in data):
        return hit
    page = readable(data.decode("utf-8", "surrogateescape"))
    if page is None or not page.meta:
        return hit
    ends = {name: str(page.meta.get(name) or "") for name in ("expires", "stale_after", "valid_to")}
    return replace(hit, status=shown_status({"status": page.status, **ends}, now))


def _all_told(desk: Desk) -> bool:
    """Whether what was captured may be shown beside pages: not where statements wait for approval as drafts."""
    settings = desk.config.settings
    return settings.review.mode != "all" and settings.compile.mode != "hybrid"


def session_key(agent: str, session: str) -> str:
    """The key of an agent's session; "" where no session is named. UsageError where only the agent is."""
    if agent and not session:
        raise UsageError("an agent without a session", hint="add --session ID")
    return folder_name(agent, session) if agent else session


def _note(desk: Desk, hits: Sequence[Hit], session: str) -> None:
    """One line in the ledger of each project whose pages were named: ids only, never the question; also of silence."""
    if not hits:
        told = {"pages": [], "for_session": session, "how": "prompt"}
        record(desk.home, desk.project, "memwiki", "recall", "", desk.now, desk.operator, told)
    for key in dict.fromkeys(hit.project for hit in hits):
        workspace, _, name = key.partition("/")
        ids = [hit.id for hit in hits if hit.project == key and hit.id]
        told = {"pages": ids, "for_session": session, "how": "prompt"}
        if ids:
            record(desk.home, Project(workspace, name), "memwiki", "recall", "", desk.now, desk.operator, told)
