"""What of a page or of a session's raw text is indexed: fields of terms, lines that can be shown, facts that rank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from memwiki.index.tokens import EXACT, terms

FIELDS = ("title", "aliases", "tags", "entities", "headings", "description", "body")
RAW = "raw"
BORDER = "\f"  # in raw text, between what was said and what was run
RAW_KEY = "raw:"  # before a session's key, where a page has its path
_HEADER = re.compile(r"\A\ufeff?---[ \t]*\r?\n((?:.*?\r?\n)??)---[ \t]*(?:\r?\n|\Z)(.*)\Z", re.DOTALL)
_BEGUN = re.compile(r"\A\ufeff?---[ \t]*\r?\n")
_UNREAD = {"status": "draft"}
_HEADER_LIMIT = 64 * 1024
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*?)\s*#*\s*\Z")
# Bounded repeats: a line of a hundred thousand brackets must not cost their square.
_LINK = re.compile(
    r"!?\[\[([^\]|#\n]{1,200})(?:#[^\]|\n]{0,200})?(?:\|([^\]\n]{0,200}))?\]\]"
    r"|!?\[((?:\\.|[^\]\\\n]){0,300})\]\(([^()\s]{0,300})(?:\s\"[^\"\n]{0,200}\")?\)"
)
_NOTE = re.compile(
    r"\s{0,3}\[\^[^\]\s]+\]:"
)  # a footnote's own line names its source, in words that are not the page's
# A list item that is one link names another page: its words are that page's, only the link is this one's.
_POINTER = re.compile(
    r"\s*[-*+]\s+(?:!?\[\[[^\]\n]+\]\]|\[(?:\\.|[^\]\\\n])*\]\([^()\s]*\.md(?:#[^()\s]*)?\))\s*[.。]?\s*\Z"
)
_ESCAPED = re.compile(r"\\([^\w\s])")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_MARKUP = re.compile(r"^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|>+\s*|\|)|[*`]+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。!?;!?])")
_LONG = 240
_LINE_LIMIT = 400
_LINES = 4000
_MARKED = 1000  # a longer line is no heading, footnote or pointer
_LINKED = 4000  # in a longer line no links are looked for
_TEXT = 4_000_000  # characters read of one file
_LIST = 64
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@dataclass(frozen=True, slots=True)
class Content:
    """One document to index. `key` is the page's path, or `raw:<session key>`; `lines` are plain text to show.

    `facts` is what ranking and display need of the frontmatter, as JSON values; `terms` the terms of each line;
    `fields` the terms of each field; `links` the targets of links and relations as (kind, target).
    """

    key: str
    facts: Mapping[str, Any]
    lines: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    fields: Mapping[str, tuple[str, ...]]
    sections: tuple[tuple[int, str], ...] = ()  # (first line, heading)
    links: tuple[tuple[str, str], ...] = field(default=())
    spoken: int | None = None  # of raw text: so many lines from the top were said, the rest was run; None: all


def header(text: str) -> tuple[dict[str, Any], str]:
    """The frontmatter, every scalar as text, and the body; a page with no readable header is all body.

    One whose header is begun and cannot be read is a draft: nobody knows whether it says that the page holds.
    """
    if not _BEGUN.match(text):
        return {}, text
    match = _HEADER.match(text)
    if not match or len(match[1]) > _HEADER_LIMIT:
        return dict(_UNREAD), text
    try:
        meta = yaml.load(match[1], Loader=yaml.CBaseLoader)  # noqa: S506 - the base loader makes text, lists and mappings only
    except (yaml.YAMLError, ValueError):
        return dict(_UNREAD), text
    if not isinstance(meta, dict):
        return dict(_UNREAD) if match[1].strip() else {}, text
    return {key: value for key, value in meta.items() if isinstance(key, str)}, match[2]


def of_page(path: str, text: str) -> Content:
    """A page's content; never fails, whatever the file holds."""
    meta, body = header(text[:_TEXT].replace("\0", " "))
    found = list(_lines(body))
    lines = tuple(line for line, _ in found)
    headings = tuple(line for line, is_heading in found if is_heading)
    sections = tuple((number, line) for number, (line, is_heading) in enumerate(found) if is_heading)
    facts = _facts(meta, path, headings)
    named = {
        "title": [facts["title"], _stem_of(path)],
        "aliases": facts["aliases"],
        "tags": _texts(meta.get("tags")),
        "entities": facts["entities"],
        "headings": list(headings),
        "description": [facts["description"]],
    }
    each = tuple(tuple(terms(line)) for line in lines)
    fields = {name: tuple(term for value in values for term in terms(value)) for name, values in named.items()}
    fields["body"] = tuple(term for line in each for term in line)
    return Content(path, facts, lines, each, fields, sections, _joins(meta, body))


def joins_of(path: str, text: str) -> tuple[str, dict[str, Any], tuple[tuple[str, str], ...]]:
    """The page's path, facts and links, as a graph is built of them, without its words."""
    meta, body = header(text[:_TEXT].replace("\0", " "))
    return path, _facts(meta, path, ()), _joins(meta, body)


def _joins(meta: Mapping[str, Any], body: str) -> tuple[tuple[str, str], ...]:
    return (*_relations(meta), *(("link", target) for target in _targets(body)))


def facts_of(path: str, text: str) -> dict[str, Any]:
    """What the page's frontmatter says, without its words."""
    return _facts(header(text[:_TEXT].replace("\0", " "))[0], path, ())


