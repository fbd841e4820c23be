"""What people marked as private, and the blocks that memwiki itself injected: cut before anything else."""

from __future__ import annotations


def lowered(text: str) -> str:
    """The text in lower case, character for character (the one letter that grows is replaced first)."""
    return text.replace("İ", "I").lower()


def cut(text: str) -> tuple[str, int]:
    """The text without `<private>…</private>` and `<memwiki-…>…</memwiki-…>`, and how many blocks went.

    Tags count in any letter case and may nest; a `<private>` that is never closed hides the rest.
    """
    if "<" not in text:
        return text, 0
    low = lowered(text)
    removed = 0
    if "<private" in low:
        text, removed = _cut_private(text, low)
        low = lowered(text)
    if "<memwiki-" in low:
        text, more = _cut_fences(text, low)
        removed += more
    return text, removed


def _tag(low: str, name: str, start: int) -> tuple[int, int] | None:
    """The next `<name>` or `<name …>`: where it begins and ends."""
    at = start
    while True:
        at = low.find(name, at)
        if at < 0:
            return None
        after = at + len(name)
        follows = low[after : after + 1]
        if follows in (">", "") or follows.isspace():
            close = low.find(">", after, after + 200)
            return at, (close + 1 if close >= 0 else after)
        at = after


def _cut_private(text: str, low: str) -> tuple[str, int]:
    kept: list[str] = []
    removed, at = 0, 0
    while True:
        opened = _tag(low, "<private", at)
        if opened is None:
            kept.append(text[at:])
            return "".join(kept), removed
        kept.append(text[at : opened[0]])
        removed += 1
        depth, at = 1, opened[1]
        while depth:
            closed = _tag(low, "</private", at)
            if closed is None:
                return "".join(kept), removed
            inner = _tag(low, "<private", at)
            if inner is not None and inner[0] < closed[0]:
                depth, at = depth + 1, inner[1]
            else:
                depth, at = depth - 1, closed[1]


def _cut_fences(text: str, low: str) -> tuple[str, int]:
    kept: list[str] = []
    removed, at = 0, 0
    while True:
        start = low.find("<memwiki-", at)
        close = low.find(">", start, start + 300) if start >= 0 else -1
        if start < 0 or close < 0:
            kept.append(text[at:])
            return "".join(kept), removed
        name = low[start + 1 : close].split(None, 1)[0].rstrip("/")
        end = low.find(f"</{name}", close)
        kept.append(text[at:start])
        removed += 1
        if end >= 0:
            after = low.find(">", end, end + 300)
            at = after + 1 if after >= 0 else len(text)
        else:
            # a block of ours that was cut short hides the rest; a tag named within a sentence only itself
            own_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
            at = len(text) if own_line or "=" in low[start:close] else close + 1
