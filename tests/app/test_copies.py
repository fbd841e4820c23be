"""Segments that somebody copied inside raw/: what was said once counts once, wherever it lies, and the copy is told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
OTHER = ("Add a footer to the start page.", "Done.")


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE, ("Fix the login page.", "Done.")))
    memory.compile(memory.session("two", 100, OTHER))
    return memory


def _folder(memory: Memory, session: str) -> Path:
    (found,) = memory.home.rglob(f"claude-code-{session}")
    return found


def _copied(source: Path, target: Path) -> Path:
    target.parent.mkdir(exist_ok=True)
    shutil.copyfile(source, target)
    return target


def _sealed(memory: Memory) -> Path:
    return _folder(memory, "one") / "0001.sealed.jsonl"


def _beside(memory: Memory) -> Path:
    return _copied(_sealed(memory), _folder(memory, "one") / "0002.sealed.jsonl")


def _open(memory: Memory) -> Path:
    return _copied(_sealed(memory), _folder(memory, "one") / "0002.jsonl")


def _to_another_session(memory: Memory) -> Path:
    return _copied(_sealed(memory), _folder(memory, "two") / "0002.sealed.jsonl")


def _before_its_own(memory: Memory) -> Path:
    return _copied(_sealed(memory), _folder(memory, "one").with_name("claude-code-a") / "0001.sealed.jsonl")


COPIES = [_beside, _open, _to_another_session, _before_its_own]


def _asked(capsys: pytest.CaptureFixture[str], memory: Memory, *words: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = run([*words, "--json", "--at", memory.at(400)])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("copy", COPIES)
def test_a_copied_segment_changes_no_page(filled: Memory, copy: Callable[[Memory], Path]) -> None:
    before = filled.pages()
    copy(filled)

    filled.compile(300)

    assert filled.pages() == before | {path: text for path, text in filled.pages().items() if path == "log.md"}


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_told_and_may_be_taken_away(
    filled: Memory, copy: Callable[[Memory], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place = copy(filled)
    name = f"raw:{place.parent.name}/{place.name[:4]}"
    filled.compile(300)

    code, found = _asked(capsys, filled, "verify")

    assert (code, found["verified"]) == (3, True)
    assert [(one["path"], one["code"]) for one in found["findings"]] == [(name, "copied")]
    _, checks = _asked(capsys, filled, "doctor")
    assert [one["state"] for one in checks["checks"] if one["detail"].startswith(f"{name} holds")] == ["warn"]
    for file in place.parent.glob(f"{place.name[:4]}*"):
        file.unlink()
    assert _asked(capsys, filled, "verify")[0] == 0
    assert filled.compile(500) == []


def test_a_copy_that_a_session_wrote_on_in_gives_what_is_new(filled: Memory) -> None:
    page = filled.find("preferences")[0]
    before = page.read_text()
    _open(filled)

    filled.compile(filled.session("one", 300, ("Always run the linter before you commit.", "Noted.")))

    assert page.read_text() == before
    assert len(filled.find("preferences")) == 2


def test_lines_that_another_session_holds_too_make_no_statement_again(filled: Memory) -> None:
    page = filled.find("preferences")[0]
    before = page.read_text()
    lines = _sealed(filled).read_bytes().splitlines(keepends=True)
    (_folder(filled, "two") / "0002.jsonl").write_bytes(b"".join(lines[:3]))

    filled.compile(500)

    assert page.read_text() == before


def test_a_copied_folder_that_went_on_is_one_session(filled: Memory) -> None:
    copy = _copied(_sealed(filled), _folder(filled, "one").with_name("claude-code-a") / "0001.jsonl")
    line = json.loads(copy.read_bytes().splitlines()[1])
    line |= {"id": "another", "ts": filled.at(200), "text": "Always run the linter before you commit."}
    copy.write_bytes(copy.read_bytes() + json.dumps(line).encode() + b"\n")

    filled.compile(500)

    assert sorted("support: 1" in page.read_text() for page in filled.find("preferences")) == [True, True]
    assert len(filled.find("sessions/2026-09")) == 2


def test_a_ledger_that_was_copied_counts_once(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["remember", "Deploys go out on Tuesdays.", "--kind", "decision", "--at", filled.at(200)]) == 0
    page = filled.find("decisions")[0]
    before = page.read_text()
    ledger = next(path for path in filled.home.rglob("*.sealed.jsonl") if b"Tuesdays" in path.read_bytes())
    _copied(ledger, ledger.with_name("0042.jsonl"))
    with (ledger.with_name("0042.jsonl")).open("ab") as file:
        file.write(b'{"v":1,"event":"note","id":"x","text":""}\n')

    filled.compile(500)

    assert page.read_text() == before
