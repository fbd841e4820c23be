"""Settings come in layers; what is wrong is told with its place and its fix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memwiki import config
from memwiki.config import env_name, git_alone, keys, load, process_environment, write_value
from memwiki.errors import Invalid, NotFound, UsageError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def _load(home: Path, cwd: Path | None = None, env: dict[str, str] | None = None, **flags: object):
    return load(home, cwd, flags, {"HOME": str(home.parent), **(env or {})})


def test_each_layer_overrides_the_one_before(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work" / "deep"
    work.mkdir(parents=True)
    seen = [_load(home, work)]
    (home / "config.toml").write_text("[recall]\nmax_chars = 7000\n")
    seen.append(_load(home, work))
    (work.parent / ".memwiki.toml").write_text("[recall]\nmax_chars = 6000\n")
    seen.append(_load(home, work))
    seen.append(_load(home, work, {"MEMWIKI_RECALL_MAX_CHARS": "5000"}))
    seen.append(
        load(home, work, {"recall.max_chars": 4000}, {"HOME": str(tmp_path), "MEMWIKI_RECALL_MAX_CHARS": "5000"})
    )

    assert [one.settings.recall.max_chars for one in seen] == [8000, 7000, 6000, 5000, 4000]
    assert [Path(one.origins["recall.max_chars"]).name for one in seen] == [
        "default",
        "config.toml",
        ".memwiki.toml",
        "MEMWIKI_RECALL_MAX_CHARS",
        "flag",
    ]


def test_every_key_has_a_description_and_an_environment_name() -> None:
    assert all(keys().values())
    assert env_name("recall.max_chars") == "MEMWIKI_RECALL_MAX_CHARS"


def test_lists_come_from_the_environment_with_commas(home: Path) -> None:
    found = _load(home, env={"MEMWIKI_CAPTURE_IGNORE_PATHS": "a/**, b/*"})

    assert found.settings.capture.ignore_paths == ("a/**", "b/*")


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("[recall]\nmax_char = 1\n", "config.toml:2: unknown key recall.max_char", "recall.max_chars"),
        ("[recall]\n\nmax_chars = 'x'\n", "config.toml:3: recall.max_chars", "config set"),
        ("[capture]\nmode = 'of'\n", "config.toml:2: capture.mode", "config set"),
        ("[capture\n", "config.toml: ", "fix the line"),
        ("[capture]\nextra_patterns = ['(']\n", "not a regular expression", "config set"),
        ("recall = 3\n", "unknown key recall", ""),
    ],
)
def test_a_wrong_line_is_told_with_its_number_and_its_fix(home: Path, text: str, said: str, hint: str) -> None:
    (home / "config.toml").write_text(text)

    with pytest.raises(Invalid) as error:
        _load(home)

    assert said in error.value.message
    assert "\n" not in error.value.message
    assert hint in error.value.hint


def test_a_wrong_environment_value_names_the_variable(home: Path) -> None:
    with pytest.raises(Invalid, match=r"MEMWIKI_COMPILE_IDLE_MINUTES: compile\.idle_minutes"):
        _load(home, env={"MEMWIKI_COMPILE_IDLE_MINUTES": "soon"})


def test_a_repositorys_marker_cannot_loosen_redaction(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / ".memwiki.toml").write_text("[capture]\nallow = ['AKIA']\n")

    with pytest.raises(Invalid, match="in a marker file"):
        _load(home, work)


def test_a_marker_above_the_persons_folder_does_not_count(home: Path, tmp_path: Path) -> None:
    person = tmp_path / "people" / "ada"
    (person / "work").mkdir(parents=True)
    (tmp_path / "people" / ".memwiki.toml").write_text("project = 'all'\n")

    assert load(home, person / "work", None, {"HOME": str(person)}).marker is None


def test_set_keeps_comments_and_other_keys(home: Path) -> None:
    file = home / "config.toml"
    file.write_text("# mine\n[recall]\nmax_chars = 7000  # short\n\n[operator]\nname = 'Ada'\n")

    assert write_value(home, "recall.on_prompt", "true") is True
    assert write_value(home, "capture.ignore_paths", "*.key") == ("*.key",)

    text = file.read_text()
    assert "# mine" in text
    assert "# short" in text
    found = _load(home)
    assert found.settings.recall.on_prompt is True
    assert found.operator == "Ada"
    assert found.settings.capture.ignore_paths == ("*.key",)


def test_set_stores_the_value_in_its_own_type(home: Path) -> None:
    write_value(home, "recall.max_chars", "6000")

    assert "max_chars = 6000" in (home / "config.toml").read_text()


def test_set_refuses_what_it_could_not_read_back(home: Path) -> None:
    with pytest.raises(UsageError, match="unknown key"):
        write_value(home, "recall.maxchars", "1")
    with pytest.raises(UsageError, match="input should be a valid integer"):
        write_value(home, "recall.max_chars", "many")
    assert not (home / "config.toml").exists()


def test_the_operator_is_never_taken_from_git(home: Path) -> None:
    found = _load(home)

    assert found.operator
    assert found.email.endswith(".invalid")


def test_an_unknown_key_is_not_found(home: Path) -> None:
    with pytest.raises(NotFound):
        _load(home).get("recall.nothing")


def test_what_was_said_to_git_is_kept_for_other_processes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "_SAID_TO_GIT", {})
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)

    with git_alone():
        assert os.environ["GIT_CONFIG_GLOBAL"] == os.devnull

    assert "GIT_DIR" not in os.environ
    assert "GIT_CONFIG_GLOBAL" not in os.environ
    assert process_environment(X="1")["GIT_DIR"] == "/nowhere"
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    assert process_environment()["GIT_DIR"] == "/elsewhere"
