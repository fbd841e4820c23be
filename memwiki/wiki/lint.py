"""The health of a bundle: every page by itself, the reserved files, and what pages say about each other.

A broken page is reported and never keeps the others from being checked. Codes are in docs/reference/page.md.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from memwiki.errors import BrokenPage
from memwiki.records import Page
from memwiki.wiki import bundle, findings
from memwiki.wiki.findings import Finding, body_line, entries, error, line_of, warning
from memwiki.wiki.header import Header
from memwiki.wiki.links import Link, anchors, footnotes, headings, links, names_of, resolve
from memwiki.wiki.page import normal, parse

__all__ = ["Finding", "lint"]

_SKIPPED = frozenset({".git", ".obsidian", ".trash", ".gitignore", ".DS_Store"})
MAX_READ = 4 * 1024 * 1024


@dataclass(slots=True)
class _Bundle:
    files: set[str] = field(default_factory=set)
    pages: dict[str, Page] = field(default_factory=dict)
    reserved: dict[str, Page] = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)


def lint(
    folder: Path,
    is_source: Callable[[str], bool] | None = None,
    approvals: Mapping[str, Collection[str]] | None = None,
    deleted: Collection[str] = (),
) -> list[Finding]:
    """Everything wrong with the bundle in `folder`, by path and line.

    `is_source` tells whether a `raw:` resource can be found; without it sources are not looked up. `approvals` gives
    the approvals that were really made, by page id and each as `approvals_of` words it; without it none is doubted.
    `deleted` are ids of pages that a person deleted: a relation to one of them is no fault.
    """
    wiki = _Bundle()
    for path in _walk(folder, "", wiki):
        _read(folder, path, wiki)
    wiki.found += _reserved(wiki)
    wiki.found += _doubles(wiki)
    wiki.found += _linked(wiki)
    wiki.found += _related(wiki, deleted)
    wiki.found += _cited(wiki, is_source)
    wiki.found += _approved(wiki, approvals)
    return sorted(wiki.found, key=lambda finding: (finding.path, finding.line, finding.code, finding.message))


def _approved(wiki: _Bundle, approvals: Mapping[str, Collection[str]] | None) -> Iterator[Finding]:
    for path, page in wiki.pages.items() if approvals is not None else ():
        if approvals is not None and not set(approvals_of(page)) <= set(approvals.get(page.id, ())):
            what = "`verified` names an approval that nobody made; it counts for nothing"
            yield warning(path, line_of(page, "verified"), "approval", what, "remove it; approve with memwiki review")


def approvals_of(page: Page) -> list[str]:
    """What the page's `verified` says, entry by entry, as words to compare."""
    told = page.meta.get("verified") or []
    entries = told if isinstance(told, list) else [told]
    return [f"{one.get('by')} {one.get('at')}" if isinstance(one, dict) else str(one) for one in entries]


def _walk(folder: Path, prefix: str, wiki: _Bundle) -> Iterator[str]:
    """Every plain file's path; links and hidden files are reported or skipped, never followed."""
    for entry in sorted(os.scandir(folder / prefix), key=lambda entry: entry.name):
        path = f"{prefix}/{entry.name}" if prefix else entry.name
        if entry.name in _SKIPPED:
            continue
        if entry.is_symlink():
            wiki.found.append(warning(_shown(path), 0, "link", "a symbolic link is not followed", "copy the file"))
        elif entry.is_dir():
            yield from _walk(folder, path, wiki)
        elif entry.is_file():
            yield path


