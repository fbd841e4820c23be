"""What lint reports, and the checks of one page by itself: frontmatter fields, name, size, merge markers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Literal

from memwiki.compile.strength import ending
from memwiki.paths import is_device
from memwiki.records import Page
from memwiki.wiki import header
from memwiki.wiki.header import Header

MAX_PAGE = 128 * 1024
STATUSES = ("draft", "stable", "deprecated")
FOLDERS = {
    "sessions": "Session",
    "decisions": "Decision",
    "preferences": "Preference",
    "concepts": "Concept",
    "gotchas": "Gotcha",
    "skills": "Skill",
}
_ACTOR = re.compile(r"[^\s/:]+/\S+|(human|process|team):\S.*|(openai|anthropic|google)[-\w./:]*")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_UNPORTABLE = frozenset('<>:"|?*\\#^[]\ufffd')


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong in a bundle: where, what, and how to mend it. `line` is 1-based; 0 means the file."""

    path: str
    line: int
    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    hint: str = ""


def error(path: str, line: int, code: str, message: str, hint: str = "") -> Finding:
    """Something that makes the bundle invalid."""
    return Finding(path, line, code, "error", message, hint)


def warning(path: str, line: int, code: str, message: str, hint: str = "") -> Finding:
    """Something that a person should look at."""
    return Finding(path, line, code, "warning", message, hint)


def info(path: str, line: int, code: str, message: str, hint: str = "") -> Finding:
    """Something that is not wrong, and good to know."""
    return Finding(path, line, code, "info", message, hint)


def line_of(page: Page, key: str) -> int:
    """The file's line on which a frontmatter key stands; 1 where it is not there."""
    if not isinstance(page.meta, Header):
        return 1
    line = 2
    for name, block in page.meta.blocks.items():
        if name == key:
            return line + header.comments(block).count("\n")
        line += block.count("\n")
    return 1


def body_line(page: Page, line: int) -> int:
    """The file's line of a line of the body."""
    if not isinstance(page.meta, Header) or not page.meta.fenced:
        return line
    return line + 2 + len(page.meta.gap) + header.write(page.meta).count("\n")


def check_page(page: Page, size: int) -> Iterator[Finding]:
    """What is wrong with one page on its own."""
    yield from _identity(page)
    yield from _times(page)
    yield from _end(page)
    yield from _actors(page)
    yield from _sources(page)
    yield from _place(page)
    if size > MAX_PAGE:
        yield warning(page.path, 0, "oversized", f"the page has {size // 1024} KiB", "split it into several pages")


def _identity(page: Page) -> Iterator[Finding]:
    path = page.path
    if not page.meta and not (isinstance(page.meta, Header) and page.meta.fenced):
        hint = "add frontmatter with a type, or move the file out of the wiki"
        yield error(path, 1, "no-frontmatter", "the page has no frontmatter", hint)
        return
    if not str(page.meta.get("type", "")).strip():
        yield error(path, line_of(page, "type"), "no-type", "the page has no type", "add `type: Concept`")
    if page.meta.get("status", "stable") not in STATUSES:
        value = str(page.meta["status"])[:40]
        yield error(path, line_of(page, "status"), "status", f"unknown status {value!r}", f"use {', '.join(STATUSES)}")
    for key in ("id", "title", "description"):
        if not str(page.meta.get(key, "")).strip():
            yield warning(path, line_of(page, key), f"no-{key}", f"the page has no {key}", f"add `{key}:`")


def _times(page: Page) -> Iterator[Finding]:
    for key, where, value in _stamps(page.meta):
        if not is_stamp(value):
            message = f"{where} is not a time with offset: {str(value)[:40]!r}"
            yield error(page.path, line_of(page, key), "time", message, 'write "2026-09-14T09:12:03Z"')


def _end(page: Page) -> Iterator[Finding]:
    """`expires` may be a date, as a person writes it."""
    told = page.meta.get("expires")
    if "expires" in page.meta and (not isinstance(told, str) or ending(told) is None):
        message = f"expires is no date and no time: {str(told)[:40]!r}"
        yield error(page.path, line_of(page, "expires"), "time", message, 'write "2027-01-01"')


