"""Orders for now, and complaints that only say why a rule is stated, are no rules of their own."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.session import assemble
from memwiki.compile.statements import statements


def rules(prompt: str, answer: str) -> list[str]:
    made = statements(assemble(Story().ask(prompt).say(answer).observations))
    return [claim.title for claim in made if claim.kind == "preference"]


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("hold on, don't run the real one", "Stopped, nothing was run."),
        ("wait, don't touch prod", "I have not touched it."),
        ("收工,记一下", "好的。"),
    ],
)
def test_an_order_for_now_is_no_rule(prompt: str, answer: str) -> None:
    assert rules(prompt, answer) == []


def test_hold_on_before_a_lasting_rule_leaves_it_one() -> None:
    assert rules("wait, from now on never push to main without asking me", "Understood, I will ask first.")
    assert rules("stop adding comments that just repeat the code", "No such comments any more.")


def test_a_complaint_before_a_rule_is_no_page_of_its_own() -> None:
    assert len(rules("又给我写了一大段英文注释。注释短一点,以后一行就够", "好的,以后注释只写一行。")) == 1
