"""What the work bears out is decided; stories, sarcasm, today's orders, and what is taken back at once are not."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim


def claims(ask: str, done: str = "Done.", path: str = "src/a.py") -> list[Claim]:
    """The rules and decisions of one prompt and the work that follows it."""
    story = Story().ask(ask).edit(path).say(done)
    return [one for one in statements(assemble(story.observations)) if one.kind in ("decision", "preference")]


DONE = [
    (
        "zstd is smaller but the old loader only reads gzip. so gzip, level 9, the CDN can cope",
        "Bundles are gzip at level 9 now; the CDN config follows.",
    ),
    ("机房下个月关。日志整体搬到对象存储去,自建的停掉", "日志已搬到对象存储。"),
    ("设备总抱怨费电,上报间隔拉长到一刻钟", "上报间隔改为一刻钟。"),
]


@pytest.mark.parametrize(("ask", "done"), DONE)
def test_what_is_said_with_a_reason_and_carried_out_is_decided(ask: str, done: str) -> None:
    assert [one.kind for one in claims(ask, done)] == ["decision"]


def test_the_change_is_the_title_not_the_report_before_it() -> None:
    (claim,) = claims("现场说电池撑不住,心跳拉长到半小时", "心跳间隔改为半小时。")
    assert claim.title == "心跳拉长到半小时"
    assert "电池撑不住" in claim.parts["reason"][0]


def test_what_is_turned_down_in_the_next_sentence_belongs_to_the_choice() -> None:
    (claim,) = claims("主键敲定用雪花算法。自增不考虑,会暴露单量", "已换。")
    assert "自增" in claim.text


NOTHING = [
    "back then in the first release we kept a 2 kB buffer and it overflowed, that's why the note is angry",
    "oh great, let's just mail the passwords around while we're at it. who wrote this?",
    "from now on push to the shared box by yourself... no wait, forget that. just build it",
    "Make me a tool `thumbs`:\n- reads a folder\n- sorts by date\n- writes 6 per row\n- exits 3 when empty",
    "the job ran at 09:00, thanks",
    "I do not want any migration of the brokers tonight",
    "hey, new checkout, get an overview",
    "测试同学在群里说:“所有弹窗都加动画”,我没答应。先修闪退",
    "做完了跟我说",
]


@pytest.mark.parametrize("ask", NOTHING)
def test_stories_sarcasm_and_orders_for_now_make_no_page(ask: str) -> None:
    assert claims(ask) == []


RULES = [
    "could you maybe not paste the whole trace? like, in general",
    "in all my projects: 2 spaces, no tabs",
    "log lines: say what happened first, not where. i keep fixing these",
    "prod is read-only for you",
    "如果改动超过三个模块,动手前先列步骤给我",
    "type 能用 enum 就不要用字符串",
    "能不能别再自作主张改锁文件了,版本我自己管",
]


@pytest.mark.parametrize("ask", RULES)
def test_a_rule_is_heard_however_it_is_put(ask: str) -> None:
    assert [one.kind for one in claims(ask)] == ["preference"]


def test_weighing_one_thing_against_another_is_no_taste() -> None:
    made = claims("i'd rather convert the files afterwards than touch the exporter, nobody here understands it")
    assert all(one.kind == "decision" for one in made)


def test_a_refusal_with_what_is_to_be_instead_decides_that() -> None:
    story = Story().ask("make the import survive big files")
    story.say("I chose to read the file in a browser worker, because the tab dies otherwise. Should I go ahead?")
    story.ask("no, nothing of it in the browser. people get an upload page and the server imports the file")
    story.edit("api/import.py").say("There is an upload page; the server imports the file.")
    (claim,) = [one for one in statements(assemble(story.observations)) if one.kind == "decision"]
    assert "upload page" in claim.title
    assert any("worker" in line for line in claim.parts["alternatives"])
