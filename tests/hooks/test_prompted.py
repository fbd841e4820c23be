"""Which prompt asks for a task again, with the prompts of eval/skills; and which files are looked at."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.capture import gist
from memwiki.compile.knowledge import Proof, Topic
from memwiki.hooks import prompted, unchanged
from memwiki.inject.prompts import TOKENS, prompts
from memwiki.inject.quoting import tokens
from memwiki.records import Claim, Page

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "eval" / "skills"))
from tasks import TASKS, Task, chinese, fresh, heldout, other_prompts


def claim(task: Task, asked: str, day: int) -> Claim:
    """What a session that did the task says of it."""
    edits = tuple(
        "\n".join([f"@@ {path} @@", *(f"-{one}" for one in old.splitlines()), *(f"+{one}" for one in new.splitlines())])
        for path, old, new in task.edits
    )
    steps = tuple(f"Edit `{path}`" for path, _, _ in task.edits)
    return Claim(
        kind="skill",
        act="state",
        subject=task.name,
        title=task.asked[0],
        text="",
        ts=f"2026-09-{day:02d}T09:00:00.000Z",
        evidence=(),
        source="test",
        confidence=0.9,
        parts={
            "requests": (asked,),
            "files": tuple(path for path, _, _ in task.edits),
            "edits": edits,
            "test": (task.test,),
            "steps": (*steps, f"Run `{task.test}`"),
        },
    )


def entries(repository: str, tasks: Sequence[Task] = TASKS) -> list[dict[str, Any]]:
    """What a compile puts down for the hook."""
    topics, pages = [], {}
    for task in (one for one in tasks if one.repository == repository):
        claims = tuple(claim(task, asked, n + 1) for n, asked in enumerate(task.asked[:3]))
        proof = Proof(passed=("b", "c"), versions=((1, claims[0].ts, "a"),))
        topics.append(Topic(task.name, "skill", claims, ("a", "b", "c"), proof=proof))
        meta = {"id": task.name, "type": "Skill", "title": task.asked[0], "status": "stable"}
        pages[task.name] = Page(f"skills/{task.name}.md", meta, "")
    told = prompts(topics, pages, ())
    return [{**one, "weights": told["weights"]} for one in told["skills"]]


KNOWN = {repository: entries(repository) for repository in {task.repository for task in TASKS}}


def found(repository: str, prompt: str, known: Mapping[str, list[dict[str, Any]]] = KNOWN) -> str:
    """The task that the prompt asks for, "" for none."""
    asked, files = gist.terms(prompt), gist.named_files(prompt)
    score, name = max((prompted.fit(asked, files, one), one["id"]) for one in known[repository])
    return str(name) if score >= prompted.ENOUGH else ""


def test_a_repeat_in_other_words_finds_its_task() -> None:
    assert all(found(task.repository, asked) == task.name for task in TASKS for asked in task.asked[3:5])


def test_two_hundred_prompts_for_other_tasks_find_nothing() -> None:
    others = other_prompts()
    assert len(others) == 200
    assert [prompt for repository, prompt in others if found(repository, prompt)] == []


def test_prompts_written_after_the_rule_do_about_as_well() -> None:
    repeats, others = heldout()
    places = {task.name: task.repository for task in TASKS}
    assert sum(found(places[name], prompt) == name for name, prompt in repeats) >= 0.9 * len(repeats)
    assert not [prompt for name, prompt in repeats if found(places[name], prompt) not in ("", name)]
    assert len([prompt for repository, prompt in others if found(repository, prompt)]) <= 0.05 * len(others)


@pytest.mark.parametrize(("name", "least", "most"), [("fresh.txt", 0.6, 0.0), ("near.txt", 0.75, 0.2)])
def test_prompts_written_without_a_look_at_the_rule(name: str, least: float, most: float) -> None:
    repeats, others = fresh(name)
    places = {task.name: task.repository for task in TASKS}
    assert sum(found(places[name], prompt) == name for name, prompt in repeats) >= least * len(repeats)
    assert not [prompt for name, prompt in repeats if found(places[name], prompt) not in ("", name)]
    assert len([prompt for repository, prompt in others if found(repository, prompt)]) <= most * len(others)


def test_chinese_prompts() -> None:
    repeats, others = fresh("fresh_zh.txt")
    known = {repository: entries(repository, chinese()) for repository in KNOWN}
    places = {task.name: task.repository for task in TASKS}
    assert sum(found(places[name], prompt, known) == name for name, prompt in repeats) >= 0.6 * len(repeats)
    assert [prompt for repository, prompt in others if found(repository, prompt, known)] == []


def test_every_note_keeps_its_budget() -> None:
    for one in (entry for known in KNOWN.values() for entry in known):
        warned = prompted._warned(one["note"], one["warning"], [path for path, _ in one["files"]])
        assert 0 < tokens(warned) <= TOKENS
        assert warned.endswith("</memwiki-skill>\n")
        assert one["files"][0][0] in warned


def test_a_prompt_that_names_other_files_is_about_them() -> None:
    assert found("till", "cap discounts at 50 percent in till/discount.py") == "cap"
    assert found("till", "cap discounts at 50 percent in till/vouchers.py") == ""


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Retrying retries retried the retryLimit", ["retry", "limit"]),
        ("add_json_flag options", ["add", "json", "flag"]),
        ("给退款加上舍入规则", ["给退", "退款", "款加", "加上", "上舍", "舍入", "入规", "规则"]),
        ("", []),
        ("the of and", []),
    ],
)
def test_words_become_terms(text: str, terms: list[str]) -> None:
    assert gist.terms(text) == terms


@given(st.text(st.characters(codec="ascii"), max_size=200))
@settings(deadline=None, derandomize=True)
def test_a_text_of_plain_letters_is_read_as_it_is_beside_others(text: str) -> None:
    assert gist.terms(text) == gist.terms(f"{text} é")


@given(st.text(max_size=400))
@settings(deadline=None, derandomize=True)
def test_any_prompt_is_read(text: str) -> None:
    known = KNOWN["till"][0]
    assert 0.0 <= prompted.fit(gist.terms(text), gist.named_files(text), known) <= 1.0


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../x.py", "file outside the project"),
        ("/etc/passwd", "file outside the project"),
        ("~/x.py", "file outside the project"),
        ("C:/x.py", "file outside the project"),
        ("a\0b", "file outside the project"),
        ("gone.py", "file missing"),
        ("folder", "file is no file"),
        ("link.py", "file is a link"),
        ("linked/a.py", "file is a link"),
        ("huge.py", "file too large"),
    ],
)
def test_only_plain_files_of_the_project_are_looked_at(tmp_path: Path, path: str, why: str) -> None:
    root = tmp_path / "root"
    (root / "folder").mkdir(parents=True)
    (tmp_path / "a.py").write_text("x")
    (root / "link.py").symlink_to(tmp_path / "a.py")
    (root / "linked").symlink_to(tmp_path)
    with (root / "huge.py").open("wb") as huge:
        os.truncate(huge.fileno(), unchanged.MOST_BYTES + 1)

    assert unchanged.look(str(root), [[path, True]], [])[0] == why


def test_the_session_whose_edits_fit_best_counts(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("LIMIT = 7\n")
    (tmp_path / "b.py").write_text("other\n")
    files = [["a.py", True], ["b.py", True]]
    first = [["a.py", "LIMIT = 3", "LIMIT = 5"], ["b.py", "x = 1", "x = 2"]]
    second = [["a.py", "LIMIT = 5", "LIMIT = 7"], ["b.py", "x = 1", "x = 2"]]

    assert unchanged.look(str(tmp_path), files, [first, second]) == ("", ["b.py"])
    assert unchanged.look(str(tmp_path), files, [first]) == ("the code that it changed is gone", ["a.py", "b.py"])
    assert unchanged.look(str(tmp_path), files, []) == ("", [])
    assert unchanged.look("", files, []) == ("no project folder is known", [])
    assert unchanged.look(str(tmp_path), [["new.py", False]], []) == ("", [])
