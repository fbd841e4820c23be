"""What a person says by hand: remembered, pinned, judged, forgotten, handed over."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from memwiki.app.exporting import export, skill
from memwiki.app.finding import Wanted, search
from memwiki.app.forgetting import Target, forget, hits, targets
from memwiki.app.handing import Taker, Words, accept, begin, cancel, list_handoffs, show
from memwiki.app.judging import approve, reject, waiting
from memwiki.app.pipeline import Choice
from memwiki.app.proof import why
from memwiki.app.reading import log
from memwiki.app.reading import show as read
from memwiki.app.telling import feedback, pin, remember
from memwiki.app.verifying import verify
from memwiki.errors import Invalid, MemwikiError, NeedsReview, NotFound, UsageError
from memwiki.index.store import generation, read_manifest

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
LEFT = ("Fix the login timeout in auth.py.", "The cookie is renewed now.\n\nNext steps:\n- add a test for the renewal")


def test_what_is_remembered_is_a_page_with_its_proof(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")

    (statement, *_) = why(memory.desk(2), written.page).statements
    assert statement.proofs[0].words == "Never deploy on Fridays"
    assert statement.proofs[0].author == "human:ada"


def test_what_holds_everywhere_is_told_in_every_project(memory: Memory) -> None:
    written = remember(memory.desk(1), "I write British English, never American", me=True)
    memory.compile(memory.session("one", 10, LEFT))

    text = show(memory.desk(20)).text
    assert "British English" in text
    assert f"_me/{written.page}" in text
    assert read(memory.desk(20), f"_me/{written.page}").path == written.path
    assert read(memory.desk(20), written.page).path == written.path


def test_a_secret_is_not_remembered(memory: Memory) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 4
    remember(memory.desk(1), f"The deploy token is {token}, never print it")

    assert not any(token in path.read_text("utf-8", "replace") for path in memory.home.rglob("*.jsonl"))


def test_nothing_cannot_be_remembered(memory: Memory) -> None:
    with pytest.raises(UsageError):
        remember(memory.desk(1), "  \n")


def test_a_pin_is_the_persons_word_and_stays(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")
    pin(memory.desk(2), written.page, True)
    memory.compile(memory.session("one", 10, RULE))

    text = (memory.desk().wiki / written.page).read_text()
    assert "pinned: true" in text
    pin(memory.desk(30), written.page, False)
    assert "pinned" not in (memory.desk().wiki / written.page).read_text()


def test_a_wiki_made_again_has_the_pins(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")
    memory.compile(memory.session("one", 10, RULE))
    (session,) = [path for path in memory.pages() if path.startswith("sessions/") and "index" not in path]
    for minutes, page in enumerate((written.page, session), 20):
        pin(memory.desk(minutes), page, True)
    before = memory.pages()
    assert all("pinned: true" in before[page] for page in (written.page, session))
    shutil.rmtree(memory.desk().wiki)

    memory.compile(30)

    assert memory.pages() == before
    assert verify(memory.desk(40)).findings == ()


def test_a_pin_by_hand_goes_with_an_unpin(memory: Memory) -> None:
    page = memory.desk().wiki / remember(memory.desk(1), "Never deploy on Fridays").page
    page.write_text(page.read_text().replace("status: stable\n", "status: stable\npinned: true\n"))

    pin(memory.desk(2), page.name, False)

    assert "pinned" not in page.read_text()
    assert "Never deploy" in page.read_text()


def test_the_log_tells_what_a_person_did(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")
    feedback(memory.desk(2), written.page, "helpful")

    subjects = [one.subject for one in log(memory.desk(3), 2).commits]
    assert subjects == ["compile: 1 page from a person's feedback", "compile: 1 page from a person's words"]


def test_feedback_changes_the_strength(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")
    before = (memory.desk().wiki / written.page).read_text()

    feedback(memory.desk(2), written.page, "wrong")

    assert (memory.desk().wiki / written.page).read_text() != before


def test_what_was_forgotten_does_not_come_back(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    target = Target(page=f"preferences/{memory.find('preferences')[0].name}")

    hit = hits(memory.desk(20), target)
    forget(memory.desk(20), target, hit)

    assert memory.find("preferences") == []
    memory.compile(memory.session("two", 30, LEFT))
    assert memory.find("preferences") == []


def test_forgetting_shows_first_what_it_hits(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE, LEFT))

    assert any("pnpm" in path for path in targets(memory.desk(20), Target(keyword="pnpm")))
    with pytest.raises(NotFound):
        targets(memory.desk(20), Target(keyword="no such words"))
    with pytest.raises(UsageError):
        targets(memory.desk(20), Target())


def test_a_handoff_waits_until_it_is_claimed_once(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    assert "test for the renewal" in show(memory.desk(20)).text
    assert show(memory.desk(20)) == show(memory.desk(20))

    taken = accept(memory.desk(20), taker=Taker(session="two"))

    assert taken.handoff.claimed_by == "two"
    assert show(memory.desk(21)).handoff is None
    with pytest.raises(MemwikiError):
        accept(memory.desk(21), taken.handoff.id, Taker(session="three"))


def test_a_handoff_by_hand_goes_first_and_can_be_cancelled(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    made = begin(memory.desk(20), Words("Ship version 2", ("write the notes",)))
    assert show(memory.desk(21)).handoff == made.handoff

    cancel(memory.desk(22), made.handoff.id)

    assert show(memory.desk(23)).handoff.kind == "auto"
    assert {one.state for one in list_handoffs(memory.desk(23), True)} == {"open", "cancelled"}


def test_an_empty_session_gives_back_what_it_took(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    accept(memory.desk(20), taker=Taker(session="two"))
    end = memory.session("two", 20, agent="codex")

    memory.compile(end)

    assert show(memory.desk(30)).handoff.generation == 1


@pytest.mark.parametrize("target", ["page", "keyword"])
def test_a_forgotten_session_page_is_gone_with_its_raw_text(memory: Memory, target: str) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    (page,) = [path for path in memory.pages() if path.startswith("sessions/2026-09/2026")]
    asked = Target(page=page) if target == "page" else Target(keyword="login timeout")

    forget(memory.desk(20), asked, hits(memory.desk(20), asked))

    assert page not in memory.pages()
    assert read_manifest(generation(memory.desk().home.index(memory.desk().project)))["sessions"] == 0


def test_an_open_session_keeps_its_handoff_until_it_turns_out_empty(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    taken = accept(memory.desk(20), taker=Taker(session="two"))
    memory.event("SessionStart", "two", 20, source="startup")

    memory.compile(21, Choice(every=True))
    held = {one.id: one.state for one in list_handoffs(memory.desk(21), True)}
    memory.compile(memory.session("three", 61, LEFT))

    assert held == {taken.handoff.id: "claimed"}
    assert "claimed" not in {one.state for one in list_handoffs(memory.desk(70), True)}


def test_a_claim_that_a_killed_hook_did_not_write_down_is_made_good(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    (left,) = list_handoffs(memory.desk(20))
    claim = memory.desk().home.claims / f"{left.id}.0"
    claim.parent.mkdir(parents=True, exist_ok=True)
    claim.write_text("two")
    memory.event("SessionStart", "two", 20, source="startup")
    memory.event("SessionEnd", "two", 21, reason="other")

    memory.compile(22)

    assert [(one.id, one.generation) for one in list_handoffs(memory.desk(23))] == [(left.id, 1)]


@pytest.mark.parametrize("by", ["two", ""])
def test_what_a_killed_hook_took_but_did_not_tell_is_for_the_next(memory: Memory, by: str) -> None:
    left = begin(memory.desk(0), Words("ship the release")).handoff
    assert left
    claim = memory.desk().home.claims / f"{left.id}.0"
    claim.parent.mkdir(parents=True, exist_ok=True)
    claim.write_text(by)

    memory.compile(memory.session("three", 21, RULE))
    young = {one.id for one in list_handoffs(memory.desk(30))}
    os.utime(claim, (claim.stat().st_mtime - 100,) * 2)
    memory.compile(memory.session("four", 31, RULE))

    assert left.id not in young  # its hook may be just at it
    assert [one.generation for one in list_handoffs(memory.desk(40)) if one.id == left.id] == [1]


def test_what_somebody_has_cannot_be_withdrawn_and_what_is_withdrawn_cannot_be_taken(memory: Memory) -> None:
    first = begin(memory.desk(20), Words("ship the release")).handoff
    second = begin(memory.desk(21), Words("tell the list")).handoff
    assert first
    assert second
    accept(memory.desk(22), first.id, Taker("codex", "two"))

    with pytest.raises(MemwikiError, match="claimed already by codex two"):
        cancel(memory.desk(23), first.id)
    cancel(memory.desk(24), second.id)

    assert {one.id: one.state for one in list_handoffs(memory.desk(25), True)} == {
        first.id: "claimed",
        second.id: "cancelled",
    }
    assert (memory.desk().home.claims / f"{second.id}.0").exists()  # a hook that just read of it finds it gone


def test_a_withdrawn_handoff_cannot_be_taken(memory: Memory) -> None:
    made = begin(memory.desk(20), Words("ship the release"))
    cancel(memory.desk(21), made.handoff.id)

    with pytest.raises(MemwikiError):
        accept(memory.desk(22), made.handoff.id)


def test_another_persons_handoff_is_not_shown(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.compile(memory.session("one", 0, LEFT))
    monkeypatch.setenv("MEMWIKI_OPERATOR_NAME", "bob")

    assert show(memory.desk(20)).handoff is None


def test_a_conflict_waits_for_its_person(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text().replace("---\n", "--\n", 1).replace("title: ", "title: [", 1))
    memory.compile(memory.session("two", 60, RULE, LEFT))

    found = waiting(memory.desk(80))

    assert {one.path for one in found.conflicts} <= {f"preferences/{page.name}"}
    if found.conflicts:
        reject(memory.desk(81), found.conflicts[0].path)
        assert waiting(memory.desk(82)).conflicts == ()


def test_only_a_draft_can_be_approved(memory: Memory) -> None:
    written = remember(memory.desk(1), "Never deploy on Fridays")

    with pytest.raises(UsageError, match="waits for nothing"):
        approve(memory.desk(2), written.page)


def _skill(memory: Memory) -> str:
    memory.event("SessionStart", "s", 0, source="startup")
    memory.event("UserPromptSubmit", "s", 1, prompt="Round the totals in cart.py to cents")
    memory.event(
        "PostToolUse",
        "s",
        2,
        tool_name="Edit",
        tool_input={"file_path": str(memory.work / "cart.py"), "old_string": "total", "new_string": "round(total, 2)"},
        tool_response={"filePath": str(memory.work / "cart.py")},
        tool_use_id="t1",
    )
    memory.event(
        "PostToolUse",
        "s",
        3,
        tool_name="Bash",
        tool_input={"command": "pytest -q tests/test_cart.py"},
        tool_response={"stdout": "4 passed in 0.1s", "stderr": "", "interrupted": False},
        tool_use_id="t2",
    )
    memory.event("Stop", "s", 4, last_assistant_message="The totals are rounded; 4 tests pass.", stop_hook_active=False)
    memory.event("SessionEnd", "s", 5, reason="other")
    memory.compile(6)
    return f"skills/{memory.find('skills')[0].name}"


def test_a_skill_is_a_draft_until_a_person_approves_it(memory: Memory, tmp_path: Path) -> None:
    page = _skill(memory)
    with pytest.raises(NeedsReview):
        export(memory.desk(7), page, tmp_path)

    approve(memory.desk(8), page)

    assert "human:ada" in (memory.desk().wiki / page).read_text()
    file = Path(export(memory.desk(9), page, tmp_path).path)
    text = file.read_text()
    assert text.startswith("---\nname: memwiki-")
    assert "[^" not in text
    file.write_text("mine\n")
    with pytest.raises(Invalid):
        export(memory.desk(10), page, tmp_path)


def test_a_rejected_skill_stays_away(memory: Memory) -> None:
    reject(memory.desk(8), _skill(memory))

    assert memory.find("skills") == []


def test_raw_asks_only_for_what_no_page_answers(memory: Memory) -> None:
    memory.event(
        "PostToolUse",
        "one",
        0,
        tool_name="Bash",
        tool_input={"command": "cat flags.txt"},
        tool_response={"stdout": "zebrafish-threshold = 41", "stderr": "", "interrupted": False},
        tool_use_id="t1",
    )
    memory.compile(memory.session("one", 1, RULE))

    ((_, found),) = search(memory.desk(20), ["zebrafish-threshold"], Wanted(raw=True))
    ((_, paged),) = search(memory.desk(20), ["pnpm"], Wanted(raw=True, kinds=("preference",)))

    assert [hit.kind for hit in found.hits] == ["session"]
    assert found.hits[0].raw
    assert paged.hits == ()


def test_forgetting_takes_out_what_a_person_wrote_in_the_page(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")
    page.write_text(page.read_text("utf-8") + "\nA zebra of my own.\n", "utf-8")
    target = Target(page=f"preferences/{page.name}")

    forget(memory.desk(10), target, hits(memory.desk(10), target))

    assert not page.exists()
    assert f"preferences/{page.name}" not in (memory.desk().wiki / "project.md").read_text("utf-8")
    assert "preferences/index.md" not in memory.pages()
    ((_, answer),) = search(memory.desk(11), ["zebra"], Wanted())
    assert not [hit for hit in answer.hits if hit.page.startswith("preferences/")]


def test_only_pages_can_be_forgotten(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))

    with pytest.raises(NotFound):
        targets(memory.desk(10), Target(page=".git/config"))


def test_only_a_skill_is_shown_as_a_skill(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = memory.find("preferences")

    with pytest.raises(UsageError, match="is no skill"):
        skill(memory.desk(10), page.name)
