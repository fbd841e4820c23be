"""Where stretches of one text end: each is walked once, however many names and addresses stand within it."""

from __future__ import annotations

_PIECE = 4096
JUDGED = 256  # characters by which a value is judged; longer ones are taken or left as a whole


class Stretches:
    """A text, and the ends of the stretches that were asked for so far."""

    __slots__ = ("_known", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[tuple[str, bool], tuple[int, int]] = {}

    def end(self, start: int, stops: str, escapes: bool = False) -> int:
        """The first place at or after `start` where one of the characters stands, else the text's end.

        `escapes`: a written-out line break, tab or quote ends it as well.
        """
        known = self._known.get((stops, escapes))
        if known and known[0] <= start <= known[1]:
            return known[1]
        end = start
        while end < len(self.text):
            piece = self._first(end, stops, escapes)
            end = min(len(self.text), end + _PIECE) if piece < 0 else piece
            if piece >= 0:
                break
        self._known[stops, escapes] = (start, end)
        return end

    def _first(self, start: int, stops: str, escapes: bool) -> int:
        """Where the first stop stands in the next piece; -1 where there is none."""
        text, limit = self.text, start + _PIECE
        first = -1
        for char in stops:
            at = text.find(char, start, limit)
            if at >= 0:
                first = limit = at
        at = text.find("\\", start, limit) if escapes else -1
        while at >= 0:
            if text[at + 1 : at + 2] in ("n", "r", "t", '"', "'"):
                return at
            at = text.find("\\", at + 1, limit)
        return first