def _shown(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _read(folder: Path, path: str, wiki: _Bundle) -> None:
    shown = _shown(path)
    wiki.found += findings.check_name(shown)
    if shown != path:
        return  # a name that is no text: nothing can link to it
    wiki.files.add(path)
    if not path.endswith(".md"):
        return
    if any(part.startswith(".") for part in path.split("/")):
        wiki.found.append(warning(shown, 0, "hidden", "a page in a hidden place is not read", "move or remove it"))
        return
    size = (folder / path).stat().st_size
    if size > MAX_READ:
        wiki.found.append(error(shown, 0, "oversized", f"the file has {size // 1024} KiB", "move it out of the wiki"))
        return
    try:
        data = (folder / path).read_bytes()
    except OSError as broken:
        wiki.found.append(error(shown, 0, "unreadable", f"cannot be read: {broken.strerror}", "correct its rights"))
        return
    _parse(path, data, wiki)


def _parse(path: str, data: bytes, wiki: _Bundle) -> None:
    text = data.decode("utf-8", "replace")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as broken:
        line = data[: broken.start].count(b"\n") + 1
        wiki.found.append(error(path, line, "encoding", "the file is not UTF-8 text", "save it as UTF-8"))
    wiki.found += findings.check_markers(path, normal(text))
    try:
        page = parse(text, path)
    except BrokenPage as broken_page:
        what = broken_page.message.partition(": ")[2]
        wiki.found.append(error(path, broken_page.line, "frontmatter", what, broken_page.hint))
        return
    if bundle.is_reserved(path):
        wiki.reserved[path] = page
    else:
        wiki.pages[path] = page
        wiki.found += findings.check_page(page, len(data))


# --- index.md and log.md -----------------------------------------------------------------------------------------


def _reserved(wiki: _Bundle) -> Iterator[Finding]:
    for path, page in wiki.reserved.items():
        if PurePosixPath(path).name == bundle.INDEX:
            yield from _index(path, page)
        else:
            yield from _log(path, page)


def _index(path: str, page: Page) -> Iterator[Finding]:
    hint = "run memwiki compile, which makes the index again"
    if path != bundle.INDEX:
        if isinstance(page.meta, Header) and page.meta.fenced:
            yield error(path, 1, "index-frontmatter", "only the root's index.md has frontmatter", hint)
        return
    for key in page.meta:
        if key != "okf_version":
            yield error(path, line_of(page, key), "index-frontmatter", f"index.md has the key {key!r}", hint)


def _log(path: str, page: Page) -> Iterator[Finding]:
    if isinstance(page.meta, Header) and page.meta.fenced:
        yield error(path, 1, "log-frontmatter", "log.md has frontmatter", "remove it")
    before = ""
    for number, line in enumerate(page.body.split("\n"), 1):
        if not line.startswith("## "):
            continue
        day = line[3:].strip()
        if not _is_day(day):
            hint = "write ## 2026-09-14"
            yield error(path, body_line(page, number), "log-date", f"{day[:40]!r} is not an ISO date", hint)
        elif before and day > before:
            yield error(path, body_line(page, number), "log-order", f"{day} stands below {before}", "newest first")
        before = day if _is_day(day) else before


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# --- pages among each other --------------------------------------------------------------------------------------


def _doubles(wiki: _Bundle) -> Iterator[Finding]:
    ids: dict[str, list[str]] = defaultdict(list)
    titles: dict[tuple[str, str], list[str]] = defaultdict(list)
    cases: dict[str, list[str]] = defaultdict(list)
    for path, page in wiki.pages.items():
        if page.id:
            ids[page.id].append(path)
        if page.title and page.status != "deprecated" and page.kind != "session":
            titles[page.kind, " ".join(page.title.casefold().split())].append(path)
    for path in wiki.files:
        cases[path.casefold()].append(path)
    for name, paths in ids.items():
        for path, other in _others(paths):
            hint = "give one of them an id of its own"
            yield error(path, line_of(wiki.pages[path], "id"), "double-id", f"{other} has the id {name} too", hint)
    for paths in titles.values():
        for path, other in _others(paths):
            line = line_of(wiki.pages[path], "title")
            yield warning(path, line, "double-title", f"{other} has the same title", "rename or join them")
    for paths in cases.values():
        for path, other in _others(paths):
            yield warning(path, 0, "name", f"{other} differs only in letter case", "rename one")


def _others(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(paths) > 1:
        for path in sorted(paths):
            yield path, next(other for other in sorted(paths) if other != path)


def _linked(wiki: _Bundle) -> Iterator[Finding]:
    names = names_of({path: (page.title, _words(page.meta.get("aliases"))) for path, page in wiki.pages.items()})
    reached: set[str] = set()
    known: dict[str, set[str]] = {}
    for path, page in {**wiki.pages, **wiki.reserved}.items():
        for link in links(page.body):
            if link.is_external:
                continue
            target = resolve(link, path, wiki.files, names)
            if target is None:
                message = f"the link {link.target[:80]!r} leads nowhere"
                yield warning(path, body_line(page, link.line), "broken-link", message, "correct or remove it")
                continue
            if target != path:
                reached.add(target)
            if link.anchor and not _has_anchor(wiki, known, target, link):
                message = f"{target} has no heading {link.anchor[:60]!r}"
                yield warning(path, body_line(page, link.line), "broken-anchor", message, "correct the link")
    for path in sorted(set(wiki.pages) - reached):
        yield warning(path, 0, "orphan", "no page and no index links here", "link it, or run memwiki compile")
    for path in sorted(wiki.files - reached):
        if not path.endswith(".md"):
            yield warning(path, 0, "foreign", "a file that is no page", "link it from a page, or move it away")


def _words(value: Any) -> Collection[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _has_anchor(wiki: _Bundle, known: dict[str, set[str]], target: str, link: Link) -> bool:
    page = wiki.pages.get(target) or wiki.reserved.get(target)
    if page is None or link.anchor.startswith("^"):
        return True
    if target not in known:
        known[target] = anchors(page.body) | {text.casefold() for _, text in headings(page.body)}
    return bool({link.anchor, link.anchor.casefold()} & known[target])


def _related(wiki: _Bundle, deleted: Collection[str]) -> Iterator[Finding]:
    """Targets of relations that are gone, and contradictions that nobody has decided."""
    ids = {page.id: path for path, page in wiki.pages.items() if page.id}
    for path, page in wiki.pages.items():
        for key, name, target in _targets(page.meta):
            line = line_of(page, key)
            other = ids.get(target) or resolve(Link(target, "", line, form="wiki"), path, wiki.files)
            if other is None and target in deleted:
                continue
            if other is None:
                code = "superseded-by" if name == "superseded_by" else "relation"
                yield warning(path, line, code, f"{name} names {target[:80]!r}, which is not there", "correct it")
            elif name == "contradicts" and _is_open(page) and _is_open(wiki.pages.get(other)):
                hint = "decide, and retire one: memwiki review"
                yield warning(path, line, "contradiction", f"contradicts {other}", hint)


def _targets(meta: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(frontmatter key, relation, target) of all that a page says about others."""
    relations = meta.get("relations")
    if isinstance(relations, Mapping):
        for name, targets in relations.items():
            for target in targets if isinstance(targets, list) else [targets]:
                yield "relations", str(name), _bare(target)
    for key in ("supersedes", "superseded_by"):
        value = meta.get(key) or []
        for target in value if isinstance(value, list) else [value]:
            yield key, key, _bare(target)


def _bare(target: Any) -> str:
    """The target without the brackets of a wikilink."""
    return str(target).strip().removeprefix("[[").removesuffix("]]").partition("|")[0]


def _is_open(page: Page | None) -> bool:
    return page is not None and page.status != "deprecated"


def _cited(wiki: _Bundle, is_source: Callable[[str], bool] | None) -> Iterator[Finding]:
    for path, page in wiki.pages.items():
        sources = entries(page.meta.get("sources"))
        known = {str(entry.get("id", "")) for entry in sources}
        for name in sorted(footnotes(page.body) - known) if known else []:
            yield warning(path, 0, "footnote", f"[^{name[:40]}] names no source", "add it to sources")
        for entry in sources if is_source else []:
            resource = str(entry.get("resource", ""))
            if is_source and resource.startswith("raw:") and not is_source(resource):
                message = f"the source {resource[:80]} cannot be found"
                yield warning(path, line_of(page, "sources"), "lost-source", message, "memwiki verify tells more")
