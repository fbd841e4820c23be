"""Every other agent: whatever spelling its payload has (Qwen, Kimi, Kiro, Copilot, OpenCode, …)."""

from __future__ import annotations

from memwiki.capture import families
from memwiki.capture.agents import claude_code, gemini
from memwiki.capture.draft import EVENTS, base, event_of, plain, timed, tool
from memwiki.capture.fields import first, flat, mapping, whole, words
from memwiki.capture.scaffold import is_scaffold, prompt_of, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_MORE = {
    "chatmessage": "user-prompt",
    "toolexecuteafter": "tool-end",
    "sessioncreated": "session-start",
    "sessionidle": "turn-end",
    "sessioncompacted": "post-compact",
    "sessiondeleted": "session-end",
    "dispose": "session-end",
    "turnend": "turn-end",
}


def draft(payload: Payload, given: str, agent: str = "generic") -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    flatter = _merged(payload)
    native = plain(event_of(flatter, given) or words(payload.get("type")))
    event = EVENTS.get(native) or _MORE.get(native) or _guess(flatter, native)
    if event is None:
        return None
    found = base(agent, event, flatter)
    if event == "user-prompt":
        text = prompt_of(flatter)
        found["text"] = unquoted(text) if agent == "opencode" else text
        return found if found["text"] and not is_scaffold(found["text"]) else None
    if event in ("tool-end", "tool-fail"):
        return timed(_tool(found, flatter), flatter)
    if event in ("turn-end", "subagent-end"):
        found["text"] = first(flatter, "last_assistant_message", "prompt_response", "response", "text", "result")
    elif event == "post-compact":
        found["text"] = first(flatter, "compact_summary", "summary")
    elif event == "notification":
        found["text"] = first(flatter, "message", "error", "error_message")
        if native == "stopfailure":
            found["via"] = "stop-failure"
    return found


def _merged(payload: Payload) -> Payload:
    """The payload with what plugins nest one or two levels down (`properties.info`, `[input, output]`) laid beside."""
    flatter: Payload = {}
    items = payload.get("items") if set(payload) == {"items"} else [payload]
    for item in items if isinstance(items, list) else []:
        layer = mapping(item)
        for inner in (layer.get("properties"), layer.get("data"), mapping(layer.get("properties")).get("info")):
            flatter.update(mapping(inner))
        flatter.update(layer)
        message = layer.get("parts")
        if isinstance(message, list):
            flatter["prompt"] = flat(message)
    if "id" in flatter and str(flatter["id"]).startswith("ses_"):
        flatter.setdefault("sessionID", flatter["id"])
    return flatter


def _guess(payload: Payload, native: str) -> str | None:
    """The event of a payload that names none, from the fields it has; never for an event known to be left out."""
    if native and (native.startswith(("pre", "before", "permission")) or "delta" in native):
        return None
    if native:
        return None
    if any(key in payload for key in ("toolResult", "tool_response", "tool_output")):
        return "tool-end"
    return "user-prompt" if words(payload.get("prompt")) else None


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool_name", "toolName", "tool") or "unknown"
    raw = payload.get("tool_input", payload.get("toolArgs", payload.get("args", payload.get("toolInput"))))
    response = next(
        (
            payload[k]
            for k in ("tool_response", "tool_output", "toolResult", "output", "result", "content")
            if k in payload
        ),
        None,
    )
    if found["event"] == "tool-fail" or (isinstance(response, dict) and "llmContent" in response):
        return _llm_content(found, payload, name, raw, response)
    kind, shaped, files = families.shaped(name, raw)
    result = mapping(response)
    code = whole(mapping(payload.get("metadata")).get("exit", result.get("exitCode", result.get("exit_code"))))
    ok: bool | None = None if code is None else code == 0
    if ok is None:
        ok = _told(kind, payload, result)
    text = words(result.get("textResultForLlm")) or flat(response)
    if kind in ("edit", "write") and ok is not False:
        text = "updated" if kind == "edit" else "created" if "created" in text[:80].lower() else text[:200]
    found["tool"] = tool(name, kind, shaped, text, ok, code)
    found["event"] = "tool-fail" if ok is False else "tool-end"
    found["files"] = files
    return found


def _told(kind: str, payload: Payload, result: Payload) -> bool | None:
    """Success where the result says so; a shell command that only printed text leaves it open."""
    if isinstance(result.get("success"), bool):
        return bool(result["success"])
    if words(result.get("resultType")):
        return bool(result["resultType"] == "success")
    if payload.get("error") or result.get("error"):
        return False
    return None if kind == "shell" else True


def _llm_content(found: Draft, payload: Payload, name: str, raw: object, response: object) -> Draft:
    failed = found["event"] == "tool-fail"
    content = {"llmContent": first(payload, "error", "error_message")} if failed else response
    if failed and not content["llmContent"].startswith(("Command:", "Output:")):  # type: ignore[index]
        told = claude_code.draft(
            {**payload, "hook_event_name": "PostToolUseFailure", "tool_name": name, "tool_input": raw}, ""
        )
        return {**found, **{key: told[key] for key in ("tool", "files", "via") if key in told}} if told else found
    found = gemini.finished(found, {**payload, "tool_input": raw}, name, content)
    if failed:
        found["event"] = "tool-fail"
        found["tool"]["ok"] = False
    return found
