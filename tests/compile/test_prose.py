"""What pages say: the reason apart from the statement, the fix that helped, what came of a session."""

from __future__ import annotations

from typing import Any

import pytest
from making import facts, item
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.records import Page


def page(story: Any, kind: str) -> Page:
    found = [one for one in pages(fold([extract(story.observations)], [])).values() if one.kind == kind]
    assert len(found) == 1, [one.title for one in found]
    return found[0]


def lines(one: Page, heading: str) -> list[str]:
    """The list under a heading, without its footnotes."""
    part = one.body.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [line[2:].partition("[^")[0] for line in part.splitlines() if line.startswith("- ")]


def lead(one: Page) -> str:
    return one.body.split("\n\n")[1].partition("[^")[0]


# -- decisions and preferences -----------------------------------------------------------------------------------------

TWO = (
    "Release notes: from now on they are written in French instead of English, English was for the old team. "
    "Still short. "
    "And to your question from last time: we do not cache the tariff table, because it changes every hour. "
    "Mention it in the README."
)


def test_a_reason_is_told_once_and_an_order_is_none() -> None:
    decision = page(Story().ask(TWO).edit("app.py").say("Done."), "decision")
    assert lead(decision) == "We do not cache the tariff table."
    assert lines(decision, "Why") == ["It changes every hour"]
    assert "README" not in decision.body.partition("[^")[0]


def test_what_belongs_to_another_statement_is_no_context() -> None:
    decision = page(Story().ask(TWO).edit("app.py").say("Done."), "decision")
    assert not lines(decision, "Context")
    preference = page(Story().ask(TWO).edit("app.py").say("Done."), "preference")
    assert "Still short" in lead(preference)


def test_what_we_do_not_do_is_no_refused_choice() -> None:
    assert not lines(page(Story().ask(TWO).edit("app.py").say("Done."), "decision"), "Considered and refused")


def test_a_description_adds_to_the_title() -> None:
    decision = page(Story().ask(TWO).edit("app.py").say("Done."), "decision")
    assert decision.meta["description"] == "It changes every hour."
    bare = page(Story().ask("remember: commit messages are in English").edit("app.py").say("Done."), "preference")
    assert bare.title == "Commit messages are in English"
    assert bare.meta["description"] == "A rule of this project, given without a reason."


def test_a_description_tells_no_date_and_speaks_the_title_s_language() -> None:
    told = [
        page(Story().ask("记住:提交说明用中文").edit("app.py").say("好的。"), "preference").meta["description"],
        page(Story().ask("decision: invoices go out as PDF").edit("app.py").say("Done."), "decision").meta[
            "description"
        ],
    ]
    assert told == ["本项目的规则，未说明理由。", "Decided without a stated reason."]


def test_a_session_that_nothing_came_of_is_described_by_its_last_words_or_by_what_else_was_asked() -> None:
    story = Story().ask("where is the exporter for the tide tables").run("rg exporter", "tide/export.py")
    told = page(story.say("It sits in tide/export.py and runs at six."), "session").meta["description"]
    assert told == "It sits in tide/export.py and runs at six."
    story = Story().ask("look at the harbour map").say("").ask("the depth lines are missing at low water")
    assert "The depth lines are missing at low water" in page(story, "session").meta["description"]


def test_a_session_is_not_described_by_its_title_again() -> None:
    title = "The till prints two receipts"
    told = (
        [item("the till prints two receipts.")],
        [item("The till prints two receipts, the spooler retries by itself")],
    )
    found = []
    for learned in told:
        day = facts(title=title, goal=item(title), requests=(item(title),), learned=tuple(learned))
        made = next(one for one in pages(fold([day], [])).values() if one.kind == "session")
        found.append(str(made.meta["description"]))
    assert found[1] == "The spooler retries by itself."
    assert "till" not in found[0]


def test_a_tag_names_what_is_fixed_and_not_of_what() -> None:
    made = page(Story().ask("decision: raw events are kept 30 days").edit("app.py").say("Done."), "decision")
    assert "retention" in made.meta["tags"]
    assert not [tag for tag in made.meta["tags"] if "event" in tag]


# -- gotchas -----------------------------------------------------------------------------------------------------------


