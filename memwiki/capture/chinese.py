"""Secrets named in Chinese: 密码是…, 口令：…, 密钥 …"""

from __future__ import annotations

from memwiki.capture.judge import is_code, is_placeholder, mixed
from memwiki.capture.secrets import ALNUM, CHINESE_SEPARATORS, CHINESE_WORDS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

_ENDS = " \t\r\n,，。;；、\"'`”」』）)<>"


def spans(text: str) -> Iterator[Span]:
    """The (start, end) of each value that stands after a secret's Chinese name."""
    if text.isascii():
        return
    for word in CHINESE_WORDS:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            found = _after(text, at, end)
            if found is not None:
                yield found
            at = text.find(word, end)


def _after(text: str, at: int, end: int) -> Span | None:
    """The value after 密码 and its like: after a sign or 是, else only what looks strong."""
    i = end
    while text[i : i + 1] and text[i] in "\"'`」』”） ":
        i += 1
    signed = False
    for separator in sorted(CHINESE_SEPARATORS, key=len, reverse=True):
        if text.startswith(separator, i):
            i, signed = i + len(separator), True
            break
    if not signed and i == end:
        return None
    while text[i : i + 1] and text[i] in " \t:：\"'`“「『":
        i += 1
    stop = i
    while stop < len(text) and stop < i + 256 and text[stop] not in _ENDS:
        stop += 1
    value = text[i:stop]
    if is_placeholder(value) or value.lower() in STOP_WORDS or len(value) < 4 or is_code(value):
        return None
    inked = [char for char in value if char.isascii() and not char.isspace()]
    if not inked:
        return None
    if signed:
        strong = mixed(value) or (all(char in ALNUM for char in inked) and len(inked) == len(value) >= 6)
        return (i, stop) if strong else None
    alone = not text[text.rfind("\n", 0, at) + 1 : at].strip() and text[stop : stop + 1] in ("", "\n", "\r")
    digits = any(char.isdecimal() for char in value)
    return (i, stop) if digits and (alone or (mixed(value) and not value.isalnum())) else None
