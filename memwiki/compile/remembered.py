"""Answers that are asked for again, kept within bounds: rules read the same sentences and commands several times.

What one stage of a compile asks, the next does not: between them all is forgotten, and its memory used again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from memwiki import regexes

R = TypeVar("R")
_TABLES = 8


def remembered(entries: int, longest: int = 2_000) -> Callable[[Callable[[str], R]], Callable[[str], R]]:
    """Keeps the last `entries` answers of a pure function of a text; longer texts are read each time.

    What is held is so bounded by `entries` times `longest` characters. Answers are shared: they must not be changed.
    """

    def kept(function: Callable[[str], R]) -> Callable[[str], R]:
        again = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def answer(text: str) -> R:
            return again(text) if len(text) <= longest else function(text)

        answer.cache_clear = again.cache_clear  # type: ignore[attr-defined]
        answer.cache_info = again.cache_info  # type: ignore[attr-defined]
        return answer

    return kept


def forget(tables: bool = False) -> None:
    """Drops every answer that the rules have kept; their `tables`, of which there are a few, only where it is told."""
    for name, module in list(sys.modules.items()):
        if name.startswith("memwiki.compile."):
            for one in vars(module).values():
                if hasattr(one, "cache_clear") and (tables or (one.cache_info().maxsize or 0) > _TABLES):
                    one.cache_clear()
    regexes.forget()
