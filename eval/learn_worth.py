#!/usr/bin/env python3
"""Learns which sentences are worth a page, from dialogues and the pages they made: persons' by kind, agents' as traps.

usage: learn_worth.py [DIALOGUES ...] [--without NAME] [--write]

A sentence that holds what a page must hold is worth one of that kind, what stands in `may` is left out, all else is
worth none. Logistic regression with a quadratic penalty, one kind at a time, over what memwiki/compile/worth.py and
discoveries.py see.
Without --write it prints, for each file, how well weights that were learned from the others rank its sentences: the
average precision, beside what the program makes of them today. --without leaves a file out of what is written, so that
its pages can be measured. Format of dialogues: eval/talks/README.md.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import talks
from learn_acts import WEIGHTS, minimum

from memwiki.compile import discoveries, uptake
from memwiki.compile.acts import SCALE
from memwiki.compile.exchanges import exchanges
from memwiki.compile.replies import taken
from memwiki.compile.reports import reports
from memwiki.compile.session import Session, assemble
from memwiki.compile.speech import read
from memwiki.compile.surroundings import surroundings
from memwiki.compile.worth import FINE, KINDS, traits

HERE = Path(__file__).resolve().parent
PENALTY = 10.0
SHORT = 70  # characters of a reply that may leave all to what it answers
SEEN = 4  # a trait that fewer sentences have is not counted
FOUND = ("gotcha",)  # what agents' sentences are worth
TOLD = ("decision",)  # what replies are
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One sentence: its dialogue's file, what is known of it, and by kind whether it is worth a page (None: either)."""

    source: str
    traits: Mapping[str, int]
    worth: Mapping[str, bool | None]
    raw: str


def rows(path: Path) -> Iterator[Row]:
    """The persons' sentences of a file of dialogues."""
    for expect, session in _sessions(path):
        for turn in session.turns:
            if turn.prompt is None:
                continue
            around = surroundings(session, turn)
            said = read(turn.prompt.text, around.answers)
            for n, one in enumerate(said):
                if one.lang in ("en", "zh") and re.search(r"\w{2}", one.raw):
                    worth = label(expect, one.raw, turn.prompt.text)
                    yield Row(path.stem, dict(traits(said, n, around)), worth, one.raw)


def found(path: Path) -> Iterator[Row]:
    """The agents' sentences of a file of dialogues."""
    for expect, session in _sessions(path):
        for report_ in (one for worked in reports(session) for one in worked.reports):
            for n, block in enumerate(report_.told):
                for said, seen in zip(block.said, discoveries.traits(report_, n), strict=True):
                    yield Row(path.stem, seen, label(expect, said, report_.seen.text), said)


def replied(path: Path) -> Iterator[Row]:
    """The persons' replies to what lay open."""
    for expect, session in _sessions(path):
        prompts = [(turn.index, turn.prompt.text.lower()) for turn in session.turns if turn.prompt]
        for one in exchanges(session):
            if one.open is None or one.turn.prompt is None or not one.said:
                continue
            text = one.turn.prompt.text
            read_ = taken(one.open, text, one.said, one.after)
            later = [prompt for at, prompt in prompts if at > one.turn.index]
            worth = {"decision": _decides(expect, text.lower(), one.open.words.lower(), later)}
            yield Row(path.stem, uptake.traits(one, read_), worth, text)


def _decides(expect: Mapping[str, Any], reply: str, known: str, later: Sequence[str]) -> bool | None:
    """Whether a reply and what lay open hold what a decision must; a longer reply must hold some of it itself."""
    worth: bool | None = False
    for sort in ("may", "pages"):
        for page in expect.get(sort, []):
            words = [str(one).lower() for one in page.get("contains", [])]
            if "decision" not in (page["kind"], *page.get("or", [])) or not words:
                continue
            if not all(one in known or one in reply for one in words):
                continue
            elsewhere = any(one in prompt for one in words for prompt in later)
            if not any(one in reply for one in words) and (len(reply) > SHORT or elsewhere):
                continue
            worth = True if sort == "pages" and page["kind"] == "decision" else worth or None
    return worth


