"""Which later rule ends an earlier one: only one that is for the same thing, whatever value both name."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.scopes import other_scope
from memwiki.compile.write import pages

BOTH_HOLD = [
    ("以后不要直接推 main 分支。", "以后也不要直接推 release 分支,改走 PR。"),
    ("以后周五不要上线。", "以后节假日前一天也不要上线,改到节后。"),
    ("Never deploy on Fridays.", "Also never deploy on the eve of a holiday from now on, move it to the day after"),
    (
        "Always add a changelog line for visible changes.",
        "From now on don't add a changelog line for docs-only changes.",
    ),
    ("We keep logs for 30 days.", "We keep backups for 90 days from now on, not 30 days."),
    ("以后用户头像都存到 OSS。", "以后日志文件都改存到本地,不用 OSS。"),
    ("Always use tabs in Go files.", "Always use 2 spaces in YAML files from now on, not tabs."),
    (
        "Always deploy staging from the develop branch.",
        "Always deploy production from main from now on, not from develop.",
    ),
    (
        "We use Stripe for payments in Europe, that's decided.",
        "Decision: for payments in Brazil we use Pix, not Stripe.",
    ),
    ("以后提交信息都用英文写。", "以后发布说明都用中文写,不用英文。"),
    ("我们决定账单服务用 Postgres,因为稳定。", "分析服务改用 ClickHouse,不用 Postgres。"),
    ("以后 Go 文件一律用 tab 缩进。", "YAML 文件以后一律用两个空格,不要用 tab。"),
    ("We decided to use Kafka for events.", "If Kafka were too slow, we'd switch to NATS instead."),
]
ONE_ENDS = [
    ("我们决定账单服务用 Postgres,因为稳定。", "账单服务改用 MySQL 了,不用 Postgres。"),
    ("消息去重:先用布隆过滤器,省内存", "消息去重不用布隆过滤器了,误判把消息吞了,改成按消息 id 建唯一键"),
    ("Always use tabs in Go files.", "Always use 4 spaces in Go files from now on, not tabs."),
    ("以后测试都用 pytest。", "以后测试改用 unittest。"),
    (
        "uplink goes over LoRa and wifi stays for service only, because it is cheap",
        "change of plans for the uplink: we move to NB-IoT, no LoRa any more. wifi for service stays",
    ),
]


def held(*prompts: str) -> dict[str, bool]:
    """Title of each rule and decision that these prompts make, a session each, and whether it holds."""
    stories = [
        Story(session=f"s{n}").ask(prompt, ts=f"2026-03-{n + 2:02}T10:00:00.000Z").edit("a.py").say("Done.")
        for n, prompt in enumerate(prompts)
    ]
    found = pages(fold([extract(story.observations) for story in stories], ())).values()
    kinds = ("Decision", "Preference")
    return {str(p.meta["title"]): p.meta["status"] != "deprecated" for p in found if p.meta.get("type") in kinds}


@pytest.mark.parametrize(("first", "then"), BOTH_HOLD)
def test_a_rule_for_something_else_ends_nothing(first: str, then: str) -> None:
    assert set(held(first, then).values()) == {True}


@pytest.mark.parametrize(("first", "then"), ONE_ENDS)
def test_a_rule_for_the_same_thing_ends_the_old_one(first: str, then: str) -> None:
    assert sorted(held(first, then).values()) == [False, True]


NOTHING_SAID = [
    "Were we to migrate, we'd go with MySQL because ops know it.",
    "如果 Kafka 太慢,我们就换成 NATS。",
    "把这句话翻译成英文:以后一律用 tab 缩进。",
    "写一个测试用例,输入是“以后都用 pnpm”。",
    "Write a blog post that says we decided to use GraphQL instead of REST.",
    "translate to german: always ask before you deploy",
]


@pytest.mark.parametrize("prompt", NOTHING_SAID)
def test_what_would_be_and_what_is_only_to_be_written_make_no_page(prompt: str) -> None:
    assert held(prompt) == {}


def test_a_condition_makes_a_rule() -> None:
    assert len(held("if the tests fail, fix them before you commit. always")) == 1
    assert len(held("以后如果测试挂了,一律先修测试再提交")) == 1


def test_statements_that_name_no_place_have_no_other_scope() -> None:
    assert not other_scope("Use pnpm", "Use yarn in this repo")
    assert not other_scope("Use yarn in this repo", "use pnpm in the monorepo, not yarn in this repo")
    assert other_scope("use tabs in Go files", "use spaces in YAML files")


STANDING = [
    "translate every text that users see, never hardcode one",
    "write tests that do not sleep, always",
    "always add a message that says which field is wrong",
]


@pytest.mark.parametrize("prompt", STANDING)
def test_a_standing_order_to_write_is_a_rule_all_the_same(prompt: str) -> None:
    assert list(held(prompt).values()) == [True]
