"""What is particular to one agent's payloads."""

import json
from pathlib import Path

import pytest

from memwiki.capture.agents import ADAPTERS, adapter, capabilities
from memwiki.capture.agents import copilot as copilot_module
from memwiki.capture.draft import EVENTS, plain
from memwiki.capture.normalise import normalise

PAYLOADS = Path(__file__).parent.parent / "fixtures" / "payloads"


@pytest.mark.parametrize("name", ADAPTERS)
def test_what_an_agent_can_do_is_whole(name):
    can = capabilities(name)
    assert can.name == name
    assert can.title
    assert can.events
    assert all(plain(event) in EVENTS for event in can.events)
    assert (can.source == "recorded") == bool(can.versions)
    assert can.end in ("reliable", "unreliable", "never")
    assert can.start or can.prompt


@pytest.mark.parametrize("name", ADAPTERS)
def test_every_hooked_event_becomes_an_observation(name):
    """Events that the settings ask for and no payload ever fills would slow an agent for nothing."""
    given = {
        "session_id": "s",
        "cwd": "/w",
        "prompt": "do it",
        "tool_name": "Bash",
        "tool_input": {"command": "make"},
        "tool_output": "ok",
        "error": "boom",
        "trigger": "manual",
    }
    for event in capabilities(name).events:
        assert normalise(name, {**given, "hook_event_name": event}) is not None, event


def test_an_unknown_name_is_generic():
    assert adapter("somebody").__name__.endswith(".generic")


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("claude", "claude-code"),
        ("Qwen", "qwen-code"),
        ("kimi_code", "kimi"),
        ("kiro-cli", "kiro"),
        ("copilot", "copilot-cli"),
    ],
)
def test_other_names_of_an_agent(alias, name):
    given = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "hello"}
    assert normalise(alias, given)["agent"] == name


def copilot(event, **fields):
    return normalise("copilot-cli", {"sessionId": "s", "cwd": "/w", "timestamp": 1, **fields}, event)


@pytest.mark.parametrize(
    ("text", "output", "ok", "code"),
    [
        ("3 passed\n<shellId: 0 completed with exit code 0>", "3 passed", True, 0),
        ("no\n<shellId: 2 completed with exit code 4>", "no", False, 4),
        ("<shellId: 0 completed with exit code 1>", "", False, 1),
        ("a\n<shellId: 9 completed with exit code 1>\nb\n<shellId: 0 completed with exit code 0>", None, True, 0),
        ("serving\n<shellId: 3 is still running>", "serving", None, None),
        ("text that ends otherwise", "text that ends otherwise", True, None),
    ],
)
def test_copilots_last_line_tells_the_exit(text, output, ok, code):
    found = copilot(
        "postToolUse",
        toolName="bash",
        toolArgs={"command": "make"},
        toolResult={"resultType": "success", "textResultForLlm": text},
    )
    tool = found["tool"]
    assert (tool["ok"], tool["exit"]) == (ok, code)
    assert output is None or tool["output"] == output
    assert (found["event"] == "tool-fail") == (ok is False)


def test_a_copilot_subagent_belongs_to_its_parent():
    child = {"sessionId": "child", "agentId": "child", "agentType": "task", "parentAgentId": "s"}
    assert copilot("userPromptSubmitted", prompt="list", **child) is None
    assert copilot("agentStop", **child) is None
    call = copilot("postToolUse", toolName="view", toolArgs={"path": "/w/a"}, toolResult={}, **child)
    assert (call["session"], call["subagent"]) == ("s", "child")
    told = copilot("subagentStop", agentId="child", parentAgentId="s", response="Two files.")
    assert (told["event"], told["session"], told["text"]) == ("subagent-end", "s", "Two files.")


def transcript(tmp_path, *lines, torn=""):
    path = tmp_path / "events.jsonl"
    written = [json.dumps({"type": kind, "data": data}, separators=(",", ":")) + "\n" for kind, data in lines]
    path.write_text("".join(written) + torn, "utf-8")
    return str(path)


ASKED = ("user.message", {"content": "go on"})
CALLED = ("assistant.message", {"content": "I look.", "toolRequests": [{"name": "bash"}]})
RAN = ("tool.execution_complete", {"success": True})
SAID = ("assistant.message", {"content": "It adds now.", "toolRequests": []})


@pytest.fixture
def pauses(monkeypatch):
    """Counts how often the adapter waits for the transcript, without waiting."""
    found = []
    monkeypatch.setattr(copilot_module.time, "sleep", found.append)
    return found


def test_copilots_last_words_come_from_its_transcript(tmp_path, pauses):
    path = transcript(tmp_path, ASKED, CALLED, RAN, SAID, ("hook.start", {}), torn='{"type":"assist')
    assert copilot("agentStop", transcriptPath=path)["text"] == "It adds now."
    assert pauses == []


def test_words_that_are_not_written_yet_are_waited_for(tmp_path, pauses, monkeypatch):
    path = transcript(tmp_path, ASKED, CALLED, RAN)
    monkeypatch.setattr(copilot_module.time, "sleep", lambda _: transcript(tmp_path, ASKED, CALLED, RAN, SAID))
    assert copilot("agentStop", transcriptPath=path)["text"] == "It adds now."


def test_a_wait_for_words_ends(tmp_path, pauses):
    assert copilot("agentStop", transcriptPath=transcript(tmp_path, ASKED, CALLED, RAN))["text"] == "I look."
    assert 1 <= len(pauses) <= 50
    assert copilot("agentStop", transcriptPath=transcript(tmp_path, SAID, ASKED))["text"] == ""


