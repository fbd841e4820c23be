"""What the sentence behind an order says of its reach makes a rule of it."""

import pytest

from memwiki.compile.speech import read


@pytest.mark.parametrize(
    "prompt",
    [
        "put the bench number in the commit message. every one pls, that's how he checks the build",
        "it's a signaller. not dispatcher, not operator. anywhere a trainee can see it",
        "write the date as 2026-10-04. on all of them",
        "please leave the migrations folder to her. this time is ok",
        "表头改成早中夜。别的地方也一样",
        "动表结构的脚本先给运维。这次就罢了",
    ],
)
def test_an_order_that_is_said_to_hold_each_time_is_a_rule(prompt: str) -> None:
    assert any(u.act == "rule" for u in read(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "put the number in the message. everything else looks fine",
        "write the date. each test passes now?",
        "rename the file. anyway, how was the demo?",
    ],
)
def test_what_follows_an_order_otherwise_leaves_it_one(prompt: str) -> None:
    assert not any(u.act == "rule" for u in read(prompt))


def test_what_reaches_is_kept_where_the_prompt_answers_a_question() -> None:
    said = read("yes. put the number in the message. every one please", asked_before=True)
    assert [u.act for u in said[1:]] == ["rule"]
    first = read("put the number in the message. every one please", asked_before=True)
    assert "every one" in " ".join(u.raw for u in first)