def _stamps(meta: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """(key, name for people, value) of everything that has to be an instant."""
    for key in ("created", "reinforced", "stale_after", "valid_from", "valid_to"):
        if key in meta:
            yield key, key, meta[key]
    inner = {"generated": ("at",), "verified": ("at",), "sources": ("last_modified",), "usage_window": ("from", "to")}
    for key, names in inner.items():
        for entry in entries(meta.get(key)):
            for name in names:
                if name in entry:
                    yield key, f"{key}: {name}", entry[name]


def entries(value: Any) -> list[Mapping[str, Any]]:
    """A mapping, or the mappings of a list."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, Mapping)]


def is_stamp(value: Any) -> bool:
    """Whether the text is an ISO 8601 date and time with an offset."""
    try:
        return "T" in str(value) and datetime.fromisoformat(str(value)).tzinfo is not None
    except ValueError:
        return False


def _actors(page: Page) -> Iterator[Finding]:
    for key in ("generated", "verified"):
        if key not in page.meta:
            continue
        line = line_of(page, key)
        found = entries(page.meta[key])
        if not found:
            yield error(page.path, line, "actor", f"{key} does not say who", f"write `{key}:` with `by:` and `at:`")
        for entry in found:
            who = str(entry.get("by") or "")
            if not who:
                yield error(page.path, line, "actor", f"{key} has no `by`", "add `by: human:<name>`")
            elif not _ACTOR.fullmatch(who):
                hint = "write human:<name>, process:<name> or <program>/<version>"
                yield warning(page.path, line, "actor-form", f"{key} is by {who[:60]!r}", hint)


def _sources(page: Page) -> Iterator[Finding]:
    if "sources" not in page.meta:
        return
    line, found = line_of(page, "sources"), page.meta["sources"]
    if not isinstance(found, list) or len(entries(found)) != len(found):
        yield error(page.path, line, "sources", "sources is not a list of entries", "write `- id:` and `resource:`")
        return
    for entry in found:
        if not str(entry.get("resource") or "").strip():
            name = str(entry.get("id", ""))[:40]
            yield error(page.path, line, "no-resource", f"the source {name!r} has no resource", "add `resource:`")


def _place(page: Page) -> Iterator[Finding]:
    folder = page.path.partition("/")[0]
    kind = str(page.meta.get("type", ""))
    if folder in FOLDERS and kind in FOLDERS.values() and FOLDERS[folder] != kind:
        home = next(name for name, type_ in FOLDERS.items() if type_ == kind)
        yield warning(page.path, line_of(page, "type"), "misplaced", f"a {kind} in {folder}/", f"move it to {home}/")


def check_name(path: str) -> Iterator[Finding]:
    """What keeps a file's name from working on every file system, in links and in Obsidian."""
    for part in PurePosixPath(path).parts:
        bad = "".join(sorted({char for char in part if char in _UNPORTABLE or not char.isprintable()}))
        if bad or part.endswith((".", " ")) or part.startswith(" "):
            yield warning(path, 0, "name", f"the name {part!r} does not work everywhere", "rename it")
        elif is_device(part) or len(part.encode("utf-8", "replace")) > 240:
            yield warning(path, 0, "name", f"the name {part[:60]!r} is reserved or too long", "rename it")
        elif unicodedata.normalize("NFC", part) != part:
            yield warning(path, 0, "name", f"the name {part!r} has taken-apart letters (not NFC)", "rename it")


def check_markers(path: str, text: str) -> Iterator[Finding]:
    """Merge markers that someone left in the page; those in a code block are an example."""
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = _FENCE.match(line)
        if mark and (not fence or (mark[1].startswith(fence) and not line.strip(" `~"))):
            fence = "" if fence else mark[1]
        elif not fence and re.match(r"(<{7}|>{7})( |$)", line):
            yield error(path, number, "merge-marker", "a merge marker was left in the page", "keep one side, remove it")
