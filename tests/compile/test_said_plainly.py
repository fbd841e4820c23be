"""What people say in plain words between their orders, with the reason behind it: what page it makes, and what not."""

from __future__ import annotations

import pytest
from hearing import of
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.records import Page


def made(*turns: tuple[str, str]) -> list[Page]:
    """The pages of one session in which the agent works on each prompt and answers."""
    story = Story()
    for prompt, answer in turns:
        story.ask(prompt).edit("a.py").say(answer)
    return [page for page in pages(fold([extract(story.observations)], ())).values() if page.meta.get("title")]


def titles(kind: str, found: list[Page]) -> list[str]:
    return [str(page.meta["title"]) for page in found if page.meta["type"] == kind]


RULES = [
    (
        (
            "please keep the python typed everywhere, return values too, i turned the warning into an "
            "error. and dont edit "
            "the .blend files yourself, tell me what to change and i do it in blender, last time the ids "
            "broke and i lost "
            "a whole day"
        ),
        "Types added. I leave the .blend files alone and tell you what to click.",
        ["typed", ".blend"],
    ),
    (
        (
            "two things from now on: always start from a clean build, the stale cmake cache bit us twice "
            "already. and no "
            "floats in the filter code, fixed point only, the loader doesnt save the fpu"
        ),
        "Clean builds and fixed point it is.",
        ["clean build", "fixed point"],
    ),
    ("还有,没在模拟器里跑过的程序,绝对不许直接上机床,上次把主轴撞坏了", "好的,先过模拟器。", ["模拟器"]),
    ("and dont run db push, i start migrations myself", "I leave migrations to you.", ["db push"]),
]


@pytest.mark.parametrize(("prompt", "answer", "words"), RULES)
def test_a_rule_is_one_however_much_went_wrong_before_it(prompt: str, answer: str, words: list[str]) -> None:
    found = made(("hello", "Hello."), (prompt, answer))
    rules = list(of("Preference", found))
    assert [any(word in text for text in rules) for word in words] == [True] * len(words)
    assert list(of("Gotcha", found)) == []


CHOICES = [
    (
        (
            "some background: telemetry goes over 4G and wifi stays for service only, because the sheds eat "
            "wifi after ten "
            "meters. find out why it drops"
        ),
        "4g",
    ),
    ("机械臂老是急停,帮忙查下。背景:规划器我们选了 OMPL,没用 CHOMP,因为夹具之间太窄", "ompl"),
    ("the tiles: store them as mbtiles, not as folders. the viewer opens one file", "mbtiles"),
    (
        (
            "the license question is settled, we're going with MPL and not with GPL: two customers link it. so please "
            "replace the headers"
        ),
        "mpl",
    ),
]


@pytest.mark.parametrize(("prompt", "word"), CHOICES)
def test_a_choice_told_with_its_reason_is_a_decision(prompt: str, word: str) -> None:
    found = made(("hello", "Hello."), (prompt, "Done."))
    assert [word in text for text in of("Decision", found)] == [True]
    assert list(of("Gotcha", found)) == []


def test_what_is_put_back_for_a_reason_ends_what_was_chosen() -> None:
    found = made(
        ("CI: one runner per team from now on instead of one per repo, saves ~400 a month", "One runner per team."),
        (
            "put ci back to one runner per repo. yesterdays jam broke the release, 400 a month is cheaper than that",
            "Ok.",
        ),
    )
    assert ["per repo" in text for text in of("Decision", found)] == [True]
    assert ["per team" in text for text in of("Decision", found, deprecated=True)] == [True]


LEFT = [
    (
        "shall we move to kafka?",
        "I'd recommend Kafka once there are two consumers.",
        "ok leave it. today set the retry to 9",
    ),
    ("要不要换成消息队列?", "我建议用 RabbitMQ,削峰更稳。", "先不弄,下月看量再说。另外这次把超时先写死成 9 秒"),
    (
        "how far is the export?",
        "Two things are left: paging and the mail. I'd do paging first.",
        "今天不做了,明天接着弄",
    ),
    ("which unit do the logs use?", "Milliseconds. I'd suggest seconds.", "fyi a run for us is one night of all jobs"),
]


@pytest.mark.parametrize(("asked", "advice", "reply"), LEFT)
def test_a_reply_that_leaves_it_be_or_speaks_of_something_else_takes_nothing(
    asked: str, advice: str, reply: str
) -> None:
    assert list(of("Decision", made((asked, advice), (reply, "Done.")))) == []


