"""Cursor: camelCase events, results as JSON text; one act may arrive as two events, and both are kept."""

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

_PLACEHOLDER = "empty-state-draft"
_ACTS = ("aftershellexecution", "afterfileedit", "aftermcpexecution", "aftertabfileedit")


class Can(Capabilities):
    """Cursor: a session's start takes context, not in every version, and a tool's result; a prompt does not."""

    name = "cursor"
    title = "Cursor"
    events = (
        "sessionStart",
        "beforeSubmitPrompt",
        "postToolUse",
        "postToolUseFailure",
        "afterFileEdit",
        "afterShellExecution",
        "afterMCPExecution",
        "subagentStop",
        "afterAgentResponse",
        "stop",
        "preCompact",
        "sessionEnd",
    )
    start = tool = "additional_context"
    durations = "ms"
    end = "unreliable"
    sources = ("startup", "resume")
    note = (
        "runs Claude Code's hooks too: one event that arrives twice is counted once; "
        "payloads read in the code of @cursor/sdk 1.0.18, its program was not driven"
    )
    folder = ".cursor"
    user_file = "hooks.json"
    project_file = ".cursor/hooks.json"
    settings = "lists"
    next_step = "restart Cursor, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept and for the placeholder session at app launch."""
    native = plain(event_of(payload, given))
    event = EVENTS.get(native)
    session = first(payload, "conversation_id", "session_id")
    if event is None or session == _PLACEHOLDER or payload.get("session_id") == _PLACEHOLDER:
        return None
    found = base("cursor", event, payload)
    found["session"] = session or found["session"]
    roots = _roots(payload)
    if not found["cwd"] and roots:
        found["cwd"] = roots[0]
    if len(roots) > 1:
        found["beside"] = roots
    if event == "user-prompt":
        found["text"] = prompt_of(payload)
        return found if found["text"] else None
    if native in _ACTS:
        return timed(_act(found, payload, native), payload)
    if event in ("tool-end", "tool-fail"):
        return timed(_tool(found, payload), payload)
    return _spoken(found, payload)


def _roots(payload: Payload) -> list[str]:
    """The folders that are open; those of Windows come as /c:/Users/..."""
    roots = payload.get("workspace_roots")
    found = [root for root in roots if isinstance(root, str) and root] if isinstance(roots, list) else []
    return [root[1:] if len(root) > 3 and root[0] == "/" and root[2] == ":" else root for root in found]


def _spoken(found: Draft, payload: Payload) -> Draft:
    if found["event"] == "turn-end":
        found["text"] = first(payload, "text", "response", "last_assistant_message")
        if first(payload, "status") not in ("", "completed"):
            found["via"] = first(payload, "status")
    elif found["event"] == "subagent-end":
        found["text"] = first(payload, "result", "summary", "last_assistant_message")
        found["subagent"] = first(payload, "subagent_id") or found["session"]
        found["session"] = first(payload, "parent_conversation_id") or found["session"]
    elif found["event"] == "post-compact":
        found["text"] = first(payload, "compact_summary", "summary")
    elif found["event"] == "notification":
        found["text"] = first(payload, "message")
    return found


def _act(found: Draft, payload: Payload, native: str) -> Draft:
    """The twin of a postToolUse, under the names of the tool that did it: compile counts the pair once."""
    if native == "aftershellexecution":
        code = whole(payload.get("exit_code", payload.get("exitCode")))
        ok = None if code is None else code == 0
        given = {"command": first(payload, "command")}
        found["tool"] = tool("Shell", "shell", given, first(payload, "output"), ok, code)
        found["files"] = []
    elif native == "aftermcpexecution":
        raw = payload.get("tool_input")
        given = {"args": families.spelled(raw) if isinstance(raw, str) else flat(raw)}
        output = flat(mapping(payload.get("result_json")) or payload.get("result_json"))
        found["tool"] = tool(first(payload, "tool_name") or "mcp", "mcp", given, output, None, None)
        found["files"] = []
    else:
        kind, shaped, files = families.shaped("StrReplace", payload)
        found["tool"] = tool("StrReplace", kind, shaped, "updated", True, None)
        found["files"] = files
    if found["tool"]["ok"] is False:
        found["event"] = "tool-fail"
    return found


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool_name") or "unknown"
    kind, shaped, files = families.shaped(name, payload.get("tool_input"))
    if found["event"] == "tool-fail":
        error = first(payload, "error_message", "error") or flat(payload.get("tool_output"))
        code = exit_code(error[:120], "exit code", "Exit code")
        found["tool"] = tool(name, kind, shaped, _after_code(error), False, code)
        if payload.get("is_interrupt") is True:
            found["via"] = "interrupt"
    else:
        output, ok, code = _result(kind, payload.get("tool_output", payload.get("tool_response")))
        found["tool"] = tool(name, kind, shaped, output, ok, code)
        if ok is False:
            found["event"] = "tool-fail"
    found["files"] = files
    return found


def _after_code(error: str) -> str:
    line, _, rest = error.partition("\n")
    return rest if rest and "exit code" in line.lower() and len(line) < 80 else error


def _result(kind: str, raw: object) -> tuple[str, bool | None, int | None]:
    result = mapping(raw)
    if not result:
        return ("updated" if kind == "edit" else flat(raw)), None if kind == "shell" else True, None
    code = whole(result.get("exitCode", result.get("exit_code")))
    if kind in ("edit", "todo"):
        return "updated" if kind == "edit" else "", not result.get("error"), None
    parts = [words(result.get(key)).rstrip("\n") for key in ("stdout", "output", "stderr") if words(result.get(key))]
    output = "\n".join(parts) if parts else words(result.get("content")) or ("" if code is not None else flat(result))
    if code is not None:
        return output, code == 0, code
    return output, None if kind == "shell" else not result.get("error"), None
