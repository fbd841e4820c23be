"""How sure it is that a page answers the question, 0..1, from absolute evidence.

A rank says nothing here: in a small wiki something is always first. What counts is how much of the question's
informative words the page holds, whether it holds the names that were asked for, and how near the texts are.
"""

from __future__ import annotations

import math

from memwiki.recall.evidence import Candidate, Found

THRESHOLD = 0.5


def coverage(candidate: Candidate, found: Found) -> float:
    """The share of the question's informative words, by weight, that stand in the page or its session's raw text."""
    total = sum(term.weight for term in found.stems)
    return sum(candidate.covered.values()) / total if total > 0 else 0.0


def confidence(candidate: Candidate, found: Found) -> float:
    """How sure it is, 0..1."""
    cosine = max(candidate.page.cosine, candidate.raw.cosine if candidate.raw else -1.0, 0.0)
    window = max(candidate.page.window, candidate.raw.window if candidate.raw else 0.0)
    value = 4.0 * coverage(candidate, found) + 6.0 * cosine + 3.0 * window + 2.0 * candidate.page.name - 5.0
    return 1.0 / (1.0 + math.exp(-value))
