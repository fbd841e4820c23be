"""why: each statement with who said it, in which session, when, and the words that prove it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
YARN = ("Use yarn instead of pnpm from now on.", "Changed to yarn.")


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE))
    return memory


def _why(memory: Memory, page: str, capsys: pytest.CaptureFixture[str]) -> tuple[Any, str]:
    capsys.readouterr()
    assert run(["why", page, "--json", "--at", memory.at(200)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["why", page, "--at", memory.at(200)]) == 0
    return told, capsys.readouterr().out


def test_a_statement_comes_with_who_said_it_where_and_in_which_words(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    told, text = _why(filled, filled.find("preferences")[0].name, capsys)

    proof = told["statements"][0]["proofs"][0]
    assert (proof["author"], proof["agent"], proof["session"]) == ("human:ada", "claude-code", "one")
    assert proof["time"] == "2026-09-14T09:01:00Z"
    assert "[1] ada: “From now on always use pnpm in this repository, never npm.”" in text
    assert "[1] ada, claude-code session one, 2026-09-14 09:01  raw:claude-code-one/0001#" in text


def test_a_value_that_was_replaced_leads_to_the_words_that_replaced_it(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    filled.compile(filled.session("two", 30, YARN, agent="codex"))
    old = next(path for path in filled.find("preferences") if "never-npm" in path.name)

    told, text = _why(filled, old.name, capsys)

    assert told["status"] == "deprecated"
    (replaced,) = (one for one in told["statements"] if "replaced by Use yarn" in one["text"])
    assert [(proof["agent"], proof["words"]) for proof in replaced["proofs"]] == [
        ("codex", "Use yarn instead of pnpm from now on.")
    ]
    assert "deprecated)" in text.splitlines()[0]
    assert replaced["section"] == "History"
    assert "\nHistory\n\n  2026-09-14: first said" in text


def test_a_note_is_by_hand_and_what_a_person_wrote_into_a_page_is_theirs(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["remember", "Never deploy on Fridays", "--at", filled.at(20)]) == 0
    page = next(path for path in filled.find("preferences") if "deploy" in path.name)
    page.write_text(page.read_text("utf-8") + "\nThe on-call rota is thin then.\n", "utf-8")
    filled.compile(30)

    told, text = _why(filled, page.name, capsys)

    assert "ada, by hand, 2026-09-14 09:20" in text
    (own,) = (one for one in told["statements"] if one["own"])
    assert (own["text"], own["proofs"]) == ("The on-call rota is thin then.", [])
    assert "  The on-call rota is thin then.\n      written into the page by hand" in text


def test_feedback_and_its_giver_are_told(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    page = filled.find("preferences")[0].name
    assert run(["feedback", page, "stale", "--at", filled.at(20)]) == 0

    told, text = _why(filled, page, capsys)

    assert [(one["event"], one["verdict"], one["author"]) for one in told["rulings"]] == [
        ("feedback", "stale", "human:ada")
    ]
    assert "called stale by ada, 2026-09-14 09:20" in text


def test_what_looks_like_a_citation_in_code_stays(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Never match names with `[^a-z]+`, use `str.isalpha` instead"
    assert run(["remember", text, "--at", filled.at(20)]) == 0
    page = next(path for path in filled.find("preferences") if "match" in path.name)

    told, _ = _why(filled, page.name, capsys)

    assert any("`[^a-z]+`" in one["text"] for one in told["statements"])


def test_a_run_is_told_with_the_line_of_its_output_that_proves_the_statement(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    filled.event("UserPromptSubmit", "two", 30, prompt="Run the tests of cart.py")
    command = {"command": "pytest -q tests/test_cart.py"}
    output = "collected 4 items\n\nFAILED tests/test_cart.py::test_total - AssertionError: 1 != 2\n1 failed, 3 passed\n"
    failed = {"stdout": output, "stderr": "", "interrupted": False}
    filled.event("PostToolUse", "two", 31, tool_name="Bash", tool_input=command, tool_response=failed, tool_use_id="t")
    filled.event("Stop", "two", 32, last_assistant_message="One test fails.", stop_hook_active=False)
    filled.event("SessionEnd", "two", 33, reason="other")
    filled.compile(40)
    page = next(path for path in filled.pages() if "run-the-tests" in path)

    told, _ = _why(filled, page, capsys)

    words = [proof["words"] for one in told["statements"] if "pytest" in one["text"] for proof in one["proofs"]]
    assert words
    assert all(one.startswith("pytest -q tests/test_cart.py → ") and "failed" in one.lower() for one in words)


def test_a_source_that_is_gone_is_said_to_be(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    for segment in filled.home.rglob("*.sealed.jsonl"):
        segment.unlink()

    told, text = _why(filled, filled.find("preferences")[0].name, capsys)

    assert not any(proof["found"] for one in told["statements"] for proof in one["proofs"])
    assert "[1] ada: the source is gone" in text


def test_other_words_in_a_source_s_place_prove_nothing(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    for segment in filled.home.rglob("*.sealed.jsonl"):
        segment.chmod(0o600)
        segment.write_bytes(segment.read_bytes().split(b"\n", 1)[1])  # every line moves up

    told, _ = _why(filled, filled.find("preferences")[0].name, capsys)

    assert not any(proof["found"] for one in told["statements"] for proof in one["proofs"])
