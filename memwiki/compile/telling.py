"""Captured statements in sentences, and put together again."""

from __future__ import annotations

from memwiki.compile.language import has_han
from memwiki.regexes import regex

_END = regex(
    r"(?<=[A-Za-z0-9)`%\"'][.!?])(?<!\b[A-Za-z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bvs\.)(?<!\bno\.)(?<!\bal\.)(?<!\bca\.)\s+(?=\S)"
    r"|(?<=[。！？])\s*(?=\S)"
)


def parted(text: str) -> list[str]:
    """The sentences of a statement; a full stop inside code, brackets or quotation marks ends none."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        head = text[start : end.start()]
        if head.count("`") % 2 or head.count("(") > head.count(")") or head.count('"') % 2:
            continue
        found.append(head.strip())
        start = end.end()
    found.append(text[start:].strip())
    return [one for one in found if one]


def joined(sentences: list[str]) -> str:
    """Sentences as one text."""
    text = ""
    for one in sentences:
        gap = "" if not text or (text[-1] in "。！？" or (has_han(text[-1]) and has_han(one[:1]))) else " "
        stop = "" if not text or text[-1] in ".!?。！？" else "。" if has_han(text) else "."
        text = f"{text}{stop}{gap}{one}"
    return text
