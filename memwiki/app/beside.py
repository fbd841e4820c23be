"""A process beside this one that reads sessions, with a pipe each way: a copy of this one, or where that is not safe a
new one.

A copy has the rules at hand and is there at once. It is taken only of a process with a single thread, so that no other
can hold a lock or be in the middle of something; it keeps no file of ours open, and ends without a look back.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from memwiki.app.extraction import serve

_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from memwiki.app.extraction import serve; "
    "serve(sys.stdin.buffer, sys.stdout.buffer, sys.argv[2])"
)


def is_alone() -> bool:
    """Whether this process has one thread, of whoever's making. Only Linux tells."""
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


@dataclass(slots=True)
class Beside:
    """One such process: where its jobs go, and where its answers come from, as file descriptors."""

    pid: int
    jobs: int
    answers: int
    process: subprocess.Popen[bytes] | None = None  # where it is no copy

    @classmethod
    def start(cls, programs: str) -> Beside | None:
        """A process that is getting ready; None where there can be none. `programs` is the file of expressions."""
        take, jobs = os.pipe()
        answers, give = os.pipe()
        try:
            if is_alone():
                return cls(_copy(take, give), jobs, answers)
            process = _new(take, give, programs)
            return cls(process.pid, jobs, answers, process)
        except OSError:
            os.close(jobs)
            os.close(answers)
            return None
        finally:
            os.close(take)
            os.close(give)

    def end(self) -> None:
        """Ends it, whatever it does."""
        if self.process:
            self.process.kill()
            self.process.wait()
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.jobs)
        os.close(self.answers)


def _new(take: int, give: int, programs: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-c", _START, str(Path(__file__).resolve().parents[2]), programs]
    return subprocess.Popen(command, stdin=take, stdout=give, stderr=subprocess.DEVNULL)


def _copy(take: int, give: int) -> int:
    pid = os.fork()
    if not pid:
        _read_sessions(take, give)
    return pid


def _read_sessions(take: int, give: int) -> NoReturn:
    """What a copy does, and all that it does: nothing that this process has begun may be ended or told twice."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()  # what we hold stays ours, and in one place
        _let_go({take, give})
        serve(os.fdopen(take, "rb"), os.fdopen(give, "wb"))
    finally:
        os._exit(0)


def _let_go(kept: set[int]) -> None:
    """Leads every other open file nowhere: locks and pipes are then held by those alone who took them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in list(Path("/proc/self/fd").iterdir()):
        if int(file.name) not in kept | {nowhere}:
            with contextlib.suppress(OSError):
                os.dup2(nowhere, int(file.name))
