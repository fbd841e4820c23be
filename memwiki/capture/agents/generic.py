"""Every other agent, in whatever spelling its payload has (docs/guides/adding-an-agent.md)."""

from __future__ import annotations

from memwiki.capture import families
from memwiki.capture.agents import Capabilities
from memwiki.capture.draft import EVENTS, base, event_of, plain, timed, tool
from memwiki.capture.fields import exit_code, first, flat, mapping, whole, words
from memwiki.capture.scaffold import prompt_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_RESULTS = ("tool_response", "tool_output", "tool_result", "toolResult", "output", "result", "content")


class Can(Capabilities):
    """An agent that memwiki does not know: its hooks are put in by hand, and speak as Claude Code's do."""

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
        "Notification",
    )
    start = "hook-output"
    durations = "ms"
    sources = ("startup", "resume", "clear", "compact")
    note = "docs/guides/adding-an-agent.md"


def draft(payload: Payload, given: str, agent: str = "generic") -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    native = plain(event_of(payload, given) or words(payload.get("type")))
    event = EVENTS.get(native) or (None if native else _guess(payload))
    if event is None:
        return None
    found = base(agent, event, payload)
    if event == "user-prompt":
        found["text"] = prompt_of(payload)
        return found if found["text"] else None
    if event in ("tool-end", "tool-fail"):
        return timed(_tool(found, payload), payload)
    if event in ("turn-end", "subagent-end"):
        found["text"] = first(payload, "last_assistant_message", "prompt_response", "response", "text", "result")
    elif event == "post-compact":
        found["text"] = first(payload, "compact_summary", "summary")
    elif event == "notification":
        found["text"] = first(payload, "message", "error", "error_message")
        if native == "stopfailure":
            found["via"] = "stop-failure"
    return found


def error_text(error: object) -> str:
    """What an error says, whether it came as words or as an object with a message."""
    told = mapping(error)
    return first(told, "message", "text", "error", "name") or (flat(error) if error else "")


def _guess(payload: Payload) -> str | None:
    """The event of a payload that names none, from the fields it has."""
    if any(key in payload for key in _RESULTS[:4]):
        return "tool-end"
    return "user-prompt" if words(payload.get("prompt")) else None


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool_name", "toolName", "tool") or "unknown"
    raw = next((payload[key] for key in ("tool_input", "toolArgs", "args", "toolInput") if key in payload), None)
    kind, shaped, files = families.shaped(name, raw)
    response = next((payload[key] for key in _RESULTS if key in payload), None)
    result = mapping(response)
    ok: bool | None = False
    if found["event"] == "tool-fail":
        text = error_text(payload.get("error", payload.get("error_message"))) or flat(response)
        code = _code(payload, result)
        code = exit_code(text[:64], "Exit code", "exit code") if code is None else code
    else:
        text = first(result, "textResultForLlm", "text_result_for_llm") or flat(response)
        code = _code(payload, result)
        ok = code == 0 if code is not None else _told(kind, payload, result)
    if kind in ("edit", "write") and ok is not False:
        text = "updated" if kind == "edit" else "created" if "created" in text[:80].lower() else text[:200]
    found["tool"] = tool(name, kind, shaped, text, ok, code)
    found["event"] = "tool-fail" if ok is False else "tool-end"
    found["files"] = files
    return found


def _code(payload: Payload, result: Payload) -> int | None:
    """The exit code, wherever an agent puts it."""
    for holder in (payload, result, mapping(payload.get("metadata"))):
        for key in ("exit_code", "exitCode", "exit"):
            code = whole(holder.get(key))
            if code is not None:
                return code
    return None


def _told(kind: str, payload: Payload, result: Payload) -> bool | None:
    """Success where the result says so; a shell command that only printed text leaves it open."""
    for holder in (payload, result):
        for key in ("ok", "success"):
            if isinstance(holder.get(key), bool):
                return bool(holder[key])
    kinds = first(result, "resultType", "result_type")
    if kinds:
        return kinds == "success"
    if payload.get("error") or result.get("error"):
        return False
    return None if kind == "shell" else True
