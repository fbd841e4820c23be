"""What sounds like a trap and is none: opinions, permissions, rules to remember, reports of how work came out."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.facts import extract

NONE = [
    ("the shadows when it fades, u can skip the test for those its only looks", "a permission"),
    ("marta from the front desk says csv is just as handy and we should drop xlsx", "an opinion"),
    ("记住,以后只要改了计价,就把 fixtures/bills 那批旧账单重跑一遍,差异列给我看,不能悄悄变", "a rule"),
]
REPORTS = [
    "Ties go by the rules now. `tens` already contains the inner tens, so adding them again was wrong. 4 tests pass.",
    "I changed `stamp` in B.kt. It first converts the instant to Berlin, then drops the zone. The test covers both.",
]
TRAPS = [
    "The trap: replays differed at turn 90. `Spawner` iterates over a `HashMap`, unordered. All 5 tests pass now.",
    "踩了个坑:这批阀门写完线圈要 300ms 左右寄存器才刷新,马上回读拿到的是旧值。所以回读前先等 0.3 秒,测试全过。",
]


def gotchas(prompt: str, answer: str, failed: str = "") -> list[str]:
    story = Story().ask("hello").say("Hello.").ask(prompt)
    if failed:
        story.run("pytest -q", failed, ok=False)
    story.edit("a.py", "x = 1", "x = 2").run("pytest -q", "7 passed").say(answer)
    return [claim.text for claim in extract(story.observations).claims if claim.kind == "gotcha"]


@pytest.mark.parametrize(("prompt", "what"), NONE)
def test_a_person_tells_no_trap(prompt: str, what: str) -> None:
    assert gotchas(prompt, "ok") == [], what


@pytest.mark.parametrize("answer", REPORTS)
def test_a_report_of_how_work_came_out_is_no_trap(answer: str) -> None:
    assert gotchas("make it right, with tests", answer, "1 failed") == []


@pytest.mark.parametrize("answer", TRAPS)
def test_what_an_agent_calls_a_trap_is_one_whatever_came_out(answer: str) -> None:
    assert len(gotchas("make the runs agree", answer, "1 failed: differs")) == 1
