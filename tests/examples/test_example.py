"""The example in examples/: its recording is clean, its wiki is what its observations compile to, its demo runs.

MEMWIKI_GOLDEN=write writes examples/wiki again from examples/raw.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROJECT = "linkcheck-78981c1c"  # what a session in /w/linkcheck belongs to, see memwiki/capture/project.py
NOW = "2026-11-27T09:00:00Z"


def _texts(folder: Path) -> dict[str, bytes]:
    """Every file below the folder but git's own, by its relative path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def _pages(kind: str) -> list[Path]:
    return [path for path in (EXAMPLES / "wiki" / kind).rglob("*.md") if path.name != "index.md"]


def _env(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMWIKI_", "GIT_"))}
    return kept | {"MEMWIKI_HOME": str(home), "HOME": str(home.parent), "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wiki that examples/raw compiles to in a home of its own."""
    home = tmp_path_factory.mktemp("example") / "memwiki"
    shutil.copytree(EXAMPLES / "raw", home / "raw" / "default" / PROJECT)
    (home / "config.toml").write_text('[operator]\nname = "dev"\nemail = "dev@example.com"\n', "utf-8")
    command = [sys.executable, "-m", "memwiki", "compile", "--all", "--project", PROJECT, "--at", NOW]
    subprocess.run(command, env=_env(home), cwd=home, check=True, capture_output=True)
    wiki = home / "wiki" / "default" / PROJECT
    if os.environ.get("MEMWIKI_GOLDEN") == "write":
        shutil.rmtree(EXAMPLES / "wiki", ignore_errors=True)
        shutil.copytree(wiki, EXAMPLES / "wiki", ignore=shutil.ignore_patterns(".git"))
    return wiki


def test_the_wiki_is_what_its_observations_compile_to(rebuilt: Path) -> None:
    assert _texts(rebuilt) == _texts(EXAMPLES / "wiki")


def test_the_wiki_has_a_page_of_every_kind() -> None:
    kinds = ["sessions", "decisions", "preferences", "concepts", "gotchas", "skills"]

    assert [kind for kind in kinds if not _pages(kind)] == []


def test_the_recording_names_no_real_folder_and_nothing_of_the_environment() -> None:
    text = (EXAMPLES / "session" / "events.jsonl").read_text("utf-8")
    events = [json.loads(line) for line in text.split("\n") if line]

    assert {event["stdin"]["cwd"] for event in events} == {"/w/linkcheck"}
    assert all(sorted(event) == ["agent", "at", "event", "stdin"] for event in events)
    assert not [word for word in (os.path.join("/", "root", ""), "story-", "127.0.0.1", "pyenv") if word in text]


def test_the_demo_tells_its_story_without_colours_where_none_are_wanted(tmp_path: Path) -> None:
    env = _env(tmp_path / "memwiki") | {"COLUMNS": "110"}
    demo = subprocess.run(
        [sys.executable, str(EXAMPLES / "demo.py")],
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert demo.returncode == 0, demo.stderr
    assert "\x1b[" not in demo.stdout
    assert "history, 0 hold it." in demo.stdout
    assert "(silence)" in demo.stdout
