"""BM25F over whole documents, and the same idea over windows and lines, all as shares of the best there could be.

A document's score is the sum over the question's terms of idf times a saturating count in which a word of the title
weighs more than one of the body; divided by the sum of the idfs, it lies in 0..1 and can be compared between wikis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from memwiki.index.content import RAW
from memwiki.index.parts import Hashes, hash_of
from memwiki.index.prior import idf
from memwiki.index.store import Index
from memwiki.index.words import EXACT_FIELD, RAW_EXACT, SCORED, Floats, place_of

WEIGHTS: Mapping[str, float] = {
    "title": 3.0,
    "aliases": 2.5,
    "tags": 1.0,
    "entities": 1.5,
    "headings": 1.0,
    "description": 1.5,
    "body": 1.0,
    EXACT_FIELD: 1.0,
    RAW: 1.0,
    RAW_EXACT: 1.0,
}
_LENGTH = {"title": 0.3, "aliases": 0.3, "tags": 0.3, "entities": 0.3, "headings": 0.5, "description": 0.3}
_LENGTH_BODY = 0.75
_K1 = 1.2
_PASSAGE_K1 = 1.2
_PASSAGE_B = 0.4
_HEADER = 0.5  # a title's word counts half in each window below it


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a question: a stem or a written form, its share of its word's weight, and its idf."""

    text: str
    share: float
    idf: float

    @property
    def weight(self) -> float:
        """What it adds to the best score there could be."""
        return self.share * self.idf


def weigh(indexes: Sequence[Index], shares: Mapping[str, float]) -> list[Term]:
    """Terms with their idf over all documents that are searched, so that a word is as rare in one wiki as in the next.

    A term that none holds weighs as if one held it.
    """
    live = sum(index.live for index in indexes)
    return [
        Term(text, share, idf(text, max(sum(frequency(index, text) for index in indexes), 1), live))
        for text, share in shares.items()
    ]


def frequency(index: Index, term: str) -> int:
    """How many documents hold the term in any field."""
    return len(index.words.counts(term)[0])


def documents(index: Index, terms: Sequence[Term], names: Sequence[str]) -> Floats:
    """Each document's BM25F score over the named fields, 0..1."""
    total = np.zeros(index.words.size, dtype=np.float32)
    best = sum(term.weight for term in terms)
    if best <= 0:
        return total
    factors = _factors(index, tuple(names))
    for term in terms:
        numbers, held = index.words.counts(term.text)
        if len(numbers):
            columns = [place_of(term.text, name) for name in names]
            count = np.einsum("ij,ij->i", held[:, columns].astype(np.float32), factors[numbers])
            total[numbers] += np.float32(term.weight) * (count / (_K1 + count))
    return total / np.float32(best)


def _factors(index: Index, names: tuple[str, ...]) -> Floats:
    """What one occurrence in each field counts: the field's weight, less in a document where that field is long."""
    held = index.factors.get(names)
    if held is None:
        columns = []
        for name in names:
            lengths = index.lengths[:, SCORED.index(name)]
            there = lengths[lengths > 0]
            b = _LENGTH.get(name, _LENGTH_BODY)
            average = float(there.mean()) if len(there) else 1.0
            columns.append(WEIGHTS[name] / (1.0 - b + b * lengths / average))
        held = index.factors[names] = np.asarray(np.stack(columns, axis=1), dtype=np.float32)
    return held


@dataclass(frozen=True, slots=True)
class Passage:
    """The best window (three lines under the title), the best line and the best window with a time in it of one
    document, each 0..1."""

    window: float
    line: float
    at: int  # the number of the best line
    timed: float = 0.0


NO_PASSAGE = Passage(0.0, 0.0, 0)
NO_TIMES: Hashes = np.zeros(0, dtype=np.uint32)


