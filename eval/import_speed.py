#!/usr/bin/env python3
"""How fast transcripts come in, and in how much memory: generated files, the real command, a process of its own.

usage: import_speed.py [--mb 1024] [--small 64] [--json eval/results/import_speed.json]

One file of --mb megabytes is one very long session in Claude Code's format: results of tools stand there twice, as in
real files, with pictures, copied file contents and lines of the program between them. A second set of --small megabytes
lies in many files of ordinary size. Reading the same again shows what nothing new costs.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOUND_MB_S, BOUND_RSS_MB = 20.0, 200
COPY, BLOCK = "@@@@", 24_000_000
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
WORDS = (
    "request handler returns cached value after retry when session timer expires and queue worker stops reading batch "
    "because limit of parser was raised in config for billing export job which writes rows into ledger table"
).split()


class Writer:
    """Writes one session line by line."""

    def __init__(self, rng: random.Random, session: str, day: int) -> None:
        self.rng, self.session, self.number = rng, session, 0
        self.at = START + timedelta(days=day)
        self.picture = base64.b64encode(rng.randbytes(150_000)).decode()

    def text(self, size: int) -> str:
        """Lines of code and prose of about this many bytes."""
        rng, parts, left = self.rng, [], size
        while left > 0:
            name = "_".join(rng.sample(WORDS, 2))
            line = f"src/{rng.choice(WORDS)}/{name}.py:{rng.randrange(900)}: " + " ".join(rng.choices(WORDS, k=9))
            parts.append(line)
            left -= len(line) + 1
        return "\n".join(parts)

    def line(self, kind: str, **more: Any) -> str:
        """One line with what every line has."""
        self.number += 1
        self.at += timedelta(seconds=2)
        row = {
            "parentUuid": f"{self.session}-{COPY}-{self.number - 1:08d}",
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/dev/shopfront",
            "sessionId": self.session,
            "version": "2.1.246",
            "gitBranch": "main",
            "type": kind,
            "uuid": f"{self.session}-{COPY}-{self.number:08d}",
            "timestamp": self.at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            **more,
        }
        return json.dumps(row, separators=(",", ":")) + "\n"

    def said(self, message: str, stop: str | None, *blocks: dict[str, Any]) -> Iterator[str]:
        """An agent's message: a line for each of its blocks."""
        usage = {"input_tokens": 4, "cache_read_input_tokens": 15800, "output_tokens": 96, "service_tier": "standard"}
        for block in blocks:
            head = {"model": "claude-sonnet-5", "id": message, "type": "message", "role": "assistant"}
            yield self.line("assistant", message={**head, "content": [block], "stop_reason": stop, "usage": usage})

    def call(self, name: str, given: dict[str, Any], content: str, result: Any) -> Iterator[str]:
        """A tool call and its result."""
        call = f"toolu_{self.session[:8]}{COPY}{self.number:012d}"
        block = {"type": "tool_use", "id": call, "name": name, "input": given}
        yield from self.said(f"msg_{self.session}{COPY}{self.number}", "tool_use", block)
        answer = {"tool_use_id": call, "type": "tool_result", "content": content}
        yield self.line("user", message={"role": "user", "content": [answer]}, toolUseResult=result)

    def task(self) -> Iterator[str]:
        """A prompt, some reading, an edit, a test run, an answer; now and then a picture or a line of the program."""
        rng = self.rng
        prompt: Any = (
            f"raise the limit of the {rng.choice(WORDS)} {rng.choice(WORDS)} to {rng.randrange(900)} and test it"
        )
        if rng.random() < 0.02:
            picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": self.picture}}
            prompt = [{"type": "text", "text": prompt}, picture]
        yield self.line("user", message={"role": "user", "content": prompt})
        yield json.dumps({"type": "file-history-snapshot", "snapshot": {"files": self.text(1500)}}) + "\n"
        for _ in range(rng.randrange(2, 6)):
            path = f"/home/dev/shopfront/src/{rng.choice(WORDS)}.py"
            body = self.text(rng.choice((800, 2500, 6000, 12000)))
            file = {"filePath": path, "content": body, "numLines": 80, "startLine": 1, "totalLines": 80}
            yield from self.call("Read", {"file_path": path}, body, {"type": "text", "file": file})
        found = self.text(rng.choice((400, 1500, 5000)))
        yield from self.call("Bash", {"command": f"grep -rn {rng.choice(WORDS)} src"}, found, {"stdout": found})
        old, new = self.text(200), self.text(260)
        edit = {"file_path": "/home/dev/shopfront/src/a.py", "old_string": old, "new_string": new}
        told = {"filePath": edit["file_path"], "oldString": old, "newString": new, "originalFile": self.text(7000)}
        yield from self.call("Edit", edit, "The file has been updated.", told)
        verdict = f"{self.text(900)}\n{rng.randrange(2, 90)} passed in 0.31s"
        yield from self.call("Bash", {"command": "uv run pytest -q"}, verdict, {"stdout": verdict, "stderr": ""})
        done = {"type": "text", "text": f"Done: {self.text(500)}. All tests pass."}
        yield from self.said(f"msg_{self.session}{COPY}e{self.number}", "end_turn", done)


