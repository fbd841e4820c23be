"""The whole `memwiki compile` killed before any of its writes, in raw/, wiki, index or state; the next makes it good.

Run as a program it does the killing: each attempt is a forked child that leaves before its n-th effect on the disk.
MEMWIKI_KILLS says how many attempts are made, spread over all effects; a few by default, so that tests stay fast.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run
from memwiki.hooks.hot import Call, take
from memwiki.wiki.plumbing import Plumbing

KILLED, NEVER = 9, 1 << 30
AT = "2026-09-14T09:{:02}:00Z"
EFFECTS = ("replace", "rename", "unlink", "remove", "rmdir", "link", "mkdir", "chmod", "write", "fsync", "ftruncate")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def forked(work: Callable[[], int]) -> int:
    """The exit code of a child that does the work; what it says goes nowhere, its errors to this process's."""
    child = os.fork()
    if not child:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):
            os.dup2(quiet, stream)
        os._exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def guard(step: int) -> Callable[[], int]:
    """Lets this process end, without any clean-up, before its step-th effect on the disk; gives how many there were."""
    done = 0

    def count() -> None:
        nonlocal done
        if done == step:
            os._exit(KILLED)
        done += 1

    def guarded(function: Callable[..., Any], writes: Callable[..., bool]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if writes(*args, **kwargs):
                count()
            return function(*args, **kwargs)

        return call

    for name in EFFECTS:
        setattr(os, name, guarded(getattr(os, name), lambda *_, **__: True))
    os.open = guarded(os.open, lambda _, flags=0, *__, **___: bool(flags & WRITES))
    for module in (builtins, io):
        opened = guarded(module.open, lambda _, mode="r", *__, **___: bool(set("wax+") & set(str(mode))))
        module.open = opened  # type: ignore[attr-defined]
    Plumbing.run = guarded(Plumbing.run, lambda *_, **__: True)  # type: ignore[method-assign]
    return lambda: done


class Machine:
    """A person's folders in a scratch place, driven by the command line's own code in forked children."""

    def __init__(self, root: Path) -> None:
        self.root, self.work, self.home = root, root / "shop", root / "memwiki"

    def command(self, *arguments: str, minute: int = 9, step: int | None = None) -> int:
        def work() -> int:
            os.environ |= {"HOME": str(self.root), "MEMWIKI_HOME": str(self.home), "LOGNAME": "ada"}
            os.chdir(self.work)
            effects = guard(step) if step is not None else int
            code = run([*arguments, "--at", AT.format(minute)])
            if step == NEVER:
                (self.root / "effects").write_text(str(effects()))
            return code

        return forked(work)

    def hear(self, session: str, minute: int, *events: dict[str, Any]) -> None:
        for number, event in enumerate(events):
            payload = {"session_id": session, "cwd": str(self.work), **event}
            call = [
                "--agent",
                "claude-code",
                "--home",
                str(self.home),
                "--at",
                f"2026-09-14T09:{minute:02}:{number:02}Z",
            ]
            forked(lambda call=call, payload=payload: take(Call(call, ""), json.dumps(payload).encode()) or 0)

    @property
    def wiki(self) -> Path:
        return self.home / "wiki" / "default" / "shop"

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(self.wiki), *arguments], capture_output=True, text=True, check=True)
        return done.stdout


def say(session: Machine, name: str, minute: int, prompt: str) -> None:
    session.hear(
        name,
        minute,
        {"hook_event_name": "SessionStart", "source": "startup"},
        {"hook_event_name": "UserPromptSubmit", "prompt": prompt},
        {"hook_event_name": "Stop", "last_assistant_message": "Done.\n\nNext steps:\n- add a test in test_x.py"},
        {"hook_event_name": "SessionEnd", "reason": "other"},
    )


def start(root: Path) -> Machine:
    """One compile, and then: a session that waits, a ruling by hand, and an edit of the person's."""
    machine = Machine(root)
    machine.work.mkdir(parents=True)
    (machine.work / ".memwiki.toml").write_text('project = "shop"\n')
    say(machine, "one", 1, "Always use pnpm in this repository, never npm.")
    assert machine.command("compile", "--no-vectors", minute=2) == 0
    say(machine, "two", 3, "We decided to use Redis for sessions because it is fast.")
    (page,) = machine.wiki.glob("preferences/a*.md")
    page.write_text(page.read_text() + "\nWords of Ada.\n")
    return machine


