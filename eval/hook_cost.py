#!/usr/bin/env python3
"""What one hook costs: medians over many runs beside a bare interpreter, printed in one run.

usage: hook_cost.py [--runs N] [--json eval/results/hook_cost.json]

Each row is the ratio of the hook's median wall time to that of `python -I -S -c pass`, both measured in turns, so
that a busy machine weighs on both alike. fsync is what a prompt costs more than a tool event of the same size.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.hooks.bundle import STUB, install_bin

BOUNDS = {"tool 4 KB": 2.5, "tool 4 KB with a secret": 6.0, "tool 200 KB": 5.0}
_FAKE = "ghp" + "_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"


def payload(output: str, cwd: str) -> bytes:
    """A PostToolUse of Claude Code whose command printed this."""
    return json.dumps(
        {
            "session_id": "5f0c2c1e-6d2b-4a0f-9f27-0c5a1d9b7e44",
            "transcript_path": "/home/dev/.claude/projects/-w-demo/5f0c2c1e.jsonl",
            "cwd": cwd,
            "permission_mode": "default",
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": "make test", "description": "Run tests"},
            "tool_response": {"stdout": output, "stderr": "", "interrupted": False, "isImage": False},
            "tool_use_id": "toolu_01AbCdEfGhIjKlMnOpQrStUv",
            "duration_ms": 812,
        }
    ).encode()


def prompt(text: str, cwd: str) -> bytes:
    """A UserPromptSubmit of Claude Code."""
    event = {"session_id": "5f0c2c1e", "cwd": cwd, "hook_event_name": "UserPromptSubmit", "prompt": text}
    return json.dumps(event).encode()


def log_lines(size: int) -> str:
    """Output as commands print it."""
    line = '2026-09-25T09:00:{:02d}Z level=info component=agent-{} msg="watch restarted" took={}ms\n'
    text = "".join(line.format(n % 60, n % 9, 100 + n % 800) for n in range(size // 70))
    return text[: size - 24] + "\n4 passed in 0.66s"


def timed(command: list[str], stdin: bytes) -> float:
    """Milliseconds of one run."""
    begin = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1000


def measure(runs: int) -> dict[str, Any]:
    """Medians in milliseconds and ratios."""
    with tempfile.TemporaryDirectory(prefix="memwiki-cost-") as scratch:
        home, cwd = Path(scratch) / "home", str(Path(scratch) / "work")
        Path(cwd, ".git").mkdir(parents=True)
        Path(cwd, ".git", "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        install_bin(home, sys.executable)
        hook = [sys.executable, "-I", "-S", str(home / "bin" / STUB), "--agent", "claude-code"]
        small = log_lines(3600)
        cases = {
            "bare interpreter": ([sys.executable, "-I", "-S", "-c", "pass"], b""),
            "tool 4 KB": (hook, payload(small, cwd)),
            "tool 4 KB with a secret": (hook, payload(f"{small}\nexport GITHUB_TOKEN={_FAKE}\n", cwd)),
            "tool 200 KB": (hook, payload(log_lines(200_000), cwd)),
            "prompt 4 KB, with fsync": (hook, prompt(small, cwd)),
        }
        taken: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(runs + 2):
            for name, (command, stdin) in cases.items():
                taken[name].append(timed(command, stdin))
    medians = {name: statistics.median(times[2:]) for name, times in taken.items()}
    bare = medians["bare interpreter"]
    return {
        "schema": "memwiki.eval.hook-cost/1",
        "python": platform.python_version(),
        "system": platform.platform(),
        "runs": runs,
        "median_ms": {name: round(value, 2) for name, value in medians.items()},
        "ratio": {name: round(value / bare, 2) for name, value in medians.items()},
        "bound": BOUNDS,
        "fsync_ms": round(medians["prompt 4 KB, with fsync"] - medians["tool 4 KB"], 2),
    }


def main() -> int:
    """Prints the table; 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.runs)
    for name, ratio in found["ratio"].items():
        bound = f"  (at most {BOUNDS[name]})" if name in BOUNDS else ""
        print(f"{name:26} {found['median_ms'][name]:8.2f} ms  {ratio:5.2f}x{bound}")
    print(f"{'fsync of a prompt':26} {found['fsync_ms']:8.2f} ms")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return int(any(found["ratio"][name] > bound for name, bound in BOUNDS.items()))


if __name__ == "__main__":
    sys.exit(main())
