"""Handoffs are claimed once, by the right session, and do not pile up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from making import at, facts, item, told

from memwiki.compile.fold import fold
from memwiki.inject.claims import (
    choose,
    claim_fields,
    claim_name,
    due,
    from_observation,
    handoffs,
    nested,
    to_fields,
    to_give_back,
)
from memwiki.inject.passings import passings
from memwiki.inject.ready import ready
from memwiki.records import Handoff, Observation


def left(session: str = "s1", day: int = 1, **more: Any) -> Handoff:
    base: dict[str, Any] = {
        "id": f"handoff-{session}",
        "kind": "auto",
        "project": "default/x",
        "from_agent": "codex",
        "from_session": session,
        "operator": "ada",
        "created": at(day),
        "expires": at(day + 14),
        "cwd": "/w/x",
        "goal": f"goal of {session}",
    }
    return Handoff(**(base | more))


def written(one: Handoff) -> Observation:
    return told("handoff", one.created, agent="memwiki", text=one.id, **to_fields(one))


def taken(one: Handoff, session: str, ts: str) -> Observation:
    return told("handoff-claim", ts, agent="memwiki", text=session, **claim_fields(one, session))


def returned(one: Handoff, session: str, ts: str) -> Observation:
    return told("handoff-return", ts, agent="memwiki", text=session, **claim_fields(one, session))


def test_a_handoff_survives_the_ledger() -> None:
    full = left(
        next_steps=("a", "b"),
        done=("c",),
        files=("f.py",),
        last_test=("pytest", None),
        branch="main",
        to_agent="cursor",
        open_questions=("q",),
        failed_attempts=("x",),
        kind="manual",
    )
    line = written(full)
    assert from_observation(replace(line, extra=json.loads(json.dumps(dict(line.extra))))) == full


@pytest.mark.parametrize("extra", [{}, {"handoff": None}, {"handoff": "x"}, {"handoff": {"goal": "no id"}}])
def test_a_broken_line_is_no_handoff(extra: dict[str, Any]) -> None:
    assert handoffs([told("handoff", at(1), **extra)], at(2)) == ()


def test_it_is_claimed_exactly_once() -> None:
    one = left()
    ledger = [written(one), taken(one, "s2", at(2)), taken(one, "s3", at(2, 9, 1))]
    (found,) = handoffs(ledger, at(3))
    assert (found.state, found.claimed_by) == ("claimed", "s2")
    assert choose([found], session="s3", cwd="/w/x", now=at(3)) is None


def test_the_same_session_sees_it_again_without_a_second_claim() -> None:
    one = left()
    found = handoffs([written(one), taken(one, "s2", at(2))], at(3))
    assert choose(found, session="s2", cwd="/w/x", now=at(3)) == found[0]


def test_never_its_own() -> None:
    found = handoffs([written(left())], at(2))
    assert choose(found, session="s1", cwd="/w/x", now=at(2)) is None
    assert choose(found, session="s2", cwd="/w/x", now=at(2)) is not None


def test_what_is_given_back_opens_the_next_generation() -> None:
    one = left()
    ledger = [written(one), taken(one, "empty", at(2))]
    (claimed,) = handoffs(ledger, at(2, 10))
    assert to_give_back([claimed], {"empty"}) == (claimed,)
    (again,) = handoffs([*ledger, returned(claimed, "empty", at(2, 11))], at(2, 12))
    assert (again.state, again.generation, again.claimed_by) == ("open", 1, "")
    assert claim_name(again) == "handoff-s1.1"
    late = [*ledger, returned(claimed, "empty", at(2, 11)), taken(claimed, "s9", at(2, 12))]
    assert handoffs(late, at(3))[0].state == "open"  # a claim of an old generation counts for nothing


def test_what_happens_in_one_instant_has_its_order() -> None:
    one = left()
    again = replace(one, generation=1)
    ledger = [
        replace(seen, id=str(9 - number))
        for number, seen in enumerate([written(one), taken(one, "s2", at(1)), returned(one, "s2", at(1))])
    ]
    ledger.append(replace(taken(again, "s3", at(1)), id="0"))
    (found,) = handoffs(ledger, at(1))
    assert (found.state, found.claimed_by, found.generation) == ("claimed", "s3", 1)


def test_clocks_that_jump_take_no_claim_away() -> None:
    one = left("s1", 3)
    again = replace(one, generation=1)
    ledger = [written(one), taken(one, "s2", at(2)), returned(one, "s2", at(1)), taken(again, "s3", at(1))]
    (found,) = handoffs(ledger, at(4))
    assert (found.state, found.claimed_by, found.claimed_at, found.generation) == ("claimed", "s3", at(1), 1)
    assert [row.what for row in passings(ledger)] == ["left", "claimed", "returned", "claimed"]


def test_a_new_automatic_one_replaces_older_ones_of_the_same_place() -> None:
    ledger = [written(left("s1", 1)), written(left("s2", 2)), written(left("other", 1, cwd="/w/y"))]
    assert {one.from_session: one.state for one in handoffs(ledger, at(3))} == {
        "s1": "expired",
        "s2": "open",
        "other": "open",
    }


def test_taking_a_newer_one_ends_older_ones_elsewhere_in_the_project() -> None:
    new = left("s2", 2)
    ledger = [written(left("other", 1, cwd="/w/y")), written(new), taken(new, "s3", at(3))]
    assert {one.from_session: one.state for one in handoffs(ledger, at(4))} == {"other": "expired", "s2": "claimed"}


def test_manual_beats_automatic_and_does_not_expire() -> None:
    manual = left("s1", 1, kind="manual", id="handoff-m", expires="")
    found = handoffs([written(manual), written(left("s2", 20))], at(25))
    assert [one.state for one in found] == ["open", "open"]
    chosen = choose(found, session="s3", cwd="/w/x", now=at(25))
    assert chosen is not None
    assert chosen.id == "handoff-m"
    assert handoffs([written(left("s1", 1))], at(25))[0].state == "expired"


def test_same_place_before_newer_elsewhere() -> None:
    found = handoffs([written(left("s1", 1, cwd="/w/x/api")), written(left("s2", 2, cwd="/w/x-web"))], at(3))
    chosen = choose(found, session="s3", cwd="/w/x/api/src", now=at(3))
    assert chosen is not None
    assert chosen.from_session == "s1"
    anywhere = choose(found, session="s3", cwd="/w/elsewhere", now=at(3))
    assert anywhere is not None
    assert anywhere.from_session == "s2"


def test_it_is_for_the_same_person_and_the_named_agent() -> None:
    found = handoffs([written(left("s1", 1, to_agent="cursor"))], at(2))
    assert choose(found, session="s2", agent="codex", operator="ada", cwd="/w/x", now=at(2)) is None
    assert choose(found, session="s2", agent="cursor", operator="bob", cwd="/w/x", now=at(2)) is None
    assert choose(found, session="s2", agent="cursor", operator="ada", cwd="/w/x", now=at(2)) is not None


def test_a_cancelled_one_is_gone() -> None:
    one = left()
    found = handoffs([written(one), replace(written(replace(one, state="cancelled")), ts=at(2))], at(3))
    assert [h.state for h in found] == ["cancelled"]
    assert choose(found, session="s2", cwd="/w/x", now=at(3)) is None


@pytest.mark.parametrize(
    ("a", "b", "inside"),
    [("/w/x", "/w/x/", True), ("/w/x", "/w/x/api", True), ("/w/x", "/w/x-web", False), ("C:\\w\\x", "C:/w/x/a", True)],
)
def test_places_are_compared_at_path_boundaries(a: str, b: str, inside: bool) -> None:
    assert nested(a, b) is inside
    assert nested(b, a) is inside


def test_an_import_of_many_sessions_leaves_one_handoff_a_place() -> None:
    sessions = [facts(f"codex-s{n}", 1 + n % 20, next_steps=(item(f"step {n}"),)) for n in range(60)]
    sessions.append(facts("codex-y", 19, cwd="/w/other"))
    known = fold(sessions, [])
    closed = {one.key for one in sessions}
    made = due(known, (), closed, project="default/x", now=at(21))
    assert [one.from_session for one in made] == ["y", known.sessions[-1].session]
    assert due(known, made, closed, project="default/x", now=at(21)) == ()
    assert due(known, (), closed, project="default/x", now="2027-01-01T00:00:00Z") == ()
    assert due(known, (), set(), project="default/x", now=at(21)) == ()


def test_the_ready_file_holds_open_ones_with_their_blocks() -> None:
    manual = left("s1", 1, kind="manual", id="handoff-m", expires="")
    found = handoffs([written(manual), written(left("s2", 2)), written(left("s3", 3, cwd="/w/y"))], at(4))
    told_ready = ready(found, [], "<memwiki-briefing/>", live_until={"s3": at(4, 10)})
    assert json.loads(json.dumps(told_ready)) == told_ready
    assert told_ready["schema"] == "memwiki.ready/1"
    assert [one["id"] for one in told_ready["handoffs"]] == ["handoff-m", "handoff-s3", "handoff-s2"]
    assert told_ready["handoffs"][0]["expires"] == ""
    assert told_ready["handoffs"][1]["live_until"] == at(4, 10)
    assert all(one["text"].startswith("<memwiki-handoff") for one in told_ready["handoffs"])
    assert told_ready["briefing"] == "<memwiki-briefing/>"


def test_the_ready_file_is_bounded() -> None:
    found = [left(f"s{n}", 1, kind="manual", id=f"handoff-{n}", cwd=f"/w/{n}") for n in range(50)]
    assert len(ready(found, [])["handoffs"]) == 8
