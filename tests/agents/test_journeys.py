"""The baton between the agents' own programs: killed in the middle, empty sessions between, worktrees, clones, prompts.

What counts is what the scripted model received. Programs as in test_real_clients.py.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import PACKAGES, fetch, missing
from machine import FIX, SUBTRACT, Machine, scratch

pytestmark = pytest.mark.agents
STEP = "Write a test for negative numbers"


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both programs, from npm."""
    if reason := missing():
        pytest.skip(reason)
    kept = os.environ.get("MEMWIKI_TEST_NPM")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("npm")
    return {agent: fetch(agent, folder) for agent in PACKAGES}


@pytest.fixture
def machine(tmp_path: Path, programs: dict[str, Path]) -> Iterator[Machine]:
    """A fresh machine with one commit, and memwiki installed into both agents."""
    with scratch(tmp_path, programs) as machine:
        machine.client.paths = [str(path.parent) for path in programs.values()]
        machine.client.prepare_codex()
        git(machine, "add", "-A")
        git(machine, "commit", "-q", "-m", "Begin")
        machine.memwiki("install", "claude-code")
        machine.memwiki("install", "codex")
        yield machine


def git(machine: Machine, *words: str) -> None:
    who = ["-c", "user.name=ada", "-c", "user.email=ada@example.invalid"]
    subprocess.run(["git", *who, *words], cwd=machine.client.folder, check=True, capture_output=True)


def words_of(machine: Machine, agent: str, prompt: str) -> list[str]:
    program = str(machine.client.programs[agent])
    if agent == "codex":
        return [program, "exec", "--dangerously-bypass-hook-trust", prompt]
    return [program, "-p", prompt, "--dangerously-skip-permissions"]


def session(machine: Machine, agent: str, prompt: str) -> str:
    """One session, and what the model received in it."""
    machine.model.requests.clear()
    machine.client.run(words_of(machine, agent, prompt))
    return machine.model.received()


def killed(machine: Machine, agent: str, prompt: str) -> None:
    """Starts a session, and kills all of it once it has changed a file."""
    child = subprocess.Popen(
        words_of(machine, agent, prompt),
        cwd=machine.client.folder,
        env=machine.client.env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 90
    while time.monotonic() < end and child.poll() is None:
        if any("edit" in line.get("tool", {}).get("family", "") for line in machine.observations()):
            break
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait(20)
    assert "session-end" not in [line["event"] for line in machine.observations()]


@pytest.mark.parametrize(("giver", "taker"), [("claude-code", "codex"), ("codex", "claude-code")])
def test_the_baton_of_an_agent_killed_in_the_middle_reaches_the_other(machine: Machine, giver: str, taker: str) -> None:
    killed(machine, giver, FIX)

    told = session(machine, taker, "what is left to do?")

    assert "<memwiki-handoff" in told
    assert f'from=\\"{giver}\\"' in told or f'from="{giver}"' in told
    assert "make add() in calc.py add" in told
    assert "Not answered any more" in told
    assert "calc.py" in told


@pytest.mark.parametrize(("giver", "taker"), [("claude-code", "codex"), ("codex", "claude-code")])
def test_nobody_has_to_compile_between_two_agents(machine: Machine, giver: str, taker: str) -> None:
    assert "memwiki-handoff" not in session(machine, giver, FIX)

    told = session(machine, taker, SUBTRACT)

    assert STEP in told
    assert STEP not in session(machine, taker, "what is left to do?")


def test_an_empty_session_between_costs_nobody_the_baton(machine: Machine) -> None:
    session(machine, "claude-code", FIX)
    machine.compile()
    machine.client.claude()  # opened and closed without a word
    machine.compile()

    assert STEP in session(machine, "codex", SUBTRACT)


def test_a_worktree_is_the_same_project_and_a_clone_once_it_is_linked(machine: Machine) -> None:
    session(machine, "claude-code", FIX)
    machine.compile()
    first = machine.client.folder
    clone = first.parent / "clone"
    subprocess.run(["git", "clone", "-q", str(first), str(clone)], check=True, capture_output=True)
    git(machine, "worktree", "add", "-q", "../tree")

    machine.client.folder = clone
    machine.client.prepare_codex()
    assert STEP not in session(machine, "codex", "what is left to do?")

    machine.client.folder = first.parent / "tree"
    machine.client.prepare_codex()
    assert STEP in session(machine, "codex", "what is left to do?")

    (project,) = (path.name for path in (machine.client.home / "memwiki/wiki/default").iterdir() if "calc" in path.name)
    machine.client.folder = clone
    machine.client.prepare_codex()
    machine.memwiki("projects", "link", project)
    machine.memwiki("handoff", "begin", "Publish version two", "--next", "write the notes of version two")
    assert "write the notes of version two" in session(machine, "claude-code", "what is left to do?").lower()


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_prompt_is_told_the_page_that_answers_it(machine: Machine, agent: str) -> None:
    machine.memwiki("remember", "Amounts are integer cents everywhere, never floats", "--kind", "preference")
    machine.memwiki("compile", "--all")
    machine.client.extra = {"MEMWIKI_RECALL_ON_START": "false"}

    told = session(machine, agent, "are amounts integer cents or floats?")
    other = session(machine, agent, "what is left to do?")

    assert "<memwiki-recall" in told
    assert "Amounts are integer cents everywhere" in told
    assert "<memwiki-recall" not in other


def test_run_resumes_its_own_session_and_hands_over_to_the_other(machine: Machine) -> None:
    run = [sys.executable, "-m", "memwiki", "run"]
    done = machine.client.run([*run, "--name", "sums", "claude", "-p", FIX, "--dangerously-skip-permissions"])
    assert done.returncode == 0, done.stderr
    assert "add() adds now" in done.stdout

    machine.model.requests.clear()
    again = machine.client.run([*run, "claude", "-p", "what is left to do?", "--dangerously-skip-permissions"])
    assert again.returncode == 0, again.stderr
    assert "a + b" in machine.model.received()  # its own conversation, not a summary of it

    machine.model.requests.clear()
    other = machine.client.run([*run, "codex", "exec", "--dangerously-bypass-hook-trust", SUBTRACT])
    assert other.returncode == 0, other.stderr
    assert STEP in machine.model.received()

    shown = machine.memwiki("workstreams", "show", "sums")
    assert [line.split()[2] for line in shown.splitlines()[1:4]] == ["new", "resume", "handoff"]
