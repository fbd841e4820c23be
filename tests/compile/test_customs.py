"""What people say of how things are done, of what was decided, of traps and terms, as they say it in passing."""

from __future__ import annotations

import pytest
from hearing import of
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.records import Page


def made(*turns: str | tuple[str, str]) -> list[Page]:
    """The pages of one session a turn: what the person said, or that and the agent's answer."""
    sessions = []
    for n, turn in enumerate(turns):
        prompt, answer = (turn, "Done.") if isinstance(turn, str) else turn
        story = Story(session=f"s{n}").ask(prompt, ts=f"2026-03-{n + 2:02}T10:00:00.000Z").edit("a.py").say(answer)
        sessions.append(extract(story.observations))
    return [page for page in pages(fold(sessions, ())).values() if page.meta.get("title")]


RULES = [
    ("yuck, star imports again - this package is explicit imports only", "explicit imports only"),
    ("usually schema changes go through liquibase here, otherwise staging drifts", "liquibase"),
    ("Nobody deploys on fridays here, not even me.", "fridays"),
    ("backups of the mail store run on sunday night, and at no other time", "sunday night"),
    ("A thing to know about me: my screen is a netbook from 2012, so keep the tables narrow", "narrow"),
    ("I'd be glad if the charts always had a legend, the board asks for it", "legend"),
    ("a yellow tape means that someone is measuring there. hands off, ask the lab first", "yellow tape"),
    ("initials only, no full names. we write all of those like that since the audit", "initials only"),
    ("no panics outside main. failures go up as AppError", "panics"),
    ("patient ids must not leave the ward server. the hash, nothing else, ever", "the hash"),
    ("Why again you use global variables? At our institute it is forbidden, in scripts too", "global variables"),
    ("还有个事,我白天都在开会,所以拿不准的地方你都记在文末,别中途停下来问我", "记在文末"),
]


@pytest.mark.parametrize(("prompt", "holds"), RULES)
def test_how_things_are_done_is_a_rule_with_what_it_is_about(prompt: str, holds: str) -> None:
    rules = list(of("Preference", made((prompt, "Understood."))))
    assert len(rules) == 1, rules
    assert holds in rules[0]


CHOICES = [
    ("so charge the deposit when the booking is made, not at pickup. we agreed on that with the owners", "deposit"),
    ("写盘必须先校验再落库,最多重试3次。这个定死了", "重试3次"),
    ("there should be a grace period: 20 minutes for members, none for guests", "20 minutes"),
    ("ok then workers stay off for the embedded build, the vendor's kernel has no futex", "workers"),
    ("mono tracks only, stereo ones get dropped, nobody listens to them", "mono tracks"),
    ("消息重发这块,重发时只发最后一条加未读数,不补历史,补起来能卡半分钟。你写一下", "最后一条"),
]


@pytest.mark.parametrize(("prompt", "holds"), CHOICES)
def test_what_is_laid_down_is_a_decision_and_no_trap(prompt: str, holds: str) -> None:
    found = made(prompt)
    decided = list(of("Decision", found))
    assert len(decided) == 1, [page.meta["title"] for page in found]
    assert holds in decided[0]
    assert not list(of("Gotcha", found))


def test_a_value_that_never_worked_gives_way_to_the_one_that_is_ordered() -> None:
    found = made(
        "there should be a grace period: 20 minutes for members, none for guests",
        "make the grace period 35 minutes. 20 never worked since they closed the bridge",
    )
    assert [("35" in text, "bridge" in text) for text in of("Decision", found)] == [(True, True)]


TRAPS = [
    (
        "careful with the label printer, names over 30 letters are cut without a warning. give it a short code instead",
        "short code",
    ),
    ("查了半天,csv.reader 读带 BOM 的文件第一列名会丢,还不报错。一律用 utf-8-sig 打开", "utf-8-sig"),
    (
        "I know this problem: after a power cut the clock is back at 1970 and all rows drop. it must wait for ntp",
        "wait for ntp",
    ),
    ("夏令时提醒你一下,本地日期不等于交易日,直接按本地日期分组就错一天。要用 trading_day()", "trading_day"),
    ("记一下这个坑:回调是在后台线程上跑的,碰界面之前必须切回主线程,第二次栽这儿了", "切回主线程"),
]


@pytest.mark.parametrize(("prompt", "remedy"), TRAPS)
def test_a_trap_is_told_with_its_remedy(prompt: str, remedy: str) -> None:
    found = made((prompt, "Noted."))
    traps = list(of("Gotcha", found))
    assert len(traps) == 1, [page.meta["title"] for page in found]
    assert remedy in traps[0]
    assert not list(of("Preference", found))


def test_a_rule_with_its_harm_is_one_page() -> None:
    found = made("以后排查问题只许看副本,主库一条都别查,上周有人把主库查挂了")
    assert [page.meta["type"] for page in found if page.meta["type"] in ("Preference", "Gotcha")] == ["Preference"]


