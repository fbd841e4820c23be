"""What one index holds for a question: each candidate page with its part from every channel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.index.content import FIELDS, RAW, spelled
from memwiki.index.scoring import NO_PASSAGE, NO_TIMES, Passage, Term, documents, passages
from memwiki.index.store import Index
from memwiki.index.tokens import EXACT, terms
from memwiki.index.vectors import mostly_cjk
from memwiki.index.words import EXACT_FIELD, RAW_EXACT, Floats, place_of
from memwiki.recall.frames import times
from memwiki.recall.only import EVERY, Only
from memwiki.recall.query import CHARACTER, Query

_BY_WORDS = 32
_BY_VECTORS = 16
_BY_RAW = 16
_RAW_COVER = 0.6  # a long session's raw text holds many a word by chance
_LINE = 12.0  # terms in an ordinary line
_NAMED_FIELDS = ("title", "aliases", "entities")
_HEADS = (*_NAMED_FIELDS, "description")
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Parts:
    """One document's part from each channel, 0..1 but for `cosine` (-1..1, -1 for none)."""

    words: float = 0.0  # BM25F over stems
    exact: float = 0.0  # BM25 over written forms
    window: float = 0.0
    line: float = 0.0
    cosine: float = -1.0
    name: float = 0.0  # identifiers of the question that stand in it, by weight
    at: int = 0  # best line
    near: int = 0  # first line of the nearest chunk
    timed: float = 0.0  # the best window with a time in it, where the question asks when


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page and what speaks for it. `raw` is the session's raw text, where that was found."""

    number: int
    facts: Mapping[str, Any]
    path: str
    page: Parts
    raw: Parts | None = None
    raw_number: int = -1
    dated: float = 0.0
    covered: Mapping[str, float] = field(default_factory=dict)  # idf of each term found in it
    headed: float = 0.0  # idf of the terms that its title, description or names hold, summed


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates of one index, and the question's terms as this index weighs them."""

    candidates: tuple[Candidate, ...]
    stems: tuple[Term, ...]
    exacts: tuple[Term, ...]
    vectors: bool = False  # whether texts could be compared by meaning
    chinese: bool = False  # whether the question is mostly Chinese, Japanese or Korean
    late: bool = False  # whether no page is of the day that was asked for, and days soon after it count


def gather(
    index: Index,
    query: Query,
    vector: Floats | None,
    stems: Sequence[Term],
    exacts: Sequence[Term],
    only: Only = EVERY,
    now: str = "",
) -> Found:
    """Candidates by words, vectors, raw text, names and days, each with its parts; pages that fit `only` at `now`."""
    scores = _Scores(index, query, stems, exacts, vector)
    raw_of = index.raw_of
    told = [term for term in stems if term.share != CHARACTER]  # what a page holds of the question
    holders = _holders(index, told)
    found = []
    picked = scores.pick(only, now)
    if vector is not None:
        index.vectors.refine(vector, [*picked, *(raw_of[n] for n in picked if n in raw_of)], scores.cosine, scores.near)
    scores.read([(n, n) for n in picked] + [(raw_of[n], n) for n in picked if n in raw_of])
    for number in picked:
        page = scores.parts(number, number, raw=False)
        raw_number = raw_of.get(number, -1)
        raw = scores.parts(raw_number, number, raw=True) if raw_number >= 0 else None
        document = index.documents[number]
        dated = max((_nearness(query, day, scores.late) for day in document["facts"]["days"]), default=0.0)
        covered = {
            text: term.weight * (1.0 if mask[number] else _RAW_COVER)
            for text, (term, mask, _) in holders.items()
            if mask[number] or (raw_number >= 0 and mask[raw_number])
        }
        headed = sum(term.weight for term, _, heads in holders.values() if heads[number])
        held = (document["facts"], document["key"], page, raw, raw_number, dated, covered, headed)
        found.append(Candidate(number, *held))
    compared = vector is not None and len(index.vectors) > 0
    return Found(tuple(found), tuple(told), tuple(exacts), compared, mostly_cjk(query.text), scores.late)


