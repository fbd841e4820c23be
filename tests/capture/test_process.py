"""The mark of a process: the same while it lives, gone when it has ended, silent where that cannot be known."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.capture import process

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system has no /proc")
ROOT = Path(__file__).resolve().parents[2]
SHOW = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from memwiki.capture import process; print(process.mark())"


def shown(*wrap):
    command = [*wrap, f'"{sys.executable}" -c "{SHOW}" || exit 0'] if wrap else [sys.executable, "-c", SHOW]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@linux
def test_shells_between_an_agent_and_its_hook_are_passed_over():
    direct = shown()
    assert direct.split(".")[0] == str(os.getpid())
    assert shown("sh", "-c") == direct
    assert not process.is_gone(direct)


@linux
def test_a_process_that_ended_is_gone():
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SHOW!r}])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert process.is_gone(found)
    assert process.has_left([found, found])
    assert not process.has_left([found])
    assert not process.has_left(["", found])
    # one event is enough where agents were seen to run their hooks themselves
    assert [process.has_left([found], f"{agent}-s1") for agent in ("copilot-cli", "kimi", "cursor")] == [
        True,
        True,
        False,
    ]


@linux
def test_another_process_under_the_same_number_is_another():
    pid, start, boot, place = shown().split(".")
    assert process.is_gone(f"{pid}.{int(start) + 1}.{boot}.{place}")
    assert process.is_gone(f"{pid}.{start}.00000000.{place}")  # the machine has started anew since
    assert not process.is_gone(f"{pid}.{int(start) + 1}.{boot}.ffffffff")  # another machine: who knows


@pytest.mark.parametrize("odd", ["", "x", "1.2.3", "a.b.c.d", "1.2.3.4.5", "\0.1.2.3"])
def test_what_is_no_mark_is_never_gone(odd):
    assert not process.is_gone(odd)
