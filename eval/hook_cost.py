#!/usr/bin/env python3
"""What one hook costs: medians over many runs beside a bare interpreter, printed in one run.

usage: hook_cost.py [--runs N] [--tail N] [--peer] [--json eval/results/hook_cost.json]

Each row is the ratio of median wall times to that of `python -I -S -c pass`, measured in turns, so that a busy
machine weighs on each alike. fsync stands by itself: the same prompt with `spool.fsync` on `always` and on `never`.
`--tail` runs of a tool event give its p99. `--peer` adds a row for another program's hook (musclememory, installed
into a venv of its own with Python 3.12 or newer); its ratio is to the bare start of that interpreter.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.capture.project import place_of
from memwiki.hooks.bundle import STUB, install_bin

BOUNDS = {"tool 4 KB": 2.0, "tool 4 KB with a secret": 5.0, "tool 200 KB": 4.0}
TAIL_BOUND = 3.0  # p99 over the median
_FAKE = "ghp" + "_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
ASKED = "merg cart lin twic"  # words as the hook reduces them
_PEER = "thewariend-musclememory"


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


def with_skills(scratch: Path, count: int) -> str:
    """A project for which the hook knows so many skills; the newest is looked at, given once and then held back."""
    work = scratch / "skilled"
    (work / ".git").mkdir(parents=True)
    (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    place = place_of(str(work), str(Path.home()))
    own = {"files": [[f"src/a{n}.py", False] for n in range(4)], "edits": [], "places": [], "until": "", "blocked": ""}
    told = [
        {
            **own,
            "id": f"skill-{n:012d}",
            "version": 1,
            "page": f"skills/{n}.md",
            "core": ASKED.split() if not n else [f"word{n}{m}" for m in range(6)],
            "what": [],
            "words": [*(ASKED.split() if not n else []), *(f"term{n}{m}" for m in range(100))],
            "note": "<memwiki-skill>\n" + "one line of a note, as long as they are\n" * 25 + "</memwiki-skill>\n",
            "warning": "Changed: {files}",
        }
        for n in range(count)
    ]
    file = scratch / "home" / "state" / "prompts" / place.workspace / f"{place.name}.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"schema": "memwiki.prompts/1", "weights": {}, "skills": told}), "utf-8")
    return str(work)


def log_lines(size: int) -> str:
    """Output as commands print it."""
    line = '2026-09-25T09:00:{:02d}Z level=info component=agent-{} msg="watch restarted" took={}ms\n'
    text = "".join(line.format(n % 60, n % 9, 100 + n % 800) for n in range(size // 70))
    return text[: size - 24] + "\n4 passed in 0.66s"


def timed(command: list[str], stdin: bytes, **environment: str) -> float:
    """Milliseconds of one run."""
    env = {**os.environ, **environment}
    begin = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=env)
    return (time.perf_counter() - begin) * 1000


def measure(runs: int, tail: int) -> dict[str, Any]:
    """Medians in milliseconds and ratios."""
    with tempfile.TemporaryDirectory(prefix="memwiki-cost-") as scratch:
        home, cwd = Path(scratch) / "home", str(Path(scratch) / "work")
        Path(cwd, ".git").mkdir(parents=True)
        Path(cwd, ".git", "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        install_bin(home, sys.executable)
        hook = [sys.executable, "-I", "-S", str(home / "bin" / STUB), "--agent", "claude-code"]
        bare = [sys.executable, "-I", "-S", "-c", "pass"]
        small = log_lines(3600)
        skilled = with_skills(Path(scratch), 50)
        cases = {
            "bare interpreter": (bare, b"", ""),
            "tool 4 KB": (hook, payload(small, cwd), "turns"),
            "tool 4 KB with a secret": (hook, payload(f"{small}\nexport GITHUB_TOKEN={_FAKE}\n", cwd), "turns"),
            "tool 200 KB": (hook, payload(log_lines(200_000), cwd), "turns"),
            "prompt 4 KB, no fsync": (hook, prompt(small, cwd), "never"),
            "prompt 4 KB, fsync": (hook, prompt(small, cwd), "always"),
            "prompt, no skill known": (hook, prompt(ASKED, cwd), "never"),
            "prompt, 50 skills, none fits": (hook, prompt("Paint the gallery in another blue", skilled), "never"),
            "prompt, 50 skills, one fits": (hook, prompt(ASKED, skilled), "never"),
        }
        taken: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(runs + 2):
            for name, (command, stdin, fsync) in cases.items():
                taken[name].append(timed(command, stdin, MEMWIKI_SPOOL_FSYNC=fsync or "turns"))
        medians = {name: statistics.median(times[2:]) for name, times in taken.items()}
        spread = _tail(hook, payload(small, cwd), bare, tail) if tail else None
    base = medians["bare interpreter"]
    return {
        "schema": "memwiki.eval.hook-cost/2",
        "python": platform.python_version(),
        "system": platform.platform(),
        "load": os.getloadavg()[0],
        "runs": runs,
        "median_ms": {name: round(value, 2) for name, value in medians.items()},
        "ratio": {name: round(value / base, 2) for name, value in medians.items()},
        "bound": BOUNDS,
        "fsync_ms": round(medians["prompt 4 KB, fsync"] - medians["prompt 4 KB, no fsync"], 2),
        "tail": spread,
    }


def _tail(hook: list[str], stdin: bytes, bare: list[str], runs: int) -> dict[str, float]:
    """Median and p99 of many runs of one event; the bare interpreter's beside them tell how calm the machine was."""
    times = [(timed(hook, stdin), timed(bare, b"")) for _ in range(runs)]
    found: dict[str, float] = {"runs": runs}
    for name, column in (("hook", 0), ("bare", 1)):
        row = sorted(one[column] for one in times)
        found[f"{name}_median_ms"] = round(statistics.median(row), 2)
        found[f"{name}_p99_ms"] = round(row[int(len(row) * 0.99) - 1], 2)
        found[f"{name}_p99_ratio"] = round(found[f"{name}_p99_ms"] / found[f"{name}_median_ms"], 2)
    return found


