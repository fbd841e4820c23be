#!/usr/bin/env python3
"""How many observations a second one process can store, beside what the disk itself can do.

usage: spool_speed.py [--seconds N] [--rounds N] [--json eval/results/spool_speed.json]

Lines of 1 KB go through the spool's own append: without fsync, with one every 50 ms, and with one each; beside them the
same lines to a plain file. All are measured in turns, some seconds in all.
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

from memwiki.spool.append import append
from memwiki.spool.read import read_segment, segments

LINE = b'{"v":1,"id":"0","ts":"2026-09-14T09:12:03.000Z","agent":"a","session":"s","event":"note","text":"%s"}\n'
BOUNDS = {"fsync every 50 ms": 5000, "fsync each": 1000}
_EVERY_S = 0.05


def line() -> bytes:
    """One observation of 1 KB."""
    return LINE % (b"x" * (1024 - len(LINE)))


def spooled(folder: Path, every: float | None) -> Callable[[float], int]:
    """A writer through the spool that syncs each time (0), at intervals, or never (None)."""

    def write(seconds: float) -> int:
        data, count, begin = line(), 0, time.perf_counter()
        last = now = begin
        while (now := time.perf_counter()) - begin < seconds:
            due = every is not None and now - last >= every
            last = now if due else last
            append(str(folder), "a", "s", data, due)
            count += 1
        return count

    return write


def plain(file: Path, sync: bool) -> Callable[[float], int]:
    """A writer to a plain file: the disk's own limit."""

    def write(seconds: float) -> int:
        data, count, begin = line(), 0, time.perf_counter()
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        while time.perf_counter() - begin < seconds:
            os.write(handle, data)
            if sync:
                os.fsync(handle)
            count += 1
        os.close(handle)
        return count

    return write


def measure(seconds: float, rounds: int) -> dict[str, Any]:
    """Observations a second, the median over the rounds."""
    with tempfile.TemporaryDirectory(prefix="memwiki-spool-") as scratch:
        place = Path(scratch)
        writers = {
            "no fsync": spooled(place / "never", None),
            "fsync every 50 ms": spooled(place / "often", _EVERY_S),
            "fsync each": spooled(place / "each", 0.0),
            "plain file, fsync each": plain(place / "plain", True),
            "plain file, no fsync": plain(place / "loose", False),
        }
        taken: dict[str, list[float]] = {name: [] for name in writers}
        counts = dict.fromkeys(writers, 0)
        for _ in range(rounds):
            for name, write in writers.items():
                count = write(seconds)
                counts[name] += count
                taken[name].append(count / seconds)
        for name, folder in (("no fsync", "never"), ("fsync every 50 ms", "often"), ("fsync each", "each")):
            held = sum(len(read_segment(path).observations) for path in segments(place / folder / "a-s"))
            assert held == counts[name], f"{name}: {held} of {counts[name]} are there"
    rates = {name: round(statistics.median(rows)) for name, rows in taken.items()}
    return {
        "schema": "memwiki.eval.spool-speed/1",
        "python": platform.python_version(),
        "system": platform.platform(),
        "load": os.getloadavg()[0],
        "seconds": seconds,
        "rounds": rounds,
        "per_second": rates,
        "of_the_disk": round(rates["fsync each"] / max(1, rates["plain file, fsync each"]), 2),
        "bound": BOUNDS,
    }


def main() -> int:
    """Prints the table; 1 where a bound is not kept and the disk is not the reason."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.seconds, options.rounds)
    for name, rate in found["per_second"].items():
        bound = f"  (at least {BOUNDS[name]:,})" if name in BOUNDS else ""
        print(f"{name:26} {rate:9,} a second{bound}")
    print(f"{'fsync each, of the disk':26} {found['of_the_disk']:9.0%}")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    slow = found["per_second"]["fsync each"] < BOUNDS["fsync each"] and found["of_the_disk"] < 0.5
    return int(slow or found["per_second"]["fsync every 50 ms"] < BOUNDS["fsync every 50 ms"])


if __name__ == "__main__":
    sys.exit(main())
