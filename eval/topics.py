#!/usr/bin/env python3
"""Many sessions on few topics: how many pages they make, how large a page gets, and what the last commits cost.

usage: topics.py [--sessions N] [--topics N] [--json eval/results/topics.json]

Each session makes one of the choices again, in one of four forms and for one of five reasons, changes a file and tests
it. Sessions are compiled as they end, one by one around the marks and in batches of fifty between, without vectors.
`pages` counts what is not a Session page, `topics_told` of these the pages of choices and rules; a commit's cost is the
CPU time inside `Repository.publish`, git's with it, a compile's all of its CPU time, each the median of the last ten.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.app.desk import Desk, open_desk
from memwiki.app.pipeline import Choice, How, compile_projects
from memwiki.spool.append import append
from memwiki.wiki.repository import Repository

SEED = 20261004
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
AREAS = (
    "invoice export,login page,search index,mail queue,report builder,cart total,audit trail,backup job,image resizer,"
    "webhook sender,price feed,session store,rate limiter,pdf renderer,user import,tax engine,chat relay,map tiles,"
    "video encoder,payment retry,stock sync,calendar feed,feature flags,push gateway,log shipper,schema loader,"
    "license check,coupon codes,geo lookup,csv parser,metrics board,theme editor,file scanner,spam filter,ledger close,"
    "shift planner,sensor bridge,label printer,route planner,voice notes,quiz editor,ticket inbox,form builder,"
    "crash reporter,device pairing,recipe box,tariff table,seat map,archive mover,release notes"
).split(",")
TOOLS = "postgres redis sqlite kafka rabbitmq nats duckdb clickhouse mysql etcd".split()
WHYS = (
    "it has to survive a restart of the worker",
    "the old one lost rows under load",
    "nobody on call knows the other one",
    "the auditors ask for a full trail",
    "it must run without a network",
)


def _told(topic: int, nth: int, rng: random.Random) -> list[tuple[str, str]]:
    """A session's prompts and answers: what it says on its topic this time."""
    area, tool, other = AREAS[topic], TOOLS[topic % len(TOOLS)], TOOLS[(topic + 3) % len(TOOLS)]
    why = WHYS[(topic + nth) % len(WHYS)]
    choice = (
        f"We decided to use {tool} for the {area} instead of {other}, because {why}.",
        f"Remember: the {area} uses {tool}, not {other}. {why[0].upper() + why[1:]}.",
        f"For the {area} we go with {tool}, not {other}, because {why}.",
        f"Let's keep {tool} for the {area}, not {other}: {why}.",
    )[nth % 4]
    task = f"Add a test for the {area} with {rng.randrange(5, 900)} entries and run it."
    return [(choice, f"Understood: the {area} uses {tool}."), (task, f"The {area} test passes with {tool}.")]


def _write(desk: Desk, name: str, topic: int, nth: int, rng: random.Random) -> None:
    at = START + timedelta(hours=9 * int(name[1:]))
    slug = AREAS[topic].replace(" ", "_")
    number = 0

    def line(event: str, **more: Any) -> None:
        nonlocal at, number
        number, at = number + 1, at + timedelta(seconds=20)
        record = {
            "v": 1,
            "id": f"01T{name[1:]}{number:04d}",
            "ts": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            "agent": "claude-code",
            "session": name,
            "event": event,
            "cwd": "/w/topics",
            "operator": "dev",
            **more,
        }
        append(str(desk.home.raw(desk.project)), "claude-code", name, json.dumps(record).encode() + b"\n")

    for prompt, answer in _told(topic, nth, rng):
        line("user-prompt", text=prompt)
        path = f"/w/topics/src/{slug}.py"
        edit = {"path": path, "old": f"N = {rng.randrange(99)}", "new": f"N = {rng.randrange(99)}"}
        line("tool-end", tool={"name": "Edit", "family": "edit", "input": edit, "output": "", "ok": True}, files=[path])
        shell = {"command": f"pytest -q tests/test_{slug}.py"}
        passed = f"{rng.randrange(2, 40)} passed in 0.2s"
        line(
            "tool-end",
            tool={"name": "Bash", "family": "shell", "input": shell, "output": passed, "ok": True, "exit": 0},
        )
        line("turn-end", text=answer)
    line("session-end", via="exit")


