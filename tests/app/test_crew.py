"""Processes that read sessions beside us save time and change nothing, whatever becomes of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memwiki.app import beside
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


@pytest.fixture(autouse=True)
def any_work_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_A_COPY", 0)
    monkeypatch.setattr(module, "WORTH_A_NEW_ONE", 0)


@pytest.fixture
def new_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process with threads, which must not be copied."""
    monkeypatch.setattr(beside, "is_alone", lambda: False)


def _with_a_crew(jobs: list[Job]) -> dict[str, SessionFacts]:
    with Crew(most=2) as crew:
        told = {job.key: facts for job, facts in crew.facts(jobs)}
        mates = crew._mates
    assert [mate.over for mate in mates] == [True, True]
    return told


def _children() -> set[str]:
    return {task for path in Path("/proc/self/task").glob("*/children") for task in path.read_text().split()}


posix = pytest.mark.skipif(os.name != "posix", reason="there are no such processes elsewhere")


@posix
@pytest.mark.parametrize("alone", [True, False])
def test_a_crew_finds_and_keeps_what_we_find_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    monkeypatch.setattr(beside, "is_alone", lambda: alone and Path("/proc/self/task").is_dir())
    jobs = _jobs(tmp_path)
    expected = {job.key: found(job) for job in jobs}

    assert _with_a_crew(jobs) == expected
    assert {job.key: known(job) for job in jobs} == expected


@posix
@pytest.mark.usefixtures("new_processes")
@pytest.mark.parametrize("program", [ANSWERS_NO, DIES_AT_WORK, TALKS_NONSENSE, FAILS, ABORTS])
def test_what_a_process_leaves_undone_is_done_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    jobs = _jobs(tmp_path)
    alone = {job.key: found(job) for job in jobs}
    monkeypatch.setattr(beside, "_START", program)

    assert _with_a_crew(jobs) == alone


@posix
@pytest.mark.usefixtures("new_processes")
def test_a_process_that_never_answers_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = _jobs(tmp_path)
    alone = {job.key: found(job) for job in jobs}
    monkeypatch.setattr(beside, "_START", "import sys; sys.stdin.buffer.read()")
    monkeypatch.setattr(module, "_PATIENCE_S", 0.0)

    assert _with_a_crew(jobs) == alone


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_no_process_is_left_behind_when_work_is_broken_off(tmp_path: Path) -> None:
    before = _children()

    def break_off() -> None:
        with Crew(most=2) as crew:
            next(crew.facts(_jobs(tmp_path)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()

    assert _children() == before


def test_little_work_and_one_session_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = _jobs(tmp_path, 2)
    with Crew(most=2) as crew:
        assert {job.key for job, _ in crew.facts(jobs[:1])} == {jobs[0].key}
        assert crew._mates == []
        monkeypatch.undo()
        assert {job.key for job, _ in crew.facts(jobs)} == {job.key for job in jobs}
        assert crew._mates == []


def test_words_are_more_to_read_than_what_tools_gave(tmp_path: Path) -> None:
    spoken = b'{"event":"user-prompt","text":"use uv"}\n' * 60
    given = b'{"event":"tool-end","text":"something"}\n' * 60
    worth = module._SPOKEN * 60

    for data, count in ((spoken, 2), (given, 0)):
        part = tmp_path / f"{count}.jsonl"
        part.write_bytes(data)
        with pytest.MonkeyPatch.context() as patch, Crew(most=2) as crew:
            patch.setattr(module, "WORTH_A_COPY", worth)
            patch.setattr(module, "WORTH_A_NEW_ONE", worth)
            crew.call([[part], [], []])
            assert len(crew._mates) == (count if os.name == "posix" else 0)


@posix
@pytest.mark.usefixtures("new_processes")
def test_where_no_process_can_be_started_the_work_is_done_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = _jobs(tmp_path, 3)
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    with Crew(most=2) as crew:
        assert len(list(crew.facts(jobs))) == 3
        assert crew._mates == []


def test_a_copy_holds_no_file_of_ours(tmp_path: Path) -> None:
    """A lock that we hold must be free as soon as we are gone, whatever a copy is busy with."""
    if not beside.is_alone():
        pytest.skip("needs /proc, and a process of one thread")
    with (tmp_path / "lock").open("wb") as held:
        copy = beside.Beside.reader("")
        assert copy
        try:
            assert os.read(copy.answers, 6) == b"ready\n"
            files = Path(f"/proc/{copy.pid}/fd")
            assert held.name not in {os.readlink(one) for one in files.iterdir()}
            assert {os.readlink(files / str(number)) for number in (0, 1, 2)} == {os.devnull}
        finally:
            copy.end()


def test_a_job_says_the_same_to_another_process() -> None:
    job = Job("a-\udcff", ("/x/\udcff/0001.jsonl", "/x/2"), "/c/é.json", "n", ("p",), ("q",), ("/h",), "/u")

    assert asked(written(job)) == job
    assert written(job).count(b"\n") == 1
