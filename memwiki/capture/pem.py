"""Private keys in PEM blocks, whole or half, found by one linear scan: they may be longer than any window."""

from __future__ import annotations

from memwiki.capture.secrets import BASE64

_NAMES = ("PRIVATE KEY", "private key", "Private Key")
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"  # word processors make one long dash of two
_RUN = 24  # characters of base64 that make a block real, and not a mention of its mark
_LOOK = 400
_WIDTH = 60  # characters of a mark before and after its middle
_LEAST_BODY = 56  # characters of the shortest key
# how the body of a private key begins in base64, and at which character of it that stands at most
_BODIES = (
    ("IBADANBgkqhkiG9w0BAQEFAAS", 8),  # PKCS #8, RSA
    ("IBAAKC", 8),  # PKCS #1
    ("IBAAKB", 8),
    ("AgEAMBMGByqGSM49", 8),  # PKCS #8, elliptic curves
    ("CAQAwBQYDK2VwBCIEI", 4),  # Ed25519
    ("MHcCAQEEI", 0),
    ("b3BlbnNzaC1rZXktdjEA", 0),  # OpenSSH
)
# line breaks, plain and written out: in JSON, in JSON within JSON, in URLs
_BREAKS = ("\r\n", "\n", "\\r\\n", "\\n", "\\\\r\\\\n", "\\\\n", "%0D%0A", "%0A", "%0d%0a", "%0a")
_FOLLOWS = "\r\n\\\"'%-&<"  # what may stand behind a key's last line
_PUTTY = "Private-Lines: "


def spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each private key block.

    A begin without an end hides the rest of the text; an end without a begin hides the base64 lines before it.
    """
    found = _putty(text) if _PUTTY in text else []
    found += _bare(text)
    if not any(name in text for name in _NAMES):
        return found
    begins, ends = _marks(text)
    at = 0
    while True:
        begin, end = _next(begins, at), _next(ends, at)
        if end and (not begin or end[0] < begin[0]):
            found.append((_back(text, end[0], at), end[1]))
            at = end[1]
        elif begin and end:
            found.append((begin[0], end[1]))
            at = end[1]
        elif begin:
            if _real(text, begin[1]):
                found.append((begin[0], len(text)))
                return found
            at = begin[1]
        else:
            return found


def _bare(text: str) -> list[tuple[int, int]]:
    """Bodies of keys without their marks: `tail -n +2 key.pem`."""
    found = []
    for mark, most in _BODIES:
        at = text.find(mark)
        while at >= 0:
            lead = text[max(0, at - most) : at]
            begin = lead.find("M", len(lead.rstrip(BASE64)))  # a sign or a written-out break may stand before it
            start = at if not most else at - len(lead) + begin
            end = _lines(text, start)
            if end - start >= _LEAST_BODY and (not most or begin >= 0):
                found.append((start, end))
            at = text.find(mark, max(end, at + 1))
    return found


def _lines(text: str, start: int) -> int:
    """Where the lines of base64 from `start` end; line breaks may be written out."""
    end = start
    while True:
        piece = text[end : end + 4096]
        left = piece.lstrip(BASE64)
        end += len(piece) - len(left)
        if piece and not left:
            continue
        breaks = next((one for one in _BREAKS if text.startswith(one, end)), "")
        after = text[end + len(breaks) : end + len(breaks) + 200]
        line = after[: len(after) - len(after.lstrip(BASE64))]
        follows = after[len(line) : len(line) + 1]
        if not breaks or len(line) < 8 or (follows and follows not in _FOLLOWS):
            return end
        end += len(breaks)


def _putty(text: str) -> list[tuple[int, int]]:
    """The lines of base64 of each PuTTY key, and the code that guards them."""
    found = []
    at = text.find(_PUTTY)
    while at >= 0:
        start = text.find("\n", at, at + 40) + 1
        end = start
        while start and end < len(text):
            stop = text.find("\n", end)
            stop = len(text) if stop < 0 else stop
            line = text[end:stop].strip()
            mac = line.startswith("Private-MAC: ")
            if not mac and (len(line) > 80 or line.strip(BASE64) or not line):
                break
            end = min(stop + 1, len(text)) if not mac else stop
            if mac:
                break
        if start and end > start:
            found.append((start, end - (text[end - 1] == "\n")))
        at = text.find(_PUTTY, at + 1)
    return found


def _marks(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Every `-----BEGIN … PRIVATE KEY…-----` and every such end, last first; letter case and lengths of dashes vary."""
    found: dict[str, list[tuple[int, int]]] = {"begin": [], "end": []}
    for name in _NAMES:
        at = text.find(name)
        while at >= 0:
            head = text[max(0, at - _WIDTH) : at].rpartition("\n")[2]
            words = head.lower()
            start, word = max((words.rfind(one), one) for one in found)
            dashes = head[: max(start, 0)].rstrip(" ")
            tail = text[at + len(name) : at + len(name) + _WIDTH].partition("\n")[0]
            close = min((i for i in (tail.find(dash) for dash in _DASHES) if i >= 0), default=-1)
            if start >= 0 and dashes[-1:] in tuple(_DASHES) and close >= 0:
                begin = at - len(head) + len(dashes.rstrip(_DASHES))
                rest = tail[close:]
                found[word].append((begin, at + len(name) + close + len(rest) - len(rest.lstrip(_DASHES))))
            at = text.find(name, at + 1)
    return sorted(found["begin"], reverse=True), sorted(found["end"], reverse=True)


def _next(marks: list[tuple[int, int]], start: int) -> tuple[int, int] | None:
    """The next mark at or after `start`; those before it are passed over for good."""
    while marks and marks[-1][0] < start:
        marks.pop()
    return marks[-1] if marks else None


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
        line_start = text.rfind("\n", floor, line_end) + 1
        line_start = max(line_start, text.rfind("\\n", max(floor, line_start), line_end) + 2)
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
