"""Processes beside this one, with a pipe each way: copies of this one, or where that is not safe new ones.

A copy has the rules at hand and is there at once. It is taken only of a process with a single thread, so that no other
can hold a lock or be in the middle of something; it keeps no file of ours open, and ends without a look back.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NoReturn

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


def cores() -> int:
    """How many processes of ours can run at the same time."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@dataclass(slots=True)
class Beside:
    """One such process: where its jobs go, and where its answers come from, as file descriptors."""

    pid: int
    jobs: int
    answers: int
    process: subprocess.Popen[bytes] | None = None  # where it is no copy

    @classmethod
    def reader(cls, programs: str) -> Beside | None:
        """A process that reads sessions, or None where there can be none. `programs` is the file of expressions."""
        return cls.copy(_read_sessions) if is_alone() else cls._new(programs)

    @classmethod
    def copy(cls, run: Callable[[BinaryIO, BinaryIO], None]) -> Beside | None:
        """A copy that runs this with its jobs and answers, and ends; None where there is no room for it."""
        with _pipes() as (take, jobs, answers, give):
            pid = os.fork()
            if not pid:
                _run(run, take, give)
            return cls(pid, jobs, answers)
        return None

    @classmethod
    def _new(cls, programs: str) -> Beside | None:
        command = [sys.executable, "-P", "-c", _START, str(Path(__file__).resolve().parents[2]), programs]
        with _pipes() as (take, jobs, answers, give):
            process = subprocess.Popen(command, stdin=take, stdout=give, stderr=subprocess.DEVNULL)
            return cls(process.pid, jobs, answers, process)
        return None

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


@contextmanager
def _pipes() -> Iterator[tuple[int, int, int, int]]:
    """Both ends of both pipes, of which the other process's are closed at the end, and ours where it does not start."""
    take, jobs = os.pipe()
    answers, give = os.pipe()
    try:
        yield take, jobs, answers, give
    except OSError:
        os.close(jobs)
        os.close(answers)
    finally:
        os.close(take)
        os.close(give)


def _read_sessions(jobs: BinaryIO, answers: BinaryIO) -> None:
    serve(jobs, answers)


def _run(run: Callable[[BinaryIO, BinaryIO], None], take: int, give: int) -> NoReturn:
    """What a copy does, and all that it does: nothing that this process has begun may be ended or told twice."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()  # what we hold stays ours, and in one place
        _let_go({take, give})
        with os.fdopen(take, "rb") as jobs, os.fdopen(give, "wb") as answers:
            run(jobs, answers)
    finally:
        os._exit(0)


def _let_go(kept: set[int]) -> None:
    """Leads every other open file nowhere: locks and pipes are then held by those alone who took them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in list(Path("/proc/self/fd").iterdir()):
        if int(file.name) not in kept | {nowhere}:
            with suppress(OSError):
                os.dup2(nowhere, int(file.name))
