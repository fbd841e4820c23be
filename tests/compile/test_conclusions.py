"""A title says what is to be, not what led to it; a fix is what helped, not how far the agent got."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.gotchas import gotchas
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.compile.titles import title


@pytest.mark.parametrize(
    ("said", "lang", "shown"),
    [
        (
            "Half of my singers are over seventy, so nothing on the practice screen smaller than 20 point please",
            "en",
            "Nothing on the practice screen smaller than 20 point",
        ),
        (
            "眼下质检室只有两个人,录不过来,报告以 PDF 传到 OSS 存着即可,不作解析",
            "zh",
            "报告以 PDF 传到 OSS 存着即可,不作解析",
        ),
        ("图片太大,压到 200k 就行", "zh", "图片太大,压到 200k 就行"),
        ("给茶农看的提示要用大白话,比如", "zh", "给茶农看的提示要用大白话"),
        ("could log lines be in litres and bar, not gallons", "en", "Log lines in litres and bar, not gallons"),
    ],
)
def test_the_conclusion_is_the_title(said: str, lang: str, shown: str) -> None:
    assert title(said, lang) == shown


def test_how_far_the_agent_got_is_no_part_of_a_trap() -> None:
    story = Story().ask("on iphones the pitch pipe makes no sound with the switch on quiet").edit("src/pipe.ts")
    story.say(
        "The cause: on iOS Web Audio follows the mute switch, an `<audio>` element does not. So a silent looping "
        "`<audio>` has to play alongside. I can't test on an iPhone here."
    )
    (found,) = [claim for claim in gotchas(assemble(story.observations)) if claim.source == "agent"]
    assert not any("can't test" in line for lines in found.parts.values() for line in lines)


def test_where_a_thing_just_named_comes_from_belongs_to_the_decision() -> None:
    prompt = (
        "what i want: business hours follow the CUSTOMER's timezone, not the agent's and not ours. "
        "timezone comes from account.tz, if empty fall back to the billing country"
    )
    (found,) = statements(assemble(Story().ask(prompt).say("Ok.").observations))
    assert "account.tz" in found.text
    assert "customer" in found.title.lower()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("by the way, subsetting silently drops the glyphs in the private area, lost a sunday on it", "private area"),
        ("提醒一下:佳博的机器固件在 2.1 以下的只认 GBK,送 UTF-8 过去就成乱码,上个月已为此返工三百张标签", "就成乱码"),
    ],
)
def test_what_a_trap_has_cost_is_no_part_of_its_title(said: str, shown: str) -> None:
    (found,) = gotchas(assemble(Story().ask("hi").say("Hello.").ask(said).say("Noted.").observations))
    assert found.title.endswith(shown)
