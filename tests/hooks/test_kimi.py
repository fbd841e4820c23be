"""Kimi Code's last words come out of the session's record: its Stop hook does not tell them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.hooks.bundle import STUB, install_bin

SESSION = "session_51a810e3"
STOP = {"hook_event_name": "Stop", "session_id": SESSION, "stop_hook_active": False}


def looped(kind, **more):
    event = {"type": "context.append_loop_event", "agentId": "main", "event": {"type": kind, **more}}
    return json.dumps(event, ensure_ascii=False)


def part(text):
    return looped("content.part", part={"type": "text", "text": text})


RECORD = [
    looped("step.begin", step=1),
    part("Let me look."),
    looped("tool.call", name="Bash"),
    looped("step.end"),
    looped("step.begin", step=2),
    looped("content.part", part={"type": "think", "think": "hm"}),
    part("add() adds now.\n\n"),
    part("Next steps:\n- 写测试"),
    looped("step.end"),
    '{"type":"turn.ended","note":"\\"content.part\\" broken',
]


@pytest.fixture
def stopped(tmp_path):
    home, person, work = tmp_path / "home", tmp_path / "user", tmp_path / "work"
    work.mkdir()
    install_bin(home, sys.executable)

    def stop(record, session=SESSION, folder=person / ".kimi-code", marker="", **environment):
        if record is not None:
            file = Path(folder) / "sessions" / "wd_calc_0f1d" / session / "agents" / "main" / "wire.jsonl"
            file.parent.mkdir(parents=True)
            file.write_text(record, "utf-8")
        (work / ".memwiki.toml").write_text(marker, "utf-8")
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(home / "bin" / STUB), "--agent", "kimi", "--at", "2026-09-14T09:12:03Z"],
            input=json.dumps({**STOP, "session_id": session, "cwd": str(work)}).encode(),
            capture_output=True,
            env={"HOME": str(person), "USER": "dev", "PATH": os.environ["PATH"], **environment},
            check=True,
        )
        assert done.stderr == b""
        lines = [
            json.loads(line)
            for path in home.rglob("raw/*/*/*/*.jsonl")
            for line in path.read_text("utf-8").splitlines()
        ]
        return [line.get("text", "") for line in lines]

    return stop


def test_the_last_steps_words_are_stored(stopped):
    assert stopped("\n".join(RECORD)) == ["add() adds now.\n\nNext steps:\n- 写测试"]


def test_they_are_found_in_the_folder_that_the_variable_names_and_at_the_end_of_a_long_record(stopped, tmp_path):
    own = tmp_path / "elsewhere"
    long = [part("x" * 1000)] * 2000
    assert stopped("\n".join([*long, *RECORD]), folder=own, KIMI_CODE_HOME=str(own))[0].startswith("add() adds now.")


@pytest.mark.parametrize(
    ("record", "session"),
    [(None, SESSION), ("", SESSION), ("\x00\n{}\n[]", SESSION), (part("x") + "\n" + looped("step.begin"), SESSION)],
)
def test_a_turn_without_words_is_a_turn(stopped, record, session):
    assert stopped(record, session) == [""]


@pytest.mark.parametrize("session", ["../../../../etc", ".", "a/b"])
def test_a_sessions_name_leads_nowhere_else(stopped, session):
    assert stopped(None, session) == [""]


def test_nothing_is_kept_of_it_where_nothing_may_be(stopped):
    assert stopped("\n".join(RECORD), marker='[capture]\nmode = "off"\n') == []