def passages(
    index: Index,
    numbers: Sequence[int],
    terms: Sequence[Term],
    headers: Sequence[Mapping[str, int]],
    average: float,
    times: Hashes = NO_TIMES,
) -> list[Passage]:
    """The best window and line of each of the documents.

    `headers` counts the terms of each document's title, `average` is of the terms in a line, `times` are the terms of
    lines that tell a time, where that is asked for. All lines of all
    documents are scored at once: one row a term, one column a line, and an empty line after each document.
    """
    best = sum(term.weight for term in terms)
    if best <= 0 or not numbers:
        return [NO_PASSAGE] * len(numbers)
    held = [index.passages(number) for number in numbers]
    sizes = np.asarray([len(lines) + 1 for _, lines in held])
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    lengths = np.zeros(int(sizes.sum()), dtype=np.float32)
    lengths[_inner(sizes)] = np.concatenate([lines for _, lines in held])
    norm = _norm(np.maximum(lengths, 0), average)
    wide = _norm(_triples(lengths), 3 * average)
    counts = _counts([tokens for tokens, _ in held], lengths, terms)
    named = np.asarray([[_HEADER * min(one.get(term.text, 0), 1) for one in headers] for term in terms], np.float32)
    named = np.repeat(named, sizes, axis=1)
    weights = np.asarray([term.weight for term in terms], dtype=np.float32)
    lines = _saturated(counts + named, norm, weights)
    windows = _saturated(_triples(counts) + 2 * named, wide, weights)
    ends = starts + sizes - 1
    lines[ends] = windows[ends] = 0.0
    found = _bests(lines, windows, starts, sizes, best)
    if not len(times):
        return found
    timed = windows * (_triples(_holds([tokens for tokens, _ in held], lengths, times)) > 0)
    return [
        replace(one, timed=float(top))
        for one, top in zip(found, np.maximum.reduceat(timed, starts) / best, strict=True)
    ]


def _holds(tokens: Sequence[Hashes], lengths: Floats, wanted: Hashes) -> Floats:
    """How many of the wanted terms each line has."""
    at = np.flatnonzero(np.isin(np.concatenate(tokens), wanted))
    line = np.searchsorted(np.cumsum(lengths, dtype=np.float64), at, side="right")
    return np.bincount(line, minlength=len(lengths)).astype(np.float32)


def _inner(sizes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Every line but the empty one after each document."""
    inner = np.ones(int(sizes.sum()), dtype=np.bool_)
    inner[np.cumsum(sizes) - 1] = False
    return inner


def _counts(tokens: Sequence[Hashes], lengths: Floats, terms: Sequence[Term]) -> Floats:
    """How often each line holds each term."""
    hashes = np.asarray([hash_of(term.text) for term in terms], dtype=np.uint32)
    everything = np.concatenate(tokens)
    likely = np.zeros(1 << 16, dtype=np.bool_)
    likely[hashes & 0xFFFF] = True
    at = np.flatnonzero(likely[everything & 0xFFFF])  # a few chance meetings are sorted out below
    order = np.argsort(hashes)
    ordered = hashes[order]
    place = np.minimum(np.searchsorted(ordered, everything[at]), len(ordered) - 1)
    met = ordered[place] == everything[at]
    line = np.searchsorted(np.cumsum(lengths, dtype=np.float64), at[met], side="right")
    flat = np.bincount(order[place[met]] * len(lengths) + line, minlength=len(terms) * len(lengths))
    return np.asarray(flat, dtype=np.float32).reshape(len(terms), len(lengths))


def _saturated(counts: Floats, norm: Floats, weights: Floats) -> Floats:
    return np.asarray(weights @ (counts / (np.float32(_PASSAGE_K1) * norm + counts)), dtype=np.float32)


def _bests(
    lines: Floats, windows: Floats, starts: NDArray[np.int64], sizes: NDArray[np.int64], best: float
) -> list[Passage]:
    both = lines + np.float32(0.5) * windows
    top = np.flatnonzero(both == np.repeat(np.maximum.reduceat(both, starts), sizes))
    first = top[np.searchsorted(top, starts)] - starts
    wide, single = np.maximum.reduceat(windows, starts) / best, np.maximum.reduceat(lines, starts) / best
    return [
        Passage(float(window), float(line), int(at))
        for window, line, at in zip(wide, single, np.minimum(first, np.maximum(sizes - 2, 0)), strict=True)
    ]


def _norm(lengths: Floats, average: float) -> Floats:
    return np.asarray(1.0 - _PASSAGE_B + _PASSAGE_B * lengths / max(average, 1.0), dtype=np.float32)


def _triples(values: Floats) -> Floats:
    """Each value with those beside it, along the last axis."""
    held = values.copy()
    held[..., 1:] += values[..., :-1]
    held[..., :-1] += values[..., 1:]
    return held
