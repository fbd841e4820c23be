"""Secrets that are known by their shape: exact lengths and inner marks, where a prefix alone would say too little."""

from __future__ import annotations

from memwiki.capture.judge import is_placeholder, is_strong, mixed
from memwiki.capture.secrets import ALNUM, DIGITS, HEX, LOWER, TOKEN, UPPER, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

# (prefix, characters of the body, its exact length): registries, databases and services whose prefix is a word's part
_EXACT = (
    ("oy2", LOWER, 43),  # NuGet
    ("cio", ALNUM, 32),  # crates.io
    ("AKCp", ALNUM, 69),  # Artifactory
    ("4b1d", ALNUM, 38),  # ClickHouse Cloud
    ("ico-", ALNUM, 32),  # Infracost
    ("API-", UPPER, 26),  # Octopus Deploy
    ("p8e-", LOWER, 32),  # Adobe
    ("A3-", UPPER + "-", 36),  # 1Password
    ("A3-", UPPER + "-", 37),
    ("sdk-", TOKEN, 36),  # LaunchDarkly
)
PREFIXES = tuple(prefix for prefix, _, _ in _EXACT)
_TABLE = 4096  # characters below its heading in which a table's cell is still known by it
_PADDING = 32  # characters after a heading up to its column's edge
_HEADING = WORD + "- /|*`."
HEADINGS = ("password", "passwd", "passphrase", "secret", "token", "api_key", "apikey", "密码", "口令")


def exact(text: str, _: str) -> Iterator[Span]:
    """The (start, end) of each that a word begins, and whose length is known."""
    for prefix, allowed, length in _EXACT:
        at = text.find(prefix)
        while at >= 0:
            end = at + len(prefix) + length
            if _stands_alone(text, at, end, allowed) and not text[at + len(prefix) : end].isdecimal():
                yield at, end
            at = text.find(prefix, at + 1)


def _stands_alone(text: str, at: int, end: int, allowed: str) -> bool:
    """Whether the body is of these characters, random, and no part of a longer run."""
    body, before, after = text[at:end], text[at - 1 : at] if at else "", text[end : end + 1]
    escaped = before in ("n", "r", "t") and text[at - 2 : at - 1] == "\\"
    if end > len(text) or (after and after in WORD + "-+/") or (before and before in TOKEN + "+/" and not escaped):
        return False
    return not body[4:].strip(allowed) and any(c.isdecimal() for c in body) and bool(body.strip(HEX + "-"))


def inner(text: str, _: str) -> Iterator[Span]:
    """Tokens that are known by what stands within them."""
    for mark, found in (("Q~", _azure), ("_mmk", _maxmind), ("|", _facebook), ("pat", _airtable), (".", _discord)):
        at = text.find(mark)
        while at >= 0:
            span = found(text, at)
            if span is not None:
                yield span
            at = text.find(mark, at + 1)


def _azure(text: str, at: int) -> Span | None:
    """A client secret of Azure: three characters, a digit, `Q~`, 31 to 34 more."""
    start = at - 4
    end = _end(text, at + 2, TOKEN + ".~")
    lead = text[max(0, start) : at]
    if start < 0 or not lead[-1:].isdecimal() or lead.strip(TOKEN + ".~") or not 31 <= end - at - 2 <= 34:
        return None
    return start, end


def _maxmind(text: str, at: int) -> Span | None:
    start = at - 36
    body = text[max(0, start) : at]
    after = text[at + 4 : at + 5]
    if start < 0 or body.strip(WORD) or body[6] != "_" or (after and after in WORD):
        return None
    return start, at + 4


def _facebook(text: str, at: int) -> Span | None:
    """An app's access token: its number, `|`, 27 to 40 characters."""
    before = text[max(0, at - 17) : at]
    digits = len(before) - len(before.rstrip(DIGITS))
    end = _end(text, at + 1, TOKEN)
    value = text[at + 1 : end]
    return (at - digits, end) if 15 <= digits <= 16 and 27 <= len(value) <= 40 and mixed(value) else None


def _airtable(text: str, at: int) -> Span | None:
    dot, end = at + 17, at + 82
    if text[dot : dot + 1] != "." or text[at + 3 : dot].strip(ALNUM) or text[dot + 1 : end].strip(HEX):
        return None
    return (at, end) if len(text) >= end and text[end : end + 1] not in tuple(HEX) else None


def _discord(text: str, at: int) -> Span | None:
    """A bot's token: its number in base64, `.`, six characters, `.`, 27 to 40 more."""
    if text[at + 7 : at + 8] != "." or text[at + 1 : at + 7].strip(TOKEN):
        return None
    before = text[max(0, at - 29) : at]
    head = before[len(before.rstrip(ALNUM)) :]
    end = _end(text, at + 8, TOKEN)
    good = 23 <= len(head) <= 28 and head[0] in "MNO" and 27 <= end - at - 8 <= 40 and not head.isalpha()
    return (at - len(head), end) if good else None


def _end(text: str, start: int, allowed: str) -> int:
    piece = text[start : start + 200]
    return start + len(piece) - len(piece.lstrip(allowed))


def tables(text: str, low: str) -> Iterator[Span]:
    """The cells below a heading that says `password`: in tables, and in lines with commas or tabs."""
    for word in HEADINGS:
        at = low.find(word)
        while at >= 0:
            after = low[at + len(word) : at + len(word) + _PADDING].lstrip(" ")[:1]
            if after in ("|", ",", "\t", "\n", "\r"):
                yield from _cells(text, at)
            at = low.find(word, at + len(word))


def _cells(text: str, at: int) -> Iterator[Span]:
    start = text.rfind("\n", max(0, at - 1000), at) + 1
    line_end = text.find("\n", at, at + 1000)
    heading = text[start:line_end]
    sign = next((one for one in "|\t" if one in heading), ",")
    names = heading.split(sign)
    if line_end < 0 or len(names) < 2 or not all(_is_heading(name) for name in names):
        return
    if sign == "," and (heading[:1].isspace() or not names[-1].strip()):
        return  # code
    column = heading[: at - start].count(sign)
    place = line_end + 1
    while place < min(len(text), start + _TABLE):
        stop = text.find("\n", place, start + _TABLE)
        stop = min(len(text), start + _TABLE) if stop < 0 else stop
        cells = text[place:stop].split(sign)
        if sign == "|" and not text[place:stop].strip("-+=:| \r"):
            place = stop + 1
            continue
        if len(cells) != len(names):
            return
        begin = place + sum(len(cell) + 1 for cell in cells[:column])
        value = cells[column].strip(" \t`\"'\r")
        if (
            value
            and (is_strong(value) if sign == "\t" else mixed(value))  # columns of tokens are of words, too
            and not any(char in value for char in " ()=")
            and len(value) <= 256
            and not is_placeholder(value)
        ):
            begin += cells[column].index(value)
            yield begin, begin + len(value)
        place = stop + 1


def _is_heading(name: str) -> bool:
    name = name.strip("\r")
    return len(name) <= 40 and not (name.isascii() and name.strip(_HEADING))
