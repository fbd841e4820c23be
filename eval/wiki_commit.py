#!/usr/bin/env python3
"""What a compile's commit costs in a wiki of 10,000 pages, beside one of 100, measured in turns.

usage: wiki_commit.py [--runs N] [--small N] [--large N] [--json eval/results/wiki_commit.json]

`commit` writes one new session page, changes two pages, an index and the log, moves branch and compiled tree and
lets files and git's index follow. `edits` looks for what a person changed, which has to look at every file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.records import Page
from memwiki.wiki.page import render
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

BOUND = 2.0  # a commit in the large wiki costs at most this many times one in the small
ANA = Author("Ana", "ana@example.org")
DATE = "2026-10-01T10:00:00+00:00"
SHARES = {"decisions": 10, "preferences": 1, "concepts": 20, "gotchas": 8, "skills": 1}  # percent; the rest: sessions
MONTHS = [f"{2024 + n // 12}-{n % 12 + 1:02}" for n in range(34)]


def paths(count: int) -> list[str]:
    """The paths of a wiki with so many pages."""
    found = [f"{folder}/page-{n}.md" for folder, share in SHARES.items() for n in range(count * share // 100)]
    rest = range(count - len(found))
    return found + [f"sessions/{MONTHS[n % len(MONTHS)]}/session-{n}.md" for n in rest]


def text(path: str, version: int) -> str:
    """A page of about 2 KB."""
    meta = {"type": "Concept", "id": f"concept-{path}", "title": path, "created": DATE, "tags": ["one", "two"]}
    return render(Page(path, meta, f"Version {version}.\n\n" + f"A line about {path}.\n" * 40))


def wiki(folder: Path, count: int) -> Repository:
    """A wiki with so many pages, all committed."""
    repo = Repository.open(folder, create=True, author=ANA, date=DATE)
    files: dict[str, str | None] = {path: text(path, 0) for path in paths(count)}
    fsync, os.fsync = os.fsync, lambda _descriptor: None  # only the making of it: ten thousand times would take minutes
    try:
        repo.publish(files, files, subject="compile: all pages", author=ANA, date=DATE)
    finally:
        os.fsync = fsync
    repo.dirty()
    return repo


def commit(repo: Repository, known: list[str], turn: int) -> None:
    """One compile's commit."""
    changed = [known[0], known[len(known) // 3], f"sessions/2026-10/new-{turn}.md"]
    files: dict[str, str | None] = {path: text(path, turn + 1) for path in changed}
    generated = {"index.md": f"# {turn}\n", "log.md": f"# Log {turn}\n"}
    repo.publish({**files, **generated}, files, subject="compile: 3 pages from 1 session", author=ANA, date=DATE)


def timed(step: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    begin = time.perf_counter()
    step()
    return (time.perf_counter() - begin) * 1000


def measure(runs: int, small: int, large: int) -> dict[str, Any]:
    """Medians in milliseconds for both sizes, and their ratios."""
    taken: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory(prefix="memwiki-commit-") as scratch:
        repos = {str(count): wiki(Path(scratch) / str(count), count) for count in (small, large)}
        known = {name: paths(int(name)) for name in repos}
        for turn in range(runs + 1):
            for name, repo in repos.items():
                times = taken.setdefault(name, {"commit": [], "edits": []})
                times["commit"].append(timed(lambda repo=repo, name=name, turn=turn: commit(repo, known[name], turn)))
                times["edits"].append(timed(repo.dirty))
    medians = {
        name: {what: statistics.median(list_[1:]) for what, list_ in times.items()} for name, times in taken.items()
    }
    ratio = {what: medians[str(large)][what] / medians[str(small)][what] for what in ("commit", "edits")}
    return {
        "schema": "memwiki.eval.wiki-commit/1",
        "python": platform.python_version(),
        "system": platform.platform(),
        "runs": runs,
        "median_ms": {name: {what: round(value, 1) for what, value in row.items()} for name, row in medians.items()},
        "ratio": {what: round(value, 2) for what, value in ratio.items()},
        "bound": {"commit": BOUND},
    }


def main() -> int:
    """Prints the table; 1 where the bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--small", type=int, default=100)
    parser.add_argument("--large", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.runs, options.small, options.large)
    for name, row in found["median_ms"].items():
        print(f"{name:>6} pages   commit {row['commit']:7.1f} ms   edits {row['edits']:7.1f} ms")
    print(f"       ratio   commit {found['ratio']['commit']:7.2f}x   edits {found['ratio']['edits']:7.2f}x")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return int(found["ratio"]["commit"] > BOUND)


if __name__ == "__main__":
    sys.exit(main())
