"""A scripted model on loopback, so that the real agents' programs can be driven without a network.

It speaks as much of Anthropic's Messages, OpenAI's Responses and Chat Completions and Google's generateContent as the
agents use (the last two in stub_dialects.py). What it answers comes from a script: turns, each with the person's
prompt, the steps the agent takes, and its last words. It keeps no state: the turn is the script's turn whose prompt the
request ends with, and the step is the number of tool results since. Every request's body is kept in `requests`, so that
a test can see what reached the model.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import stub_dialects as dialects

SHELL_TOOLS = ("Bash", "bash", "run_shell_command", "exec_command", "shell_command", "shell")
FILE_TOOLS = {
    "read": ("Read", "read", "read_file", "view"),
    "write": ("Write", "write", "write_file", "create"),
    "edit": ("Edit", "edit", "replace"),
}
ARGUMENTS = {
    "path": ("file_path", "filePath", "absolute_path", "path"),
    "content": ("content", "file_text"),
    "old": ("old_string", "oldString", "old_str"),
    "new": ("new_string", "newString", "new_str"),
}


@dataclass(frozen=True)
class Turn:
    """One prompt of a person and what the agent makes of it.

    A step is one of {"run": command}, {"read": path}, {"write": path, "content": …} and {"edit": path, "old": …,
    "new": …}; paths are relative to the folder that the agent works in. `say` in a step is what the agent says before
    it acts.
    """

    prompt: str
    steps: tuple[Mapping[str, str], ...] = ()
    final: str = "Done."


@dataclass
class Answer:
    """What the model does next: says `text`, and calls a tool if `tool` is set."""

    text: str
    tool: str = ""
    input: dict[str, Any] = field(default_factory=dict)


def turns(script: Sequence[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """Turns from plain data, as a story file holds them."""
    return tuple(Turn(t["prompt"], tuple(t.get("steps", ())), t.get("final", "Done.")) for t in script)


class StubModel:
    """The server; use as a context manager. `url` is its address, `requests` the bodies it was sent."""

    def __init__(self, script: Sequence[Turn], folder: str) -> None:
        self.script = tuple(script)
        self.folder = folder
        self.requests: list[dict[str, Any]] = []
        self.pace = 0.0  # seconds before an answer: real models are no faster than their agents' hooks
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"model": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Base address, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> StubModel:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def received(self) -> str:
        """All that reached the model, as one text with line breaks and letters as they were."""
        return "\n".join(json.dumps(body, ensure_ascii=False).replace("\\n", "\n") for body in self.requests)

    def answer(self, prompt: str, done: int, tools: Mapping[str, Collection[str]]) -> Answer:
        """The next answer to `prompt` after `done` tool results; side requests without tools get a word."""
        turn = next((t for t in self.script if t.prompt in prompt), None)
        if not tools or turn is None:
            return Answer("ok")
        if done >= len(turn.steps):
            return Answer(turn.final)
        step = turn.steps[done]
        name, arguments = _call(step, tools, self.folder)
        return Answer(step.get("say", ""), name, arguments)


def _call(step: Mapping[str, str], tools: Mapping[str, Collection[str]], folder: str) -> tuple[str, dict[str, Any]]:
    """The tool call that does `step` with the tools the agent offers, by name with the names of their arguments."""
    if "apply_patch" in tools and ("edit" in step or "write" in step):
        return "apply_patch", {"input": _patch(step)}
    for kind, names in FILE_TOOLS.items():
        name = next((name for name in names if name in tools), "")
        if kind in step and name:
            said = {
                "path": f"{folder}/{step[kind]}",
                **{key: step[key] for key in ("content", "old", "new") if key in step},
            }
            why = {"instruction": "Mend the sum."} if "instruction" in tools[name] else {}
            return name, {**{_named(key, tools[name]): value for key, value in said.items()}, **why}
    command = step.get("run") or f"cat {step['read']}"
    shell = next(name for name in SHELL_TOOLS if name in tools)
    if shell == "shell":
        return shell, {"command": ["bash", "-lc", command]}
    given = {"cmd" if shell == "exec_command" else "command": command}
    return shell, {**given, "description": step.get("say") or "Run a command"} if "description" in tools[
        shell
    ] else given


def _named(key: str, arguments: Collection[str]) -> str:
    """What an agent calls this argument."""
    return next((name for name in ARGUMENTS[key] if name in arguments), ARGUMENTS[key][0])


def _patch(step: Mapping[str, str]) -> str:
    """The step as Codex's patch text."""
    if "write" in step:
        body = [f"*** Add File: {step['write']}", *(f"+{line}" for line in step["content"].splitlines())]
    else:
        body = [f"*** Update File: {step['edit']}", "@@"]
        body += [f"-{line}" for line in step["old"].splitlines()] + [f"+{line}" for line in step["new"].splitlines()]
    return "\n".join(["*** Begin Patch", *body, "*** End Patch"]) + "\n"


def _anthropic_state(body: Mapping[str, Any]) -> tuple[str, int]:
    """The person's last prompt and the number of tool results since, from a Messages request."""
    prompt, done = "", 0
    for message in body.get("messages", []):
        if message["role"] != "user":
            continue
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        results = sum(block["type"] == "tool_result" for block in blocks)
        said = " ".join(
            b.get("text", "") for b in blocks if b["type"] == "text" and not b["text"].startswith("<system-")
        )
        if results:
            done += results
        elif said.strip():
            prompt, done = said, 0
    return prompt, done