def fixed(message: str, *, prompt: str = "export.py drops rows, find out why and fix it") -> Page:
    story = Story().ask(prompt).red().edit("export.py", "rows = rows[:-1]", "rows = list(rows)").green()
    return page(story.say(message), "gotcha")


def test_a_place_that_misbehaves_is_named_first() -> None:
    gotcha = fixed("The root cause was in `trim()`: it dropped the last row of every page. So page 2 came out short.")
    assert gotcha.title == "trim() dropped the last row of every page"


def test_what_followed_is_no_fix_and_the_edit_that_helped_is_one() -> None:
    gotcha = fixed("The root cause was in `trim()`: it dropped the last row of every page. So page 2 came out short.")
    fix = lines(gotcha, "Fix")
    assert fix[0] == "`export.py`: `rows = rows[:-1]` → `rows = list(rows)`"
    assert not any("came out short" in one for one in fix)
    assert "Page 2 came out short" in lines(gotcha, "Symptom")


def test_a_stated_fix_stands_alone() -> None:
    gotcha = fixed(
        "Root cause: openpyxl drops the last row of a sheet silently when it is hidden.\n\nFix: keep all rows."
    )
    assert lines(gotcha, "Fix")[0] == "Keep all rows"


def test_a_cause_with_a_wide_colon_is_heard() -> None:
    gotcha = fixed(
        "修好了，3 个测试通过。\n\n原因：`trim()` 把每一页的最后一行丢掉了，导出少了数据。",
        prompt="export.py 少导出了几行，查一下原因并修好",
    )
    assert "trim()" in gotcha.title
    assert "随后通过" in "".join(lines(gotcha, "解决办法"))


# -- sessions ----------------------------------------------------------------------------------------------------------


def test_a_session_is_described_by_what_came_of_it() -> None:
    story = (
        Story().ask("add a flag to the importer").edit("app.py").say("The importer takes `--dry-run` now. Next: docs")
    )
    assert page(story, "session").meta["description"] == "The importer takes --dry-run now."


def test_an_answer_to_a_question_is_learned() -> None:
    story = Story().ask("where does `batched` come from?").read("app/util.py", "def batched(): ...")
    one = page(story.say("It is in `app/util.py`, own code, like itertools.batched but it returns a list."), "session")
    assert any("itertools.batched" in text for text in lines(one, "Learned"))


def test_what_was_learned_is_not_told_as_done_again() -> None:
    message = (
        "Fixed.\n\nThe root cause was in `trim()`: it dropped the last row of every page. So page 2 came out short."
    )
    story = Story().ask("the export is broken, fix it").red().edit("export.py").green().say(message)
    one = page(story, "session")
    assert not any("page 2" in text.lower() for text in lines(one, "Done"))
    assert sum("dropped the last row" in text for text in lines(one, "Learned")) == 1


@pytest.mark.parametrize(
    "final",
    [
        "All files are converted. There is an old script in tools/; I left it alone.",
        "Done. `pull.py` is not touched.",
        "改好了。`pull.py` 没动。",
    ],
)
def test_what_was_left_on_purpose_is_not_open(final: str) -> None:
    assert not extract(Story().ask("convert the docs").edit("app.py").say(final).observations).next_steps


@pytest.mark.parametrize(
    "final",
    [
        "Found 6 broken anchors in `guides/upgrade.md`; not touched.",
        "The other folder is not touched yet.",
        "其他目录还没动。",
    ],
)
def test_what_is_wrong_or_still_to_do_is_open(final: str) -> None:
    assert extract(Story().ask("convert the docs").edit("app.py").say(final).observations).next_steps


@pytest.mark.parametrize(
    "final",
    [
        "Committed.\n\nOpen question: should external links be checked as well?",
        "Committed.\n\nOpen questions:\n- should external links be checked as well",
        "Committed.\n\nNext steps:\n- should external links be checked as well?",
    ],
)
def test_a_question_is_no_step(final: str) -> None:
    found = extract(Story().ask("commit the docs").edit("app.py").say(final).observations)
    assert not found.next_steps
    assert [item.text for item in found.open_questions] == ["should external links be checked as well?"]
