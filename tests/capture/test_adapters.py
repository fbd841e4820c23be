"""Payloads of the real programs become observations that mean the same, whoever sent them."""

import json
from pathlib import Path

import pytest

from memwiki.capture import payload
from memwiki.capture.normalise import normalise

PAYLOADS = Path(__file__).parent.parent / "fixtures" / "payloads"
FAMILIES = {"shell", "edit", "write", "read", "search", "web", "task", "todo", "mcp", "other"}
EVENTS = {
    "session-start",
    "user-prompt",
    "tool-end",
    "tool-fail",
    "turn-end",
    "subagent-end",
    "pre-compact",
    "post-compact",
    "session-end",
    "notification",
}


def records(agent):
    text = (PAYLOADS / f"{agent}.jsonl").read_text("utf-8")
    for line in text.splitlines():
        record = json.loads(line)
        stdin = record["stdin"]
        yield record["event"], {"items": stdin} if isinstance(stdin, list) else stdin


AGENTS = sorted(path.stem for path in PAYLOADS.glob("*.jsonl"))


@pytest.mark.parametrize("agent", AGENTS)
def test_every_recorded_payload_has_a_sound_shape(agent):
    kept = 0
    for event, given in records(agent):
        found = normalise(agent, given, event)
        if found is None:
            continue
        kept += 1
        assert found["event"] in EVENTS
        assert found["agent"] == agent
        assert isinstance(found["session"], str)
        assert found["session"]
        assert "user_email" not in json.dumps(found)
        tool = found.get("tool")
        assert (tool is None) == (found["event"] not in ("tool-end", "tool-fail"))
        if tool:
            assert tool["family"] in FAMILIES
            assert isinstance(tool["output"], str)
            assert all(isinstance(value, str | list) for value in tool["input"].values())
            assert (tool["ok"] is False) == (found["event"] == "tool-fail")
    assert kept > 0


@pytest.mark.parametrize("agent", AGENTS)
def test_calls_that_have_not_finished_are_not_kept(agent):
    for event, given in records(agent):
        if event in ("PreToolUse", "BeforeTool", "preToolUse", "beforeShellExecution", "tool.execute.before"):
            assert normalise(agent, given, event) is None


def claude(event, **fields):
    return normalise("claude-code", {"session_id": "s", "cwd": "/w/a", "hook_event_name": event, **fields})


def test_claude_shell_success_has_exit_zero_and_both_streams():
    found = claude(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": "make"},
        tool_response={"stdout": "out\n", "stderr": "warn", "interrupted": False},
        duration_ms=12,
        tool_use_id="t1",
    )
    assert found["tool"] == {
        "name": "Bash",
        "family": "shell",
        "input": {"command": "make"},
        "output": "out\nwarn",
        "ok": True,
        "exit": 0,
        "duration_ms": 12,
    }
    assert found["call"] == "t1"


def test_claude_failure_keeps_exit_and_drops_its_line():
    found = claude(
        "PostToolUseFailure", tool_name="Bash", tool_input={"command": "x"}, error="Exit code 2\nno such file"
    )
    assert found["event"] == "tool-fail"
    assert (found["tool"]["exit"], found["tool"]["output"]) == (2, "no such file")


def test_claude_background_command_is_neither_good_nor_bad():
    found = claude(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": "serve"},
        tool_response={"stdout": "", "stderr": "", "backgroundTaskId": "b1"},
    )
    assert found["tool"]["ok"] is None


@pytest.mark.parametrize(("kind", "word"), [("create", "created"), ("update", "updated")])
def test_claude_write_tells_whether_the_file_is_new(kind, word):
    found = claude(
        "PostToolUse",
        tool_name="Write",
        tool_input={"file_path": "/w/a/x.py", "content": "1"},
        tool_response={"type": kind, "filePath": "/w/a/x.py", "content": "1"},
    )
    assert found["tool"]["output"] == word
    assert found["files"] == ["/w/a/x.py"]


def test_files_that_a_shell_command_changed_are_listed():
    found = claude(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": "sed -i s/a/b/ n.txt"},
        tool_response={"stdout": "", "stderr": "", "bashEditDiff": {"files": [{"filePath": "/w/a/n.txt"}]}},
    )
    assert found["files"] == ["/w/a/n.txt"]


def test_several_edits_of_one_call_are_one_edit():
    found = claude(
        "PostToolUse",
        tool_name="MultiEdit",
        tool_input={
            "file_path": "a.py",
            "edits": [{"old_string": "1", "new_string": "2"}, {"old_string": "3", "new_string": "4"}],
        },
        tool_response={"success": True},
    )
    assert found["tool"]["input"] == {"path": "a.py", "old": "1\n…\n3", "new": "2\n…\n4"}


