"""history and diff through the command line: statements, who said them, and a person's own edits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
FIRST = ("From now on always use pnpm in this repository, never npm.", "Noted.")
LATER = ("Use yarn instead of pnpm from now on.", "Changed to yarn.")
PAGE = "preferences/package-manager.md"


@pytest.fixture
def lived(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A page that a session made, a person moved and wrote in, and a later session replaced."""
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, FIRST))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text("utf-8").replace("status: stable", "status: stable\npinned: true"), "utf-8")
    moved = page.rename(page.with_name("package-manager.md"))
    moved.write_text(moved.read_text("utf-8") + "\nBun is too young for us.\n", "utf-8")
    memory.compile(30)
    moved.write_text(moved.read_text("utf-8").replace("too young for us", "too young for us in 2026"), "utf-8")
    memory.compile(memory.session("two", 60, LATER, agent="codex"))
    return memory


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def _told(changes: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
    return {(one["what"], one["text"], one["before"]) for one in changes}


def test_each_commit_tells_what_changed_and_who_said_it(lived: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    commits = _json(capsys, "history", PAGE)["commits"]

    replaced, reworded, moved, made = commits
    assert [one["by_hand"] for one in commits] == [False, True, True, False]
    (superseded,) = (one for one in replaced["changes"] if one["what"] == "superseded")
    assert "yarn" in superseded["text"]
    assert ("status", "deprecated", "stable") in _told(replaced["changes"])
    assert [(one["session"], one["author"]) for change in replaced["changes"] for one in change["by"]][-1] == (
        "codex-two",
        "human:ada",
    )
    assert _told(reworded["changes"]) == {
        ("changed", "Bun is too young for us in 2026.", "Bun is too young for us."),
    }
    assert ("field", "true", "") in _told(moved["changes"])
    assert ("added", "Bun is too young for us.", "") in _told(moved["changes"])
    assert any(one["what"] == "renamed" and one["text"] == PAGE for one in moved["changes"])
    assert {said["author"] for change in moved["changes"] for said in change["by"]} == {"human:ada"}
    assert {said["session"] for change in moved["changes"] for said in change["by"]} == {""}
    (said,) = next(one["by"] for one in made["changes"] if "never npm" in one["text"])
    assert (said["author"], said["session"], said["time"]) == ("human:ada", "claude-code-one", "2026-09-14T09:01:00Z")
    assert all(one["commit"] == commit["commit"] for commit in commits for one in commit["changes"])


def test_the_text_reads_from_the_newest_commit_down(lived: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["history", PAGE]) == 0
    out = capsys.readouterr().out

    assert out.index("! superseded by Use yarn") < out.index("~ Bun is too young for us.")
    assert out.index("→ Bun is too young for us in 2026.") < out.index("+ Bun is too young for us.")
    assert "ada, by hand: edit: 1 page" in out
    assert "ada, in claude-code-one, 2026-09-14 09:01" in out
    assert "diff --git" not in out


def test_lines_are_shown_where_they_are_asked_for(lived: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["history", PAGE, "--lines"]) == 0
    assert "+Bun is too young for us in 2026." in capsys.readouterr().out
    assert run(["diff", PAGE, "--lines"]) == 0
    assert "+status: deprecated" in capsys.readouterr().out


def test_a_difference_is_told_between_commits_and_between_instants(
    lived: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    _, reworded, _, made = _json(capsys, "history", PAGE)["commits"]

    between = _json(capsys, "diff", PAGE, made["commit"], reworded["commit"])
    (own,) = (one for one in between["changes"] if one["what"] == "added")
    assert (own["text"], own["by"][0]["author"]) == ("Bun is too young for us in 2026.", "human:ada")
    assert own["commit"] == reworded["commit"]
    since = _json(capsys, "diff", PAGE, lived.at(10), lived.at(45))
    assert _told(since["changes"]) >= {("added", "Bun is too young for us.", ""), ("field", "true", "")}
    whole = _json(capsys, "diff", PAGE, "2020-01-01")
    assert any(one["what"] == "added" and "never npm" in one["text"] for one in whole["changes"])
    assert _json(capsys, "diff", PAGE, "--since", made["commit"], "--until", made["commit"])["changes"] == []


def test_the_default_difference_is_the_last_commit(lived: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    newest = _json(capsys, "history", PAGE)["commits"][0]
    last = _json(capsys, "diff", PAGE)

    assert last["until"] == newest["commit"]
    assert _told(last["changes"]) == _told(newest["changes"])


@pytest.mark.parametrize("wrong", ["yesterday", "--upload-pack=x", "refs/heads/../x"])
def test_what_is_no_commit_and_no_instant_is_refused(
    lived: Memory, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["diff", PAGE, "--since", wrong]) == 2
    assert run(["diff", PAGE, "deadbeefdeadbeef"]) == 10


def test_an_approval_is_told_with_who_gave_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_REVIEW_MODE", "all")
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, FIRST))
    (page,) = memory.find("preferences")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("memwiki.cli.review_verbs._typed", lambda _: "approve")
    assert run(["review", "approve", page.name, "--at", memory.at(20)]) == 0

    changes = _json(capsys, "history", page.name)["commits"][0]["changes"]

    (status,) = (one for one in changes if one["what"] == "status")
    assert (status["before"], status["text"], status["by"][0]["author"]) == ("draft", "stable", "human:ada")
