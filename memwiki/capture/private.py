"""What people marked as private, and the blocks that memwiki itself injected: cut before anything else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Tag = tuple[int, int, str, bool, int]  # start, end (0: none), name, whether it closes, end of the name


def lowered(text: str) -> str:
    """The text in lower case, character for character (the one letter that grows is replaced first)."""
    return text.replace("İ", "I").lower()


def cut(text: str) -> tuple[str, int]:
    """The text without `<private>…</private>` and `<memwiki-…>…</memwiki-…>`, and how many blocks went.

    Tags count in any letter case, also as HTML and JSON write them out, and may nest; a `<private>` that is never
    closed hides the rest.
    """
    if not any(sign in text for sign in _OPENS):
        return text, 0
    low = lowered(text)
    removed = 0
    if any(sign in low for sign in _NOTHING) and (bare := low.translate(_UNSEEN)).count(_PRIVATE) > low.count(_PRIVATE):
        text, low = text.translate(_UNSEEN), bare  # they stand within the name
    if _PRIVATE in low:
        text, removed = _cut_private(text, low)
        low = lowered(text)
    if "<memwiki-" in low:
        text, more = _cut_fences(text, low)
        removed += more
    return text, removed


_PRIVATE = "private"
_OWN = "memwiki-"
_LONGEST_TAG = 2000
_OPENS = ("<", "\\u003c", "\\u003C", "&lt;", "&#60;", "\uff1c")
_CLOSES = (">", "\\u003e", "&gt;", "&#62;", "\uff1e")
_NOTHING = "\u200b\u200c\u200d\u2060\ufeff\u00ad"  # characters that nobody sees
_UNSEEN = dict.fromkeys(map(ord, _NOTHING))


def _private_tags(low: str) -> list[Tag]:
    """Every tag of what is private, however its brackets are written."""
    found = []
    at = low.find(_PRIVATE)
    while at >= 0:
        after = at + len(_PRIVATE)
        lead = low[max(0, at - 12) : at]
        bare = lead.rstrip(_NOTHING + " \t")
        closes = bare.endswith("/")
        bare = bare[:-1].rstrip("\\ \t" + _NOTHING) if closes else bare
        sign = next((one for one in _OPENS if bare.endswith(one)), "")
        close = _closing(low, after, spaced=lead[-1:].isspace()) if sign else None
        if close is not None:
            found.append((at - len(lead) + len(bare) - len(sign), close, _PRIVATE, closes, after))
        at = low.find(_PRIVATE, after)
    return found


def _closing(low: str, after: int, spaced: bool) -> int | None:
    """The end of the tag whose name ends at `after`, 0 where it has none; None where the name goes on.

    `spaced`: after `< private` only a bracket makes it a tag.
    """
    head = low[after : after + 24].lstrip(_NOTHING + " \t\r\n")
    sign = next((one for one in _CLOSES if head.startswith(one)), "")
    if sign:
        return low.index(sign, after) + len(sign)
    if spaced or (low[after : after + 1] and not low[after].isspace()):
        return None
    ends = [(at, one) for one in _CLOSES if (at := low.find(one, after, after + 200)) >= 0]
    return min(ends)[0] + len(min(ends)[1]) if ends else 0


def _tags(low: str, name: str) -> list[Tag]:
    """Every tag whose name begins with `name`: found in one pass."""
    found = []
    at = low.find(name)
    while at >= 0:
        after = at + len(name)
        while low[after : after + 1].isalnum() or low[after : after + 1] in ("-", "_"):
            after += 1
        follows = low[after : after + 1]
        closes = low[at - 2 : at] == "</"
        if (follows in (">", "", "/") or follows.isspace()) and (closes or low[at - 1 : at] == "<"):
            close = low.find(">", after, after + _LONGEST_TAG)
            if close >= 0 and low.find("<", after, close) >= 0:
                close = -1  # the next tag's
            found.append((at - 1 - closes, close + 1, low[at:after], closes, after))
        at = low.find(name, after)
    return found


def _cut_private(text: str, low: str) -> tuple[str, int]:
    kept: list[str] = []
    removed, at, depth = 0, 0, 0
    for start, end, _, closes, after in _private_tags(low):
        if start < at or (closes and not depth):
            continue
        if not depth:
            kept.append(text[at:start])
            removed += 1
        depth += -1 if closes else 1
        at = end or after
    return "".join([*kept, "" if depth else text[at:]]), removed


def _cut_fences(text: str, low: str) -> tuple[str, int]:
    kept: list[str] = []
    removed, at, seen, blank = 0, 0, 0, True
    tags = [tag for tag in _tags(low, _OWN) if tag[1]]
    ends = _Ends(tags)
    for start, end, name, closes, _ in tags:
        _, _, line = text[seen:start].rpartition("\n")
        own_line = not line.strip() and (blank or start - seen > len(line))
        seen, blank = end, False
        if closes or start < at:
            continue
        kept.append(text[at:start])
        removed += 1
        stop = ends.of(name, start)
        if stop is not None:
            at = stop
        else:
            # a block of ours that was cut short hides the rest; a tag named within a sentence only itself
            at = len(text) if own_line or "=" in low[start:end] else end
    kept.append(text[at:])
    return "".join(kept), removed


class _Ends:
    """Where blocks are over; each tag is looked at once, however many blocks are never closed."""

    def __init__(self, tags: list[Tag]) -> None:
        self._left: dict[str, list[Tag]] = {}
        self._last: dict[str, Tag] = {}
        for tag in reversed(tags):
            self._left.setdefault(tag[2], []).append(tag)
            if tag[3]:
                self._last.setdefault(tag[2], tag)

    def of(self, name: str, start: int) -> int | None:
        """The end of the block that opens at `start`, blocks of its name within it passed over; None: never closed."""
        last, left = self._last.get(name), self._left[name]
        if last is None or last[0] < start:
            return None
        depth = 0
        while left:
            tag = left.pop()
            if tag[0] < start:
                continue
            depth += -1 if tag[3] else 1
            if not depth or tag is last:
                return tag[1]
        return None
