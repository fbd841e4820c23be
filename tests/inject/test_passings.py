"""The record of who left what and who got it when; owners, expiry, and pages that matter now."""

from __future__ import annotations

from typing import Any

from making import at, told

from memwiki.inject.claims import choose, claim_fields, handoffs, to_fields
from memwiki.inject.handoff import render
from memwiki.inject.matters import matters
from memwiki.inject.passings import passings
from memwiki.inject.ready import ready
from memwiki.records import Handoff, Observation, Page


def left(session: str = "s1", day: int = 1, **more: Any) -> Handoff:
    base: dict[str, Any] = {
        "id": f"handoff-{session}",
        "kind": "manual",
        "project": "default/x",
        "from_agent": "codex",
        "from_session": session,
        "operator": "ada",
        "created": at(day),
        "expires": "",
        "cwd": "/w/x",
        "goal": f"goal of {session}",
    }
    return Handoff(**(base | more))


def written(one: Handoff) -> Observation:
    return told("handoff", one.created, agent="memwiki", text=one.id, **to_fields(one))


def test_the_record_tells_who_got_what_and_when() -> None:
    one = left()
    fields = claim_fields(one, "s2", "claude-code", "start")
    ledger = [
        told("handoff-return", at(1, 12), agent="memwiki", **fields),
        told("handoff-claim", at(1, 11), agent="memwiki", **fields),
        written(one),
        told("recall", at(1, 11), agent="memwiki", pages=["p"]),
        told("handoff", at(1, 13), agent="person", **to_fields(left(state="cancelled"))),
    ]

    found = passings(ledger)

    assert [(row.what, row.agent, row.session, row.how) for row in found] == [
        ("left", "codex", "s1", "manual"),
        ("claimed", "claude-code", "s2", "start"),
        ("returned", "claude-code", "s2", "start"),
        ("cancelled", "codex", "s1", ""),
    ]
    assert {row.handoff for row in found} == {"handoff-s1"}


def test_who_claimed_it_and_when_is_part_of_its_state() -> None:
    one = left()
    claim = told("handoff-claim", at(2), agent="memwiki", **claim_fields(one, "s2", "codex", "start"))
    (taken,) = handoffs([written(one), claim], at(3))
    assert (taken.state, taken.claimed_by, taken.claimed_agent, taken.claimed_at) == ("claimed", "s2", "codex", at(2))


def test_what_was_left_to_somebody_else_is_theirs_alone() -> None:
    found = handoffs([written(left(owner="bob"))], at(2))
    assert choose(found, session="s2", operator="ada") is None
    assert choose(found, session="s2", operator="bob") is not None
    assert ready(found, [])["handoffs"][0]["operator"] == "bob"


def test_by_hand_it_expires_when_it_says_so_and_else_never() -> None:
    assert handoffs([written(left(expires=at(5)))], at(6))[0].state == "expired"
    assert handoffs([written(left())], at(28))[0].state == "open"


def page(kind: str, title: str, description: str = "", **meta: Any) -> Page:
    name = title.lower().replace(" ", "-")
    fields = {"type": kind.title(), "id": f"{kind}-{name}", "title": title, "description": description, **meta}
    return Page(f"{kind}s/{name}.md", fields, "")


def test_pages_that_speak_of_what_is_left_are_named_first() -> None:
    trap = page("gotcha", "Locks of the sqlite queue worker", "The worker must open its own connection.")
    pages = [trap, *(page("decision", f"Colour {n} of the landing page") for n in range(20))]
    one = left(goal="Drain the sqlite queue", next_steps=("let the worker open a connection of its own",))

    assert matters(one, pages) == (trap,)
    text = render(one, pages)
    assert text.count(trap.path) == 1
    assert text.index(trap.path) < text.index("Colour")


def test_drafts_and_pages_of_something_else_do_not_matter() -> None:
    one = left(goal="Drain the sqlite queue worker")
    draft = page("gotcha", "Locks of the sqlite queue worker", status="draft")
    assert matters(one, [draft, page("concept", "Fonts of the landing page")]) == ()


def test_the_newest_traps_stand_beside_them_where_there_is_room() -> None:
    old, new = (page("gotcha", f"Fonts of the page {n}", reinforced=at(n)) for n in (1, 2))
    other = page("gotcha", "Locks of the sqlite queue worker", reinforced=at(1))
    assert matters(left(goal="Drain the sqlite queue worker"), [old, new, other], 2) == (other, new)
