"""Words about a trap: sentences with their full stop, names in code, keys to tell one subject from another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile.likeness import words
from memwiki.regexes import regex

NAME = regex(
    r"`[^`\n]+`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b"
    r"|\b[\w-]+\.[a-z]{1,4}\b|\b[A-Z]{2,}\b"
)


def no_article(text: str) -> str:
    """The text without the article it begins with."""
    return re.sub(r"^(?:the|a|an|that|because)\s+(?=\S)", "", text, flags=re.IGNORECASE)


def names(texts: Sequence[str]) -> tuple[str, ...]:
    """Identifiers, files and code spans of some texts, in order, each once."""
    found: dict[str, None] = {}
    for text in texts:
        for name in NAME.findall(text):
            found.setdefault(name.strip("`"))
    return tuple(name for name in found if len(name) > 1)[:24]


def keys(named: Sequence[str], title: str) -> frozenset[str]:
    """What the trap is about: its names and the words of its title."""
    return frozenset({*(name.lower() for name in named[:12]), *sorted(words(title))[:8]})
