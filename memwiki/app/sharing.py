"""One step for each of many things, some of them taken by copies of this process, where there are cores for it.

The answers come in order, and few are held: whoever takes them sets the pace. What a copy that fails or is killed
leaves undone is done here, so that copies save time and change nothing.
"""

from __future__ import annotations

import os
import pickle
import select
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import BinaryIO, TypeVar

from memwiki.app import beside

T = TypeVar("T")
R = TypeVar("R")
WORTH = 100  # steps of about a millisecond, from which on copies pay for their start
_MOST = 3  # copies
_BLOCK = 8  # steps that a process takes in a row: their answers have room in a pipe
_SIZE = 8  # bytes that tell how long an answer is
_PATIENCE_S = 30.0  # for an answer


def shared(step: Callable[[T], R], each: Sequence[T], pays: bool = True) -> Generator[R, None, None]:
    """The step's answers, in order; they have to be such as can be pickled. Close it where it is left early.

    Copies do their share where `pays` does not deny that this is worth it.
    """
    pays = pays and len(each) >= WORTH and beside.is_alone()
    of = 1 + (min(_MOST, beside.cores() - 1) if pays else 0)
    with ExitStack() as stack:
        others = [_answers(stack, partial(_give, step, each, turn, of)) for turn in range(1, of)]
        for number, one in enumerate(each):
            turn = number // _BLOCK % of
            found = next(others[turn - 1], b"") if turn else b""
            yield pickle.loads(found) if found else step(one)  # noqa: S301 our own copy wrote it


def _give(step: Callable[[T], R], each: Sequence[T], mine: int, of: int, _: BinaryIO, answers: BinaryIO) -> None:
    """What a copy does: the steps whose turn is its own."""
    for number, one in enumerate(each):
        if number // _BLOCK % of == mine:
            told = pickle.dumps(step(one))
            answers.write(len(told).to_bytes(_SIZE) + told)
            answers.flush()


def _answers(stack: ExitStack, run: Callable[[BinaryIO, BinaryIO], None]) -> Iterator[bytes]:
    """What a copy answers, as long as it does; it ends with the stack."""
    copy = beside.Beside.copy(run)
    if copy is None:
        return iter(())
    stack.callback(copy.end)
    return iter(lambda: _read(copy.answers, int.from_bytes(_read(copy.answers, _SIZE))), b"")


def _read(file: int, size: int) -> bytes:
    """So many bytes, or none where they do not come."""
    found = b""
    while len(found) < size:
        piece = os.read(file, size - len(found)) if select.select([file], [], [], _PATIENCE_S)[0] else b""
        if not piece:
            return b""
        found += piece
    return found
