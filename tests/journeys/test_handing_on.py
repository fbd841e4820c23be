"""The baton, through the real command line and the real hook: left, offered, taken once, given back, recorded."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py
LEFT = (
    "Fix the login timeout in auth.py.",
    "The session cookie is renewed now.\n\nNext steps:\n- add a test for the renewal in test_auth.py",
)
MARK = "add a test for the renewal"


@pytest.fixture
def handed(ada: Person) -> Person:
    """A person whose first session left something."""
    ada.session("one", LEFT)
    assert ada("compile", "--no-vectors").code == 0
    ada.minute += 20
    return ada


def told(done: Any) -> str:
    return json.loads(done.out)["hookSpecificOutput"]["additionalContext"] if done.out else ""


def rows(person: Person) -> list[tuple[str, str, str, str]]:
    """The record, oldest first."""
    entries = reversed(person("handoff", "log", "--json").json["entries"])
    return [(row["what"], row["agent"], row["session"], row["how"]) for row in entries]


def test_it_is_taken_once_seen_again_and_recorded(handed: Person) -> None:
    assert MARK in handed("handoff", "show").out.lower()

    first = handed.hook("SessionStart", "two", "codex", source="startup")
    assert MARK in told(first).lower()
    assert MARK not in handed.hook("SessionStart", "three", source="startup").out.lower()
    for source in ("resume", "compact"):
        assert told(handed.hook("SessionStart", "two", "codex", source=source)) == told(first)

    assert rows(handed) == [("left", "claude-code", "one", "auto"), ("claimed", "codex", "two", "start")]
    refused = handed("handoff", "accept", handed("handoff", "list", "--all", "--json").json["handoffs"][0]["id"])
    assert refused.code == 1
    assert "claimed already by codex two at 2026-09-14T09:" in refused.err


def test_an_empty_session_costs_nobody_the_baton(handed: Person) -> None:
    assert MARK in told(handed.hook("SessionStart", "empty", "codex", source="startup")).lower()
    handed.hook("SessionEnd", "empty", "codex", reason="other")
    assert handed("compile", "--no-vectors").code == 0
    assert MARK in told(handed.hook("SessionStart", "next", "codex", source="startup")).lower()
    assert [row[0] for row in rows(handed)] == ["left", "claimed", "returned", "claimed"]


def test_an_offer_names_the_command_that_takes_it_for_this_session(handed: Person) -> None:
    handed.home.joinpath("config.toml").write_text('[handoff]\nclaim = "offer"\n')
    offer = told(handed.hook("SessionStart", "two", "codex", source="startup"))
    assert MARK not in offer.lower()
    assert "Fix the login timeout" in offer
    command = offer.partition("`memwiki ")[2].partition("`")[0].split()

    taken = handed(*command)

    assert taken.code == 0
    assert MARK in taken.out.lower()
    assert handed(*command).out == taken.out  # the session that has it sees it again
    assert told(handed.hook("SessionStart", "two", "codex", source="compact")).strip() == taken.out.strip()
    assert "memwiki-offer" not in handed.hook("SessionStart", "three", "codex", source="startup").out
    assert rows(handed)[-1] == ("claimed", "codex", "two", "accept")


def test_what_is_not_compiled_yet_is_said_beside_what_is_shown(handed: Person) -> None:
    for verb in (("handoff", "show"), ("context",)):
        assert "not compiled yet" not in handed(*verb).err
    handed.session("two", ("Speed up the search in find.py.", "It is twice as fast now."))

    for done in (handed("handoff", "show"), handed("context")):
        assert "1 finished session is not compiled yet: run memwiki compile" in done.err
    assert handed("handoff", "show", "--json").json["waiting"] == 1
    assert "1 finished session is not compiled yet" in handed("status").out
    assert handed("compile", "--no-vectors").code == 0
    assert "not compiled yet" not in handed("handoff", "show").err


def test_by_hand_it_has_an_owner_a_target_and_an_end(handed: Person) -> None:
    begun = handed(
        "handoff", "begin", "Ship version 2", "--next", "write the notes", "--to", "codex", "--expires", "1", "--json"
    )
    made = begun.json["handoff"]
    assert (made["to_agent"], made["expires"][:10], made["kind"]) == ("codex", "2026-09-15", "manual")
    assert "Ship version 2" not in told(handed.hook("SessionStart", "c1", source="startup"))
    assert "Ship version 2" in told(handed.hook("SessionStart", "x1", "codex", source="startup"))

    bobs = handed("handoff", "begin", "For Bob", "--owner", "bob", "--json").json["handoff"]["id"]
    assert "For Bob" not in handed.hook("SessionStart", "x2", "codex", source="startup").out
    assert "is for bob" in handed("handoff", "accept", bobs).err
    assert handed("handoff", "accept", bobs, "--any-owner").code == 0

    late = handed("handoff", "begin", "Soon over", "--expires", "1", "--json").json["handoff"]["id"]
    handed.minute += 25 * 60
    assert "expired" in handed("handoff", "accept", late).err


def test_what_makes_no_handoff_is_said_clearly(handed: Person) -> None:
    for arguments, code, words in (
        (["begin", "  "], 2, "needs a goal"),
        (["begin", "x" * 3001], 2, "at most 3,000"),
        (["begin", "x", *(["--next", "y"] * 21)], 2, "at most 20"),
        (["begin", "x", "--to", "nobody"], 2, "no such agent"),
        (["accept", "handoff-nothing"], 10, "no such handoff"),
        (["cancel", "handoff-nothing"], 10, "no such handoff"),
    ):
        done = handed("handoff", *arguments)
        assert (done.code, words in done.err) == (code, True), (arguments, done.err)
    assert handed("handoff", "begin", "x", "--dry-run").code == 0
    assert len(handed("handoff", "list", "--json").json["handoffs"]) == 1


def test_a_crowd_of_real_hooks_finds_one_winner(handed: Person) -> None:
    payloads = [
        json.dumps({"session_id": f"s{n}", "cwd": str(handed.work), "hook_event_name": "SessionStart"}).encode()
        for n in range(10)
    ]

    def start(payload: bytes) -> bytes:
        command = [sys.executable, "-m", "memwiki", "hook", "--agent", "codex", "--at", handed.now]
        return subprocess.run(command, input=payload, capture_output=True, env=handed.environment, check=True).stdout

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(start, payloads))

    assert sum(MARK.encode() in answer.lower() for answer in answers) == 1
    assert [row[0] for row in rows(handed)] == ["left", "claimed"]


def test_the_session_page_says_what_the_block_says(handed: Person) -> None:
    made = handed("handoff", "show", "--json").json["handoff"]
    (page,) = (path for path in handed.wiki.glob("sessions/*/*.md") if path.name != "index.md")
    text = page.read_text("utf-8")
    for line in (made["goal"], *made["next_steps"], *made["done"]):
        assert line.rstrip(".").lower().replace("`", "") in text.lower().replace("`", "").replace("\\", "")
