"""What a page states, one line each, and how two versions of a page differ in that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

What = Literal["added", "changed", "withdrawn", "again"]

_MARK = re.compile(r"\[\^([^\]\s]+)\]")
_CODE = re.compile(r"((?<!`)(?:`[^`]+`|``.+?``)(?!`))")
_NOTE = re.compile(r" {0,3}\[\^[^\]\s]+\]:")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*\Z")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_LEAD = re.compile(r"\s*(?:>\s?)*\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?")
_LINK = re.compile(r"!?\[([^\]\[]{0,300})\]\([^()\s]{0,500}\)")
_LONG = 4000  # characters of a line that are read
_ALIKE = 0.5  # two texts of this likeness are one statement, changed
_BESIDE = 0.3  # the same, where both cite one source
_MOST_PAIRS = 40_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One line that says something: plain text, the heading it stands under, its line in the body, what it cites."""

    text: str
    section: str
    line: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """One statement that differs: `before` is its old text where it was changed, `marks` the sources that are new."""

    what: What
    text: str
    section: str
    before: str = ""
    marks: tuple[str, ...] = ()


def statements(body: str) -> list[Statement]:
    """The body's statements in reading order; a fenced block is one, headings and footnotes are none."""
    return list(_statements(body))


def _statements(body: str) -> Iterator[Statement]:
    section, fence, begun, held = "", "", 0, list[str]()
    for number, line in enumerate(body.replace("\r\n", "\n").split("\n"), 1):
        mark = _FENCE.match(line)
        if fence:
            held.append(line)
            if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                yield Statement("\n".join(held), section, begun)
                fence, held = "", []
        elif mark:
            fence, begun, held = mark[1], number, [line]
        elif heading := _HEADING.match(line[:_LONG]):
            section = "" if len(heading[1]) == 1 else heading[2]
        elif not _NOTE.match(line) and (text := plain(line)):
            yield Statement(text, section, number, tuple(cited(line[:_LONG])))
    if held:
        yield Statement("\n".join(held), section, begun)


def plain(line: str) -> str:
    """The line as it reads: without list and quote marks, citations, and where its links lead; "" where nothing is."""
    text = uncited(_LINK.sub(r"\1", line[:_LONG]))
    text = " ".join(text[_LEAD.match(text).end() :].split())  # type: ignore[union-attr]  # it matches anything
    return text if any(char.isalnum() for char in text) else ""


def uncited(line: str) -> str:
    """The line without its citations; what looks like one in a code span stays."""
    return "".join(part if part.startswith("`") else _MARK.sub("", part) for part in _CODE.split(line))


def cited(line: str) -> list[str]:
    """The footnotes that a line cites, each once."""
    return list(dict.fromkeys(mark for part in _CODE.split(line)[::2] for mark in _MARK.findall(part)))


def compare(old: Sequence[Statement], new: Sequence[Statement]) -> list[Changed]:
    """What was added, changed, or said again with further sources, in the new order; then what was withdrawn."""
    left = list(old)
    fresh: list[Statement] = []
    found: dict[int, Changed] = {}
    for one in new:
        same = next((other for other in left if other.text == one.text), None)
        if same is None:
            fresh.append(one)
            continue
        left.remove(same)
        if more := tuple(mark for mark in one.marks if mark not in same.marks):
            found[one.line] = Changed("again", one.text, one.section, "", more)
    pairs = len(fresh) * len(left) <= _MOST_PAIRS
    for one in fresh:
        before = _nearest(one, left) if pairs else None
        if before is None:
            found[one.line] = Changed("added", one.text, one.section, "", one.marks)
        else:
            left.remove(before)
            found[one.line] = Changed("changed", one.text, one.section, before.text, one.marks)
    gone = [Changed("withdrawn", one.text, one.section, "", one.marks) for one in left]
    return [found[line] for line in sorted(found)] + gone


def _nearest(one: Statement, others: Sequence[Statement]) -> Statement | None:
    """The old statement that this one was; None where none is near enough."""
    words = one.text.casefold().split() if " " in one.text else list(one.text.casefold())
    best, most = None, 0.0
    for other in others:
        theirs = other.text.casefold().split() if " " in one.text else list(other.text.casefold())
        alike = SequenceMatcher(None, words[:200], theirs[:200], autojunk=False).ratio()
        least = _BESIDE if set(one.marks) & set(other.marks) else _ALIKE
        if alike >= least and alike > most:
            best, most = other, alike
    return best
