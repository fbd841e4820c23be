"""OpenCode: events that memwiki's plugin hands on (templates/agents/opencode.js), as [input, output] or as an event."""

from __future__ import annotations

from memwiki.capture.agents import Capabilities, generic
from memwiki.capture.draft import EVENTS, base, event_of, plain, timed, tool
from memwiki.capture.families import shaped
from memwiki.capture.fields import first, flat, mapping, whole, words
from memwiki.capture.scaffold import is_scaffold, prompt_of, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload


class Can(Capabilities):
    """OpenCode: the plugin puts the block into the system prompt of each call, so that a compaction keeps it, and what
    fits a message into a part of that message."""

    name = "opencode"
    title = "OpenCode"
    source = "recorded"
    versions = "1.18.33"
    events = (
        "session.created",
        "chat.message",
        "tool.execute.after",
        "session.idle",
        "session.compacted",
        "session.deleted",
        "dispose",
    )
    start = "text"
    prompt = "text"
    stamps = "ms"
    end = "unreliable"
    sources = ("startup", "resume")
    note = "a plugin instead of hooks, for version 1.18 and later and for version 2 (that form is documented, not run)"
    program = "opencode"
    variable = "XDG_CONFIG_HOME"
    below = "opencode"
    folder = ".config/opencode"
    user_file = "plugins/memwiki.js"
    project_file = ".opencode/plugins/memwiki.js"
    settings = "plugin"
    timeouts = "ms"
    next_step = "restart OpenCode, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    flatter = merged(payload)
    native = plain(event_of(flatter, given) or words(payload.get("type")))
    event = EVENTS.get(native)
    if event is None:
        return None
    found = base("opencode", event, flatter)
    _place(found, flatter)
    if event == "user-prompt":
        found["text"] = unquoted(prompt_of(flatter))
        spoken = found["text"] and not is_scaffold(found["text"]) and not found.get("subagent")
        return found if spoken else None
    if event in ("tool-end", "tool-fail"):
        return timed(_tool(found, flatter), flatter)
    if event == "turn-end" and found.get("subagent"):
        found["event"] = "subagent-end"
    elif event in ("session-start", "session-end") and found.get("subagent"):
        return None  # a child's start and end are not the session's
    if event in ("turn-end", "subagent-end"):
        found["text"] = first(flatter, "last_assistant_message", "text")
    elif event == "post-compact":
        found["text"] = first(flatter, "compact_summary", "summary")
    return found


def merged(payload: Payload) -> Payload:
    """The payload with what is nested one or two levels down (`properties.info`, `[input, output]`) laid beside."""
    flatter: Payload = {}
    items = payload.get("items")
    for item in items if isinstance(items, list) else []:
        _lay(flatter, mapping(item))
    _lay(flatter, {key: value for key, value in payload.items() if key != "items"})
    if str(flatter.get("id", "")).startswith("ses_"):
        flatter.setdefault("sessionID", flatter["id"])
    return flatter


def _lay(flatter: Payload, layer: Payload) -> None:
    properties = mapping(layer.get("properties"))
    for inner in (properties, mapping(layer.get("data")), mapping(properties.get("info"))):
        flatter.update(inner)
    flatter.update(layer)
    parts = layer.get("parts")
    if isinstance(parts, list):  # files and what other plugins put there are not the person's words
        own = [part for part in parts if not (isinstance(part, dict) and part.get("synthetic") is True)]
        flatter["prompt"] = flat([part for part in own if not isinstance(part, dict) or part.get("type") == "text"])


def _place(found: Draft, payload: Payload) -> None:
    """A child session's events are its parent's, by a subagent."""
    parent = first(payload, "parent_session_id", "parentID")
    if parent.startswith("ses_") and parent != found["session"]:
        found["subagent"] = found["session"]
        found["session"] = parent
    found.pop("parent", None)


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool", "tool_name") or "unknown"
    kind, given, files = shaped(name, payload.get("args", payload.get("tool_input", payload.get("input"))))
    if kind == "other" and "content" in payload and "output" not in payload:
        kind = "mcp"
    metadata = mapping(payload.get("metadata"))
    code = whole(metadata.get("exit"))
    text = _text(kind, payload)
    ok = code == 0 if code is not None else _told(kind, payload)
    if kind in ("edit", "write") and ok is not False:
        text = "updated" if kind == "edit" or metadata.get("exists") is True else "created"
    found["tool"] = tool(name, kind, given, text, ok, code)
    found["event"] = "tool-fail" if ok is False else "tool-end"
    found["files"] = files
    return found


def _told(kind: str, payload: Payload) -> bool | None:
    if payload.get("error") or payload.get("isError") is True or first(payload, "status") == "error":
        return False
    return None if kind == "shell" else True


def _text(kind: str, payload: Payload) -> str:
    """What the tool gave; of a file that was read, its content without the agent's frame and line numbers."""
    error = payload.get("error")
    if error:
        return generic.error_text(error)
    result = next((payload[key] for key in ("output", "result", "content") if payload.get(key) is not None), None)
    shown = mapping(mapping(payload.get("metadata")).get("display"))
    if kind == "read" and words(shown.get("text")):
        return words(shown["text"])
    return flat(result)
