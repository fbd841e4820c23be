"""Gemini CLI and its relatives: results as `llmContent`, exit codes inside the text, no call ids."""

from __future__ import annotations

from memwiki.capture import families
from memwiki.capture.agents import Capabilities
from memwiki.capture.draft import EVENTS, base, event_of, plain, timed, tool
from memwiki.capture.fields import exit_code, first, flat, mapping
from memwiki.capture.scaffold import prompt_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_OPEN, _CLOSE = "<untrusted_context>", "</untrusted_context>"
_TRAILERS = ("Exit Code:", "Process Group PGID:", "Signal:", "Background PIDs:", "Error: (none)")


class Can(Capabilities):
    """Gemini CLI: 60,000 characters of context arrived whole; an end is told up to three times, or not at all."""

    name = "gemini-cli"
    title = "Gemini CLI"
    source = "recorded"
    versions = "0.61.0"
    events = (
        "SessionStart",
        "BeforeAgent",
        "AfterTool",
        "AfterAgent",
        "PreCompress",
        "SessionEnd",
    )
    start = prompt = tool = "hook-output"
    stamps = "iso"
    end = "unreliable"
    sources = ("startup", "resume", "clear")
    note = "PreCompress counts only when a person asked for it: else it comes before every call of the model"
    program = "gemini"
    folder = ".gemini"
    user_file = "settings.json"
    project_file = ".gemini/settings.json"
    settings = "groups"
    timeouts = "ms"
    trust = "a project's hooks are asked for once, and again when they change"
    next_step = "start a new Gemini CLI session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    native = plain(event_of(payload, given))
    event = EVENTS.get(native)
    # PreCompress(auto) comes before every call of the model, compressed or not
    if event is None or (native == "precompress" and first(payload, "trigger") != "manual"):
        return None
    found = base("gemini-cli", event, payload)
    if event == "user-prompt":
        found["text"] = prompt_of(payload)
        return found if found["text"] else None
    if event in ("tool-end", "tool-fail"):
        name = first(payload, "tool_name") or "unknown"
        response = payload.get("tool_response")
        return timed(finished(found, payload, name, response), payload)
    if event == "turn-end":
        found["text"] = first(payload, "prompt_response", "last_assistant_message")
    elif event == "notification":
        found["text"] = first(payload, "message")
    return found


def finished(found: Draft, payload: Payload, name: str, response: object) -> Draft:
    """The draft with a tool call whose result is `llmContent` text."""
    kind, shaped, files = families.shaped(name, payload.get("tool_input"))
    if payload.get("mcp_context"):
        kind = "mcp"
    result = mapping(response)
    text = unwrapped(flat(result.get("llmContent", response)))
    ok, code = _outcome(kind, text, result)
    output = text
    if kind == "shell":
        output = shell_output(text)
    elif kind == "write" and ok:
        output = _written(text, result)
    elif kind == "edit" and ok:
        output = "updated"
    found["tool"] = tool(name, kind, shaped, output, ok, code)
    found["event"] = "tool-fail" if ok is False else "tool-end"
    found["files"] = files
    return found


def unwrapped(text: str) -> str:
    """The text inside the marks that the agent puts around what tools printed."""
    if _OPEN not in text[:200]:
        return text
    inner = text.partition(_OPEN)[2].lstrip("\n")
    return inner.rpartition(_CLOSE)[0].rstrip("\n") if _CLOSE in inner else inner


def shell_output(text: str) -> str:
    """What the command printed: without `Command:`, `Directory:`, `Output:` and the lines that tell its end."""
    lines = text.split("\n")
    for index, line in enumerate(lines[:8]):
        if line.startswith("Output:"):
            lines = [line[7:].lstrip(), *lines[index + 1 :]]
            break
        if not line.startswith(("Command:", "Directory:", "Stdout:", "<")):
            break
    while lines and lines[-1].startswith(_TRAILERS):
        lines.pop()
    return "\n".join(lines).removeprefix("(empty)").rstrip("\n")


def _outcome(kind: str, text: str, result: Payload) -> tuple[bool | None, int | None]:
    if result.get("error"):
        return False, exit_code(_tail(text), "Exit Code")
    if kind != "shell":
        return not text.startswith(("Error:", "Failed to ")), None
    code = exit_code(_tail(text), "Exit Code")
    if code is None:
        stopped = "Command was cancelled" in text[:400] or "Command was automatically cancelled" in text[:400]
        return (False, None) if stopped else (True, 0)
    return code == 0, code


def _tail(text: str) -> str:
    """The closing lines that the agent adds: what a command printed before them is not believed."""
    kept: list[str] = []
    for line in reversed(text[-600:].split("\n")):
        if not line.startswith(_TRAILERS):
            break
        kept.append(line)
    return "\n".join(kept)


def _written(text: str, result: Payload) -> str:
    shown = mapping(result.get("returnDisplay"))
    if isinstance(shown.get("isNewFile"), bool):
        return "created" if shown["isNewFile"] else "updated"
    return "created" if "created" in text[:80] else "updated"
