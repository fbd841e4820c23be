"""Channels become one score: a weighted sum of parts that are already shares of the best there could be.

Ranks are not fused: reciprocal ranks of words and vectors at equal weight lose seven points of reciprocal rank against
words alone, as a far vector still has a rank (`by_ranks` keeps that way selectable, to measure against).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from memwiki.recall.evidence import Candidate, Parts


@dataclass(frozen=True, slots=True)
class Weights:
    """Each channel's weight in the sum."""

    words: float = 1.0
    exact: float = 0.5
    window: float = 1.0
    line: float = 0.5
    vectors: float = 0.5
    name: float = 1.0
    graph: float = 0.08
    dated: float = 0.8
    raw: float = 0.9  # a session's raw text against its page


WEIGHTS = Weights()
# Below the first cosine two texts have nothing to do with each other; at the second they say the same.
_FAR, _SAME = 0.10, 0.75


def nearness(cosine: float) -> float:
    """A cosine as a share, 0..1."""
    return min(max((cosine - _FAR) / (_SAME - _FAR), 0.0), 1.0)


def channels(candidate: Candidate, weights: Weights = WEIGHTS) -> dict[str, float]:
    """Each channel's part of the candidate's score."""
    page = _sum(candidate.page, weights)
    raw = (
        {}
        if candidate.raw is None
        else {name: weights.raw * part for name, part in _sum(candidate.raw, weights).items()}
    )
    held = page if sum(page.values()) >= sum(raw.values()) else raw
    held = {**held, "vectors": max(page["vectors"], raw.get("vectors", 0.0))}
    if held is not page and raw and sum(raw.values()) > sum(page.values()):
        held["raw"] = 0.0
    held["graph"] = weights.graph * candidate.graph
    held["dated"] = weights.dated * candidate.dated
    return {name: round(part, 6) for name, part in held.items() if part > 0 or name == "raw"}


def _sum(parts: Parts, weights: Weights) -> dict[str, float]:
    return {
        "words": weights.words * parts.words,
        "exact": weights.exact * parts.exact,
        "windows": weights.window * parts.window,
        "lines": weights.line * parts.line,
        "vectors": weights.vectors * nearness(parts.cosine),
        "names": weights.name * parts.name,
    }


def calibrated(total: float) -> float:
    """A sum of parts as 0..1: 0.5 where half of the questions that score so have their answer there."""
    return 1.0 / (1.0 + math.exp(-4.0 * (total - 0.9)))


def by_ranks(orders: Sequence[Sequence[int]], constant: float = 60.0) -> dict[int, float]:
    """Reciprocal rank fusion of orders of document numbers, each at equal weight."""
    total: dict[int, float] = {}
    for order in orders:
        for rank, number in enumerate(order, 1):
            total[number] = total.get(number, 0.0) + 1.0 / (constant + rank)
    return total
