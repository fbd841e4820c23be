"""Secrets named in Chinese: 密码是…, 口令：…, 密钥 …"""

from __future__ import annotations

from memwiki.capture.judge import is_code, is_placeholder, is_strong, mixed
from memwiki.capture.secrets import ALNUM, CHINESE_SEPARATORS, CHINESE_WORDS, DIGITS, STOP_WORDS
from memwiki.capture.stretches import Stretches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

_SEPARATORS = sorted(CHINESE_SEPARATORS, key=len, reverse=True)
_UNITS = ("位", "个", "個", "字")  # a length, not a password
_BETWEEN = 16  # characters of "was changed to" between name and value
_ENDS = " \t\r\n,，。;；、\"'`”」』）)<>"


def spans(text: str, _: str) -> Iterator[Span]:
    """The (start, end) of each value that stands after a secret's Chinese name."""
    if text.isascii():
        return
    ends = Stretches(text)
    for word in CHINESE_WORDS:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            found = _after(ends, at, end)
            if found is not None:
                yield found
            at = text.find(word, end)


def _near(ends: Stretches, start: int) -> Span | None:
    """A strong value a few characters after the name: 密码我改成了 …, 密码（生产）：…, 密码…"""
    text = ends.text
    i, limit = start, min(len(text), start + _BETWEEN)
    while i < limit and not (text[i].isascii() and (text[i].isalnum() or text[i] in "!@#$%^&*~")):
        if text[i] in "，。;；、！？\n,.":
            return None
        i += 1
    stop = i
    while stop < len(text) and stop < i + 128 and text[stop].isascii() and text[stop] not in _ENDS:
        stop += 1
    value = text[i:stop].rstrip(".!?:") if i < limit else ""
    return (i, i + len(value)) if value and is_strong(value) else None


def _after(ends: Stretches, at: int, end: int) -> Span | None:
    """The value after 密码 and its like: after a sign or 是, else only what looks strong."""
    text, i = ends.text, end
    while text[i : i + 1] and text[i] in "\"'`」』”） ":
        i += 1
    signed = False
    for separator in _SEPARATORS:
        if text.startswith(separator, i):
            i, signed = i + len(separator), True
            break
    if not signed and i == end:
        return _near(ends, end)
    while text[i : i + 1] and text[i] in " \t:：\"'`“「『":
        i += 1
    stop = min(ends.end(i, _ENDS), i + 256)
    value = text[i:stop]
    if is_placeholder(value) or value.lower() in STOP_WORDS or len(value) < 4 or is_code(value):
        return None
    inked = [char for char in value if char.isascii() and not char.isspace()]
    if not inked or value.lstrip(DIGITS)[:1] in _UNITS:
        return None
    if signed:
        strong = mixed(value) or (all(char in ALNUM for char in inked) and len(inked) == len(value) >= 6)
        return (i, stop) if strong else None
    before = text[max(0, at - 200) : at]
    begins = (at <= 200 or "\n" in before) and not before.rpartition("\n")[2].strip()
    alone = begins and text[stop : stop + 1] in ("", "\n", "\r")
    digits = any(char.isdecimal() for char in value)
    if digits and (alone or (mixed(value) and not value.isalnum())):
        return i, stop
    return _near(ends, end)
