"""What agents and people find out, name and leave, in words that no list of cues holds; and what is none of it."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.gotchas import gotchas
from memwiki.compile.openitems import items
from memwiki.compile.session import assemble
from memwiki.compile.skills import skills
from memwiki.compile.statements import statements
from memwiki.records import Claim


def mended(complaint: str, message: str) -> tuple[Claim, ...]:
    """The traps of a complaint that was looked into and mended."""
    story = Story().ask(complaint).run("make check", "Error: exit 2", ok=False).edit("conf.ini")
    return gotchas(assemble(story.run("make check", "ok").say(message).observations))


def terms(story: Any) -> list[Claim]:
    return [claim for claim in statements(assemble(story.observations)) if claim.kind == "concept"]


@pytest.mark.parametrize(
    ("complaint", "message", "word"),
    [
        (
            "the image build breaks since tuesday",
            "It builds. BuildKit mounts the cache read-only unless `sharing=locked` is set; the old builder did not.",
            "sharing=locked",
        ),
        (
            "uploads over 10 MB are broken",
            "The ingress has a body limit of 8 MB by default, so larger files never reach the app.",
            "8 mb",
        ),
        ("本地服务起不来", "新版 JDK 去掉了 javax.xml.bind,老的 JAXB 依赖不再自带。加上 jaxb-api 就能起。", "jaxb"),
    ],
)
def test_an_agents_explanation_of_a_mended_fault_is_a_gotcha(complaint: str, message: str, word: str) -> None:
    found = mended(complaint, message)
    assert len(found) == 1
    assert word in f"{found[0].parts} {found[0].text}".lower()


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("add a filter for the country", "The filter sits above the table and remembers its value."),
        ("write the two exporters", "`out/csv.py` quotes every field. `out/json.py` keeps the order of the columns."),
        ("给列表加个排序", "点表头可以排序,默认按时间倒序。"),
    ],
)
def test_a_description_of_new_work_is_no_gotcha(prompt: str, message: str) -> None:
    story = Story().ask(prompt).write("out/csv.py").run("pytest -q", "3 passed in 0.1s").say(message)
    assert gotchas(assemble(story.observations)) == ()


def test_a_search_goes_on_over_several_prompts() -> None:
    story = (
        Story()
        .ask("the import is slow since friday")
        .run("cat import.log", "waiting for table lock")
        .say("It waits for a table lock.")
        .ask("and who holds that lock? look at the report server as well")
        .run("psql -c 'select * from pg_locks'", "pid 77 idle in transaction")
        .say("The report server leaves its transaction open after an error, so every writer waits until it times out.")
    )
    assert [claim.source for claim in gotchas(assemble(story.observations))] == ["agent"]


@pytest.mark.parametrize(
    "prompt",
    [
        "got it. their webhook sends the body twice when our answer takes over 2 s, every time",
        "查到了。网关超过 3 秒就会重发一次回调,第二次不带签名",
    ],
)
def test_what_a_person_found_out_is_a_gotcha(prompt: str) -> None:
    found = gotchas(assemble(Story().ask(prompt).edit("hook.py").say("Handled.").observations))
    assert [claim.source for claim in found] == ["person"]


@pytest.mark.parametrize(
    "prompt",
    [
        "a 'stub' is a booking that the hotel confirmed but that never got a room number",
        "所有仓库里分支名都用小写,不管是哪个项目",
        "假如以后要支持离线呢,IndexedDB 行不行",
        "known, skip the slow one",
        "the depot lists are in lists/*.csv and my boss sent remarks by mail",
    ],
)
def test_a_definition_a_rule_a_question_and_an_order_are_no_gotcha(prompt: str) -> None:
    assert gotchas(assemble(Story().ask(prompt).say("Noted.").observations)) == ()


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("the grey box under each seat is what we call the 'pod'. can you draw it?", "pod,grey box"),
        ("have a look at svc-heron, it's our invoice splitter. why so slow?", "svc-heron,splitter"),
        ("we sort the shops into 'minnows' (less than 50 orders a week) and the rest", "minnows,50 orders"),
        ("and 'the drill' = freeze, tag, build, in that order", "the drill,freeze"),
        ("customers with more than three depots get their own queue. we call those giants", "giants,three depots"),
        ("“暗单”这个词以后别弄混,指的是没有经过前台的订单", "暗单,前台"),
        ("sku_vec 其实是商品侧的 128 维向量,每天晚上离线算", "sku_vec,128"),
        ("仓库按温度分三类:常温、冷藏、冷冻。代码里叫 tempzone", "tempzone,冷藏"),
    ],
)
def test_a_term_is_told_in_many_forms(prompt: str, words: str) -> None:
    found = terms(Story().ask(prompt).say("ok"))
    assert any(all(word in f"{one.title} {one.text}".lower() for word in words.split(",")) for one in found), found


@pytest.mark.parametrize(
    ("prompt", "answer", "title"),
    [
        ("what's a CLB in this code?", "CLB stands for container load balance, checked before departure.", "CLB"),
        (
            "whats a 'husk' in the sync code",
            "A husk is a row whose fields were wiped but whose key stays.",
            "husk",
        ),
        ("where does 'Merlin' live?", "Merlin is the pricing service in `svc/price`; it rounds and taxes.", "Merlin"),
        ("tbar 是什么", "`tbar` 指成交笔数柱,每分钟一根。", "tbar"),
    ],
)
def test_an_agent_says_what_an_asked_term_means(prompt: str, answer: str, title: str) -> None:
    found = terms(Story().ask(prompt).run("rg x", "x").say(answer))
    assert [(one.title.lower(), one.source) for one in found] == [(title.lower(), "agent")]


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("show me the diff", "Diff is one line in `page.html`."),
        ("what is the timeout?", "The timeout is 30 seconds at the moment."),
        ("what does NOTES.md say?", "NOTES.md is a list of wishes."),
    ],
)
def test_a_value_and_a_file_are_no_terms(prompt: str, answer: str) -> None:
    assert terms(Story().ask(prompt).run("rg x", "x").say(answer)) == []


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Done. Left: the redirects, and the key of the mirror.", ["the redirects", "the key of the mirror"]),
        ("Sales is moved. Left: stock, staff, web.", ["stock", "staff", "web"]),
        ("That leaves the battery check.", ["the battery check"]),
        ("做完了。后续还要做:日志轮转,以及磁盘告警。", ["日志轮转", "磁盘告警"]),
        ("Open: whether the api and the tests agree.", ["whether the api and the tests agree"]),
    ],
)
def test_each_open_thing_has_its_own_line(said: str, left: list[str]) -> None:
    found = items(assemble(Story().ask("go on with it").edit("a.py").say(said).observations))
    assert [one.text for one in (*found.next_steps, *found.open_questions)] == left


def test_what_a_later_list_of_the_rest_leaves_out_is_closed() -> None:
    first = Story(session="s1").ask("move the marts").edit("a.sql").say("Sales is moved. Left: stock, staff, web.")
    then = Story(session="s2").ask("stock today").edit("b.sql").say("Stock is moved. Left: staff, web.")
    for one, day in ((first, "02"), (then, "03")):
        one.observations[:] = [
            type(o)(**{f: getattr(o, f) for f in o.__dataclass_fields__} | {"ts": o.ts.replace("-02T", f"-{day}T")})
            for o in one.observations
        ]
    known = fold([extract(first.observations), extract(then.observations)], ())
    assert sorted(item.text for item in known.open_items) == ["staff", "web"]


def test_a_bare_reply_puts_off_what_was_talked_of() -> None:
    story = Story().ask("is the dial animated?").say("Not yet.").ask("ok we leave that for monday").say("Fine.")
    assert any("dial animated" in item.text for item in items(assemble(story.observations)).next_steps)


def test_comments_and_versions_teach_nothing() -> None:
    for old, new in (("# zu klein", "# too small"), ('version = "1.2.0"', 'version = "1.3.0"')):
        assert skills(assemble(Story().ask("change it").edit("a.py", old, new).green().observations)) == ()


def test_what_goes_on_with_new_files_belongs_to_the_task_that_made_them() -> None:
    story = Story().ask("we need a queue").write("queue.py").green().say("Done.")
    story = story.ask("five tries, then give up").edit("queue.py", "TRIES = 1", "TRIES = 5").green().say("Done.")
    found = skills(assemble(story.observations))
    assert len(found) == 1
    assert "TRIES = 5" in " ".join(found[0].parts["edits"])
    other = story.ask("and a flag in the cli").edit("cli.py").green().say("Done.")
    assert len(skills(assemble(other.observations))) == 2
