"""BM25F over whole documents, and the same idea over windows and lines, all as shares of the best there could be.

A document's score is the sum over the question's terms of idf times a saturating count in which a word of the title
weighs more than one of the body; divided by the sum of the idfs, it lies in 0..1 and can be compared between wikis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memwiki.index.content import FIELDS, RAW
from memwiki.index.prior import idf
from memwiki.index.store import Index
from memwiki.index.tokens import EXACT
from memwiki.index.words import EXACT_FIELD, RAW_EXACT, SCORED, Floats, Text

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
    names = (EXACT_FIELD, RAW_EXACT) if term.startswith(EXACT) else (*FIELDS, RAW)
    held = [index.words.postings(name, term)[0] for name in names]
    return len(np.unique(np.concatenate(held)))


def documents(index: Index, terms: Sequence[Term], names: Sequence[str]) -> Floats:
    """Each document's BM25F score over the named fields, 0..1."""
    total = np.zeros(index.words.size, dtype=np.float32)
    best = sum(term.weight for term in terms)
    if best <= 0:
        return total
    columns = [SCORED.index(name) for name in names]
    averages = [_average(index, column) for column in columns]
    for term in terms:
        count = np.zeros(index.words.size, dtype=np.float32)
        for name, column, average in zip(names, columns, averages, strict=True):
            numbers, found = index.words.postings(name, term.text)
            if len(numbers):
                b = _LENGTH.get(name, _LENGTH_BODY)
                norm = 1.0 - b + b * index.lengths[numbers, column] / average
                count[numbers] += WEIGHTS[name] * found / norm
        total += np.float32(term.weight) * (count / (_K1 + count))
    return total / np.float32(best)


def _average(index: Index, column: int) -> float:
    lengths = index.lengths[:, column]
    held = lengths[lengths > 0]
    return float(held.mean()) if len(held) else 1.0


@dataclass(frozen=True, slots=True)
class Passage:
    """The best window (three lines under the title) and the best line of one document, each 0..1."""

    window: float
    line: float
    at: int  # the number of the best line


NO_PASSAGE = Passage(0.0, 0.0, 0)


def passage(text: Text, terms: Sequence[Term], header: Mapping[str, int], average: float) -> Passage:
    """Scores every window and line that holds a term; `header` counts the terms of the title, `average` is of lines."""
    best = sum(term.weight for term in terms)
    size = len(text)
    if best <= 0 or not size:
        return NO_PASSAGE
    lines = np.zeros(size, dtype=np.float32)
    windows = np.zeros(size, dtype=np.float32)
    norm = _norm(text.lengths, average)
    wide = _norm(_triples(text.lengths), 3 * average)
    for term in terms:
        count = np.zeros(size, dtype=np.float32)
        for line, times in text.counts(term.text).items():
            count[line] = times
        named = _HEADER * min(header.get(term.text, 0), 1)
        if named == 0 and not count.any():
            continue
        near = count + named
        lines += np.float32(term.weight) * (near / (_PASSAGE_K1 * norm + near))
        held = _triples(count) + 2 * named
        windows += np.float32(term.weight) * (held / (_PASSAGE_K1 * wide + held))
    at = int(np.argmax(lines + 0.5 * windows))
    return Passage(float(windows.max()) / best, float(lines.max()) / best, at)


def _norm(lengths: Floats, average: float) -> Floats:
    return np.asarray(1.0 - _PASSAGE_B + _PASSAGE_B * lengths / max(average, 1.0), dtype=np.float32)


def _triples(values: Floats) -> Floats:
    held = values.copy()
    held[1:] += values[:-1]
    held[:-1] += values[1:]
    return held
