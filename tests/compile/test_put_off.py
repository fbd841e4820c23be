"""What a session leaves to do: what names a thing, once, and nothing that is only said of time or of ideas."""

import pytest
from story import Story

from memwiki.compile.openitems import items
from memwiki.compile.put_off import names_nothing, numbered
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements


def left(story: Story) -> list[str]:
    return [item.text for item in items(assemble(story.observations)).next_steps]


@pytest.mark.parametrize(
    "prompt",
    [
        "the script for the short codes is not written yet, we leave it for next time",
        "旧标签换短码的迁移脚本也还没有写,都留到下次",
        "押金对账那个脚本还没写,你帮我记住下次做",
        "I'll ask pastor brandt first. good night",
        "no test for it yet, write one next time",
        "my colleague says we should have a loyalty card with stamps, he has always ideas and never the time",
        "隔壁燃气组说时序库一律用 InfluxDB, 听听就好",
        "this saturday only, put 8 please, the painter has his ladder on the stairs",
        "I'll answer them, do nothing",
        "周四在 Hall B 实测,别忘了,我先睡",
        "三楼王姐说她想要粉色的表,说以后每张都粉的,笑死,不理她",
    ],
)
def test_what_is_still_to_do_is_no_rule_and_no_choice(prompt: str) -> None:
    session = assemble(Story().ask(prompt).say("Noted.").observations)
    assert [claim.title for claim in statements(session)] == []


@pytest.mark.parametrize(
    "said",
    [
        "later, when v2 is out",
        "yes but not now",
        "ok we leave that for monday",
        "I have left it for the next session",
        "Not there yet",
        "好,剩下的明天再弄",
        "下周再说",
        "明天写",
    ],
)
def test_a_line_that_says_only_when_names_nothing(said: str) -> None:
    assert names_nothing(said)


@pytest.mark.parametrize(
    "said", ["the label printer", "monday: build the signed link", "灰度下周再做", "明天把退餐接口接上"]
)
def test_a_line_that_says_what_names_it(said: str) -> None:
    assert not names_nothing(said)


def test_a_reply_that_names_nothing_puts_off_what_the_agent_asked() -> None:
    story = Story().ask("check the deps").say("`pdf-lib` comes from npm. A jsr build exists. Shall I switch?")
    story.ask("later, when v2 is out").say("Fine.")
    (only,) = left(story)
    assert "jsr build" in only
    assert "v2" in only


def test_what_names_nothing_adds_nothing_to_what_is_left() -> None:
    story = Story().ask("做候补").say("剩下:\n- 转正短信\n- 超时清理").ask("好,剩下的明天再弄").say("好。")
    assert left(story) == ["转正短信", "超时清理"]


def test_an_idea_that_is_waved_off_leaves_nothing() -> None:
    story = Story().ask("what would it look like if we went lora instead of wifi one day?")
    story.say("With LoRa you would need a gateway in each house.").ask("yeah not now").say("Fine.")
    assert left(story) == []


@pytest.mark.parametrize(
    "answer",
    [
        "Noted, I will not run transmit tests on a bare board.",
        "Noted: no slash at the end of the address.",
        "Failed reads are skipped now, the gauge shows one decimal.",
        "2 files, 3 lines changed. Waiting for your ok.",
    ],
)
def test_what_reads_like_work_left_and_is_none(answer: str) -> None:
    assert left(Story().ask("do the reads").edit("a.py").say(answer)) == []


def test_what_says_only_that_it_is_open_takes_the_sentence_that_says_what() -> None:
    (only,) = left(Story().ask("write the parser").edit("parse.ts").say("`parse.ts` reads rows. No tests yet."))
    assert "parse.ts" in only
    assert "No tests yet" in only


def test_a_numbered_list_in_a_line_is_as_many_things() -> None:
    assert numbered("待办记三条:1 换卡 2 预热脚本 3 加面板") == ["换卡", "预热脚本", "加面板"]
    assert numbered("rerun with 2 workers") == ["rerun with 2 workers"]


@pytest.mark.parametrize("said", ["三号线昨天晚点 22 分钟,家长群炸了", "周五晚上订的下周一的餐,后厨看不到"])
def test_a_day_that_is_told_of_puts_nothing_off(said: str) -> None:
    assert left(Story().ask(said).say("看了一下。")) == []
