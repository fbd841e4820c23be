"""Every error is one line with an exit code; global options may stand anywhere."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.cli.edge import fronted, run
from memwiki.cli.screen import clean


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MEMWIKI_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "moved"),
    [
        (["search", "q", "--at", "2026-01-01", "-k", "3"], ["--at", "2026-01-01", "search", "q", "-k", "3"]),
        (["search", "q", "--home=/h"], ["--home=/h", "search", "q"]),
        (["search", "--", "--at"], ["search", "--", "--at"]),
        (["compile", "--all", "--project", "p", "--cwd", "."], ["--project", "p", "--cwd", ".", "compile", "--all"]),
    ],
)
def test_global_options_may_stand_anywhere(arguments: list[str], moved: list[str]) -> None:
    assert fronted(arguments) == moved


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nothing"], 2, "nothing"),
        (["show"], 2, "memwiki show --help"),
        (["search", "q", "--project", "../x"], 2, "not a project's name"),
        (["list", "--at", "yesterday"], 2, "not an instant"),
        (["list"], 10, "no such project"),
        (["show", "x.md", "--project", "default/none"], 10, "memwiki projects"),
        (["config", "get", "recall.nothing"], 10, "no such setting"),
        (["config", "get", "recall"], 10, "a section"),
        (["list", "--cwd", "/nowhere/at/all"], 2, "no such folder"),
    ],
)
def test_an_error_is_one_line_with_its_code(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == code

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("memwiki: ")
    assert said in err


def test_with_json_the_error_is_one_object_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--json"]) == 10

    error = json.loads(capsys.readouterr().err)
    assert (error["schema"], error["code"]) == ("memwiki.error/1", 10)
    assert error["hint"]


def test_a_broken_settings_file_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("[capture]\nmode = 'of'\n")

    assert run(["status"]) == 12
    assert "config.toml:2" in capsys.readouterr().err


def test_an_unforeseen_error_leaves_no_traceback_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*_: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr("memwiki.config.keys", fall)

    home = tmp_path / "named"
    assert run(["config", "--home", str(home)]) == 1

    err = capsys.readouterr().err
    log = home / "logs" / "errors.log"
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert str(log) in err
    assert "in fall" in log.read_text()
    assert "deep inside" not in log.read_text()  # an error's words may be captured ones
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


def test_a_group_without_its_verb_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["handoff"]) == 2
    assert "accept" in capsys.readouterr().err


@settings(deadline=None, derandomize=True)
@given(st.text())
def test_a_terminal_never_gets_a_control_character(text: str) -> None:
    shown = clean(text)

    assert not any(ord(letter) < 0x20 and letter not in "\n\t" for letter in shown)
    assert not any(0x7F <= ord(letter) < 0xA0 or 0xD800 <= ord(letter) < 0xE000 for letter in shown)


@pytest.mark.parametrize(
    "escape",
    ["\x1b[31m", "\x1b]8;;http://x\x07", "\x1b]0;title\x1b\\", "\x1bP1$q\x1b\\", "\x1b(B", "\x9b31m", "\u202e"],
)
def test_escape_sequences_are_taken_out(escape: str) -> None:
    shown = clean(f"a{escape}b")

    assert "\x1b" not in shown
    assert "\x9b" not in shown
    assert shown.startswith("a")
    assert shown.endswith("b")
