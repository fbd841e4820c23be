"""What is forgotten is in no derived file any more, stays away whatever is compiled, and verify agrees."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from memwiki.app.finding import Wanted, search
from memwiki.app.handing import list_handoffs, show
from memwiki.app.pipeline import Choice
from memwiki.app.verifying import verify
from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use quetzal in this repository, never npm. Fix the login page, too.", "Noted, it is fixed.")
OTHER = ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py.")
LEFT = ("Fix the marmoset timeout in auth.py.", "The cookie lives.\n\nNext steps:\n- test the marmoset renewal")


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE, OTHER))
    memory.compile(memory.session("two", 60, LEFT, agent="codex"))
    return memory


def _forget(memory: Memory, minutes: float, *words: str) -> None:
    assert run(["forget", *words, "--yes", "--at", memory.at(minutes)]) == 0


def _derived(memory: Memory, word: str) -> list[str]:
    """Files that hold the word, where nothing that was forgotten may be: all but raw/ and git's past."""
    files = [file for file in memory.home.rglob("*") if file.is_file()]
    derived = [file for file in files if file.relative_to(memory.home).parts[0] != "raw" and ".git" not in file.parts]
    return [str(file) for file in derived if word.encode() in file.read_bytes().lower()]


def _stays_away(memory: Memory, word: str, minutes: float) -> None:
    assert _derived(memory, word) == []
    memory.compile(memory.session("later", minutes, ("Add a test for the parser.", "Added; all pass.")))
    assert _derived(memory, word) == []
    shutil.rmtree(memory.home / "index")
    memory.compile(minutes + 30, Choice(every=True))
    assert run(["reindex", "--no-vectors"]) == 0
    assert _derived(memory, word) == []
    assert verify(memory.desk(minutes + 40)).findings == ()
    ((_, answer),) = search(memory.desk(minutes + 41), [word], Wanted())
    assert not [hit for hit in answer.hits if word in f"{hit.title} {hit.snippet}".lower()]


def test_a_page_goes_with_the_words_that_proved_it(filled: Memory) -> None:
    (page,) = filled.find("preferences")
    assert _derived(filled, "quetzal")

    _forget(filled, 100, page.name)

    _stays_away(filled, "quetzal", 120)
    sessions = [text for path, text in filled.pages().items() if path.startswith("sessions/2026-09/2026")]
    assert any("Fix the login page" in text for text in sessions), "the rest of what was said stays"
    assert filled.find("decisions")


def test_agents_do_not_bring_a_forgotten_page_back(filled: Memory) -> None:
    (page,) = filled.find("preferences")
    _forget(filled, 100, page.name)

    filled.compile(filled.session("again", 120, ("Go on.", "I always use quetzal in this repository, never npm.")))

    assert filled.find("preferences") == []


def test_a_session_goes_with_the_pages_that_rest_on_it_alone(filled: Memory) -> None:
    filled.compile(filled.session("three", 80, OTHER))

    _forget(filled, 100, "--session", "one")

    _stays_away(filled, "quetzal", 120)
    assert filled.find("preferences") == []
    assert filled.find("decisions"), "another session says it, too"


def test_a_session_goes_by_its_key_and_goes_on_afterwards(filled: Memory) -> None:
    _forget(filled, 100, "--session", "claude-code-one")

    filled.compile(filled.session("one", 120, ("Fix the parser.", "Fixed the parser.")))

    assert _derived(filled, "quetzal") == []
    assert _derived(filled, "fix the parser")


def test_words_go_wherever_they_stand(filled: Memory) -> None:
    assert any("marmoset" in one.goal for one in list_handoffs(filled.desk(90)))

    _forget(filled, 100, "--keyword", "Marmoset")

    _stays_away(filled, "marmoset", 120)
    assert "marmoset" not in show(filled.desk(160)).text.lower()
    assert not any("marmoset" in repr(one) for one in list_handoffs(filled.desk(160), True))


def test_a_page_that_only_links_to_the_words_stays(filled: Memory) -> None:
    kafka = ("We decided to use Kafka instead of RabbitMQ because we need replay.", "Done.")
    filled.compile(filled.session("three", 80, ("A walrus is a kiosk that lost its printer.", "Noted."), kafka))
    (page,) = [one for one in filled.find("decisions") if "kafka" in one.name]
    assert "walrus" in page.read_text("utf-8")

    _forget(filled, 100, "--keyword", "walrus")

    assert page in filled.find("decisions")
    _stays_away(filled, "walrus", 120)


