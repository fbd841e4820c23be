"""scan finds what today's rules would take out, wherever it lies, and never says it."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from memwiki.app import scanning
from memwiki.app.pipeline import Choice, How, compile_projects
from memwiki.app.scanning import scan
from memwiki.cli.edge import run

WORD = "ZEBRA-4711-QQ"
TOLD = ("remember: the ticket of the vault is " + WORD, "Noted.")
TOKEN = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"


def places(found: scanning.Scanned) -> set[str]:
    return {one.place.split("/")[0] + (" git" if ": git" in one.place else "") for one in found.findings}


@pytest.fixture
def told(memory: Any) -> Any:
    """A memory that holds a word which was no secret when it was captured."""
    memory.session("one", 0, TOLD)
    compile_projects(memory.desk(60), Choice(every=True), How(vectors=False))
    return memory


def forbid(memory: Any, pattern: str = r"ZEBRA-\d+-QQ") -> None:
    (memory.home / "config.toml").write_text(f"[capture]\nextra_patterns = ['{pattern}']\n", "utf-8")


def test_a_clean_home_is_clean(told: Any) -> None:
    found = scan(told.desk(70))
    assert (found.findings, found.unread) == ([], [])
    assert found.files > 5
    assert found.objects > 3


def test_a_newer_rule_finds_old_copies_everywhere(told: Any) -> None:
    forbid(told)
    found = scan(told.desk(70))
    assert places(found) >= {"raw", "wiki", "wiki git", "index"}
    assert {one.family for one in found.findings} == {"own pattern"}


def test_git_is_looked_through_beyond_what_commits_lead_to(told: Any) -> None:
    wiki = told.desk().wiki
    git = ["git", "-C", str(wiki), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    (wiki / "note.md").write_text(f"the token {TOKEN}\n", "utf-8")
    for words in (["add", "note.md"], ["commit", "-qm", "note"], ["rm", "-q", "note.md"], ["commit", "-qm", "gone"]):
        subprocess.run([*git, *words], check=True)
    assert {(one.family, "(note.md)" in one.place) for one in scan(told.desk(70)).findings} == {("token ghp_…", True)}
    for words in (["reset", "-q", "--hard", "HEAD~2"], ["reflog", "expire", "--expire=now", "--all"]):
        subprocess.run([*git, *words], check=True)
    (one,) = scan(told.desk(70)).findings
    assert ": git blob" in one.place


def test_state_logs_and_broken_lines_are_looked_through(told: Any) -> None:
    (told.home / "logs").mkdir(exist_ok=True)
    (told.home / "logs" / "hook.log").write_text(f"line one\nerror {TOKEN}\n", "utf-8")
    (segment,) = (path for path in told.home.rglob("raw/*/*/claude-code-one/*.jsonl"))
    segment.chmod(0o600)
    with segment.open("ab") as out:
        out.write(b'{"torn": "' + TOKEN.encode())
    found = {(one.place.split("/")[0], one.line) for one in scan(told.desk(70)).findings}
    assert ("logs", 2) in found
    assert ("raw", segment.read_bytes().count(b"\n") + 1) in found


def test_a_secret_across_two_windows_is_found_once(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "_WINDOW", 1000)
    monkeypatch.setattr(scanning, "_OVERLAP", 200)
    log = told.home / "logs" / "hook.log"
    log.parent.mkdir(exist_ok=True)
    for shift in range(0, 60, 7):
        log.write_text("plain words\n" * 80 + "x " * shift + TOKEN + "\n" + "plain words\n" * 200, "utf-8")
        (one,) = [one for one in scan(told.desk(70)).findings if one.place.startswith("logs")]
        assert one.line == 81


def test_only_the_named_project_is_looked_through(told: Any, tmp_path: Any) -> None:
    other = told.beside(tmp_path / "other")
    other.session("two", 0, TOLD)
    forbid(told)
    named = scan(told.desk(70, project=other.desk().project.key))
    assert {one.place.split("/")[2] for one in named.findings} == {other.desk().project.name}


def test_the_command_says_where_and_never_what(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--home", str(told.home), "--cwd", str(told.work), "scan"]
    assert run(arguments) == 0
    forbid(told)
    assert run(arguments) == 3
    assert run([*arguments, "--json"]) == 3
    out, err = capsys.readouterr()
    assert WORD not in out + err
    assert "change them first" in err
    document = json.loads(out.splitlines()[-1])
    assert document["schema"] == "memwiki.scan/1"
    assert document["secrets"] >= len(document["findings"]) > 3


def test_a_file_that_cannot_be_read_is_told(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (told.desk().wiki / ".git" / "objects" / "aa").mkdir(exist_ok=True)
    (told.desk().wiki / ".git" / "HEAD").unlink()
    assert scan(told.desk(70)).unread
    assert run(["--home", str(told.home), "--cwd", str(told.work), "scan"]) == 3
    assert "could not be read" in capsys.readouterr().err
