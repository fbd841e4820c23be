"""One raw payload becomes one bounded line, whatever is in it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.capture import payload
from memwiki.capture.observe import LINE_BYTES, encoded, line_of, observe, session_name
from memwiki.capture.project import Place
from memwiki.capture.settings import Settings, settings_of

PLACE = Place("default", "shop-12345678", {}, "/w/shop", "", False)
AT = 1_789_000_000_000


def seen(given, agent="claude-code", event="", settings=None):
    raw = given if isinstance(given, bytes) else json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return observe(raw, agent, event, AT, settings or Settings(), PLACE, b"0123456789")


def tool(command="make", output="", **more):
    return {
        "session_id": "s",
        "cwd": "/w/shop",
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_response": {"stdout": output, "stderr": ""},
        **more,
    }


def test_a_plain_event_has_the_fields_of_the_contract():
    line = seen(tool(output="ok"))
    assert {"v", "id", "ts", "agent", "session", "event", "cwd", "operator", "tool", "redacted", "cut"} <= set(line)
    assert (line["v"], line["ts"], line["redacted"], line["cut"]) == (1, "2026-09-10T00:26:40.000Z", 0, 0)


def test_every_text_of_the_line_is_redacted():
    secret = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    given = tool(f"echo {secret}", f"out {secret}", cwd=f"/w/{secret}/x", tool_use_id=secret)
    given["tool_name"] = f"Bash{secret}"
    assert secret not in json.dumps(seen(given))
    edit = tool()
    edit |= {
        "tool_name": "Edit",
        "tool_input": {"file_path": f"/w/{secret}.py", "old_string": secret, "new_string": "x"},
    }
    assert secret not in json.dumps(seen(edit))
    todo = tool()
    todo |= {"tool_name": "TodoWrite", "tool_input": {"todos": [{"content": f"use {secret}", "status": "pending"}]}}
    assert secret not in json.dumps(seen(todo))


def test_private_text_goes_from_input_and_output():
    line = seen(tool("echo '<private>Lu</private>'", "x <PRIVATE>Lu\nrest"))
    assert "Lu" not in json.dumps(line)
    assert line["redacted"] == 2


def test_large_fields_are_bounded_and_counted():
    line = seen(tool("x" * 9000, "line of output\n" * 40_000))
    assert len(line["tool"]["input"]["command"].encode()) <= 4096
    assert len(line["tool"]["output"].encode()) <= 4096
    assert line["cut"] > 500_000


def test_an_edit_shares_the_room_of_its_input():
    given = tool()
    given |= {
        "tool_name": "Edit",
        "tool_input": {"file_path": "/w/a.py", "old_string": "short", "new_string": "n" * 9000},
    }
    tool_input = seen(given)["tool"]["input"]
    assert tool_input["old"] == "short"
    assert 3500 < sum(len(value.encode()) for value in tool_input.values()) <= 4096


@pytest.mark.parametrize("char", ['"', "\\", "\x01", "\n", "中", "🎉", "\u202e"])
def test_no_line_is_longer_than_the_limit(char):
    for line in (
        seen(tool(char * 9000, char * 90_000)),
        seen({"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "x" + char * 90_000}),
    ):
        assert len(encoded(line)) <= LINE_BYTES


def test_terminal_colours_surrogates_and_nuls_are_made_safe():
    line = seen(tool("x", "\x1b[31mred\x1b[0m\x1b]0;title\x07 \ud800 a\0b"))
    assert line["tool"]["output"] == "red \ufffd\ufffd\ufffd ab"
    encoded(line).decode("utf-8")
    escaped = json.dumps(tool("x", "half \ud83c of a pair")).encode()
    assert seen(escaped)["tool"]["output"] == "half ? of a pair"


def test_prompts_off_keeps_the_turn_without_its_words():
    given = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "my words"}
    line = seen(given, settings=Settings(mode="prompts-off"))
    assert "text" not in line
    assert line["event"] == "user-prompt"


def test_a_broken_payload_is_salvaged():
    raw = json.dumps(tool(output="o" * 3000)).encode()
    line = seen(raw[:900])
    assert (line["session"], line["event"], line["cwd"], line["cut"]) == ("s", "tool-end", "/w/shop", 1)


def test_a_payload_past_the_limit_is_salvaged():
    raw = json.dumps(tool("make test", "word " * 600_000)).encode()
    assert len(raw) > payload.MAX_BYTES
    line = seen(raw[: payload.MAX_BYTES + 1])
    assert (line["session"], line["tool"]["name"], line["tool"]["input"]["command"]) == ("s", "Bash", "make test")
    assert line["cut"] > 0


@pytest.mark.parametrize("cut", range(150, 400, 7))
def test_a_salvaged_payload_shows_no_half_of_a_secret(cut):
    secret = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    raw = json.dumps(
        {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": f"use it {secret} " * 4}
    ).encode()
    line = seen(raw[:cut])
    if line is not None:
        assert "x7Kq2L" not in json.dumps(line)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.binary(max_size=400))
def test_any_bytes_are_survived(raw):
    seen(raw)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(
    st.sampled_from(["claude-code", "codex", "cursor", "gemini-cli", "opencode", "kiro"]),
    st.sampled_from(["PostToolUse", "UserPromptSubmit", "AfterTool", "afterFileEdit", "Stop", "postToolUseFailure"]),
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("session_id", "cwd", "tool_name", "tool_input", "tool_response", "tool_output", "prompt", "edits"), JSON
        ),
    ),
)
def test_any_object_is_survived(agent, event, fields):
    line = seen({"hook_event_name": event, **fields}, agent)
    if line is not None:
        assert len(encoded(line)) <= LINE_BYTES
        assert json.loads(encoded(line))["event"] == line["event"]


def test_the_quieter_mode_of_person_and_marker_holds():
    assert settings_of({"capture": {"mode": "off"}}, {"capture": {"mode": "on"}}).mode == "off"
    assert settings_of({}, {"capture": {"mode": "prompts-off"}}).mode == "prompts-off"
    assert settings_of({"capture": {"mode": "nonsense"}}, {}).mode == "off"
    both = settings_of({"capture": {"ignore_paths": ["a"]}}, {"capture": {"ignore_paths": ["b"], "allow": ["x"]}})
    assert both.ignore_paths == ("a", "b")
    assert both.allow == ()


def test_line_of_needs_no_payload():
    line = line_of({"agent": "x", "session": "s", "event": "note", "text": "hi"}, AT, Settings(), PLACE, b"")
    assert line["text"] == "hi"


BELL = "\x01"  # takes six bytes in JSON


@pytest.mark.parametrize(
    "more",
    [
        dict.fromkeys(("session_id", "agent_id", "tool_use_id", "source", "agent_version", "cwd"), BELL * 900),
        {"tool_name": "TodoWrite", "tool_input": {"todos": [{"content": BELL * 200, "status": BELL * 40}] * 64}},
        {
            "tool_name": "apply_patch",
            "tool_input": "*** Begin Patch\n"
            + "".join(f"*** Update File: {number}{BELL * 500}\n" for number in range(64)),
        },
        {"tool_name": BELL * 9000, "tool_input": {"a": BELL * 9000}, "tool_response": BELL * 9000},
    ],
)
def test_a_line_keeps_its_limit_whatever_its_fields_hold(more):
    line = seen({**tool(BELL * 9000, BELL * 9000), **more})
    assert len(encoded(line)) <= LINE_BYTES
    assert line["cut"]


def test_ids_stay_apart_when_something_is_taken_out_of_them():
    secret = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    given = [secret, secret[:-1] + "9", "a" * 2000 + "b" + "a" * 2000, "a" * 2001 + "b" + "a" * 1999]
    names = [seen(tool(session_id=one))["session"] for one in given]
    assert len(set(names)) == len(names)
    assert secret[4:] not in json.dumps(names)
    assert [session_name(one) for one in given] == names


def test_without_prompts_nothing_is_kept_of_what_a_person_types():
    quiet = Settings(mode="prompts-off")
    given = {"session_id": "s", "hook_event_name": "PreCompact", "custom_instructions": "keep the geheim part"}
    assert "geheim" not in json.dumps(seen(given, settings=quiet))
    assert "geheim" in json.dumps(seen(given))


BIG = "z" * (payload.MAX_BYTES + 70_000)


@pytest.mark.parametrize(
    ("agent", "given"),
    [
        (
            "opencode",
            {
                "event": "tool.execute.after",
                "directory": "/w/shop",
                "items": [{"tool": "bash", "sessionID": "ses_1", "args": {"command": "make x"}}, {"output": BIG}],
            },
        ),
        (
            "kiro",
            {
                "hook_event_name": "postToolUse",
                "cwd": "/w/shop",
                "tool_name": "shell",
                "tool_input": {"command": "make x"},
                "tool_response": {"result": [BIG]},
            },
        ),
        (
            "claude-code",
            {
                "tool_response": {"stdout": BIG},
                "session_id": "s",
                "cwd": "/w/shop",
                "hook_event_name": "PostToolUse",
                "tool_name": "Bash",
            },
        ),
        (
            "copilot-cli",
            {"toolResult": {"textResultForLlm": BIG}, "sessionId": "c", "toolName": "bash", "cwd": "/w/shop"},
        ),
        ("other", {"prompt": BIG, "session_id": "s", "hook_event_name": "UserPromptSubmit"}),
        ("other", {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "\u6f22" * 900_000}),
    ],
)
def test_a_payload_beyond_the_limit_is_known_by_its_front_or_end(agent, given):
    raw = json.dumps(given).encode()
    event = "postToolUse" if agent == "copilot-cli" else ""
    line = seen(raw[: payload.MAX_BYTES + 1] + raw[-payload.TAIL_BYTES :], agent, event)
    assert line["cut"]
    assert line["event"] in ("tool-end", "user-prompt")
    assert line["event"] == "user-prompt" or line["cwd"] == "/w/shop" or agent == "other"
