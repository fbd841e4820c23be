"""Processes that read sessions beside us save time and change nothing, whatever becomes of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memwiki.app import crew as module
from memwiki.app.crew import Crew
from memwiki.app.extraction import Job, asked, found, known, written
from memwiki.records import SessionFacts

ANSWERS_NO = "import sys\nprint('ready', flush=True)\nfor _ in sys.stdin.buffer: print('n', flush=True)"
DIES_AT_WORK = "import sys\nprint('ready', flush=True)\nsys.stdin.buffer.readline()"
FAILS, ABORTS = "raise SystemExit(3)", "import os; os.abort()"
TALKS_NONSENSE = "print('hello', flush=True)\nimport sys\nsys.stdin.buffer.read()"


def _jobs(folder: Path, count: int = 12) -> list[Job]:
    jobs = []
    for number in range(count):
        key = f"claude-code-s{number:02}"
        part = folder / "raw" / key / "0001.sealed.jsonl"
        part.parent.mkdir(parents=True)
        rows = [
            {"event": "user-prompt", "text": f"From now on always use tool{number} here, never make."},
            {"event": "turn-end", "text": f"Noted, tool{number} it is.\n\nNext steps:\n- tell the others"},
        ]
        for at, row in enumerate(rows, 1):
            row |= {"id": f"{number}-{at}", "ts": f"2026-01-01T00:00:{at:02}.000Z", "agent": "claude-code"}
            row |= {"session": key, "cwd": "/w/x", "operator": "dev"}
        part.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        jobs.append(
            Job(key, (str(part),), str(folder / "index" / f"{key}.json"), f"rules {key}", roots=("/h/memwiki",))
        )
    return jobs


def _with_a_crew(jobs: list[Job]) -> dict[str, SessionFacts]:
    with Crew(most=2) as crew:
        crew.call(module.WORTH)
        told = {job.key: facts for job, facts in crew.facts(jobs)}
        mates = crew._mates
    assert [mate.over for mate in mates] == [True, True]
    return told


def _children() -> set[str]:
    return {task for path in Path("/proc/self/task").glob("*/children") for task in path.read_text().split()}


posix = pytest.mark.skipif(os.name != "posix", reason="there are no such processes elsewhere")


@posix
def test_a_crew_finds_and_keeps_what_we_find_alone(tmp_path: Path) -> None:
    jobs = _jobs(tmp_path)
    alone = {job.key: found(job) for job in jobs}

    assert _with_a_crew(jobs) == alone
    assert {job.key: known(job) for job in jobs} == alone


@posix
@pytest.mark.parametrize("program", [ANSWERS_NO, DIES_AT_WORK, TALKS_NONSENSE, FAILS, ABORTS])
def test_what_a_process_leaves_undone_is_done_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    jobs = _jobs(tmp_path)
    alone = {job.key: found(job) for job in jobs}
    monkeypatch.setattr(module, "_START", program)

    assert _with_a_crew(jobs) == alone


@posix
def test_a_process_that_never_answers_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = _jobs(tmp_path)
    alone = {job.key: found(job) for job in jobs}
    monkeypatch.setattr(module, "_START", "import sys; sys.stdin.buffer.read()")
    monkeypatch.setattr(module, "_PATIENCE_S", 0.0)

    assert _with_a_crew(jobs) == alone


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_no_process_is_left_behind_when_work_is_broken_off(tmp_path: Path) -> None:
    before = _children()

    def break_off() -> None:
        with Crew(most=2) as crew:
            crew.call(module.WORTH)
            next(crew.facts(_jobs(tmp_path)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()

    assert _children() == before


def test_little_work_starts_no_process(tmp_path: Path) -> None:
    jobs = _jobs(tmp_path, 2)
    with Crew(most=2) as crew:
        assert {job.key for job, _ in crew.facts(jobs)} == {job.key for job in jobs}
        assert crew._mates == []


def test_where_no_process_can_be_started_the_work_is_done_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = _jobs(tmp_path, 3)
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    with Crew(most=2) as crew:
        crew.call(module.WORTH)
        assert len(list(crew.facts(jobs))) == 3


def test_a_job_says_the_same_to_another_process() -> None:
    job = Job("a-\udcff", ("/x/\udcff/0001.jsonl", "/x/2"), "/c/é.json", "n", ("p",), ("q",), ("/h",), "/u")

    assert asked(written(job)) == job
    assert written(job).count(b"\n") == 1
