"""Channels become one score: a weighted sum of parts that are already shares of the best there could be.

Reciprocal ranks can be had instead (`Weights.ranks`). At equal weight they lose seven points of reciprocal rank against
words alone, as a far vector still has a rank; the weights were measured on development data (docs/decisions).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memwiki.recall.evidence import Candidate, Parts


@dataclass(frozen=True, slots=True)
class Weights:
    """Each channel's weight in the sum."""

    words: float = 0.6
    exact: float = 0.3
    window: float = 1.0
    line: float = 0.4
    vectors: float = 0.8
    name: float = 1.0
    graph: float = 0.05
    named: float = 0.3  # of the walk: what sets out from the names in the question, against the first pages
    dated: float = 1.0
    timed: float = 0.5
    page: float = 0.9  # a session's page against its raw text, which says all of it
    both: float = 0.1  # what the one that says less of the two adds
    ranks: bool = False  # count a candidate's rank in each channel instead of its share of the best


WEIGHTS = Weights()
# Below the first cosine two texts have nothing to do with each other; at the second they say the same.
_FAR, _SAME = 0.10, 0.75
_K = 10.0  # how slowly ranks fall
# A channel is measured against its best candidate, but a best one below this is weak, and counts as weak.
_FLOORS = {"words": 0.5, "exact": 0.5, "windows": 0.5, "lines": 0.4, "vectors": 0.4, "names": 0.5, "timed": 0.5}


def nearness(cosine: float) -> float:
    """A cosine as a share, 0..1."""
    return min(max((cosine - _FAR) / (_SAME - _FAR), 0.0), 1.0)


def shares(candidate: Candidate, weights: Weights = WEIGHTS) -> dict[str, float]:
    """What each channel says of the page or of its session's raw text: of the one that says more, and a little of the
    other; about 0..1."""
    page = _shares(candidate.page)
    if candidate.raw is None:
        return page
    raw = _shares(candidate.raw)
    return {n: max(raw[n], weights.page * part) + weights.both * min(raw[n], part) for n, part in page.items()}


def _shares(parts: Parts) -> dict[str, float]:
    return {
        "words": parts.words,
        "exact": parts.exact,
        "windows": parts.window,
        "lines": parts.line,
        "vectors": nearness(parts.cosine),
        "names": parts.name,
        "timed": parts.timed,
    }


def scale(candidates: Iterable[Candidate], weights: Weights = WEIGHTS) -> dict[str, float]:
    """The best share of each channel over all candidates of a question, in all wikis that are searched."""
    best = dict(_FLOORS)
    for candidate in candidates:
        for name, part in shares(candidate, weights).items():
            best[name] = max(best[name], part)
    return best


def channels(candidate: Candidate, best: Mapping[str, float], weights: Weights = WEIGHTS) -> dict[str, float]:
    """Each channel's part of the candidate's score."""
    held = {name: part / best[name] for name, part in shares(candidate, weights).items()}
    return _weighted(held, candidate, weights)


def by_ranks(candidates: Sequence[Candidate], weights: Weights = WEIGHTS) -> list[dict[str, float]]:
    """Each candidate's parts from its rank in every channel: 1 for the first, K / (K + n) for the nth after it."""
    every = [shares(candidate, weights) for candidate in candidates]
    held: list[dict[str, float]] = [{} for _ in candidates]
    for name in _FLOORS:
        order = sorted({parts[name] for parts in every if parts[name] > 0}, reverse=True)
        place = {part: at for at, part in enumerate(order)}
        for parts, mine in zip(every, held, strict=True):
            mine[name] = _K / (_K + place[parts[name]]) if parts[name] > 0 else 0.0
    return [_weighted(mine, candidate, weights) for mine, candidate in zip(held, candidates, strict=True)]


def _weighted(held: Mapping[str, float], candidate: Candidate, weights: Weights) -> dict[str, float]:
    by_name = {
        "words": weights.words,
        "exact": weights.exact,
        "windows": weights.window,
        "lines": weights.line,
        "vectors": weights.vectors,
        "names": weights.name,
        "timed": weights.timed,
    }
    found = {name: by_name[name] * part for name, part in held.items()}
    found["dated"] = weights.dated * candidate.dated
    return {name: round(part, 6) for name, part in found.items() if part > 0}
