"""However many sessions there are: what is said again makes no further page, and no page grows with them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Topic
from memwiki.compile.write import pages
from memwiki.records import Observation, Page
from memwiki.wiki.bundle import MAX_ENTRIES, MAX_LOG, generated
from memwiki.wiki.page import render

TOPICS = (
    ("invoice export", "postgres", "kafka"),
    ("login page", "redis", "rabbitmq"),
    ("search index", "sqlite", "nats"),
)
WHYS = (
    "it has to survive a restart of the worker",
    "the old one lost rows under load",
    "nobody on call knows the other one",
    "the auditors ask for a full trail",
    "it must run without a network",
)
FORMS = (
    "We decided to use {new} for the {area} instead of {old}, because {why}.",
    "For the {area} we go with {new}, not {old}, because {why}.",
    "Remember: the {area} uses {new}, not {old}. {why}.",
    "Let's keep {new} for the {area}, not {old}: {why}.",
)


def _session(number: int) -> tuple[Observation, ...]:
    area, new, old = TOPICS[number % len(TOPICS)]
    nth = number // len(TOPICS)
    told = FORMS[nth % len(FORMS)].format(area=area, new=new, old=old, why=WHYS[nth % len(WHYS)])
    path = f"src/{area.replace(' ', '_')}.py"
    story = Story(session=f"s{number:04d}").ask(told).say(f"Understood: the {area} uses {new}.")
    story.ask(f"Set the limit of the {area} to {number} and test it.").edit(path, f"N = {number}", f"N = {number + 1}")
    story.green(f"pytest -q tests/test_{area.replace(' ', '_')}.py").say(f"The {area} works with {new}.")
    start = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(hours=9 * number)
    return tuple(
        replace(one, ts=(start + timedelta(seconds=n)).strftime("%Y-%m-%dT%H:%M:%S.000Z"))
        for n, one in enumerate(story.observations)
    )


@pytest.fixture(scope="module")
def wikis() -> dict[int, dict[str, Page]]:
    """The pages after 60 sessions, when everything was said once in each form, and after 240."""
    facts = [extract(_session(number)) for number in range(240)]
    return {count: pages(fold(facts[:count], ())) for count in (60, 240)}


def _topics(found: dict[str, Page]) -> list[str]:
    return [path for path in found if not path.startswith("sessions/") and path != "project.md"]


def test_what_is_said_again_makes_no_further_page(wikis: dict[int, dict[str, Page]]) -> None:
    decisions = [path for path in _topics(wikis[240]) if path.startswith("decisions/")]

    assert _topics(wikis[60]) == _topics(wikis[240])
    assert len(decisions) == len(TOPICS)


def test_what_was_said_again_holds(wikis: dict[int, dict[str, Page]]) -> None:
    assert {wikis[240][path].status for path in _topics(wikis[240]) if path.startswith("decisions/")} == {"stable"}


def test_no_page_grows_with_the_number_of_sessions(wikis: dict[int, dict[str, Page]]) -> None:
    largest = {count: max(len(render(page)) for page in found.values()) for count, found in wikis.items()}

    assert largest[240] <= 1.05 * largest[60]
    assert largest[240] < 12_000


def test_generated_files_have_an_end() -> None:
    many = {
        f"sessions/2026-03/page-{n:05d}.md": Page(
            f"sessions/2026-03/page-{n:05d}.md",
            {"type": "Session", "id": f"session-{n:012d}", "title": f"Page {n}", "created": "2026-03-02T10:00:00Z"},
            "",
        )
        for n in range(5 * MAX_LOG)
    }
    files = generated(many)

    assert files["sessions/2026-03/index.md"].count("\n* ") <= MAX_ENTRIES
    assert files["log.md"].count("\n* ") <= MAX_LOG


def test_a_day_of_two_thousand_events_is_one_readable_page() -> None:
    story = Story(session="day")
    for task in range(60):
        story.ask(f"Raise the limit of module {task} to {task + 100} and test it, please.")
        for look in range(26):
            story.read(f"src/module_{task}_{look}.py", "def value(): return 1\n" * 20)
        story.edit(f"src/module_{task}.py", f"LIMIT = {task}", f"LIMIT = {task + 100}")
        story.red(f"pytest -q tests/test_module_{task}.py").edit(f"src/module_{task}.py", "use(1)", f"use({task})")
        story.green(f"pytest -q tests/test_module_{task}.py").run(
            "git commit -am x", f"[main {task:07x}] module {task}"
        )
        story.say(f"The limit of module {task} is {task + 100} now.\n\nNext steps:\n- tell team {task} about it")
    found = {path: page for path, page in pages(fold([extract(story.observations)], ())).items() if "sessions/" in path}
    ((_, page),) = found.items()
    shown = [line for line in page.body.splitlines() if not line.startswith("[^")]

    assert len(story.observations) >= 1_900
    assert len(render(page)) < 24_000
    assert len("\n".join(shown)) < 12_000
    assert len(shown) < 160


def test_a_choice_that_goes_back_and_forth_is_a_change_each_time() -> None:
    told = ("use redis for the cache instead of kafka", "use kafka for the cache instead of redis")
    facts = []
    for number in range(4):
        story = Story(session=f"s{number}").ask(f"We decided to {told[number % 2]}, because of the load.").say("Done.")
        observations = [replace(one, ts=one.ts.replace("03-02", f"03-{number + 2:02d}")) for one in story.observations]
        facts.append(extract(observations))
    statuses = [topic.status for topic in fold(facts, ()).topics if topic.kind == "decision"]

    assert statuses == ["deprecated", "deprecated", "deprecated", "stable"]


def test_what_a_part_uses_is_changed_by_a_shorter_name_of_it() -> None:
    facts = []
    for number, text in enumerate(
        ("We decided to use redis for the mail queue.", "We decided to use kafka for the queue instead of redis.")
    ):
        story = Story(session=f"s{number}").ask(text).say("Noted.")
        facts.append(
            extract([replace(one, ts=one.ts.replace("03-02", f"03-0{number + 2}")) for one in story.observations])
        )

    assert [topic.status for topic in fold(facts, ()).topics] == ["deprecated", "stable"]


@pytest.mark.parametrize(
    "told",
    [
        (
            "Remember: the search index uses sqlite, not mysql.",
            "Remember: the invoice export uses postgres, not mysql.",
        ),
        (
            "We decided to use sqlite for the search index instead of postgres, because of the load.",
            "We decided to use mysql for the invoice export instead of sqlite, because of the load.",
        ),
        (
            "We decided to use etcd for the release notes instead of sqlite, because of the load.",
            "We decided to use etcd for the voice notes instead of sqlite, because it is small.",
        ),
        (
            "We decided to use redis for the mail queue, because it is small.",
            "We decided to use kafka for the job queue instead of redis, because of the load.",
        ),
    ],
)
def test_what_one_part_uses_ends_nothing_of_another_part(told: tuple[str, str]) -> None:
    facts = []
    for number, text in enumerate(told):
        story = Story(session=f"s{number}").ask(text).say("Noted.")
        facts.append(
            extract([replace(one, ts=one.ts.replace("03-02", f"03-0{number + 2}")) for one in story.observations])
        )
    topics = fold(facts, ()).topics

    assert [topic.status for topic in topics] == ["stable", "stable"]
    assert not any(topic.relations for topic in topics)


@pytest.mark.parametrize(
    "told",
    [
        ("We use Redis for the cache now.", "We use Redis for the cache now."),
        (
            "The audit log is on nats now, we settled on it: it lasts.",
            "The audit log is on nats now, we settled on it: all know it.",
        ),
        (
            "We decided to use duckdb for the vault, because it is small.",
            "The vault is on duckdb now, we settled on it.",
        ),
        ("From now on, always use pnpm here.", "We now always use pnpm here, because of the lockfile."),
        ("我们现在改用 Redis 做缓存，因为快。", "我们现在改用 Redis 做缓存，因为稳定。"),
    ],
)
def test_a_change_that_is_told_again_is_no_further_change(told: tuple[str, str]) -> None:
    (topic,) = _told(*told)

    assert (topic.status, len(topic.claims)) == ("stable", 2)


@pytest.mark.parametrize(
    "told",
    [
        ("We use Redis for the cache now.", "We no longer use Redis for the cache."),
        ("We decided to turn the Redis cache on.", "We decided to turn the Redis cache off now."),
        ("We decided to use Redis for the cache.", "The cache is on Memcached now, not on Redis."),
        ("Uploads may last 30 s from now on.", "Uploads may last 60 s from now on."),
    ],
)
def test_a_change_in_the_same_words_to_something_else_is_none_that_was_told(told: tuple[str, str]) -> None:
    assert all(len(topic.claims) == 1 for topic in _told(*told))


def _told(*said: str) -> tuple[Topic, ...]:
    """The rules that are left of prompts, one a day."""
    facts = []
    for number, text in enumerate(said):
        story = Story(session=f"s{number}").ask(text).say("Noted.")
        facts.append(
            extract([replace(one, ts=one.ts.replace("03-02", f"03-0{number + 2}")) for one in story.observations])
        )
    return tuple(topic for topic in fold(facts, ()).topics if topic.kind in ("decision", "preference"))
