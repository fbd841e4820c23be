"""A text within its limit: head, tail, and the lines that carry the verdict of a test run; cuts say their bytes."""

from __future__ import annotations

from memwiki.capture import redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]

PROMPT_BYTES = 16 * 1024
TOOL_BYTES = 4 * 1024
_GAP = 40  # bytes that one cut's mark takes at most
_VERDICT_LINES = 6
_VERDICT_LINE = 240

# what the summary lines of test runners and builds contain
VERDICTS = (
    " passed",
    " failed",
    "FAILED",
    "--- FAIL",
    "FAIL\t",
    "ok  \t",
    "test result:",
    "Tests:",
    "Test Files",
    "Test Suites:",
    "Tests run:",
    "Total tests:",
    "tests completed",
    " passing",
    " failing",
    "examples, ",
    "assertions",
    "OK (",
    "FAILURES!",
    "BUILD SUCCESS",
    "BUILD FAIL",
    "Ran ",
    "not ok ",
    "# fail ",
    "% tests passed",
    "Passed!",
    "Failed!",
    "** TEST ",
    "All tests",
    "个用例",
)


def size(text: str) -> int:
    """Bytes of the text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def clean(
    text: str, limit: int, extra: Sequence[str] = (), allow: Sequence[str] = (), *, windowed: bool = True
) -> tuple[str, int, int]:
    """The text without secrets and within `limit` bytes, how many secrets went, and how many bytes were cut.

    `windowed` looks for secrets only around what is kept; the result is the same without it.
    """
    total = size(text)
    kept = [(0, len(text))] if total <= limit else ranges(text, limit)
    if total <= limit or not windowed:
        found = redact.spans(text, extra, allow)
    else:
        found = redact.spans_near(text, kept, extra, allow)
    if total <= limit and not found:
        return text, 0, 0
    budget = limit
    while True:
        result, redacted, cut = _assembled(text, kept, found)
        excess = size(result) - limit
        if excess <= 0 or budget <= 256:
            return result, redacted, cut
        budget -= max(excess, 16)
        kept = _inside(ranges(text, budget), kept)


def ranges(text: str, limit: int) -> list[Span]:
    """The parts of a longer text that are kept: (start, end) of head, verdict lines, tail; together within `limit`."""
    lines = _verdicts(text, limit)
    spent = sum(size(text[a:b]) for a, b in lines) + _GAP * (len(lines) + 1)
    room = max(limit - spent, 64)
    head = _forward(text, room * 3 // 5)
    tail = _backward(text, room - room * 3 // 5)
    middle = [(a, b) for a, b in lines if a >= head and b <= tail]
    return [(0, head), *middle, (tail, len(text))]


def _verdicts(text: str, limit: int) -> list[Span]:
    """The first and last lines with a verdict, outside what head and tail are sure to keep."""
    edge = limit // 4
    starts: set[int] = set()
    for word in VERDICTS:
        for at in _ends(text, word, edge):
            starts.add(text.rfind("\n", 0, at) + 1)
    ordered = sorted(starts)
    half = _VERDICT_LINES // 2
    picked = ordered if len(ordered) <= _VERDICT_LINES else ordered[:half] + ordered[-half:]
    lines = []
    for start in picked:
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        if stop - start <= _VERDICT_LINE:
            lines.append((start, stop))
    return lines


def _ends(text: str, word: str, edge: int) -> list[int]:
    """Up to three first and three last places of the word between the text's edges."""
    low, high = edge, max(edge, len(text) - edge)
    found: list[int] = []
    at = text.find(word, low, high)
    while at >= 0 and len(found) < 3:
        found.append(at)
        at = text.find(word, at + len(word), high)
    if len(found) < 3:
        return found  # those were all of them
    back = high
    for _ in range(3):
        at = text.rfind(word, low, back)
        if at < 0 or at in found:
            break
        found.append(at)
        back = at
    return found


def _forward(text: str, room: int) -> int:
    """How many characters from the start fit into `room` bytes; a line's end is preferred where one is near."""
    piece = text[:room]
    if not piece.isascii():
        piece = piece.encode("utf-8", "surrogatepass")[:room].decode("utf-8", "ignore")
    line = piece.rfind("\n", max(0, len(piece) - 160))
    return line if line > 0 else len(piece)


def _backward(text: str, room: int) -> int:
    """The index from which the end fits into `room` bytes."""
    piece = text[-room:]
    if not piece.isascii():
        piece = piece.encode("utf-8", "surrogatepass")[-room:].decode("utf-8", "ignore")
    start = len(text) - len(piece)
    line = text.find("\n", start, start + 160)
    return line + 1 if 0 <= line < len(text) - 1 else start


def _inside(new: list[Span], old: Sequence[Span]) -> list[Span]:
    """The new ranges, no wider than the old ones: secrets are known only around those."""
    head = min(new[0][1], old[0][1])
    tail = max(new[-1][0], old[-1][0])
    return [(0, head), *(span for span in old[1:-1] if span in new), (tail, new[-1][1])]


def _assembled(text: str, kept: Sequence[Span], found: Sequence[Span]) -> tuple[str, int, int]:
    parts: list[str] = []
    at, redacted, cut = 0, 0, 0
    for start, end in kept:
        start, end = _snapped(max(start, at), max(end, at), found)
        start = max(start, at)
        if start > at:
            missing = size(text[at:start])
            cut += missing
            parts.append(f"{chr(10) if parts else ''}[… {missing:,} bytes cut …]\n")
        parts.append(redact.replaced(text, found, start, end))
        redacted += sum(1 for a, b in found if b > start and a < end)
        at = max(end, at)
    return "".join(parts), redacted, cut


def _snapped(start: int, end: int, found: Sequence[Span]) -> Span:
    """The range widened over the secrets at its edges: each is replaced as a whole."""
    for a, b in found:
        if a < start < b:
            start = a
        if a < end < b:
            end = b
    return start, end
