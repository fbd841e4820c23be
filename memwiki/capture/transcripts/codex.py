"""Codex: `{timestamp, type, payload}` a line. What a person said stands there twice, and so does what a tool did.

Newer versions tell of finished calls as completed items, with their exit; older ones only as the model saw them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memwiki.capture.fields import first, flat, mapping, words
from memwiki.capture.scaffold import is_scaffold
from memwiki.capture.transcripts.source import Event, Source, instant_of, text_of

_ITEMS = ("CommandExecution", "FileChange", "McpToolCall")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")
_CALLS = ("function_call", "custom_tool_call")
_STILL = "Process running with session ID"
_WRAPPERS = ("exec", "write_stdin", "wait")  # calls that only start or poll what an item tells of


def events(source: Source) -> Iterator[Event]:
    """The events of a rollout, in order. It is read from its start each time: the session is named only there."""
    source.start = 0
    reading = _Reading(source)
    for offset, line in source.objects():
        payload = line.get("payload")
        if not isinstance(payload, dict):
            source.damaged += 1
            continue
        reading.last = max(reading.last, instant_of(line.get("timestamp")) or 0)
        yield from reading.line(words(line.get("type")), payload, offset)
    source.waits = bool(reading.said[0]) and not (source.quiet or reading.tasks)
    if not source.waits:
        yield from reading.turn_over(at_end=True)
    source.resume = 0


class _Reading:
    """One rollout on its way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.session = self.parent = self.helper = self.cwd = self.version = self.branch = ""
        self.last = 0
        self.calls: dict[str, tuple[str, Any]] = {}
        self.told: set[str] = set()  # calls of this turn that an item told of
        self.said = ("", "", 0)  # the agent's last message: text, name, when
        self.tasks = False  # whether this version tells when a task begins and ends
        self.items = False

    def line(self, kind: str, payload: dict[str, Any], offset: int) -> Iterator[Event]:
        """The events of one line."""
        if kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self.cwd = words(payload.get("cwd")) or self.cwd
        elif kind == "compacted":
            yield from self.turn_over(at_end=True)  # where tasks are told of, the summary was their last message
            yield self._event("PostCompact", f"compact:{offset}", compact_summary=words(payload.get("message")))
        elif kind == "event_msg":
            yield from self._message(words(payload.get("type")), payload)
        elif kind == "response_item":
            yield from self._item(words(payload.get("type")), payload, offset)

    def turn_over(self, text: str = "", at_end: bool = False) -> Iterator[Event]:
        """The end of the turn with its last message; at the end of the file only where no task end is written."""
        said, name, at = self.said
        self.said = ("", "", 0)
        if not (text or said) or (at_end and self.tasks):
            return
        event = "SubagentStop" if self.helper else "Stop"
        yield self._event(event, f"said:{name or at or self.last}", at, last_assistant_message=text or said)

    def _meta(self, payload: dict[str, Any]) -> None:
        thread = words(payload.get("id"))
        if self.session:
            return  # of the session that this one was forked from
        self.session = words(payload.get("session_id")) or thread or self.source.path.stem
        spawned = mapping(mapping(mapping(payload.get("source")).get("subagent")).get("thread_spawn"))
        self.session = words(spawned.get("parent_thread_id")) or self.session
        self.helper = thread if thread and thread != self.session else ""
        self.cwd = words(payload.get("cwd"))
        self.version = words(payload.get("cli_version"))
        self.branch = words(mapping(payload.get("git")).get("branch"))

    def _message(self, kind: str, payload: dict[str, Any]) -> Iterator[Event]:
        if kind == "task_started":
            self.tasks = True
        elif kind == "task_complete":
            text = words(payload.get("last_agent_message"))
            yield from self.turn_over(text) if text else ()
            self.said = ("", "", 0)
            self.told.clear()
        elif kind == "item_completed":
            item = mapping(payload.get("item"))
            if item.get("type") in _ITEMS:
                yield from self._done(item)

    def _done(self, item: dict[str, Any]) -> Iterator[Event]:
        """A finished call as an item tells of it."""
        call, kind = words(item.get("id")), item["type"]
        self.items = True
        self.told.add(call)
        self.calls.pop(call, None)
        name, given, response = _ACTS[kind](item)
        event = "PostToolUseFailure" if kind != "CommandExecution" and item.get("status") == "failed" else "PostToolUse"
        yield self._tool(event, call, name, given, response)

    def _item(self, kind: str, payload: dict[str, Any], offset: int) -> Iterator[Event]:
        if kind == "message":
            yield from self._words(payload, offset)
        elif kind in _CALLS and words(payload.get("call_id")):
            given = payload.get("arguments", payload.get("input"))
            space, name = words(payload.get("namespace")), words(payload.get("name"))
            full = f"{space}__{name}" if space.startswith("mcp__") else name
            self.calls[payload["call_id"]] = (full, given)
        elif kind in _OUTPUTS:
            yield from self._output(words(payload.get("call_id")), payload.get("output"))

    def _output(self, call: str, output: object) -> Iterator[Event]:
        if call in self.told or call not in self.calls:
            return
        name, given = self.calls.pop(call)
        if name in _WRAPPERS and self.items:
            return
        result = mapping(output)
        text = words(result.get("output")) or flat(output)
        if self.items and _STILL in text[:200]:
            return  # the item that tells how it ended comes later
        code = mapping(result.get("metadata")).get("exit_code")
        if isinstance(code, int) and not isinstance(code, bool):
            text = f"Exit code: {code}\nOutput:\n{text}"
        yield self._tool("PostToolUse", call, name, given, text)

    def _words(self, payload: dict[str, Any], offset: int) -> Iterator[Event]:
        role, content = payload.get("role"), payload.get("content")
        if role == "assistant":
            text = text_of(content, "output_text", "text")
            self.said = (text, words(payload.get("id")) or str(offset), self.last) if text.strip() else self.said
        elif role == "user" and isinstance(content, list):
            own = [text for block in content if (text := text_of([block], "input_text", "text")) and _own(text)]
            if own:
                yield from self.turn_over()
                self.calls.clear()
                name = words(payload.get("id")) or f"{self.session}@{offset}"
                yield self._event("UserPromptSubmit", f"prompt:{name}", prompt="\n\n".join(own))

    def _tool(self, event: str, call: str, name: str, given: object, response: object) -> Event:
        fields: dict[str, Any] = {
            "tool_name": name,
            "tool_input": given,
            "tool_response": response,
            "tool_use_id": call,
        }
        return self._event(event, f"call:{call}", **fields)

    def _event(self, event: str, key: str, at: int = 0, **fields: Any) -> Event:
        payload = {
            "hook_event_name": event,
            "session_id": self.session or self.source.path.stem,
            "cwd": self.cwd,
            "agent_version": self.version,
            **fields,
        }
        if self.helper:
            payload["agent_id"] = self.helper
        return Event(payload, at or self.last, key, self.branch)


