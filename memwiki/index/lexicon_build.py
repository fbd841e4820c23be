"""Writes the small file that hooks read at a prompt (index/lexicon.py): terms, their weights, and what may be told."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memwiki.index import prior
from memwiki.index.content import header
from memwiki.index.lexicon import SCHEMA, analyse, light
from memwiki.index.stopwords import CHINESE, GRAMMAR

FORMAT = 4  # of what is kept of a page between two builds
_MOST_TERMS = 600  # of one page
_BODY = 20_000  # characters of it
_HEAD = ("title", "aliases", "entities", "tags", "description")


@dataclass(frozen=True, slots=True)
class Entry:
    """One page: what hooks may tell of it, as JSON values, its terms, and those of them that name it."""

    told: Mapping[str, Any]
    terms: Sequence[str]
    names: Sequence[str]


def terms_of(text: str) -> tuple[list[str], list[str]]:
    """A page's terms and, of these, those of its title, names and description."""
    meta, body = header(text)
    told = (meta.get(name) for name in _HEAD)
    heads = "\n".join(" , ".join(map(str, one)) if isinstance(one, list) else str(one or "") for one in told)
    names = analyse(heads, GRAMMAR, CHINESE)
    return list(dict.fromkeys((*names, *analyse(body[:_BODY], GRAMMAR, CHINESE))))[:_MOST_TERMS], names


def build(entries: Iterable[Entry], frames: Mapping[str, tuple[str, str]]) -> bytes:
    """The file's bytes; `frames` are, by language, what stands before and behind the items of a block."""
    pages = list(entries)
    common = _common()
    first = {
        "schema": SCHEMA,
        "grammar": " ".join(sorted(GRAMMAR)),
        "cuts": " ".join(CHINESE),
        "unknown": round(_weight(0.0, 1, len(pages)), 3),
        "frames": frames,
    }
    lines = [json.dumps(first, ensure_ascii=False).encode() + b"\n"]
    size = len(lines[0])
    places: dict[str, list[str]] = {}
    for one in pages:
        names = frozenset(one.names)
        for term in one.terms:
            places.setdefault(term, []).append(f"{size}*" if term in names else str(size))
        lines.append(json.dumps(one.told, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        size += len(lines[-1])
    lines.append(b"\n")
    found = []
    for term in {*places, *common}:
        held = places.get(term, ())
        weight = _weight(common.get(term, 0.0), max(len(held), 1), len(pages))
        found.append(f"{term}\t{weight:.3f}\t{' '.join(held)}\n".encode("utf-8", "replace"))
    return b"".join([*lines, *sorted(found)])


def _weight(share: float, holding: int, pages: int) -> float:
    """ln of how many documents stand against one that holds the term, the background counted in (index/prior.py)."""
    smoothed = (holding + prior.WEIGHT * (share or prior.UNKNOWN)) / (pages + prior.WEIGHT)
    return math.log(1.0 + 1.0 / smoothed)


@lru_cache(maxsize=1)
def _common() -> dict[str, float]:
    """The share of ordinary passages that hold a word, by its light form; of several words the commonest."""
    found: dict[str, float] = {}
    for stem, share in prior.shares().items():
        for form in {stem, light(stem), light(stem + "e"), light(stem + "y")}:
            found[form] = max(share, found.get(form, 0.0))
    return found
