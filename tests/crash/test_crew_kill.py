"""A compile whose work is spread over processes, killed or interrupted in the middle: none stays, nothing is lost."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.spool.append import append

SESSIONS = 12
AT = "2026-09-14T09:30:00Z"
COMPILE = ["compile", "--all", "--no-vectors", "--at", AT]
PLAY = """
import os, signal, sys
from memwiki.app import beside, crew
from memwiki.cli.edge import run

signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run where it is ignored, behind a shell's &
crew.WORTH_A_COPY, crew.WORTH_A_NEW_ONE, beside.cores = 0, 0, lambda: 3
if sys.argv[3] == "new":
    beside.is_alone = lambda: False
start, here = crew._Mate.start.__func__, crew._here

def started(cls, programs):
    mate = start(cls, programs)
    with open(sys.argv[1], "a") as file:
        file.write(f"{mate._process.pid}\\n")
    return mate

def struck(job):
    if sys.argv[2] == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[2] == "interrupt":  # as the terminal does it: all processes get it
        os.killpg(os.getpgrp(), signal.SIGINT)
    return here(job)

crew._Mate.start, crew._here = classmethod(started), struck
sys.exit(run(sys.argv[4:]))
"""

linux = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="a process that is no child is waited for by pidfd")


def _machine(root: Path) -> Path:
    """A person's folders with sessions that wait."""
    (root / "shop").mkdir(parents=True)
    (root / "shop" / ".memwiki.toml").write_text('project = "shop"\n')
    for number in range(SESSIONS):
        rows = [
            {"event": "user-prompt", "text": f"From now on always use tool{number} here, never make, it is too slow."},
            {"event": "turn-end", "text": f"Noted, tool{number} it is.\n\nNext steps:\n- tell the others"},
            {"event": "session-end", "via": "exit"},
        ]
        for at, row in enumerate(rows, 1):
            row |= {"id": f"01ABCDEFGH{number:08}{at:08}", "ts": f"2026-09-14T09:{number:02}:{at:02}.000Z"}
            row |= {"agent": "claude-code", "session": f"s{number:02}", "cwd": str(root / "shop"), "operator": "ada"}
            line = json.dumps(row | {"v": 1}).encode() + b"\n"
            append(str(root / "memwiki" / "raw" / "default" / "shop"), "claude-code", f"s{number:02}", line)
    return root


def _play(root: Path, strike: str, process: str) -> subprocess.CompletedProcess[str]:
    """The command, with two processes beside, in a session of its own, as a terminal starts it."""
    env = os.environ | {"HOME": str(root), "MEMWIKI_HOME": str(root / "memwiki"), "LOGNAME": "ada"}
    command = [sys.executable, "-c", PLAY, str(root / "pids"), strike, process, *COMPILE]
    return subprocess.run(
        command, cwd=root / "shop", env=env, text=True, capture_output=True, start_new_session=True, check=False
    )


def _wait_for_all(file: Path) -> int:
    """Waits until the processes of these ids have ended; gives how many there were."""
    ids = [int(line) for line in file.read_text().split()]
    for one in ids:
        try:
            handle = os.pidfd_open(one)
        except ProcessLookupError:
            continue
        try:
            assert select.select([handle], [], [], 120)[0], f"{one} goes on"
        finally:
            os.close(handle)
    file.unlink()
    return len(ids)


def _pages(root: Path) -> dict[str, bytes]:
    wiki = root / "memwiki" / "wiki" / "default" / "shop"
    return {str(path.relative_to(wiki)): path.read_bytes() for path in wiki.rglob("*.md")}


@linux
@pytest.mark.parametrize("process", ["copy", "new"])
@pytest.mark.parametrize(("strike", "code"), [("kill", -signal.SIGKILL), ("interrupt", 130)])
def test_a_compile_that_is_struck_leaves_no_process_and_the_next_makes_it_good(
    tmp_path: Path, strike: str, code: int, process: str
) -> None:
    root = _machine(tmp_path / "a")
    whole = Path(shutil.copytree(root, tmp_path / "b"))

    done = _play(root, strike, process)

    assert done.returncode == code
    assert done.stderr.splitlines() == (["memwiki: interrupted"] if strike == "interrupt" else [])
    assert _wait_for_all(root / "pids") == 2
    assert not _pages(root)

    assert _play(root, "", process).returncode == 0
    assert _play(whole, "", process).returncode == 0
    assert _wait_for_all(root / "pids") == _wait_for_all(whole / "pids") == 2
    assert _pages(root) == _pages(whole)
    assert sum(path.startswith("preferences/") for path in _pages(root)) > 1
