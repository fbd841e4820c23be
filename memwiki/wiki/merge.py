"""Three-way merge of one page: what a person wrote always stays, what they left alone follows the compiler.

`base` is what the compiler wrote before, `mine` what stands in the wiki now, `new` what the compiler writes now.
Frontmatter is merged key by key, the body by lines. Where both changed the same place, the person's text stays and a
conflict tells what the compiler would have written; markers never enter a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memwiki.wiki import header
from memwiki.wiki.header import Header
from memwiki.wiki.lines import merge_lines
from memwiki.wiki.page import normal, parse

_MARK = re.compile(r"\[\^([^\]\s]+)\]")
_NOTE = re.compile(r"\[\^([^\]\s]+)\]:")
# Kept up by the compiler with every compile: a person who set one has decided, so there is nothing to review.
_QUIET = frozenset(
    {"strength", "trust", "support", "created", "reinforced", "generated", "stale_after", "expires", "pinned"}
)
# A page cannot be followed without these, so they come back where a person removed them.
_IDENTITY = ("type", "id")


@dataclass(frozen=True, slots=True)
class Conflict:
    """One place that a person and the compiler changed in different ways; the page holds `mine`.

    `place` is a frontmatter key, or `line N` of the page's body; empty where the whole page is meant.
    """

    path: str
    base: str
    mine: str
    new: str
    place: str = ""
    reason: str = "both changed"


@dataclass(frozen=True, slots=True)
class Merged:
    """The page's text after merging, and what a person should look at."""

    text: str
    conflicts: tuple[Conflict, ...] = ()


def merge(base: str, mine: str, new: str, path: str = "") -> Merged:
    """The merged page. Raises BrokenPage where one of the three has broken frontmatter."""
    plain = normal(mine)
    if plain == normal(base):
        return Merged(new if mine == base else _as_written(new, mine))
    if normal(new) in (normal(base), plain):
        return Merged(mine)
    text, conflicts = _merged(normal(base), plain, normal(new), path)
    if text == plain:
        return Merged(mine, conflicts)
    return Merged(_as_written(text, mine), conflicts)


def _as_written(text: str, mine: str) -> str:
    """The text with the person's byte order mark and line ends, of each line where they are mixed."""
    mark = "\ufeff" if mine.startswith("\ufeff") else ""
    windows, all_ends = mine.count("\r\n"), mine.count("\n")
    if windows in (0, all_ends):
        return mark + (text.replace("\n", "\r\n") if windows else text)
    ends: dict[str, list[str]] = {}
    for line in mine.removeprefix(mark).split("\n")[:-1]:
        ends.setdefault(line.removesuffix("\r"), []).append("\r" * line.endswith("\r"))
    usual = "\r" if windows * 2 > all_ends else ""
    *lines, last = text.split("\n")
    return mark + "".join(f"{line}{ends[line].pop(0) if ends.get(line) else usual}\n" for line in lines) + last


def _merged(base: str, mine: str, new: str, path: str) -> tuple[str, tuple[Conflict, ...]]:
    pages = [parse(text, path) for text in (base, mine, new)]
    old, own, made = (page.meta if isinstance(page.meta, Header) else Header(page.meta, {}) for page in pages)
    meta, conflicts = _headers(old, own, made, path)
    was, kept, now = (page.body.split("\n") for page in pages)
    body, clashes = merge_lines(was, kept, now, _taken_out(was, kept, now))
    conflicts += [Conflict(path, c.base, c.mine, c.new, f"line {c.line}") for c in clashes]
    meta.fenced, meta.gap = own.fenced or bool(meta), own.gap if own.fenced else made.gap
    text = "\n".join(body)
    return _raw(meta, text), tuple(conflicts)


