"""Qwen Code: Claude's event names over Gemini's results; failures as an event of their own from 0.24 on."""

from __future__ import annotations

from memwiki.capture.agents import Capabilities, claude_code, gemini
from memwiki.capture.fields import first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload


class Can(Capabilities):
    """Qwen Code: versions before 0.24 drop what a start says, so the first prompt carries it."""

    name = "qwen-code"
    title = "Qwen Code"
    source = "recorded"
    versions = "0.15.10, 0.24.4"
    events = (
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "SubagentStop",
        "Stop",
        "PreCompact",
        "PostCompact",
        "SessionEnd",
    )
    prompt = "hook-output"
    stamps = "iso"
    end = "unreliable"
    sources = ("startup", "resume", "clear", "compact")
    note = "an empty prompt after each tool result is no prompt; `-p` tells no end, before 0.24 no start either"
    program = "qwen"
    folder = ".qwen"
    user_file = "settings.json"
    project_file = ".qwen/settings.json"
    settings = "groups"
    timeouts = "ms"
    next_step = "start a new Qwen Code session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    found = claude_code.draft(payload, given)
    if found is None:
        return None
    found["agent"] = "qwen-code"
    if found["event"] == "tool-end":
        name = first(payload, "tool_name") or "unknown"
        found = gemini.finished(found, payload, name, payload.get("tool_response"))
    elif found["event"] == "tool-fail":
        found = _failed(found, payload)
    return found


def _failed(found: Draft, payload: Payload) -> Draft:
    """A shell command's failure tells its exit in the agent's own lines; other errors are plain words."""
    error = first(payload, "error", "error_message")
    if error.startswith(("Command:", "Directory:", "Output:")):
        call = {key: value for key, value in found.items() if key in ("via", "call")}
        found = gemini.finished(found, payload, first(payload, "tool_name") or "unknown", {"llmContent": error})
        found.update(call)
    found["event"] = "tool-fail"
    found["tool"]["ok"] = False
    return found
