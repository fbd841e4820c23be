"""Names and values that are two fields of one object: `{"name": "DB_PASSWORD", "value": "…"}`, in either order."""

from __future__ import annotations

_VALUES = ("value", "default", "string")
_NAMES = ("name", "key", "variable", "var", "env", "id", "label", "field", "parameter")
_QUOTES = "\"'\\"
_FAR = 240  # characters in which the other field has to begin


def after(text: str, start: int, end: int) -> int:
    """Where the value begins that belongs to the name that begins at `start` and ends at `end`, else 0."""
    gap = text[end : end + 40]
    rest = gap.lstrip(" \t\r\n,{\\\"'")
    if len(rest) < len(gap) and (begin := _value_of(text, end + len(gap) - len(rest))):
        return begin
    if gap[:2] == "</":  # <key>DB_PASSWORD</key> <string>…</string>
        tag = text.find("<", end + 2, end + _FAR)
        close = text.find(">", tag, tag + 40) if tag > 0 and not text[text.find(">", end) + 1 : tag].strip() else -1
        return close + 1 if close > 0 and text[tag + 1 : close].lower() in _VALUES else 0
    return _further(text, end) if gap[:1] and gap[0] in "\"'\\,\r\n" and _is_field(text, start) else 0


def before(text: str, start: int) -> int:
    """Where the value begins that belongs to the name which begins at `start`, and stands before it; else 0."""
    if not _is_field(text, start):
        return 0
    floor = max(0, start - _FAR)
    floor = max(floor, *(text.rfind(sign, floor, start) + 1 for sign in ("{", "}", "<", "\n\n")))
    low = text[floor:start].lower()
    for word in _VALUES:
        at = low.rfind(word)
        if at >= 0 and not _begins_item(low[at:]):
            return _value_of(text, floor + at)
    return 0


def _is_field(text: str, start: int) -> bool:
    """Whether what begins here is the value of a field that holds a name."""
    field = text[max(0, start - 24) : start].rstrip(_QUOTES).rstrip(" ")
    return field[-1:] in (":", "=") and field[:-1].rstrip(" ").rstrip(_QUOTES).lower().endswith(_NAMES)


def _further(text: str, end: int) -> int:
    """Where the value begins after other fields of the object: `{"name": …, "type": …, "value": …}`; else 0."""
    stop = min((at for at in (text.find(sign, end, end + _FAR) for sign in "{}<") if at >= 0), default=end + _FAR)
    low = text[end:stop].lower()
    at = low.find("value")
    while at >= 0 and not _begins_item(low[:at]):
        if begin := _value_of(text, end + at):
            return begin
        at = low.find("value", at + 1)
    return 0


def _begins_item(text: str) -> bool:
    """Whether a line of the text after its first begins an entry of a list, which is another object."""
    return "\n" in text and any(line.lstrip(" \t").startswith("-") for line in text.split("\n")[1:])


def _value_of(text: str, at: int) -> int:
    """Where the value of the field at this place begins, if that is one which holds a value; else 0."""
    head = text[at : at + 24]
    word = next((one for one in _VALUES[:2] if head[: len(one)].lower() == one), "")
    rest = head[len(word) :].lstrip(_QUOTES + " ")
    if not word or rest[:1] not in (":", "="):
        return 0
    begin = at + len(head) - len(rest) + 1
    while text[begin : begin + 1] in (" ", "\t", ":"):
        begin += 1
    return begin
