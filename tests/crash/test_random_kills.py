"""Appends, seals and compiles that are killed anywhere: what was told to be stored stays, once; nothing else breaks.

Run as a program it does the killing, in forked children. MEMWIKI_KILLS says how many (100; a long run takes thousands);
MEMWIKI_KILLS_SEED makes another run of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from memwiki.app.desk import open_desk
from memwiki.app.pipeline import Choice, How, compile_projects
from memwiki.spool import append as spool
from memwiki.spool.read import read_segment, segments
from memwiki.spool.seal import seal

KILLS = int(os.environ.get("MEMWIKI_KILLS", "100"))
SEED = os.environ.get("MEMWIKI_KILLS_SEED", "1")
COMPILES = max(1, KILLS * 8 // 100)
A_WORLD = 40  # kills that one spool has to survive
AT = "2026-09-14T12:00:00.000Z"


def guard(rng: random.Random) -> None:
    """Lets this process be killed at a random call of the system, before it, after it, or half way through a write."""
    step, when, count = rng.randrange(60), rng.random(), 0

    def guarded(module: object, name: str) -> None:
        real = getattr(module, name)

        def call(*args: object, **named: object) -> object:
            nonlocal count
            count += 1
            if count != step:
                return real(*args, **named)
            if name == "write" and when < 0.6:
                real(args[0], args[1][: rng.randrange(len(args[1]))])  # type: ignore[index]
            elif when < 0.5:
                real(*args, **named)
            os.kill(os.getpid(), signal.SIGKILL)
            return None

        setattr(module, name, call)

    for name in ("open", "write", "fstat", "stat", "fsync", "mkdir", "close", "lseek", "read", "ftruncate", "listdir"):
        guarded(os, name)
    for name in ("rename", "chmod", "unlink"):
        guarded(Path, name)


def child(work: Callable[[int], None], wait: float | None = None) -> bytes:
    """What a forked child wrote to its pipe before it ended or was killed (after `wait` seconds, where given)."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.setpgid(0, 0)
        code = 1
        try:
            os.close(reader)
            work(writer)
            code = 0
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(writer)
    if wait is not None:
        time.sleep(wait)
        try:
            os.killpg(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    said = b""
    while piece := os.read(reader, 65536):
        said += piece
    os.close(reader)
    _, status = os.waitpid(pid, 0)
    assert wait is not None or os.WIFSIGNALED(status) or status == 0, "the child failed by itself"
    return said


def some_work(raw: Path, name: str, rng: random.Random, tell: int) -> None:
    """Appends and seals; tells the id of each line that was stored."""
    write = os.write
    if rng.random() < 0.6:
        guard(rng)
    for number in range(rng.randrange(1, 7)):
        if rng.random() < 0.2:
            for path in segments(raw / "a-s"):
                seal(path)
            continue
        identity = f"{name}-{number}"
        line = json.dumps({"v": 1, "id": identity, "event": "note", "text": "x" * rng.randrange(2000)})
        spool.append(str(raw), "a", "s", line.encode() + b"\n", rng.random() < 0.3)
        write(tell, f"{identity}\n".encode())


def kill_appends(folder: Path, count: int, rng: random.Random) -> dict[str, int]:
    """Counts of what was seen; asserts what has to hold after each kill."""
    told: set[str] = set()
    sums: dict[Path, str] = {}
    found: Counter[str] = Counter()
    raw = folder / "0"
    spool.SEGMENT_BYTES = 20_000
    for number in range(count):
        if number % A_WORLD == 0:
            raw, told, sums = folder / str(number), set(), {}
            spool.append(str(raw), "a", "s", b'{"v":1,"id":"first","event":"note"}\n')
            told.add("first")
        one = random.Random(rng.random())
        wait = rng.random() * 0.004 if rng.random() < 0.4 else None
        said = child(lambda tell, one=one, raw=raw, n=number: some_work(raw, str(n), one, tell), wait)  # type: ignore[misc]
        told |= set(said.decode().split("\n")[:-1])
        reads = [(path, read_segment(path)) for path in segments(raw / "a-s")]
        ids = Counter(seen.id for _, read in reads for seen in read.observations)
        assert told <= set(ids), f"lost: {told - set(ids)}"
        assert max(ids.values()) == 1, f"twice: {ids.most_common(2)}"
        assert all(path.name.endswith(".sealed.jsonl") or not path.stat().st_mode & 0o111 for path, _ in reads)
        for path, _ in reads:
            if path.name.endswith(".sealed.jsonl"):
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                assert sums.setdefault(path, digest) == digest, f"{path} was edited after its seal"
        found["kills"] += 1
        found["untold"] += len(set(ids) - told)
        told |= set(ids)
        found["torn"] = max(found["torn"], sum(read.torn + len(read.bad) for _, read in reads))
        found["segments"] = max(found["segments"], len(reads))
    return dict(found)


def pages(home: Path) -> dict[str, str]:
    return {
        path.relative_to(home).as_posix(): path.read_text("utf-8")
        for path in sorted((home / "wiki").rglob("*.md"))
        if ".git" not in path.parts
    }


def lines(home: Path) -> Counter[str]:
    return Counter(
        seen.id
        for folder in sorted((home / "raw").glob("*/*/*"))
        for path in segments(folder)
        for seen in read_segment(path).observations
        if folder.name.startswith("claude-code-")
    )


def compile_all(home: Path, work: Path) -> None:
    compile_projects(open_desk(home, work, at=AT), Choice(every=True), How(vectors=False, index=False))


def told_home(home: Path, work: Path) -> None:
    """A memory of three sessions, one compiled."""
    from memwiki.capture import instant
    from memwiki.capture.observe import encoded, observe
    from memwiki.capture.project import place_of
    from memwiki.capture.settings import Settings

    place = place_of(str(work), "")
    for number, words in enumerate(("remember: tests run with make test", "we use SQLite, not Postgres", "use tabs")):
        events = (("UserPromptSubmit", {"prompt": words}), ("Stop", {"last_assistant_message": f"Done {number}."}))
        for step, (event, fields) in enumerate(events):
            at = instant.milliseconds_of(f"2026-09-14T0{number + 1}:00:0{step}Z") or 0
            payload = {"session_id": f"s{number}", "cwd": str(work), "hook_event_name": event, **fields}
            line = observe(
                json.dumps(payload).encode(), "claude-code", "", at, Settings(operator="ada"), place, b"0" * 10
            )
            assert line is not None
            raw = home / "raw" / place.workspace / place.name
            spool.append(str(raw), "claude-code", f"s{number}", encoded(line))
        if number == 0:
            compile_all(home, work)


def kill_compiles(folder: Path, count: int, rng: random.Random) -> dict[str, int]:
    """Kills a compile at a random time; the next one, left alone, must give what an unharmed one gives."""
    work, start, control = folder / "work", folder / "start", folder / "control"
    work.mkdir()
    told_home(start, work)
    shutil.copytree(start, control, symlinks=True)
    begun = time.monotonic()
    child(lambda _: compile_all(control, work))
    length = time.monotonic() - begun
    wanted, known = pages(control), lines(control)
    found: Counter[str] = Counter()
    for number in range(count):
        home = folder / f"home{number}"
        shutil.copytree(start, home, symlinks=True)
        child(lambda _, home=home: compile_all(home, work), rng.random() * length * 1.1)  # type: ignore[misc]
        found["harmed"] += pages(home) != wanted
        for lock in (home / "wiki").rglob("*.lock"):  # some time goes by
            os.utime(lock, (1_789_000_000, 1_789_000_000))
            found["locks"] += 1
        assert lines(home) == known
        child(lambda _, home=home: compile_all(home, work))  # type: ignore[misc]
        assert lines(home) == known
        assert pages(home) == wanted, f"kill {number}: other pages than without it"
        found["kills"] += 1
        shutil.rmtree(home)
    return dict(found)


@pytest.mark.parametrize(("what", "count"), [("appends", max(1, KILLS - COMPILES)), ("compiles", COMPILES)])
def test_killed_anywhere(what: str, count: int, tmp_path: Path) -> None:
    command = [sys.executable, __file__, what, str(count), SEED, str(tmp_path)]
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1])["kills"] == count


if __name__ == "__main__":
    verb = kill_appends if sys.argv[1] == "appends" else kill_compiles
    sys.stdout.write(json.dumps(verb(Path(sys.argv[4]), int(sys.argv[2]), random.Random(sys.argv[3]))) + "\n")
