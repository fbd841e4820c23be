"""A Chinese title that runs on ends where its first clauses end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.brevity import brief, width


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "水泵的变频器断电以后频率回到 50 赫兹,面板上还显示旧的数,巡检的人老被骗",
            "水泵的变频器断电以后频率回到 50 赫兹,面板上还显示旧的数",
        ),
        (
            "这批温控器只认 ASCII 的房间名，中文名传上去不报错，屏上是空的，只能先转成拼音",
            "这批温控器只认 ASCII 的房间名，中文名传上去不报错",
        ),
        (
            "网关的串口缓冲只有 256 字节,一次多发几条后面的就没了，得一条一条等回执再发下一条",
            "网关的串口缓冲只有 256 字节,一次多发几条后面的就没了",
        ),
    ],
)
def test_what_runs_on_ends_behind_a_whole_clause(said: str, shown: str) -> None:
    assert brief(said) == shown


@pytest.mark.parametrize(
    "title",
    [
        "缓存一律放内存,不上 Redis",
        "日志级别线上 info,本地 debug,测试环境随意",
        "The renderer keeps all glyphs of a face in one atlas, and our own icons are packed into another one",
        "如果配送单里的收货地址在乡镇以下而且没有门牌号就一律转人工让客服先打电话去问清楚再派车",
    ],
)
def test_what_is_short_or_has_no_place_to_end_stays(title: str) -> None:
    assert brief(title) == title


def test_a_condition_keeps_what_follows_from_it() -> None:
    told = brief("如果司机当天没有签到,就把他名下的单子全部退回调度池里去,晚上八点再统一重派一次")
    assert told == "如果司机当天没有签到,就把他名下的单子全部退回调度池里去"


def test_what_is_not_keeps_what_is() -> None:
    told = brief("库存预警线不要按固定数量来算,要按最近三十天的平均用量乘以七天,低于一周就报警")
    assert told.startswith("库存预警线不要按固定数量来算,要按最近三十天的平均用量乘以七天")


def test_no_bracket_quotation_or_code_is_cut() -> None:
    told = brief("导出的表头（编号、名称，规格，产地，单价，库位，备注）都要和仓库那份一字不差地对上,对不上就退回")
    assert told.count("（") == told.count("）")


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(alphabet="水泵断电的线,，。:abc `（）", max_size=90))
def test_a_brief_title_begins_the_title_and_is_brief_already(text: str) -> None:
    told = brief(text)
    assert text.startswith(told)
    assert brief(told) == told
    assert width(told) <= width(text)
