"""What a session is told reaches it on a channel that its agent does not drop, once, and within the agent's limits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.capture import process
from memwiki.capture.agents import ADAPTERS, capabilities
from memwiki.hooks.bundle import STUB, install_bin
from memwiki.hooks.ready import reply
from memwiki.paths import Home

AT = "2026-09-14T09:12:03Z"
HANDOFF = "<memwiki-handoff>\nnext: ship it\n</memwiki-handoff>"


class Hook:
    """The hook of one home with a handoff that waits, called with payloads."""

    def __init__(self, root: Path) -> None:
        self.home, self.work = root / "home", root / "work"
        self.work.mkdir()
        install_bin(self.home, sys.executable)
        self.environment = {"HOME": str(root / "user"), "USER": "dev", "PATH": os.environ["PATH"]}
        self.call("claude-code", "UserPromptSubmit", session="giver")
        entry = {
            "id": "handoff-1",
            "generation": 0,
            "kind": "auto",
            "from_session": "giver",
            "operator": "dev",
            "cwd": str(self.work),
            "created": "2026-09-14T08:00:00Z",
            "text": HANDOFF,
        }
        path = Home(self.home).ready(Home(self.home).projects()[0])
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"schema": "memwiki.ready/1", "handoffs": [entry], "briefing": "the briefing"}))

    def call(self, agent: str, event: str, session: str = "s1", **fields: object) -> str:
        payload = {
            "session_id": session,
            "cwd": str(self.work),
            "hook_event_name": event,
            "prompt": "go on",
            **fields,
        }
        command = [sys.executable, "-I", "-S", str(self.home / "bin" / STUB), "--agent", agent, "--at", AT]
        done = subprocess.run(
            command, input=json.dumps(payload).encode(), capture_output=True, env=self.environment, check=True
        )
        return done.stdout.decode()


@pytest.fixture
def hook(tmp_path):
    return Hook(tmp_path)


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "my-own"])
def test_a_start_is_told_as_the_hooks_output(hook, agent):
    said = json.loads(hook.call(agent, "SessionStart", source="startup"))
    assert said == {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": HANDOFF}}
    assert hook.call(agent, "UserPromptSubmit") == ""


@pytest.mark.parametrize(("agent", "event"), [("kiro", "agentSpawn"), ("opencode", "session.created")])
def test_some_take_plain_text(hook, agent, event):
    assert hook.call(agent, event) == HANDOFF


def test_copilot_takes_an_object_of_its_own(hook):
    assert json.loads(hook.call("copilot-cli", "sessionStart", source="new")) == {"additionalContext": HANDOFF}


@pytest.mark.parametrize("agent", ["qwen-code", "kimi"])
def test_where_a_start_is_dropped_the_first_prompt_is_told(hook, agent):
    assert hook.call(agent, "SessionStart", source="startup") == ""
    first = hook.call(agent, "UserPromptSubmit")
    assert "ship it" in first
    assert hook.call(agent, "UserPromptSubmit") == ""
    assert hook.call(agent, "UserPromptSubmit", session="s2").count("ship it") == 0


def test_a_prompt_is_told_in_the_agents_form(hook):
    said = json.loads(hook.call("qwen-code", "UserPromptSubmit"))["hookSpecificOutput"]
    assert said == {"hookEventName": "UserPromptSubmit", "additionalContext": HANDOFF}


def test_an_empty_prompt_takes_nothing_away(hook):
    assert hook.call("qwen-code", "UserPromptSubmit", prompt="") == ""
    assert "ship it" in hook.call("qwen-code", "UserPromptSubmit")


@pytest.mark.parametrize(("agent", "event"), [("qwen-code", "PostCompact"), ("kimi", "PostCompact")])
def test_after_a_compaction_the_next_prompt_is_told_again(hook, agent, event):
    hook.call(agent, "UserPromptSubmit")
    assert hook.call(agent, event, trigger="manual") == ""
    assert "ship it" in hook.call(agent, "UserPromptSubmit")
    assert hook.call(agent, "UserPromptSubmit") == ""


def test_a_compacted_session_takes_no_handoff_of_others(hook):
    ready = Home(hook.home).ready(Home(hook.home).projects()[0])
    whole = ready.read_text()
    ready.write_text(json.dumps({"handoffs": [], "briefing": "the briefing"}))
    assert hook.call("kimi", "UserPromptSubmit") == "the briefing"
    ready.write_text(whole)
    hook.call("kimi", "PostCompact")
    assert hook.call("kimi", "UserPromptSubmit") == "the briefing"


def test_a_prompt_of_a_subagent_is_told_nothing(hook):
    assert hook.call("qwen-code", "UserPromptSubmit", agent_id="a1") == ""
    assert "ship it" in hook.call("qwen-code", "UserPromptSubmit")


@pytest.mark.parametrize("agent", ADAPTERS)
def test_limits_of_agents_hold(agent):
    can = capabilities(agent)
    assert (
        min(cap for cap in (can.cap_bytes, can.cap_units, 9500) if cap) == 9500
    )  # the most that a block may be set to


@pytest.mark.parametrize("agent", ADAPTERS)
def test_nothing_is_said_where_it_would_be_dropped(agent):
    can = capabilities(agent)
    assert bool(reply(can, "session-start", "text")) == bool(can.start)
    assert bool(reply(can, "user-prompt", "text")) == bool(can.prompt)
    assert reply(can, "session-start", "") == ""


def wait_for(hook, minutes: int) -> None:
    """Marks the handoff's giver as at work for some minutes more."""
    ready = Home(hook.home).ready(Home(hook.home).projects()[0])
    document = json.loads(ready.read_text())
    document["handoffs"][0] |= {"from_agent": "claude-code", "live_until": f"2026-09-14T09:{12 + minutes}:03Z"}
    ready.write_text(json.dumps(document))


