"""Several whole numbers as one, side by side: a sum of rows is then one addition a row, not one a number."""

from __future__ import annotations

from collections.abc import Sequence

_WIDTH = 48  # bits of one number with its sign: far more than sums of weights take
_FULL = 1 << _WIDTH
_HALF = _FULL >> 1


def joined(numbers: Sequence[int]) -> int:
    """The numbers as one; what it is multiplied with or added to, they all are, each by itself."""
    total = 0
    for number in reversed(numbers):
        total = (total << _WIDTH) + number
    return total


def apart(total: int, count: int) -> list[int]:
    """The numbers again, each within 47 bits."""
    numbers = []
    for _ in range(count):
        number = total & _FULL - 1
        if number >= _HALF:
            number -= _FULL
        numbers.append(number)
        total = (total - number) >> _WIDTH
    return numbers