class _Scores:
    """Scores over all documents first, passages only for those that are picked."""

    def __init__(
        self, index: Index, query: Query, stems: Sequence[Term], exacts: Sequence[Term], vector: Floats | None
    ) -> None:
        self.index, self.query, self.stems, self.exact_terms = index, query, stems, exacts
        size = index.words.size
        self.words = documents(index, stems, FIELDS)
        self.exact = documents(index, exacts, (EXACT_FIELD,)) if exacts else self.words
        self.raw_words = documents(index, stems, (RAW,))
        self.raw_exact = documents(index, exacts, (RAW_EXACT,)) if exacts else self.raw_words
        nothing = np.full(size, -1.0, dtype=np.float32)
        self.cosine, self.near = (
            index.vectors.best(vector, size) if vector is not None else (nothing, np.zeros(size, dtype=np.int32))
        )
        self.late = False  # a day decides, and no page is of it: those on which it may have been told count
        self.names = self._names()
        self.passages: dict[tuple[int, int], tuple[Passage, Passage]] = {}

    def _names(self) -> Floats:
        total = np.zeros(self.index.words.size, dtype=np.float32)
        weights = {term.text: term.idf for term in self.exact_terms}
        whole = sum(weights.get(name, 0.0) for name in self.query.names)
        for name in self.query.names:
            part = np.zeros(self.index.words.size, dtype=np.float32)
            part[self.index.words.postings(EXACT_FIELD, name)[0]] = 0.8
            part[self.index.words.postings(RAW_EXACT, name)[0]] = 0.6
            for field_name in _NAMED_FIELDS:
                part[self.index.words.postings(field_name, name.removeprefix(EXACT))[0]] = 1.0
            total += part * np.float32(weights.get(name, 0.0) / max(whole, 1e-9))
        return total

    def pick(self, only: Only, now: str) -> list[int]:
        order, raw = self.index.pages, self.index.raw_numbers
        if only:
            fits = np.asarray([self._fits(int(number), only, now) for number in order], dtype=np.bool_)
            order, raw = order[fits], raw[fits]
        if not len(order):
            return []
        by_words = self.words[order] + 0.5 * self.exact[order] + self.names[order]
        by_raw = np.where(raw >= 0, self.raw_words[raw] + 0.5 * self.raw_exact[raw] + self.names[raw], 0.0)
        by_vector = np.maximum(self.cosine[order], np.where(raw >= 0, self.cosine[raw], -1.0))
        picked: set[int] = set()
        for scores, most in ((by_words, _BY_WORDS), (by_raw, _BY_RAW), (by_vector, _BY_VECTORS)):
            picked.update(int(order[at]) for at in _highest(scores, most) if scores[at] > 0)
        if self.query.days:
            there = set(order.tolist())
            dated = [n for n in self.index.dated(self.query.days.first, self.query.days.last) if n in there]
            if self.query.of_a_day and not dated:
                self.late = True
                dated = [n for n in self.index.dated(self.query.days.first, self.query.days.told_until) if n in there]
            picked.update(dated[:_BY_WORDS])
        return sorted(picked)

    def _fits(self, number: int, only: Only, now: str) -> bool:
        if only.kinds and self.index.kinds[number] not in only.kinds:
            return False
        return only.by_kind_alone or only.fits(self.index.documents[number]["facts"], now)

    def read(self, wanted: Sequence[tuple[int, int]]) -> None:
        """Scores the passages of the documents, each with the page under whose title they stand."""
        asked = [one for one in wanted if (self.words if one[0] == one[1] else self.raw_words)[one[0]] > 0]
        numbers, headers = [one[0] for one in asked], [_header(self.index, page, raw=n != page) for n, page in asked]
        asked_times = times() if self.query.when else NO_TIMES
        found = passages(self.index, numbers, self.stems, headers, _LINE, asked_times)
        forms = passages(self.index, numbers, self.exact_terms, headers, _LINE) if self.exact_terms else found
        self.passages = {one: (stem, form) for one, stem, form in zip(asked, found, forms, strict=True)}

    def parts(self, number: int, page: int, *, raw: bool) -> Parts:
        words = self.raw_words if raw else self.words
        exact = self.raw_exact if raw else self.exact
        stem_passage, exact_passage = self.passages.get((number, page), (NO_PASSAGE, NO_PASSAGE))
        return Parts(
            words=float(words[number]),
            exact=float(exact[number]),
            window=0.5 * (stem_passage.window + exact_passage.window),
            line=0.5 * (stem_passage.line + exact_passage.line),
            cosine=float(self.cosine[number]),
            name=float(self.names[number]),
            at=stem_passage.at if stem_passage.line else exact_passage.at,
            near=int(self.near[number]),
            timed=stem_passage.timed,
        )


def _nearness(query: Query, day: str, late: bool) -> float:
    """How near a page's day is to the day that is asked for; where the day decides, only that day will do, or, if no
    page is of it (`late`), one soon after."""
    if query.days is None:
        return 0.0
    return float(query.days.holds(day)) if query.of_a_day and not late else query.days.nearness(day)


def _highest(scores: Floats, most: int) -> NDArray[np.int64]:
    """The places of the highest scores; of equal ones the first."""
    if len(scores) > 4 * most:  # sorting all of them costs more than finding where to cut
        least = np.partition(scores, len(scores) - most)[len(scores) - most]
        there = np.flatnonzero(scores >= least)
        return there[np.argsort(-scores[there], kind="stable")[:most]]
    return np.argsort(-scores, kind="stable")[:most]


def _header(index: Index, number: int, *, raw: bool) -> dict[str, int]:
    """What stands above each window, counted once an index is open: the page's names, or the days of raw text."""
    document = index.documents[number]
    name = "days" if raw else "header"
    held = document.get(name)
    if held is None:
        facts = document["facts"]
        above = map(spelled, facts["days"]) if raw else (facts["title"], *facts["aliases"])
        held = document[name] = dict(Counter(term for text in above for term in terms(text)))
    return dict(held)


def _holders(index: Index, stems: Sequence[Term]) -> dict[str, tuple[Term, Mask, Mask]]:
    """Which documents hold each term, in any field and in those that say what a page is about."""
    held = {}
    for term in stems:
        anywhere, heads = (np.zeros(index.words.size, dtype=np.bool_) for _ in range(2))
        numbers, counts = index.words.counts(term.text)
        anywhere[numbers] = True
        heads[numbers] = counts[:, [place_of(term.text, name) for name in _HEADS]].any(axis=1)
        held[term.text] = (term, anywhere, heads)
    return held
