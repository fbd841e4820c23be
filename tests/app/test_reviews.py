"""review through the command line: what waits by each mode, both texts of a conflict; only a person decides."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
YARN = ("Use yarn instead of pnpm from now on.", "Changed to yarn.")
OTHER = ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py.")


def _skill(memory: Memory, session: str, minutes: float) -> None:
    file = str(memory.work / "cart.py")
    memory.event("UserPromptSubmit", session, minutes, prompt="Round the totals in cart.py to cents")
    edit = {"file_path": file, "old_string": "total", "new_string": "round(total, 2)"}
    done = {"filePath": file}
    memory.event(
        "PostToolUse", session, minutes + 1, tool_name="Edit", tool_input=edit, tool_response=done, tool_use_id="t1"
    )
    test = {"command": "pytest -q tests/test_cart.py"}
    out = {"stdout": "4 passed in 0.1s", "stderr": "", "interrupted": False}
    memory.event(
        "PostToolUse", session, minutes + 2, tool_name="Bash", tool_input=test, tool_response=out, tool_use_id="t2"
    )
    memory.event("Stop", session, minutes + 3, last_assistant_message="Rounded.", stop_hook_active=False)
    memory.event("SessionEnd", session, minutes + 4, reason="other")


@pytest.fixture
def place(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    return memory


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("memwiki.cli.review_verbs._typed", lambda question: question.split()[1])


def _waiting(memory: Memory, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert run(["review", *(words or ("list",)), "--json", "--at", memory.at(90)]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("mode", "kinds"), [("skills", {"skill"}), ("all", {"skill", "preference"}), ("auto", {"skill"})]
)
def test_what_waits_goes_by_the_mode(
    place: Memory, mode: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEMWIKI_REVIEW_MODE", mode)
    _skill(place, "s", 0)
    place.compile(place.session("one", 10, RULE))

    assert {one["kind"] for one in _waiting(place, capsys)["drafts"]} == kinds


def test_auto_approves_a_skill_that_two_other_sessions_proved(
    place: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEMWIKI_REVIEW_MODE", "auto")
    for number in range(3):
        _skill(place, f"s{number}", 20 * number)
    place.compile(80)

    assert _waiting(place, capsys)["drafts"] == []


@pytest.mark.parametrize("verb", [["review", "approve"], ["review", "reject"], ["skills", "retire"]])
def test_nobody_decides_without_a_terminal(place: Memory, verb: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _skill(place, "s", 0)
    place.compile(10)
    page = place.find("skills")[0]
    before = page.read_text("utf-8")

    assert run([*verb, page.name, "--at", place.at(20)]) == 13

    assert "needs a person at a terminal" in capsys.readouterr().err
    assert page.read_text("utf-8") == before
    assert not list(place.home.rglob("*person-ledger*"))


@pytest.mark.usefixtures("person")
def test_an_approval_is_a_commit_by_that_person_and_says_so(place: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    _skill(place, "s", 0)
    place.compile(10)
    page = place.find("skills")[0]

    assert run(["review", "approve", page.name, "--at", place.at(20)]) == 0

    text = page.read_text("utf-8")
    assert 'verified:\n  - by: human:ada\n    at: "2026-09-14T09:20:00Z"\n' in text
    assert "status: stable" in text
    wiki = place.desk().wiki
    log = subprocess.run(
        ["git", "-C", str(wiki), "log", "-1", "--format=%an", "--", f"skills/{page.name}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert log.stdout.strip() == "ada"
    assert _waiting(place, capsys)["drafts"] == []


@pytest.mark.usefixtures("person")
def test_a_rejected_draft_stays_away(place: Memory) -> None:
    _skill(place, "s", 0)
    place.compile(10)

    assert run(["review", "reject", place.find("skills")[0].name, "--at", place.at(20)]) == 0

    assert place.find("skills") == []
    _skill(place, "t", 30)
    place.compile(40)
    assert place.find("skills") == []


def _conflict(memory: Memory) -> Path:
    """A page that a person says still holds, while a later session replaces it."""
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")
    text = page.read_text("utf-8").replace("status: stable\n", "status: stable  # it still holds\n")
    page.write_text(text.replace("- in this project", "- in this project, and in the shop's tools"), "utf-8")
    memory.compile(memory.session("two", 30, YARN))
    return page


def test_a_conflict_shows_both_texts(place: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    page = _conflict(place)

    told = _waiting(place, capsys, "show", page.name)
    (one,) = told["conflicts"]
    assert (one["place"], one["mine"], one["new"]) == (
        "status",
        "status: stable  # it still holds\n",
        "status: deprecated\n",
    )
    assert "status: stable  # it still holds" in told["text"]
    assert run(["review", "show", page.name]) == 0
    out = capsys.readouterr().out
    assert out.index("--- yours") < out.index("it still holds") < out.index("+++ compiler") < out.index("deprecated")
    assert run(["review", "list"]) == 0
    assert page.name in capsys.readouterr().out


def test_a_page_that_cannot_be_read_shows_both_texts(place: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    place.compile(place.session("one", 0, RULE))
    (page,) = place.find("preferences")
    page.write_text(page.read_text("utf-8").replace("status: stable", "status: [stable"), "utf-8")
    place.compile(place.session("two", 30, YARN))
    capsys.readouterr()

    assert run(["review", "show", page.name]) == 0

    out = capsys.readouterr().out
    assert out.index("--- yours") < out.index("status: [stable") < out.index("+++ compiler") < out.index("deprecated")


def test_merge_markers_that_a_person_left_are_told_of(place: Memory) -> None:
    place.compile(place.session("one", 0, RULE))
    (page,) = place.find("preferences")
    text = page.read_text("utf-8") + "\n<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> other\n"
    page.write_text(text, "utf-8")

    (done,) = place.compile(place.session("two", 30, YARN))

    assert [one for one in done.warnings if page.name in one and "merge marker" in one]
    assert text[-40:] in page.read_text("utf-8")


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize(("verb", "kept"), [("reject", True), ("approve", False)])
def test_a_person_keeps_their_text_or_lets_the_compilers_in(
    place: Memory, verb: str, kept: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    page = _conflict(place)

    assert run(["review", verb, page.name, "--at", place.at(60)]) == 0

    assert ("it still holds" in page.read_text("utf-8")) is kept
    assert "and in the shop's tools" in page.read_text("utf-8")
    assert _waiting(place, capsys)["conflicts"] == []
    place.compile(place.session("three", 70, OTHER))
    assert ("it still holds" in page.read_text("utf-8")) is kept
    assert _waiting(place, capsys)["conflicts"] == []


def test_nobody_is_told_of_a_draft_by_the_page_of_its_session(
    place: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], person: None
) -> None:
    monkeypatch.setenv("MEMWIKI_REVIEW_MODE", "all")
    place.compile(place.session("one", 0, OTHER, ("Now add a login page for the admins.", "It is in login.py.")))
    (draft,) = _waiting(place, capsys)["drafts"]

    def told(*words: str) -> str:
        capsys.readouterr()
        assert run([*words, "--at", place.at(90)]) == 0
        return capsys.readouterr().out

    asked = (["recall", "postgresql instead of mysql"], ["handoff", "show"], ["context"])
    found = {words[0]: told(*words) for words in (*asked, ["search", "postgresql mysql", "--kind", "session"])}
    assert not [verb for verb, text in found.items() if "MySQL" in text]
    assert "login page" in found["handoff"]
    assert run(["review", "approve", draft["page"], "--at", place.at(90)]) == 0
    assert "MySQL" in told("recall", "postgresql instead of mysql")
    assert "MySQL" in told("search", "postgresql mysql", "--kind", "session")
