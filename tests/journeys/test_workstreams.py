"""`memwiki run`: an agent's program started where the work stands, its terminal, arguments and exit code its own."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py

# Stands in for an agent: says what it was given, tells its hooks of a session, and ends as it is asked to.
AGENT = """#!{python}
import json, os, pathlib, signal, subprocess, sys, time
words = sys.argv[1:]
agent = {agent!r}
fresh = "s-" + str(time.time_ns())
session = next((words[n + 1] for n, word in enumerate(words[:-1]) if word in ("--resume", "resume")), fresh)
def hook(event, **more):
    told = dict(session_id=session, cwd=os.getcwd(), hook_event_name=event, **more)
    command = [{python!r}, "-m", "memwiki", "hook", "--agent", agent]
    return subprocess.run(command, input=json.dumps(told).encode(), capture_output=True).stdout.decode()
said = hook("SessionStart", source="startup")
print(json.dumps(dict(words=words, tty=[os.isatty(n) for n in (0, 1, 2)], said=said)), flush=True)
hook("UserPromptSubmit", prompt="Fix the login timeout in auth.py.")
if "--wait" in words:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
    print("waits", flush=True)
    time.sleep(60)
if "--talk" in words:
    tell = lambda text: os.write(1, text.encode())  # a signal may come while something is printed
    signal.signal(signal.SIGINT, lambda *_: tell("INTERRUPTED\\n"))
    signal.signal(signal.SIGWINCH, lambda *_: tell("SIZE %d %d\\n" % os.get_terminal_size()))
    print("talks", flush=True)
    for line in sys.stdin:
        print("HEARD", line.strip(), flush=True)
        if line.strip() == "quit":
            sys.stdin.readline()  # until it was heard: a terminal that closes may lose its last words
            sys.exit(5)
hook("Stop", last_assistant_message="The cookie is renewed now.\\n\\nNext steps:\\n- add a test for the renewal")
place = dict(claude=".claude/projects/x", codex=".codex/sessions/2026/01/01")[pathlib.Path(sys.argv[0]).name]
folder = pathlib.Path.home() / place
folder.mkdir(parents=True, exist_ok=True)
(folder / (session + ".jsonl")).write_text("{{}}")
hook("SessionEnd", reason="other")
sys.exit(int(words[words.index("--exit") + 1]) if "--exit" in words else 0)
"""


@pytest.fixture
def staffed(ada: Person) -> Person:
    """A person with stand-ins for claude and codex on PATH; nothing is compiled behind the person's back."""
    programs = ada.user / "programs"
    programs.mkdir()
    for name, agent in (("claude", "claude-code"), ("codex", "codex")):
        (programs / name).write_text(AGENT.format(python=sys.executable, agent=agent))
        (programs / name).chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    ada.extra |= {"PATH": path, "MEMWIKI_COMPILE_DETACHED": "false", "MEMWIKI_INDEX_VECTORS": "false"}
    return ada


def ran(person: Person, *words: str) -> Any:
    return person("run", *words, timed=False)


def heard(done: Any) -> Any:
    return json.loads(done.out.splitlines()[0])


def test_arguments_and_exit_code_pass_through_and_the_run_is_written_down(staffed: Person) -> None:
    done = ran(staffed, "claude", "-p", "--json", "--home", "x", "a b", "--exit", "3")

    assert done.code == 3
    assert heard(done)["words"] == ["-p", "--json", "--home", "x", "a b", "--exit", "3"]
    (stream,) = staffed("workstreams", "--json").json["workstreams"]
    (run,) = stream["runs"]
    assert (run["agent"], run["how"], run["exit"], len(run["sessions"])) == ("claude-code", "new", 3, 1)


