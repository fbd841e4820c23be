"""What an agent wrote to standard input becomes an object, whatever state it is in."""

from __future__ import annotations

from memwiki.capture import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.fields import Payload

MAX_BYTES = 2 * 1024 * 1024
TAIL_BYTES = 64 * 1024  # of a longer payload, its end is kept as well: some agents name the session there
_BOM = b"\xef\xbb\xbf"
_SALVAGE = 256 * 1024
_LONGEST_WORD = 8192  # characters at most that are given up at the end
_WORDLESS = "\u2e80"  # scripts from here on are written without spaces
# the keys that are read from the front of a payload that is too long or broken off
_NAMES = (
    "session_id",
    "sessionId",
    "sessionID",
    "conversation_id",
    "conversationId",
    "hook_event_name",
    "event",
    "cwd",
    "directory",
    "tool_name",
    "toolName",
    "tool",
    "cursor_version",
    "tool_use_id",
    "agent_id",
    "transcript_path",
    "file_path",
    "filePath",
    "command",
    "prompt",
)
_SESSIONS = ("session_id", "sessionId", "sessionID", "conversation_id", "conversationId")
_TOOLS = ("tool_name", "toolName", "tool")
_OUTPUTS = ("stdout", "tool_response", "tool_output", "textResultForLlm", "llmContent", "output")


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
            return _salvaged(text, ""), True
        if isinstance(value, list):
            return {"items": value}, False
        return (value, False) if isinstance(value, dict) else (None, True)
    return _salvaged(text, decoded(raw[MAX_BYTES + 1 :])), True


def decoded(data: bytes) -> str:
    """The bytes as text: UTF-8, or UTF-16 where a mark says so; broken bytes become U+FFFD."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    text = data.decode("utf-8", "replace")
    return text.lstrip("\ufeff")


def _salvaged(text: str, end: str) -> Payload | None:
    """The known keys found in the front of a broken payload, or in its end; None where nothing tells what it is."""
    front = text[:_SALVAGE]
    found: Payload = {}
    for name in _NAMES:
        value = _value(front, f'"{name}"') or _value(end, f'"{name}"')
        if value:
            found[name] = value
    if not any(found.get(key) for key in (*_SESSIONS, "hook_event_name", "event")):
        return None
    if any(key in found for key in _TOOLS):
        given = {key: found.pop(key) for key in ("file_path", "filePath", "command") if key in found}
        found["tool_input"] = given
        shown = (_value(front, f'"{key}"') for key in _OUTPUTS)
        found["tool_response"] = next((one for one in shown if one), "")
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
    """The broken-off text up to where its last word begins: that may be half of a secret."""
    at = len(value)
    least = max(0, at - _LONGEST_WORD)
    while at > least and not (value[at - 1].isspace() or value[at - 1] >= _WORDLESS):
        at -= 1
    return value[:at]
