"""A page that was told of and then used grows stronger, once a session; being told of alone is worth little."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import at, change, claim, facts, run, seen, skill, told

from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Topic, page_id
from memwiki.compile.strength import stored, strength_at
from memwiki.compile.usage import used
from memwiki.records import CommandRun, FileChange, SessionFacts

RULE = claim("preference", "Always use pnpm", ts=at(1), observation="o1", entities=("pnpm",))
PAGE = page_id("preference", "o1")


def ran(command: str, day: int = 2, hour: int = 11, test: str = "") -> CommandRun:
    return CommandRun(command, True, 0, "", test, seen(f"r {command}", at(day, hour), "codex-s2"))


def later(**more: Any) -> SessionFacts:
    return facts("codex-s2", 2, last=at(2, 12), **more)


def recalled(day: int = 2, hour: int = 10, session: str = "codex-s2", how: str = "prompt", **more: Any) -> Any:
    return told("recall", at(day, hour), agent="memwiki", pages=[PAGE], for_session=session, how=how, **more)


def topic(*ledger: Any, second: SessionFacts | None = None) -> Topic:
    sessions = [facts(claims=(RULE,)), *([second] if second else [])]
    (found,) = fold(sessions, ledger).topics
    return found


def events(found: Topic) -> list[str]:
    return [use.event for use in found.uses]


def test_what_was_asked_for_and_not_used_counts_a_little() -> None:
    assert events(topic(recalled(), second=later())) == ["stated", "recalled"]


def test_a_start_that_names_a_page_counts_nothing_unless_it_is_used() -> None:
    assert events(topic(recalled(how="start"), second=later())) == ["stated"]
    assert events(topic(recalled(how="start"), second=later(commands=(ran("pnpm install"),)))) == ["stated", "used"]


@pytest.mark.parametrize(
    ("more", "is_used"),
    [
        ({"commands": (ran("pnpm install"),)}, True),
        ({"commands": (ran("cd web && PNPM i"),)}, True),
        ({"commands": (ran("node_modules/.bin/pnpm i"),)}, True),
        ({"commands": (ran("npm install"),)}, False),
        ({"commands": (ran("pnpmx"),)}, False),
        ({"commands": (ran("pnpm install", hour=9),)}, False),
        ({"commands": (ran("pnpm install", hour=10),)}, False),
        ({}, False),
    ],
)
def test_a_page_is_used_by_a_command_that_names_it_afterwards(more: dict[str, Any], is_used: bool) -> None:
    assert used([RULE], later(**more), at(2, 10)) is is_used


@pytest.mark.parametrize(
    ("path", "is_used"), [("providers/registry.py", True), ("providers\\Registry.py", True), ("registry.py", False)]
)
def test_a_page_is_used_by_a_change_of_a_file_that_it_names(path: str, is_used: bool) -> None:
    edit = FileChange(path, "edited", (), seen("c", at(2, 11), "codex-s2"))

    assert used([skill()], later(changes=(edit,)), at(2, 10)) is is_used


def test_a_skill_is_used_by_a_run_of_its_own_test() -> None:
    own, other = "pytest -q tests/test_providers.py", "pytest -q tests/test_other.py"

    assert used([skill()], later(commands=(ran(own, test=own),)), at(2, 10))
    assert not used([skill()], later(commands=(ran(other, test=other),)), at(2, 10))


def test_names_that_every_command_holds_tell_nothing() -> None:
    git = claim("concept", "git", entities=("git", "go", "test"))

    assert not used([git], later(commands=(ran("git commit -m test && go test"),)), at(2, 10))


def test_a_session_counts_once_however_often_it_is_told() -> None:
    second = later(commands=(ran("pnpm install"),))
    many = [recalled(hour=hour, how=how) for hour in (9, 10) for how in ("start", "prompt")]

    assert events(topic(*many, second=second)) == ["stated", "used"]
    assert events(topic(*many, second=later())) == ["stated", "recalled"]


def test_what_a_session_does_after_a_second_look_counts_as_use() -> None:
    second = later(commands=(ran("pnpm install", hour=9),))

    assert events(topic(recalled(hour=8), second=second)) == ["stated", "used"]
    assert events(topic(recalled(hour=10), second=second)) == ["stated", "recalled"]


def test_the_ledger_may_come_before_or_after_the_session_it_names() -> None:
    second = later(commands=(ran("pnpm install"),))
    sessions = [facts(claims=(RULE,)), second]

    assert fold(sessions, [recalled()]) == fold([second, sessions[0]], [recalled()])


LINES = st.lists(
    st.tuples(st.integers(2, 20), st.integers(0, 23), st.sampled_from(["start", "prompt"]), st.integers(2, 5)),
    max_size=12,
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(LINES, st.integers(0, 3))
def test_more_recalls_never_weaken_a_page_and_strength_stays_bounded(
    lines: list[tuple[int, int, str, int]], more: int
) -> None:
    sessions = [facts(claims=(RULE,))]
    install = (ran("pnpm install", day=21),)
    sessions += [facts(f"codex-s{n}", 21, last=at(22), commands=install if n % 2 else ()) for n in range(2, 6)]
    ledger = [recalled(day, hour, f"codex-s{n}", how) for day, hour, how, n in sorted(lines)]
    (with_all,) = fold(sessions, ledger).topics
    (with_some,) = fold(sessions, ledger[:more]).topics

    def now(found: Topic) -> float:
        value = stored(found.kind, found.uses)
        assert 0 <= value <= 1
        return strength_at(value, found.uses[-1].at, found.kind, at(23))

    assert now(with_all) >= now(with_some) - 0.01  # stored to two places
    assert len(with_all.uses) <= 1 + 2 * 4


def test_changes_of_other_files_are_no_use() -> None:
    assert not used(
        [skill()], later(changes=(change("README.md"),), commands=(run("ls", True, test=False),)), at(2, 10)
    )
