"""Several whole numbers as one, side by side: a sum of rows is then one addition a row, not one a number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct

_WIDTH = 64  # bits of one number with its sign: far more than sums of weights take
_SIGN = 1 << _WIDTH - 1


def joined(numbers: Sequence[int]) -> int:
    """The numbers as one; what it is multiplied with or added to, they all are, each by itself."""
    total = 0
    for number in reversed(numbers):
        total = (total << _WIDTH) + number
    return total


def apart(total: int, count: int) -> tuple[int, ...]:
    """The numbers again, each within 63 bits."""
    signs, form = _form(count)
    found: tuple[int, ...] = form.unpack((total + signs ^ signs).to_bytes(form.size, "little"))
    return found


@lru_cache(maxsize=8)
def _form(count: int) -> tuple[int, Struct]:
    """The sign bits of so many numbers, and how they stand in memory. With its sign bit added no number borrows from
    the next; the same bit turned then makes it two's complement."""
    return sum(_SIGN << n * _WIDTH for n in range(count)), Struct(f"<{count}q")
