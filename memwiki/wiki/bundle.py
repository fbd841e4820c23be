"""The generated files of a bundle: index.md in every folder, log.md at the root (OKF 0.2, sections 8 and 9).

Pure functions of the pages, bounded, never merged: they are made again after every change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import PurePosixPath

from memwiki.records import Page

INDEX = "index.md"
LOG = "log.md"
RESERVED = frozenset({INDEX, LOG})
OKF_VERSION = "0.2"

MAX_ENTRIES = 200  # pages listed in one folder's index, newest first
LOG_DAYS = 90
MAX_LOG = 1000  # lines of log.md, however much happened in its days
MAX_DESCRIPTION = 200

_Folders = Mapping[str, Sequence[Page]]  # pages by folder, every folder on the way included
_FOLDERS = {
    "sessions": "what was asked, done and left open",
    "decisions": "what was chosen, and why",
    "preferences": "how things should be done",
    "concepts": "what the things of this project are",
    "gotchas": "what went wrong, and what helped",
    "skills": "procedures proven by their own test",
}
_SECTIONS = {"stable": "", "draft": "Waiting for review", "deprecated": "No longer current"}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of log.md: what happened to a page on a day (`date`: ISO, the day counts)."""

    date: str
    action: str  # Creation, Update, Deprecation …
    title: str
    path: str = ""  # bundle-relative; linked where the page is still there


def is_reserved(path: str) -> bool:
    """Whether the file is generated: index.md or log.md, at any level."""
    return path.rpartition("/")[2] in RESERVED


def generated(pages: Mapping[str, Page], log: Sequence[LogEntry] | None = None) -> dict[str, str]:
    """Every index.md and the log.md of the bundle, by path. Without `log` the pages' own dates tell it."""
    known = {path: page for path, page in pages.items() if not is_reserved(path) and page.kind}
    by_folder = _by_folder(known)
    files = {
        (f"{folder}/{INDEX}" if folder else INDEX): _index(folder, inside, by_folder, known)
        for folder, inside in by_folder.items()
    }
    files[LOG] = _log(log_entries(known.values()) if log is None else log, known)
    return files


def _by_folder(pages: Mapping[str, Page]) -> dict[str, list[Page]]:
    found: dict[str, list[Page]] = {"": []}
    for path, page in pages.items():
        folder = parent(path)
        found.setdefault(folder, []).append(page)
        while folder:
            folder = parent(folder)
            found.setdefault(folder, [])
    return found


def parent(path: str) -> str:
    """The folder of a bundle-relative path; "" is the root."""
    return path.rpartition("/")[0]


def _index(folder: str, pages: Sequence[Page], by_folder: _Folders, known: Mapping[str, Page]) -> str:
    blocks = [f"# {_heading(folder, known)}\n"]
    folders = [_folder_entry(name, by_folder) for name in _subfolders(folder, by_folder)]
    newest = sorted(pages, key=lambda page: (_stamp(page), page.path), reverse=True)[:MAX_ENTRIES]
    sections: dict[str, list[str]] = defaultdict(list)
    for page in newest:
        sections[_SECTIONS.get(page.status, "")].append(_entry(page, page.path.rpartition("/")[2]))
    blocks.append("".join(sections.pop("", []) + folders))
    blocks += [f"# {name}\n\n" + "".join(sections[name]) for name in _SECTIONS.values() if sections.get(name)]
    head = f'---\nokf_version: "{OKF_VERSION}"\n---\n\n' if not folder else ""
    return head + "\n".join(block for block in blocks if block)


def _heading(folder: str, known: Mapping[str, Page]) -> str:
    if folder:
        name = PurePosixPath(folder).name
        return _escaped(name[:1].upper() + name[1:])
    project = known.get("project.md")
    return _escaped((project.title if project else "") or "Wiki")


def _subfolders(folder: str, by_folder: _Folders) -> list[str]:
    order = {name: n for n, name in enumerate(_FOLDERS)}
    inside = [name for name in by_folder if name and parent(name) == folder]
    dated = sorted((name for name in inside if PurePosixPath(name).name[:4].isdigit()), reverse=True)
    named = sorted(set(inside) - set(dated), key=lambda name: (order.get(name, len(order)), name))
    return named + dated


