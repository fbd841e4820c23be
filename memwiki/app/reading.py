"""Reading the wiki: one page, all pages, and what its commits say."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from memwiki.app.desk import ME, Desk
from memwiki.compile.strength import is_over
from memwiki.errors import Invalid, NotFound, UsageError
from memwiki.paths import safe_join
from memwiki.records import Page, Project
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.history import Commit
from memwiki.wiki.page import parse
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import is_page_path

KINDS = ("session", "decision", "preference", "concept", "gotcha", "skill", "project")
STATUSES = ("draft", "stable", "deprecated")


@dataclass(frozen=True, slots=True)
class Shown:
    """One page as it stands in the person's tree, and the last commit that holds it."""

    project: str
    page: str
    path: str
    commit: str
    meta: Mapping[str, Any]
    body: str
    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One page in a list."""

    page: str
    id: str
    kind: str
    title: str
    description: str
    status: str
    strength: float
    path: str
    expired: bool = False


@dataclass(frozen=True, slots=True)
class CommitLine:
    """One commit."""

    commit: str
    date: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class Commits:
    """Commits of a whole wiki, newest first; `page` is ""."""

    project: str
    page: str
    commits: tuple[CommitLine, ...]


def page_paths(desk: Desk) -> list[str]:
    """The path of every page file in the person's tree, in order; generated and hidden files are left out."""
    return sorted(path for path in _files(str(desk.wiki)) if path.endswith(".md") and not is_reserved(path))


def _files(root: str) -> Iterator[str]:
    """The path below `root` of every plain file that is not hidden, nor in a hidden folder; links are not followed."""
    folders = [""]
    for below in folders:
        with contextlib.suppress(OSError), os.scandir(f"{root}/{below}") as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{below}{entry.name}/")
                elif entry.is_file(follow_symlinks=False):
                    yield f"{below}{entry.name}"


def page_text(desk: Desk, path: str) -> str:
    """A page's text in the person's tree, broken bytes replaced."""
    return (desk.wiki / path).read_bytes().decode("utf-8", "replace")


def pages_of(desk: Desk) -> dict[str, str]:
    """The text of every page file in the person's tree, by path; "" where it may not be read, which lint tells."""
    return {path: text_if_any(desk, path) for path in page_paths(desk)}


def text_if_any(desk: Desk, path: str) -> str:
    """A page's text; "" where it may not be read."""
    try:
        return page_text(desk, path)
    except OSError:
        return ""


def find_page(desk: Desk, name: str) -> str:
    """The path of the page that is meant by a path, an id, a file name or a title; NotFound or UsageError else.

    Of a session and a page of what it said, which may have one title, the page is meant.
    """
    desk.existing()
    wanted = name.strip().removeprefix(f"{desk.wiki}/").removeprefix("./")
    if wanted and not wanted.startswith("/") and safe_join(desk.wiki, wanted).is_file() and is_page_path(wanted):
        return wanted
    texts = pages_of(desk)
    stems = [path for path in texts if wanted in (path, path.removesuffix(".md"), path.rsplit("/", 1)[-1])]
    stems = stems or [path for path in texts if path.rsplit("/", 1)[-1].removesuffix(".md") == wanted]
    found = stems or [path for path, text in texts.items() if wanted and wanted in _names(path, text)]
    if len(found) > 1:
        found = [path for path in found if not path.startswith("sessions/")] or found
    if len(found) > 1:
        raise UsageError(f"{name!r} could be {len(found)} pages", hint=" or ".join(found[:3]))
    if not found:
        raise NotFound(f"no such page: {name!r} in {desk.project.key}", hint="memwiki list, or memwiki search")
    return found[0]


def located(desk: Desk, name: str) -> tuple[Desk, str]:
    """The desk and path of a page of this project, else of what holds in all of them."""
    me = desk.at(Project(desk.project.workspace, ME))
    bare = name.removeprefix(f"{ME}/")
    if bare != name:
        return me, find_page(me, bare)
    try:
        return desk, find_page(desk, name)
    except NotFound:
        if not me.wiki.is_dir():
            raise
    try:
        return me, find_page(me, name)
    except NotFound:
        return desk, find_page(desk, name)


def read_page(desk: Desk, name: str) -> Page:
    """The page that a person means, parsed."""
    path = find_page(desk, name)
    return parse(page_text(desk, path), path)


def show(desk: Desk, name: str) -> Shown:
    """One page."""
    desk, path = located(desk, name)
    text = page_text(desk, path)
    page = parse(text, path)
    commits = Repository.open(desk.wiki).history(path, 1)
    commit = commits[0].id if commits else ""
    return Shown(desk.project.key, path, str(desk.wiki / path), commit, _plain(page.meta), page.body, text)


def list_pages(desk: Desk, kind: str = "", status: str = "") -> list[Listed]:
    """The project's pages, by kind and title."""
    desk.existing()
    if kind and kind not in KINDS:
        raise UsageError(f"no such kind: {kind}", hint=", ".join(KINDS))
    if status and status not in STATUSES:
        raise UsageError(f"no such status: {status}", hint=", ".join(STATUSES))
    found = []
    for path, text in pages_of(desk).items():
        page = parse_softly(text, path)
        if (kind in ("", page.kind)) and (status in ("", page.status)):
            found.append(
                Listed(
                    path,
                    page.id,
                    page.kind,
                    page.title,
                    str(page.meta.get("description", "")),
                    page.status,
                    _number(page.meta.get("strength")),
                    str(desk.wiki / path),
                    is_over(str(page.meta.get("expires", "")), desk.now),
                )
            )
    return sorted(found, key=lambda one: (KINDS.index(one.kind) if one.kind in KINDS else len(KINDS), one.title))


def log(desk: Desk, count: int) -> Commits:
    """The last commits."""
    desk.existing()
    return Commits(desk.project.key, "", _lines(Repository.open(desk.wiki).log(count)))


def address(desk: Desk, name: str, folder: bool) -> str:
    """What to open: a page in Obsidian, or the wiki's folder."""
    desk.existing()
    target = desk.wiki / find_page(desk, name) if name else desk.wiki
    return str(target) if folder else f"obsidian://open?path={quote(str(target), safe='')}"


def parse_softly(text: str, path: str) -> Page:
    """The page, or one without frontmatter where it cannot be read: `lint` tells of it."""
    try:
        return parse(text, path)
    except Invalid:
        return Page(path, {}, text)


def _names(path: str, text: str) -> tuple[str, str]:
    page = parse_softly(text, path)
    return page.id, page.title


def _lines(commits: Iterable[Commit]) -> tuple[CommitLine, ...]:
    return tuple(CommitLine(one.id, one.date, one.author, one.subject) for one in commits)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)
