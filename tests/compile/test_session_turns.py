"""Observations become turns: doubled events once, in order, helpers and scaffolding apart."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from story import Story

from memwiki.compile.scaffolding import spoken
from memwiki.compile.session import assemble, seconds


def test_a_turn_goes_from_prompt_to_turn_end() -> None:
    s = assemble(Story().ask("one").read("a.py").say("first").ask("two").edit("a.py").say("second").observations)
    assert [turn.prompt.text for turn in s.turns if turn.prompt] == ["one", "two"]
    assert [turn.final.text for turn in s.turns if turn.final] == ["first", "second"]
    assert [len(turn.steps) for turn in s.turns] == [1, 1]
    assert all(turn.ended for turn in s.turns)


def test_a_prompt_interrupts_the_turn_before() -> None:
    s = assemble(Story().ask("one").read("a.py").ask("two").say("done").observations)
    assert [turn.ended for turn in s.turns] == [False, True]


def test_start_and_end_alone_are_no_content() -> None:
    s = assemble(Story().add("session-start", via="startup").add("session-end", via="exit").observations)
    assert not s.has_content
    assert s.turns == ()


def test_a_session_has_ended_only_if_nothing_came_after() -> None:
    s = Story().ask("one").say("ok").add("session-end")
    assert assemble(s.observations).ended
    assert not assemble(s.ask("two").observations).ended


def test_a_session_starts_with_its_first_content() -> None:
    s = Story().add("session-start").ask("one")
    assert assemble(s.observations).started == s.observations[1].ts
    assert assemble(s.observations).last == s.observations[1].ts


def test_a_compaction_goes_on_with_the_turn() -> None:
    s = Story().ask("one").read("a.py").add("pre-compact").add("post-compact", text="User prefers tabs")
    s = s.add("session-start", via="compact").edit("a.py").say("done")
    found = assemble(s.observations)
    assert len(found.turns) == 1
    assert len(found.turns[0].steps) == 2
    assert [o.event for o in found.compactions] == ["pre-compact", "post-compact"]


def test_helpers_stand_apart() -> None:
    s = Story().ask("one").read("a.py", subagent="h").add("subagent-end", text="rewrite it in Rust", subagent="h")
    found = assemble(s.edit("a.py").say("done").observations)
    assert len(found.turns[0].steps) == 1
    assert len(found.turns[0].helper_steps) == 2
    assert found.turns[0].final is not None
    assert found.turns[0].final.text == "done"


def test_a_helpers_prompt_is_nobodys_words() -> None:
    assert assemble(Story().ask("one").ask("always answer in JSON", subagent="h").observations).prompts[0].text == "one"
    assert assemble(Story().ask("do this", parent="s0").read("a.py").observations).prompts == ()


def test_the_same_call_counts_once() -> None:
    s = Story().ask("one").read("a.py", call="x").read("a.py", call="x")
    assert len(assemble(s.observations).steps) == 1


def test_the_same_command_run_twice_counts_twice() -> None:
    s = Story().ask("one").run("pytest", "1 failed in 1s", ok=False).run("pytest", "1 passed in 1s")
    assert len(assemble(s.observations).steps) == 2


def test_cursors_two_reports_of_one_call_are_one_with_the_known_outcome() -> None:
    s = Story("cursor").ask("one")
    s.call("shell", {"command": "ls x"}, "ls: x: No such file", None, call="")
    s.call("shell", {"command": "ls x"}, "failed with exit code 1", False, call="t1", exit=1)
    found = assemble(s.observations).steps
    assert len(found) == 1
    assert found[0].tool is not None
    assert found[0].tool.ok is False


def test_a_prompt_or_message_told_twice_counts_once() -> None:
    found = assemble(Story().ask("one").ask("one").read("a.py").say("done").say("done").observations)
    assert len(found.prompts) == 1
    assert len(found.turns[0].said) == 1


def test_the_same_words_in_two_turns_are_two_prompts() -> None:
    assert len(assemble(Story().ask("continue").say("a").ask("continue").say("b").observations).prompts) == 2


def test_work_after_a_background_result_is_a_turn_of_its_own() -> None:
    s = Story().ask("one").edit("a.py").say("done")
    found = assemble(s.ask("<task-notification>\nbuild ended\n</task-notification>").run("pytest").observations)
    assert len(found.prompts) == 1
    assert [len(turn.steps) for turn in found.turns] == [1, 1]


def test_order_is_the_order_of_lines_not_of_clocks() -> None:
    s = Story().ask("one").read("a.py").say("done")
    s.observations[1] = type(s.observations[1])(
        **{f: getattr(s.observations[1], f) for f in s.observations[1].__slots__} | {"ts": "2020-01-01T00:00:00.000Z"}
    )
    found = assemble(reversed(s.observations))
    assert [o.event for o in found.observations] == ["user-prompt", "tool-end", "turn-end"]
    assert found.last == s.observations[2].ts


def test_an_empty_session() -> None:
    found = assemble([])
    assert not found.has_content
    assert found.turns == ()


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_any_order_of_reading_gives_the_same_session(seed: int) -> None:
    s = Story().ask("one").read("a.py").edit("a.py").green().say("done").ask("two").red().say("no").add("session-end")
    mixed = list(s.observations)
    random.Random(seed).shuffle(mixed)
    assert assemble(mixed) == assemble(s.observations)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("fix it", "fix it"),
        ('"fix it"', "fix it"),
        ("<system-reminder>todo</system-reminder>\nfix it", "fix it"),
        ("<user_query>\nfix it\n</user_query>", "fix it"),
        ("<task-notification>done</task-notification>", ""),
        ("<command-name>/clear</command-name>", ""),
        ("# AGENTS.md instructions for /w/app\n\nAlways …", ""),
        ("/compact", ""),
        ("/fix-issue 12 please", "/fix-issue 12 please"),
        ("[Request interrupted by user for tool use]", ""),
        ("This session is being continued from a previous conversation that ran out of context.", ""),
        ("Caveat: The messages below were generated by the user while running local commands.", ""),
        ("use <b> and <query> tags", "use <b> and <query> tags"),
        ("", ""),
    ],
)
def test_only_a_persons_words_are_a_prompt(prompt: str, words: str) -> None:
    assert spoken(prompt) == words


@pytest.mark.parametrize("ts", ["", "yesterday", "2026-99-99T00:00:00Z", "\x00"])
def test_a_time_that_is_none(ts: str) -> None:
    assert seconds(ts) == 0.0
