"""Copilot CLI: camelCase payloads that do not name their event; a turn's last words stand in the transcript only."""

from __future__ import annotations

import os
import time

from memwiki.capture import jsontext
from memwiki.capture.agents import Capabilities, generic
from memwiki.capture.draft import event_of, plain
from memwiki.capture.fields import exit_code, first, mapping, words
from memwiki.capture.tail import tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_TAIL_BYTES = 256 * 1024
_LOOKS, _PAUSE_S = 20, 0.025
_ENDED = "\n<shellId: "


class Can(Capabilities):
    """Copilot CLI: all three moments take context; a failing command is a success with an exit code in its text."""

    name = "copilot-cli"
    title = "Copilot CLI"
    source = "recorded"
    versions = "1.0.102"
    events = (
        "sessionStart",
        "userPromptSubmitted",
        "postToolUse",
        "postToolUseFailure",
        "agentStop",
        "subagentStop",
        "errorOccurred",
        "preCompact",
        "sessionEnd",
    )
    start = prompt = tool = "additionalContext"
    stamps = "ms"
    end = "reliable"
    sources = ("startup", "resume", "new")
    note = "reads a project's .claude/settings*.json too; the last words of a turn are read from its transcript"
    program = "copilot"
    variable = "COPILOT_HOME"
    folder = ".copilot"
    user_file = "hooks/memwiki.json"
    project_file = ".github/copilot/settings.local.json"
    settings = "lists"
    trust = "a project's hooks run once its folder is trusted"
    next_step = "start a new Copilot CLI session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    native = plain(event_of(payload, given))
    found = generic.draft(payload, given, "copilot-cli")
    if found is None:
        return None
    _place(found, payload)
    if native == "userpromptsubmitted" and found.get("subagent"):
        return None
    if found["event"] == "turn-end":
        if found.get("subagent"):
            return None  # subagentStop follows, with its words
        found["text"] = found.get("text") or last_words(first(payload, "transcriptPath", "transcript_path"))
    elif native == "erroroccurred":
        found["text"] = generic.error_text(payload.get("error"))
        found["via"] = "stop-failure"
    if found.get("tool"):
        _judge(found)
    return found


def _place(found: Draft, payload: Payload) -> None:
    """A subagent's events carry its own id as the session's, and the session's as the parent's."""
    parent = first(payload, "parentAgentId", "parent_agent_id")
    if found.get("subagent") and parent:
        found["session"] = parent
    found.pop("parent", None)


def _judge(found: Draft) -> None:
    """Takes a shell command's exit from the line that the agent puts after its output."""
    tool = found["tool"]
    if tool["family"] != "shell":
        return
    body, mark, last = ("\n" + tool["output"]).rpartition(_ENDED)
    if not mark or not last.rstrip().endswith(">"):
        return
    tool["output"] = body[1:]
    code = exit_code(last[:80], "exit code")
    if code is not None:
        tool["exit"], tool["ok"] = code, code == 0
        found["event"] = "tool-end" if code == 0 else "tool-fail"
    else:
        tool["ok"] = None  # it still runs


def last_words(path: str) -> str:
    """The agent's final message in the transcript's tail; "" where there is none to read.

    The hook may be faster than the file: it is made and written a moment after the hook is called, so this waits
    shortly for a message that asks for no more tools, where the file's folder is there.
    """
    if not path.endswith(".jsonl") or os.path.islink(path) or not os.path.isdir(os.path.dirname(path)):
        return ""
    text = ""
    for _ in range(_LOOKS):
        text, is_final = _last_message(tail(path, _TAIL_BYTES))
        if is_final:
            return text
        time.sleep(_PAUSE_S)
    return text


def _last_message(tail: bytes) -> tuple[str, bool]:
    """The last words that the agent said since the person's prompt, and whether no tool call came after them."""
    is_final = True
    for line in reversed(tail.split(b"\n")):
        if line.startswith(b'{"type":"user.message"'):
            return "", False
        if line.startswith(b'{"type":"tool.execution_'):
            is_final = False
        if not line.startswith(b'{"type":"assistant.message"'):
            continue
        try:
            said = mapping(mapping(jsontext.loads(line.decode("utf-8", "replace"))).get("data"))
        except ValueError:
            continue
        is_final = is_final and not said.get("toolRequests")
        if words(said.get("content")).strip():
            return words(said["content"]), is_final
    return "", False