def _own(text: str) -> bool:
    return bool(text.strip()) and not is_scaffold(text)


def _command(item: dict[str, Any]) -> tuple[str, Any, Any]:
    code = item.get("exit_code")
    output = words(item.get("aggregated_output")) or first(item, "stdout", "output")
    head = f"Exit code: {code}\nOutput:\n" if isinstance(code, int) and not isinstance(code, bool) else ""
    return "Bash", {"command": item.get("command")}, f"{head}{output}"


def _change(item: dict[str, Any]) -> tuple[str, Any, Any]:
    """A patch in the form that the hook gives, made from the changes of each file."""
    lines = ["*** Begin Patch"]
    for path, change in mapping(item.get("changes")).items():
        told = mapping(change)
        verb = {"add": "Add", "delete": "Delete"}.get(words(told.get("type")), "Update")
        lines.append(f"*** {verb} File: {path}")
        if moved := words(told.get("move_path")):
            lines.append(f"*** Move to: {moved}")
        if verb == "Add":
            lines += [f"+{line}" for line in words(told.get("content")).splitlines()]
        elif verb == "Update":
            lines += [line for line in words(told.get("unified_diff")).splitlines() if line[:4] not in ("--- ", "+++ ")]
    patch = "\n".join([*lines, "*** End Patch"])
    return "apply_patch", {"command": patch}, first(item, "stdout", "stderr")


def _mcp(item: dict[str, Any]) -> tuple[str, Any, Any]:
    name = f"mcp__{words(item.get('server'))}__{words(item.get('tool'))}"
    return name, item.get("arguments"), item.get("result") or item.get("error")


_ACTS = {"CommandExecution": _command, "FileChange": _change, "McpToolCall": _mcp}
