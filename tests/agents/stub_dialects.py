"""Chat Completions and generateContent, as the scripted model speaks them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any


def _text(content: object) -> str:
    parts = content if isinstance(content, list) else [{"text": content}]
    return " ".join(str(part.get("text") or "") for part in parts)


def chat_state(body: Mapping[str, Any]) -> tuple[str, int]:
    """The person's last prompt and the number of tool results since.

    Context that an agent's hooks add may be a message of its own, before or after the prompt: prompts are told by the
    script, so all that was said since the last result that ended a turn is given.
    """
    said: list[str] = []
    done = 0
    for message in body.get("messages", []):
        if message["role"] == "user":
            said = [*said, _text(message["content"])] if not done else [_text(message["content"])]
            done = 0
        elif message["role"] == "tool":
            done += 1
        elif message["role"] == "assistant" and not message.get("tool_calls"):
            said, done = [], 0
    return "\n".join(said), done


def chat_tools(body: Mapping[str, Any]) -> dict[str, list[str]]:
    """The tools on offer with the names of their arguments."""
    found = [tool.get("function", {}) for tool in body.get("tools") or []]
    return {tool["name"]: list(tool.get("parameters", {}).get("properties", {})) for tool in found if tool.get("name")}


def _message(text: str, tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if tool:
        call = {"name": tool, "arguments": json.dumps(given)}
        message["tool_calls"] = [
            {"index": 0, "id": f"call_{uuid.uuid4().hex[:24]}", "type": "function", "function": call}
        ]
    return message


def _head(model: str, size: int) -> dict[str, Any]:
    usage = {"prompt_tokens": size // 4 + 1, "completion_tokens": 20, "total_tokens": size // 4 + 21}
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": 1, "model": model, "usage": usage}


def chat_reply(text: str, tool: str, given: Mapping[str, Any], model: str, size: int) -> dict[str, Any]:
    """One whole reply."""
    choice = {"index": 0, "message": _message(text, tool, given), "finish_reason": "tool_calls" if tool else "stop"}
    return {**_head(model, size), "object": "chat.completion", "choices": [choice]}


def chat_chunks(text: str, tool: str, given: Mapping[str, Any], model: str, size: int) -> list[dict[str, Any]]:
    """The same reply as the chunks of a stream."""
    head = {**_head(model, size), "object": "chat.completion.chunk"}
    usage = head.pop("usage")
    end = "tool_calls" if tool else "stop"
    return [
        {**head, "choices": [{"index": 0, "delta": _message(text, tool, given), "finish_reason": None}]},
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": end}]},
        {**head, "choices": [], "usage": usage},
    ]


def gemini_state(body: Mapping[str, Any]) -> tuple[str, int]:
    """The person's last prompt and the number of tool results since."""
    prompt, done = "", 0
    for content in body.get("contents", []):
        if content.get("role", "user") != "user":
            continue
        results = sum("functionResponse" in part for part in content["parts"])
        said = " ".join(part.get("text", "") for part in content["parts"])
        if results:
            done += results
        elif said.strip():
            prompt, done = said, 0
    return prompt, done


def gemini_tools(body: Mapping[str, Any]) -> dict[str, list[str]]:
    """The tools on offer with the names of their arguments."""
    found = [one for tool in body.get("tools") or [] for one in tool.get("functionDeclarations") or []]
    schemas = {one["name"]: one.get("parametersJsonSchema") or one.get("parameters") or {} for one in found}
    return {name: list(schema.get("properties", {})) for name, schema in schemas.items()}


def gemini_form(body: Mapping[str, Any]) -> str:
    """An answer in the form that a side request asks for (a route, who speaks next); "" where it asks for none."""
    config = body.get("generationConfig") or {}
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    if not schema:
        return ""
    made: dict[str, Any] = {}
    for name, rule in (schema.get("properties") or {}).items():
        kind = str(rule.get("type", "string")).lower()
        plain = {"number": 1, "integer": 1, "boolean": False, "array": [], "object": {}}
        made[name] = (rule.get("enum") or ["stub"])[0] if kind == "string" else plain.get(kind, "stub")
    return json.dumps({**made, "next_speaker": "user"} if "next_speaker" in made else made)


def gemini_reply(text: str, tool: str, given: Mapping[str, Any], size: int) -> dict[str, Any]:
    """One reply, whole or as the only event of a stream."""
    parts: list[dict[str, Any]] = [{"text": text}] if text else []
    if tool:
        parts.append({"functionCall": {"name": tool, "args": given, "id": uuid.uuid4().hex[:8]}})
    usage = {"promptTokenCount": size // 4 + 1, "candidatesTokenCount": 20, "totalTokenCount": size // 4 + 21}
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "stub"}
