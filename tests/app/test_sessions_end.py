"""When a session counts as over though its agent never said so."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from memwiki.app.handing import Taker, accept, list_handoffs
from memwiki.app.pipeline import Choice
from memwiki.capture import process

RULE = ("From now on, always use tabs for indentation.", "Noted.")


def mark_of(pid: int) -> str:
    """The mark that a hook of this process would leave."""
    _, _, start = process._stat(pid)
    return f"{pid}.{start}.{process._boot()}.{process._place()}"


@pytest.fixture
def ended() -> str:
    """The mark of a process that has ended; where the system tells none, nothing here can be told either."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as running:
        return mark_of(running.pid)


def marked(memory, session: str, *marks: str) -> None:
    """Puts marks on the session's last events."""
    (path,) = memory.home.glob(f"raw/*/*/*-{session}/0001.jsonl")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line, mark in zip(lines[-len(marks) :], marks, strict=True):
        line["process"] = mark
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


needs_proc = pytest.mark.skipif(not process.mark(), reason="the system does not tell of processes")


@needs_proc
def test_the_session_of_a_killed_agent_closes_at_once(memory, ended) -> None:
    last = memory.session("one", 0, RULE, end=False)
    assert memory.compile(last + 1) == []
    marked(memory, "one", ended, ended)

    (done,) = memory.compile(last + 1)

    assert done.sessions == ("claude-code-one",)


@needs_proc
@pytest.mark.parametrize(("agent", "given_back"), [("claude-code", True), ("generic", False)])
def test_a_killed_session_that_told_only_its_start_gives_back_what_it_took(memory, ended, agent, given_back) -> None:
    last = memory.session("one", 0, RULE)
    memory.compile(last)
    (left,) = list_handoffs(memory.desk(last + 1))
    memory.event("SessionStart", "two", last + 1, agent, source="startup")
    marked(memory, "two", ended)
    accept(memory.desk(last + 1), left.id, Taker(agent, "two"))

    memory.compile(last + 2)

    assert [one.generation for one in list_handoffs(memory.desk(last + 2))] == ([1] if given_back else [])


@needs_proc
def test_an_agent_killed_in_the_middle_of_a_turn_leaves_a_page(memory, ended) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("UserPromptSubmit", "one", last + 1, prompt="Now the second part.")
    marked(memory, "one", ended, ended)

    assert len(memory.compile(last + 2)) == 1


@needs_proc
@pytest.mark.parametrize("odd", ["one mark only", "another one each time", "alive", "of another machine"])
def test_a_session_stays_open_where_nobody_can_say_that_its_agent_is_gone(memory, ended, odd) -> None:
    last = memory.session("one", 0, RULE, end=False)
    here = mark_of(os.getpid())
    first = {"one mark only": "", "another one each time": here, "alive": here}.get(odd, ended[:-8] + "ffffffff")
    second = {"alive": here, "of another machine": ended[:-8] + "ffffffff"}.get(odd, ended)
    marked(memory, "one", first, second)

    assert memory.compile(last + 1) == []


def test_the_first_event_of_an_agent_that_tells_no_start_is_one(memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("UserPromptSubmit", "two", last + 12, "qwen-code", prompt="Go on.")

    (done,) = memory.compile(last + 12)

    assert done.sessions == ("claude-code-one",)


def test_a_session_that_only_goes_on_is_no_start_of_another(memory) -> None:
    memory.session("two", 0, RULE, agent="codex")
    memory.compile(5)
    last = memory.session("one", 10, RULE, end=False)
    memory.event("UserPromptSubmit", "two", last + 12, "codex", prompt="One more thing.")

    assert [done.sessions for done in memory.compile(last + 12)] == []


def test_a_session_that_slept_with_its_laptop_goes_on_as_one_page(memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    assert len(memory.compile(last + 8 * 60)) == 1  # nobody knows yet that it will wake
    memory.event("UserPromptSubmit", "one", last + 8 * 60 + 1, prompt="Always run the linter before a commit, too.")
    memory.event("Stop", "one", last + 8 * 60 + 2, last_assistant_message="Noted.")

    assert memory.compile(last + 8 * 60 + 5) == []
    (done,) = memory.compile(last + 9 * 60)

    assert done.sessions == ("claude-code-one",)
    pages = [path for path in memory.pages() if path.startswith("sessions/20")]
    assert len([path for path in pages if not path.endswith("index.md")]) == 1
    assert sorted(path.name for path in memory.home.glob("raw/*/*/claude-code-one/*.jsonl")) == [
        "0001.sealed.jsonl",
        "0002.sealed.jsonl",
    ]


@pytest.mark.parametrize("source", ["resume", "compact"])
def test_a_resumed_or_compacted_session_is_the_same(memory, source) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("SessionStart", "one", last + 12, source=source)

    assert memory.compile(last + 13) == []


def test_a_cleared_session_is_over_and_another_begins(memory) -> None:
    last = memory.session("one", 0, RULE, end=False)
    memory.event("SessionEnd", "one", last + 1, reason="clear")
    memory.event("SessionStart", "two", last + 1, source="clear")

    (done,) = memory.compile(last + 2)

    assert done.sessions == ("claude-code-one",)


def test_a_fork_under_a_new_name_that_tells_no_start_has_its_own_page(memory) -> None:
    """A forked session may begin under the old id; all that follows carries one that never started."""
    memory.session("one", 0, RULE)
    memory.event("SessionStart", "one", 5, source="resume")
    memory.event("UserPromptSubmit", "forked", 6, prompt="Try it with spaces in this branch.")
    memory.event("Stop", "forked", 7, last_assistant_message="Done.")
    memory.event("SessionEnd", "forked", 8, reason="other")

    (done,) = memory.compile(9, Choice(every=True))

    assert set(done.sessions) == {"claude-code-one", "claude-code-forked"}


def test_ends_that_come_again_or_for_nobody_do_no_harm(memory) -> None:
    end = memory.session("one", 0, RULE, agent="gemini-cli")
    for extra in range(2):
        memory.event("SessionEnd", "one", end + 0.1 * extra, "gemini-cli", reason="exit")
    memory.event("SessionEnd", "never-begun", end, "codex", reason="other")

    (done,) = memory.compile(end + 1)

    assert "gemini-cli-one" in done.sessions
    assert len([path for path in memory.pages() if path.startswith("sessions/20") and "index" not in path]) == 1
