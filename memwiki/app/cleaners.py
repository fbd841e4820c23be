"""Processes that clean events beside this one, where an import is large and there are cores for it.

Events come back in the order in which they were given. What a process that breaks leaves undone is done here.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from memwiki.capture.observe import line_of
from memwiki.capture.project import Place
from memwiki.capture.settings import Settings

WORTH = 48_000_000  # bytes of transcripts from which on processes pay for their start
_MOST = 3
_BATCH = 128  # events that go at once
Job = tuple[dict[str, Any], int, Settings, Place, bytes]
Then = Callable[[dict[str, Any]], None]
_known: dict[tuple[str, int], tuple[str, int, int]] = {}  # of a process that serves one import


class Cleaners:
    """Takes jobs with what has to be done with each line, and does it, in order."""

    def __init__(self, size: int, most: int | None = None) -> None:
        count = min(_MOST, _cores()) if most is None else most
        self._pool = _started(count) if size >= WORTH and count > 1 else None
        self._ahead = 2 * count
        self._known: dict[tuple[str, int], tuple[str, int, int]] = {}
        self._jobs: list[Job] = []
        self._then: list[Then] = []
        self._sent: deque[tuple[Future[list[dict[str, Any]]], list[Job], list[Then]]] = deque()

    def give(self, job: Job, then: Then) -> None:
        """Cleans one event, now or later, and hands its line on."""
        if self._pool is None:
            then(line_of(*job, self._known))
            return
        self._jobs.append(job)
        self._then.append(then)
        if len(self._jobs) >= _BATCH:
            self._send()
        while len(self._sent) > self._ahead:
            self._take()

    def finish(self) -> None:
        """Hands on everything that was given so far."""
        if self._jobs:
            self._send()
        while self._sent:
            self._take()

    def end(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _send(self) -> None:
        jobs, then = self._jobs, self._then
        self._jobs, self._then = [], []
        try:
            if self._pool is None:
                raise BrokenProcessPool
            self._sent.append((self._pool.submit(_clean, jobs), jobs, then))
        except (BrokenProcessPool, RuntimeError):
            broken: Future[list[dict[str, Any]]] = Future()
            broken.set_exception(BrokenProcessPool())
            self._sent.append((broken, jobs, then))

    def _take(self) -> None:
        future, jobs, then = self._sent.popleft()
        try:
            lines = future.result()
        except (BrokenProcessPool, OSError):
            lines = [line_of(*job, self._known) for job in jobs]
        for line, hand_on in zip(lines, then, strict=True):
            hand_on(line)


def _clean(jobs: Sequence[Job]) -> list[dict[str, Any]]:
    return [line_of(*job, _known) for job in jobs]


def _started(count: int) -> ProcessPoolExecutor | None:
    try:
        return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_quiet)
    except (OSError, ImportError, NotImplementedError):  # no semaphores, no processes
        return None


def _quiet() -> None:
    """A person's interrupt is for the process that they see; it ends these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