def giver_marked(hook, mark: str, name: str = "0001.jsonl") -> None:
    """Rewrites what the giver left, with a mark on it and in a segment of this name."""
    (path,) = hook.home.glob("raw/*/*/claude-code-giver/*.jsonl")
    line = {**json.loads(path.read_text()), "ts": "2026-09-14T09:11:03.000Z", "process": mark}
    path.write_text((json.dumps(line, separators=(",", ":")) + "\n") * 2)
    path.rename(path.with_name(name))


@pytest.mark.parametrize("name", ["0001.jsonl", "0001.sealed.jsonl"])
def test_the_baton_of_an_agent_that_was_killed_is_taken_at_once(hook, name):
    if not process.mark():
        return  # a system that does not tell of processes waits for the ten minutes
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as running:
        start = process._stat(running.pid)[2]
        gone = f"{running.pid}.{start}.{process._boot()}.{process._place()}"
    wait_for(hook, 8)
    giver_marked(hook, gone, name)
    assert "ship it" in hook.call("codex", "SessionStart", source="startup")


def test_the_baton_of_an_agent_that_lives_is_not(hook):
    wait_for(hook, 8)
    giver_marked(hook, process.mark(), "0001.sealed.jsonl")
    assert "ship it" not in hook.call("codex", "SessionStart", source="startup")


def test_a_handoff_that_was_late_for_the_start_comes_with_the_first_prompt(hook):
    project = Home(hook.home).projects()[0]
    ready = Home(hook.home).ready(project)
    whole = ready.read_text()
    ready.write_text(json.dumps({"handoffs": [], "briefing": "the briefing"}))
    assert "the briefing" in hook.call("claude-code", "SessionStart", source="startup")
    late = hook.home / "state" / "late" / project.workspace / project.name / "claude-code-s1"
    late.parent.mkdir(parents=True)
    late.write_text("{}")
    ready.write_text(whole)

    first = json.loads(hook.call("claude-code", "UserPromptSubmit"))["hookSpecificOutput"]

    assert first == {"hookEventName": "UserPromptSubmit", "additionalContext": HANDOFF.rstrip()}
    assert not late.exists()
    assert hook.call("claude-code", "UserPromptSubmit") == ""
    assert "ship it" not in hook.call("claude-code", "SessionStart", session="s2", source="startup")
    assert "ship it" in hook.call("claude-code", "SessionStart", source="compact")


def late_for(hook, agent: str) -> tuple[Path, Path, str]:
    """A session whose start could not wait: its mark, the ready file without the handoff, and what that will hold."""
    project = Home(hook.home).projects()[0]
    ready = Home(hook.home).ready(project)
    whole = ready.read_text()
    ready.write_text(json.dumps({"handoffs": [], "briefing": "the briefing"}))
    hook.call(agent, "sessionStart" if agent == "cursor" else "SessionStart", source="startup")
    mark = hook.home / "state" / "late" / project.workspace / project.name / f"{agent}-s1"
    mark.parent.mkdir(parents=True)
    mark.write_text("{}")
    return mark, ready, whole


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "qwen-code", "kimi"])
def test_a_handoff_that_is_late_for_the_first_prompt_too_comes_with_the_next(hook, agent):
    mark, ready, whole = late_for(hook, agent)
    event = "BeforeAgent" if agent == "gemini-cli" else "UserPromptSubmit"
    assert "ship it" not in hook.call(agent, event)
    assert mark.exists()
    ready.write_text(whole)
    assert "ship it" in hook.call(agent, event)
    assert not mark.exists()
    assert "ship it" not in hook.call(agent, event)


@pytest.mark.parametrize(("agent", "event"), [("claude-code", "PostToolUse"), ("cursor", "postToolUse")])
def test_or_with_the_first_tools_result(hook, agent, event):
    _, ready, whole = late_for(hook, agent)
    more = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": {"stdout": "a"}, "tool_use_id": "t"}
    assert hook.call(agent, event, **more) == ""
    ready.write_text(whole)
    assert "ship it" in hook.call(agent, event, **{**more, "tool_use_id": "u"})
    assert hook.call(agent, event, **{**more, "tool_use_id": "v"}) == ""
    (claim,) = [
        line
        for path in hook.home.glob("raw/*/*/memwiki-*/*.jsonl")
        for line in map(json.loads, path.read_text().splitlines())
        if line["event"] == "handoff-claim"
    ]
    assert (claim["for_agent"], claim["how"]) == (agent, "tool")


def test_a_session_does_not_wait_for_it_for_long(hook):
    mark, ready, whole = late_for(hook, "claude-code")
    os.utime(mark, (mark.stat().st_mtime - 300,) * 2)
    assert hook.call("claude-code", "UserPromptSubmit") == ""
    ready.write_text(whole)
    assert hook.call("claude-code", "UserPromptSubmit") == ""
    assert "ship it" in hook.call("claude-code", "SessionStart", session="s2", source="startup")


def test_a_start_that_was_in_time_takes_nothing_at_a_prompt(hook):
    assert hook.call("claude-code", "UserPromptSubmit") == ""
    assert "ship it" in hook.call("claude-code", "SessionStart", session="s2", source="startup")
