"""What becomes a page in each mode of compiling: all that was said, or only what a person asked to keep."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Knowledge


def told(mode: Any, *prompts: str) -> Knowledge:
    story = Story()
    for prompt in prompts:
        story = story.ask(prompt).edit("app/a.py").say("Done.")
    return fold([extract(story.observations)], [], mode=mode)


EXPLICIT = (
    "remember: amounts in this repo are always integer cents, never floats",
    "keep in mind: dates in every log line are ISO 8601, always",
    "记住:提交信息一律用英文",
    "remember: a shard means one physical database host here",
)
PASSING = ("always run ruff before you commit", "以后测试都用 pytest,别再写 unittest")


@pytest.mark.parametrize("prompt", EXPLICIT)
def test_manual_mode_makes_pages_of_what_a_person_asked_to_keep(prompt: str) -> None:
    assert len(told("manual", prompt).topics) == 1


@pytest.mark.parametrize("prompt", PASSING)
def test_manual_mode_makes_no_page_of_what_was_said_in_passing(prompt: str) -> None:
    known = told("manual", prompt)
    assert not known.topics
    assert len(known.sessions) == 1


@pytest.mark.parametrize("prompt", PASSING)
def test_hybrid_mode_drafts_what_was_said_in_passing(prompt: str) -> None:
    assert [topic.status for topic in told("hybrid", prompt).topics] == ["draft"]


@pytest.mark.parametrize("prompt", EXPLICIT)
def test_hybrid_mode_keeps_what_a_person_asked_to_keep(prompt: str) -> None:
    assert [topic.status for topic in told("hybrid", prompt).topics] == ["stable"]


@pytest.mark.parametrize("prompt", [*EXPLICIT, *PASSING])
def test_auto_mode_keeps_both(prompt: str) -> None:
    assert [topic.status for topic in told("auto", prompt).topics] == ["stable"]


def test_one_prompt_may_hold_both() -> None:
    known = told("manual", "always run ruff before you commit. and remember: amounts are integer cents, never floats")
    assert [topic.title for topic in known.topics] == ["Amounts are integer cents, never floats"]


def test_the_mark_of_what_was_asked_for_stands_on_no_page() -> None:
    (topic,) = told("auto", EXPLICIT[0]).topics
    assert topic.title == "Amounts in this repo are always integer cents, never floats"
    assert not topic.best.text.lower().startswith("remember")
