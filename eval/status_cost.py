#!/usr/bin/env python3
"""What it would cost to ask git after each shell call which files changed: beside what a whole hook costs.

usage: status_cost.py [--files 100 2000 20000] [--runs 20] [--json eval/results/status-cost.json]

For each size a repository of that many small files in folders of 50 is made and committed; ten are edited. CPU and
wall are taken of `git status --porcelain -z --untracked-files=all` (the cheapest form: no locks, no renames) and of a
bare interpreter, by turns. A snapshot needs two of them a call: before and after.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

STATUS = ["git", "--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"]
BARE = [sys.executable, "-I", "-S", "-c", "pass"]


def main() -> int:
    """Prints one row a size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, nargs="+", default=[100, 2000, 20000])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    for files in options.files:
        with tempfile.TemporaryDirectory(prefix="memwiki-status-", ignore_cleanup_errors=True) as folder:
            made(Path(folder), files)
            pairs = [(spent(STATUS, folder), spent(BARE, folder)) for _ in range(options.runs)]
        git, bare = ([median(one[side][n] for one in pairs) * 1000 for n in (0, 1)] for side in (0, 1))
        rows.append(
            {
                "files": files,
                "git_cpu_ms": round(git[0], 1),
                "git_wall_ms": round(git[1], 1),
                "bare_cpu_ms": round(bare[0], 1),
                "bare_wall_ms": round(bare[1], 1),
                "two_in_bare": round(2 * git[0] / bare[0], 2),
            }
        )
        print(" ".join(f"{key} {value}" for key, value in rows[-1].items()))
    if options.json:
        options.json.write_text(json.dumps({"schema": "memwiki.eval.status/1", "rows": rows}, indent=1) + "\n", "utf-8")
    return 0


def made(folder: Path, files: int) -> None:
    """The repository, with ten files edited since its commit."""
    for n in range(files):
        place = folder / f"part{n // 50}" / f"file{n}.py"
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"value = {n}\n", "utf-8")
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", "-c", "gc.auto=0", *words], cwd=folder, check=True, capture_output=True)
    for n in range(min(10, files)):
        (folder / f"part{n // 50}" / f"file{n}.py").write_text("value = 0\n", "utf-8")


def spent(words: list[str], folder: str) -> tuple[float, float]:
    """CPU and wall seconds of one process."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - begun


if __name__ == "__main__":
    sys.exit(main())
