"""Which secrets a text still holds, and of which family each is; for looking back, never on the hook's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memwiki.capture import assigned, carried, chinese, pem, private, redact, shapes, tongues
from memwiki.capture.secrets import PREFIXES
from memwiki.patterns import spans as matches

Span = tuple[int, int]


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
    yield "password or key by its name", [*assigned.spans(text, low), *chinese.spans(text), *tongues.spans(text, low)]
    yield "token by its shape", list(shapes.spans(text, low))
    yield "password by its place", list(carried.spans(text, low))
    yield "own pattern", list(matches(text, extra))
