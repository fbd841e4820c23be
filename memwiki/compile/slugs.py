"""File names that people can read and every file system can hold."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from memwiki.regexes import regex

_MOST_BYTES, _MOST_LETTERS = 80, 60
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))})
_RESERVED = frozenset({"index", "log", "readme"})  # OKF keeps index and log; hosts show readme in place of a list
_ACCENT = regex("[\u0300-\u036f]+")  # those that NFC could not join to their letter
_HANGING = regex(  # words that say nothing at the end of a name
    r"(?:-(?:an?|the|of|to|in|on|for|with|and|or|but|by|at|from|is|are|was|be|as|that|this|which|when|if|so|then|into"
    r"|our|your|my|we|you|it|they|not))+$"
)
_VARIANTS = "\ufe0e\ufe0f"  # how an emoji is drawn


def slug(title: str, fallback: str = "page") -> str:
    """Lower-case words joined by hyphens, CJK kept, at most 60 letters and 80 bytes, never cut inside a Latin word."""
    name = _shortened(_plain(title) if title.isascii() else _folded(title))
    if not name or name in _DEVICES or name in _RESERVED:
        name = f"{name}-{fallback}" if name else fallback
    return name


def _plain(title: str) -> str:
    """The same as `_folded`, of most titles and faster."""
    return re.sub("[^a-z0-9]+", "-", re.sub("['`\\x00-\\x1f\\x7f]+", "", title.lower())).strip("-")


def _folded(title: str) -> str:
    folded = unicodedata.normalize("NFKC", title.encode("utf-8", "replace").decode("utf-8")).casefold()
    folded = unicodedata.normalize("NFC", "".join(c for c in folded if c not in "'’`" and c.isprintable()))
    return _joined(_ACCENT.sub("", folded))


def _joined(text: str) -> str:
    """Letters and digits with a hyphen for all that stands between; vowel signs belong to the letter before them."""
    kept, inside = [], False
    for char in text:
        inside = char.isalnum() or (inside and unicodedata.category(char) in ("Mn", "Mc") and char not in _VARIANTS)
        kept.append(char if inside else "-")
    return re.sub("-{2,}", "-", "".join(kept)).strip("-")


def _shortened(name: str) -> str:
    """The name cut to whole words, or whole letters where one word is too long."""
    cut = name[:_MOST_LETTERS].encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore")
    if cut == name:
        return name
    shorter = cut.rpartition("-")[0]
    kept = (shorter if len(shorter) > len(cut) // 2 else cut).strip("-")
    return _HANGING.sub("", kept) or kept


def distinct(name: str, identity: str, taken: set[str]) -> str:
    """The name itself, or with four or more hex digits of the identity where it is taken; `taken` is added to."""
    digest = hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()
    found = name
    for digits in (4, 8, 16, 64):
        if found not in taken:
            break
        found = f"{name}-{digest[:digits]}"
    taken.add(found)
    return found
