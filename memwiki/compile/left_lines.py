"""Lines of what is left or done: one thing each, with its evidence."""

from __future__ import annotations

import re

from memwiki.compile import evidence
from memwiki.compile.language import has_han, plain, written_like
from memwiki.compile.likeness import words
from memwiki.records import Item, Observation
from memwiki.regexes import regex


def add(into: list[Item], text: str, source: Observation, status: str, rested: bool = False) -> None:
    """Adds a line with its evidence, unless nothing of it is left; `rested`: it stands in a list of all the rest."""
    text = unmarked(text).strip(" ;,")
    if len(text) >= 3:
        text = written_like(text[:600], source.text)
        into.append(Item(text, (evidence.of(source, text),), status, rested))


def unmarked(line: str) -> str:
    """The line without the marks of Markdown."""
    text = plain(line)
    return _MARKS.sub("", text).strip() if "*" in text or text.startswith("#") else text.strip()


_MARKS = regex(r"\*\*|^#{1,6}\s+")


def add_each(into: list[Item], text: str, final: Observation, rested: bool) -> None:
    """Adds each thing of a line that is left to do."""
    for part in listed(text, rested):
        add(into, part, final, "open", rested)


def listed(text: str, rested: bool = False) -> list[str]:
    """`the redirects, and the key` are two things to do, `stock, hr, web` are three; in a list of the rest (`rested`)
    also longer ones, 联系厂商换卡、加 busbw 面板."""
    if rested and "、" in text and not _NO_LIST.search(text):
        return [part.strip() for part in text.rstrip("。.").split("、") if part.strip()]
    between = _BETWEEN if _TOGETHER.search(text) else _AND
    parts = [part.strip() for part in between.split(text) if part.strip()]
    if len(parts) > 1 and not any(_HANGS.match(part) or len(words(part)) < 1 for part in parts):
        return parts
    short = [part.strip() for part in re.split(r"[,、] ?(?:and )?", text.rstrip(".。")) if part.strip()]
    most = 8 if has_han(text) else 3 if len(short) > 2 else 2
    size = [len(part) if has_han(part) else len(part.split()) for part in short]
    return short if len(short) > 1 and max(size) <= most and (len(short) > 2 or "，" not in text) else [text]


_NO_LIST = regex(r"[,，;；]|[两二三四几]个|等(?:等|$)|(?:^|、)[^、]{1,3}(?:、|$)")
_BETWEEN = regex(r", and |; (?:and )?|[,，]\s*(?:以及|还有)|;", re.IGNORECASE)
_AND = regex(rf"{_BETWEEN.pattern}| and (?=(?:the|an?) )", re.IGNORECASE)
_TOGETHER = regex(r"\b(?:between|both|whether|that|if|from|of|with|for)\b.* and ", re.IGNORECASE)
_HANGS = regex(
    r"(?:then|so|because|since|which|that|it|they|this|until|once|after|before|if|when|while|as|or|but|not|no)\b|[它这那但]",
    re.IGNORECASE,
)
