#!/usr/bin/env python3
"""Learns what sentences do: labelled messages become whole numbers in memwiki/compile/weights/<who>-<language>.tsv.

usage: learn_acts.py [person-en person-zh agent-en agent-zh] [--folds N] [--test FILE ...] [--write]

Multinomial logistic regression with a quadratic penalty, by L-BFGS (Nocedal & Wright, Numerical Optimization, 7.2),
over the phrases and circumstances that memwiki/compile/acts.py sees. Without --write it prints precision and recall by
act, cross-validated by message, beside the cue grammar alone. Labels and format: eval/acts/README.md.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.compile import acts, heard, speech
from memwiki.compile.acts import ACTS, SCALE
from memwiki.compile.phrases import tokens
from memwiki.compile.traits import traits

HERE = Path(__file__).resolve().parent
WEIGHTS = HERE.parent / "memwiki" / "compile" / "weights"
PENALTY = {"person-en": 2.0, "person-zh": 2.0, "agent-en": 2.0, "agent-zh": 2.0}
RARE = {"en": 5, "zh": 4}  # a word that fewer sentences use is masked
SEEN = 3  # a phrase that fewer sentences use is not counted
SMALL = 5  # weights below this many points are left out
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One sentence: its message, its words, what else speaks, its label, and what the grammar alone says."""

    message: int
    words: tuple[str, ...]
    around: tuple[str, ...]
    label: str
    grammar: str
    raw: str
    weight: float


def rows(name: str, files: Iterable[Path]) -> list[Row]:
    """The labelled sentences of one speaker in one language."""
    who, lang = name.split("-")
    found: list[Row] = []
    number = 0
    for path in files:
        weight = 0.5 if path.stem.endswith("tables") else 1.0
        for line in path.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            number += 1
            if message["role"] == who:
                found += _rows(who, lang, number, message, weight)
    return found


def _rows(who: str, lang: str, number: int, message: dict[str, object], weight: float) -> Iterator[Row]:
    said = [(str(text), str(label)) for text, label in message["say"]]  # type: ignore[attr-defined]
    if who == "agent":
        for text, label in said:
            if acts.lexicon(text) == lang and label in ACTS:
                yield Row(number, tuple(tokens(text, lang)), tuple(traits(text, lang)), label, "told", text, weight)
        return
    whole = joined([text for text, _ in said])
    asked = speech.ASKS.search(str(message.get("before") or "")[-200:]) is not None
    read = speech.by_cues(whole)
    at = 0
    spans = []
    for text, label in said:
        start = max(whole.find(text.strip(), at), at)
        spans.append((start, start + len(text), label))
        at = start + len(text.strip())
    at = 0
    for n, one in enumerate(read):
        start = whole.find(one.raw.strip()[:40], at)
        at = start + 1 if start >= 0 else at
        label = _overlapping(spans, max(start, at), len(one.raw))
        if label in ACTS and (one.lang == "zh") == (lang == "zh"):
            around = tuple(acts.circumstances(read, n, asked))
            grammar = heard.LEARNED_NAMES[one.act]
            yield Row(number, tuple(tokens(one.text, lang)), around, label, grammar, one.raw, weight)


def _overlapping(spans: Sequence[tuple[int, int, str]], start: int, length: int) -> str:
    return max(spans, key=lambda span: min(start + length, span[1]) - max(start, span[0]))[2]


def joined(parts: Sequence[str]) -> str:
    """The message as it was typed: sentences with a stop between them, items on lines of their own."""
    whole = ""
    for part in parts:
        if whole and re.match(r"\s*[-*•]\s", part):
            whole = whole.rstrip() + "\n"
        elif whole and re.search(r"[㐀-鿿]$", whole):
            whole += "。"
        elif whole and re.search(r"[\w)`'\"]$", whole):
            whole += ". "
        elif whole and not re.search(r"[。！？；\s]$", whole):
            whole += " "
        whole += part.strip() if not re.match(r"\s*[-*•]\s", part) else part
    return whole


@dataclass(frozen=True, slots=True)
class Model:
    """Known words, and the weights of each phrase by act."""

    known: frozenset[str]
    place: dict[str, int]
    start: Floats
    weights: Floats

    def act(self, row: Row, lang: str) -> str:
        """The act that most speaks for."""
        found = [self.place[one] for one in features(row, self.known, lang) if one in self.place]
        return ACTS[int((self.start + self.weights[found].sum(axis=0)).argmax())]


def features(row: Row, known: frozenset[str], lang: str) -> set[str]:
    """What speaks in a sentence."""
    return acts.evidence(row.words, row.around, known, lang)


def learn(given: Sequence[Row], lang: str, penalty: float) -> Model:
    """The weights that fit the labels best under the penalty."""
    used = Counter(word for row in given for word in set(row.words))
    known = frozenset(word for word, count in used.items() if count >= RARE[lang])
    found = [features(row, known, lang) for row in given]
    counted = Counter(one for each in found for one in each)
    place = {one: n for n, one in enumerate(sorted(o for o, c in counted.items() if c >= SEEN))}
    columns = [sorted(place[one] for one in each if one in place) for each in found]
    flat = np.array([one for row in columns for one in row], dtype=np.int64)
    index = np.array([n for n, row in enumerate(columns) for _ in row], dtype=np.int64)
    order = np.argsort(flat, kind="stable")
    labels = np.array([ACTS.index(row.label) for row in given])
    trust = np.array([row.weight for row in given])
    size, many = len(place), len(ACTS)
    by_row = np.searchsorted(index, np.arange(len(given)))
    by_place = np.searchsorted(flat[order], np.arange(size))

    def loss(at: Floats) -> tuple[float, Floats]:
        weights, start = at[: size * many].reshape(size, many), at[size * many :]
        odds = np.add.reduceat(weights[flat], by_row, axis=0) + start
        odds -= odds.max(axis=1, keepdims=True)
        chance = np.exp(odds)
        chance /= chance.sum(axis=1, keepdims=True)
        value = -(trust * np.log(chance[np.arange(len(given)), labels] + 1e-12)).sum()
        chance[np.arange(len(given)), labels] -= 1
        chance *= trust[:, None]
        slope = np.add.reduceat(chance[index[order]], by_place, axis=0) + penalty * weights
        return value + penalty / 2 * float((weights**2).sum()), np.concatenate([slope.ravel(), chance.sum(axis=0)])

    best = minimum(loss, np.zeros((size + 1) * many))
    return Model(known, place, best[size * many :], best[: size * many].reshape(size, many))


