"""history and diff: what changed on a page, statement by statement, and who said it or wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from memwiki.app.desk import Desk, instant
from memwiki.app.reading import located, parse_softly
from memwiki.errors import NotFound
from memwiki.records import LEDGER_AGENTS, Page
from memwiki.wiki.history import Commit
from memwiki.wiki.plumbing import EMPTY_TREE
from memwiki.wiki.repository import Repository
from memwiki.wiki.statements import compare, statements

What = Literal["added", "changed", "withdrawn", "again", "superseded", "status", "renamed", "field"]

_RUN = "Memwiki-Run"  # the trailer of every commit that a compile made
_COMMIT = re.compile(r"HEAD|[0-9a-f]{7,64}")
_SESSION = re.compile(r"raw:(?P<key>[^/#]+)/")
# Kept up by every compile, so that a change of theirs tells nothing; a person's own change of one is told.
_UPKEEP = frozenset(
    {"strength", "trust", "support", "reinforced", "generated", "sources", "valid_from", "valid_to", "superseded_by"}
    | {"supersedes", "relations", "entities", "tags", "aliases", "description", "created", "id", "type"}
)


@dataclass(frozen=True, slots=True)
class Said:
    """Who stands behind a change: `human:<name>` or an agent; in which session (`<agent>-<session>`), "" by hand."""

    author: str
    session: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of a page: a statement, or (superseded, status, renamed, field) what its frontmatter or path says.

    `name` is the heading that the statement stands under, or the frontmatter's key.
    """

    what: What
    text: str
    before: str = ""
    name: str = ""
    by: tuple[Said, ...] = ()
    commit: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One commit of a page; `by_hand` where a person made it, not a compile."""

    commit: str
    date: str
    author: str
    subject: str
    by_hand: bool
    changes: tuple[Changed, ...]
    lines: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A page's life, newest first."""

    project: str
    page: str
    title: str
    commits: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """How a page changed between two commits: in statements, and as a unified difference of its lines."""

    project: str
    page: str
    since: str
    until: str
    diff: str
    changes: tuple[Changed, ...]


def history(desk: Desk, name: str, lines: bool = False) -> Steps:
    """The commits that changed a page, newest first, with what each changed; with `lines` also line by line."""
    desk, path = located(desk, name)
    repository = Repository.open(desk.wiki)
    commits = repository.history(path)
    steps = _steps(repository, commits)
    if lines:
        steps = [replace(step, lines=_lines(repository, one)) for step, one in zip(steps, commits, strict=True)]
    title = parse_softly(repository.read(commits[0].id, path), path).title if commits else ""
    return Steps(desk.project.key, path, title, tuple(steps))


def diff(desk: Desk, name: str, since: str = "", until: str = "") -> Difference:
    """How the page changed between two commits or instants, by default in its last commit."""
    desk, path = located(desk, name)
    repository = Repository.open(desk.wiki)
    commits = repository.history(path)
    last = _commit(repository, until) if until else (commits[0].id if commits else "HEAD")
    first = _commit(repository, since) if since else (repository.parent(last) or EMPTY_TREE)
    paths = list(dict.fromkeys([path, *(one.path for one in commits)]))
    old, new = (_page(repository, rev, paths) for rev in (first, last))
    told = {}
    for step in reversed(_steps(repository, commits)):
        for one in step.changes:
            told[one.what == "withdrawn", one.text] = one
    changes = []
    for one in _changes(old, new, None, _Titles(repository, last)):
        known = told.get((one.what == "withdrawn", one.text))
        changes.append(replace(one, by=known.by, commit=known.commit, date=known.date) if known else one)
    text = repository.diff(new.path or path, first, last) if old.path in ("", new.path) else ""
    return Difference(desk.project.key, path, first, last, text, tuple(changes))


def _commit(repository: Repository, text: str) -> str:
    """The commit that a person means by an id or an instant."""
    if _COMMIT.fullmatch(text):
        return text
    try:
        return repository.commit_at(instant(text))
    except NotFound:
        return EMPTY_TREE  # before the wiki began


