"""Whole conversations and what their people's words amount to, over sessions weeks apart: pages, and which hold.

`said` holds lines of a person (`u:`) and an agent (`a:`), an edit (`e:`), `--` for a session three weeks later;
with `only`, no other active page of these kinds may come of it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from story import Story

from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Topic
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import SessionFacts

_FILE = Path(__file__).parent.parent / "fixtures" / "compile" / "stories.json"
STORIES = [
    pytest.param(story, id=f"{kind}-{n}")
    for kind, stories in json.loads(_FILE.read_text("utf-8")).items()
    for n, story in enumerate(stories)
]


def played(said: list[str]) -> list[Topic]:
    """The topics that the lines amount to."""
    story, sessions = Story(session="s1"), []
    for line in [*said, "--"]:
        who, text = line[:1], line[3:]
        if line == "--":
            sessions.append(story)
            story = Story(session=f"s{len(sessions) + 1}")
        elif who == "u":
            story.ask(text)
        elif who == "a":
            story.say(text)
        else:
            story.edit(text)
    facts = [facts_of(story, f"2026-{n + 3:02d}-02") for n, story in enumerate(sessions)]
    return [topic for scope in ("project", "me") for topic in fold(facts, [], scope=scope).topics]


def facts_of(story: Any, day: str) -> SessionFacts:
    """What was stated in one session that took place on that day."""
    moved = [replace(o, ts=day + o.ts[10:]) for o in story.observations]
    said = statements(assemble(moved))
    last = moved[-1]
    return SessionFacts(
        key=f"{last.agent}-{last.session}",
        agent=last.agent,
        session=last.session,
        operator=last.operator,
        started=moved[0].ts,
        last=last.ts,
        ended=True,
        has_content=True,
        claims=said,
    )


def told(topic: Topic) -> str:
    """All that a topic's claims say."""
    claims = topic.claims
    parts = [line for claim in claims for lines in claim.parts.values() for line in lines]
    return "\n".join([*(c.title for c in claims), *(c.text for c in claims), *parts]).lower()


def fits(topic: Topic, wanted: dict[str, Any]) -> bool:
    """Whether the topic is what a story expects."""
    over = "superseded" if topic.superseded_by or topic.valid_to else "active"
    alternatives = [option.split(",") for option in wanted["words"].split("|")]
    return (
        topic.kind in wanted["kind"]
        and over == wanted["status"]
        and any(all(word in told(topic) for word in words) for words in alternatives)
    )


@pytest.mark.parametrize("story", STORIES)
def test_a_story_makes_the_pages_that_it_should(story: dict[str, Any]) -> None:
    topics = played(story["said"])
    left = list(topics)
    for wanted in story["pages"]:
        found = next((topic for topic in left if fits(topic, wanted)), None)
        assert found is not None, (wanted, [told(topic) for topic in topics])
        left.remove(found)
    if story["only"]:
        assert [told(topic) for topic in left if not (topic.superseded_by or topic.valid_to)] == []
