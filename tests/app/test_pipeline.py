"""What waits in raw/ becomes pages, whatever order and interruptions it came in."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from memwiki import programs
from memwiki.app import crew
from memwiki.app.desk import open_desk
from memwiki.app.finding import Wanted, search
from memwiki.app.pipeline import Choice
from memwiki.app.verifying import verify
from memwiki.compile.facts import extract
from memwiki.errors import Locked, NotFound
from memwiki.files import locked
from memwiki.records import Observation, SessionFacts
from memwiki.spool.seal import seal
from memwiki.wiki.plumbing import Plumbing

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted, pnpm from now on.")
CHOICE = ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py.")


def _whole(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.name in ("sealed.json", "index") and ".git" in path.parts:
            continue  # git's own caches
        digest.update(f"{path.relative_to(folder)}\n".encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def _copy(raw: Path, other: Path, session: str) -> None:
    for segment in raw.glob(f"*/*/*-{session}/0001*.jsonl"):
        copy = other / segment.relative_to(raw).parent / "0001.jsonl"
        copy.parent.mkdir(parents=True)
        copy.write_bytes(segment.read_bytes())


def _knowledge(memory: Memory) -> dict[str, str]:
    return {path: text for path, text in memory.pages().items() if not path.startswith("log")}


def test_a_session_that_ended_becomes_pages(memory: Memory) -> None:
    end = memory.session("one", 0, RULE)

    (done,) = memory.compile(end)

    assert done.sessions == ("claude-code-one",)
    assert len(memory.find("preferences")) == 1
    assert done.commit
    assert memory.compile(end + 1) == []


def test_an_open_session_waits_until_it_is_quiet(memory: Memory) -> None:
    last = memory.session("one", 0, RULE, end=False)

    assert memory.compile(last + 29) == []
    (done,) = memory.compile(last + 31)

    assert done.sessions == ("claude-code-one",)


def test_all_takes_open_sessions_too(memory: Memory) -> None:
    last = memory.session("one", 0, RULE, end=False)

    assert len(memory.compile(last + 1, Choice(every=True))) == 1


def test_a_resting_session_closes_when_another_agent_starts(memory: Memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("SessionStart", "two", last + 12, "codex", source="startup")

    (done,) = memory.compile(last + 12)

    assert done.sessions == ("claude-code-one",)


def test_a_session_at_work_is_not_closed_by_another_one(memory: Memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("SessionStart", "two", last + 5, "codex", source="startup")

    assert memory.compile(last + 5) == []


def test_one_session_can_be_closed_by_hand(memory: Memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.session("two", 0, CHOICE, end=False)

    (done,) = memory.compile(last + 1, Choice(session="two", project=memory.desk().project))

    assert done.sessions == ("claude-code-two",)
    with pytest.raises(NotFound):
        memory.compile(last + 1, Choice(session="three", project=memory.desk().project))


def test_incremental_equals_full(memory: Memory, tmp_path: Path) -> None:
    turns = [
        RULE,
        CHOICE,
        ("Use yarn instead of pnpm from now on.", "Changed to yarn."),
        ("Fix the login bug.", "Fixed."),
    ]
    minutes = 0.0
    for number, turn in enumerate(turns):
        minutes = memory.session(f"s{number}", minutes + 60, turn)
        memory.compile(minutes)
    stepwise = memory.pages()

    whole = memory.another(tmp_path / "again")
    _copy(memory.home / "raw", whole.home / "raw", "s?")
    whole.compile(minutes)

    assert whole.pages() == stepwise


def test_an_older_session_that_comes_late_takes_its_place(memory: Memory, tmp_path: Path) -> None:
    memory.session("s0", 0, RULE)
    memory.session("s1", 60, ("Use yarn instead of pnpm from now on.", "Changed."))
    late, usual = memory.another(tmp_path / "late"), memory.another(tmp_path / "usual")
    for one, order in ((usual, ("s0", "s1")), (late, ("s1", "s0"))):
        for number, session in enumerate(order):
            _copy(memory.home / "raw", one.home / "raw", session)
            one.compile(200 + 60 * number)

    assert len(late.find("preferences")) == 2
    assert _knowledge(late) == _knowledge(usual)


def test_an_older_session_that_comes_late_keeps_a_persons_edit(memory: Memory) -> None:
    memory.compile(memory.session("new", 60, RULE))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text() + "\nAlso in the docs folder.\n")
    memory.session("old", 0, RULE)

    (done,) = memory.compile(100)

    assert done.conflicts == ()
    assert memory.find("preferences") == [page]
    assert "Also in the docs folder." in page.read_text()
    assert "support: 2" in page.read_text()


def test_what_was_sealed_before_a_crash_is_taken_up_again(memory: Memory) -> None:
    end = memory.session("one", 0, RULE)
    for segment in memory.home.rglob("0001.jsonl"):
        seal(segment)

    (done,) = memory.compile(end)

    assert done.sessions == ("claude-code-one",)
    assert memory.compile(end) == []


def test_later_events_open_the_next_segment_and_the_page_is_made_again(memory: Memory) -> None:
    end = memory.session("one", 0, RULE)
    memory.compile(end)
    again = memory.session("one", end + 10, CHOICE)

    (done,) = memory.compile(again)

    assert done.sessions == ("claude-code-one",)
    assert len(memory.find("decisions")) == 1
    assert len(list((memory.desk().wiki / "sessions").rglob("2026-09-14*.md"))) == 1


@pytest.mark.skipif(os.name != "posix", reason="there are no processes beside elsewhere")
@pytest.mark.parametrize("beside", [True, False])
def test_the_disk_has_a_segment_before_a_commit_names_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    for number in range(12):
        end = memory.session(f"s{number:02}", number * 60, RULE)
    whole: set[int] = set()
    at_commit: set[int] = set()
    plain, run = os.fsync, Plumbing.run

    def fsync(file: int) -> None:
        plain(file)
        whole.add(os.fstat(file).st_ino)

    def told(plumbing: Plumbing, *args: str, **given: Any) -> bytes:
        if args[0] == "fast-import":
            at_commit.update(whole)
        return run(plumbing, *args, **given)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Plumbing, "run", told)
    monkeypatch.setattr(crew, "WORTH_A_COPY", 0 if beside else 1 << 40)
    monkeypatch.setattr(crew, "WORTH_A_NEW_ONE", 0 if beside else 1 << 40)
    memory.compile(end)

    sealed = list(memory.desk().home.raw(memory.desk().project).rglob("*.sealed.jsonl"))
    assert len(sealed) == 12
    assert {place.stat().st_ino for path in sealed for place in (path, path.parent)} <= at_commit


def test_a_start_and_an_end_make_no_page(memory: Memory) -> None:
    end = memory.session("empty", 0)

    memory.compile(end)

    assert not any(path.startswith("sessions/2026") for path in memory.pages())


def test_a_dry_run_tells_and_writes_nothing(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.compile(memory.session("one", 0, RULE))
    end = memory.session("two", 60, CHOICE)
    monkeypatch.setitem(programs._kept, b"new", b"[]")  # an expression that no compile needed before
    monkeypatch.setattr(programs, "_fresh", {b"new"})
    before = _whole(memory.home)

    (done,) = memory.compile(end, dry_run=True)

    assert any(path.startswith("decisions/") for path in done.added)
    assert _whole(memory.home) == before
    (real,) = memory.compile(end)
    assert (set(real.added), set(real.changed)) == (set(done.added), set(done.changed))


def test_a_torn_line_is_left_out_and_told(memory: Memory) -> None:
    end = memory.session("one", 0, RULE)
    (segment,) = memory.home.rglob("0001.jsonl")
    with segment.open("ab") as out:
        out.write(b'{"v":1,"id":"torn","ts":"2026')

    (done,) = memory.compile(end)

    assert "1 line" in done.warnings[0]
    assert memory.find("preferences")


def test_a_detached_compile_asks_the_holder_for_one_more_round(memory: Memory) -> None:
    end = memory.session("one", 0, RULE)
    lock = memory.desk().home.compile_lock(memory.desk().project)
    with locked(lock, "test"):
        assert memory.compile(end, detached=True) == []

    assert lock.with_suffix(".again").exists()
    assert len(memory.compile(end)) == 1
    assert not lock.with_suffix(".again").exists()


def test_a_compile_by_hand_waits_and_then_says_so(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    end = memory.session("one", 0, RULE)
    monkeypatch.setattr("memwiki.app.pipeline.WAIT_S", 0.01)
    with locked(memory.desk().home.compile_lock(memory.desk().project), "test"), pytest.raises(Locked):
        memory.compile(end)


def test_verify_agrees_also_after_a_person_edited(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text() + "\nAlso in the docs folder.\n")
    memory.compile(memory.session("two", 60, CHOICE))

    assert verify(memory.desk(200)).findings == ()
    assert "Also in the docs folder." in page.read_text()


def test_verify_finds_a_segment_that_was_changed(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (sealed,) = memory.home.rglob("0001.sealed.jsonl")
    sealed.chmod(0o600)
    sealed.write_bytes(sealed.read_bytes().replace(b"never npm", b"never bun"))

    codes = {finding.code for finding in verify(memory.desk(200)).findings}

    assert "changed" in codes
    assert "differs" in codes


def test_what_holds_everywhere_is_kept_once_for_the_workspace(memory: Memory) -> None:
    rule = ("In all my projects, always write commit messages in the imperative.", "Will do.")
    memory.compile(memory.session("one", 0, rule))

    shared = open_desk(memory.home, memory.work, "_me", at=memory.at(100)).wiki
    assert [path.name for path in (shared / "preferences").glob("*.md") if path.name != "index.md"]
    assert not memory.find("preferences")


def test_a_project_that_waits_for_its_person_does_not_hold_up_the_others(memory: Memory, tmp_path: Path) -> None:
    memory.compile(memory.session("one", 0, RULE))
    memory.session("two", 30, CHOICE)
    (memory.desk().wiki / ".git" / "MERGE_HEAD").write_text("0" * 40)
    other = memory.beside(tmp_path / "other")
    end = other.session("three", 30, RULE)

    done = memory.compile(end + 10)

    assert len(other.find("preferences")) == 1
    assert [bool(one.commit) for one in done] == [True, False]
    assert "merge" in done[1].warnings[0]


def test_each_projects_own_marker_counts(memory: Memory, tmp_path: Path) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (memory.work / ".memwiki.toml").write_text("[review]\nmode = 'all'\n")
    end = memory.session("two", 30, CHOICE)
    other = memory.beside(tmp_path / "other")
    other.session("three", 30, CHOICE)

    other.compile(end + 10)

    assert "status: draft" in memory.find("decisions")[0].read_text()
    assert "status: stable" in other.find("decisions")[0].read_text()
    assert verify(other.desk(end + 11, project=memory.desk().project.key)).findings == ()


def test_a_persons_edits_alone_are_committed_and_indexed(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text("utf-8") + "\nA zebra of my own.\n", "utf-8")

    (done,) = memory.compile(10)

    assert (bool(done.edits), done.sessions, done.changed) == (True, (), ())
    ((_, answer),) = search(memory.desk(11), ["zebra"], Wanted())
    assert [hit.page for hit in answer.hits] == [f"preferences/{page.name}"]
    assert memory.compile(12) == []


def test_a_session_that_a_rule_fails_on_holds_up_no_other(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails_on_one(observations: Iterable[Observation]) -> SessionFacts:
        seen = list(observations)
        if seen[0].session == "bad":
            raise IndexError("a rule's own fault")
        return extract(seen)

    memory.session("bad", 0, ("remember: tabs, never spaces", "Noted."))
    memory.session("good", 30, ("remember: commit messages are always in English", "Noted."))
    monkeypatch.setattr("memwiki.app.extraction.extract", fails_on_one)

    (told,) = memory.compile(60)

    assert [warning for warning in told.warnings if "bad" in warning and "rule" in warning]
    assert any("commit-messages" in path for path in told.added)

    monkeypatch.undo()
    memory.session("later", 90, ("thanks, that is all", "Bye."))
    (mended,) = memory.compile(200)

    assert any(path.startswith("preferences/tabs") for path in mended.added)
