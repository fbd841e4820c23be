"""Secrets out of a text before anything is written, with the same result as redacting everything and cutting then.

Detection gives spans of the original text; spans are merged and each becomes one `[REDACTED]`. A window that
exceeds what is kept by MARGIN on both sides, and ends at white space, sees the same spans as the whole text would
give there; private key blocks have no bounded length, so the whole text is scanned for them.
"""

from __future__ import annotations

from memwiki.capture import assigned, carried, chinese, handed, pem, pins, piped, shapes, tongues, wrapped
from memwiki.capture.judge import is_placeholder
from memwiki.capture.private import lowered
from memwiki.capture.secrets import (
    ALNUM,
    BASE64,
    CHINESE_WORDS,
    HEX,
    JWT,
    KEY_WORDS,
    PASS_WORDS,
    PREFIXES,
    PRIVATE_FOLDERS,
    SECRET_WORDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    Span = tuple[int, int]
    Kind = tuple[Callable[[str, str], Iterable[Span]], tuple[str, ...]]
    Held = Callable[[str], Container[int]]

# What finds secrets of a kind, and words one of which stands, in whatever case, wherever it finds any; no words: there
# is no such list.
NAMED: tuple[Kind, ...] = (
    (assigned.spans, (*PASS_WORDS, *SECRET_WORDS, *KEY_WORDS)),
    (chinese.spans, CHINESE_WORDS),
    (tongues.spans, tongues.WORDS),
)
SHAPED: tuple[Kind, ...] = (
    (shapes.exact, shapes.PREFIXES),
    (shapes.inner, ()),
    (shapes.tables, shapes.HEADINGS),
)
PLACED: tuple[Kind, ...] = (
    (carried.spans, carried.WORDS),
    (carried.folders, PRIVATE_FOLDERS),
    (carried.flags, carried.COMMANDS),
    (piped.spans, piped.WORDS),
    (handed.spans, handed.WORDS),
    (pins.spans, pins.NAMES),
)
_KINDS = (*NAMED, *SHAPED, *PLACED)
# The words of every kind; the last are those of tokens that their prefix tells.
WORDS = (*(words for _, words in _KINDS), tuple(row[0] for row in PREFIXES))
_ALL = range(len(WORDS))

MARK = "[REDACTED]"
MARGIN = 8192
# letters that read the same: full width, and the spaces of word processors and of Chinese
_LOOKALIKES = {
    **{0xFEE0 + ord(char): char for char in ALNUM},
    **dict.fromkeys((0xA0, 0x202F, 0x2007, 0x3000), " "),
}
# signs that nobody sees: a token with one inside looks whole, and is once it was pasted into most programs
_UNSEEN = dict.fromkeys(
    (
        0xAD,
        0x34F,
        0x180E,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
        0xFEFF,
    )
)
_CLOSE = 512  # for tokens that their prefix tells: they hold no white space, and what belongs to one is near


def redact(
    text: str, extra: Sequence[str] = (), allow: Sequence[str] = (), held: Held | None = None
) -> tuple[str, int]:
    """The text with every secret replaced by `[REDACTED]`, and how many were.

    `extra` holds regular expressions of the person's own, `allow` texts that are left alone. `held` tells of a text in
    small letters the places of those WORDS of which one stands in it: kinds without are then not asked.
    """
    found = spans(text, extra, allow, held)
    if not found:
        return text, 0
    return replaced(text, found, 0, len(text)), len(found)


def spans(text: str, extra: Sequence[str] = (), allow: Sequence[str] = (), held: Held | None = None) -> list[Span]:
    """The merged (start, end) of every secret in the text."""
    return merged([*pem.spans(text), *within(text, extra, allow, held=held)])


def spans_near(text: str, kept: Sequence[Span], extra: Sequence[str] = (), allow: Sequence[str] = ()) -> list[Span]:
    """The secrets that touch the kept ranges, found by looking only at them and MARGIN around."""
    found = pem.spans(text)
    close = merged([_window(text, a, b, _CLOSE) for a, b in kept])
    for low, high in merged([_window(text, a, b, MARGIN) for a, b in kept]):
        inside = [(a - low, b - low) for a, b in close if low <= a and b <= high]
        found.extend((low + a, low + b) for a, b in within(text[low:high], extra, allow, inside))
    return merged(found)


def replaced(text: str, found: Sequence[Span], start: int, end: int) -> str:
    """The range of the text with each span that touches it as one mark."""
    parts: list[str] = []
    at = start
    for a, b in found:
        if b <= start or a >= end:
            continue
        parts.append(text[at : max(a, at)])
        parts.append(MARK)
        at = b
    parts.append(text[at:end] if at < end else "")
    return "".join(parts)


def within(
    text: str,
    extra: Sequence[str] = (),
    allow: Sequence[str] = (),
    close: Sequence[Span] | None = None,
    held: Held | None = None,
) -> list[Span]:
    """The secrets of one window, in no order; tokens that their prefix tells only in the ranges `close`, if given."""
    if text.isascii() or len(seen := text.translate(_UNSEEN)) == len(text):
        return _seen(text, extra, allow, close, held)
    places = [at for at, char in enumerate(text) if ord(char) not in _UNSEEN]
    if close is not None:
        from bisect import bisect_left

        close = [(bisect_left(places, a), bisect_left(places, b)) for a, b in close]
    return [(places[a], places[b - 1] + 1) for a, b in _seen(seen, extra, allow, close, held)]


def _seen(
    text: str, extra: Sequence[str], allow: Sequence[str], close: Sequence[Span] | None, held: Held | None
) -> list[Span]:
    """The secrets of a window without signs that nobody sees."""
    text = text if text.isascii() else text.translate(_LOOKALIKES)
    low = lowered(text)
    near = [(0, len(text))] if close is None else close
    words = held(low) if held else _ALL
    prefixed = _ALL[-1] in words
    found = [*(_prefixed_in(text, near, frozenset()) if prefixed else ()), *_tokens(text), *_told(text, low, words)]
    found.extend(wrapped.spans(text, _holds))
    if extra:
        found.extend(_own(text, extra))
    if found and prefixed:  # a token that follows another without a gap has its boundary there
        found.extend(_prefixed_in(text, near, frozenset(b for _, b in found)))
    found = _unmarked(text, [(a, b) for a, b in found if b > a])
    return _allowed(text, found, allow) if allow and found else found


def _told(text: str, low: str, held: Container[int] = _ALL) -> Iterator[Span]:
    """The secrets that words around them or within them tell, of every kind that has a word in the text."""
    for n, (found, words) in enumerate(_KINDS):
        if n in held or not words:
            yield from found(text, low)


def _holds(text: str) -> bool:
    """Whether an unwrapped text holds a secret; what is wrapped in it once more is left."""
    kinds = (pem.spans(text), _prefixed(text), _tokens(text), _told(text, lowered(text)))
    return any(True for kind in kinds for _ in kind)


def _unmarked(text: str, found: list[Span]) -> list[Span]:
    """The spans without those that hold a mark already."""
    if MARK not in text:
        return found
    kept, mark = [], text.find(MARK)
    for a, b in sorted(found):
        if 0 <= mark < a:
            mark = text.find(MARK, a)
        if mark < 0 or mark + len(MARK) > b:
            kept.append((a, b))
    return kept


def merged(found: Sequence[Span]) -> list[Span]:
    """The spans in order, those that touch as one."""
    result: list[Span] = []
    for a, b in sorted(found):
        if result and a <= result[-1][1]:
            result[-1] = (result[-1][0], max(b, result[-1][1]))
        else:
            result.append((a, b))
    return result


def _prefixed_in(text: str, ranges: Sequence[Span], ends: frozenset[int]) -> Iterator[Span]:
    for low, high in ranges:
        inner = frozenset(end - low for end in ends) if low else ends
        yield from ((low + a, low + b) for a, b in _prefixed(text[low:high], inner))


def _window(text: str, start: int, end: int, margin: int) -> Span:
    """The range with a margin around it, out to the next white space: no token is seen in part."""
    low, high = max(0, start - margin), min(len(text), end + margin)
    if low:
        low = max(text.rfind("\n", 0, low), text.rfind(" ", 0, low)) + 1
    if high < len(text):
        stops = [at for at in (text.find("\n", high), text.find(" ", high)) if at >= 0]
        high = min(stops, default=len(text))
    return low, high


def run(text: str, start: int, allowed: str) -> int:
    """Where the run of allowed characters from `start` ends."""
    while True:
        piece = text[start : start + 4096]
        length = len(piece) - len(piece.lstrip(allowed))
        start += length
        if length < 4096:
            return start


def _present(text: str) -> list[tuple[str, str, int, bool]]:
    """The rows of PREFIXES that the text may hold: a token is a long run of their characters."""
    words = [
        word for word in set(text.encode("latin-1", "replace").translate(_PARTED).split()) if len(word) >= _SHORTEST
    ]
    rows: list[tuple[str, str, int, bool]] = []
    if words:
        long = b" ".join(words)
        if len(long) <= _FEW and _holds_none(long):  # as nearly always
            words = []
        rows = [row for head, rows in _LOW_HEADS for row in rows if head in long] if words else []
        if mixed := b" ".join([word for word in words if not word.islower()]):
            rows += [row for head, rows in _MIXED_HEADS for row in rows if head in mixed]
    if _SPACED in text:
        rows += [row for row in PREFIXES if row[0].startswith(_SPACED) and row not in rows]
    return rows


def _holds_none(long: bytes) -> bool:
    """Whether no row begins in the words: in few characters their own beginnings are looked up, not the rows'."""
    threes = [long[n : n + 3] for n in range(len(long) - 2)]
    return _HEADS.isdisjoint(threes) and not any(head in long for head in _SHORT_HEADS)


_SHORTEST = 15  # characters of the shortest token with its prefix
_SPACED = "FlyV1 "  # the one prefix with a space in it
_BY_HEAD: dict[bytes, list[tuple[str, str, int, bool]]] = {}
for _row in PREFIXES:
    _BY_HEAD.setdefault(_row[0][:3].encode(), []).append(_row)
_HEADS, _FEW = frozenset(_BY_HEAD), 200
_SHORT_HEADS = [head for head in _BY_HEAD if len(head) < 3]
_LOW_HEADS = [(head, rows) for head, rows in _BY_HEAD.items() if head == head.lower()]
_MIXED_HEADS = [
    (head, rows) for head, rows in _BY_HEAD.items() if head != head.lower()
]  # in no word of small letters alone
_IN_TOKENS = ALNUM + "$%+,-./:=_~"  # every character of a token with its prefix
_PARTED = bytes(code if chr(code) in _IN_TOKENS else 32 for code in range(256))


def _prefixed(text: str, ends: frozenset[int] = frozenset()) -> Iterator[Span]:
    for prefix, allowed, least, strict in _present(text):
        at = text.find(prefix)
        while at >= 0:
            body = at + len(prefix)
            end = run(text, body, allowed)
            if (
                end - body >= least
                and (not strict or _strict(text, at, body, end, at in ends))
                and not _masked(text[body:end])
            ):
                yield at, end
                if prefix in ("AKIA", "ASIA"):
                    yield from _aws_secret(text, end)
            at = text.find(prefix, max(end, at + 1))


def _strict(text: str, at: int, body: int, end: int, bounded: bool) -> bool:
    before = text[at - 1 : at] if at and not bounded else ""
    # a written-out line break before it is a boundary too
    joined = before.isascii() and (before.isalnum() or before in "_-") if before else False
    if joined and not (before in "nrt" and text[at - 2 : at - 1] == "\\"):
        return False
    value = text[body:end]
    return any(char.isdecimal() for char in value) or (len(value) >= 24 and not value.islower())


def _masked(body: str) -> bool:
    """Whether the token is a stand-in: `ghp_xxxxxxxx`, `AKIA****`."""
    low = body.lower()
    return len(set(low)) <= 3 or "xxxxxxxx" in low or low.endswith("example") or is_placeholder(body[:1] + "_")


def _aws_secret(text: str, start: int) -> Iterator[Span]:
    """The 40 characters of a secret key close after an access key id."""
    at, stop = start, min(len(text), start + 200)
    while at < stop:
        if text[at] not in BASE64:
            at += 1
            continue
        end = run(text, at, ALNUM + "+/")
        value = text[at:end]
        if (
            len(value) == 40
            and value.strip(HEX)
            and any(c.isdecimal() for c in value)
            and any(c.isupper() for c in value)
        ):
            yield at, end
        at = max(end, at + 1)


def _tokens(text: str) -> Iterator[Span]:
    """JSON web tokens: two or more base64 parts, the first an encoded object."""
    at = text.find("eyJ")
    while at >= 0:
        end = run(text, at, JWT)
        value = text[at:end].rstrip(".")
        if value.count(".") >= 1 and len(value) >= 24 and text[at - 1 : at] not in ("/", "+"):
            yield at, at + len(value)
        at = text.find("eyJ", max(end, at + 3))


def _own(text: str, extra: Sequence[str]) -> Iterator[Span]:
    from memwiki.patterns import spans as matches

    return matches(text, extra)


def _allowed(text: str, found: list[Span], allow: Sequence[str]) -> list[Span]:
    return [(a, b) for a, b in found if text[a:b] not in allow]
