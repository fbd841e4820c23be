"""What an agent's hook is told: payloads of Claude Code, for journeys of many events."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]


def prompt(text: str) -> Event:
    """A person says something."""
    return {"hook_event_name": "UserPromptSubmit", "prompt": text}


def answer(text: str) -> Event:
    """The agent ends its turn."""
    return {"hook_event_name": "Stop", "last_assistant_message": text}


def printed(text: str, name: str = "Bash", **given: Any) -> Event:
    """A tool printed something."""
    given = given or {"command": "cat notes.txt"}
    response = {"stdout": text, "stderr": ""} if name == "Bash" else text
    told = {"tool_name": name, "tool_input": given, "tool_response": response, "tool_use_id": f"{name} {len(text)}"}
    return {"hook_event_name": "PostToolUse", **told}


def edited(path: str = "README.md") -> Event:
    """The agent changed a file."""
    return {
        "hook_event_name": "PostToolUse",
        "tool_name": "Edit",
        "tool_input": {"file_path": path, "old_string": "a", "new_string": "b"},
        "tool_response": "ok",
        "tool_use_id": f"edit {path}",
    }


END = {"hook_event_name": "SessionEnd", "reason": "other"}


def of(session: str, *events: Event) -> list[Event]:
    """The events as those of another session, so that one call can tell of several."""
    return [{**event, "session_id": session} for event in events]