def _responses_state(body: Mapping[str, Any]) -> tuple[str, int]:
    """The same from a Responses request, where the agent's own context stands as user messages in tags."""
    prompt, done = "", 0
    for item in body.get("input") or []:
        kind = item.get("type", "message")
        if kind == "message" and item.get("role") == "user":
            content = item["content"]
            said = content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)
            if not said.startswith(("<", "# AGENTS")):
                prompt, done = said, 0
        elif kind.endswith("_output"):
            done += 1
    return prompt, done


def _message(answer: Answer, model: str, size: int) -> dict[str, Any]:
    """A Messages reply."""
    blocks: list[dict[str, Any]] = [{"type": "text", "text": answer.text}] if answer.text else []
    if answer.tool:
        call = {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:24]}", "name": answer.tool, "input": answer.input}
        blocks.append(call)
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": "tool_use" if answer.tool else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": size // 4 + 1, "output_tokens": 20},
    }


def _message_events(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The same reply as the events of a stream."""
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    return [
        *events,
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 20}},
        {"type": "message_stop"},
    ]


def _response_events(answer: Answer, custom: bool, model: str, size: int) -> list[dict[str, Any]]:
    """A Responses reply as the events of a stream: the words first, then the call."""
    items: list[dict[str, Any]] = []
    if answer.text:
        content = [{"type": "output_text", "text": answer.text, "annotations": []}]
        items.append({"type": "message", "role": "assistant", "status": "completed", "content": content})
    if answer.tool:
        call = {"call_id": f"call_{uuid.uuid4().hex[:24]}", "name": answer.tool, "status": "completed"}
        if custom:
            items.append({"type": "custom_tool_call", "input": answer.input["input"], **call})
        else:
            items.append({"type": "function_call", "arguments": json.dumps(answer.input), **call})
    for item in items:
        item["id"] = f"item_{uuid.uuid4().hex}"
    usage = {
        "input_tokens": size // 4 + 1,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": size // 4 + 21,
    }
    response = {"id": f"resp_{uuid.uuid4().hex}", "object": "response", "status": "completed", "model": model}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**response, "status": "in_progress", "output": [], "usage": None}}
    ]
    for index, item in enumerate(items):
        events.append({"type": "response.output_item.added", "output_index": index, "item": item})
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    return [*events, {"type": "response.completed", "response": {**response, "output": items, "usage": usage}}]


class _Handler(BaseHTTPRequestHandler):
    """One request; `model` is set by the server that it belongs to."""

    model: StubModel
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Silent."""

    def _send(self, data: bytes, kind: str = "application/json") -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _json(self, value: object) -> None:
        self._send(json.dumps(value).encode())

    def _stream(self, events: Sequence[Mapping[str, Any]]) -> None:
        lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
        self._send("".join(lines).encode(), "text/event-stream")

    def _whole(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def _chunks(self) -> bytes:
        found = b""
        while size := int(self.rfile.readline().strip() or b"0", 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def do_HEAD(self) -> None:
        self._send(b"")

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [], "models": []})

    def do_POST(self) -> None:
        raw = self._chunks() if self.headers.get("transfer-encoding") else self._whole()
        body = json.loads(raw or b"{}")
        path = self.path.split("?")[0]
        time.sleep(self.model.pace)
        if path.endswith("/messages"):
            self.model.requests.append(body)
            self._messages(body, len(raw))
        elif path.endswith("/responses"):
            self.model.requests.append(body)
            self._responses(body, len(raw))
        elif path.endswith("/chat/completions"):
            self.model.requests.append(body)
            self._chat(body, len(raw))
        elif "enerateContent" in path:
            self.model.requests.append(body)
            self._gemini(body, len(raw), "stream" in path)
        else:
            size = len(raw) // 4 + 1
            self._json({"input_tokens": size, "totalTokens": size})

    def _messages(self, body: dict[str, Any], size: int) -> None:
        prompt, done = _anthropic_state(body)
        offered = [tool for tool in body.get("tools") or [] if tool.get("name")]
        tools = {tool["name"]: list(tool.get("input_schema", {}).get("properties", {})) for tool in offered}
        answer = self.model.answer(prompt, done, tools)
        message = _message(answer, body.get("model", "stub"), size)
        if body.get("stream"):
            self._stream(_message_events(message))
        else:
            self._json(message)

    def _responses(self, body: dict[str, Any], size: int) -> None:
        tools = {tool["name"]: tool.get("type") for tool in body.get("tools") or [] if tool.get("name")}
        prompt, done = _responses_state(body)
        answer = self.model.answer(prompt, done, dict.fromkeys(tools, ()))
        custom = tools.get(answer.tool) == "custom"
        self._stream(_response_events(answer, custom, body.get("model", "stub"), size))

    def _chat(self, body: dict[str, Any], size: int) -> None:
        answer = self.model.answer(*dialects.chat_state(body), dialects.chat_tools(body))
        model = body.get("model", "stub")
        if not body.get("stream"):
            self._json(dialects.chat_reply(answer.text, answer.tool, answer.input, model, size))
            return
        chunks = dialects.chat_chunks(answer.text, answer.tool, answer.input, model, size)
        lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
        self._send("".join([*lines, "data: [DONE]\n\n"]).encode(), "text/event-stream")

    def _gemini(self, body: dict[str, Any], size: int, stream: bool) -> None:
        answer = self.model.answer(*dialects.gemini_state(body), dialects.gemini_tools(body))
        text = dialects.gemini_form(body) or answer.text
        reply = dialects.gemini_reply(text, answer.tool, answer.input, size)
        if stream:
            self._send(f"data: {json.dumps(reply)}\n\n".encode(), "text/event-stream")
        else:
            self._json(reply)
