"""With --dry-run no verb changes a byte, and each says what it would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
LEFT = ("Fix the login timeout in auth.py.", "The cookie is renewed now.\n\nNext steps:\n- add a test for the renewal")
VERBS: dict[str, list[str]] = {
    "remember": ["remember", "Never deploy on Fridays"],
    "remember everywhere": ["remember", "Never deploy on Fridays", "--me"],
    "remember for a while": ["remember", "Deploy from release/2", "--expires", "2027-01-01"],
    "feedback": ["feedback", "PAGE", "wrong"],
    "pin": ["pin", "PAGE"],
    "unpin": ["unpin", "PAGE"],
    "forget": ["forget", "PAGE", "--yes"],
    "forget words": ["forget", "--keyword", "pnpm", "--yes"],
    "handoff begin": ["handoff", "begin", "finish it", "--next", "write tests"],
    "handoff accept": ["handoff", "accept"],
    "handoff cancel": ["handoff", "cancel"],
    "approve": ["review", "approve", "DRAFT"],
    "reject": ["review", "reject", "DRAFT"],
    "retire": ["skills", "retire", "DRAFT"],
    "config set": ["config", "set", "review.mode", "all"],
    "link": ["projects", "link", "PROJECT"],
    "compile": ["compile", "--all"],
    "reindex": ["reindex", "--no-vectors"],
    "install": ["install", "codex"],
    "uninstall": ["uninstall", "codex"],
    "open": ["open"],
}


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE, LEFT))
    memory.event("UserPromptSubmit", "s", 20, prompt="Round the totals in cart.py to cents")
    edit = {"file_path": str(memory.work / "cart.py"), "old_string": "total", "new_string": "round(total, 2)"}
    done = {"filePath": str(memory.work / "cart.py")}
    memory.event("PostToolUse", "s", 21, tool_name="Edit", tool_input=edit, tool_response=done, tool_use_id="t1")
    test = {"stdout": "4 passed in 0.1s", "stderr": "", "interrupted": False}
    command = {"command": "pytest -q tests/test_cart.py"}
    memory.event("PostToolUse", "s", 22, tool_name="Bash", tool_input=command, tool_response=test, tool_use_id="t2")
    memory.event("Stop", "s", 23, last_assistant_message="The totals are rounded.", stop_hook_active=False)
    memory.event("SessionEnd", "s", 24, reason="other")
    memory.compile(25)
    memory.session("open", 50, RULE, end=False)
    return memory


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("words", VERBS.values(), ids=list(VERBS))
def test_a_dry_run_says_what_it_would_do_and_changes_nothing(
    filled: Memory, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    names = {
        "PAGE": filled.find("preferences")[0].name,
        "DRAFT": filled.find("skills")[0].name,
        "PROJECT": filled.desk().project.key,
    }
    before = _files(filled.home.parent)

    capsys.readouterr()
    code = run([*(names.get(word, word) for word in words), "--dry-run", "--at", filled.at(60)])

    told = capsys.readouterr()
    assert code in (0, 3), told.err
    assert (told.out + told.err).strip()
    assert _files(filled.home.parent) == before


def test_a_dry_run_fails_where_the_deed_would(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["remember", "  ", "--dry-run"]) == 2
    assert run(["remember", "x", "--expires", "2020-01-01", "--dry-run", "--at", filled.at(60)]) == 2
    assert run(["config", "set", "review.mode", "never", "--dry-run"]) == 2
    assert run(["feedback", "nothing.md", "wrong", "--dry-run"]) == 10
    assert run(["skills", "export", filled.find("skills")[0].name, "--dry-run"]) == 13
    assert run(["handoff", "accept", "--at", filled.at(60)]) == 0
    other = ["--agent", "codex", "--session", "s9"]
    assert run(["handoff", "accept", *other, "--dry-run", "--at", filled.at(61)]) in (1, 10)
