"""Channels become one score: a weighted sum of parts that are already shares of the best there could be.

Ranks are not fused: reciprocal ranks of words and vectors at equal weight lose seven points of reciprocal rank against
words alone, as a far vector still has a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memwiki.recall.evidence import Candidate, Parts


@dataclass(frozen=True, slots=True)
class Weights:
    """Each channel's weight in the sum."""

    words: float = 1.0
    exact: float = 0.5
    window: float = 1.0
    line: float = 1.0
    vectors: float = 1.0
    name: float = 1.0
    graph: float = 0.3
    dated: float = 1.5
    raw: float = 0.9  # a session's raw text against its page


WEIGHTS = Weights()
# Below the first cosine two texts have nothing to do with each other; at the second they say the same.
_FAR, _SAME = 0.10, 0.75
# A channel is measured against its best candidate, but a best one below this is weak, and counts as weak.
_FLOORS = {"words": 0.5, "exact": 0.5, "windows": 0.5, "lines": 0.4, "vectors": 0.4, "names": 0.5}


def nearness(cosine: float) -> float:
    """A cosine as a share, 0..1."""
    return min(max((cosine - _FAR) / (_SAME - _FAR), 0.0), 1.0)


def shares(candidate: Candidate, weights: Weights = WEIGHTS) -> dict[str, float]:
    """What each channel says of the page or of its session's raw text, whichever says more; 0..1."""
    page = _shares(candidate.page)
    if candidate.raw is None:
        return page
    raw = _shares(candidate.raw)
    return {name: max(part, weights.raw * raw[name]) for name, part in page.items()}


def _shares(parts: Parts) -> dict[str, float]:
    return {
        "words": parts.words,
        "exact": parts.exact,
        "windows": parts.window,
        "lines": parts.line,
        "vectors": nearness(parts.cosine),
        "names": parts.name,
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
    by_name = {
        "words": weights.words,
        "exact": weights.exact,
        "windows": weights.window,
        "lines": weights.line,
        "vectors": weights.vectors,
        "names": weights.name,
    }
    held = {name: by_name[name] * part / best[name] for name, part in shares(candidate, weights).items()}
    held["dated"] = weights.dated * candidate.dated
    return {name: round(part, 6) for name, part in held.items() if part > 0}
