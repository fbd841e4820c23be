"""Who is told of a page is written down, ids only; whether it was used is seen at the next compile."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from memwiki.app.verifying import verify
from memwiki.capture import instant
from memwiki.cli.edge import run
from memwiki.hooks.ready import Start, block
from memwiki.spool.read import read_segment

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
ASKED = "which package manager should I use, pnpm or npm?"


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE))
    return memory


def _recalls(memory: Memory) -> list[Any]:
    files = sorted(memory.home.rglob("raw/**/memwiki-ledger-*/*.jsonl"))
    return [seen for file in files for seen in read_segment(Path(file)).observations if seen.event == "recall"]


def _strength(memory: Memory) -> tuple[float, str]:
    (page,) = memory.find("preferences")
    text = page.read_text("utf-8")
    value, since = (
        re.search(r"^strength: (.*)$", text, re.MULTILINE),
        re.search(r'^reinforced: "(.*)"$', text, re.MULTILINE),
    )
    assert value
    assert since
    return float(value[1]), since[1]


def _runs(memory: Memory, session: str, minutes: float, command: str) -> None:
    done = {"stdout": "done", "stderr": "", "interrupted": False}
    memory.event("PostToolUse", session, minutes, tool_name="Bash", tool_input={"command": command}, tool_response=done)


def test_an_index_that_is_not_opened_is_told_and_no_silence(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    (pointer,) = filled.home.glob("index/*/*/CURRENT")
    index = pointer.parent
    index.rename(filled.home / "elsewhere")
    index.symlink_to(filled.home / "elsewhere")
    code = run(["recall", ASKED, "--dry-run", "--at", filled.at(20)])

    said = capsys.readouterr()
    assert (code, said.out) == (0, "")
    assert "the index is a link" in said.err


def test_what_an_agents_session_is_told_is_written_down_by_id(filled: Memory) -> None:
    code = run(["recall", ASKED, "--agent", "claude-code", "--session", "two", "--at", filled.at(20)])

    (line,) = _recalls(filled)
    assert code == 0
    assert line.extra["for_session"] == "claude-code-two"
    assert all(re.fullmatch(r"[a-z]+-[0-9a-f]{12}", page) for page in line.extra["pages"])
    assert "package manager" not in json.dumps(line.extra) + line.text


@pytest.mark.parametrize(
    "words",
    [
        ["recall", ASKED],
        ["recall", ASKED, "--session", "claude-code-two", "--dry-run"],
        ["search", "pnpm"],
    ],
)
def test_a_person_who_looks_leaves_no_trace(filled: Memory, words: list[str]) -> None:
    assert run([*words, "--at", filled.at(20)]) == 0

    assert _recalls(filled) == []


def test_silence_towards_a_session_is_written_down_without_its_question(filled: Memory) -> None:
    asked = "how tall is the Eiffel tower in metres?"
    assert run(["recall", asked, "--session", "claude-code-two", "--at", filled.at(20)]) == 0

    (line,) = _recalls(filled)
    assert line.extra == {"pages": [], "for_session": "claude-code-two", "how": "prompt"}
    assert "Eiffel" not in line.text


def test_an_agent_without_a_session_is_refused(filled: Memory) -> None:
    assert run(["recall", ASKED, "--agent", "codex"]) == 2


def test_a_page_that_was_used_grows_stronger_and_one_that_was_not_hardly(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    before, _ = _strength(filled)
    assert run(["recall", ASKED, "--session", "claude-code-two", "--at", filled.at(21)]) == 0
    filled.session("two", 20, ("Tidy up.", "Tidied up."))
    filled.compile(30)
    unused, _ = _strength(filled)
    assert run(["recall", ASKED, "--session", "claude-code-three", "--at", filled.at(41)]) == 0
    filled.event("UserPromptSubmit", "three", 40, prompt="Install the packages.")
    _runs(filled, "three", 42, "pnpm install")
    filled.event("SessionEnd", "three", 43, reason="other")
    filled.compile(50)
    after, since = _strength(filled)

    assert before < unused < after <= 1
    assert since == "2026-09-14T09:41:00Z"
    assert verify(filled.desk(60)).findings == ()


def test_the_ready_file_names_the_pages_of_its_blocks(filled: Memory) -> None:
    ready = json.loads(filled.desk().home.ready(filled.desk().project).read_text("utf-8"))
    (page,) = filled.find("preferences")

    preference = f"preference-{page.read_text('utf-8').partition('id: preference-')[2][:12]}"
    assert preference in ready["pages"]
    assert all(preference in entry["pages"] for entry in ready["handoffs"])


def test_a_start_that_names_pages_says_so_and_counts_only_what_is_used(filled: Memory) -> None:
    before, _ = _strength(filled)
    place = filled.desk().project
    for number, session in enumerate(("two", "three")):
        line = {
            "agent": "claude-code",
            "session": session,
            "cwd": str(filled.work),
            "operator": "ada",
            "via": "startup",
        }
        at = instant.milliseconds_of(filled.at(100 + number))
        assert "never npm" in block(Start(str(filled.home), place.workspace, place.name, line, at or 0), {})

    assert [one.extra["for_session"] for one in _recalls(filled)] == ["claude-code-two", "claude-code-three"]
    assert {one.extra["how"] for one in _recalls(filled)} == {"start"}
    filled.session("two", 110, ("Tidy up.", "Tidied up."))
    filled.compile(120)
    assert _strength(filled)[0] == before
    filled.event("UserPromptSubmit", "three", 130, prompt="Install the packages.")
    _runs(filled, "three", 131, "pnpm install")
    filled.event("SessionEnd", "three", 132, reason="other")
    filled.compile(140)
    assert _strength(filled)[0] > before
    assert verify(filled.desk(150)).findings == ()


def test_a_start_goes_on_where_the_ledger_cannot_be_written(filled: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> str:
        raise OSError("no space left")

    place = filled.desk().project
    ready = filled.desk().home.ready(place)
    ready.write_text(json.dumps({**json.loads(ready.read_text("utf-8")), "handoffs": []}), "utf-8")
    monkeypatch.setattr("memwiki.hooks.ready.append", full)
    line = {"agent": "claude-code", "session": "two", "cwd": str(filled.work), "operator": "ada", "via": "startup"}
    start = Start(str(filled.home), place.workspace, place.name, line, instant.milliseconds_of(filled.at(100)) or 0)

    assert "never npm" in block(start, {})
