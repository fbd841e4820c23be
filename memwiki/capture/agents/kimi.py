"""Kimi Code: Claude's event names; prompts as parts, errors as objects, results as `tool_output`."""

from __future__ import annotations

from memwiki.capture.agents import Capabilities, claude_code, generic
from memwiki.capture.fields import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_FAILED = "Command failed with exit code: "


class Can(Capabilities):
    """Kimi Code: drops what a start says, so the first prompt carries it; a turn's last words stand in its record."""

    name = "kimi"
    title = "Kimi Code"
    source = "recorded"
    versions = "2.1.0"
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
    prompt = "text"
    end = "unreliable"
    sources = ("startup", "resume")
    note = "`-p` tells no end; hooks of the older kimi-cli (~/.kimi) can be put in by hand"
    program = "kimi"
    variable = "KIMI_CODE_HOME"
    folder = ".kimi-code"
    user_file = "config.toml"
    settings = "toml"
    next_step = "start a new Kimi Code session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    error = payload.get("error")
    if isinstance(error, dict):
        payload = {**payload, "error": generic.error_text(error)}
    found = claude_code.draft(payload, given)
    if found is None:
        return None
    found["agent"] = "kimi"
    if found.get("tool"):
        _judge(found)
    elif found["event"] == "notification":
        found["text"] = found["text"] or generic.error_text(payload.get("error_message"))
    return found


def _judge(found: Draft) -> None:
    """A command that ran well says nothing of its exit; one that failed says it in its last line."""
    tool = found["tool"]
    if tool["family"] == "edit" and tool["ok"]:
        tool["output"] = "updated"
    if tool["family"] != "shell":
        return
    body, mark, last = tool["output"].rpartition(_FAILED)
    if found["event"] == "tool-fail" and mark and "\n" not in last.strip():
        tool["output"], tool["exit"] = body.rstrip("\n"), exit_code(mark + last, "exit code")
    elif found["event"] == "tool-end" and tool["exit"] is None:
        tool["exit"] = 0
