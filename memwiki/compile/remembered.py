"""Answers that are asked for again, kept within bounds: rules read the same sentences and commands several times."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

R = TypeVar("R")


def remembered(entries: int, longest: int = 2_000) -> Callable[[Callable[[str], R]], Callable[[str], R]]:
    """Keeps the last `entries` answers of a pure function of a text; longer texts are read each time.

    What is held is so bounded by `entries` times `longest` characters. Answers are shared: they must not be changed.
    """

    def kept(function: Callable[[str], R]) -> Callable[[str], R]:
        again = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def answer(text: str) -> R:
            return again(text) if len(text) <= longest else function(text)

        return answer

    return kept
