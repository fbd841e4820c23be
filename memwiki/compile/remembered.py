"""Answers that are asked for again, kept within bounds: rules read the same sentences and commands several times.

What one stage of a compile asks, the next does not: between them all is forgotten, and its memory used again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from memwiki import regexes

R = TypeVar("R")
_TABLES = 8
_CACHE = type(lru_cache(str))


def remembered(entries: int, longest: int = 2_000) -> Callable[[Callable[[str], R]], Callable[[str], R]]:
    """Keeps up to `entries` answers of a pure function of a text, then begins anew; longer texts are read each time.

    What is held is so bounded by `entries` times `longest` characters. Answers are shared: they must not be changed.
    """

    def kept(function: Callable[[str], R]) -> Callable[[str], R]:
        return cast("Callable[[str], R]", wraps(function)(_Answers(function, entries, longest)))

    return kept


class _Answers(dict[str, R]):
    """A function with its answers. An answer that is known is had without a line of Python, as of a dictionary."""

    __call__ = dict.__getitem__

    def __init__(self, function: Callable[[str], R], entries: int, longest: int) -> None:
        super().__init__()
        self._function, self._entries, self._longest = function, entries, longest

    def __missing__(self, text: str) -> R:
        answer = self._function(text)
        if len(text) <= self._longest:
            if len(self) >= self._entries:
                self.clear()
            self[text] = answer
        return answer

    def cache_clear(self) -> None:
        """Drops all answers, as `lru_cache` does."""
        self.clear()


def forget(tables: bool = False) -> None:
    """Drops every answer that the rules have kept; their `tables`, of which there are a few, only where it is told."""
    for name, module in list(sys.modules.items()):
        if name.startswith("memwiki.compile."):
            for one in vars(module).values():
                if isinstance(one, _Answers) or (
                    isinstance(one, _CACHE) and (tables or (one.cache_info().maxsize or 0) > _TABLES)
                ):
                    one.cache_clear()
    regexes.forget()