TERMS = [
    ("there's a column 'echo'. it means that a second clerk repeats the order back to the first", "echo"),
    ("you'll see 'the gutter' in the tickets: that's the strip between two columns", "gutter"),
    ("before you get lost: a haul, with us, is one trip of the van, out and back", "haul"),
    ("我们店里说的合单跟外卖平台那个没关系,就是一家人的几张单子一起出餐", "合单"),
    ("预冻是操作员先登记冻结时间,到点系统才真正冻结", "预冻"),
]


@pytest.mark.parametrize(("prompt", "name"), TERMS)
def test_a_term_explained_in_passing_is_a_concept(prompt: str, name: str) -> None:
    found = made((prompt, "Understood."))
    terms = [str(page.meta["title"]).lower() for page in found if page.meta["type"] == "Concept"]
    assert terms == [name], [page.meta["title"] for page in found]


def test_two_terms_of_one_sentence_are_two_concepts() -> None:
    found = made(
        ("small glossary, people mix them up: crate is the box that travels, cradle is the rack with wheels", "ok")
    )
    assert {str(page.meta["title"]).lower() for page in found if page.meta["type"] == "Concept"} == {"crate", "cradle"}


@pytest.mark.parametrize("prompt", ["两回事", "一个码,跟排队号是两回事"])
def test_what_is_told_apart_is_no_term(prompt: str) -> None:
    assert not [page for page in made((prompt, "ok")) if page.meta["type"] == "Concept"]


def test_an_option_that_is_called_by_its_place_is_that_one() -> None:
    story = (
        Story(session="s0")
        .ask("多久同步一次?流量不够用", ts="2026-03-02T10:00:00.000Z")
        .say("现在 5 秒。建议:\n\n- 改成 60 秒同步一次\n- 或者换成蓝牙,不走流量")
        .ask("第一个可以,就这么干。蓝牙不行,隔着墙", ts="2026-03-02T10:10:00.000Z")
        .edit("a.py")
        .say("改好了。")
    )
    found = list(pages(fold([extract(story.observations)], ())).values())
    titles = [str(page.meta["title"]) for page in found if page.meta.get("type") == "Decision"]
    assert titles == ["改成 60 秒同步一次"]


def test_a_face_ends_a_sentence() -> None:
    found = made(("跟我说话直白点,别堆术语,不然每句都得去查 😂 今天先看角标", "好"))
    assert len(list(of("Preference", found))) == 1


def test_what_something_turns_out_to_be_ends_no_other_decision() -> None:
    found = made(
        "so count potted plants off the batch in one transaction, not at night. we decided that in spring",
        "never round plant counts up in reports, always down please. buyers get angry if a pallet turns out short",
    )
    assert len(list(of("Decision", found))) == 1
    assert not [page for page in found if page.meta["status"] == "deprecated"]


@pytest.mark.parametrize(
    "prompt",
    [
        "nobody calls me back here",
        "no one pays attention in our standup",
        "this package is installed on windows only",
        "our site has traffic in december only",
        "I would be happy if the tests always passed",
        "something to know about me is that I am so tired",
        "why do you use the old API? it is forbidden by the server, status 403",
        "The invoice export crashes on empty rows. That is final on their side",
        "the upload fails at 30 seconds. this was settled by a restart",
        "修一下登录的 bug。定了吗",
        "set the retry count to 3 in the test. the first is not enough",
        "the field 'status' is broken. it just means that the server is down",
        "a build, for us, is 10 minutes of waiting",
    ],
)
def test_what_only_happens_is_kept_as_nothing(prompt: str) -> None:
    kept = [page.meta["title"] for page in made((prompt, "I see.")) if page.meta["type"] not in ("Session", "Project")]
    assert [title for title in kept if title != "Change a.py"] == []


def test_how_a_trap_is_looked_at_is_no_remedy() -> None:
    found = made(("watch out, sqlite locks up when two writers run. use the docker image to reproduce it", "I see."))
    assert [("## fix" in text) for text in of("Gotcha", found)] == [False]


@pytest.mark.parametrize(
    ("reply", "taken"),
    [
        ("not Redis", ["Queue: Postgres"]),
        ("give me a second, phone rings", []),
        ("first run the tests", []),
        ("at last you ask", []),
        ("second one please", ["Queue: Postgres"]),
        ("the first is fine", ["Queue: Use Redis"]),
    ],
)
def test_a_reply_takes_an_option_only_where_it_calls_it(reply: str, taken: list[str]) -> None:
    story = (
        Story(session="s0")
        .ask("what do we use for the queue?", ts="2026-03-02T10:00:00.000Z")
        .say("We can use Redis or Postgres. Which one?")
        .ask(reply, ts="2026-03-02T10:10:00.000Z")
        .edit("a.py")
        .say("Done.")
    )
    found = list(pages(fold([extract(story.observations)], ())).values())
    assert [str(page.meta["title"]) for page in found if page.meta.get("type") == "Decision"] == taken


@pytest.mark.parametrize("prompt", ["use emoji like 🎉 in the readme always", "以后不要嫌麻烦就跳过测试"])
def test_a_rule_keeps_its_words(prompt: str) -> None:
    (rule,) = of("Preference", made((prompt, "ok")))
    assert prompt.removeprefix("以后").lower() in rule