def minimum(loss: Callable[[Floats], tuple[float, Floats]], at: Floats, most: int = 150) -> Floats:
    """L-BFGS with a backtracking line search."""
    value, slope = loss(at)
    steps: list[tuple[Floats, Floats]] = []
    for _ in range(most):
        down = -_curved(slope, steps)
        reach, rate = 1.0, float(slope @ down)
        while reach > 1e-10:
            after, then = loss(at + reach * down)
            if after <= value + 1e-4 * reach * rate:
                break
            reach /= 2
        move, bend = reach * down, then - slope
        if value - after < 1e-6 * max(abs(value), 1):
            return at + move
        at, value, slope = at + move, after, then
        if float(move @ bend) > 1e-12:
            steps = [*steps[-9:], (move, bend)]
    return at


def _curved(slope: Floats, steps: Sequence[tuple[Floats, Floats]]) -> Floats:
    kept = []
    for move, bend in reversed(steps):
        share = float(move @ slope) / float(move @ bend)
        kept.append(share)
        slope = slope - share * bend
    if steps:
        move, bend = steps[-1]
        slope = slope * (float(move @ bend) / float(bend @ bend))
    else:
        slope = slope / max(1.0, float(np.abs(slope).max()))
    for (move, bend), share in zip(steps, reversed(kept), strict=True):
        slope = slope + move * (share - float(bend @ slope) / float(move @ bend))
    return slope


def write(model: Model, path: Path) -> int:
    """The table as it is shipped; gives the number of phrases."""
    points = {one: np.rint(model.weights[n] * SCALE).astype(int) for one, n in model.place.items()}
    kept = {one: row for one, row in points.items() if np.abs(row).max() >= SMALL}
    in_use = {word for one in kept if not one.startswith("#") for word in one.split(" ")}
    lines = [f"known words\t{' '.join(sorted(model.known & in_use))}"]
    lines.append("start\t" + " ".join(str(int(one)) for one in np.rint(model.start * SCALE)))
    lines += [f"{one}\t{' '.join(str(int(x)) for x in kept[one])}" for one in sorted(kept)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(kept)


def report(rows: Sequence[Row], learned: Sequence[str]) -> None:
    """Precision and recall by act, learned and by the grammar alone."""
    right = sum(row.label == act for row, act in zip(rows, learned, strict=True))
    alone = sum(row.label == row.grammar for row in rows)
    print(f"  sentences {len(rows)}, right {right / len(rows):.3f}, cue grammar alone {alone / len(rows):.3f}")
    for act in ACTS:
        many = sum(row.label == act for row in rows)
        if many:
            grammar = _figures(rows, [row.grammar for row in rows], act)
            print(f"  {act:7} {many:4}   learned {_figures(rows, learned, act)}   grammar {grammar}")


def _figures(rows: Sequence[Row], said: Sequence[str], act: str) -> str:
    both = sum(row.label == act == one for row, one in zip(rows, said, strict=True))
    return f"precision {both / max(said.count(act), 1):.2f} recall {both / sum(row.label == act for row in rows):.2f}"


def crossed(given: Sequence[Row], lang: str, penalty: float, folds: int) -> tuple[list[Row], list[str]]:
    """Each message read by weights that were learned without it; tables only teach."""
    messages = sorted({row.message for row in given if row.weight == 1})
    random.Random(3).shuffle(messages)
    share = {message: n % folds for n, message in enumerate(messages)}
    tested: list[Row] = []
    said: list[str] = []
    for fold in range(folds):
        model = learn([row for row in given if share.get(row.message) != fold], lang, penalty)
        test = [row for row in given if share.get(row.message) == fold]
        tested += test
        said += [model.act(row, lang) for row in test]
    return tested, said


def main() -> None:
    """Cross-validate, test or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(PENALTY))
    parser.add_argument("--corpus", type=Path, default=HERE / "acts")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--penalty", type=float)
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for name in options.names or list(PENALTY):
        lang = name.split("-")[1]
        given = rows(name, sorted(options.corpus.glob("*.jsonl")))
        penalty = options.penalty or PENALTY[name]
        print(name)
        if options.write:
            print(f"  phrases {write(learn(given, lang, penalty), WEIGHTS / f'{name}.tsv')}")
            continue
        if options.test:
            tested = rows(name, options.test)
            model = learn(given, lang, penalty)
            said = [model.act(row, lang) for row in tested]
        else:
            tested, said = crossed(given, lang, penalty, options.folds)
        report(tested, said)
        if options.misses:
            for row, act in zip(tested, said, strict=True):
                if act != row.label:
                    print(f"    {row.label} read as {act}: {row.raw[:120]}")


if __name__ == "__main__":
    main()
