"""Recorded words inside a block for an agent: one line each, and unable to end the fence or to open another."""

from __future__ import annotations

import re

from memwiki.compile.prose import clean, shortened

# Names that agents' programs use for their own structure; other angle brackets are code and stay.
_STRUCTURE = re.compile(
    r"[<＜]\s*(?=[/!?]|(?:memwiki|system|user|assistant|human|developer|instructions?|tool|function|antml|claude|agent"
    r"|important|command|private|context|prompt|task|reminder|invoke|parameter|inst|im_)[\w:-]*)|<\|",
    re.IGNORECASE,
)
_TURN = re.compile(r"^(\s*)(system|user|assistant|human|developer)(\s*[:：])", re.IGNORECASE)


def quoted(text: str, most: int = 600) -> str:
    """The words on one line, at most `most` characters, with nothing that reads as the block's own structure."""
    flat = shortened(" ".join(clean(text).split()), most)
    return _TURN.sub(r"\1(\2)\3", _STRUCTURE.sub("‹", flat))


def attribute(text: str) -> str:
    """The words as a quoted attribute's value."""
    return re.sub(r"[^\w@./:+-]", "_", clean(text))[:120]


def tokens(text: str) -> int:
    """A careful estimate of a language model's tokens: 4 ASCII characters, or 1 other, each one token; rounded up."""
    ascii_letters = sum(c.isascii() for c in text)
    return (ascii_letters + 3) // 4 + len(text) - ascii_letters


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode("utf-8", "replace"))
