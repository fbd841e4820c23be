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
from collections.abc import Iterator, Mapping, Sequence
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
from memwiki.compile.wordings import ANSWERED, OPENED, SAID
from memwiki.compile.worth import FINE, HOLDS, KINDS, traits, worded

HERE = Path(__file__).resolve().parent
PENALTY = 1.0
WORDS = 0.3  # what a word counts beside other traits
SHORT = 70  # characters of a reply that may leave all to what it answers
SEEN = 4  # a trait that fewer sentences have is not counted
_LEAST = {SAID: 12, ANSWERED: 15, OPENED: 15}  # and a word
FOLDS = 5
SMALL = 100  # thousandths of a point that a word has to speak for or against some kind to be kept
FOUND = ("gotcha",)  # what agents' sentences are worth
TOLD = ("decision",)  # what replies are
# Agents say little in asides: with them, a bug of one's own that is mended weighs as much as a trap. What else is left
# out was tried: no writer that had not been seen was read better with it (average of both languages).
LEFT_OUT = {
    "worth": (),
    "discoveries": ("aside-", "shrug-", "story-", "reach-"),
    "uptake": ("shrug-", "story-", "reach-"),
}
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


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
                    seen = traits(said, n, around) | dict.fromkeys(worded(one, around), HOLDS)
                    yield Row(path.stem, seen, worth, one.raw)


def found(path: Path) -> Iterator[Row]:
    """The agents' sentences of a file of dialogues."""
    for expect, session in _sessions(path):
        for report_ in (one for worked in reports(session) for one in worked.reports):
            for n, block in enumerate(report_.told):
                for said, seen in zip(block.said, discoveries.traits(report_, n), strict=True):
                    every = seen | dict.fromkeys(discoveries.worded(said), HOLDS)
                    yield Row(path.stem, every, label(expect, said, report_.seen.text), said)


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
            seen = uptake.traits(one, read_) | dict.fromkeys(uptake.worded(one), HOLDS)
            yield Row(path.stem, seen, worth, text)


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
    place: Mapping[str, int]

    def score(self, row: Row) -> Floats:
        """What speaks for each kind, in log odds."""
        held = [value * self.weights[self.place[name]] for name, value in row.traits.items() if name in self.place]
        return self.start + sum(held, np.zeros(len(self.kinds)))


def learn(given: Sequence[Row], kinds: tuple[str, ...] = KINDS) -> Model:
    """The weights that fit best under the penalty, each trait measured by its largest value; words count for less."""
    seen: dict[str, int] = {}
    most: dict[str, int] = {}
    for row in given:
        for name, value in row.traits.items():
            seen[name] = seen.get(name, 0) + (value != 0)
            most[name] = max(most.get(name, 1), abs(value))
    names = tuple(sorted(name for name, count in seen.items() if count >= _LEAST.get(name[:2], SEEN)))
    size = np.array([most[name] / (WORDS if name[:2] in _LEAST else 1.0) for name in names])
    table = _Table.of(given, names, size)
    starts, columns = [], []
    for kind in kinds:
        known = np.array([row.worth[kind] is not None for row in given])
        right = np.array([row.worth[kind] is True for row in given])
        start, column = _fit(table, known, right)
        starts.append(start)
        columns.append(column / size)
    return Model(kinds, names, np.array(starts), np.array(columns).T, {name: n for n, name in enumerate(names)})


@dataclass(frozen=True, slots=True)
class _Table:
    """What is not 0 in a table of sentences and traits: the row, the column and the value of each entry."""

    rows: Places
    columns: Places
    values: Floats
    many: int

    @classmethod
    def of(cls, given: Sequence[Row], names: Sequence[str], size: Floats) -> _Table:
        """The traits of some sentences, each divided by its size."""
        place = {name: n for n, name in enumerate(names)}
        held = [
            (n, place[name], value)
            for n, row in enumerate(given)
            for name, value in row.traits.items()
            if value and name in place
        ]
        rows_, columns, values = (np.array(one) for one in zip(*held, strict=True))
        return cls(rows_, columns, values / size[columns], len(given))

    def by_row(self, weights: Floats) -> Floats:
        """The weighted sum of each row."""
        return np.bincount(self.rows, self.values * weights[self.columns], self.many)

    def by_column(self, shares: Floats, width: int) -> Floats:
        """The sum of each column, each row with its share."""
        return np.bincount(self.columns, self.values * shares[self.rows], width)


def _fit(table: _Table, known: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_]) -> tuple[float, Floats]:
    sign = np.where(right, 1.0, -1.0)
    width = int(table.columns.max()) + 1

    def loss(at: Floats) -> tuple[float, Floats]:
        odds = sign * (table.by_row(at[1:]) + at[0])
        slope = -sign * known / (1 + np.exp(np.clip(odds, -50, 50)))
        value = float((known * np.logaddexp(0, -odds)).sum() + PENALTY / 2 * (at[1:] ** 2).sum())
        return value, np.concatenate([[slope.sum()], table.by_column(slope, width) + PENALTY * at[1:]])

    best = minimum(loss, np.zeros(width + 1), most=400)
    return float(best[0]), best[1:]


def write(model: Model, path: Path) -> int:
    """The table as it is shipped; gives the number of traits."""
    unit = SCALE * FINE
    kept = {name: np.rint(model.weights[n] * unit).astype(int) for n, name in enumerate(model.names)}
    kept = {name: row for name, row in kept.items() if np.abs(row).max() > (SMALL if name[:2] in _LEAST else 0)}
    lines = ["start\t" + " ".join(str(int(one)) for one in np.rint(model.start * unit))]
    lines += [f"{name}\t{' '.join(str(int(x)) for x in kept[name])}" for name in sorted(kept)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(kept)


def precision(scores: Floats, right: npt.NDArray[np.bool_]) -> float:
    """The average precision of a ranking: the mean, over all that is right, of the precision down to it."""
    order = np.argsort(-scores, kind="stable")
    hits = right[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()) if hits.any() else float("nan")


def report(given: Sequence[Row], sources: Sequence[str], kinds: tuple[str, ...]) -> None:
    """For each file, how its sentences are ranked by what was learned from files of other groups."""
    for group in range(FOLDS):
        mine = sources[group::FOLDS]
        if not mine:
            continue
        model = learn([row for row in given if row.source not in mine], kinds)
        for source in mine:
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
        given = [row for path in options.files if not path.stem.startswith(LEFT_OUT[name]) for row in gather(path)]
        if options.write:
            kept = [row for row in given if not any(row.source.startswith(one) for one in options.without)]
            print(f"{name}: sentences {len(kept)}, traits {write(learn(kept, kinds), WEIGHTS / f'{name}.tsv')}")
        else:
            report(given, list(dict.fromkeys(row.source for row in given)), kinds)


if __name__ == "__main__":
    main()