def measure(folder: Path, sessions: int, topics: int) -> dict[str, Any]:
    """The figures, for so many sessions on so many topics."""
    (folder / "work").mkdir()
    desk = open_desk(folder / "home", folder / "work", "default/topics", at="2028-06-01T00:00:00Z")
    rng = random.Random(SEED)
    order = [n % topics for n in range(sessions)]
    rng.shuffle(order)
    nth: Counter[int] = Counter()
    marks: dict[int, dict[str, Any]] = {}
    spent = _watched()
    costs: list[tuple[float, float]] = []
    for number, topic in enumerate(order, 1):
        _write(desk, f"s{number:06d}", topic, nth[topic], rng)
        nth[topic] += 1
        if number == 1 or number > sessions - 10 or any(0 <= mark - number < 10 for mark in _marks(sessions)):
            costs.append(_compile(desk, spent))
        elif number % 50 == 0:
            _compile(desk, spent)
        if number in _marks(sessions):
            marks[number] = _state(desk.wiki, topics) | {
                "commit_ms": round(1000 * statistics.median(cost for cost, _ in costs[-10:]), 1),
                "compile_ms": round(1000 * statistics.median(cost for _, cost in costs[-10:]), 1),
            }
    first, last = min(marks), max(marks)
    return {
        "schema": "memwiki.eval.topics/1",
        "python": platform.python_version(),
        "sessions": sessions,
        "topics": topics,
        "after": {str(number): row for number, row in marks.items()},
        "ratio": {
            "sessions": round(last / first, 1),
            **{
                name: round(marks[last][name] / marks[first][name], 2)
                for name in ("pages", "largest_bytes", "commit_ms", "compile_ms")
            },
        },
    }


def _marks(sessions: int) -> list[int]:
    return sorted({max(1, sessions // 10), sessions})


def _watched() -> list[float]:
    """The seconds of every publication from now on, without what the caller does while git follows (`then`)."""
    spent: list[float] = []
    plain = Repository.publish

    def publish(self: Repository, *given: Any, **named: Any) -> str | None:
        beside = 0.0
        then = named.get("then", lambda: None)

        def timed() -> None:
            nonlocal beside
            started = time.process_time()
            then()
            beside = time.process_time() - started

        begin = _cpu()
        try:
            return plain(self, *given, **(named | {"then": timed}))
        finally:
            spent.append(_cpu() - begin - beside)

    Repository.publish = publish  # type: ignore[method-assign]
    return spent


def _compile(desk: Desk, spent: list[float]) -> tuple[float, float]:
    begin = _cpu()
    compile_projects(desk, Choice(every=True, project=desk.project), How(index=False))
    return spent[-1], _cpu() - begin


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _state(wiki: Path, topics: int) -> dict[str, Any]:
    pages = {path.relative_to(wiki).as_posix(): path.stat().st_size for path in wiki.rglob("*.md")}
    kinds = Counter(path.split("/", 1)[0] for path in pages if not path.endswith(("index.md", "log.md")))
    kinds.pop("project.md", None)
    generated = {path: size for path, size in pages.items() if path.endswith(("index.md", "log.md"))}
    own = {path: size for path, size in pages.items() if path not in generated}
    largest = max(own, key=lambda path: own[path])
    told = sum(count for kind, count in kinds.items() if kind != "sessions")
    return {
        "pages": told,
        "a_topic": round(told / topics, 2),
        "topics_told": told - kinds["skills"],
        "kinds": dict(sorted(kinds.items())),
        "largest": largest,
        "largest_bytes": own[largest],
        "largest_generated": max(generated, key=lambda path: generated[path]),
        "largest_generated_bytes": max(generated.values()),
    }


def main() -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--topics", type=int, default=len(AREAS))
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), asked.sessions, asked.topics)
    print(json.dumps(found, indent=2))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