def peer(runs: int) -> dict[str, Any] | str:
    """The other program's hook over the same event beside its own interpreter; else why there is none."""
    python = _newer_python()
    if not python:
        return "no Python 3.12 or newer was found"
    with tempfile.TemporaryDirectory(prefix="memwiki-peer-") as scratch:
        place = Path(scratch)
        venv = place / "venv" / "bin"
        environment = {
            "MM_HOME": str(place / "mm"),
            "HOME": str(place),
            "MM_EMBEDDING_PROVIDER": "lexical-hash",
            "MM_EMBEDDING_MODEL": "local-lexical-v1",
            "MM_EMBEDDING_DIM": "128",
        }
        work = place / "work"
        work.mkdir()
        steps = (
            [python, "-m", "venv", str(place / "venv")],
            [str(venv / "pip"), "install", "--quiet", "--disable-pip-version-check", _PEER],
            [str(venv / "musclememory"), "init"],
            [str(venv / "musclememory"), "connect", "claude", "--project", str(work)],
        )
        for step in steps:
            done = subprocess.run(
                step, capture_output=True, text=True, check=False, env={**os.environ, **environment}, timeout=900
            )
            if done.returncode:
                return f"{Path(step[0]).name} {step[1]} failed: {(done.stderr.strip().splitlines() or ['?'])[-1][:100]}"
        held = json.loads((work / ".claude" / "settings.json").read_text("utf-8"))["hooks"]
        hook = shlex.split(held["PostToolUse"][0]["hooks"][0]["command"])
        timed(hook, prompt("run the tests", str(work)), **environment)
        bare = [str(venv / "python"), "-I", "-S", "-c", "pass"]
        times = [
            (timed(hook, payload(log_lines(3600), str(work)), **environment), timed(bare, b"")) for _ in range(runs)
        ]
    own, base = (statistics.median(one[column] for one in times) for column in (0, 1))
    return {
        "name": _PEER,
        "runs": runs,
        "median_ms": round(own, 1),
        "bare_ms": round(base, 1),
        "ratio": round(own / base, 1),
    }


def _newer_python() -> str:
    kept = sorted(Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python3"))
    found = (shutil.which(f"python3.{minor}") for minor in range(12, 16))
    for one in [sys.executable, *filter(None, found), *map(str, kept)]:
        asked = [one, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 12))"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            return one
    return ""


def shown(found: dict[str, Any]) -> None:
    """Prints the table."""
    for name, ratio in found["ratio"].items():
        bound = f"  (at most {BOUNDS[name]})" if name in BOUNDS else ""
        print(f"{name:26} {found['median_ms'][name]:8.2f} ms  {ratio:6.2f}x{bound}")
    print(f"{'one fsync':26} {found['fsync_ms']:8.2f} ms")
    if found["tail"]:
        tail = found["tail"]
        print(
            f"{'p99 of tool 4 KB':26} {tail['hook_p99_ms']:8.2f} ms  {tail['hook_p99_ratio']:6.2f}x its median of "
            f"{tail['runs']} runs (at most {TAIL_BOUND}); the bare interpreter's: {tail['bare_p99_ratio']}x"
        )
    other = found.get("peer")
    if isinstance(other, dict):
        print(f"{other['name'][:26]:26} {other['median_ms']:8.1f} ms  {other['ratio']:6.1f}x its own bare interpreter")
    elif other:
        print(f"peer: {other}")


def main() -> int:
    """Prints the table; 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--tail", type=int, default=0)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.runs, options.tail)
    if options.peer:
        try:
            found["peer"] = peer(max(3, options.runs // 10))
        except (OSError, subprocess.SubprocessError, KeyError, ValueError) as error:
            found["peer"] = f"{type(error).__name__}: its hook could not be run"
    shown(found)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    wide = bool(found["tail"]) and found["tail"]["hook_p99_ratio"] > TAIL_BOUND
    return int(wide or any(found["ratio"][name] > bound for name, bound in BOUNDS.items()))


if __name__ == "__main__":
    sys.exit(main())
