"""Claude Code: snake_case payloads, structured tool responses, failures as an event of their own."""

from __future__ import annotations

from memwiki.capture import families
from memwiki.capture.agents import Capabilities
from memwiki.capture.draft import EVENTS, base, event_of, plain, timed, tool
from memwiki.capture.fields import exit_code, first, flat, mapping, words
from memwiki.capture.scaffold import prompt_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload


class Can(Capabilities):
    """Claude Code: context within 10,000 UTF-16 units; its own end is told unless it is killed."""

    name = "claude-code"
    title = "Claude Code"
    source = "recorded"
    versions = "2.1.197, 2.1.332"
    events = (
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "SubagentStop",
        "Stop",
        "StopFailure",
        "PreCompact",
        "PostCompact",
        "SessionEnd",
    )
    start = prompt = tool = "hook-output"
    cap_units = 10_000
    durations = "ms"
    end = "reliable"
    sources = ("startup", "resume", "clear", "compact", "fork")
    program = "claude"
    variable = "CLAUDE_CONFIG_DIR"
    folder = ".claude"
    user_file = "settings.json"
    project_file = ".claude/settings.local.json"  # the command names a path of this machine, so not the shared file
    settings = "groups"
    trust = "interactive sessions ask once whether the folder is trusted"
    next_step = "start a new Claude Code session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    native = plain(event_of(payload, given))
    event = EVENTS.get(native)
    if event is None:
        return None
    found = base("claude-code", event, payload)
    if event == "user-prompt":
        found["text"] = prompt_of(payload)
        return found if found["text"] else None
    if event in ("tool-end", "tool-fail"):
        return timed(_tool(found, payload), payload)
    return _spoken(found, payload, native)


def _spoken(found: Draft, payload: Payload, native: str) -> Draft:
    event = found["event"]
    if native == "stopfailure":
        found["via"] = "stop-failure"
        found["text"] = ": ".join(part for part in (first(payload, "error"), first(payload, "error_details")) if part)
    elif event in ("turn-end", "subagent-end"):
        found["text"] = first(payload, "last_assistant_message", "response")
    elif event == "post-compact":
        found["text"] = first(payload, "compact_summary", "summary")
    elif event == "pre-compact":
        found["text"] = first(payload, "custom_instructions")
    elif event == "notification":
        found["text"] = first(payload, "message", "title")
    return found


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool_name") or "unknown"
    kind, shaped, files = families.shaped(name, payload.get("tool_input"))
    response = payload.get("tool_response", payload.get("tool_output"))
    if found["event"] == "tool-fail":
        error = first(payload, "error", "error_message") or flat(response)
        code = exit_code(error[:64], "Exit code")
        found["tool"] = tool(name, kind, shaped, _after_code(error), False, code)
        if payload.get("is_interrupt") is True:
            found["via"] = "interrupt"
    else:
        output, ok, code = _result(kind, response)
        found["tool"] = tool(name, kind, shaped, output, ok, code)
        if ok is False:
            found["event"] = "tool-fail"
        files = files + [path for path in _shell_files(response) if path not in files]
    found["files"] = files
    return found


def _after_code(error: str) -> str:
    """The error without its first line `Exit code N`: the number is kept as a field."""
    line, _, rest = error.partition("\n")
    return rest if line.startswith("Exit code ") and line[10:].strip().isdecimal() else error


def _result(kind: str, response: object) -> tuple[str, bool | None, int | None]:
    if not isinstance(response, dict):
        return flat(response), True, None
    if kind == "shell":
        return _shell(response)
    if kind == "write":
        shown = {"create": "created", "update": "updated"}.get(words(response.get("type")), "")
        return shown, response.get("success") is not False, None
    if kind in ("edit", "todo"):
        return "updated" if kind == "edit" else "", response.get("success") is not False, None
    if kind == "read":
        content = mapping(response.get("file")).get("content")
        return words(content) or flat({key: response[key] for key in response if key != "file"}), True, None
    if kind == "search":
        found = response.get("filenames")
        listed = "\n".join(map(str, found)) if isinstance(found, list) else ""
        return words(response.get("content")) or listed or flat(response), True, None
    return flat(response), response.get("is_error") is not True and response.get("isError") is not True, None


def _shell(response: dict[str, Any]) -> tuple[str, bool | None, int | None]:
    parts = [words(response.get("stdout")).rstrip("\n"), words(response.get("stderr")).rstrip("\n")]
    output = "\n".join(part for part in parts if part)
    if not output and "stdout" not in response:
        output = flat(response)
    if response.get("interrupted") is True:
        return output, False, None
    if response.get("backgroundTaskId"):
        return output, None, None
    return output, True, None if response.get("returnCodeInterpretation") else 0


def _shell_files(response: object) -> list[str]:
    """The files that a shell command changed, where the agent looked (`bashEditDiff`)."""
    changed = mapping(mapping(response).get("bashEditDiff")).get("files") if isinstance(response, dict) else None
    if not isinstance(changed, list):
        return []
    return [item["filePath"] for item in changed if isinstance(item, dict) and words(item.get("filePath"))][:64]
