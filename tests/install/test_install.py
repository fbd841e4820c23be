"""install and uninstall on real files, with the real command behind them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from memwiki.errors import Invalid, MemwikiError
from memwiki.hooks.install import install, present, prove, state_of, uninstall
from memwiki.hooks.install_agents import CLAUDE_CODE, CODEX, Agent, named
from memwiki.hooks.install_trust import untrusted
from memwiki.paths import Home

HAND_MADE = b'{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}  \r\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "MEMWIKI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Home(tmp_path / "memory of mine")


@pytest.mark.parametrize("agent", [CLAUDE_CODE, CODEX], ids=lambda agent: agent.name)
@pytest.mark.parametrize("before", [None, b"", b"{}", b"{}\n\n", HAND_MADE, b'\xef\xbb\xbf{"a": [1, 2]}', b" \n"])
def test_install_and_uninstall_leave_the_very_bytes(
    home: Home, tmp_path: Path, agent: Agent, before: bytes | None
) -> None:
    file = agent.settings("user", tmp_path)
    if before is not None:
        file.parent.mkdir()
        file.write_bytes(before)

    done = install(home, agent, "user", tmp_path, False)
    assert done.changed
    assert done.proved
    assert state_of(home, agent, "user", tmp_path) == "current"
    uninstall(home, agent, "user", tmp_path, False)

    assert (file.read_bytes() if file.exists() else None) == before
    assert file.parent.exists() == (before is not None)


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
    assert text.count("hook.py") == len(CLAUDE_CODE.timeouts)
    assert "memory of mine" not in text
    uninstall(moved, CLAUDE_CODE, "user", tmp_path, False)
    assert "hook.py" not in CLAUDE_CODE.settings("user", tmp_path).read_text()


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
    assert set(untrusted(home, CODEX, file)) == set(CODEX.timeouts)
    trust = "".join(
        f'[hooks.state."{file}:{event}:0:0"]\ntrusted_hash = "sha256:1"\n'
        for event in ("session_start", "user_prompt_submit", "post_tool_use", "subagent_stop")
    )
    (file.parent / "config.toml").write_text(trust)

    assert set(untrusted(home, CODEX, file)) == {"Stop", "PreCompact", "PostCompact", "SessionEnd"}
    file.write_text(file.read_text().replace('"timeout": 10', '"timeout": 9'))
    install(home, CODEX, "user", tmp_path, False)
    assert set(untrusted(home, CODEX, file)) == set(CODEX.timeouts)


def test_an_unknown_agent_is_told_with_the_known_ones() -> None:
    with pytest.raises(MemwikiError) as error:
        named("vim")
    assert "claude-code" in error.value.hint
