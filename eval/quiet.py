#!/usr/bin/env python3
"""How often recall speaks where it should, and where it should not, at each threshold.

usage: quiet.py HOME... [--asked FILE] [--json eval/results/quiet.json]

Each HOME is a memwiki home with compiled projects. What it should be silent on stands in eval/quiet: questions and
orders that have nothing to do with any project, in English and Chinese. FILE has one JSON object a line, {"home",
"project", "ask"}, for prompts that a wiki does answer; each is also asked of other homes, where nothing answers it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.index.embed import Embedder, MiniLM, available
from memwiki.paths import Home
from memwiki.recall.quiet import recall
from memwiki.recall.search import Scope, Shelf
from memwiki.records import Project

HERE = Path(__file__).resolve().parent
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_OTHERS = 7  # of the questions of other homes, every so manieth is asked


def unrelated(language: str) -> list[str]:
    """The prompts that nothing answers."""
    return (HERE / "quiet" / f"unrelated-{language}.txt").read_text("utf-8").split("\n")[:-1]


def scopes_of(root: Path) -> list[Scope]:
    """Every project of a home."""
    home = Home(root)
    return [Scope(project, home.index(project), home.wiki(project)) for project in home.projects()]


def sure(scopes: Sequence[Scope], prompts: Sequence[str], embedder: Embedder | None, now: str) -> Iterator[float]:
    """How sure recall is of its best page for each prompt; 0 where there is none."""
    shelf = Shelf()
    try:
        for prompt in prompts:
            hits = recall(scopes, prompt, now=now, embedder=embedder, shelf=shelf, threshold=0.0).hits
            yield hits[0].score if hits else 0.0
    finally:
        shelf.close()


def measure(homes: Sequence[Path], asked: Sequence[dict[str, str]], embedder: Embedder | None) -> dict[str, Any]:
    """The share of prompts on which recall speaks, by threshold, for each sort of prompt."""
    found: dict[str, list[float]] = {
        "answered": [],
        "unrelated, English": [],
        "unrelated, Chinese": [],
        "of others": [],
    }
    for root in homes:
        scopes = scopes_of(root)
        mine = [one for one in asked if Path(one["home"]) == root]
        now = mine[0].get("at", "") if mine else ""
        others = [one["ask"] for one in asked if Path(one["home"]) != root][::_OTHERS]
        for one in mine:
            there = [scope for scope in scopes if scope.project == Project(*one["project"].split("/", 1))]
            found["answered"] += sure(there or scopes, [one["ask"]], embedder, now)
        found["unrelated, English"] += sure(scopes, unrelated("en"), embedder, now)
        found["unrelated, Chinese"] += sure(scopes, unrelated("zh"), embedder, now)
        found["of others"] += sure(scopes, others, embedder, now)
    rows = {
        name: {str(least): round(sum(score >= least for score in scores) / len(scores), 4) for least in THRESHOLDS}
        for name, scores in found.items()
        if scores
    }
    return {"homes": len(homes), "prompts": {name: len(scores) for name, scores in found.items()}, "speaks": rows}


def main() -> int:
    """Prints the curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("homes", nargs="+", type=Path)
    parser.add_argument("--asked", type=Path)
    parser.add_argument("--no-vectors", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    lines = given.asked.read_text("utf-8").splitlines() if given.asked else []
    embedder = None if given.no_vectors or not available() else MiniLM(Home(given.homes[0]).models)
    found = measure(given.homes, [json.loads(line) for line in lines], embedder)
    print(f"{'recall speaks, at least':24}" + "".join(f"{least:>8}" for least in THRESHOLDS))
    for name, row in found["speaks"].items():
        print(
            f"{name:24}" + "".join(f"{row[str(least)]:8.3f}" for least in THRESHOLDS) + f"   n={found['prompts'][name]}"
        )
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
