"""How sure it is that a page answers the question, 0..1, from absolute evidence.

A rank says nothing here: in a small wiki something is always first. What counts is how much of the question the page
holds (in nats: the weights of its words that stand there, so that three ordinary words say less than a rare one), how
near the texts are, whether it holds the names and is of the day that were asked for. The share of the question would be
the wrong measure: of "add more tests" every page on tests holds all. The weights were fitted by logistic regression
over questions with and without an answer, and rounded; the base puts the threshold where unrelated prompts stay quiet
(eval/quiet.py; the curve is in docs/reference/figures.md).
"""

from __future__ import annotations

import math

from memwiki.recall.evidence import Candidate, Found
from memwiki.recall.fuse import shares

THRESHOLD = 0.5
_BASE, _TOLD, _NEAR, _NAMED, _DATED, _SESSION = -5.2, 0.30, 17.0, 8.5, 6.8, -1.1
# Without vectors the words alone must do.
_BASE_ALONE, _TOLD_ALONE = -4.1, 0.78
# Of a Chinese question many pairs of characters are accidents, and a long session holds many of any: what counts more
# is that they stand together, and where the page says what it is about.
_BASE_CHINESE, _TOLD_CHINESE, _TOGETHER, _HEADED, _SESSION_CHINESE = -1.9, 0.24, 2.9, 0.5, -0.95


def told(candidate: Candidate) -> float:
    """How much of the question stands in the page or in its session's raw text, in nats."""
    return sum(candidate.covered.values())


def confidence(candidate: Candidate, found: Found) -> float:
    """How sure it is, 0..1."""
    raw = candidate.raw
    session = float(candidate.facts["kind"] == "session")
    if found.vectors:
        cosine = max(candidate.page.cosine, raw.cosine if raw else -1.0)
        value = _BASE + _TOLD * told(candidate) + _NEAR * max(cosine, 0.0) + _SESSION * session
    elif found.chinese:
        value = _BASE_CHINESE + _TOLD_CHINESE * told(candidate) + _TOGETHER * shares(candidate)["windows"]
        value += _HEADED * candidate.headed + _SESSION_CHINESE * session
    else:
        value = _BASE_ALONE + _TOLD_ALONE * told(candidate)
    value += _NAMED * max(candidate.page.name, raw.name if raw else 0.0) + _DATED * _of_the_day(candidate, found)
    return 1.0 / (1.0 + math.exp(-min(value, 30.0)))


def _of_the_day(candidate: Candidate, found: Found) -> float:
    """How far it is of the day that was asked for: a day says nothing where the rest of the question is not there."""
    if found.late:
        return 0.0
    asked = sum(term.weight for term in found.stems)
    return candidate.dated * (min(told(candidate) / asked, 1.0) if asked > 0 else 1.0)
