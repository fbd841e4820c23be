"""`memwiki agents`, `install` and `doctor` through the real command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from memwiki.capture.agents import ADAPTERS
from memwiki.cli.schemas import outputs, schema
from memwiki.hooks.install_agents import AGENTS


class Machine:
    """A person's machine, without any agent's program."""

    def __init__(self, root: Path) -> None:
        self.user, self.work = root / "user", root / "work"
        self.user.mkdir()
        self.work.mkdir()
        moved = [agent.can.variable for agent in AGENTS.values() if agent.can.variable]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("MEMWIKI_") and key not in moved}
        self.environment = {**kept, "HOME": str(self.user)}

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "memwiki", *words],
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def checks(self) -> dict[str, tuple[str, str]]:
        found = json.loads(self("doctor", "--json").stdout)["checks"]
        return {check["name"]: (check["state"], check["detail"]) for check in found}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_agents_tells_what_each_can_do(machine: Machine) -> None:
    found = json.loads(machine("agents", "--json").stdout)

    Draft202012Validator(schema(outputs()["agents"])).validate(found)
    assert [line["agent"] for line in found["agents"]] == list(ADAPTERS)
    by_name = {line["agent"]: line for line in found["agents"]}
    assert by_name["claude-code"]["cap_utf16"] == by_name["codex"]["cap_bytes"] == 10_000
    assert by_name["kimi"]["inject"] == {"start": "", "prompt": "text", "tool": ""}
    assert by_name["cursor"]["source"] == "documented"
    assert {line["user"] for line in found["agents"]} == {"absent"}


def test_agents_in_words_has_a_line_for_each(machine: Machine) -> None:
    lines = machine("agents").stdout.splitlines()

    assert len(lines) == len(ADAPTERS) + 1
    assert lines[0].split()[0] == "agent"


def test_all_takes_the_agents_that_are_here(machine: Machine) -> None:
    for folder in (".gemini", ".kimi-code", ".config/opencode"):
        (machine.user / folder).mkdir(parents=True)

    done = json.loads(machine("install", "--all", "--json").stdout)

    assert {one["agent"] for one in done["agents"]} >= {"gemini-cli", "kimi", "opencode"}
    assert all(one["proved"] for one in done["agents"])
    machine("uninstall", "--all")
    assert list((machine.user / ".kimi-code").iterdir()) == []
    assert list((machine.user / ".config/opencode").iterdir()) == []


def test_an_agent_without_project_settings_says_so_in_a_line(machine: Machine) -> None:
    done = machine("install", "kimi", "--scope", "project")

    assert done.returncode == 2
    assert "no project settings" in done.stderr
    assert done.stderr.count("\n") <= 2


def test_all_in_a_project_leaves_out_agents_without_project_settings(machine: Machine) -> None:
    for folder in (".qwen", ".kimi-code"):
        (machine.user / folder).mkdir()

    done = json.loads(machine("install", "--all", "--scope", "project", "--json").stdout)

    names = {one["agent"] for one in done["agents"]}
    assert "qwen-code" in names
    assert "kimi" not in names


def test_a_hook_that_was_put_in_captures(machine: Machine) -> None:
    machine("install", "copilot-cli")
    tree = json.loads((machine.user / ".copilot/hooks/memwiki.json").read_text("utf-8"))
    payload = {"sessionId": "s1", "timestamp": 1, "cwd": str(machine.work), "prompt": "make it add"}

    subprocess.run(
        ["sh", "-c", tree["hooks"]["userPromptSubmitted"][0]["bash"]],
        input=json.dumps(payload).encode(),
        env=machine.environment,
        check=True,
    )

    (path,) = machine.user.glob("memwiki/raw/*/*/copilot-cli-s1/*.jsonl")
    line = json.loads(path.read_text("utf-8"))
    assert (line["event"], line["text"]) == ("user-prompt", "make it add")
    assert "1 session, the last event at" in machine.checks()["copilot-cli events"][1]


def test_doctor_sees_what_cursor_runs_twice(machine: Machine) -> None:
    machine("install", "cursor")
    assert "cursor twice" not in machine.checks()
    machine("install", "claude-code")

    assert machine.checks()["cursor twice"][0] == "warn"


def test_doctor_sees_that_codex_does_not_run_hooks(machine: Machine) -> None:
    machine("install", "codex")
    assert machine.checks()["codex trust"][0] == "warn"
    (machine.user / ".codex" / "config.toml").write_text("[features]\nhooks = false\n")

    assert machine.checks()["codex"] == ("warn", "the settings switch hooks off")


def test_doctor_sees_another_interpreter(machine: Machine) -> None:
    machine("install", "gemini-cli")
    file = machine.user / ".gemini" / "settings.json"
    file.write_text(file.read_text("utf-8").replace(sys.executable, "/old/python3"), "utf-8")

    assert machine.checks()["gemini-cli"] == ("warn", "hooks name another interpreter or home")


def test_doctor_is_content_with_an_agent_that_has_no_project_settings(machine: Machine) -> None:
    machine("install", "kimi")

    assert machine.checks()["kimi"] == ("ok", "hooks are in place")


@pytest.mark.parametrize("file", [".claude/settings.local.json", "work/.claude/settings.json"])
def test_doctor_sees_hooks_that_another_file_switches_off(machine: Machine, file: str) -> None:
    machine("install", "claude-code")
    assert machine.checks()["claude-code"][0] == "ok"
    place = (machine.user if file.startswith(".") else machine.user.parent) / file
    place.parent.mkdir(exist_ok=True)
    place.write_text('// for now\n{"disableAllHooks": true,}\n', "utf-8")

    assert machine.checks()["claude-code"] == ("warn", f"{place} switches hooks off")


def test_doctor_tells_trust_that_is_stale_from_trust_that_holds(machine: Machine) -> None:
    machine("install", "codex")
    file, config = machine.user / ".codex" / "hooks.json", machine.user / ".codex" / "config.toml"
    events = list(json.loads(file.read_text("utf-8"))["hooks"])

    def trusted(mark: str) -> str:
        snakes = ["".join(f"_{c.lower()}" if c.isupper() else c for c in event).lstrip("_") for event in events]
        rows = [f'[hooks.state."{file}:{snake}:0:0"]\ntrusted_hash = "sha256:{mark}{snake}"\n' for snake in snakes]
        return "\n".join(rows)

    config.write_text(trusted("a"), "utf-8")
    assert machine.checks()["codex trust"] == ("ok", "every hook is trusted")

    file.write_text(file.read_text("utf-8").replace(sys.executable, "/old/python3"), "utf-8")
    machine("install", "codex")  # another command: what was trusted is not this one
    assert machine.checks()["codex trust"] == ("warn", f"not trusted: {', '.join(events)}")

    config.write_text(trusted("b"), "utf-8")
    assert machine.checks()["codex trust"][0] == "ok"


def test_doctor_tells_the_last_event_the_spools_depth_and_the_last_error(machine: Machine) -> None:
    machine("install", "gemini-cli")
    tree = json.loads((machine.user / ".gemini/settings.json").read_text("utf-8"))
    command = tree["hooks"]["BeforeAgent"][0]["hooks"][0]["command"]
    for number, payload in enumerate(
        (b'{"session_id": "s%d", "cwd": "%s", "hook_event_name": "BeforeAgent", "prompt": "x"}',) * 3
    ):
        told = payload % (number, str(machine.work).encode())
        subprocess.run(["sh", "-c", command], input=told, env=machine.environment, cwd=machine.work, check=True)
    subprocess.run(["sh", "-c", command], input=b"{broken", env=machine.environment, cwd=machine.work, check=True)

    found = machine.checks()
    assert found["gemini-cli events"][1].startswith("3 sessions, the last event at ")
    assert found["hook errors"][0] == "warn"
    assert "unreadable payload of 7 bytes" in found["hook errors"][1]
    assert any("3 waiting" in detail for _, detail in found.values())
