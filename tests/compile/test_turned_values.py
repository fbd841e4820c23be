"""Orders that turn a value: nothing where nothing is known of it, else what holds from now on."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.restated import _rivals_of
from memwiki.compile.write import pages

KNOWN = [
    (
        "valves: we cap an opening at 20 minutes in the firmware, since a lost close command flooded bay 2 in may",
        "the far bay has half the pressure. raise the valve cap from 20 to 35 minutes",
        "35 minutes",
    ),
    (
        "valve cap: we close after 20 minutes, since a lost close command flooded bay 2 in may",
        "the far bay has half the pressure. raise the valve cap from 20 to 35 minutes",
        "35 minutes",
    ),
    ("export: wav 24 bit, because the label refuses mp3", "switch the export from wav to flac", "flac"),
    ("接口超时定 3 秒,因为网关 4 秒就断", "把接口超时从 3 秒调到 10 秒", "10 秒"),
]


def decisions(*prompts: str) -> dict[str, str]:
    """Title and status of each decision page after one session a prompt."""
    sessions = [
        Story(session=f"s{n}").ask(prompt, ts=f"2026-03-0{n + 2}T10:00:00.000Z").edit("a.py").say("Done.").observations
        for n, prompt in enumerate(prompts)
    ]
    made = pages(fold([extract(one) for one in sessions], ()))
    kept = {path: page for path, page in made.items() if path.startswith("decisions/") and "title" in page.meta}
    return {str(page.meta["title"]): str(page.meta["status"]) for page in kept.values() if page.meta.get("status")}


@pytest.mark.parametrize(("known", "order", "value"), KNOWN)
def test_an_order_that_turns_a_known_value_takes_its_place(known: str, order: str, value: str) -> None:
    made = decisions(known, order)
    assert sorted(made.values()) == ["deprecated", "stable"], made
    assert [value in title.lower() for title, status in made.items() if status == "stable"] == [True]


def test_what_starts_again_ends_no_rule_that_shares_a_word() -> None:
    made = decisions(
        "use the matter number instead of the client's name, legal wants it. never a client by name",
        "exhibit numbers start again at 1 in every tab. they must run through the whole bundle, one number each",
    )
    assert "deprecated" not in made.values(), made


def test_a_new_value_takes_no_place_of_what_only_numbers_a_thing() -> None:
    """72 hours are no fridge number, whatever was said last."""
    made = decisions(
        "let it hold 24 hours, then the unit is free again",
        "the list is wrong. quarantine is a fridge, number 4 in the cellar",
        "surgery complains. with 24 hours the weekend is not covered, make 72 of it",
    )
    assert not any("number 72" in title for title in made), made


@pytest.mark.parametrize(
    "order",
    [
        "把超时从 3 秒调到 10 秒",
        "move the button from left to right",
        "raise the valve cap from 20 to 35 minutes",
        "rename the class from Foo to Bar",
    ],
)
def test_where_nothing_is_known_it_is_an_order(order: str) -> None:
    assert decisions(order) == {}


SET = [
    (
        "bikes report their position every 30 seconds while rented, riders want to see their friends move",
        "Rented bikes report every 30 seconds; the firmware tests pass.",
    ),
    ("parcels are kept 14 days at the counter, the shop has no room for more", "The limit is 14 days now."),
]


@pytest.mark.parametrize(("prompt", "told"), SET)
def test_a_number_that_the_work_sets_is_decided(prompt: str, told: str) -> None:
    story = Story().ask(prompt).edit("a.py", old="interval = X", new="interval = Y").say(told)
    assert [claim.kind for claim in extract(story.observations).claims] == ["decision"]


def test_a_number_that_is_only_reported_is_none() -> None:
    story = Story().ask("the list shows 30 rows, the office expects 50").edit("a.py", "limit = 30", "limit = 50")
    story = story.say("The list shows 50 rows now.")
    assert not [claim for claim in extract(story.observations).claims if claim.kind == "decision"]


def kept_pages(*prompts: str) -> list[tuple[str, str, int]]:
    """Title, status and support of each page on what was decided or ruled, after one session a prompt."""
    sessions = [
        Story(session=f"s{n}").ask(prompt, ts=f"2026-03-0{n + 2}T10:00:00.000Z").edit("a.py").say("Done.").observations
        for n, prompt in enumerate(prompts)
    ]
    made = pages(fold([extract(one) for one in sessions], ()))
    found = [page for path, page in made.items() if path.startswith(("decisions/", "preferences/"))]
    return [(str(p.meta["title"]), str(p.meta["status"]), int(p.meta["support"])) for p in found if "support" in p.meta]


def test_a_without_in_the_reason_is_against_nothing() -> None:
    made = kept_pages(
        "We decided to use duckdb for the user import because it must run without a network.",
        "Decision: duckdb for the user import.",
    )
    assert [(status, support) for _, status, support in made] == [("stable", 2)]


def test_what_is_taken_back_in_words_ends_its_page_and_makes_none() -> None:
    made = kept_pages(
        "we cache sessions in Redis, because the database was too slow for that",
        "Forget the Redis cache, we do not want it any more; drop the decision to cache sessions in Redis.",
    )
    assert [status for _, status, _ in made] == ["deprecated"]


def test_a_rule_that_is_recalled_is_the_same_rule() -> None:
    made = kept_pages(
        "Always use pnpm in this repo, never npm.", "As decided, always use pnpm in this repo, never npm."
    )
    assert [(status, support) for _, status, support in made] == [("stable", 2)]


@pytest.mark.parametrize(
    ("prompts", "taken", "gone"),
    [
        (
            (
                "let's use Postgres for the ledger, ops knows it",
                "let's use MySQL for the ledger, not Postgres",
                "let's use Postgres for the ledger, not MySQL",
            ),
            "Postgres",
            "MySQL",
        ),
        (("账本用 Postgres,运维熟", "账本用 MySQL,不用 Postgres", "账本用 Postgres,不用 MySQL"), "Postgres", "MySQL"),
        (("tabs, not spaces in go files, always", "spaces, not tabs in go files, always"), "Spaces", "tabs"),
        (("use npm, never pnpm in this repo", "use pnpm, never npm in this repo"), "pnpm", "npm"),
    ],
)
def test_the_same_words_turned_round_end_what_was_said_before(prompts: tuple[str, ...], taken: str, gone: str) -> None:
    made = kept_pages(*prompts)
    (holds,) = [title for title, status, _ in made if status == "stable"]
    assert taken in holds.partition(f" {gone}")[0], made


def test_what_is_never_done_with_one_thing_ends_no_rule_on_another() -> None:
    made = kept_pages(
        "always commit the generated schemas of the repo together with the code",
        "never commit generated files of the repo that are larger than 5 MB",
    )
    assert [status for _, status, _ in made] == ["stable", "stable"]


@pytest.mark.parametrize(
    ("said", "found"),
    [("the admin server listens on port 8080", ["8080"]), ("it is a fridge, number 4 in the cellar", [])],
)
def test_a_port_is_a_value_and_the_number_of_a_thing_is_none(said: str, found: list[str]) -> None:
    assert [one[0] for one in _rivals_of("9090", "", said)] == found
