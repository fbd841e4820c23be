"""install and uninstall on real files, with the real command behind them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.errors import Invalid, MemwikiError, UsageError
from memwiki.hooks.install import install, present, prove, state_of, uninstall
from memwiki.hooks.install_agents import AGENTS, CLAUDE_CODE, CODEX, Agent, named
from memwiki.hooks.install_forms import form_of
from memwiki.hooks.install_trust import untrusted
from memwiki.paths import Home

HAND_MADE = b'{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}  \r\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    for name in (*(agent.can.variable for agent in AGENTS.values() if agent.can.variable), "MEMWIKI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Home(tmp_path / "memory of mine")


KIMI, OPENCODE, KIRO, CURSOR, COPILOT = (AGENTS[name] for name in ("kimi", "opencode", "kiro", "cursor", "copilot-cli"))
EVERY = pytest.mark.parametrize("agent", AGENTS.values(), ids=lambda agent: agent.name)
BEFORE: dict[str, list[bytes]] = {
    "groups": [b"", b"{}", b"{}\n\n", HAND_MADE, b'\xef\xbb\xbf{"a": [1, 2]}', b" \n"],
    "lists": [b"", b"{}", b'{"version": 1, "hooks": {}}', b'{"hooks": {"stop": [{"command": "./audit.sh"}]}}\n'],
    "toml": [b"", b"\n", b"model = 'k2' # mine", b'[[hooks]]\r\nevent = "Stop"\r\ncommand = "beep"\r\n\r\n'],
    "hooks-file": [b"", b" \n"],
    "plugin": [b"", b"\n"],
}
CASES = [(agent, before) for agent in AGENTS.values() for before in (None, *BEFORE[agent.can.settings])]


@pytest.mark.parametrize(("agent", "before"), CASES, ids=lambda case: case.name if isinstance(case, Agent) else None)
def test_install_and_uninstall_leave_the_very_bytes(
    home: Home, tmp_path: Path, agent: Agent, before: bytes | None
) -> None:
    file = agent.settings("user", tmp_path)
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(before)

    done = install(home, agent, "user", tmp_path, False)
    assert done.changed
    assert done.proved
    assert state_of(home, agent, "user", tmp_path) == "current"
    uninstall(home, agent, "user", tmp_path, False)

    assert (file.read_bytes() if file.exists() else None) == before
    assert file.parent.exists() == (before is not None)
    assert [path for path in tmp_path.iterdir() if path != home.root and before is None] == []


@EVERY
def test_a_projects_settings_come_and_go_too(home: Home, tmp_path: Path, agent: Agent) -> None:
    project = tmp_path / "work"
    project.mkdir()
    if not agent.has("project"):
        assert state_of(home, agent, "project", project) == "none"
        with pytest.raises(UsageError, match="no project settings"):
            install(home, agent, "project", project, False)
        return

    install(home, agent, "project", project, False)

    assert agent.settings("project", project).is_file()
    assert state_of(home, agent, "project", project) == "current"
    uninstall(home, agent, "project", project, False)
    assert list(project.iterdir()) == []


@EVERY
def test_a_moved_interpreter_replaces_its_old_entries(
    home: Home, tmp_path: Path, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sys.executable
    monkeypatch.setattr(sys, "executable", "/old/python3")
    file = agent.settings("user", tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(form_of(home, agent).add(""), "utf-8")
    monkeypatch.setattr(sys, "executable", real)
    assert state_of(home, agent, "user", tmp_path) == "stale"

    install(home, agent, "user", tmp_path, False)

    text = file.read_text("utf-8")
    assert "/old/python3" not in text
    assert text.count("hook.py") == (1 if agent is OPENCODE else len(agent.can.events))
    assert not install(home, agent, "user", tmp_path, False).changed


@EVERY
def test_a_dry_run_shows_the_change_and_writes_nothing(home: Home, tmp_path: Path, agent: Agent) -> None:
    told = install(home, agent, "user", tmp_path, True)

    assert told.diff.startswith("--- ")
    assert "+++" in told.diff
    assert list(tmp_path.iterdir()) == []


@EVERY
def test_a_link_in_its_place_is_refused_everywhere(home: Home, tmp_path: Path, agent: Agent) -> None:
    file = agent.settings("user", tmp_path)
    file.parent.mkdir(parents=True)
    file.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(Invalid, match="symbolic link"):
        install(home, agent, "user", tmp_path, False)


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        (KIMI, "model = "),
        (KIMI, "[hooks]\nevent = 1\n"),
        (KIMI, 'hooks = [{event = "Stop", command = "beep"}]'),
        (OPENCODE, "export default {}"),
        (KIRO, '{"version": "v1", "hooks": []}'),
        (CURSOR, '{"version": 1, "hooks": []}'),
        (COPILOT, '{"version": 1, "hooks": {"agentStop": "no"}}'),
    ],
)
def test_what_is_not_understood_is_refused_in_one_line(home: Home, tmp_path: Path, agent: Agent, text: str) -> None:
    file = agent.settings("user", tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(text)

    with pytest.raises(Invalid) as error:
        install(home, agent, "user", tmp_path, False)

    assert str(file) in error.value.message
    assert "\n" not in error.value.message
    assert file.read_text() == text


def test_a_changed_time_limit_is_a_persons_own(home: Home, tmp_path: Path) -> None:
    install(home, CLAUDE_CODE, "user", tmp_path, False)
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.write_text(file.read_text().replace('"timeout": 10', '"timeout": 20'))

    assert state_of(home, CLAUDE_CODE, "user", tmp_path) == "current"


@pytest.mark.parametrize(
    ("name", "switch"),
    [
        ("claude-code", {"disableAllHooks": True}),
        ("qwen-code", {"disableAllHooks": True}),
        ("gemini-cli", {"hooksConfig": {"enabled": False}}),
        ("gemini-cli", {"hooks": {"disabled": ["memwiki"]}}),
    ],
)
def test_hooks_that_are_switched_off_are_seen(home: Home, tmp_path: Path, name: str, switch: dict[str, object]) -> None:
    agent = AGENTS[name]
    file = agent.settings("user", tmp_path)
    file.parent.mkdir()
    file.write_text(json.dumps(switch))
    install(home, agent, "user", tmp_path, False)

    assert state_of(home, agent, "user", tmp_path) == "off"


def test_time_limits_have_the_agents_unit(home: Home, tmp_path: Path) -> None:
    def limits(name: str) -> set[int]:
        agent = AGENTS[name]
        install(home, agent, "user", tmp_path, False)
        tree = json.loads(agent.settings("user", tmp_path).read_text())
        return {hook["timeout"] for groups in tree["hooks"].values() for group in groups for hook in group["hooks"]}

    assert limits("gemini-cli") == limits("qwen-code") == {10_000}
    assert limits("claude-code") == {10}
    assert limits("codex") == {10, 3}  # more than 3 seconds at a session's end make Codex warn at each start


def test_a_copilot_payload_names_its_event_on_the_command_line(home: Home, tmp_path: Path) -> None:
    install(home, COPILOT, "user", tmp_path, False)
    tree = json.loads(COPILOT.settings("user", tmp_path).read_text())

    assert tree["version"] == 1
    assert set(tree["hooks"]) == set(COPILOT.can.events)
    for event, hooks in tree["hooks"].items():
        assert f"--agent copilot-cli --event {event} " in hooks[0]["bash"]


def test_a_change_by_somebody_else_survives_the_uninstall(home: Home, tmp_path: Path) -> None:
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.parent.mkdir()
    file.write_bytes(HAND_MADE)
    install(home, CLAUDE_CODE, "user", tmp_path, False)
    file.write_bytes(file.read_bytes().replace(b'"opus"', b'"sonnet"'))

    uninstall(home, CLAUDE_CODE, "user", tmp_path, False)

    assert file.read_bytes() == HAND_MADE.replace(b'"opus"', b'"sonnet"')


def test_installing_again_changes_nothing(home: Home, tmp_path: Path) -> None:
    install(home, CODEX, "user", tmp_path, False)
    file = CODEX.settings("user", tmp_path)
    once = file.read_bytes()

    assert not install(home, CODEX, "user", tmp_path, False).changed
    assert file.read_bytes() == once


def test_a_moved_home_leaves_no_second_entry(home: Home, tmp_path: Path) -> None:
    install(home, CLAUDE_CODE, "user", tmp_path, False)
    moved = Home(tmp_path / "elsewhere")
    assert state_of(moved, CLAUDE_CODE, "user", tmp_path) == "stale"

    install(moved, CLAUDE_CODE, "user", tmp_path, False)

    text = CLAUDE_CODE.settings("user", tmp_path).read_text()
    assert text.count("hook.py") == len(CLAUDE_CODE.can.events)
    assert "memory of mine" not in text
    uninstall(moved, CLAUDE_CODE, "user", tmp_path, False)
    assert not CLAUDE_CODE.settings("user", tmp_path).exists()


def test_a_dry_run_writes_nothing(home: Home, tmp_path: Path) -> None:
    told = install(home, CLAUDE_CODE, "user", tmp_path, True)

    assert "+++" in told.diff
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": 3}', "{'a': 1}", '{"a": 1, "a": 2}'])
def test_a_file_that_is_not_understood_is_left_alone(home: Home, tmp_path: Path, text: str) -> None:
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.parent.mkdir()
    file.write_text(text)

    with pytest.raises(Invalid) as error:
        install(home, CLAUDE_CODE, "user", tmp_path, False)

    assert str(file) in error.value.message
    assert error.value.hint
    assert file.read_text() == text


def test_a_link_is_refused(home: Home, tmp_path: Path) -> None:
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.parent.mkdir()
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    file.symlink_to(real)

    with pytest.raises(Invalid, match="symbolic link"):
        install(home, CLAUDE_CODE, "user", tmp_path, False)
    assert real.read_text() == "{}"


def test_a_pipe_is_refused_and_not_waited_for(home: Home, tmp_path: Path) -> None:
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.parent.mkdir()
    os.mkfifo(file)

    for verb in (install, uninstall):
        with pytest.raises(Invalid, match="no plain file"):
            verb(home, CLAUDE_CODE, "user", tmp_path, False)


def test_bytes_that_are_no_text_are_refused(home: Home, tmp_path: Path) -> None:
    file = CLAUDE_CODE.settings("user", tmp_path)
    file.parent.mkdir()
    file.write_bytes(b'{"a": "\xff"}')

    with pytest.raises(Invalid, match="not UTF-8"):
        install(home, CLAUDE_CODE, "user", tmp_path, False)


def test_the_agents_own_variables_are_honoured(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    (tmp_path / "codex").mkdir()

    assert install(home, CODEX, "user", tmp_path, False).path == str(tmp_path / "codex" / "hooks.json")
    assert CODEX in present()


def test_a_projects_own_settings_do_not_touch_the_persons(home: Home, tmp_path: Path) -> None:
    project = tmp_path / "work"
    project.mkdir()

    install(home, CLAUDE_CODE, "project", project, False)

    assert (project / ".claude" / "settings.local.json").is_file()
    assert not (tmp_path / ".claude").exists()
    uninstall(home, CLAUDE_CODE, "project", project, False)
    assert list(project.iterdir()) == []


def test_the_installed_command_exits_0_whatever_is_gone(home: Home, tmp_path: Path) -> None:
    install(home, CODEX, "user", tmp_path, False)
    tree = json.loads(CODEX.settings("user", tmp_path).read_text())
    command = tree["hooks"]["Stop"][0]["hooks"][0]["command"]
    for gone in (home.bin / "hook.py", home.bin):
        os.rename(gone, gone.with_name("gone"))
        done = subprocess.run(["sh", "-c", command], input=b"{}", capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (0, b"")
        os.rename(gone.with_name("gone"), gone)


def test_a_hook_that_stores_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(MemwikiError, match="stored nothing"):
        prove(CODEX, "true")


def test_codex_skips_what_its_person_has_not_trusted(home: Home, tmp_path: Path) -> None:
    install(home, CODEX, "user", tmp_path, False)
    file = CODEX.settings("user", tmp_path)
    assert set(untrusted(home, CODEX, file)) == set(CODEX.can.events)
    trust = "".join(
        f'[hooks.state."{file}:{event}:0:0"]\ntrusted_hash = "sha256:1"\n'
        for event in ("session_start", "user_prompt_submit", "post_tool_use", "subagent_stop")
    )
    (file.parent / "config.toml").write_text(trust)

    assert set(untrusted(home, CODEX, file)) == {"Stop", "PreCompact", "PostCompact", "SessionEnd"}
    file.write_text(file.read_text().replace('"timeout": 10', '"timeout": 9'))
    install(home, CODEX, "user", tmp_path, False)
    assert set(untrusted(home, CODEX, file)) == set(CODEX.can.events)


def test_an_unknown_agent_is_told_with_the_known_ones() -> None:
    with pytest.raises(MemwikiError) as error:
        named("vim")
    assert "claude-code" in error.value.hint


@EVERY
def test_a_lost_record_leaves_no_empty_file_behind(home: Home, tmp_path: Path, agent: Agent) -> None:
    file = agent.settings("user", tmp_path)
    install(home, agent, "user", tmp_path, False)
    for record in (home.state / "installed").iterdir():
        record.unlink()

    uninstall(home, agent, "user", tmp_path, False)

    assert not file.exists()


@pytest.mark.parametrize(
    "before", [b'// mine\n{"version": 1}\n', b'{"version": 1, "hooks": {"stop": [{"command": "b"}]}}']
)
def test_a_lost_record_takes_nothing_that_may_be_a_persons(home: Home, tmp_path: Path, before: bytes) -> None:
    file = CURSOR.settings("user", tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(before)
    install(home, CURSOR, "user", tmp_path, False)
    for record in (home.state / "installed").iterdir():
        record.unlink()

    uninstall(home, CURSOR, "user", tmp_path, False)

    assert file.read_bytes() == before
