"""Processes beside this one that read sessions while it reads others: where there is enough to read, and cores for it.

They are children with a pipe each way (app/beside.py), so nothing of theirs outlives them. All they do is to keep facts
where `known` finds them: whatever a process that is slow, killed or never started leaves undone is done here.
"""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from memwiki.app import beside
from memwiki.app.extraction import Job, found, keep, known, written
from memwiki.records import SessionFacts

# From how much there is to read a process pays for its start, in bytes of what tools gave: some 3 MB take a second.
WORTH_A_COPY, WORTH_A_NEW_ONE = 200_000, 1_500_000
_SPOKEN = 4_000  # such bytes take as long as a prompt or an answer, which every rule is asked about
_WORDS = (b'"user-prompt"', b'"turn-end"')
_MOST = 3  # processes: each holds a session, and the rules
_AHEAD = 3  # jobs that a process has before it, so that it need not wait for us
_PIPE = 16_000  # bytes of them: what a pipe takes at once on every system
_PATIENCE_S = 30.0  # for an answer, and for each megabyte ten more


@dataclass(slots=True)
class Crew:
    """The processes of one compile. Use it as a context: they end with it."""

    most: int = field(default_factory=lambda: min(_MOST, beside.cores() - 1))
    programs: str = ""  # the file with compiled expressions
    _mates: list[_Mate] = field(default_factory=list)
    _called: bool = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for mate in self._mates:
            mate.end()

    @property
    def is_called(self) -> bool:
        """Whether all its processes have been started."""
        return self._called

    def call(self, sessions: Sequence[Sequence[Path]]) -> None:
        """Starts processes, once, if there is so much to read in these sessions' segments that they pay."""
        most = min(self.most, len(sessions) - 1)
        if self._called or most < 1 or os.name != "posix":
            return
        worth = WORTH_A_COPY if beside.is_alone() else WORTH_A_NEW_ONE
        each = (_work(part, worth) for parts in sessions for part in parts)
        if any(size >= worth for size in accumulate(each)):
            self._called = True
            self._mates = [mate for mate in (_Mate.start(self.programs) for _ in range(most)) if mate]

    def facts(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, SessionFacts]]:
        """The facts of every job, kept for the next time, in no order."""
        sizes = {job.key: _size(job) for job in jobs}
        self.call([[Path(part) for part in job.segments] for job in jobs])
        yield from ((job, _here(job)) for job in jobs if job.cuts)
        plain = (job for job in jobs if not job.cuts)
        waiting = deque(sorted(plain, key=lambda job: (-sizes[job.key], job.key)))  # longest first
        while waiting or any(mate.jobs for mate in self._mates):
            for mate in self._mates:
                for job, kept in mate.done():
                    yield job, (known(job) if kept else None) or _here(job)
                waiting.extend(mate.left())
                mate.take(waiting)
            if waiting:
                job = waiting.popleft()
                yield job, _here(job)
            else:
                self._wait(max((sizes[job.key] for mate in self._mates for job in mate.jobs), default=0))

    def _wait(self, size: int) -> None:
        """Until a process answers; those that do not in good time are taken to be stuck."""
        busy = [mate for mate in self._mates if mate.jobs]
        if busy and not select.select(busy, [], [], _PATIENCE_S + 10 * size / 1e6)[0]:
            for mate in busy:
                mate.end()


def _here(job: Job) -> SessionFacts:
    facts = found(job)
    keep(job, facts)
    return facts


def _size(job: Job) -> int:
    return sum(Path(part).stat().st_size for part in job.segments)


def _work(part: Path, enough: int) -> int:
    """About how much there is to read in a segment, in bytes of what tools gave; of a long one, only that it is."""
    try:
        size = part.stat().st_size
        data = part.read_bytes() if size < enough else b""
    except OSError:
        return 0  # whoever reads it tells
    return size + _SPOKEN * sum(map(data.count, _WORDS))


class _Mate:
    """One process, and the jobs that it has, oldest first."""

    def __init__(self, process: beside.Beside) -> None:
        self._process = process
        self._heard = b""
        self.jobs: deque[Job] = deque()
        self.over = False

    @classmethod
    def start(cls, programs: str) -> _Mate | None:
        """A process that is getting ready; None where none can be started."""
        process = beside.Beside.reader(programs)
        return cls(process) if process else None

    def fileno(self) -> int:
        """Where its answers come from."""
        return self._process.answers

    def take(self, waiting: deque[Job]) -> None:
        """Takes jobs off the list, few enough that giving them never has to wait."""
        held = sum(len(written(job)) for job in self.jobs)
        while waiting and not self.over and len(self.jobs) < _AHEAD:
            line = written(waiting[0])
            held += len(line)
            if held > _PIPE:
                break
            self.jobs.append(waiting.popleft())
            try:
                os.write(self._process.jobs, line)
            except OSError:
                self.end()

    def done(self) -> Iterator[tuple[Job, bool]]:
        """The jobs that it has answered since, and whether their facts are kept."""
        while not self.over and select.select([self], [], [], 0)[0]:
            piece = os.read(self.fileno(), 4096)
            *lines, self._heard = (self._heard + piece).split(b"\n")
            for line in lines:
                if line in (b"y", b"n") and self.jobs:
                    yield self.jobs.popleft(), line == b"y"
                elif line != b"ready":
                    self.end()
            if not piece:
                self.end()

    def left(self) -> list[Job]:
        """What it has not done and never will."""
        left = list(self.jobs) if self.over else []
        if left:
            self.jobs.clear()
        return left

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if not self.over:
            self.over = True
            self._process.end()
