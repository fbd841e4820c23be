"""Claude Code and Codex as published, a model that is scripted, and memwiki between them.

Installs both programs from npm (below $MEMWIKI_TEST_NPM if set, so that they are kept), and talks to loopback only.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import PACKAGES, fetch, missing
from machine import FIX, SUBTRACT, Machine, scratch
from stub_model import Answer

pytestmark = pytest.mark.agents


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
    """A fresh machine, and memwiki installed into both agents."""
    with scratch(tmp_path, programs) as machine:
        machine.client.prepare_codex()
        machine.memwiki("install", "claude-code")
        machine.memwiki("install", "codex")
        yield machine


def test_a_session_of_claude_code_is_captured_whole(machine: Machine) -> None:
    machine.client.claude(FIX)

    seen = machine.observations()
    events = [line["event"] for line in seen]
    assert [line["text"] for line in seen if line["event"] == "user-prompt"] == [FIX]
    assert events[-1] == "session-end"
    assert events.count("turn-end") == 1
    assert [line["tool"]["ok"] for line in seen if line.get("tool", {}).get("family") == "shell"] == [False, True]
    assert [line["files"] for line in seen if line["event"] == "tool-end" and "edit" in line["tool"]["family"]] == [
        [str(machine.client.folder / "calc.py")]
    ]


def test_a_session_of_codex_is_captured_whole(machine: Machine) -> None:
    machine.client.codex(FIX)

    seen = machine.observations()
    families = [line["tool"]["family"] for line in seen if line.get("tool")]
    assert [line["text"] for line in seen if line["event"] == "user-prompt"] == [FIX]
    assert families == ["shell", "shell", "edit", "shell"]
    (end,) = [line for line in seen if line["event"] == "turn-end"]
    assert "Next steps" in end["text"]
    calls = [line["call"] for line in seen if line.get("tool", {}).get("family") == "shell"]
    assert [bool(end["receipts"][call]) for call in calls] == [True, False, False]  # red, looked, green


def test_codex_begins_with_what_claude_code_left(machine: Machine) -> None:
    machine.client.claude(FIX)
    machine.compile()
    machine.model.requests.clear()

    machine.client.codex(SUBTRACT)

    told = machine.model.received()
    assert "Write a test for negative numbers" in told
    assert "add() adds now" in told
    assert "3.11" in machine.page("decisions")


def test_claude_code_begins_with_what_codex_left(machine: Machine) -> None:
    machine.client.codex(FIX)
    machine.compile()
    machine.model.requests.clear()

    machine.client.claude(SUBTRACT)

    assert "Write a test for negative numbers" in machine.model.received()


def test_a_finished_step_is_not_handed_on(machine: Machine) -> None:
    machine.client.claude(FIX)
    machine.compile()
    machine.client.codex(SUBTRACT)
    machine.compile()
    machine.model.requests.clear()

    machine.client.claude("what is left to do?")

    told = machine.model.received()
    assert "Publish version two" in told
    assert "- Write a test for negative numbers" not in told


def test_a_handoff_is_told_once(machine: Machine) -> None:
    machine.client.claude(FIX)
    machine.compile()
    machine.client.codex(SUBTRACT)
    machine.model.requests.clear()

    machine.client.codex("what is left to do?")

    assert "Write a test for negative numbers" not in machine.model.received()


def test_sessions_end_as_usual_when_the_home_cannot_be_written(machine: Machine) -> None:
    raw = machine.client.home / "memwiki" / "raw"
    raw.parent.mkdir(exist_ok=True)
    raw.write_text("a file where a folder should be", "utf-8")

    printed = machine.client.claude(FIX)

    assert '"subtype":"success"' in printed
    assert "a + b" in (machine.client.folder / "calc.py").read_text("utf-8")


def test_uninstalled_agents_work_on_and_are_not_captured(machine: Machine) -> None:
    machine.memwiki("uninstall", "claude-code")
    machine.memwiki("uninstall", "codex")

    machine.client.claude(FIX)
    machine.client.codex(SUBTRACT)

    assert machine.observations() == []


REFINES = {
    "claude-code": ["-p", "--tools", ""],
    "codex": ["exec", "--ephemeral", "--sandbox", "read-only", "--skip-git-repo-check", "-"],
}


@pytest.mark.parametrize("agent", REFINES)
def test_an_agents_own_command_line_refines_and_is_not_captured(
    machine: Machine, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.client.claude(FIX)
    machine.compile()
    captured = [line for line in machine.observations() if line["agent"] != "memwiki"]
    quote = "the servers cannot run anything newer"

    def answer(prompt: str, _done: int, _tools: object) -> Answer:
        found = re.search(r"<record>\n(\{.*\})\n</record>", prompt, re.DOTALL)
        if found is None:
            return Answer("ok")
        entry = next(one["id"] for one in json.loads(found[1])["entries"] if quote in one["text"])
        evidence = [{"observation": entry, "quote": quote}]
        claim = {"kind": "concept", "title": "Servers", "text": quote.capitalize(), "evidence": evidence}
        return Answer(json.dumps({"claims": [claim]}))

    monkeypatch.setattr(machine.model, "answer", answer)
    command = json.dumps([str(machine.client.programs[agent]), *REFINES[agent]])
    for key, value in {"provider": "command", "command": command, "name": "scripted", "enabled": "true"}.items():
        machine.memwiki("config", "set", f"model.{key}", value)

    machine.memwiki("compile", "--refine", "--all")

    assert "by: scripted" in machine.page("concepts")
    assert [line for line in machine.observations() if line["agent"] != "memwiki"] == captured
