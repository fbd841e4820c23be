"""How sure it is that a page answers the question, 0..1, from absolute evidence.

A rank says nothing here: in a small wiki something is always first. What counts is how much of the question's
informative words the page holds, whether it holds the names that were asked for, and how near the texts are. The
weights were fitted by logistic regression over questions with and without an answer, and rounded; half of the
questions that reach THRESHOLD have their answer there even where nine in ten have none.
"""

from __future__ import annotations

import math

from memwiki.recall.evidence import Candidate, Found

THRESHOLD = 0.5
_COVERED, _NEAR, _NAMED, _BASE = 6.2, 7.5, 0.7, -3.6
# Without vectors the words alone must do. Of a Chinese question many pairs of characters are accidents that no page
# holds, so that a smaller share of them says as much.
_COVERED_ALONE, _BASE_ALONE, _BASE_CHINESE = 10.0, -3.6, -2.0
_DATED = 2.0  # a day that was asked for, and the page is of that day


def coverage(candidate: Candidate, found: Found) -> float:
    """The share of the question's informative words, by weight, that stand in the page or its session's raw text."""
    total = sum(term.weight for term in found.stems)
    return sum(candidate.covered.values()) / total if total > 0 else 0.0


def confidence(candidate: Candidate, found: Found) -> float:
    """How sure it is, 0..1."""
    raw = candidate.raw
    cosine = max(candidate.page.cosine, raw.cosine if raw else -1.0)
    name = max(candidate.page.name, raw.name if raw else 0.0)
    covered = coverage(candidate, found)
    if found.vectors:
        value = _BASE + _COVERED * covered + _NEAR * max(cosine, 0.0)
    else:
        value = (_BASE_CHINESE if found.chinese else _BASE_ALONE) + _COVERED_ALONE * covered
    value += _NAMED * name + _DATED * candidate.dated
    return 1.0 / (1.0 + math.exp(-value))