def _sessions(path: Path) -> Iterator[tuple[Mapping[str, Any], Session]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        dialogue = json.loads(line)
        for observations in talks.observations(dialogue):
            yield dialogue["expect"], assemble(observations)


def label(expect: Mapping[str, Any], raw: str, prompt: str) -> dict[str, bool | None]:
    """By kind, whether a sentence holds what a page must hold; None where a page may be or another kind is right."""
    worth: dict[str, bool | None] = dict.fromkeys(KINDS, False)
    for page in expect.get("may", []):
        if _holds(page, raw, prompt) and page["kind"] in worth:
            worth[page["kind"]] = None
    for page in expect.get("pages", []):
        if _holds(page, raw, prompt):
            worth |= {kind: None for kind in page.get("or", []) if kind in worth and not worth[kind]}
            worth |= {page["kind"]: True} if page["kind"] in worth else {}
    return worth


def _holds(page: Mapping[str, Any], raw: str, prompt: str) -> bool:
    words = [str(one).lower() for one in page.get("contains", [])]
    text, whole = raw.lower(), prompt.lower()
    if all(one in text for one in words):
        return True
    some = [one for one in (*words, *map(str.lower, page.get("any", []))) if one in text]
    return all(one in whole for one in words) and len(some) * 2 > len(words)


@dataclass(frozen=True, slots=True)
class Model:
    """The weights of each trait by kind."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    start: Floats
    weights: Floats

    def score(self, row: Row) -> Floats:
        """What speaks for each kind, in log odds."""
        return self.start + sum((row.traits.get(name, 0) * self.weights[n] for n, name in enumerate(self.names)), 0.0)


def learn(given: Sequence[Row], kinds: tuple[str, ...] = KINDS) -> Model:
    """The weights that fit best under the penalty, each trait measured by its largest value."""
    seen: dict[str, int] = {}
    for row in given:
        for name, value in row.traits.items():
            seen[name] = seen.get(name, 0) + (value != 0)
    names = tuple(sorted(name for name, count in seen.items() if count >= SEEN))
    table = np.array([[row.traits.get(name, 0) for name in names] for row in given], dtype=float)
    size = np.maximum(1.0, np.abs(table).max(axis=0))
    starts, columns = [], []
    for kind in kinds:
        known = np.array([row.worth[kind] is not None for row in given])
        right = np.array([row.worth[kind] is True for row in given])[known]
        start, column = _fit(table[known] / size, right)
        starts.append(start)
        columns.append(column / size)
    return Model(kinds, names, np.array(starts), np.array(columns).T)


def _fit(table: Floats, right: npt.NDArray[np.bool_]) -> tuple[float, Floats]:
    sign = np.where(right, 1.0, -1.0)

    def loss(at: Floats) -> tuple[float, Floats]:
        odds = sign * (table @ at[1:] + at[0])
        slope = -sign / (1 + np.exp(np.clip(odds, -50, 50)))
        value = float(np.logaddexp(0, -odds).sum() + PENALTY / 2 * (at[1:] ** 2).sum())
        return value, np.concatenate([[slope.sum()], table.T @ slope + PENALTY * at[1:]])

    best = minimum(loss, np.zeros(table.shape[1] + 1), most=400)
    return float(best[0]), best[1:]


def write(model: Model, path: Path) -> int:
    """The table as it is shipped; gives the number of traits."""
    unit = SCALE * FINE
    kept = {name: np.rint(model.weights[n] * unit).astype(int) for n, name in enumerate(model.names)}
    kept = {name: row for name, row in kept.items() if np.abs(row).max() > 0}
    lines = ["start\t" + " ".join(str(int(one)) for one in np.rint(model.start * unit))]
    lines += [f"{name}\t{' '.join(str(int(x)) for x in kept[name])}" for name in sorted(kept)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(kept)


def precision(scores: Floats, right: npt.NDArray[np.bool_]) -> float:
    """The average precision of a ranking: the mean, over all that is right, of the precision down to it."""
    order = np.argsort(-scores, kind="stable")
    hits = right[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()) if hits.any() else float("nan")


def report(given: Sequence[Row], sources: Iterable[str], kinds: tuple[str, ...]) -> None:
    """For each file, how its sentences are ranked by what was learned from the others."""
    for source in sources:
        model = learn([row for row in given if row.source != source], kinds)
        tested = [row for row in given if row.source == source]
        scores = np.array([model.score(row) for row in tested])
        told = []
        for n, kind in enumerate(kinds):
            known = np.array([row.worth[kind] is not None for row in tested])
            right = np.array([row.worth[kind] is True for row in tested])
            told.append(f"{kind} {precision(scores[known, n], right[known]):.3f} of {right.sum()}")
        print(f"{source:12} sentences {len(tested):5}   {'   '.join(told)}", flush=True)


def main() -> None:
    """Cross-validate by file, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((HERE / "talks").glob("*.jsonl")))
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    tables = (("worth", rows, KINDS), ("discoveries", found, FOUND), ("uptake", replied, TOLD))
    for name, gather, kinds in tables:
        given = [row for path in options.files for row in gather(path)]
        if options.write:
            kept = [row for row in given if not any(row.source.startswith(one) for one in options.without)]
            print(f"{name}: sentences {len(kept)}, traits {write(learn(kept, kinds), WEIGHTS / f'{name}.tsv')}")
        else:
            report(given, dict.fromkeys(row.source for row in given), kinds)


if __name__ == "__main__":
    main()