def test_a_failed_api_call_is_a_notification_not_a_turn():
    found = claude(
        "StopFailure", error="rate_limit", error_details="429", last_assistant_message="API Error: Rate limit reached"
    )
    assert (found["event"], found["text"]) == ("notification", "rate_limit: 429")


def test_codex_patch_names_its_files_and_succeeds():
    parts = ["*** Begin Patch", "*** Add File: a/new.py", "+x", "*** Update File: b.py", "@@", "-1", "+2"]
    patch = "\n".join([*parts, "*** Delete File: c.py", "*** End Patch", ""])
    found = normalise(
        "codex",
        {
            "session_id": "s",
            "hook_event_name": "PostToolUse",
            "tool_name": "apply_patch",
            "tool_input": {"command": patch},
            "tool_response": "Exit code: 0\nWall time: 0 s\nOutput:\nSuccess. Updated the following files:\nA x\n",
        },
    )
    assert found["tool"]["family"] == "edit"
    assert found["tool"]["input"] == {"patch": patch}
    assert found["tool"]["ok"] is True
    assert found["files"] == ["a/new.py", "b.py", "c.py"]


def test_codex_shell_outcome_is_open_unless_its_own_header_tells():
    def run(response):
        return normalise(
            "codex",
            {
                "session_id": "s",
                "hook_event_name": "PostToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": "pytest"},
                "tool_response": response,
            },
        )["tool"]

    assert (run("1 failed")["ok"], run("1 failed")["exit"]) == (None, None)
    assert run("a log says\nExit code: 0\n")["ok"] is None
    assert run("Exit code: 3\nWall time: 1 s\nOutput:\nboom\n") | {"name": ""} == {
        "name": "",
        "family": "shell",
        "input": {"command": "pytest"},
        "output": "boom\n",
        "ok": False,
        "exit": 3,
    }


def test_codex_plan_is_a_todo_list():
    found = normalise(
        "codex",
        {
            "session_id": "s",
            "hook_event_name": "PostToolUse",
            "tool_name": "update_plan",
            "tool_input": {"plan": [{"step": "port it", "status": "in_progress"}]},
            "tool_response": "Plan updated",
        },
    )
    assert found["tool"]["input"] == {"todos": [{"content": "port it", "status": "in_progress"}]}


def test_patch_through_the_shell_is_an_edit():
    found = normalise(
        "codex",
        {
            "session_id": "s",
            "hook_event_name": "PostToolUse",
            "tool_name": "shell",
            "tool_input": {"command": ["apply_patch", "*** Begin Patch\n*** Update File: a.py\n-1\n+2\n*** End Patch"]},
            "tool_response": "Success. Updated",
        },
    )
    assert found["tool"]["family"] == "edit"
    assert found["files"] == ["a.py"]


def gemini(text, name="run_shell_command", **given):
    return normalise(
        "gemini-cli",
        {
            "session_id": "s",
            "hook_event_name": "AfterTool",
            "tool_name": name,
            "tool_input": given or {"command": "make"},
            "tool_response": {"llmContent": text, "returnDisplay": ""},
        },
    )


def test_gemini_result_is_unwrapped():
    text = "<untrusted_context>\nOutput: boom\nExit Code: 2\nProcess Group PGID: 7\n</untrusted_context>"
    found = gemini(text)
    assert found["event"] == "tool-fail"
    assert (found["tool"]["output"], found["tool"]["exit"]) == ("boom", 2)


def test_gemini_without_exit_line_succeeded():
    found = gemini("<untrusted_context>\nOutput: hello\nProcess Group PGID: 7\n</untrusted_context>")
    assert (found["tool"]["ok"], found["tool"]["exit"], found["tool"]["output"]) == (True, 0, "hello")


def test_gemini_exit_line_inside_the_output_is_only_text():
    found = gemini("Output: a log\nExit Code: 9\nand more\nExit Code: 0")
    assert found["tool"]["exit"] == 0
    assert "Exit Code: 9" in found["tool"]["output"]


def test_gemini_compression_before_each_call_is_no_event():
    given = {"session_id": "s", "hook_event_name": "PreCompress", "trigger": "auto"}
    assert normalise("gemini-cli", given) is None
    assert normalise("gemini-cli", {**given, "trigger": "manual"})["event"] == "pre-compact"


def cursor(event, **fields):
    common = {
        "conversation_id": "c1",
        "cursor_version": "2.7.0",
        "workspace_roots": ["/w/app"],
        "user_email": "dev@example.com",
    }
    return normalise("claude-code", {**common, "hook_event_name": event, **fields})


def test_cursor_is_known_by_its_payload():
    found = cursor("beforeSubmitPrompt", prompt="hi", attachments=[{"type": "rule", "file_path": "A.md"}])
    assert (found["agent"], found["session"], found["cwd"]) == ("cursor", "c1", "/w/app")
    assert "attachments" not in found


