#!/usr/bin/env python3
"""What a first compile holds in memory: 10,000, 50,000 and 100,000 observations in many sessions, and in a single one.

usage: compile_memory.py [--counts 10000,50000,100000] [--json eval/results/compile_memory.json]

Each is compiled in a process of its own, without index; `peak` is that process's largest resident size, `beside` that
of the processes which read sessions beside it, `facts` what is kept of the sessions, which the fold needs all at once,
and `pages` what it makes of them. Reads /proc, so it runs on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from compile_speed import SEED, write_session

from memwiki.app.desk import Desk, open_desk
from memwiki.app.pipeline import Choice, How, compile_projects

BOUND = 1.3  # peak(most) / peak(least), over many sessions, beyond the facts
TASKS, LOOKS = 5, 33  # 201 observations a session


def _desk(folder: Path) -> Desk:
    (folder / "work").mkdir(exist_ok=True)
    return open_desk(folder / "home", folder / "work", "default/bench", at="2029-06-01T00:00:00Z")


def fill(folder: Path, count: int, single: bool) -> tuple[int, int]:
    """So many observations in raw/; gives how many they are, and in how many sessions."""
    desk, rng = _desk(folder), random.Random(SEED)
    plain = os.fsync
    os.fsync = lambda fd: None  # noqa: ARG005 only the making of it
    try:
        if single:
            return write_session(desk, rng, "s000000", 0, count // (7 + LOOKS), LOOKS), 1
        made = sessions = 0
        while made < count:
            made += write_session(desk, rng, f"s{sessions:06d}", sessions // 3, TASKS, LOOKS)
            sessions += 1
        return made, sessions
    finally:
        os.fsync = plain


def compile_here(folder: Path) -> dict[str, Any]:
    """Compiles, and tells what that took."""
    desk = _desk(folder)
    before, beside = _peak("self"), _Watch()
    began = time.perf_counter()
    with beside:
        compile_projects(desk, Choice(every=True, project=desk.project), How(index=False))
    wall = time.perf_counter() - began
    kept = sum(file.stat().st_size for file in (desk.home.index(desk.project) / "extracts").glob("*.json"))
    return {
        "peak_mb": _peak("self"),
        "beside_mb": beside.peak,
        "start_mb": before,
        "facts_mb": round(kept / 2**20, 1),
        "pages_mb": round(sum(file.stat().st_size for file in desk.wiki.rglob("*.md")) / 2**20, 1),
        "raw_mb": round(sum(file.stat().st_size for file in desk.home.raw(desk.project).rglob("*.jsonl")) / 2**20, 1),
        "wall_s": round(wall, 1),
    }


def _peak(process: str) -> int:
    """The largest resident size of a process since it became this program, in megabytes; 0 where it is gone."""
    try:
        told = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in told.splitlines() if line.startswith("VmHWM:")), 0)


class _Watch(threading.Thread):
    """Looks at this process's children, and keeps the largest size of one of them that runs Python."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._over = threading.Event()

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        """Looks ten times a second."""
        while not self._over.wait(0.1):
            for tasks in Path("/proc/self/task").glob("*/children"):
                for child in tasks.read_text().split():
                    self.peak = max(self.peak, _peak(child) if _reads(child) else 0)


def measure(count: int, single: bool) -> dict[str, Any]:
    """One size, compiled in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        made, sessions = fill(Path(folder), count, single)
        command = [sys.executable, __file__, "--here", folder]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {"observations": made, "sessions": sessions, **told}


def _reads(process: str) -> bool:
    """Whether it reads sessions: it was started for that, or is a copy of this process."""
    try:
        told = Path(f"/proc/{process}/cmdline").read_text()
        return "extraction" in told or told == Path("/proc/self/cmdline").read_text()
    except OSError:
        return False


def _largest(row: dict[str, Any]) -> int:
    return max(int(row["peak_mb"]), int(row["beside_mb"]))


def main() -> int:
    """Prints the figures; 1 where the bound over many sessions is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--counts", default="10000,50000,100000")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        print(json.dumps(compile_here(asked.here)))
        return 0
    counts = [int(one) for one in asked.counts.split(",")]
    many = [measure(count, single=False) for count in counts]
    one = [measure(count, single=True) for count in (counts[0], counts[-1])]
    small, large = many[0], many[-1]
    found: dict[str, Any] = {
        "schema": "memwiki.eval.compile-memory/1",
        "python": platform.python_version(),
        "many_sessions": many,
        "one_session": one,
        "ratio": {
            "observations": round(large["observations"] / small["observations"], 1),
            "peak": round(large["peak_mb"] / small["peak_mb"], 2),
            "one_session_peak": round(_largest(one[-1]) / _largest(one[0]), 2),
        },
    }
    print(json.dumps(found, indent=2))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return 0 if found["ratio"]["peak"] <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
