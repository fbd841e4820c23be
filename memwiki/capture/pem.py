"""Private keys in PEM blocks, whole or half, found by one linear scan: they may be longer than any window."""

from __future__ import annotations

from memwiki.capture.secrets import BASE64

_DASHES = "-----"
_RUN = 24  # characters of base64 that make a block real, and not a mention of its mark
_LOOK = 400


def spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each private key block.

    A begin without an end hides the rest of the text; an end without a begin hides the base64 lines before it.
    """
    if "PRIVATE KEY" not in text:
        return []
    found: list[tuple[int, int]] = []
    at = 0
    while True:
        begin, end = _mark(text, "BEGIN", at), _mark(text, "END", at)
        if end and (not begin or end[0] < begin[0]):
            found.append((_back(text, end[0], at), end[1]))
            at = end[1]
        elif begin:
            if end is None or _mark(text, "BEGIN", begin[1], end[0]):
                end = _mark(text, "END", begin[1])
            if end is None:
                if _real(text, begin[1]):
                    found.append((begin[0], len(text)))
                    return found
                at = begin[1]
            else:
                found.append((begin[0], end[1]))
                at = end[1]
        else:
            return found


def _mark(text: str, word: str, start: int, stop: int | None = None) -> tuple[int, int] | None:
    """The next `-----BEGIN … PRIVATE KEY…-----` at or after `start`."""
    limit = len(text) if stop is None else stop
    while True:
        at = text.find(f"{_DASHES}{word} ", start, limit)
        if at < 0:
            return None
        close = text.find(_DASHES, at + len(word) + 6, at + len(word) + 70)
        if close >= 0 and "PRIVATE KEY" in text[at:close] and "\n" not in text[at:close]:
            return at, close + len(_DASHES)
        start = at + 1


def _real(text: str, at: int) -> bool:
    """Whether key material follows; code that only names the mark has none."""
    body = text[at : at + _LOOK]
    while body:
        rest = body.lstrip(BASE64)
        if len(body) - len(rest) >= _RUN:
            return True
        body = rest[1:]
    return False


def _back(text: str, end: int, floor: int) -> int:
    """Where the base64 lines before an end mark begin; line breaks may be written out as `\\n`."""
    start = end
    while start > floor:
        line_end = start
        while line_end > floor and text[line_end - 1] in "\r\n":
            line_end -= 1
        if text.endswith("\\n", floor, line_end):
            line_end -= 2
        line_start = max(text.rfind("\n", floor, line_end) + 1, text.rfind("\\n", floor, line_end) + 2)
        line_start = max(line_start, floor) if line_start > 1 else floor
        line = text[line_start:line_end]
        body = line.lstrip(" \t+|>\"'")
        if not body.strip(BASE64) and len(body) >= 4:
            start = line_start
            continue
        # a line that starts with words and ends in base64: only its last run is the key's
        run = len(line) - len(line.rstrip(BASE64))
        return line_end - run if run >= 8 else start
    return start
