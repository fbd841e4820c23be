"""The parts of foreign Markdown: headings, sections, paragraphs; fences, pictures and raw HTML say nothing."""

from __future__ import annotations

import re

from memwiki.regexes import regex

_FENCE = regex(r"^\s*(```|~~~)")
_ATX = regex(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
_NOISE = regex(r"^\s*(?:<[!/a-z]|\[?!\[|\[!\[|\||---+\s*$|===+\s*$|\[[^\]]+\]:\s)", re.IGNORECASE)
_LINK = regex(r"!?\[([^\]]*)\]\([^)]*\)")


def body_of(text: str) -> tuple[str, int]:
    """The text behind its front matter, and how many lines that took."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip("\ufeff ") == "---":
        for number, line in enumerate(lines[1:200], 1):
            if line.strip() == "---":
                return "\n".join(lines[number + 1 :]), number + 1
    return "\n".join(lines), 0


def lines_of(text: str) -> list[tuple[str, int, int]]:
    """(title, line, level) of each heading, outside of fences."""
    body, skipped = body_of(text)
    found, fenced = [], ""
    before = ""
    for number, line in enumerate(body.split("\n"), skipped + 1):
        fence = _FENCE.match(line)
        if fence:
            fenced = "" if fenced == fence[1] else fenced or fence[1]
        elif not fenced and (match := _ATX.match(line)):
            found.append((plain(match[2]), number, len(match[1])))
        elif not fenced and before.strip() and re.fullmatch(r"\s*(=+|-+)\s*", line) and len(line.strip()) > 2:
            found.append((plain(before), number - 1, 1 if "=" in line else 2))
        before = line
    return found


def sections(text: str) -> list[tuple[str, str]]:
    """(title, body) of each heading, the body up to the next heading of the same or a higher level."""
    lines = text.replace("\r\n", "\n").split("\n")
    heads = lines_of(text)
    found = []
    for at, (title, number, level) in enumerate(heads):
        after = (line for _, line, other in heads[at + 1 :] if other <= level)
        found.append((title, "\n".join(lines[number : next(after, len(lines) + 1) - 1])))
    return found


def paragraphs(text: str) -> list[str]:
    """The paragraphs of prose, each in one line, before and between lists, fences and tables."""
    body, _ = body_of(text)
    found, held, fenced = [], list[str](), ""
    for line in [*body.split("\n"), ""]:
        fence = _FENCE.match(line)
        if fence:
            fenced = "" if fenced == fence[1] else fenced or fence[1]
        item = re.match(r"^\s*(?:[-*+]|\d+[.)])\s", line)
        if fence or fenced or not line.strip() or _ATX.match(line) or _NOISE.match(line) or item:
            if held:
                found.append(plain(" ".join(held)))
            held = []
        else:
            held.append(line.strip().removeprefix("> "))
    return [one for one in found if re.search(r"\w{2}|[一-鿿]{2}", one)]


def plain(text: str) -> str:
    """The text with links as their words."""
    return " ".join(_LINK.sub(r"\1", text).split())