def state(machine: Machine) -> dict[str, Any]:
    """What a compile leaves behind, besides how many commits it took."""
    raw = {path.relative_to(machine.home): path.read_bytes() for path in machine.home.rglob("raw/**/*.jsonl")}
    files = {path.relative_to(machine.wiki): path.read_bytes() for path in machine.wiki.rglob("*.md")}
    ready = json.loads((machine.home / "state/ready/default/shop.json").read_bytes())
    return {
        "raw": {path: data for path, data in raw.items() if b'"ledger' not in data[:400]},
        "files": files,
        "head": machine.git("rev-parse", "HEAD^{tree}"),
        "compiled": machine.git("rev-parse", "refs/memwiki/compiled"),
        "clean": machine.git("status", "--porcelain"),
        "goals": sorted(one["text"].partition("Goal")[2][:60] for one in ready["handoffs"]),
        "sealed": sorted(
            line for line in machine.git("log", "--format=%B").split("\n") if "claude-code-" in line and "Raw" in line
        ),
    }


def leftovers(machine: Machine) -> list[Path]:
    """Temporary files that nobody will look at again."""
    found = (*machine.wiki.rglob(".*.md.*"), *machine.wiki.glob(".git/memwiki/journal.json"))
    return [*found, *machine.wiki.glob(".git/*.lock"), *machine.home.glob("state/**/*.half")]


def attempt(origin: Path, folder: Path, step: int, whole: dict[str, Any]) -> bool:
    """One killed compile and the next one; False once the compile has fewer effects than that."""
    shutil.copytree(origin, folder, symlinks=True)
    machine = Machine(folder)
    killed = machine.command("compile", "--no-vectors", minute=5, step=step) == KILLED
    assert machine.command("compile", "--no-vectors", minute=5) == 0, step
    assert state(machine) == whole, step
    assert not leftovers(machine), step
    assert machine.command("verify") == 0, step
    found = {hit["kind"] for hit in json.loads(_said(machine, "search", "pnpm Redis", "--json"))["hits"]}
    assert {"preference", "decision"} <= found, step
    return killed


def _said(machine: Machine, *arguments: str) -> bytes:
    reading, writing = os.pipe()

    def work() -> int:
        os.dup2(writing, 1)
        os.environ |= {"HOME": str(machine.root), "MEMWIKI_HOME": str(machine.home)}
        os.chdir(machine.work)
        return run([*arguments, "--at", AT.format(9)])

    assert forked(work) == 0, arguments
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        return told.read()


@contextlib.contextmanager
def place(scratch: Path, name: str) -> Iterator[Path]:
    yield scratch / name
    shutil.rmtree(scratch / name, ignore_errors=True)


def main(scratch: Path, kills: int) -> int:
    os.fsync = lambda descriptor: None  # type: ignore[assignment]  # processes die here, not the machine
    origin = scratch / "origin"
    start(origin)
    with place(scratch, "whole") as folder:
        shutil.copytree(origin, folder, symlinks=True)
        assert Machine(folder).command("compile", "--no-vectors", minute=5, step=NEVER) == 0
        whole = state(Machine(folder))
        steps = int((folder / "effects").read_text())
    chosen = random.Random(kills).sample(range(steps), min(kills, steps))
    for step in sorted(chosen):
        with place(scratch, f"step-{step}") as folder:
            assert attempt(origin, folder, step, whole), step
    return steps


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
def test_a_compile_killed_before_any_write_is_made_good_by_the_next(tmp_path: Path) -> None:
    kills = os.environ.get("MEMWIKI_KILLS", "2")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MEMWIKI_")}
    done = subprocess.run(
        [sys.executable, __file__, str(tmp_path), kills],
        capture_output=True,
        text=True,
        check=False,
        env={**kept, "PYTHONPATH": str(Path(__file__).parents[2])},
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60


if __name__ == "__main__":
    sys.stdout.write(str(main(Path(sys.argv[1]), int(sys.argv[2]))))
