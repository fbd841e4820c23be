"""`memwiki run` in a real terminal: each program draws in it, follows its size and ends by its keys as without it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time
from pathlib import Path

import pytest
from clients import OTHERS, PACKAGES, fetch, missing
from machine import Machine, scratch

pytestmark = pytest.mark.agents

OPTIONS = {"claude-code": ["--dangerously-skip-permissions"], "codex": ["--dangerously-bypass-hook-trust"]}
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}  # what a terminal is asked, and says
CONTROL_C = b"\x03"


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execve(command[0], command, environment)
        self.shown = b""
        self.resize(40, 120)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, quiet: float, most: float) -> int:
        """Reads until so many seconds nothing came, at most so long; gives how many bytes did."""
        before, end = len(self.shown), time.monotonic() + most
        while time.monotonic() < end and select.select([self.master], [], [], quiet)[0]:
            with contextlib.suppress(OSError):  # its other end is closed
                piece = os.read(self.master, 65536)
                self.shown += piece
                for asked, answer in ANSWERS.items():
                    if asked in piece:
                        os.write(self.master, answer)
                continue
            break
        return len(self.shown) - before

    def ended(self, seconds: float) -> int | None:
        """The exit code; None where it still runs."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.2, 0.5)
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                return os.waitstatus_to_exitcode(status)
        return None


def drive(machine: Machine, command: list[str]) -> tuple[int, int | None]:
    """Lets it draw, makes the window smaller, presses Ctrl-C until it ends; gives what was drawn anew, and its code."""
    environment = {**machine.client.env(), "TERM": "xterm-256color", "MEMWIKI_INDEX_VECTORS": "false"}
    terminal = Terminal(command, machine.client.folder, environment)
    end = time.monotonic() + 90
    while terminal.shown.count(b"\x1b[") <= 50 and time.monotonic() < end:
        terminal.read(1, 5)
    terminal.read(6, 30)
    assert terminal.shown.count(b"\x1b[") > 50
    terminal.resize(30, 90)
    anew = terminal.read(2, 10)
    code = None
    for _ in range(20):
        with contextlib.suppress(OSError):
            os.write(terminal.master, CONTROL_C)
        code = terminal.ended(0.7)  # some want it twice within a second
        if code is not None:
            break
    code = terminal.ended(20) if code is None else code
    os.close(terminal.master)
    return anew, code


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "opencode", "copilot-cli"])
def test_a_program_has_the_terminal_as_without_memwiki(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, agent: str
) -> None:
    if reason := missing():
        pytest.skip(reason)
    assert agent in {**PACKAGES, **OTHERS}
    kept = os.environ.get("MEMWIKI_TEST_NPM")
    program = fetch(agent, Path(kept) if kept else tmp_path_factory.mktemp("npm"))
    with scratch(tmp_path, {agent: program}) as machine:
        machine.client.paths = [str(program.parent)]
        if agent == "codex":
            machine.client.prepare_codex()
        else:
            machine.client.prepare(agent)
        machine.memwiki("install", agent)
        options = OPTIONS.get(agent, [])

        plain = drive(machine, [str(program), *options])
        ours = drive(machine, [sys.executable, "-m", "memwiki", "run", agent, *options])

        assert ours[1] in (0, 1, 130)  # which of them hangs on when the last key came
        assert plain[1] in (0, 1, 130, -2)
        assert (ours[0] > 0) == (plain[0] > 0)
        (stream,) = json.loads(machine.memwiki("workstreams", "--json"))["workstreams"]
        assert [(run["how"], run["exit"]) for run in stream["runs"]] == [("new", ours[1])]
