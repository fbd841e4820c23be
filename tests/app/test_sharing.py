"""Copies that take a share of the steps save time and change nothing, whatever becomes of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from memwiki.app import beside, sharing
from memwiki.app.sharing import shared

alone = pytest.mark.usefixtures("one_thread")
MINE = os.getpid()


@pytest.fixture
def one_thread() -> None:
    """Asked when the test runs: a test before it, or a library that another needs, may have left a thread."""
    if not beside.is_alone():
        pytest.skip("copies are taken on Linux, of a process with one thread")


@pytest.fixture(autouse=True)
def three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "cores", lambda: 3)


def _who(number: int) -> tuple[int, int, bytes]:
    return number, os.getpid(), b"x" * 9_000


def _children() -> set[str]:
    return {task for path in Path("/proc/self/task").glob("*/children") for task in path.read_text().split()}


@alone
def test_answers_come_in_order_from_several_processes_and_none_stays() -> None:
    before = _children()

    told = list(shared(_who, range(500)))

    assert [number for number, _, _ in told] == list(range(500))
    assert len({process for _, process, _ in told}) == 3
    assert _children() == before


def test_few_steps_and_those_that_do_not_pay_are_taken_here() -> None:
    assert {process for _, process, _ in shared(_who, range(sharing.WORTH - 1))} == {MINE}
    assert {process for _, process, _ in shared(_who, range(500), pays=False)} == {MINE}


@alone
@pytest.mark.parametrize("how", ["fails", "is killed", "exits"])
def test_what_a_copy_leaves_undone_is_done_here(how: str) -> None:
    def step(number: int) -> int:
        if os.getpid() != MINE and number > 100:
            if how == "is killed":
                os.kill(os.getpid(), signal.SIGKILL)
            raise SystemExit if how == "exits" else ZeroDivisionError
        return number

    assert list(shared(step, range(500))) == list(range(500))


@alone
def test_a_copy_that_never_answers_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_PATIENCE_S", 0.01)

    def step(number: int) -> int:
        if os.getpid() != MINE:
            signal.pause()
        return number

    assert list(shared(step, range(500))) == list(range(500))


def test_where_no_copy_can_be_made_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused, raising=False)
    files = len(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else 0

    assert {process for _, process, _ in shared(_who, range(500))} == {MINE}
    assert not files or len(os.listdir("/dev/fd")) == files


@alone
def test_no_copy_stays_where_the_work_is_broken_off() -> None:
    before = _children()

    def left(answers: Iterator[object]) -> None:
        next(answers)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), closing(shared(_who, range(500))) as answers:
        left(answers)

    assert _children() == before


@alone
def test_an_error_of_the_step_is_ours_to_tell() -> None:
    def step(number: int) -> int:
        return 1 // (400 - number)

    with pytest.raises(ZeroDivisionError), closing(shared(step, range(500))) as answers:
        list(answers)