def of_raw(session: str, text: str) -> Content:
    """A session's raw text, which folds into the page that cites it."""
    said, _, done = text[:_TEXT].partition(BORDER)
    spoken = [line for line, _ in _lines(said, markdown=False)]
    lines = (*spoken, *(line for line, _ in _lines(done, markdown=False)))
    each = tuple(tuple(terms(line)) for line in lines)
    everything = tuple(term for line in each for term in line)
    facts = {"kind": RAW, "title": session, "session": session}
    return Content(f"raw:{session}", facts, lines, each, {RAW: everything}, spoken=len(spoken) if done else None)


def spelled(day: str) -> str:
    """A day (YYYY-MM-DD) as people write it, 8 May 2023, and as it is stored; "" for anything else."""
    year, month, number = day[:4], day[5:7], day[8:10]
    if not (month.isdigit() and number.isdigit() and year.isdigit()) or not 1 <= int(month) <= len(MONTHS):
        return ""
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}, {day[:10]}"


def exact(content: Content) -> tuple[str, ...]:
    """The written forms of all fields."""
    return tuple(term for values in content.fields.values() for term in values if term.startswith(EXACT))


def stems(values: Iterable[str]) -> list[str]:
    """The stems among the terms."""
    return [term for term in values if not term.startswith(EXACT)]


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list):
        return [item for item in value[:_LIST] if isinstance(item, str) and item.strip()]
    return []


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _number(value: object, default: float) -> float:
    try:
        return float(value) if isinstance(value, str) else default
    except ValueError:
        return default


def _stem_of(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md").replace("-", " ")


def _facts(meta: Mapping[str, Any], path: str, headings: tuple[str, ...]) -> dict[str, Any]:
    sources = [source for source in (meta.get("sources") or []) if isinstance(source, dict)]
    cited = [_text(source.get("resource")).removeprefix("raw:") for source in sources]
    title = _text(meta.get("title")) or (headings[0] if headings else _stem_of(path))
    status = meta.get("status")
    dates = [_text(source.get("last_modified")) for source in sources]
    dates += [_text(meta.get(name)) for name in ("created", "reinforced")]
    return {
        "kind": _text(meta.get("type")).lower() or "page",
        "id": _text(meta.get("id")),
        "title": title,
        "description": _text(meta.get("description")),
        "status": _text(status) or ("draft" if isinstance(status, list | dict) else "stable"),
        "aliases": [alias for alias in _texts(meta.get("aliases")) if alias.casefold() != title.casefold()],
        "entities": _texts(meta.get("entities")),
        "tags": _texts(meta.get("tags")),
        "strength": _number(meta.get("strength"), 0.5),
        "trust": _number(meta.get("trust"), 0.5),
        "pinned": _text(meta.get("pinned")).lower() in ("true", "yes", "on"),
        "created": _text(meta.get("created")),
        "reinforced": _text(meta.get("reinforced")),
        "stale_after": _text(meta.get("stale_after")),
        "expires": _text(meta.get("expires")),
        "valid_to": _text(meta.get("valid_to")),
        "superseded_by": _text(meta.get("superseded_by")),
        "sessions": sorted({resource.split("/", 1)[0] for resource in cited if "/" in resource})[:_LIST],
        "days": sorted({date[:10] for date in dates if len(date) >= 10})[:_LIST],
    }


def _relations(meta: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    relations = meta.get("relations")
    if isinstance(relations, dict):
        for kind, targets in relations.items():
            for target in _texts(targets):
                yield str(kind), target
    elif isinstance(relations, list):
        for relation in relations[:_LIST]:
            if isinstance(relation, dict):
                kind = _text(relation.get("type")) or _text(relation.get("kind")) or "link"
                yield from ((kind, target) for target in _texts(relation.get("target")))
    for kind in ("supersedes", "superseded_by"):
        yield from ((kind, target) for target in _texts(meta.get(kind)))


def _targets(body: str) -> Iterator[str]:
    for line in body.splitlines():
        for match in _LINK.finditer(line) if len(line) <= _LINKED else ():
            target = match[1] or match[4] or ""
            if target and "://" not in target:
                yield target


def _lines(body: str, *, markdown: bool = True) -> Iterator[tuple[str, bool]]:
    """Plain lines of about a sentence, and whether each is a heading."""
    count = 0
    for raw_line in body.splitlines():
        marked = markdown and len(raw_line) <= _MARKED
        if marked and (_NOTE.match(raw_line) or _POINTER.match(raw_line)):
            continue
        heading = _HEADING.match(raw_line) if marked else None
        line = heading[1] if heading else raw_line
        for piece in _pieces(_plain(line) if markdown else line.strip()):
            yield piece, heading is not None
            count += 1
            if count >= _LINES:
                return


def _plain(line: str) -> str:
    if len(line) > _LINKED:
        return line.strip()
    shown = _LINK.sub(lambda match: match[2] or match[1] or _ESCAPED.sub(r"\1", match[3] or ""), line)
    return _MARKUP.sub("", _FOOTNOTE.sub("", shown)).strip()


def _pieces(line: str) -> Iterator[str]:
    if len(line) <= _LONG:
        if line and any(char.isalnum() for char in line):
            yield line
        return
    piece = ""
    for sentence in _SENTENCE.split(line):
        if piece and len(piece) + len(sentence) > _LONG:
            yield piece
            piece = ""
        piece = f"{piece} {sentence}".strip()
        while len(piece) > _LINE_LIMIT:
            cut = piece.rfind(" ", _LONG, _LINE_LIMIT)
            cut = cut if cut > 0 else _LINE_LIMIT
            yield piece[:cut]
            piece = piece[cut:].strip()
    if piece:
        yield piece
