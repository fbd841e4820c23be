"""An approved skill as a SKILL.md of Claude Code and Codex, and back, to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.app import exporting
from memwiki.records import Page

NAME = "memwiki-round-the-totals-to-cents-in-cart-py"


@pytest.fixture
def approved(ada: Any) -> Any:
    """A person with one skill; `auto` stands for the approval."""
    ada.extra["MEMWIKI_REVIEW_MODE"] = "auto"
    edit = {"file_path": str(ada.work / "cart.py"), "old_string": "total", "new_string": "round(total, 2)"}
    for n in range(3):
        ada.captured(
            f"s{n}",
            {"hook_event_name": "UserPromptSubmit", "prompt": "Round the totals to cents in cart.py"},
            {
                "hook_event_name": "PostToolUse",
                "tool_name": "Edit",
                "tool_input": edit,
                "tool_response": {"filePath": edit["file_path"]},
                "tool_use_id": "1",
            },
            {
                "hook_event_name": "PostToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": "pytest -q tests/test_cart.py"},
                "tool_response": {"stdout": "4 passed in 0.1s", "stderr": ""},
                "tool_use_id": "2",
            },
            {"hook_event_name": "Stop", "last_assistant_message": "Rounded.", "stop_hook_active": False},
            {"hook_event_name": "SessionEnd", "reason": "other"},
        )
    assert ada("compile", "--no-vectors").code == 0
    return ada


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def test_what_goes_out_comes_back_without_a_trace(approved: Any) -> None:
    page = approved.page("skills").name
    (approved.user / ".codex").mkdir()
    before = {key: value for key, value in tree(approved.user).items() if "/memwiki/state/" not in key}

    planned = approved("skills", "export", page, "--dry-run", "--json")
    assert (planned.code, Path(planned.json["path"]).exists()) == (0, False)
    for agent, folder in (("claude-code", ".claude"), ("codex", ".codex")):
        done = approved("skills", "export", page, "--to", agent, "--json")
        file = approved.user / folder / "skills" / NAME / "SKILL.md"
        assert Path(done.json["path"]) == file
        text = file.read_text()
        _, head, body = text.split("---\n", 2)
        assert yaml.safe_load(head)["name"] == NAME
        assert yaml.safe_load(head)["description"]
        assert "pytest -q tests/test_cart.py" in body
        assert "[^" not in body
        assert "](../" not in body
        assert sorted(path.name for path in file.parent.parent.iterdir()) == [NAME]
    for agent in ("claude-code", "codex"):
        assert approved("skills", "unexport", page, "--to", agent, "--dry-run").code == 0
        assert approved("skills", "unexport", page, "--to", agent).code == 0

    assert {key: value for key, value in tree(approved.user).items() if "/memwiki/state/" not in key} == before
    assert approved("skills", "unexport", page).code == 10


def test_what_is_not_memwikis_is_left_alone(approved: Any) -> None:
    page = approved.page("skills").name
    own = approved.user / ".claude" / "skills" / NAME
    own.mkdir(parents=True)
    (own / "SKILL.md").write_text("---\nname: mine\nmetadata:\n  generated-by: memwiki\n---\nmine\n")
    before = tree(own)

    refused = approved("skills", "export", page)
    assert (refused.code, "is not memwiki's" in refused.err) == (12, True)
    assert tree(own) == before

    (own / "SKILL.md").unlink()
    own.rmdir()
    own.symlink_to(approved.user)
    assert approved("skills", "export", page).code == 12
    assert own.is_symlink()


def test_what_a_person_changed_is_left_alone(approved: Any) -> None:
    page = approved.page("skills").name
    assert approved("skills", "export", page).code == 0
    folder = approved.user / ".claude" / "skills" / NAME
    assert approved("skills", "export", page).code == 0  # the same again
    (folder / "notes.md").write_text("mine\n")
    before = tree(folder)

    assert approved("skills", "export", page).code == 12
    assert approved("skills", "unexport", page).code == 12
    assert tree(folder) == before


def test_a_page_that_changed_takes_the_place_of_its_older_export(approved: Any) -> None:
    page = approved.page("skills")
    assert approved("skills", "export", page.name).code == 0
    page.write_text(page.read_text().replace("Prove", "Prove") + "\nMy own advice.\n")
    assert approved("skills", "export", page.name).code == 0
    folder = approved.user / ".claude" / "skills"
    assert "My own advice." in (folder / NAME / "SKILL.md").read_text()
    assert [path.name for path in folder.iterdir()] == [NAME]


@given(st.text(max_size=300), st.text(max_size=300))
@settings(deadline=None, max_examples=200, derandomize=True)
def test_any_title_makes_front_matter_that_yaml_reads(title: str, body: str) -> None:
    page = Page(
        "skills/a.md", {"id": "skill-0123456789ab", "type": "Skill", "title": title, "description": title}, body
    )
    text = exporting._text("memwiki-x", page)
    head = yaml.safe_load(text.split("\n---\n", 1)[0].removeprefix("---\n"))
    assert head["name"] == "memwiki-x"
    assert isinstance(head["description"], str)
    assert head["metadata"]["memwiki-id"] == "skill-0123456789ab"
