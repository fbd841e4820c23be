"""Strength decays and is reinforced; trust follows the sources. Both stay within 0..1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.strength import COLD, HALF_LIFE_DAYS, Use, stored, strength_at, trust
from memwiki.recall import authority

START = datetime(2026, 1, 1, tzinfo=UTC)
KINDS = st.sampled_from(sorted(HALF_LIFE_DAYS))
EVENTS = st.sampled_from(["stated", "again", "recalled", "used", "helpful", "stale", "wrong"])
SOURCES = st.sampled_from(["person", "test", "agent", "imported", "tool"])


def day(n: int) -> str:
    return (START + timedelta(days=n)).isoformat().replace("+00:00", "Z")


uses = st.lists(st.tuples(st.integers(0, 2000), EVENTS), max_size=20).map(
    lambda told: [Use("stated", day(0)), *(Use(event, day(at)) for at, event in sorted(told))]
)


@settings(derandomize=True, deadline=None)
@given(KINDS, uses)
def test_strength_is_bounded(kind: str, told: list[Use]) -> None:
    assert 0 <= stored(kind, told) <= 1


@settings(derandomize=True, deadline=None)
@given(KINDS, uses, st.integers(0, 400))
def test_good_use_never_weakens_and_bad_never_strengthens(kind: str, told: list[Use], later: int) -> None:
    last = max(use.at for use in told)
    then = (datetime.fromisoformat(last) + timedelta(days=later)).isoformat()
    for event in ("again", "recalled", "used", "helpful"):
        assert worth(kind, [*told, Use(event, last)], then) >= worth(kind, told, then) - 0.011  # two places are stored
    for event in ("stale", "wrong"):
        assert worth(kind, [*told, Use(event, last)], then) <= worth(kind, told, then)


@settings(derandomize=True, deadline=None)
@given(KINDS, uses, st.integers(0, 400), st.integers(0, 20))
def test_good_use_at_any_time_never_weakens(kind: str, told: list[Use], late: int, place: int) -> None:
    place %= len(told)
    more = [*told[: place + 1], Use("used", told[place].at), *told[place + 1 :]]
    last = max(use.at for use in told)
    then = (datetime.fromisoformat(last) + timedelta(days=late)).isoformat()

    assert worth(kind, more, then) >= worth(kind, told, then) - 0.011


@settings(derandomize=True, deadline=None)
@given(KINDS, uses, st.sampled_from(["stale", "wrong"]), st.integers(0, 400))
def test_a_page_that_is_called_wrong_is_not_aged_by_it(kind: str, told: list[Use], word: str, days: int) -> None:
    left = {"stale": 0.5, "wrong": 0.25}[word]
    last = max(use.at for use in told)
    then = (datetime.fromisoformat(last) + timedelta(days=days)).isoformat()

    assert worth(kind, [*told, Use(word, then)], then) == pytest.approx(left * worth(kind, told, then), abs=0.011)


def worth(kind: str, told: list[Use], then: str) -> float:
    """What a page with these uses is worth at an instant, as it is read: from its stored strength and `reinforced`."""
    reinforced = max(use.at for use in told if use.event not in ("stale", "wrong"))
    return strength_at(stored(kind, told), reinforced, kind, then)


@settings(derandomize=True, deadline=None)
@given(st.lists(SOURCES, min_size=1, max_size=30), st.randoms())
def test_trust_does_not_ask_who_spoke_first(told: list[str], chance: Random) -> None:
    assert trust(chance.sample(told, len(told))) == trust(told)


@settings(derandomize=True, deadline=None)
@given(st.lists(SOURCES, min_size=1, max_size=30), st.integers(0, 29))
def test_a_better_source_never_lowers_trust(told: list[str], place: int) -> None:
    order = ["tool", "imported", "agent", "test", "person"]
    better = list(told)
    better[place % len(told)] = order[min(order.index(told[place % len(told)]) + 1, 4)]
    assert trust(better) >= trust(told)


@settings(derandomize=True, deadline=None)
@given(KINDS, st.integers(0, 100), st.integers(0, 900), st.booleans())
def test_recall_reckons_as_the_page_says(kind: str, value: int, days: int, pinned: bool) -> None:
    facts = {"kind": kind, "strength": value / 100, "reinforced": day(0), "pinned": pinned}
    told = strength_at(value / 100, day(0), kind, day(days), pinned)
    assert authority.strength(facts, day(days)) == pytest.approx(told, abs=1e-9)


@settings(derandomize=True, deadline=None)
@given(KINDS, st.integers(1, 100), st.integers(0, 3000), st.integers(0, 3000))
def test_strength_decays_with_time(kind: str, value: int, a: int, b: int) -> None:
    early, late = sorted((a, b))
    assert strength_at(value / 100, day(0), kind, day(early)) >= strength_at(value / 100, day(0), kind, day(late))


@pytest.mark.parametrize("kind", sorted(HALF_LIFE_DAYS))
def test_half_is_left_after_the_half_life(kind: str) -> None:
    assert strength_at(0.8, day(0), kind, day(HALF_LIFE_DAYS[kind])) == pytest.approx(0.4)


def test_an_unused_session_turns_cold_long_before_a_preference() -> None:
    fresh = stored("session", [Use("stated", day(0))])
    assert strength_at(fresh, day(0), "session", day(180)) < COLD
    assert strength_at(fresh, day(0), "preference", day(180)) > COLD


def test_a_pinned_page_keeps_its_strength() -> None:
    assert strength_at(0.6, day(0), "session", day(3000), pinned=True) == 0.6


def test_broken_instants_do_not_decay() -> None:
    assert strength_at(0.6, "", "session", day(10)) == 0.6
    assert strength_at(0.6, "yesterday", "session", "2026-01-01T00:00:00") == 0.6


@settings(derandomize=True, deadline=None)
@given(
    st.lists(SOURCES, min_size=1, max_size=30), SOURCES, st.sampled_from(["wrong", "stale", "contradicted", "failed"])
)
def test_trust_is_bounded_and_monotone(told: list[str], more: str, objection: str) -> None:
    assert 0 < trust(told) < 1
    assert trust([*told, more]) >= trust(told)
    assert trust(told, [objection]) <= trust(told)


def test_people_are_believed_before_tests_agents_imports_and_tools() -> None:
    order = [trust([source]) for source in ("person", "test", "agent", "imported", "tool")]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 5
