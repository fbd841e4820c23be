"""Values that stand after their name as documents set it: emphasis, arrows, a row of a table, a line of its own."""

from __future__ import annotations

_ARROWS = ("→", "⇒", "➜", "»")
_FIELDS = ("name=", "key=", "id=", "field=")
_LINE, _WORDS = 64, 4  # characters and words of a line that is nothing but a name


def after(text: str, start: int, at: int, closed: int) -> tuple[int, str] | None:
    """Where the value begins, and how it is tied to the name that stands from `start` to `at`, its quotes up to
    `closed`; None where nothing ties it."""
    char = text[closed : closed + 1]
    if char == ">" and closed > at and text[max(0, start - 12) : start].rstrip("\"'").lower().endswith(_FIELDS):
        return closed + 1, "sign"  # <setting name="password">…
    i = closed + len(text[closed : closed + 8]) - len(text[closed : closed + 8].lstrip("* \t"))
    sign = text[i : i + 1]
    if sign in _ARROWS or (char == "*" and sign and sign in ":=："):
        return _value(text, i + 1), "prose"
    before = text[max(0, start - _LINE) : start].rpartition("\n")[2]
    if sign == "|" and "|" in before and not before.strip("|* \t`"):
        return _value(text, i + 1), "far"
    if (
        sign
        and sign in "\r\n"
        and len(before) < _LINE
        and len(before.split()) < _WORDS
        and not before.strip(" #*->.\"'`").count("=")
    ):
        return _value(text, i), "line"
    return None


def _value(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t*\r\n":
        at += 1
    return at
