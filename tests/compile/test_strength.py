"""Strength decays and is reinforced; trust follows the sources. Both stay within 0..1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.strength import COLD, HALF_LIFE_DAYS, Use, stored, strength_at, trust

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
    last = told[-1].at
    for event in ("again", "recalled", "used", "helpful"):
        assert stored(kind, [*told, Use(event, last)]) >= stored(kind, told)
    for event in ("stale", "wrong"):
        assert stored(kind, [*told, Use(event, last)]) <= stored(kind, told)


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
