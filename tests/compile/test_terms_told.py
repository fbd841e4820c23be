"""Terms told in loose forms become concepts; reports about quoted or named things do not."""

from __future__ import annotations

import pytest
from hearing import claims

# prompt, the names of the concepts
TOLD = [
    ('"stub day" is the day between two ledgers', "Stub day"),
    ('In our warehouse code a "nest" is one pallet position.', "nest"),
    ('a "pod" for us is two engineers plus a tester, a "crew" is three pods', "pod,crew"),
    ('"red" rows are those without a price, "amber" older than a week.', "red,amber"),
    ("stint = one driver's time between two pit stops", "stint"),
    ("DOR — definition of ready, the list on the wall.", "DOR"),
    ("CRO: conversion rate optimisation, the team on floor two", "CRO"),
    ('"Silent churn": no login for a quarter but still paying.', "Silent churn"),
    ('For the second pass over the scans we say "rinse".', "rinse"),
    ('when the nurses say "the board" they mean the bed occupancy view', "The board"),
    ('Whenever I write "the trio" I\'m talking about auth, billing and mail.', "The trio"),
    ('By "dead air" I understand more than two seconds without speech.', "Dead air"),
    ('we refer to the overnight batch as "the mill"', "The mill"),
    ('bin 13 is called "the oubliette" in the scripts', "The oubliette"),
    ('an order nobody picked up is a "wallflower"', "wallflower"),
    ('Let "slack" denote the float of the last task.', "slack"),
    ('Think of a "berth" as a slot that can hold two jobs.', "berth"),
    ("the \"press\" isn't the newspaper people, it's the stamping machine", "press"),
    ("“熟客”就是半年内来过三次以上的人。", "熟客"),
    ("“空跑”在调度里特指没带货的返程。", "空跑"),
    ("我们把没有主键的表叫“野表”。", "野表"),
    ("“毛重”=净重加包装,“皮重”=只算包装。", "毛重,皮重"),
    ("所谓“软停”,就是不接新单但把手上的做完。", "软停"),
    ("“封板”不是冻结代码,是冻结需求。", "封板"),
    ("对了,部署脚本内部叫“推土机”", "推土机"),
    ("“回流”的标准是流失九十天后又下单。", "回流"),
]


@pytest.mark.parametrize(("prompt", "names"), TOLD)
def test_a_term_told_loosely_is_a_concept_under_its_name(prompt: str, names: str) -> None:
    found = [claim for claim in claims(prompt) if claim.kind == "concept"]
    assert [claim.title for claim in found] == names.split(",")
    assert all(claim.title.lower() in claim.text.lower() for claim in found)


@pytest.mark.parametrize(
    "prompt",
    [
        'the "Save" button is broken on mobile',
        'clicking "export" returns an empty file',
        '"Müller" sorts after "Mz" in the list',
        "the login page is broken",
        "TODO: write the migration",
        "CI: the build is red again",
        "set mode = strict in the config",
        "the slow query on the report page means nothing to me",
        "whatever that means for the old clients",
        "a cron job is the wrong thing for this",
        "Invoices are sent per customer",
        "what is a 'lane'?",
        'rename "foo" to "bar" in the settings',
        "点“保存”没反应",
        "“导出”按钮是坏的",
        "昨天就是这么挂的",
        "把 sink 指到新库",
        "TODO:补测试",
        "六成是指代没解析出来",
    ],
)
def test_a_report_or_an_order_is_no_concept(prompt: str) -> None:
    assert [claim.title for claim in claims(prompt) if claim.kind == "concept"] == []


def test_a_decision_and_a_rule_beside_a_term_stay_what_they_are() -> None:
    said = claims(
        'A "crate" is up to forty bottles of one vintage. We go with Postgres instead of Mongo because of the reports. '
        "Always write commit messages in English."
    )
    assert [(claim.kind, "crate" in claim.text) for claim in said] == [
        ("concept", True),
        ("decision", False),
        ("preference", False),
    ]
    concept = said[0]
    assert "Postgres" not in " ".join(concept.parts["definition"])


def test_what_stands_between_two_quoted_names_is_kept() -> None:
    texts = [c.text for c in claims('"spool" means the queue on disk, "drum" means the one in memory')]
    assert any("queue on disk" in text for text in texts)


def test_a_remark_that_names_nothing_of_the_term_is_not_part_of_it() -> None:
    (concept,) = claims('"lull" = ten minutes without an order. My flight leaves at noon.')
    assert concept.parts["definition"] == ('"lull" = ten minutes without an order',)


def test_a_definition_begins_with_its_own_quotation_mark() -> None:
    (concept,) = claims("我们说的“夹生单”,指的是付了款但没选规格的订单。")
    assert concept.text.startswith("“夹生单”")
