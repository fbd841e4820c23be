"""Codex CLI: Claude's event names, but tool results are plain text without an exit code."""

from __future__ import annotations

from memwiki.capture import families
from memwiki.capture.agents import Capabilities, claude_code
from memwiki.capture.draft import timed, tool
from memwiki.capture.fields import exit_code, first, flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_HEADER = 160  # characters in which a result's own header may stand


class Can(Capabilities):
    """Codex: context within 10,000 bytes; hooks run only once trusted; its daemon outlives the terminal."""

    name = "codex"
    title = "Codex"
    source = "recorded"
    versions = "0.171.0"
    events = (
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "SubagentStop",
        "Stop",
        "PreCompact",
        "PostCompact",
        "SessionEnd",
    )
    start = prompt = tool = "hook-output"
    cap_bytes = 10_000
    end = "unreliable"
    sources = ("startup", "resume", "clear", "compact")
    note = "starts are told with the first prompt; a shell command's exit comes from the record, at the turn's end"
    program = "codex"
    variable = "CODEX_HOME"
    folder = ".codex"
    user_file = "hooks.json"
    project_file = ".codex/hooks.json"
    settings = "groups"
    end_limit = 3  # Codex clamps it
    trust = "/hooks, then t: hooks that nobody trusted are skipped without a word"
    next_step = (
        "start codex; at “Hooks need review” (or with /hooks) press t: Codex runs no hook that you did not trust"
    )


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    found = claude_code.draft(payload, given)
    if found is None:
        return None
    found["agent"] = "codex"
    if found["event"] in ("tool-end", "tool-fail"):
        return timed(_tool(found, payload), payload)
    if found["event"] in ("turn-end", "subagent-end"):
        from memwiki.capture.receipts import receipts  # only where a turn ends

        found["receipts"] = receipts(first(payload, "transcript_path"), first(payload, "turn_id"))
    return found


def _tool(found: Draft, payload: Payload) -> Draft:
    name = first(payload, "tool_name") or "unknown"
    kind, shaped, files = families.shaped(name, payload.get("tool_input"))
    response = payload.get("tool_response")
    text = flat(response)
    ok, code = _outcome(kind, text, response)
    if found["event"] == "tool-fail":
        ok = False
        text = first(payload, "error") or text
    found["tool"] = tool(name, kind, shaped, _body(text), ok, code)
    found["event"] = "tool-fail" if ok is False else "tool-end"
    found["files"] = files
    return found


def _outcome(kind: str, text: str, response: object) -> tuple[bool | None, int | None]:
    """Success and exit where the text's header tells; what a command printed further down proves nothing."""
    if isinstance(response, dict):
        return response.get("isError") is not True and response.get("is_error") is not True, None
    if text.startswith(("Exit code:", "Process exited with code", "Chunk ID:", "Wall time:")):
        code = exit_code(text[:_HEADER], "Exit code", "Process exited with code")
        if code is not None:
            return code == 0, code
    if kind == "edit":
        if "Success." in text[:_HEADER]:
            return True, None
        return (False if "failed" in text[:_HEADER].lower() or "error" in text[:_HEADER].lower() else None), None
    return None, None


def _body(text: str) -> str:
    """The text after the header `Exit code: N / Wall time: … / Output:`."""
    head = text[: _HEADER * 2]
    if not head.startswith(("Exit code:", "Wall time:", "Chunk ID:", "Process exited with code")):
        return text
    at = head.find("Output:\n")
    return text[at + 8 :] if at >= 0 else text
