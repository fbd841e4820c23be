"""A disk that fills up in the middle of a compile, and compiles that meet: nothing is lost, the next one ends it."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any

from events import END, answer, prompt

Person = Any  # tests/journeys/conftest.py


def _compile(ada: Person, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "memwiki", "compile", "--no-vectors", "--at", ada.now]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=ada.environment, cwd=ada.work, **both, **more)


def _remembers(ada: Person, number: int) -> None:
    ada.captured(f"s{number}", prompt(f"Remember: rule number {number} is to be kept."), answer("Noted."), END)


def test_a_disk_that_fills_up_costs_a_compile_and_no_word(ada: Person) -> None:
    _remembers(ada, 0)
    assert ada("compile", "--no-vectors").code == 0
    for number, room in enumerate((600, 20_000), 1):
        _remembers(ada, number)
        pages = {path: path.read_bytes() for path in ada.wiki.rglob("*.md")}

        full = _compile(ada, preexec_fn=lambda room=room: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        _, said = full.communicate()

        assert full.returncode in (0, 1)
        assert "internal error" not in said
        assert full.returncode == 0 or said.count("\n") == 1
        assert pages.keys() <= set(ada.wiki.rglob("*.md"))
        done = ada("compile", "--no-vectors")
        assert done.code == 0, done.err
        assert len(ada.knowledge()) == number + 1
    assert ada("verify").code == 0
    assert ada.git("status", "--porcelain") == ""
    assert not list(ada.wiki.rglob(".*.md.*"))


def test_compiles_that_meet_make_one_commit(ada: Person) -> None:
    _remembers(ada, 0)
    running = [_compile(ada) for _ in range(3)]

    assert {(one.communicate()[1].count("Traceback"), one.returncode) for one in running} == {(0, 0)}

    assert ada.git("log", "--format=%s").split("\n")[:2] == ["compile: 3 pages from 1 session", "create the wiki"]
