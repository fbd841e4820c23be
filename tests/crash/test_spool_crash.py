"""A hook or a seal that is killed at any step loses no line that was told to be stored, and harms no other."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.spool.append import append
from memwiki.spool.read import read_segment, segments
from memwiki.spool.seal import seal

# kills itself at the n-th call of a system function, after or before it
KILLER = """
import os, signal, sys
from pathlib import Path
step, what, raw = int(sys.argv[1]), sys.argv[2], sys.argv[3]
from memwiki.spool import append as spool, seal as sealing
count = 0
def guard(module, name):
    real = getattr(module, name)
    def wrapped(*args, **kwargs):
        global count
        count += 1
        if count == step:
            if name == "write":
                real(args[0], args[1][: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    setattr(module, name, wrapped)
for name in ("open", "write", "fstat", "fsync", "mkdir", "close"):
    guard(os, name)
for name in ("rename", "chmod"):
    guard(Path, name)
line = b'{"v":1,"id":"new","event":"note","text":"' + b"x" * 300 + b'"}\\n'
if what == "append":
    spool.append(raw, "a", "s", line, True)
else:
    sealing.seal(Path(raw, "a-s", "0001.jsonl"))
print("done", flush=True)
"""
OLD = b'{"v":1,"id":"old","event":"note"}\n'
LATER = b'{"v":1,"id":"later","event":"note"}\n'


def run(step: int, what: str, raw: Path) -> bool:
    done = subprocess.run([sys.executable, "-c", KILLER, str(step), what, str(raw)], capture_output=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.stdout == b"done\n"


def ids(raw: Path) -> list[str]:
    return [seen.id for path in segments(raw / "a-s") for seen in read_segment(path).observations]


@pytest.mark.parametrize("step", range(1, 9))
def test_a_hook_killed_at_any_step(tmp_path, step):
    append(str(tmp_path), "a", "s", OLD)
    finished = run(step, "append", tmp_path)
    append(str(tmp_path), "a", "s", LATER)
    found = ids(tmp_path)
    assert found[0] == "old"
    assert found[-1] == "later"
    assert "new" in found or not finished


@pytest.mark.parametrize("step", range(1, 9))
def test_a_seal_killed_at_any_step(tmp_path, step):
    path = Path(append(str(tmp_path), "a", "s", OLD))
    run(step, "seal", tmp_path)
    append(str(tmp_path), "a", "s", LATER)
    sealed, _ = seal(path)
    assert ids(tmp_path) == ["old", "later"]
    assert sealed.name == "0001.sealed.jsonl"
