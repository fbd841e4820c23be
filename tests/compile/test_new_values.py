"""A later statement that names an earlier one's value, or says `not` of its name, takes its place."""

from dataclasses import replace

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold


def statuses(*prompts: str) -> dict[str, str]:
    facts = []
    for number, prompt in enumerate(prompts):
        story = Story(session=f"s{number}").ask(prompt).edit("feed/conf.py").say("Done.")
        moved = [replace(one, ts=one.ts.replace("03-02", f"03-0{number + 2}")) for one in story.observations]
        facts.append(extract(moved))
    return {topic.title: topic.status for topic in fold(facts, ()).topics if topic.kind == "decision"}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (
            "surface at 5 cm cells instead of the 25 we had, the pit wants to see the ruts",
            "the 5cm surface choked two laptops. we decided to make it 10 cm for every job, ruts or no ruts",
        ),
        (
            "we decided: layover on the end station 4 minutes, because of the long walk",
            "drivers are angry, the walk takes too long. so we decided not 4, 7 minutes on the end stations",
        ),
        (
            "we decided to group by birthday 1 September, the schools do the same",
            "the club refuses six kids, they count from January, not September. so we go with 1 January, decided",
        ),
    ],
)
def test_another_value_of_the_same_thing_ends_the_earlier_one(first: str, then: str) -> None:
    found = statuses(first, then)
    assert list(found.values()) == ["deprecated", "stable"], found


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (
            "we decided: layover on the end station 4 minutes, because of the long walk",
            "we decided: the report keeps 7 minutes of history, because the disk is small",
        ),
        (
            "We decided to use redis for the mail queue, because it is small.",
            "We decided to use kafka for the job queue, not redis, because of the load.",
        ),
    ],
)
def test_a_value_of_another_thing_ends_nothing(first: str, then: str) -> None:
    assert set(statuses(first, then).values()) == {"stable"}


def test_what_led_to_a_choice_is_not_its_title() -> None:
    (title,) = statuses("drivers are angry, the walk takes 3 min. so not 4, we go with 7 minutes on the stations")
    assert "7 minutes" in title
    assert "angry" not in title


@pytest.mark.parametrize(
    "said",
    [
        "We use MySQL instead of Postgres because of hosting.",
        "We use MySQL now instead of Postgres, because of hosting.",
        "Decision: we use nul instead of Flask because it is fast.",
    ],
)
def test_a_change_that_is_told_once_more_ends_nothing(said: str) -> None:
    facts = []
    for number in range(3):
        story = Story(session=f"s{number}").ask(said).edit("feed/conf.py").say("Done.")
        moved = [replace(one, ts=one.ts.replace("03-02", f"03-0{number + 2}")) for one in story.observations]
        facts.append(extract(moved))

    (topic,) = [topic for topic in fold(facts, ()).topics if topic.kind == "decision"]

    assert topic.status == "stable"
    assert len(topic.claims) == 3
