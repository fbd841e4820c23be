"""Each kind of trouble has its exit code, one line, and a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run
from memwiki.files import locked

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")


@pytest.fixture(autouse=True)
def _here(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")


def _run(memory: Memory, *words: str) -> int:
    return run([*words, "--at", memory.at(60)])


def test_0_when_there_is_nothing_to_do(memory: Memory) -> None:
    assert _run(memory, "compile") == 0


def test_2_for_a_wrong_call(memory: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    memory.compile(memory.session("one", 0, RULE))

    assert _run(memory, "list", "--kind", "poem") == 2
    assert "preference" in capsys.readouterr().err
    assert _run(memory, "forget", "pnpm", "--keyword", "x") == 2


def test_2_in_a_folder_that_is_gone(
    memory: Memory, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert _run(memory, "status") == 2
    assert "the folder you are in is gone; cd" in capsys.readouterr().err
    assert _run(memory, "status", "--cwd", str(memory.work)) == 0


def test_3_with_warnings(memory: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    memory.session("one", 0, RULE)
    with next(memory.home.rglob("0001.jsonl")).open("ab") as out:
        out.write(b"{torn")

    assert _run(memory, "compile") == 3
    assert "1 line could not be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["show", "x.md"], ["compile", "--session", "none"], ["compile", "--project", "none"]]
)
def test_10_for_what_is_not_there(memory: Memory, words: list[str]) -> None:
    memory.session("one", 0, RULE)

    assert _run(memory, *words) == 10


def test_11_while_another_process_compiles(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    memory.session("one", 0, RULE)
    monkeypatch.setattr("memwiki.app.pipeline.WAIT_S", 0.01)
    with locked(memory.desk().home.compile_lock(memory.desk().project), "test"):
        assert _run(memory, "compile") == 11
        assert _run(memory, "compile", "--detached") == 0
        assert "compiling now" in capsys.readouterr().out + str(_run(memory, "status")) + capsys.readouterr().out


def test_12_for_a_broken_page(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    page = memory.find("preferences")[0]
    page.write_text(page.read_text().replace("title: ", "title: [", 1))

    assert _run(memory, "lint") == 12


def test_13_where_a_person_has_to_decide(memory: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    memory.compile(memory.session("one", 0, RULE))
    memory.session("two", 30, RULE)
    (memory.desk().wiki / ".git" / "MERGE_HEAD").write_text("0" * 40)

    assert _run(memory, "compile") == 13
    assert "merge" in capsys.readouterr().err
    assert [path.name for path in memory.home.rglob("*-two/*")] == ["0001.jsonl"]


def test_130_when_interrupted(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("memwiki.app.pipeline.compile_projects", stop)

    assert _run(memory, "compile") == 130
    assert capsys.readouterr().err == "memwiki: interrupted\n"
