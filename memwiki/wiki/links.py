"""Links and headings of a page's body: Markdown links, images, and the [[wikilinks]] that people write.

Code spans, code blocks and raw HTML hold no links.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_ESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\\[(?=\^)")  # somebody's words that look like a citation
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


@dataclass(frozen=True, slots=True)
class Link:
    """One link: `target` without its anchor, decoded; the text shown; the 1-based line of the body."""

    target: str
    text: str
    line: int
    anchor: str = ""
    form: Literal["link", "image", "wiki", "embed"] = "link"

    @property
    def is_external(self) -> bool:
        """Whether the target has a scheme (https:, raw:, mailto:), so that it is no path of the bundle."""
        return self.form in ("link", "image") and bool(_SCHEME.match(self.target))


def links(body: str) -> list[Link]:
    """Every link of the body in reading order."""
    found: list[Link] = []
    for block in _parser().parse(body):
        if block.type == "inline" and block.children:
            found += _inline(block.children, (block.map or [0])[0] + 1)
    return found


def _inline(tokens: list[Token], line: int) -> Iterator[Link]:
    opened: list[tuple[str, int, list[str]]] = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "link_open":
            href = "" if _is_footnote(token) else str(token.attrGet("href") or "")
            opened.append((href, line, []))
        elif token.type == "link_close" and opened:
            href, at, words = opened.pop()
            if href:
                yield _made(href, "".join(words), at, "link")
        elif token.type == "image":
            yield _made(str(token.attrGet("src") or ""), token.content, line, "image")
        elif token.type == "wikilink":
            yield Link(token.meta["target"], token.content, line, token.meta["anchor"], token.meta["form"])
        if opened and token.type in ("text", "code_inline"):
            opened[-1][2].append(token.content)


def _is_footnote(token: Token) -> bool:
    """`[^id]` with a one-word definition reads as a reference link, but is a citation."""
    return str(token.meta.get("label", "")).startswith("^")


def footnotes(body: str) -> set[str]:
    """Labels of the footnotes that the body cites or defines; what looks like one in code does not count."""
    found: set[str] = set()
    for block in _parser().parse(_ESCAPED.sub(r"\1 ", body) if "\\[" in body else body):
        if block.type == "inline":
            found |= set(_FOOTNOTE.findall("".join(_cite(token) for token in block.children or [])))
    return found


def _cite(token: Token) -> str:
    if token.type == "text":
        return token.content
    if token.type in ("link_open", "link_close"):
        return "[" if token.type == "link_open" else "]"
    return " "


def _made(href: str, text: str, line: int, form: Literal["link", "image"]) -> Link:
    target, _, anchor = href.partition("#")
    return Link(unquote(target), text, line, unquote(anchor), form)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"store_labels": True}).enable("table")
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    return parser


def _wikilink(state: StateInline, silent: bool) -> bool:
    """[[target#anchor|text]] and ![[target]]; inside a table the bar is written as an escaped one."""
    start = state.pos
    embed = state.src.startswith("![[", start)
    if not embed and not state.src.startswith("[[", start):
        return False
    opened = start + (3 if embed else 2)
    end = state.src.find("]]", opened, state.posMax)
    inner = state.src[opened:end] if end > 0 else ""
    if not inner.strip() or "\n" in inner or "[" in inner:
        return False
    if not silent:
        name, _, text = inner.replace("\\|", "|").partition("|")
        target, _, anchor = name.partition("#")
        token = state.push("wikilink", "", 0)
        token.content = (text or name).strip()
        token.meta = {"target": target.strip(), "anchor": anchor.strip(), "form": "embed" if embed else "wiki"}
    state.pos = end + 2
    return True


def resolve(link: Link, page: str, paths: Collection[str], names: Mapping[str, str] | None = None) -> str | None:
    """The bundle path that a link of `page` leads to, or None where there is no such file.

    `names` maps lower-cased file stems, titles and aliases to paths (see `names_of`), for wikilinks. A link to a
    folder leads to its index.md; one to an anchor alone leads to the page itself.
    """
    if link.is_external:
        return None
    if not link.target:
        return page
    if link.form in ("wiki", "embed"):
        return _wiki_target(link.target, page, paths, names or {})
    return _first(_joined(link.target, page), paths)


def _wiki_target(target: str, page: str, paths: Collection[str], names: Mapping[str, str]) -> str | None:
    for name in (target, f"{target}.md"):
        for base in ("", page):
            found = _first(_joined(name, base), paths)
            if found:
                return found
    return names.get(unicodedata.normalize("NFC", target).casefold())


def _joined(target: str, page: str) -> str | None:
    """The normalised path; None where it leaves the bundle."""
    parts: list[str] = [] if target.startswith("/") else list(PurePosixPath(page).parent.parts)
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _first(path: str | None, paths: Collection[str]) -> str | None:
    if path is None:
        return None
    return next((name for name in (path, f"{path}/index.md" if path else "index.md") if name in paths), None)


def names_of(pages: Mapping[str, tuple[str, Collection[str]]]) -> dict[str, str]:
    """Lower-cased stem, title and aliases to path; `pages` gives (title, aliases) by path. The first path wins."""
    names: dict[str, str] = {}
    for path in sorted(pages):
        title, aliases = pages[path]
        for name in (PurePosixPath(path).stem, title, *aliases):
            if name:
                names.setdefault(unicodedata.normalize("NFC", name).casefold(), path)
    return names


def headings(body: str) -> list[tuple[int, str]]:
    """(1-based line, text) of every heading."""
    tokens = _parser().parse(body)
    return [
        ((token.map or [0])[0] + 1, tokens[n + 1].content)
        for n, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def anchors(body: str) -> set[str]:
    """The anchors of the body's headings, as git hosts make them; a repeated one gets -1, -2 …"""
    seen: dict[str, int] = {}
    found: set[str] = set()
    for _, text in headings(body):
        name = anchor(text)
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def anchor(text: str) -> str:
    """The anchor of one heading: lower case, spaces to hyphens, punctuation gone."""
    kept = "".join(char for char in text.lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")