@pytest.mark.parametrize("path", ["", "/nowhere/events.jsonl", "/etc/passwd", "/dev/zero", "\0.jsonl"])
def test_a_transcript_that_cannot_be_read_is_no_words(path):
    assert copilot("agentStop", transcriptPath=path)["text"] == ""


def test_an_error_of_copilot_is_a_notification():
    found = copilot("errorOccurred", error={"message": "429", "name": "RateLimit"}, recoverable=False)
    assert (found["event"], found["text"], found["via"]) == ("notification", "429", "stop-failure")


def kimi(event, **fields):
    return normalise("kimi", {"session_id": "s", "cwd": "/w", "hook_event_name": event, **fields})


def test_kimi_prompts_come_in_parts():
    assert kimi("UserPromptSubmit", prompt=[{"type": "text", "text": "fix it"}])["text"] == "fix it"


def test_kimi_failures_tell_the_exit_in_their_last_line():
    error = {"code": "internal", "message": "no such file\nCommand failed with exit code: 2.", "retryable": False}
    found = kimi("PostToolUseFailure", tool_name="Bash", tool_input={"command": "ls x"}, error=error)
    assert (found["tool"]["ok"], found["tool"]["exit"], found["tool"]["output"]) == (False, 2, "no such file")


def test_what_a_kimi_command_printed_is_no_exit():
    error = {"message": "Command failed with exit code: 9\nit said\nCommand failed with exit code: 1."}
    assert kimi("PostToolUseFailure", tool_name="Bash", tool_input={"command": "x"}, error=error)["tool"]["exit"] == 1
    ran = kimi("PostToolUse", tool_name="Bash", tool_input={"command": "x"}, tool_output="exit code: 7")
    assert (ran["tool"]["ok"], ran["tool"]["exit"]) == (True, 0)


def test_a_refused_kimi_call_is_a_failure_without_an_exit():
    error = {"code": "internal", "message": "Invalid args", "retryable": False}
    found = kimi("PostToolUseFailure", tool_name="Read", tool_input={"file": "a"}, error=error)
    assert (found["event"], found["tool"]["exit"], found["tool"]["output"]) == ("tool-fail", None, "Invalid args")


def qwen(event, **fields):
    return normalise("qwen-code", {"session_id": "s", "cwd": "/w", "hook_event_name": event, **fields})


def test_a_failed_qwen_command_has_its_exit():
    error = "Command: ls x\nDirectory: (root)\nOutput: no such file\nError: (none)\nExit Code: 2\nSignal: (none)"
    found = qwen(
        "PostToolUseFailure",
        tool_name="run_shell_command",
        tool_input={"command": "ls x"},
        error=error,
        tool_use_id="t",
    )
    assert (found["event"], found["call"]) == ("tool-fail", "t")
    assert (found["tool"]["ok"], found["tool"]["exit"], found["tool"]["output"]) == (False, 2, "no such file")


def test_an_empty_qwen_prompt_is_none():
    assert qwen("UserPromptSubmit", prompt="") is None


def opencode(event, *items, **fields):
    return normalise("opencode", {"event": event, "cwd": "/w", **fields, "items": list(items)})


def test_an_opencode_child_is_a_subagent_of_its_parent():
    child = {"sessionID": "ses_2", "parent_session_id": "ses_1"}
    assert (
        opencode("chat.message", {"sessionID": "ses_2"}, {"parts": [{"type": "text", "text": "list"}]}, **child) is None
    )
    call = opencode(
        "tool.execute.after", {"tool": "bash", "sessionID": "ses_2", "args": {"command": "ls"}}, {}, **child
    )
    assert (call["session"], call["subagent"]) == ("ses_1", "ses_2")
    told = opencode("session.idle", last_assistant_message="Two files.", **child)
    assert (told["event"], told["session"], told["text"]) == ("subagent-end", "ses_1", "Two files.")
    assert opencode("session.created", **child) is None


def test_what_a_plugin_adds_to_an_opencode_message_is_not_said():
    parts = [
        {"type": "text", "text": "fix it"},
        {"type": "text", "text": "context", "synthetic": True},
        {"type": "file"},
    ]
    assert opencode("chat.message", {"sessionID": "ses_1"}, {"parts": parts})["text"] == "fix it"


def test_the_second_form_of_an_opencode_call_is_read_too():
    call = {"tool": "bash", "sessionID": "ses_1", "id": "c1", "input": {"command": "ls"}, "status": "error"}
    found = opencode("tool.execute.after", {**call, "error": {"message": "gone"}})
    assert (found["session"], found["tool"]["input"], found["tool"]["ok"]) == ("ses_1", {"command": "ls"}, False)
    assert found["tool"]["output"] == "gone"


GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "adding-an-agent.md"


def documented():
    block = GUIDE.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    return [json.loads(line) for line in block.splitlines()]


def test_the_documented_session_is_understood():
    found = [normalise("my-agent", payload) for payload in documented()]
    assert [one["event"] for one in found] == [payload["hook_event_name"] for payload in documented()]
    assert {(one["agent"], one["session"], one["cwd"]) for one in found} == {("my-agent", "s1", "/w/shop")}
    edit, run = found[2]["tool"], found[3]["tool"]
    assert edit["input"] == {"path": "/w/shop/cart.py", "old": "a - b", "new": "a + b"}
    assert (run["family"], run["ok"], run["exit"], run["output"]) == ("shell", True, 0, "3 passed")
    assert "round to cents" in found[4]["text"]


@pytest.mark.parametrize("name", sorted(path.stem for path in PAYLOADS.glob("*.jsonl")))
def test_payloads_belong_to_an_adapter(name):
    assert name in ADAPTERS
