"""When a hook starts memwiki itself, and when it does not."""

import json
import os
import subprocess
import sys
import time

import pytest

from memwiki.hooks import launch
from memwiki.hooks.bundle import STUB, install_bin
from memwiki.spool.append import append

END = b'{"v":1,"event":"session-end"}\n'
TURN = b'{"v":1,"event":"turn-end"}\n'


@pytest.mark.parametrize(
    ("line", "age", "expected"), [(END, 0, True), (TURN, 0, False), (TURN, 700, True), (b"", 0, False)]
)
def test_what_has_ended_or_rests_waits_for_a_compile(tmp_path, line, age, expected):
    if line:
        append(str(tmp_path), "a", "s", line)
    append(str(tmp_path), "memwiki", "ledger-2026-09", END)
    append(str(tmp_path), "a", "own", END)
    assert launch.waiting(str(tmp_path), "a-own", time.time() + age) is expected


def test_sealed_segments_do_not_wait(tmp_path):
    path = append(str(tmp_path), "a", "s", END)
    os.rename(path, path.replace(".jsonl", ".sealed.jsonl"))
    assert not launch.waiting(str(tmp_path), "x", time.time())
    assert not launch.waiting(str(tmp_path / "missing"), "x", time.time())


def test_a_compile_between_its_seal_and_the_ready_file_is_waited_for(tmp_path):
    raw, ready = tmp_path / "raw", tmp_path / "ready.json"
    path = append(str(raw), "a", "s", END)
    os.rename(path, path.replace(".jsonl", ".sealed.jsonl"))
    assert launch.waiting(str(raw), "x", time.time(), str(ready))
    ready.write_text("{}")
    os.utime(ready, ns=(time.time_ns() + 10**9,) * 2)
    assert not launch.waiting(str(raw), "x", time.time(), str(ready))


def wait_for(path):
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if path.exists() and path.read_text("utf-8").endswith("\n"):
            return path.read_text("utf-8")
        os.sched_yield()
    raise AssertionError(f"{path} did not appear")


def run(tmp_path, event, at=None):
    home, work = tmp_path / "home", tmp_path / "work"
    work.mkdir(exist_ok=True)
    told = tmp_path / "told.txt"
    install_bin(home, sys.executable)
    program = f"import sys; open({str(told)!r}, 'w').write(' '.join(sys.argv[1:]) + '\\n')"
    (home / "state" / "hook.json").write_text(json.dumps({"launch": [sys.executable, "-c", program]}), "utf-8")
    command = [sys.executable, "-I", "-S", str(home / "bin" / STUB), "--agent", "claude-code"]
    command += ["--at", at] if at else []
    payload = json.dumps({"session_id": "s1", "cwd": str(work), "hook_event_name": event}).encode()
    done = subprocess.run(command, input=payload, capture_output=True, check=True, env={"HOME": str(tmp_path)})
    assert done.stdout == b""
    return told, home, work


def test_a_sessions_end_starts_a_compile_that_nobody_waits_for(tmp_path):
    told, home, work = run(tmp_path, "SessionEnd")
    assert wait_for(told) == f"--home {home} --cwd {work} compile --detached\n"


def test_a_turns_end_starts_nothing(tmp_path):
    told, _, _ = run(tmp_path, "Stop")
    assert not told.exists()


def test_with_an_instant_nothing_is_started(tmp_path):
    told, _, _ = run(tmp_path, "SessionEnd", "2026-09-14T09:12:03Z")
    assert not told.exists()


def test_a_program_that_is_gone_costs_nothing():
    assert launch.start(["/nonexistent/program"]) == 0
    launch.before_start(["/nonexistent/program"], "/h", "/w")


def test_a_compile_that_takes_too_long_is_not_waited_for(monkeypatch, tmp_path):
    monkeypatch.setattr(launch, "DEADLINE_S", 0.05)
    slow = [sys.executable, "-c", "import sys, time; time.sleep(float(sys.argv[1] == '--home'))"]
    assert launch.before_start(slow, str(tmp_path), str(tmp_path)) is False
    monkeypatch.setattr(launch, "DEADLINE_S", 30.0)
    assert launch.before_start([sys.executable, "-c", "pass"], str(tmp_path), str(tmp_path)) is True
    assert launch.before_start([str(tmp_path / "missing")], str(tmp_path), str(tmp_path)) is True
