"""A page with an end is told to no agent after it; search marks it and lint names it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memwiki.app.handing import show
from memwiki.app.verifying import verify
from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
ASKED = "which package manager should I use, pnpm or npm?"


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE))
    return memory


def _json(capsys: pytest.CaptureFixture[str], at: str, *words: str, codes: tuple[int, ...] = (0,)) -> Any:
    capsys.readouterr()
    assert run([*words, "--json", "--at", at]) in codes
    return json.loads(capsys.readouterr().out)


def _end(memory: Memory, end: str) -> None:
    (page,) = memory.find("preferences")
    text = page.read_text("utf-8")
    page.write_text(text.replace("status: stable\n", f"status: stable\nexpires: {end}\n", 1), "utf-8")
    memory.compile(10)


@pytest.mark.parametrize("end", ['"2027-01-01"', "2027-01-01", '"2026-12-31T23:00:00-01:00"'])
def test_a_page_is_recalled_until_its_end_and_not_after(
    filled: Memory, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _end(filled, end)

    before = _json(capsys, "2026-12-31T23:59:00Z", "recall", ASKED)
    after = _json(capsys, "2027-01-01T00:00:00Z", "recall", ASKED)

    assert "preference" in {hit["kind"] for hit in before["hits"]}
    assert "preference" not in {hit["kind"] for hit in after["hits"]}


def test_search_marks_it_and_lint_names_it(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    _end(filled, '"2027-01-01"')

    early = _json(capsys, "2026-12-01T00:00:00Z", "search", "pnpm", "--kind", "preference")
    late = _json(capsys, "2027-02-01T00:00:00Z", "search", "pnpm", "--kind", "preference")
    assert [hit["status"] for hit in early["hits"]] == ["stable"]
    assert [hit["status"] for hit in late["hits"]] == ["expired"]
    assert _json(capsys, "2026-12-01T00:00:00Z", "lint")["findings"] == []
    (found,) = _json(capsys, "2027-02-01T00:00:00Z", "lint", codes=(3,))["findings"]
    assert (found["code"], found["severity"]) == ("expired", "warning")
    assert run(["search", "pnpm", "--kind", "preference", "--at", "2027-02-01T00:00:00Z"]) == 0
    assert "(expired)" in capsys.readouterr().out
    (line,) = _json(capsys, "2027-02-01T00:00:00Z", "list", "--kind", "preference")["pages"]
    assert line["expired"]
    assert run(["list", "--kind", "preference", "--at", "2027-02-01T00:00:00Z"]) == 0
    assert capsys.readouterr().out.startswith("preference  expired")


def test_an_end_counts_before_it_is_committed(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    (page,) = filled.find("preferences")
    text, late = page.read_text("utf-8"), "2027-02-01T00:00:00Z"

    def told(*words: str) -> list[str]:
        return [hit["status"] for hit in _json(capsys, late, *words)["hits"] if hit["kind"] == "preference"]

    assert told("search", "pnpm") == ["stable"]
    for end in ('"2027-01-01"', "2027-01-01"):
        page.write_text(text.replace("status: stable\n", f"status: stable\nexpires: {end}\n", 1), "utf-8")

        assert _json(capsys, late, "list", "--kind", "preference")["pages"][0]["expired"]
        assert told("search", "pnpm") == ["expired"]
        assert told("search", "pnpm", "--status", "stable") == []
        assert told("recall", ASKED) == []
    filled.compile(10)
    page.write_text(page.read_text("utf-8").replace("expires: 2027-01-01", "expires: 2028-01-01"), "utf-8")
    assert told("search", "pnpm") == ["stable"]


def test_a_session_that_starts_later_is_not_told(filled: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    _end(filled, '"2026-09-15"')
    filled.compile(filled.session("two", 20, ("Fix the login.", "It is fixed.\n\nNext steps:\n- test the login")))

    assert "never npm" in show(filled.desk(60)).text
    assert "never npm" not in show(filled.desk(60 * 24)).text
    assert "Test the login" in show(filled.desk(60 * 24)).text, "what a session left is another matter"


def test_a_persons_end_outlives_every_compile(filled: Memory) -> None:
    _end(filled, '"2027-01-01"  # ask Bo')
    for number in range(3):
        filled.compile(filled.session(f"n{number}", 30 + 30 * number, RULE))

    (page,) = filled.find("preferences")
    assert 'expires: "2027-01-01"  # ask Bo\n' in page.read_text("utf-8")


def test_what_is_remembered_for_a_while_says_so(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    written = _json(capsys, filled.at(30), "remember", "Deploy from release/2 only", "--expires", "2026-10-01")
    page = filled.desk().wiki / written["page"]

    assert 'expires: "2026-10-01T00:00:00Z"\n' in page.read_text("utf-8")
    assert verify(filled.desk(40)).verified
    _json(capsys, filled.at(50), "remember", "Deploy from release/2 only")
    assert "expires:" not in page.read_text("utf-8"), "said again without an end"


@pytest.mark.parametrize("end", ["soon", "2027-13-41"])
def test_an_end_that_is_none_is_named_and_ends_nothing(
    filled: Memory, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _end(filled, end)

    (found,) = _json(capsys, "2028-01-01T00:00:00Z", "lint", codes=(12,))["findings"]
    assert (found["code"], found["severity"]) == ("time", "error")