def test_what_is_remembered_after_a_span_was_forgotten_stays(filled: Memory) -> None:
    _forget(filled, 100, "--since", "2026-01-01", "--until", "2030-01-01")
    assert run(["remember", "Use tabs in Makefiles", "--at", filled.at(101)]) == 0

    assert [page.stem for page in filled.find("preferences")] == ["use-tabs-in-makefiles"]


def test_a_span_of_time_goes(filled: Memory) -> None:
    _forget(filled, 100, "--since", filled.at(50), "--until", filled.at(90))

    _stays_away(filled, "marmoset", 120)
    assert filled.find("preferences")
    assert filled.find("decisions")


def test_what_is_imported_later_from_that_time_stays_away_too(filled: Memory) -> None:
    _forget(filled, 100, "--since", filled.at(-100), "--until", filled.at(30))

    filled.compile(filled.session("old", -50, RULE) + 200)

    assert filled.find("preferences") == []


def test_remembered_notes_of_that_time_go(filled: Memory) -> None:
    assert run(["remember", "Never deploy the ocelot on Fridays", "--at", filled.at(70)]) == 0

    _forget(filled, 100, "--since", filled.at(65), "--until", filled.at(75))

    assert _derived(filled, "ocelot") == []


def test_a_dry_run_and_a_question_that_nobody_can_answer_change_nothing(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in filled.home.rglob("*") if path.is_file()}

    capsys.readouterr()
    assert run(["forget", "--keyword", "marmoset", "--dry-run", "--json", "--at", filled.at(100)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["forget", "--keyword", "marmoset", "--at", filled.at(100)]) == 2
    assert "cannot ask" in capsys.readouterr().err

    assert (told["dry_run"], told["id"], told["observations"]) == (True, "", 2)
    assert all("marmoset" in path for path in told["pages"])
    assert {path: path.read_bytes() for path in filled.home.rglob("*") if path.is_file()} == before


def test_a_person_at_a_terminal_is_asked(
    filled: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def confirm(text: str, **_: Any) -> bool:
        asked.append(text)
        return True

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", confirm)
    assert run(["forget", "--session", "two", "--at", filled.at(100)]) == 0

    assert len(asked) == 1
    assert "1 page" in asked[0]
    ledger = "".join(file.read_text("utf-8") for file in (filled.home / "raw").rglob("*person-ledger*/*"))
    assert '"terminal":true' in ledger.replace(" ", "")
    assert "marmoset" not in ledger, "what was forgotten is named by place, not by its words"


def test_what_an_agents_own_command_forgets_is_not_forgotten(filled: Memory) -> None:
    filled.event(
        "PostToolUse",
        "evil",
        99,
        tool_name="Bash",
        tool_input={"command": "memwiki forget --keyword quetzal --yes"},
        tool_response={"stdout": "", "stderr": "", "interrupted": False},
        tool_use_id="t1",
    )
    _forget(filled, 100, "--keyword", "quetzal")

    filled.compile(filled.session("evil", 101, OTHER) + 5)

    assert _derived(filled, "quetzal")
    assert verify(filled.desk(140)).findings == ()


def test_what_waits_in_review_of_a_forgotten_page_goes(filled: Memory) -> None:
    (page,) = filled.find("preferences")
    page.write_text(page.read_text("utf-8").replace("title:", "title: [", 1), "utf-8")
    filled.compile(filled.session("three", 80, RULE))

    _forget(filled, 100, page.name)

    assert _derived(filled, "quetzal") == []


def test_raw_keeps_what_was_captured(filled: Memory) -> None:
    sealed = {path: path.read_bytes() for path in (filled.home / "raw").rglob("*.sealed.jsonl")}

    _forget(filled, 100, "--keyword", "marmoset")

    assert {path: path.read_bytes() for path in sealed} == sealed


def test_the_project_page_is_made_of_the_others(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forget", "project.md", "--yes"]) == 2
    assert "made of the other pages" in capsys.readouterr().err
    assert run(["forget", "--session", "nope", "--yes"]) == 10
    assert Path(filled.desk().wiki / "project.md").is_file()
