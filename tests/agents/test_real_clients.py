"""Claude Code and Codex as published, a model that is scripted, and memwiki between them.

Installs both programs from npm (below $MEMWIKI_TEST_NPM if set, so that they are kept), and talks to loopback only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from clients import PACKAGES, Client, fetch, missing
from stub_model import Answer, StubModel, Turn

pytestmark = pytest.mark.agents

FIX = "make add() in calc.py add, the test fails. we use 3.11 on purpose, the servers cannot run anything newer"
SUBTRACT = "go on with the next step"

SCRIPT = (
    Turn(
        FIX,
        (
            {"say": "See it fail.", "run": "python3 -m unittest -q"},
            {"read": "calc.py"},
            {"edit": "calc.py", "old": "    return a - b", "new": "    return a + b"},
            {"say": "Run the tests.", "run": "python3 -m unittest -q"},
        ),
        "add() adds now, and the test passes. The root cause: the operands were subtracted.\n\n"
        "Next steps:\n- Write a test for negative numbers",
    ),
    Turn(
        SUBTRACT,
        (
            {"run": "cat calc.py"},
            {"write": "test_negative.py", "content": "from test_calc import *  # noqa: F403\n"},
            {"run": "python3 -m unittest -q"},
        ),
        "There is a test for negative numbers now.\n\nNext steps:\n- Publish version two",
    ),
    Turn("what is left to do?", (), "Version two is to be published."),
)


@dataclass
class Machine:
    """A person's scratch machine: the two agents, their scripted model, and memwiki."""

    client: Client
    model: StubModel

    def memwiki(self, *words: str) -> str:
        """What the command prints; it must succeed."""
        done = self.client.run([sys.executable, "-m", "memwiki", *words])
        assert done.returncode == 0, done.stderr
        return done.stdout

    def compile(self) -> None:
        """Compiles, after whatever the hooks started by themselves has ended."""
        self.memwiki("compile")

    def page(self, kind: str) -> str:
        """All pages of one folder as one text."""
        wiki = self.client.home / "memwiki" / "wiki"
        return "\n".join(path.read_text("utf-8") for path in sorted(wiki.glob(f"*/*/{kind}/**/*.md")))

    def observations(self) -> list[dict]:
        """Everything captured, in file order."""
        raw = self.client.home / "memwiki" / "raw"
        return [
            json.loads(line) for path in sorted(raw.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
        ]


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
    """A fresh machine with a small repository whose test fails, and memwiki installed into both agents."""
    home, folder = tmp_path / "home", tmp_path / "w" / "calc"
    folder.mkdir(parents=True)
    (folder / "calc.py").write_text("def add(a, b):\n    return a - b\n", "utf-8")
    test = "import unittest\n\nfrom calc import add\n\n\nclass Add(unittest.TestCase):\n"
    test += "    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n"
    (folder / "test_calc.py").write_text(test, "utf-8")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)
    with StubModel(SCRIPT, str(folder)) as model:
        client = Client(home, folder, programs, model.url)
        client.prepare_codex()
        machine = Machine(client, model)
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
    assert "Next steps" in next(line["text"] for line in seen if line["event"] == "turn-end")


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
