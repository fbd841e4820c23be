"""What waits for a person's approval is told on its own page only, not by sessions' pages and what they hand on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from making import told
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.write import pages
from memwiki.inject.handoff import handoff_of
from memwiki.records import Observation

CHOICE = "We decided to use Redis for the sessions because it is fast."
RULE = "From now on always use pnpm in this repository, never npm."
STATEMENTS = [
    (f"{CHOICE} Please wire it up in the login service.", "Redis for the sessions"),
    (f"Add a footer to the start page. {RULE}", "pnpm"),
    ("以后测试都用 pytest,别再写 unittest", "pytest"),
]


def known(*prompts: str, answer: str = "Done.", ledger: tuple[Observation, ...] = (), **modes: Any) -> Knowledge:
    story = Story()
    for prompt in prompts:
        story = story.ask(prompt).edit("app/a.py").say(answer)
    return fold([extract(story.observations)], ledger, **modes)


def elsewhere(knowledge: Knowledge) -> dict[str, str]:
    """Sessions' pages and the project's, and what the newest session hands on."""
    texts = {path: f"{page.meta}\n{page.body}" for path, page in pages(knowledge).items() if "sessions/" in path}
    texts["project.md"] = pages(knowledge)["project.md"].body
    texts["handoff"] = repr(handoff_of(knowledge.sessions[-1], knowledge.open_items))
    return {path: re.sub(r"\]\([^)]*\)", "]()", text) for path, text in texts.items()}


def ruled(knowledge: Knowledge, event: str) -> tuple[Observation, ...]:
    """A person's word on everything that is known."""
    return (told(event, "2026-09-30T10:00:00.000Z", pages=[topic.id for topic in knowledge.topics]),)


@pytest.mark.parametrize(("prompt", "word"), STATEMENTS)
def test_a_draft_is_told_on_its_own_page_only(prompt: str, word: str) -> None:
    drafted = known(prompt, review="all")
    assert [topic.status for topic in drafted.topics] == ["draft"]
    assert not [path for path, text in elsewhere(drafted).items() if word in text]
    assert any(word in page.body for path, page in pages(drafted).items() if path.count("/") == 1)


@pytest.mark.parametrize(("prompt", "word"), STATEMENTS)
def test_what_was_approved_is_told_again_at_the_same_place(prompt: str, word: str) -> None:
    drafted = known(prompt, review="all")
    approved = known(prompt, review="all", ledger=ruled(drafted, "approve"))
    assert [topic.status for topic in approved.topics] == ["stable"]
    assert any(word in text for path, text in elsewhere(approved).items() if path.startswith("sessions/"))
    assert pages(approved).keys() == pages(drafted).keys()


def test_what_was_rejected_is_not_told_by_its_session_either() -> None:
    drafted = known(STATEMENTS[0][0], review="all")
    rejected = known(STATEMENTS[0][0], review="all", ledger=ruled(drafted, "reject"))
    assert not rejected.topics
    assert not [path for path, text in elsewhere(rejected).items() if "Redis for the sessions" in text]


def test_what_else_was_asked_is_told() -> None:
    drafted = known(STATEMENTS[0][0], STATEMENTS[1][0], review="all")
    (text,) = (text for path, text in elsewhere(drafted).items() if path.startswith("sessions/"))
    assert "wire it up in the login service" in text
    assert "Add a footer to the start page" in text


def test_a_choice_that_the_agent_proposed_is_not_told_in_its_words() -> None:
    proposed = "I suggest to sign the tokens with Ed25519, since its keys are short."
    story = Story().ask("How should we sign the tokens?").say(proposed)
    story = story.ask("Yes, do that. Also add a README section.").edit("app/sign.py").say("The README has a section.")
    drafted = fold([extract(story.observations)], [], review="all")
    assert [topic.status for topic in drafted.topics] == ["draft"]
    assert not [path for path, text in elsewhere(drafted).items() if "tokens with Ed25519" in text]


def test_hybrid_mode_withholds_its_drafts_too() -> None:
    drafted = known(RULE, mode="hybrid")
    assert not [path for path, text in elsewhere(drafted).items() if "pnpm" in text]


def test_where_nothing_waits_nothing_is_withheld() -> None:
    shown = known(*(prompt for prompt, _ in STATEMENTS))
    (text,) = (text for path, text in elsewhere(shown).items() if path.startswith("sessions/"))
    assert CHOICE in text
    assert not shown.withheld
