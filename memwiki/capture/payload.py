"""What an agent wrote to standard input becomes an object, whatever state it is in."""

from __future__ import annotations

from memwiki.capture import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.fields import Payload

MAX_BYTES = 2 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_SALVAGE = 256 * 1024
# the keys that are read from the front of a payload that is too long or broken off
_NAMES = (
    "session_id",
    "sessionId",
    "conversation_id",
    "hook_event_name",
    "cwd",
    "tool_name",
    "cursor_version",
    "tool_use_id",
    "agent_id",
    "transcript_path",
    "file_path",
    "command",
    "prompt",
)


def read(raw: bytes) -> tuple[Payload | None, bool]:
    """The payload, and whether it was broken or too long and only its front was salvaged; (None, True): nothing."""
    data = raw
    while data.startswith(_BOM):
        data = data[len(_BOM) :]
    text = decoded(data)
    if len(raw) <= MAX_BYTES:
        try:
            value = jsontext.loads(text)
        except ValueError:
            return _salvaged(text), True
        if isinstance(value, list):
            return {"items": value}, False
        return (value, False) if isinstance(value, dict) else (None, True)
    return _salvaged(text), True


def decoded(data: bytes) -> str:
    """The bytes as text: UTF-8, or UTF-16 where a mark says so; broken bytes become U+FFFD."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    text = data.decode("utf-8", "replace")
    return text.lstrip("\ufeff")


def _salvaged(text: str) -> Payload | None:
    """The known keys found in the front of a broken payload; None where there is no session in it."""
    front = text[:_SALVAGE]
    found: Payload = {}
    for name in _NAMES:
        value = _value(front, f'"{name}"')
        if value:
            found[name] = value
    if not any(found.get(key) for key in ("session_id", "sessionId", "conversation_id")):
        return None
    if "tool_name" in found:
        given = {key: found.pop(key) for key in ("file_path", "command") if key in found}
        found["tool_input"] = given
        found["tool_response"] = _value(front, '"stdout"') or _value(front, '"tool_response"') or ""
    return found


def _value(front: str, key: str) -> str:
    """The text that follows the key; a text that was broken off is taken as far as it goes."""
    at = front.find(key)
    if at < 0:
        return ""
    at += len(key)
    while front[at : at + 1] and front[at] in " \t\r\n:":
        at += 1
    if front[at : at + 1] != '"':
        return ""
    try:
        value, _ = jsontext.scan(front, at)
    except ValueError:
        piece = front[at + 1 :]
        for spare in range(7):  # the cut may lie inside an escape
            try:
                value, _ = jsontext.scan(f'"{piece[: len(piece) - spare]}"')
                value = _to_space(value)
                break
            except ValueError:
                continue
        else:
            return ""
    return value if isinstance(value, str) else ""


def _to_space(value: str) -> str:
    """The broken-off text up to its last white space: what follows may be half of a secret."""
    at = max(value.rfind(" "), value.rfind("\n"))
    return value[: at + 1]
