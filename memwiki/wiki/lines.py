"""Three-way merge of lines (diff3): both sides' changes where they do not overlap, the person's where they do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# Above this many lines the two sides are compared only after their common head and tail, as one change: a page is far
# smaller, and difflib is quadratic.
MAX_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Clash:
    """Lines that both sides changed; `line` is the 1-based line of the merged text."""

    line: int
    base: str
    mine: str
    new: str


@dataclass(frozen=True, slots=True)
class _Edit:
    """Lines low..high of the base become `lines`."""

    low: int
    high: int
    lines: tuple[str, ...]


def merge_lines(
    base: Sequence[str], mine: Sequence[str], new: Sequence[str], out: Collection[str] = ()
) -> tuple[list[str], list[Clash]]:
    """The merged lines, and where the person's stayed although the compiler changed them too.

    Every line that `mine` has and `base` has not is in the result. Two insertions at one place both stay, the
    person's first. Lines in `out` are not put in, wherever `new` has them.
    """
    own, made = _edits(base, mine), [_without(edit, out) for edit in _edits(base, new)]
    merged: list[str] = []
    clashes: list[Clash] = []
    at = 0
    while own or made:
        ours, theirs = _cluster(own, made)
        low = min(edit.low for edit in ours + theirs)
        high = max(edit.high for edit in ours + theirs)
        merged += base[at:low]
        kept, other = _applied(base, ours, low, high), _applied(base, theirs, low, high)
        if not ours:
            merged += other
        elif not theirs or kept == other:
            merged += kept
        elif low == high:
            merged += _union(kept, other)
        else:
            clashes.append(Clash(len(merged) + 1, *("\n".join(x) for x in (base[low:high], kept, other))))
            merged += kept
        at = high
    return [*merged, *base[at:]], clashes


def _without(edit: _Edit, out: Collection[str]) -> _Edit:
    return _Edit(edit.low, edit.high, tuple(line for line in edit.lines if line not in out)) if out else edit


def _cluster(own: list[_Edit], made: list[_Edit]) -> tuple[list[_Edit], list[_Edit]]:
    """Takes the next edits off both lists: all that overlap each other, directly or through others."""
    first = own if own and (not made or _rank(own[0]) <= _rank(made[0])) else made
    low, high = first[0].low, first[0].high
    ours: list[_Edit] = []
    theirs: list[_Edit] = []
    grew = True
    taken = False
    while grew:
        grew = False
        for source, target in ((own, ours), (made, theirs)):
            while source and (_touches(source[0], low, high) or (source is first and not taken)):
                edit = source.pop(0)
                target.append(edit)
                high = max(high, edit.high)
                taken = grew = True
    return ours, theirs


def _rank(edit: _Edit) -> tuple[int, int]:
    return edit.low, edit.high


def _touches(edit: _Edit, low: int, high: int) -> bool:
    """Whether the edit overlaps low..high; an insertion at the rim of a change does not."""
    if edit.low == edit.high or low == high:
        return low < edit.low < high or (edit.low == edit.high == low == high)
    return edit.low < high and low < edit.high


def _applied(base: Sequence[str], edits: Sequence[_Edit], low: int, high: int) -> list[str]:
    result: list[str] = []
    at = low
    for edit in edits:
        result += base[at : edit.low]
        result += edit.lines
        at = edit.high
    return result + list(base[at:high])


def _union(mine: Sequence[str], new: Sequence[str]) -> list[str]:
    """Both insertions, what they share only once."""
    result: list[str] = []
    for _, low, high, start, end in SequenceMatcher(None, mine, new, autojunk=False).get_opcodes():
        result += mine[low:high]
        if mine[low:high] != new[start:end]:
            result += new[start:end]
    return result


def _edits(base: Sequence[str], other: Sequence[str]) -> list[_Edit]:
    head = _common(base, other)
    tail = _common(list(reversed(base[head:])), list(reversed(other[head:])))
    old, now = base[head : len(base) - tail], other[head : len(other) - tail]
    if len(old) + len(now) > MAX_LINES:
        return [_Edit(head, head + len(old), tuple(now))]
    found: list[_Edit] = []
    for tag, low, high, start, end in SequenceMatcher(None, old, now, autojunk=False).get_opcodes():
        if tag == "replace" and high - low == end - start:
            found += [_Edit(head + low + n, head + low + n + 1, (now[start + n],)) for n in range(high - low)]
        elif tag != "equal":
            found.append(_Edit(head + low, head + high, tuple(now[start:end])))
    return found


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
