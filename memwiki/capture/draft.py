"""The draft of an observation: what an adapter hands on, before redaction and bounds."""

from __future__ import annotations

from memwiki.capture.fields import first, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memwiki.capture.fields import Payload

    Draft = dict[str, Any]

UNNAMED = "unnamed"  # the session of an agent that gives it no id

# the agents' names for what is kept, without case and separators
EVENTS = {
    "sessionstart": "session-start",
    "agentspawn": "session-start",
    "userpromptsubmit": "user-prompt",
    "beforesubmitprompt": "user-prompt",
    "userpromptsubmitted": "user-prompt",
    "beforeagent": "user-prompt",
    "posttooluse": "tool-end",
    "posttoolusefailure": "tool-fail",
    "aftertool": "tool-end",
    "stop": "turn-end",
    "agentstop": "turn-end",
    "afteragent": "turn-end",
    "afteragentresponse": "turn-end",
    "subagentstop": "subagent-end",
    "precompact": "pre-compact",
    "precompress": "pre-compact",
    "postcompact": "post-compact",
    "sessionend": "session-end",
    "notification": "notification",
    "stopfailure": "notification",
    # Cursor tells one act twice
    "aftershellexecution": "tool-end",
    "afterfileedit": "tool-end",
    "aftermcpexecution": "tool-end",
    "aftertabfileedit": "tool-end",
    # OpenCode
    "sessioncreated": "session-start",
    "chatmessage": "user-prompt",
    "toolexecuteafter": "tool-end",
    "sessionidle": "turn-end",
    "sessioncompacted": "post-compact",
    "sessiondeleted": "session-end",
    "dispose": "session-end",
    # observations' own names, for whoever writes a hook by hand
    "userprompt": "user-prompt",
    "toolend": "tool-end",
    "toolfail": "tool-fail",
    "turnend": "turn-end",
    "subagentend": "subagent-end",
    # Copilot CLI
    "erroroccurred": "notification",
}


def event_of(payload: Payload, given: str) -> str:
    """The native event name: the payload's, else the one on the command line."""
    return first(payload, "hook_event_name", "hookEventName", "event", "event_name") or given


def plain(name: str) -> str:
    """An event name in the spelling of EVENTS: no case, no separators."""
    return name.lower().replace("_", "").replace("-", "").replace(".", "").replace(" ", "")


def base(agent: str, event: str, payload: Payload) -> Draft:
    """The fields that every event has; `session` is UNNAMED where the agent gives none."""
    session = first(payload, "session_id", "sessionId", "sessionID", "conversation_id", "conversationId")
    found: Draft = {
        "agent": agent,
        "session": session or UNNAMED,
        "event": event,
        "cwd": first(payload, "cwd", "directory", "workspace_root"),
    }
    for name, keys in (
        ("subagent", ("agent_id", "agentId")),
        ("parent", ("parent_session_id", "parentSessionId", "parentID")),
        ("call", ("tool_use_id", "toolUseId", "tool_call_id", "toolCallId", "callID")),
        ("via", ("source", "reason", "trigger", "notification_type")),
        ("agent_version", ("agent_version", "cursor_version", "cli_version")),
    ):
        value = first(payload, *keys)
        if value:
            found[name] = value
    return found


def tool(name: str, family: str, given: dict[str, Any], output: str, ok: bool | None, code: int | None) -> Draft:
    """A finished tool call in records.Tool's fields."""
    return {"name": name, "family": family, "input": given, "output": output, "ok": ok, "exit": code}


def timed(found: Draft, payload: Payload) -> Draft:
    """The draft with the call's duration, where the agent gives one in milliseconds."""
    duration = next((payload[key] for key in ("duration_ms", "durationMs", "duration") if key in payload), None)
    milliseconds = whole(duration)
    if milliseconds is not None and milliseconds >= 0:
        found["tool"]["duration_ms"] = milliseconds
    return found
