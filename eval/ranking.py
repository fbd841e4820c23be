"""Rankings of sessions become figures: hits, reciprocal rank, gain, and how sure a difference is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_DRAWS = 2000
_SEED = 20261130
MEASURES = ("hit@1", "hit@5", "hit@10", "all@5", "MRR", "nDCG@10")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of which corpus, and the sessions that answer it."""

    corpus: str
    text: str
    gold: frozenset[str]
    category: str = ""


@dataclass(slots=True)
class Row:
    """One system's rankings, in the order of the questions, with the milliseconds of each and of the build."""

    name: str
    ranked: list[list[str]] = field(default_factory=list)
    millis: list[float] = field(default_factory=list)
    build_s: float = 0.0
    note: str = ""


def measures(ranked: Sequence[str], gold: frozenset[str]) -> tuple[float, ...]:
    """The measures of one ranking, in the order of MEASURES."""
    places = [place for place, session in enumerate(ranked) if session in gold]
    first = places[0] if places else None
    ideal = sum(1.0 / math.log2(place + 2) for place in range(min(len(gold), 10)))
    gained = sum(1.0 / math.log2(place + 2) for place in places if place < 10)
    return (
        float(first is not None and first < 1),
        float(first is not None and first < 5),
        float(first is not None and first < 10),
        float(sum(place < 5 for place in places) == len(gold)),
        1.0 / (first + 1) if first is not None else 0.0,
        gained / ideal,
    )


def table(rows: Sequence[Row], questions: Sequence[Question], against: str) -> dict[str, Any]:
    """Every row's figures, overall and by category, and what it lacks of the row `against` (paired, 95 %)."""
    scored = {
        row.name: np.asarray([measures(r, q.gold) for r, q in zip(row.ranked, questions, strict=True)]) for row in rows
    }
    draws = np.random.default_rng(_SEED).integers(0, len(questions), (_DRAWS, len(questions)))
    found = {}
    for row in rows:
        mine = scored[row.name]
        entry: dict[str, Any] = dict(zip(MEASURES, _rounded(mine.mean(axis=0)), strict=True))
        entry |= {"p50_ms": _at(row.millis, 0.5), "p95_ms": _at(row.millis, 0.95), "build_s": round(row.build_s, 2)}
        entry["by_category"] = _by_category(mine, questions)
        if row.name != against and against in scored:
            entry["behind"] = _behind(scored[against] - mine, draws)
        else:
            low, high = np.percentile(mine[draws].mean(axis=1), (2.5, 97.5), axis=0)
            entry["interval"] = {
                m: list(pair) for m, pair in zip(MEASURES, zip(_rounded(low), _rounded(high), strict=True), strict=True)
            }
        if row.note:
            entry["note"] = row.note
        found[row.name] = entry
    return {"questions": len(questions), "rows": found}


def _behind(difference: Any, draws: Any) -> dict[str, list[float]]:
    """By measure: how many points another row is ahead, and the 95 % interval of that."""
    low, high = np.percentile(100 * difference[draws].mean(axis=1), (2.5, 97.5), axis=0)
    mean = 100 * difference.mean(axis=0)
    return {m: [round(float(v), 1) for v in (mean[at], low[at], high[at])] for at, m in enumerate(MEASURES)}


def _by_category(mine: Any, questions: Sequence[Question]) -> dict[str, dict[str, float]]:
    found = {}
    for category in sorted({question.category for question in questions}):
        held = mine[[question.category == category for question in questions]]
        found[category] = {"n": len(held), **dict(zip(MEASURES, _rounded(held.mean(axis=0)), strict=True))}
    return found


def _rounded(values: Any) -> list[float]:
    return [round(float(value), 4) for value in values]


def _at(values: Sequence[float], share: float) -> float:
    return round(statistics.quantiles(values, n=100)[int(share * 100) - 1], 2) if len(values) > 1 else 0.0


def shown(found: Mapping[str, Any], title: str, against: str) -> str:
    """The table as text."""
    lines = [
        f"{title}, n={found['questions']}",
        f"{'':28}" + "".join(f"{m:>9}" for m in MEASURES) + "      p50      p95   build   behind @5, MRR (95 %)",
    ]
    for name, entry in found["rows"].items():
        cells = "".join(f"{entry[m]:9.3f}" for m in MEASURES)
        tail = f"{entry['p50_ms']:9.2f}{entry['p95_ms']:9.2f}{entry['build_s']:8.1f}"
        behind = entry.get("behind")
        told = (
            "   ".join("{:+.1f} [{:+.1f},{:+.1f}]".format(*behind[m]) for m in ("hit@5", "MRR"))
            if behind
            else f"({against})"
        )
        lines.append(f"{name:28}{cells}{tail}   {told}")
    return "\n".join(lines)