TAKEN = [
    (
        "redis or postgres for the queue?",
        "Redis is faster; Postgres is there already. Which one?",
        "leave it in postgres",
        "postgres",
    ),
    ("队列用 Redis 还是直接查库?", "Redis 快,直接查库省一个组件。选哪个?", "先不用 Redis,直接查库", "直接查库"),
]


@pytest.mark.parametrize(("asked", "advice", "reply", "word"), TAKEN)
def test_a_reply_that_leaves_a_thing_where_it_is_decides(asked: str, advice: str, reply: str, word: str) -> None:
    assert any(word in text for text in of("Decision", made((asked, advice), (reply, "Done."))))


def test_a_suggestion_turned_down_is_no_rule() -> None:
    advice = "Both places write to disk now. I'd recommend moving to the Quark framework, it does the manifest."
    found = made(("store it on disk", advice), ("no framework please. write the migration tomorrow", "Ok."))
    assert list(of("Preference", found)) == []


NO_RULES = [
    "nice!! would never have guessed. next: the paging",
    "the overlap comes out as 0 for every gene. why",
    "ghosts again. they must not show up in the list. filter them out there",
    "i need the chart upgraded in every cluster, begin with north",
]


@pytest.mark.parametrize("prompt", NO_RULES)
def test_what_only_sounds_like_a_rule_makes_no_page(prompt: str) -> None:
    found = made(("hello", "Hello."), (prompt, "Done."))
    assert titles("Preference", found) == []


def test_a_ban_and_what_to_do_instead_are_one_rule() -> None:
    found = made(
        ("never overwrite a scan. write a new file with the date in its name, the auditors want both", "Will do."),
        ("never just say 'bad input'. always say which field it was", "Understood."),
    )
    assert sorted(titles("Preference", found)) == ["Never just say 'bad input'", "Never overwrite a scan"]
    assert "write a new file" in "\n".join(of("Preference", found))


def test_a_trap_told_in_two_sentences_is_one_page_and_names_the_thing() -> None:
    first = "before you run the check: Ableton caches plugins. when the version changes you have to clear the cache, "
    found = made(
        ("hello", "Hello."),
        (f"{first}otherwise it happily loads the old one. cost me half a day", "Good to know."),
        (("a trap that cost me a sunday: with the probe attached the board draws 3 mA more. so sleep can't be "
        "measured with it, pull it first"), "Noted."),
    )  # fmt: skip
    traps = list(of("Gotcha", found))
    assert len(traps) == 2
    assert any("ableton" in text and "old one" in text for text in traps)
    assert any("probe" in text and "pull it" in text for text in traps)


def test_a_report_that_tests_passed_is_no_fix() -> None:
    story = Story().ask("导出老是空的,查一下为什么").run("make test", "1 failed", ok=False).run("make test", "3 passed")
    story.say("原因:游标在提交后失效,导出读到空结果。用例跑完后全部通过。")
    found = [page for page in pages(fold([extract(story.observations)], ())).values() if page.meta["type"] == "Gotcha"]
    assert [("用例跑完" in page.body) for page in found] == [False]


def test_what_made_the_tests_pass_is_the_fix() -> None:
    story = (
        Story().ask("tests die with a stack overflow on my laptop. wtf").run("make test", "stack overflow", ok=False)
    )
    story.run("STACK_MB=16 make test", "4 passed").say(
        "Nothing is wrong with the reader. The cause: test threads get a stack of 2 MB only, and a debug build needs "
        "1.4 kB a level, so 2000 brackets overflow it. With `STACK_MB=16` the tests pass as well. I changed no file."
    )
    found = [page for page in pages(fold([extract(story.observations)], ())).values() if page.meta["type"] == "Gotcha"]
    assert len(found) == 1
    fix = found[0].body.partition("## Fix")[2]
    assert "STACK_MB=16" in fix
    assert "changed no file" not in fix


TERMS = [
    (
        "quick one: heat is the threat meter of a level. goes up by 1 every 30 turns and at 10 the Guard comes",
        "heat",
        "guard",
    ),
    ("in this project headroom means the height between the water and the top of the wall", "headroom", "wall"),
]


@pytest.mark.parametrize(("prompt", "name", "word"), TERMS)
def test_a_term_goes_by_its_name_with_all_that_is_said_of_it(prompt: str, name: str, word: str) -> None:
    found = made(("hello", "Hello."), (f"{prompt}. can you write the tick for it?", "Done."))
    assert [title.lower() for title in titles("Concept", found)] == [name]
    assert word in "\n".join(of("Concept", found))
    assert titles("Decision", found) == []
