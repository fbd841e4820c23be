"""Gemini CLI, OpenCode, Qwen Code, Copilot CLI and Kimi Code as published, and memwiki between them and a script."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import OTHERS, fetch, fetch_node, missing
from machine import FIX, SUBTRACT, Machine, scratch

from memwiki.capture.agents import capabilities

pytestmark = pytest.mark.agents

AGENTS = pytest.mark.parametrize("agent", OTHERS)
HANDOFF = "memwiki-handoff id"  # some agents write out the sign before it
ENDS = {"gemini-cli", "opencode", "copilot-cli"}  # the others tell no end of a session without a terminal


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs are."""
    if reason := missing():
        pytest.skip(reason)
    named = os.environ.get("MEMWIKI_TEST_NPM")
    return Path(named) if named else tmp_path_factory.mktemp("npm")


@pytest.fixture
def machine(tmp_path: Path, kept: Path, agent: str) -> Iterator[Machine]:
    """A fresh machine with one agent, and memwiki installed into it."""
    node = fetch_node(kept) if agent == "kimi" else None
    with scratch(tmp_path, {agent: fetch(agent, kept)}, [str(node)] if node else []) as machine:
        machine.client.prepare(agent)
        machine.model.pace = 0.5 if agent == "kimi" else 0.0  # at its own end it drops hooks that still run
        machine.memwiki("install", agent)
        yield machine


def leave(machine: Machine, agent: str) -> None:
    """Does the first turn, and compiles what it left."""
    machine.client.other(agent, FIX)
    machine.memwiki("compile", "--all")
    machine.model.requests.clear()


@AGENTS
def test_a_session_is_captured_whole(machine: Machine, agent: str) -> None:
    printed = machine.client.other(agent, FIX)

    seen = [line for line in machine.observations() if not line.get("subagent")]
    assert {line["agent"] for line in seen} == {agent}, printed
    assert len({line["session"] for line in seen}) == 1
    assert [line["text"] for line in seen if line["event"] == "user-prompt"] == [FIX]
    calls = [line["tool"] for line in seen if line.get("tool")]
    assert [(call["family"], call["ok"]) for call in calls] == [
        ("shell", False),
        ("read", True),
        ("edit", True),
        ("shell", True),
    ]
    assert [call["exit"] for call in calls if call["family"] == "shell"] == [1, 0]
    assert next(line["files"] for line in seen if line.get("tool", {}).get("family") == "edit") == [
        str(machine.client.folder / "calc.py")
    ]
    last = next(line for line in reversed(seen) if line["event"] == "turn-end")
    assert "Next steps" in last.get("text", "")
    assert (seen[-1]["event"] == "session-end") == (agent in ENDS)
    assert len({line.get("process") for line in seen}) == 1


@AGENTS
def test_the_next_session_begins_with_what_the_first_left(machine: Machine, agent: str) -> None:
    leave(machine, agent)

    machine.client.other(agent, SUBTRACT)

    told = machine.model.received()
    assert "add" in machine.page("sessions")
    assert HANDOFF in told
    assert "Write a test for negative numbers" in told


@AGENTS
def test_it_is_told_once(machine: Machine, agent: str) -> None:
    leave(machine, agent)

    machine.client.other(agent, SUBTRACT)

    most = max(str(body).count(HANDOFF) for body in machine.model.requests)
    assert most == 1


@pytest.mark.parametrize("agent", [agent for agent in OTHERS if capabilities(agent).prompt])
def test_a_prompt_is_told_the_page_that_answers_it(machine: Machine, agent: str) -> None:
    machine.memwiki("remember", "Amounts are integer cents everywhere, never floats", "--kind", "preference")
    machine.memwiki("compile", "--all")
    machine.client.extra = {"MEMWIKI_RECALL_ON_START": "false"}

    machine.client.other(agent, "are amounts integer cents or floats?")
    told = machine.model.received()
    machine.model.requests.clear()
    machine.client.other(agent, "what is left to do?")

    assert "memwiki-recall" in told
    assert "Amounts are integer cents everywhere" in told
    assert "memwiki-recall" not in machine.model.received()
    prompts = {line["text"] for line in machine.observations() if line["event"] == "user-prompt"}
    assert prompts == {"are amounts integer cents or floats?", "what is left to do?"}


@AGENTS
def test_run_resumes_the_agents_own_session(machine: Machine, agent: str) -> None:
    programs = [str(path.parent) for path in machine.client.programs.values()]
    machine.client.paths = [*machine.client.paths, *programs]
    run = [sys.executable, "-m", "memwiki", "run", agent]
    machine.client.run([*run, *machine.client.words(agent, FIX)])
    machine.model.requests.clear()

    again = machine.client.run([*run, *machine.client.words(agent, "what is left to do?")])

    assert again.returncode == 0, again.stderr
    assert "a + b" in machine.model.received(), again.stderr  # its own conversation, not a summary of it
    (stream,) = json.loads(machine.memwiki("workstreams", "--json"))["workstreams"]
    assert [(run["how"], run["exit"]) for run in stream["runs"]] == [("new", 0), ("resume", 0)]
    assert len(stream["sessions"]) == 1


@AGENTS
def test_uninstalled_it_works_on_and_is_not_captured(machine: Machine, agent: str) -> None:
    machine.memwiki("uninstall", agent)

    machine.client.other(agent, FIX)

    assert machine.observations() == []
    assert "a + b" in (machine.client.folder / "calc.py").read_text("utf-8")


@AGENTS
def test_it_works_as_usual_when_the_home_cannot_be_written(machine: Machine, agent: str) -> None:
    raw = machine.client.home / "memwiki" / "raw"
    raw.parent.mkdir(exist_ok=True)
    raw.write_text("a file where a folder should be", "utf-8")

    machine.client.other(agent, FIX)

    assert "a + b" in (machine.client.folder / "calc.py").read_text("utf-8")
