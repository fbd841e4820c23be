#!/usr/bin/env python3
"""What a session's start and its prompts wait for: the hook's answers, in turns with a bare interpreter.

usage: start_block.py [--runs 20] [--json eval/results/start_block.json]

A scratch home is filled through the hook and compiled. Rows: a start with nothing pending; a start that compiles a
session of 200 events first (and must give its handoff); a prompt that no page fits; a prompt that one fits; the same
with a lexicon of 2,000 pages. Ratios are to `python -I -S -c pass`, measured in turns.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.hooks.bundle import STUB, install_bin
from memwiki.index.lexicon_build import Entry, build, terms_of

ROOT = Path(__file__).resolve().parent.parent
BOUNDS = {"start, nothing pending": 150.0, "start, 200 events to compile": 1500.0, "prompt, a page fits": 500.0}
_EVENTS = 200
_ASKS = "Which package manager do we use here, npm or pnpm?"
_OTHER = "Rename the button and move it a little to the left, please."


class Bench:
    """One scratch person."""

    def __init__(self, place: Path) -> None:
        self.place, self.home, self.work = place, place / "home", place / "work"
        (self.work / ".git").mkdir(parents=True)
        (self.work / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        install_bin(self.home, sys.executable)
        self.hook = [sys.executable, "-I", "-S", str(self.home / "bin" / STUB), "--agent", "claude-code"]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMWIKI_")}
        user = {"HOME": str(place), "MEMWIKI_HOME": str(self.home), "PYTHONPATH": str(ROOT)}
        self.environment = {**kept, **user, "MEMWIKI_SPOOL_FSYNC": "never"}

    def payload(self, event: str, session: str, **fields: Any) -> bytes:
        """One event of Claude Code."""
        told = {"session_id": session, "cwd": str(self.work), "hook_event_name": event, **fields}
        return json.dumps(told).encode()

    def call(self, event: str, session: str, at: str = "", **fields: Any) -> tuple[float, str]:
        """Milliseconds, and what the hook said."""
        command = [*self.hook, *(["--at", at] if at else [])]
        begun = time.perf_counter()
        done = subprocess.run(
            command,
            input=self.payload(event, session, **fields),
            capture_output=True,
            env=self.environment,
            check=True,
        )
        return (time.perf_counter() - begun) * 1000, done.stdout.decode("utf-8", "replace")

    def compile(self) -> None:
        """Compiles what waits."""
        command = [sys.executable, "-m", "memwiki", "compile", "--no-vectors", "--all"]
        subprocess.run(command, env=self.environment, cwd=self.work, capture_output=True, check=True)

    def cpu_of_compile(self) -> float:
        """CPU seconds of what a start waits for, with the same session again under another name."""
        self.session("again", _EVENTS)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "memwiki", "--cwd", str(self.work), "compile", "--for-start"]
        subprocess.run(command, env=self.environment, cwd=self.work, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def session(self, name: str, events: int) -> None:
        """One session of so many events, appended as the hook would, at its end just now."""
        calls = [("SessionStart", {"source": "startup"})]
        calls.append(("UserPromptSubmit", {"prompt": "From now on always use pnpm in this repository, never npm."}))
        for number in range(max(0, events - 4)):
            tool = {"command": f"python3 -m unittest test_{number}"}
            output = {"stdout": f"ran test {number}\n" * 20 + "OK", "stderr": "", "interrupted": False}
            calls.append(("PostToolUse", {"tool_name": "Bash", "tool_input": tool, "tool_response": output}))
        said = "The parser is done.\n\nNext steps:\n- write the notes for the release"
        calls += [("Stop", {"last_assistant_message": said}), ("SessionEnd", {"reason": "other"})]
        taker = (
            "import sys\nfrom memwiki.hooks.hot import Call, take\nimport time\n"
            "while head := sys.stdin.buffer.readline():\n"
            "    call = Call(['--agent', 'claude-code'], '')\n    call.frozen = True\n"
            "    take(call, sys.stdin.buffer.read(int(head)))\n"
        )
        told = b"".join(
            f"{len(data)}\n".encode() + data for data in (self.payload(event, name, **more) for event, more in calls)
        )
        subprocess.run([sys.executable, "-c", taker], input=told, env=self.environment, check=True)


def bare() -> float:
    """Milliseconds of an interpreter that does nothing."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    return (time.perf_counter() - begun) * 1000