def _folder_entry(folder: str, by_folder: _Folders) -> str:
    name = PurePosixPath(folder).name
    count = sum(len(inside) for at, inside in by_folder.items() if at == folder or at.startswith(f"{folder}/"))
    text = _FOLDERS.get(folder) or f"{count} page{'' if count == 1 else 's'}"
    return f"* [{_label(name[:1].upper() + name[1:])}]({url(name)}/{INDEX}) - {text}\n"


def _entry(page: Page, target: str) -> str:
    title = _label(page.title or PurePosixPath(page.path).stem)
    description = _escaped(short(str(page.meta.get("description", "")), MAX_DESCRIPTION))
    return f"* [{title}]({url(target)})" + (f" - {description}\n" if description else "\n")


def _stamp(page: Page) -> str:
    """The instant that orders pages: when the page came to be, else when it was last made."""
    made = page.meta.get("generated")
    return str(page.meta.get("created") or (made.get("at") if isinstance(made, Mapping) else "") or "")


# --- log ---------------------------------------------------------------------------------------------------------


def log_entries(pages: Iterable[Page]) -> list[LogEntry]:
    """What the pages' own dates tell: when each came to be, was last changed, or went out of use."""
    entries: list[LogEntry] = []
    for page in pages:
        created = _stamp(page)
        title = page.title or PurePosixPath(page.path).stem
        if _day(created):
            entries.append(LogEntry(created, "Creation", title, page.path))
        made = page.meta.get("generated")
        changed = str(made.get("at", "")) if isinstance(made, Mapping) else ""
        ended = str(page.meta.get("valid_to") or changed)
        if page.status == "deprecated" and _day(ended):
            entries.append(LogEntry(ended, "Deprecation", title, page.path))
        elif _day(changed) and _day(changed) != _day(created):
            entries.append(LogEntry(changed, "Update", title, page.path))
    return entries


def _log(entries: Sequence[LogEntry], pages: Mapping[str, Page]) -> str:
    days: dict[str, list[LogEntry]] = defaultdict(list)
    ordered = sorted((e for e in entries if _day(e.date)), key=lambda e: (_day(e.date), e.path, e.action), reverse=True)
    first = _first_day(ordered)
    for entry in ordered[:MAX_LOG]:
        if _day(entry.date) >= first:
            days[_day(entry.date)].append(entry)
    parts = ["# Log\n"]
    for day, inside in days.items():
        lines = sorted(f"* **{_escaped(e.action)}**: {_named(e, pages)}\n" for e in inside)
        parts.append(f"## {day}\n\n" + "".join(lines))
    return "\n".join(parts)


def _first_day(ordered: Sequence[LogEntry]) -> str:
    if not ordered:
        return ""
    newest = date.fromisoformat(_day(ordered[0].date))
    return (newest - timedelta(days=LOG_DAYS - 1)).isoformat() if newest.year > 1 else ""


def _named(entry: LogEntry, pages: Mapping[str, Page]) -> str:
    if entry.path in pages:
        return f"[{_label(entry.title)}]({url(entry.path)})"
    return _escaped(short(entry.title, MAX_DESCRIPTION))


def _day(stamp: str) -> str:
    return _known_day(stamp[:10])


@lru_cache(maxsize=512)
def _known_day(day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat() if len(day) == 10 else ""
    except ValueError:
        return ""


# --- text --------------------------------------------------------------------------------------------------------


def url(path: str) -> str:
    """The path as a Markdown link's target: what would end or change the link is percent-encoded, letters stay."""
    if _PLAIN.fullmatch(path):
        return path
    return "".join(char if _is_plain(char) else "".join(f"%{byte:02X}" for byte in char.encode()) for char in path)


_PLAIN = re.compile(r"[\w\-.~/]*", re.ASCII)


def _is_plain(char: str) -> bool:
    return char.isalnum() or char in "-._~/!$&'*+,;=@" or (ord(char) > 0x7F and char.isprintable())


def _escaped(text: str) -> str:
    line = " ".join(text.split())
    return re.sub(r"[\\\[\]<`]", r"\\\g<0>", line)


_ROUND = str.maketrans("[]", "()")


def _label(title: str) -> str:
    """The title as a link's text; brackets become round ones, since not every reader knows escaped brackets."""
    return _escaped(short(title, MAX_DESCRIPTION).translate(_ROUND))


def short(text: str, limit: int) -> str:
    """The text on one line, cut between words where it is longer than `limit` characters."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;:") + "…"