def write(path: Path, rng: random.Random, size: int, day: int = 0) -> None:
    """A transcript of about this many bytes: its turns again and again, each time under ids of their own."""
    writer = Writer(rng, f"{rng.randrange(16**8):08x}-bench", day)
    turns, made = list[str](), 0
    while made < min(size, BLOCK):
        turn = list(writer.task())
        turns += turn
        made += sum(map(len, turn))
    block = "".join(turns).encode()
    with path.open("wb") as file:
        for number in range(max(1, round(size / len(block)))):
            file.write(block.replace(COPY.encode(), f"{number:04d}".encode()))


def run(home: Path, place: Path) -> dict[str, Any]:
    """The import of a place by a process of its own: its figures and what it used."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "memwiki", "--home", str(home), "import", "claude-code", str(place)]
    done = subprocess.Popen(
        [*command, "--no-compile", "--json"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out = done.stdout.read() if done.stdout else b""
    said = done.stderr.read().decode("utf-8", "replace") if done.stderr else ""
    _, _, used = os.wait4(done.pid, 0)
    wall = time.perf_counter() - began
    if not out:
        raise SystemExit(said)
    told = json.loads(out)
    cpu = used.ru_utime + used.ru_stime
    read = told["read_bytes"] / 1e6
    return {
        "mb": round(read, 1),
        "observations": told["stored"],
        "known": told["known"],
        "cpu_s": round(cpu, 2),
        "wall_s": round(wall, 2),
        "mb_per_cpu_s": round(read / cpu, 1),
        "mb_per_s": round(read / wall, 1),
        "mb_per_s_with_free_cores": round(read / cpu * cores(), 1),  # at best: on a busy machine the wall tells little
        "peak_rss_mb": used.ru_maxrss // 1024,
        "raw_mb": round(sum(path.stat().st_size for path in home.rglob("raw/**/*.jsonl")) / 1e6, 1),
    }


def cores() -> int:
    """How many processors an import may use, at most as many as it has processes."""
    return min(3, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def measure(folder: Path, large: int, small: int) -> dict[str, Any]:
    """All rows."""
    rng = random.Random(20260914)
    one, many = folder / "large", folder / "many"
    one.mkdir()
    many.mkdir()
    for number in range(max(1, small // 2)):
        write(many / f"s{number:04d}.jsonl", rng, 2_000_000, number)
    write(one / "large.jsonl", rng, large * 1_000_000)
    found = {"many files": run(folder / "h1", many), "the same again": run(folder / "h1", many)}
    found["one large file"] = run(folder / "h2", one)
    with (one / "large.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(line.replace(COPY, "last") for line in Writer(rng, "later-bench", 200).task())
    found["one more turn"] = run(folder / "h2", one)
    for path in (folder / "h2" / "state").glob("imports/*"):
        path.unlink()
    found["all again without the ledger"] = run(folder / "h2", one)
    return found


def main() -> int:
    """Prints the figures; 1 if the speed or the memory is out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mb", type=int, default=1024)
    parser.add_argument("--small", type=int, default=64)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        found = measure(Path(folder), asked.mb, asked.small)
    found["python"] = platform.python_version()
    print(json.dumps(found, indent=2))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    row = found["one large file"]
    return 0 if row["mb_per_s_with_free_cores"] >= BOUND_MB_S and row["peak_rss_mb"] < BOUND_RSS_MB else 1


if __name__ == "__main__":
    sys.exit(main())
