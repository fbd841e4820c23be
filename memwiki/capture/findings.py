"""Which secrets a text still holds, and of which family each is; for looking back, never on the hook's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memwiki.capture import pem, private, redact
from memwiki.capture.secrets import PREFIXES
from memwiki.patterns import spans as matches

Span = tuple[int, int]
_FAMILIES = (
    ("password or key by its name", redact.NAMED),
    ("token by its shape", redact.SHAPED),
    ("password by its place", redact.PLACED),
)


def findings(text: str, extra: Sequence[str] = (), allow: Sequence[str] = ()) -> list[tuple[int, int, str]]:
    """(start, end, family) of everything that redaction by today's rules would take out of the text."""
    found = redact.spans(text, extra, allow)
    named = [(a, b, _family(text, a, b, extra)) for a, b in found]
    at = private.lowered(text).find("<private>")
    if at >= 0 and private.cut(text)[1]:
        named.append((at, at, "private passage"))
    return sorted(named)


def _family(text: str, start: int, end: int, extra: Sequence[str]) -> str:
    prefix = max((row[0] for row in PREFIXES if text.startswith(row[0], start)), key=len, default="")
    if prefix:
        return f"token {prefix}…"
    if text.startswith("eyJ", start):
        return "JSON web token"
    low, high = max(0, start - redact.MARGIN), min(len(text), end + redact.MARGIN)
    part, at = text[low:high], (start - low, end - low)
    for family, spans in _kinds(part, extra):
        if any(a < at[1] and at[0] < b for a, b in spans):
            return family
    return "private key" if "PRIVATE KEY" in text or "Private-Lines" in text else "token"


def _kinds(text: str, extra: Sequence[str]) -> Iterator[tuple[str, list[Span]]]:
    low = private.lowered(text)
    yield "private key", pem.spans(text)
    for family, kinds in _FAMILIES:
        yield family, [span for found, _ in kinds for span in found(text, low)]
    yield "own pattern", list(matches(text, extra))