def _page(repository: Repository, rev: str, paths: Sequence[str]) -> Page:
    """The page as it stood in a commit, under whichever of its paths; an empty one where it did not exist yet."""
    for path in paths if rev != EMPTY_TREE else ():
        try:
            return parse_softly(repository.read(rev, path), path)
        except NotFound:
            continue
    return Page("", {}, "")


def _steps(repository: Repository, commits: Sequence[Commit]) -> list[Step]:
    """Each commit of one page, with what it changed against the one before."""
    pages = [_page(repository, one.id, [one.path]) for one in commits]
    steps = []
    for number, commit in enumerate(commits):
        before = pages[number + 1] if number + 1 < len(pages) else Page("", {}, "")
        compiled = any(key == _RUN for key, _ in commit.trailers)
        hand = None if compiled else Said(f"human:{commit.author}", time=commit.date)
        changes = _changes(before, pages[number], hand, _Titles(repository, commit.id))
        told = tuple(replace(one, commit=commit.id, date=commit.date) for one in changes)
        steps.append(Step(commit.id, commit.date, commit.author, commit.subject, hand is not None, told))
    return steps


def _lines(repository: Repository, commit: Commit) -> str:
    return repository.diff(commit.path, repository.parent(commit.id) or EMPTY_TREE, commit.id)


def _changes(old: Page, new: Page, hand: Said | None, titles: _Titles) -> Iterator[Changed]:
    """What differs between two versions of a page; `hand` is the person who made the commit, if one did."""
    if old.path and new.path and old.path != new.path:
        yield Changed("renamed", new.path, old.path, by=(hand,) if hand else ())
    yield from _fields(old, new, hand, titles)
    behind = {**_sources(old), **_sources(new)}
    for one in compare(statements(old.body), statements(new.body)):
        by = (hand,) if hand else tuple(behind[mark] for mark in one.marks if mark in behind)
        yield Changed(one.what, one.text, one.before, one.section, () if one.what == "withdrawn" and not hand else by)


def _fields(old: Page, new: Page, hand: Said | None, titles: _Titles) -> Iterator[Changed]:
    if not old.path:
        return
    by = (hand,) if hand else ()
    after = str(new.meta.get("superseded_by") or "")
    if after and after != old.meta.get("superseded_by"):
        yield Changed("superseded", titles.of(after), by=by, name="superseded_by")
    if old.status != new.status:
        ruled = tuple(_approvals(new)) if new.status == "stable" else by
        yield Changed("status", new.status, old.status, "status", ruled or by)
    for key in dict.fromkeys((*new.meta, *old.meta)):
        was, now = old.meta.get(key), new.meta.get(key)
        if was != now and key not in ("status", "verified") and (hand or key not in _UPKEEP):
            yield Changed("field", _shown(now), _shown(was), key, by)


def _approvals(page: Page) -> Iterator[Said]:
    verified = page.meta.get("verified")
    for one in verified if isinstance(verified, list) else []:
        if isinstance(one, Mapping):
            yield Said(str(one.get("by", "")), time=str(one.get("at", "")))


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_shown(one)}" for key, one in value.items())
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _sources(page: Page) -> dict[str, Said]:
    """Who stands behind each of a page's footnotes."""
    sources = page.meta.get("sources")
    found = {}
    for one in sources if isinstance(sources, list) else []:
        if isinstance(one, Mapping):
            match = _SESSION.match(str(one.get("resource", "")))
            session = match["key"] if match and match["key"].partition("-")[0] not in LEDGER_AGENTS else ""
            found[str(one.get("id"))] = Said(str(one.get("author", "")), session, str(one.get("last_modified", "")))
    return found


@dataclass(frozen=True, slots=True)
class _Titles:
    """Titles of the wiki's pages in a commit, looked up only where one is asked for."""

    repository: Repository
    rev: str

    def of(self, identity: str) -> str:
        """The title and path of the page of this id, else the id."""
        tree = {path: blob for path, blob in self.repository.tree(self.rev).items() if path.endswith(".md")}
        texts = self.repository.read_blobs(tree.values())
        for path, blob in tree.items():
            if f"\nid: {identity}\n" in texts[blob]:
                return f"{parse_softly(texts[blob], path).title} ({path})"
        return identity
