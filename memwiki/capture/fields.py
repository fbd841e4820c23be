"""Reads of agents' payloads that cannot fail: every agent spells its keys and results a little differently."""

from __future__ import annotations

import sys

from memwiki.capture import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Payload = dict[str, Any]


def words(value: object) -> str:
    """The value if it is text, else an empty text."""
    return value if isinstance(value, str) else ""


def first(payload: Payload, *keys: str) -> str:
    """The first non-empty text under one of the keys."""
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def mapping(value: object) -> Payload:
    """The value as an object; objects that came as JSON text are read."""
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = jsontext.loads(value)
        except ValueError:
            return {}
    return value if isinstance(value, dict) else {}


def whole(value: object) -> int | None:
    """The value as a whole number; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if value != value or abs(value) > sys.maxsize:
        return None
    return int(value)


def flat(value: object, depth: int = 0) -> str:
    """Any tool result as text: texts, content blocks and the usual result keys; anything else as JSON."""
    if isinstance(value, str):
        return value
    if value is None or depth > 6:
        return ""
    if isinstance(value, list):
        parts = [flat(item, depth + 1) for item in value]
        return "\n".join(part for part in parts if part)
    if isinstance(value, dict):
        if value.get("type") in ("image", "audio", "resource_link"):
            return f"[{value['type']}]"
        for key in ("text", "content", "result", "output", "llmContent", "stdout", "message"):
            if isinstance(value.get(key), (str, list, dict)):
                return flat(value[key], depth + 1)
    return jsontext.dumps(value)


def exit_code(text: str, *labels: str) -> int | None:
    """The number after the first label that is found (`Exit code 2`, `Exit Code: 0`); None without one."""
    for label in labels:
        at = text.find(label)
        if at < 0:
            continue
        rest = text[at + len(label) : at + len(label) + 12].lstrip(" :")
        digits = ""
        for char in rest:
            if char.isdecimal() or (char == "-" and not digits):
                digits += char
            else:
                break
        if digits.strip("-"):
            return int(digits)
    return None