def test_cursor_twins_say_the_same():
    first = cursor("afterShellExecution", command="make", output="ok", duration=5)
    second = cursor(
        "postToolUse",
        tool_name="Shell",
        tool_input={"command": "make"},
        tool_output='{"exitCode": 0, "stdout": "ok"}',
        tool_use_id="call_1\nctc_2",
        cwd="/w/app",
    )
    assert first["tool"]["input"] == second["tool"]["input"]
    assert first["tool"]["output"] == second["tool"]["output"]
    assert (first["tool"]["name"], second["tool"]["name"]) == ("Shell", "Shell")
    assert (second["tool"]["exit"], second["tool"]["ok"]) == (0, True)


def test_cursor_edit_twins_say_the_same():
    edit = {"old_string": "1", "new_string": "2"}
    first = cursor("afterFileEdit", file_path="/w/app/a.py", edits=[edit])
    second = cursor(
        "postToolUse",
        tool_name="StrReplace",
        tool_input={"path": "/w/app/a.py", **edit},
        tool_output="{}",
        cwd="/w/app",
    )
    assert first["tool"]["input"] == second["tool"]["input"]
    assert first["files"] == second["files"] == ["/w/app/a.py"]


def test_cursor_failure_has_its_exit():
    found = cursor(
        "postToolUseFailure",
        tool_name="Shell",
        tool_input={"command": "ls x"},
        error_message="Command failed with exit code 1\nls: x: No such file",
    )
    assert (found["event"], found["tool"]["exit"], found["tool"]["output"]) == ("tool-fail", 1, "ls: x: No such file")


@pytest.mark.parametrize("own", ["c1", "c2"])
def test_a_cursor_subagent_belongs_to_the_session_that_sent_it(own):
    given = {"subagent_id": "sub-1", "subagent_type": "explore", "status": "completed", "summary": "three callers"}
    names = {"conversation_id": own, "parent_conversation_id": "c1", "workspace_roots": ["/w/app"]}
    found = normalise("cursor", {"hook_event_name": "subagentStop", "cursor_version": "3.2", **names, **given})
    assert (found["event"], found["session"], found["subagent"], found["text"]) == (
        "subagent-end",
        "c1",
        "sub-1",
        "three callers",
    )


def test_placeholder_session_is_dropped():
    assert cursor("sessionStart", session_id="empty-state-draft", conversation_id="empty-state-draft") is None


def test_deleted_file_is_a_patch_that_deletes():
    found = cursor("postToolUse", tool_name="Delete", tool_input={"path": "a.py"}, tool_output="{}")
    assert "*** Delete File: a.py" in found["tool"]["input"]["patch"]


def test_copilot_arguments_come_as_text():
    found = normalise(
        "copilot-cli",
        {
            "sessionId": "s",
            "cwd": "/w",
            "toolName": "bash",
            "toolArgs": '{"command":"make"}',
            "toolResult": {"resultType": "success", "textResultForLlm": "3 passed"},
        },
        "postToolUse",
    )
    assert found["tool"]["input"] == {"command": "make"}
    assert (found["tool"]["output"], found["tool"]["ok"]) == ("3 passed", True)


def test_opencode_prompt_loses_its_literal_quotes():
    given = {"items": [{"sessionID": "ses_1"}, {"parts": [{"type": "text", "text": '"fix it"'}]}]}
    assert normalise("opencode", given, "chat.message")["text"] == "fix it"


def test_unknown_agent_with_known_words_is_captured():
    found = normalise("somebody", {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "hello there"})
    assert (found["agent"], found["text"]) == ("somebody", "hello there")


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"hook_event_name": None},
        {"hook_event_name": "PostToolUse"},
        {"hook_event_name": "PostToolUse", "tool_name": 7, "tool_input": [1], "tool_response": {"stdout": 3}},
        {"hook_event_name": "afterFileEdit", "cursor_version": "1", "edits": "no", "workspace_roots": "x"},
        {"hook_event_name": "UserPromptSubmit", "prompt": {"parts": [None, 3, {"text": "hi"}]}},
        {"hook_event_name": "Stop", "last_assistant_message": None, "session_id": None},
        {"hook_event_name": "PostToolUse", "tool_name": "TodoWrite", "tool_input": {"todos": [None, 3, {}]}},
    ],
)
@pytest.mark.parametrize("agent", ["claude-code", "codex", "cursor", "gemini-cli", "opencode", "", "x"])
def test_odd_payloads_break_nothing(agent, broken):
    normalise(agent, broken, "PostToolUse")


def test_byte_order_marks_are_stripped():
    given, broken = payload.read(b"\xef\xbb\xbf\xef\xbb\xbf" + b'{"session_id": "s", "hook_event_name": "Stop"}\n')
    assert (given["session_id"], broken) == ("s", False)
