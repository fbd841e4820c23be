"""What a session amounts to: title, goal, runs, commits, open ends; bounded on any day, whatever comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from story import Story

from memwiki.compile.codec import from_json, plain, to_json
from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.records import SessionFacts


def facts(story: Any) -> SessionFacts:
    return extract(story.observations)


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (
            "the csv importer chokes on rows w/ trailing commas, can u look",
            "The CSV importer chokes on rows w/ trailing commas",
        ),
        (
            "morning! SLA timers are wrong for customers in other timezones. lets go slowly",
            "SLA timers are wrong for customers in other timezones",
        ),
        ("ok great. next: send Retry-After with the 429", "Send Retry-After with the 429"),
        ("hi, can you please rename the flag to --engine?", "Rename the flag to --engine"),
        ("fix src/app.ts pls, the menu stays open on mobile", "Fix src/app.ts, the menu stays open on mobile"),
        ("波次拣货的接口超时,先加索引,再分批提交", "波次拣货的接口超时,先加索引,再分批提交"),
        ("好的。帮我看下导出为什么慢", "看下导出为什么慢"),
        ("<system-reminder>x</system-reminder>port the dedupe step to polars", "Port the dedupe step to polars"),
    ],
)
def test_titles(prompt: str, title: str) -> None:
    assert facts(Story().ask(prompt).say("Done.")).title == title


@pytest.mark.parametrize(
    "prompt",
    [
        "please refactor the extremely long and winding billing module so that each of its responsibilities is alone",
        "a" * 5000,
        "请" * 3000,
        "`" * 300,
        "fix\x00 the\ud800 thing in src/app.py please, it fails",
        "🙂🙂🙂 make the button green 🙂",
        "‮evil‬ rename the file",
    ],
)
def test_titles_are_bounded_and_never_cut_a_code_span(prompt: str) -> None:
    title = facts(Story().ask(prompt).say("Done.")).title
    assert len(title) <= 80
    assert title.count("`") % 2 == 0


@pytest.mark.parametrize("prompt", ["???", "...", "…", "👍", "🎉🎉", ":)", "!!", "？？", "。。。"])
def test_signs_make_no_title(prompt: str) -> None:
    assert facts(Story().ask(prompt).say("")).title == ""
    assert facts(Story().ask(prompt).say("✅")).goal is None
    assert facts(Story().ask(prompt).edit("src/a.py").say("...")).title == "Changes to `a.py`"
    worked = Story().ask(prompt).edit("a.py").say("Added a retry to the uploader.")
    assert facts(worked).title == "Added a retry to the uploader"
    assert facts(Story().ask(prompt).say("").ask("hm, which port?").say("8080")).title.startswith("Which port")


def test_a_greeting_alone_takes_the_title_from_the_work() -> None:
    assert (
        facts(Story().ask("hi").edit("a.py").say("Added a retry to the uploader.")).title
        == "Added a retry to the uploader"
    )


def test_a_session_without_words_is_named_by_its_files() -> None:
    assert facts(Story().edit("src/a.py").edit("src/b.py")).title == "Changes to `a.py`, `b.py`"


def test_runs_tell_their_outcome() -> None:
    s = (
        Story()
        .ask("x y z a b")
        .red()
        .edit("a.py")
        .green()
        .run("ls")
        .run("npm run deploy", "npm ERR! 403 Forbidden", ok=False)
    )
    found = facts(s.say("Deploy failed."))
    assert [(run.command, run.ok, bool(run.test)) for run in found.commands] == [
        ("pytest -q tests/test_app.py", False, True),
        ("pytest -q tests/test_app.py", True, True),
        ("npm run deploy", False, False),
    ]
    assert found.commands[0].summary == "1 failed, 2 passed in 0.1s"
    assert found.commands[2].summary == "npm ERR! 403 Forbidden"


def test_a_red_test_at_the_end_is_an_open_end() -> None:
    found = facts(Story().ask("batch the commits in waves.py").edit("a.py").red())
    assert [item.text for item in found.next_steps] == [
        "`tests/test_app.py::test_x` fails (`pytest -q tests/test_app.py`: 1 failed, 2 passed in 0.1s)"
    ]
    assert found.next_steps[0].evidence


def test_a_test_that_passed_later_is_no_open_end() -> None:
    s = Story().ask("batch the commits in waves.py").red().edit("a.py").run("pytest -q", "9 passed in 1s")
    assert facts(s).next_steps == ()


def test_nor_is_one_that_another_runner_passed_later() -> None:
    red = "F..\n======\nFAIL: test_stack\nRan 3 tests in 0.004s\nFAILED (failures=1)"
    s = Story().ask("stack the coupons in service.py").run("python -m unittest tests.test_coupon", red, ok=False)
    assert [item.text for item in facts(s).next_steps] == [
        "`test_stack` fails (`python -m unittest tests.test_coupon`: Ran 3 tests in 0.004s: FAILED (failures=1))"
    ]
    s = s.edit("service.py").run("pytest -q tests/test_coupon.py", "3 passed in 0.1s")
    assert facts(s).next_steps == ()


def test_commits_are_what_git_confirmed() -> None:
    s = Story().ask("commit the change please").run("git commit -am 'fix: x'", "[main 51ab90c] fix: x\n 1 file changed")
    s = s.run("git commit -m y", "nothing to commit", ok=False).run("echo '[main 1234567] fake'", "[main 1234567] fake")
    assert [item.text for item in facts(s).commits] == ["51ab90c fix: x"]


def test_counts_files_and_place() -> None:
    s = (
        Story()
        .ask("look at the parser")
        .read("src/p.py")
        .edit("src/p.py", branch="topic")
        .say("Done.")
        .add("session-end")
    )
    found = facts(s)
    assert (found.prompts, found.tools, found.branch, found.cwd) == (1, 2, "topic", "/w/app")
    assert found.files_read == ("src/p.py",)
    assert found.ended
    assert found.key == "claude-code-s1"
    assert found.segments == ("claude-code-s1/0001",)


def test_a_session_without_content() -> None:
    found = facts(Story().add("session-start").add("session-end"))
    assert not found.has_content
    assert found.title == ""
    assert found.claims == ()


def test_facts_survive_the_codec() -> None:
    s = (
        Story()
        .ask("add the norges feed")
        .write("p/n.py")
        .green()
        .say("Root cause: the feed has no trailing newline, so it hung.")
    )
    assert from_json(json.loads(json.dumps(to_json(facts(s)), default=plain))) == facts(s)


def long_day(events: int) -> Any:
    s = Story()
    for n in range(events // 5):
        s.ask(f"step {n}: make the importer accept source number {n} in src/m{n % 90}.py")
        s.read(f"src/m{n % 90}.py", "x = 1\n" * 50).edit(f"src/m{n % 90}.py", f"a{n} = 1", f"a{n} = 2")
        (s.red if n % 7 == 0 else s.green)(f"pytest -q tests/test_m{n % 90}.py")
        s.say(f"Source {n} is accepted. Root cause {n}: the parser for {n} dropped it, so it failed. Next: write {n}.")
    return s


def test_a_long_day_is_bounded() -> None:
    s = long_day(2000)
    found = facts(s)
    assert len(found.commands) <= 60
    assert len(found.requests) <= 40
    assert len(found.changes) <= 64
    assert len(found.next_steps) <= 40
    assert len(found.claims) <= 200
    assert len(found.entities) <= 32


TEXT = st.text(st.characters(codec=None), max_size=300)


@given(TEXT, TEXT, TEXT, TEXT)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_no_text_breaks_the_extraction(prompt: str, command: str, output: str, message: str) -> None:
    s = (
        Story()
        .ask(prompt)
        .run(command, output)
        .edit(command[:80] or "a", output, message)
        .run(command, output, ok=False)
    )
    found = facts(s.say(message))
    assert found.has_content
    assert len(found.title) <= 80
    assert found == facts(s)


def test_a_decision_that_tells_its_reason_is_no_trap_too() -> None:
    found = facts(Story().ask("We switch the jobs table from SQLite to Postgres, because two writers lock each other."))
    assert [claim.kind for claim in found.claims] == ["decision"]


def test_a_long_day_is_held_by_its_ends_and_counted_whole() -> None:
    s = Story()
    for n in range(70):
        s = s.ask(f"raise limit {n} in part{n}.py").edit(f"part{n}.py").green(f"pytest -q tests/test_part{n}.py")
        s = s.say(f"Part {n} takes {n} rows now.")
    found = facts(s)

    assert (found.totals["requests"], found.totals["changes"], found.totals["commands"]) == (70, 70, 70)
    assert (found.requests[0].text, found.requests[-1].text) == (
        "raise limit 0 in part0.py",
        "raise limit 69 in part69.py",
    )
    assert (found.done[0].text, found.done[-1].text) == ("Part 0 takes 0 rows now", "Part 69 takes 69 rows now")
    assert found.changes[-1].path == "part69.py"
    assert sum(claim.kind == "skill" for claim in found.claims) == 20
    page = pages(fold([found], []))
    (text,) = [one.body for path, one in page.items() if path.startswith("sessions/")]
    assert "70 requests, 70 files changed, 70 commands" in text
    assert text.count("- … and 58 more") == 3  # of requests, of what was done, of commands
    assert len(text) < 20_000
