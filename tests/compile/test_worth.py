"""What a sentence is worth: what stands around it speaks, whole numbers decide, and clear cues hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from story import Story

from memwiki import resources
from memwiki.compile import kept
from memwiki.compile.facts import extract
from memwiki.compile.session import assemble
from memwiki.compile.speech import read
from memwiki.compile.surroundings import surroundings
from memwiki.compile.worth import KINDS, traits
from memwiki.records import Claim

EVAL = Path(__file__).parent.parent.parent / "eval"


def worths(story: Any) -> dict[str, dict[str, int]]:
    """By the sentence, what each one of the story's last prompt is worth."""
    session = assemble(story.observations)
    turn = [one for one in session.turns if one.prompt is not None][-1]
    around = surroundings(session, turn)
    said = read(turn.prompt.text, around.answers) if turn.prompt else ()
    return {u.raw: dict(value) for u, value in zip(said, kept.values(said, around), strict=True)}


def claims(story: Any) -> list[Claim]:
    return [one for one in extract(story.observations).claims if one.kind in (*KINDS, "concept")]


@pytest.mark.parametrize(("table", "columns"), [("worth", len(KINDS)), ("discoveries", 1), ("uptake", 1)])
def test_a_table_holds_whole_numbers_for_each_kind(table: str, columns: int) -> None:
    rows = dict(line.split("\t") for line in resources.weights(table).splitlines())
    assert "start" in rows
    assert all(len([int(one) for one in row.split(" ")]) == columns for row in rows.values())
    assert len(rows) > 100


FOUND = [
    (
        "the radio stays silent after sleep sometimes",
        (
            "wake() returns before the oscillator is stable, so the first SPI "
            "write is dropped without any error. I wait for LOCK before it now."
        ),
        "oscillator",
    ),
    (
        "shelf labels print twice",
        (
            "The printer announces itself on both USB and Bluetooth and CUPS makes a queue of each, "
            "so a broadcast job comes out twice. Only the USB queue is shared now."
        ),
        "bluetooth",
    ),
    (
        "导出的时间都差八个小时",
        "openpyxl 写入时会直接丢掉 tzinfo,不报错,所以 UTC 时间被 Excel 当成本地时间。写之前先转成本地时区。",
        "tzinfo",
    ),
]
NOT_FOUND = [
    ("add a filter for closed tickets", "The list has a filter for closed tickets now. 7 tests pass."),
    ("where do we load the settings?", "In settings.py, from the environment first and then from the file."),
    ("给列表加个排序", "加好了,默认按时间倒序,测试都过了。"),
]


@pytest.mark.parametrize(("prompt", "told", "word"), FOUND)
def test_what_an_agent_found_out_is_a_trap_in_its_own_words(prompt: str, told: str, word: str) -> None:
    story = Story().ask(prompt).edit("a.py").say(told)
    found = [claim for claim in extract(story.observations).claims if claim.kind == "gotcha"]
    assert any(word in claim.text.lower() and claim.source == "agent" for claim in found)


@pytest.mark.parametrize(("prompt", "told"), NOT_FOUND)
def test_what_an_agent_did_is_no_trap(prompt: str, told: str) -> None:
    story = Story().ask(prompt).edit("a.py").say(told)
    assert not [claim for claim in extract(story.observations).claims if claim.kind == "gotcha"]


TAKEN = [
    (
        "Two ways: cut the board in one piece, or panelise it in fours. The second is cheaper from 50 pieces on.",
        "panelise, we never order fewer than 80 anyway",
        "panelise",
    ),
    (
        "I can key the cache by user or by tenant. By tenant it hits more often, by user nobody sees another's rows.",
        "user. a leak there would end us",
        "user",
    ),
    ("缓存键可以按用户,也可以按租户。按租户命中率高,按用户更安全。", "按用户 泄露一次我们就完了", "用户"),
]


@pytest.mark.parametrize(("told", "reply", "word"), TAKEN)
def test_a_word_that_takes_one_of_two_ways_decides(told: str, reply: str, word: str) -> None:
    story = Story().ask("how do we do that best?").say(told).ask(reply).edit("a.py").say(f"Done: {reply}")
    decided = [claim for claim in extract(story.observations).claims if claim.kind == "decision"]
    assert any(word in f"{claim.title} {claim.text}".lower() for claim in decided)


@pytest.mark.parametrize(
    "reply", ["thanks, that's all", "and how long does it take?", "谢谢,先这样", "show me the diff"]
)
def test_a_reply_that_takes_nothing_decides_nothing(reply: str) -> None:
    told = "The tests pass. I could also look at the log rotation, it fills the disk in about a week."
    story = Story().ask("fix the parser").edit("a.py").say(told).ask(reply).say("Fine.")
    assert not [claim for claim in extract(story.observations).claims if claim.kind == "decision"]


def test_what_the_agent_promises_makes_a_rule_of_an_order() -> None:
    said = "the tables in the report sorted by station please"
    promised = worths(Story().ask("hello").say("Hello.").ask(said).say("I will sort them by station from now on."))
    done = worths(Story().ask("hello").say("Hello.").ask(said).edit("report.py").say("Done, 12 tests pass."))
    assert promised[said]["preference"] > done[said]["preference"]


def test_a_question_is_worth_nothing_and_what_is_told_something() -> None:
    told = worths(Story().ask("we keep the logs for 90 days, the auditors ask for them"))
    asked = worths(Story().ask("do we keep the logs for 90 days, do the auditors ask for them?"))
    assert all(told.values())
    assert not any(asked.values())


