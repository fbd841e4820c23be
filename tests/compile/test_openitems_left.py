"""What a session leaves open, finishes and learns, from final messages, prompts and to-do lists."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.openitems import OpenItems, items
from memwiki.compile.session import assemble


def left(story: Any) -> OpenItems:
    return items(assemble(story.observations))


def after(final: str, prompt: str = "go") -> OpenItems:
    return left(Story().ask(prompt).edit("app.py").say(final))


def texts(found: Any) -> str:
    return "\n".join(item.text for item in found).lower()


STEPS = [
    (
        "Sidebar ported.\n\nNext steps:\n1. convert the admonitions\n2. redirect map",
        ["convert the admonitions", "redirect map"],
    ),
    ("Done.\n\n**Next steps**:\n- wire the topic\n- backfill the rows", ["wire the topic", "backfill the rows"]),
    ("429 carries the header. Left to do: document it in `docs/errors.md`.", ["docs/errors.md"]),
    ("All files converted. Still open: the redirect map, and the search key.", ["redirect map"]),
    ("Not finished: the slot table is hourly. Next step would be the export.", ["slot table", "the export"]),
    ("Open for next time: persist the buckets.", ["persist the buckets"]),
    ("State:\n- done: lookup\n- open: tell the support leads", ["tell the support leads"]),
    ("TODO:\n- [x] parser\n- [ ] writer", ["writer"]),
    ("The flag works. There are no widget tests yet.", ["widget tests"]),
    ("I did not rerun the tests after the rounding change.", ["rerun the tests"]),
    ("Found 6 broken anchors in `guides/upgrade.md`; not touched.", ["guides/upgrade.md"]),
    ("Publishing fails. Ask for a new token, then run `npm publish` again.", ["npm publish"]),
    ("Two of 8 tests fail: 2 tests still fail with a key error.", ["still fail"]),
    ("TTL 改为 168 小时。清理任务的 cron 还没改。下一步：改 `jobs/cleanup.ts`。", ["还没改", "jobs/cleanup.ts"]),
    ("coupon 目录已换成英文。其他目录还没动。", ["其他目录还没动"]),
    ("已完成接口。\n\n待办：\n- 压测 200 并发\n- 补文档", ["压测 200 并发", "补文档"]),
    ("记下了，下次做：把失败的行单独导出。", ["失败的行单独导出"]),
]


@pytest.mark.parametrize(("final", "wanted"), STEPS)
def test_next_steps_are_read_from_the_final_message(final: str, wanted: list[str]) -> None:
    found = texts(after(final).next_steps)
    assert all(step in found for step in wanted), found


NONE_LEFT = [
    "All 5 tests pass. The queue lives in `app/queue.py`.",
    "Uploads resume after a 409; I did not touch `pull.py`.",
    "Renamed. Nothing else changed.",
    "微信渠道已接入，7 个用例通过。",
]


@pytest.mark.parametrize("final", NONE_LEFT)
def test_finished_work_leaves_nothing(final: str) -> None:
    assert after(final).next_steps == ()


PUT_OFF = [
    ("ok, for tomorrow: fix those anchors too", "fix those anchors"),
    ("next week: same for the return slips. no time today", "return slips"),
    ("next time: buckets need to survive restarts", "survive restarts"),
    ("导入失败的行单独导出一个表，下次做", "单独导出"),
    ("todo: write the changelog", "changelog"),
    ("明天再把监控补上", "监控"),
]


@pytest.mark.parametrize(("prompt", "wanted"), PUT_OFF)
def test_what_a_prompt_puts_off_stays_open(prompt: str, wanted: str) -> None:
    assert wanted in texts(left(Story().ask(prompt).say("Noted.")).next_steps)


def test_a_question_is_open_until_the_next_prompt() -> None:
    story = Story().ask("fix the parser").edit("a.py").say("Fixed. Should blank lines be skipped or reported?")
    assert "blank lines" in texts(left(story).open_questions)
    assert left(story.ask("skipped").edit("a.py").say("Skipped now.")).open_questions == ()


def test_the_last_state_of_a_to_do_list_counts() -> None:
    def todos(*states: str) -> dict[str, Any]:
        return {"todos": [{"content": f"step {n} of the move", "status": s} for n, s in enumerate(states)]}

    story = Story().ask("move it").call("todo", todos("in_progress", "pending"))
    story = story.call("todo", todos("completed", "pending")).say("Moved the first.")
    assert [item.text for item in left(story).next_steps] == ["step 1 of the move"]
    assert [item.text for item in left(story).closed] == ["step 0 of the move"]


def test_a_step_that_a_later_message_reports_done_is_closed() -> None:
    story = Story().ask("go").edit("a.py").say("Ported.\n\nNext steps:\n- convert the admonitions in guides")
    story = story.ask("continue").edit("b.py").say("All admonitions in guides are converted.")
    assert left(story).next_steps == ()


CAUSES = [
    "Fixed. Root cause: the store shared one connection between threads.",
    "It connects now. The cause was the URL pointing at localhost.",
    "修好了。\n\n根因：基础镜像里没有 tzdata。",
    "The trap here: the wall clock moves, not the instant.",
]


@pytest.mark.parametrize("final", CAUSES)
def test_causes_are_learned(final: str) -> None:
    assert len(after(final).learned) == 1


def test_dead_ends_are_failed_attempts() -> None:
    assert "vcrpy" in texts(after("Tried vcrpy first, it didn't work because requests are signed.").failed_attempts)


def test_an_answer_is_nothing_done() -> None:
    answered = left(Story().ask("what is X?").call("read", {"path": "/w/app/x.py"}).say("X is a cache of tiles."))
    assert answered.done == ()
    assert "tests pass" in texts(after("Both fixed, 5 tests pass.").done)


def test_evidence_leads_to_the_message() -> None:
    (step,) = after("Done. Left to do: publish the notes.").next_steps
    assert step.evidence[0].author == "claude-code"
    assert step.status == "open"
    assert "publish the notes" in step.evidence[0].quote


@pytest.mark.parametrize(
    "text", ["\ud800 broken", "a\x00b", "- " * 4000, "```", "?" * 3000, "下一步：" * 500, "\u202eabc"]
)
def test_any_text_is_read_without_failing(text: str) -> None:
    left(Story().ask(text).edit("a.py").say(text))


STRUCK = [
    ("make thumbnails for the TIFFs", "Map the flag. And drop the thumbnails from the list, the DAM makes those."),
    ("write the migration guide", "the migration guide is no longer needed, they read the changelog"),
    ("gpu-07 报 xid 79,联系厂商换卡", "gpu-07 换卡搞定了,厂商昨天来的,这条关掉"),
]


@pytest.mark.parametrize(("left", "said"), STRUCK)
def test_what_a_person_strikes_off_by_its_name_is_closed(left: str, said: str) -> None:
    first = Story(session="s1").ask("start").edit("a.py").say(f"Done.\n\nNext steps:\n1. {left}\n2. ask Ute about tags")
    later = Story(session="s2").ask(said).edit("b.py").say("Noted.")
    known = fold([extract(first.observations), extract(later.observations)], [])
    assert [(item.text, item.open) for item in known.items] == [(left, False), ("ask Ute about tags", True)]


def test_a_name_that_two_open_items_share_strikes_off_neither() -> None:
    left = "1. write tests for the parser\n2. write tests for the lexer"
    first = Story(session="s1").ask("start").edit("a.py").say(f"Done.\n\nNext steps:\n{left}")
    later = Story(session="s2").ask("drop the tests from the list").say("Noted.")
    known = fold([extract(first.observations), extract(later.observations)], [])
    assert all(item.open for item in known.items)
