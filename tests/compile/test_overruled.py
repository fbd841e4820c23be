"""Ideas of others that a person turns down are decided against; one sentence makes one page."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.records import Claim


def told(*prompts: str) -> list[Claim]:
    """What the prompts of one session say, skills aside."""
    story = Story()
    for prompt in prompts:
        story.ask(prompt).edit("src/a.py").say("Done.")
    return [one for one in extract(story.observations).claims if one.kind != "skill"]


TURNED_DOWN = [
    ("marketing wants autoplay on the landing page. nope, kills mobile data", "autoplay"),
    ("the client asked for a pdf export. we won't do that, too much support work", "pdf export"),
    ("the intern proposed to rewrite it in go. i said no. fix the memory leak instead", "rewrite it in go"),
    ("有人提议直接上 kafka,我看不用,多一个中间件没人管", "kafka"),
    ("老王建议换成微服务,没必要,就三个人", "微服务"),
]


@pytest.mark.parametrize(("prompt", "idea"), TURNED_DOWN)
def test_an_idea_that_is_turned_down_is_decided_against(prompt: str, idea: str) -> None:
    (claim,) = [one for one in told(prompt) if one.kind == "decision"]
    assert idea in claim.text
    assert idea in claim.title


def test_what_stays_names_the_idea_it_was_preferred_to() -> None:
    said = (
        "piet keeps saying we should move everything to kotlin. no. not with the release in may, we keep the java core"
    )
    (claim,) = [one for one in told(said) if one.kind == "decision"]
    assert "java core" in claim.title
    assert any("kotlin" in one for one in claim.parts["alternatives"])


@pytest.mark.parametrize(
    "prompt",
    [
        "my boss wants this done today, no time for tests",
        "sales asked for a csv export. add it",
        "support says the login page is slow. no idea why, have a look",
        "产品说要加个导出,你加一下",
    ],
)
def test_a_wish_that_nobody_refuses_decides_nothing(prompt: str) -> None:
    assert not [one for one in told(prompt) if one.kind == "decision"]


def test_a_decision_with_its_reason_is_no_warning_as_well() -> None:
    said = (
        "the cache melts at peak. We decided to raise PAGE_TTL to 300 seconds and purge by tag when a price is edited"
    )
    assert [one.kind for one in told(said)] == ["decision"]


def test_the_sentence_before_names_the_thing_that_a_warning_points_to() -> None:
    said = "the reports run on the old nas in the cellar. if that thing sleeps nothing gets printed and nobody notices"
    noted = extract(Story().ask(said).say("Noted.").observations)
    (claim,) = [one for one in noted.claims if one.kind == "gotcha"]
    assert "nas" in claim.text


SLIPS = [
    ("guest links expire after 30 days. no, 60, i mixed it up with the trial", "60"),
    ("region for the new bucket is us-east-1. sry brain fart, eu-central-1 i mean. not us-east-1", "eu-central-1"),
    ("每人限领 3 次。哦不,5 次,3 是上一期的", "5 次"),
]


@pytest.mark.parametrize(("prompt", "value"), SLIPS)
def test_a_slip_put_right_in_the_same_breath_is_said_with_the_right_value(prompt: str, value: str) -> None:
    (claim,) = [one for one in told(prompt) if one.kind in ("decision", "preference")]
    assert value in claim.title
    assert not [one for one in told(prompt) if one.kind == "gotcha"]


TERMS = [
    ("so you can follow: 'the lifter' is crates/lift_ir, it turns HIR into QIR. a 'husk' here means an empty body", 2),
    ("in the team we also say 'tombs' for stubs, same thing", 1),
    ("'大单'是超过 5 万的订单,'异单'是被风控拦的", 2),
    ("「影子号」是策划的叫法,指合服以后保留的角色,不能登录", 1),
    ("爽约指挂了号没来也没退", 1),
]


@pytest.mark.parametrize(("prompt", "number"), TERMS)
def test_terms_in_single_quotes_and_loose_joints_are_concepts(prompt: str, number: int) -> None:
    assert len([one for one in told(prompt) if one.kind == "concept"]) == number


@pytest.mark.parametrize(
    "prompt",
    [
        "明天记得提醒我压测",
        "remind me to renew the certificate on friday",
        "分仓策略按就近还是按成本,业务还在吵,先不动",
        "we still argue whether retries live in the client or the proxy",
        "the lock: that's the nightly job, it holds it till nine",
    ],
)
def test_reminders_disputes_and_explanations_rule_nothing(prompt: str) -> None:
    assert not [one for one in told(prompt) if one.kind in ("decision", "preference")]


def test_what_stays_is_the_statement_and_what_speaks_for_it_the_reason() -> None:
    said = "piet keeps saying we should move everything to kotlin. no. not with two months to go, we keep the java core"
    (claim,) = [one for one in told(said) if one.kind == "decision"]
    assert claim.text.endswith("we keep the java core")
    assert claim.parts["alternatives"] == ("move everything to kotlin",)
    assert claim.parts["reason"] == ("not with two months to go",)


def test_what_goes_and_why_belongs_to_what_comes() -> None:
    said = "redis 队列要撤掉。上周主从切换丢了 3 秒数据,多卖了 200 单。改成数据库分桶扣减,每个 sku 拆 16 个桶"
    (claim,) = [one for one in told(said) if one.kind == "decision"]
    assert "分桶" in claim.title
    assert any("redis" in line for line in claim.parts["context"])


def test_one_thing_or_another_stays_nothing() -> None:
    story = Story().ask("库存表要加字段吗?").say("可以在库存流水上加 currency 字段,要加吗?")
    story.ask("分仓策略按就近还是按成本,业务还在吵,先不动").say("好,先保持现状。")
    assert not [one for one in extract(story.observations).claims if one.kind == "decision"]