def _taken_out(base: list[str], mine: list[str], new: list[str]) -> frozenset[str]:
    """The compiler's lines that the person took out: they stay out, also where the compiler moves them.

    A footnote's definition comes back where something on the page cites it.
    """
    out = {line for line in set(base).difference(mine) if any(char.isalnum() for char in line)}
    if not out:
        return frozenset()
    shown = {*mine, *set(new).difference(base)}
    cited = {mark for line in shown if not _NOTE.match(line) for mark in _MARK.findall(line)}
    return frozenset(line for line in out if not ((note := _NOTE.match(line)) and note[1] in cited))


def _raw(meta: Header, body: str) -> str:
    return f"---\n{header.write(meta)}---\n{meta.gap}{body}" if meta.fenced else body


# --- frontmatter -------------------------------------------------------------------------------------------------


def _headers(base: Header, mine: Header, new: Header, path: str) -> tuple[Header, list[Conflict]]:
    values: dict[str, Any] = {}
    blocks: dict[str, str] = {}
    conflicts: list[Conflict] = []
    for key in _order(mine, new):
        kept, clash = _key(key, base, mine, new)
        if clash:
            conflicts.append(Conflict(path, _block(base, key), _block(mine, key), _block(new, key), key))
        if kept is not None:
            values[key], blocks[key] = kept
    return Header(values, blocks, mine.tail), conflicts


def _order(mine: Header, new: Header) -> list[str]:
    order = [*mine.blocks]
    for key in new.blocks:
        if key not in mine.blocks:
            order.insert(header.place(order, key), key)
    return order


_Kept = tuple[Any, str] | None


def _key(key: str, base: Header, mine: Header, new: Header) -> tuple[_Kept, bool]:
    """Value and text that the key gets (None: the key goes), and whether a person should look at it."""
    was, own, made = (_of(head, key) for head in (base, mine, new))
    if own is None and key in _IDENTITY and made is not None:
        return made, False
    if _alike(own, made):
        return own, False
    if _untouched(was, own):
        return (None if made is None else (made[0], _commented(own, made[1]))), False
    if _alike(was, made) or (own is None and made is None):
        return own, False
    both = _lists(was, own, made)
    if both is not None and own is not None:
        return (both, _commented(own, header.emit(key, both))), False
    return own, key not in _QUIET


def _of(head: Header, key: str) -> tuple[Any, str] | None:
    return (head[key], head.block(key)) if key in head else None


def _block(head: Header, key: str) -> str:
    return head.block(key) if key in head else ""


def _alike(one: _Kept, other: _Kept) -> bool:
    return (one is None) == (other is None) and (one is None or other is None or one[0] == other[0])


def _untouched(was: _Kept, own: _Kept) -> bool:
    """Whether the person left the key alone: a rewritten quote or list style is no edit, a comment in it is."""
    return _alike(was, own) and (own is None or not _inner_comments(own[1]))


def _inner_comments(block: str) -> bool:
    inside = block.removeprefix(header.comments(block))
    return any(line.lstrip().startswith("#") or " # " in line for line in inside.splitlines())


def _commented(own: _Kept, block: str) -> str:
    """The compiler's block under the comments that the person wrote above theirs."""
    return (header.comments(own[1]) if own else "") + block.removeprefix(header.comments(block))


def _lists(was: _Kept, own: _Kept, made: _Kept) -> list[Any] | None:
    """Both sides' additions and removals of a list; None where the values are no lists or both changed one entry."""
    if own is None or made is None or _inner_comments(own[1]):
        return None
    old = was[0] if was else []
    if not all(isinstance(value, list) for value in (old, own[0], made[0])):
        return None
    before, mine, new = (_by_name(value) for value in (old, own[0], made[0]))
    merged: list[Any] = []
    for name in [*mine, *(name for name in new if name not in mine)]:
        now, then, other = mine.get(name), before.get(name), new.get(name)
        if now == other or other == then:
            kept = now
        elif now == then:
            kept = other
        else:
            return None
        if kept is not None:
            merged.append(kept)
    return merged


def _by_name(items: list[Any]) -> dict[str, Any]:
    return {str(item.get("id", item) if isinstance(item, Mapping) else item): item for item in items}