def test_the_same_agent_resumes_and_another_gets_the_baton(staffed: Person) -> None:
    first = ran(staffed, "--name", "login", "claude", "-p", "go")
    assert heard(first)["words"] == ["-p", "go"]
    (key,) = staffed("workstreams", "--json").json["workstreams"][0]["sessions"]
    session = key.removeprefix("claude-code-")

    again = ran(staffed, "claude", "-p", "go on")
    assert heard(again)["words"] == ["--resume", session, "-p", "go on"]
    assert heard(ran(staffed, "claude", "--continue"))["words"] == ["--continue"]
    assert heard(ran(staffed, "claude", "mcp", "list"))["words"] == ["mcp", "list"]

    assert staffed("compile", "--no-vectors", "--all", timed=False).code == 0
    other = ran(staffed, "codex", "exec", "go on")
    assert heard(other)["words"] == ["exec", "go on"]
    assert "add a test for the renewal" in heard(other)["said"].lower()
    third = ran(staffed, "codex", "exec", "and on")
    assert heard(third)["words"][:2] == ["exec", "resume"]
    assert heard(third)["words"][3:] == ["and on"]

    shown = staffed("workstreams", "show", "login", "--json").json
    assert {run["how"] for run in shown["workstream"]["runs"]} == {"new", "resume", "handoff"}
    assert shown["workstream"]["agents"] == ["claude-code", "codex"]
    assert any("login timeout" in one["title"].lower() for one in shown["sessions"])
    assert staffed("workstreams", "search", "login", "login timeout", "--json").json["hits"]
    gone_on = staffed("workstreams", "continue", "login", "codex", "exec", "last", timed=False)
    assert heard(gone_on)["words"][:2] == ["exec", "resume"]
    fresh = ran(staffed, "--new", "claude", "-p", "else")
    assert heard(fresh)["words"] == ["-p", "else"]
    assert len(staffed("workstreams", "--json").json["workstreams"]) == 2


def test_a_plain_launch_belongs_to_no_workstream(staffed: Person) -> None:
    command = [str(staffed.user / "programs" / "claude"), "-p", "x"]
    subprocess.run(command, cwd=staffed.work, env=staffed.environment, capture_output=True, check=True)
    assert staffed("workstreams", "--json").json["workstreams"] == []


def test_what_cannot_be_run_is_said_clearly(staffed: Person) -> None:
    assert (ran(staffed, "nobody").code, ran(staffed, "--workstream", "nothing", "claude").code) == (2, 10)
    (staffed.user / "programs" / "codex").unlink()
    assert "would run" in ran(staffed, "--dry-run", "claude", "-p", "x").err
    staffed.extra["PATH"] = os.environ["PATH"]
    if not shutil.which("codex"):
        done = ran(staffed, "codex")
        assert (done.code, "not on PATH" in done.err) == (10, True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal device")
def test_the_agent_has_the_terminal_and_its_signals_to_itself(staffed: Person) -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    command = [sys.executable, "-m", "memwiki", "run", "claude", "--wait"]
    child = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=staffed.work,
        env=staffed.environment,
        start_new_session=True,
    )
    text = b""
    end = time.monotonic() + 60
    while b"waits" not in text and time.monotonic() < end:
        text += os.read(master, 65536)
    assert json.loads(text.splitlines()[0])["tty"] == [True, True, True]
    assert termios.tcgetattr(slave) == before

    child.send_signal(signal.SIGTERM)

    assert child.wait(60) == 7
    os.close(master)
    os.close(slave)
    (stream,) = staffed("workstreams", "--json").json["workstreams"]
    assert stream["runs"][0]["exit"] == 7


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal device")
def test_keys_ctrl_c_and_the_windows_size_reach_the_agent(staffed: Person) -> None:
    command = [sys.executable, "-m", "memwiki", "run", "claude", "--talk"]
    child, master = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests may run where it is ignored, behind a shell's &
        os.chdir(staffed.work)
        os.execve(command[0], command, staffed.environment)
    heard = b""

    def until(word: bytes) -> None:
        nonlocal heard
        end = time.monotonic() + 60
        while word not in heard and time.monotonic() < end:
            heard += os.read(master, 65536)
        assert word in heard, heard

    until(b"talks")
    os.write(master, b"hello\n")
    until(b"HEARD hello")
    os.write(master, b"\x03")
    until(b"INTERRUPTED")
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 111, 0, 0))
    until(b"SIZE 111 33")
    os.write(master, b"quit\n")
    until(b"HEARD quit")
    os.write(master, b"bye\n")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    os.close(master)
    (stream,) = staffed("workstreams", "--json").json["workstreams"]
    assert (stream["runs"][0]["exit"], len(stream["sessions"])) == (5, 1)


def test_an_agent_that_a_signal_ended_gives_128_and_its_number(staffed: Person) -> None:
    program = staffed.user / "programs" / "claude"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    assert ran(staffed, "claude").code == 128 + 9


def test_the_programs_names_are_known() -> None:
    from memwiki.app.running import NATIVE, named
    from memwiki.capture.agents import ADAPTERS, capabilities

    assert {named(capabilities(name).program) for name in ADAPTERS if capabilities(name).program} <= set(ADAPTERS)
    assert set(NATIVE) <= set(ADAPTERS)