KEPT = [
    ("docstrings in Dutch please, in this whole repository. The trainees read the code", "preference", "dutch"),
    ("heights are always kept in metres above chart datum. And timestamps in UTC everywhere", "preference", "utc"),
    ("给我看配置的时候只贴改动的几行,别整个文件糊我脸上", "preference", "改动的几行"),
    ("pytorch 就钉 2.7 不升 2.8,2.8 的 compile 碰上我们的 flash-attn 会无限 recompile", "decision", "2.7"),
    ("free minutes 改成 30 分钟 物业那边投诉太多了", "decision", "30 分钟"),
    ("Would you kindly plot with plotly from now on? The harbour offices want to zoom in", "preference", "plotly"),
]


@pytest.mark.parametrize(("prompt", "kind", "words"), KEPT)
def test_what_a_colleague_would_keep_is_kept(prompt: str, kind: str, words: str) -> None:
    story = Story().ask("hello").say("Hello.").ask(prompt).edit("a.py").say(f"Noted: {prompt}")
    assert any(claim.kind == kind and words in claim.text.lower() for claim in claims(story))


VAIN = [
    "name is cut off for long ones, e.g. Wickramasinghe-Abeywardena",
    "the hive page shows gaps every night around 2. can you check where we lose them",
    "我四点有个会,先干活。接口压一下,看能扛多少",
]


@pytest.mark.parametrize("prompt", VAIN)
def test_symptoms_and_plans_of_today_are_not_kept(prompt: str) -> None:
    assert not claims(Story().ask(prompt).edit("a.py").say("Done."))


LISTED = [
    "Lovely. Tomasz answered about the barcode scanner, it's a Honeywell 1950, so that point is done.",
    "Map it to the new flag. And drop the thumbnails from the list, the DAM makes those.",
    "gpu-07 换卡搞定了,厂商昨天来的,这条关掉",
    "start with parsing the accession numbers (like KEW-1987-00412, the year and the number)",
    "先搞预热脚本,scripts/warmup.py,读前 200 个 shard 就行",
]


@pytest.mark.parametrize("prompt", LISTED)
def test_the_order_of_work_and_what_is_struck_off_are_no_decisions(prompt: str) -> None:
    story = Story().ask("hello").say("Hello.").ask(prompt).edit("a.py").say("Done, as you said.")
    assert not [claim.title for claim in claims(story) if claim.kind == "decision"]


TITLES = [
    ("计费定一下 下单时把电价快照存到订单里 不要结算时再去查价目表 因为运营半夜会改价", "下单时把电价快照存到订单里"),
    ("坑提醒一下:IoT 的 MQTT topic 区分大小写,上次丢了一整天的数据", "IoT 的 MQTT topic 区分大小写"),
]


@pytest.mark.parametrize(("prompt", "title"), TITLES)
def test_a_title_does_not_begin_with_what_leads_in(prompt: str, title: str) -> None:
    found = claims(Story().ask("hello").say("Hello.").ask(prompt).edit("a.py").say(f"Noted: {prompt}"))
    assert any(claim.title.startswith(title) for claim in found)


def test_what_is_to_be_remembered_is_kept_whatever_it_is_worth() -> None:
    (claim,) = claims(Story().ask("remember: the tea is in the left cupboard").say("ok"))
    assert claim.kind == "preference"


def test_two_rules_after_a_yes_are_two_pages() -> None:
    story = Story().ask("find out why the station jumps").say("The logger sends ellipsoid heights. Shall I convert?")
    story.ask("Yes, please. And two requests: commit messages are always in French. And timestamps in UTC everywhere.")
    found = [claim.text for claim in claims(story.edit("a.py").say("Done.")) if claim.kind == "preference"]
    assert any("French" in one for one in found)
    assert any("UTC" in one for one in found)


def test_a_space_between_chinese_clauses_is_a_comma_that_was_left_out() -> None:
    (claim,) = claims(Story().ask("占位费免费时长定 15 分钟 同行都是这个数").edit("fee.go").say("freeMinutes = 15"))
    assert claim.title == "占位费免费时长定 15 分钟"
    assert "分钟 同行" in claim.evidence[0].quote


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_prompt_is_worth_whole_numbers(text: str) -> None:
    session = assemble(Story().ask(text).say("ok").observations)
    for turn in session.turns:
        if turn.prompt is None:
            continue
        around = surroundings(session, turn)
        said = read(turn.prompt.text, around.answers)
        known = [dict(traits(said, n, around)) for n in range(len(said))]
        assert all(isinstance(value, int) for each in known for value in each.values())
        assert all(isinstance(value, int) for each in kept.values(said, around) for value in each.values())


def test_a_sentence_is_labelled_by_what_its_page_must_hold() -> None:
    sys.path.insert(0, str(EVAL))
    try:
        from learn_worth import label
    finally:
        sys.path.remove(str(EVAL))
    expect = {
        "pages": [{"kind": "decision", "contains": ["zpl"], "any": ["epl"], "or": ["preference"]}],
        "may": [{"kind": "gotcha", "contains": ["epl"]}],
    }
    prompt = "ZPL. The old EPL printers go back in March."
    assert label(expect, prompt, prompt) == {"decision": True, "preference": None, "gotcha": None, "concept": False}
    assert label(expect, "Print it.", prompt) == dict.fromkeys(KINDS, False)
