"""Long lists, cut where they tell least: in the middle, after the first third."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def ends(items: Sequence[T], most: int) -> list[T]:
    """A long list's first third and last two thirds."""
    if len(items) <= most:
        return list(items)
    head = most // 3
    return [*items[:head], *items[len(items) - (most - head) :]]
