"""Passwords that are handed to a program's input: by a pipe, a here-string, a script that answers its prompts."""

from __future__ import annotations

from memwiki.capture.judge import is_placeholder, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

# how a command that takes a secret from its input is known; (in it, the value is surely one)
_TAKERS = (
    ("sudo -s", True),
    ("-stdin", True),
    ("--with-token", True),
    ("passphrase-fd", True),
    ("pass stdin", True),
    ("passwd", True),
    ("kinit ", True),
    ("cryptsetup ", True),
    ("smbpasswd", True),
    ("pass insert", True),
    ("/dev/stdin", False),
    ("secret set", False),
    ("secret put", False),
    ("secret create", False),
    ("secrets set", False),
    ("secrets put", False),
    ("secrets create", False),
    ("secrets import", False),
    ("secrets versions add", False),
    ("create secret", False),
)
_VERBS = ("echo", "printf", "yes", "print", "write-output")
_SENDERS = ("send ", "sendline(", "send(", "send_line(", "write(")
WORDS = (*(taker for taker, _ in _TAKERS), *_SENDERS)
_ASKED = ("assword", "assphrase", "asscode", "asswort", "ot de passe", "ontrase", "pin:", "pin ", "密码", "口令")
_BACK = 400  # characters of a command before its pipe
_ANSWER = 240  # characters between what a program asks and what a script answers


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each."""
    if "|" in text or "<<<" in text:
        for taker, sure in _TAKERS:
            at = low.find(taker)
            while at >= 0:
                span = _piped(text, at, sure) or _here(text, at, sure)
                if span:
                    yield span
                at = low.find(taker, at + len(taker))
    if "send" in low or "write(" in low:
        for sender in _SENDERS:
            at = low.find(sender)
            while at >= 0:
                span = _sent(text, low, at, at + len(sender))
                if span:
                    yield span
                at = low.find(sender, at + len(sender))


def _piped(text: str, at: int, sure: bool) -> Span | None:
    """`echo secret | sudo -S …`, `printf '%s' secret | docker login --password-stdin`: what the pipe carries."""
    floor = max(0, at - _BACK)
    start = max(floor, *(text.rfind(sign, floor, at) + 1 for sign in ("\n", ";", "&&")))
    pipe = text.rfind("|", start, at)
    said = text[start:pipe] if pipe >= 0 else ""
    low = said.lower()
    verb = next((word for word in _VERBS if word in low), "")
    if not verb or (text[at] not in "-/" and text[at - 1 : at].isalnum()):
        return None
    found = low.rindex(verb) + len(verb)
    return _value(text, start + found, pipe, sure) if text[start + found : start + found + 1] in (" ", "\t") else None


def _here(text: str, at: int, sure: bool) -> Span | None:
    """`sudo -S … <<< secret`."""
    stop = min((end for end in (text.find(sign, at, at + _BACK) for sign in "\n;|") if end >= 0), default=at + _BACK)
    found = text.find("<<<", at, stop)
    return _value(text, found + 3, min(stop, len(text)), sure) if found >= 0 else None


def _value(text: str, start: int, stop: int, sure: bool) -> Span | None:
    """The last word from `start`, which flags and a pattern of `printf` may precede."""
    words = [(a, b) for a, b in _words(text, start, stop) if text[a : a + 1] != "-" or a == b]
    if len(words) > 1 and "%" in text[slice(*words[0])]:
        words = words[1:]
    if len(words) != 1:
        return None
    a, b = words[0]
    value = text[a:b].removesuffix("\\n")
    if len(value) < 3 or " " in value or is_placeholder(value) or (not sure and not mixed(value)):
        return None
    return a, a + len(value)


def _words(text: str, start: int, stop: int) -> Iterator[Span]:
    """The words of a shell between two places, each without its quotes."""
    at = start
    while at < stop:
        if text[at] in " \t":
            at += 1
            continue
        quote = text[at] if text[at] in "\"'" else ""
        begin = at + bool(quote)
        if quote:
            end = text.find(quote, begin, stop)
        else:
            end = min((i for i in (text.find(sign, begin, stop) for sign in " \t\"'") if i >= 0), default=stop)
        end = stop if end < 0 else end
        yield begin, end
        at = end + bool(quote)


def _sent(text: str, low: str, at: int, end: int) -> Span | None:
    """`expect "password:"; send "secret\\r"`, `child.sendline("secret")`: the answer to what asks for a password."""
    if text[at - 1 : at].isalnum():
        return None
    asked = low[max(0, at - _ANSWER) : at]
    if not any(word in asked for word in _ASKED):
        return None
    i = end
    while text.startswith("-", i) or text[i : i + 1] == " ":
        i += 1
    i += text[i : i + 1] in ("b", "r", "f") and text[i + 1 : i + 2] in ('"', "'")
    slashes = i
    while text[i : i + 1] == "\\" and i - slashes < 8:
        i += 1
    quote = text[i : i + 1]
    if quote not in ('"', "'"):
        return None
    start, closing = i + 1, text[slashes : i + 1]
    stop = text.find(closing, start, start + 200)
    value = text[start:stop] if stop > start else ""
    for ending in ("\\n", "\\r"):
        value = value.removesuffix("\\" + ending).removesuffix(ending)
    if len(value) < 3 or "\n" in value or is_placeholder(value) or value.lower() in ("yes", "exit", "quit"):
        return None
    return (start, start + len(value)) if mixed(value) or " " not in value else None