def large_lexicon(bench: Bench) -> None:
    """A lexicon of 2,000 pages in place of the small one, the real pages among them."""
    (held,) = bench.home.glob("index/*/work-*/lexicon")
    kept = json.loads((held.parent / "lexicon.kept.json").read_text("utf-8"))["pages"]
    entries = []
    for path, one in kept.items():
        (file,) = bench.home.glob(f"wiki/*/work-*/{path}")
        stat = file.stat()
        told = {"id": one["id"], "path": path, "stat": [stat.st_mtime_ns, stat.st_size], "said": one["said"]}
        entries.append(Entry(told, one["terms"], one["names"]))
    for number in range(2000 - len(entries)):
        text = f"---\ntitle: Service {number} keeps topic{number % 97} in store{number % 31}\n---\n"
        text += " ".join(f"word{number * 7 % 1000 + n} detail{n * number % 500}" for n in range(40))
        entries.append(Entry({"id": f"x{number}", "path": "none.md", "stat": [], "said": ""}, *terms_of(text)))
    held.write_bytes(build(entries, {"en": ("<memwiki-recall>\n", "\n</memwiki-recall>\n")}))


def measure(runs: int) -> dict[str, Any]:
    """Medians in milliseconds, ratios, and whether each answer was right."""
    rows: dict[str, list[float]] = {}
    right: dict[str, int] = {}
    idle: list[float] = []
    cpu: list[float] = []

    def note(name: str, took: float, good: bool) -> None:
        rows.setdefault(name, []).append(took)
        right[name] = right.get(name, 0) + good
        idle.append(bare())

    with tempfile.TemporaryDirectory(prefix="memwiki-start-") as scratch:
        bench = Bench(Path(scratch) / "one")
        bench.session("first", 20)
        bench.compile()
        bench.call("SessionStart", "taker", source="startup")  # takes the handoff: what is left is the briefing
        for number in range(runs):
            took, said = bench.call("SessionStart", f"s{number}", at="2026-12-01T09:00:00Z", source="startup")
            note("start, nothing pending", took, "memwiki-briefing" in said)
            took, said = bench.call("UserPromptSubmit", f"p{number}", prompt=_OTHER)
            note("prompt, nothing fits", took, said == "")
            took, said = bench.call("UserPromptSubmit", f"q{number}", prompt=_ASKS)
            note("prompt, a page fits", took, "pnpm" in said)
        large_lexicon(bench)
        for number in range(runs):
            took, said = bench.call("UserPromptSubmit", f"r{number}", prompt=_OTHER)
            note("prompt, nothing fits, 2,000 pages", took, said == "")
            took, said = bench.call("UserPromptSubmit", f"t{number}", prompt=_ASKS)
            note("prompt, a page fits, 2,000 pages", took, "pnpm" in said)
        for number in range(max(3, runs // 4)):
            fresh = Bench(Path(scratch) / f"fresh{number}")
            fresh.session("long", _EVENTS)
            took, said = fresh.call("SessionStart", "next", source="startup")
            note("start, 200 events to compile", took, "write the notes" in said.lower())
            cpu.append(fresh.cpu_of_compile())
            shutil.rmtree(fresh.place, ignore_errors=True)
    base = statistics.median(idle)
    medians = {name: statistics.median(times) for name, times in rows.items()}
    return {
        "schema": "memwiki.eval.start-block/1",
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
        "bare_ms": round(base, 2),
        "ratio": {name: round(value / base, 2) for name, value in medians.items()},
        "median_ms": {name: round(value, 1) for name, value in medians.items()},
        "fastest_ms": {name: round(min(times), 1) for name, times in rows.items()},
        "right": {name: f"{right[name]}/{len(times)}" for name, times in rows.items()},
        "compile_cpu_s": round(statistics.median(cpu), 2),  # of the compile of 200 events alone, whatever else runs
        "bound_ms": BOUNDS,
    }


def main() -> int:
    """Prints the table; 1 where an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.runs)
    print(f"{'bare interpreter':36} {found['bare_ms']:8.1f} ms      (load {found['load']:.1f})")
    for name, ratio in found["ratio"].items():
        bound = f"  (at most {BOUNDS[name]:.0f} ms)" if name in BOUNDS else ""
        print(f"{name:36} {found['median_ms'][name]:8.1f} ms  {ratio:6.2f}x  right {found['right'][name]}{bound}")
    print(f"CPU of the compile of 200 events: {found['compile_cpu_s']} s")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0 if all(len(set(told.split("/"))) == 1 for told in found["right"].values()) else 1


if __name__ == "__main__":
    sys.exit(main())
