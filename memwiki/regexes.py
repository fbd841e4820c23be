"""The house's own regular expressions: compiled when they are first asked."""

from __future__ import annotations

import re
from typing import Any, cast

_ASKED = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "groups", "groupindex")


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, as `re.compile` gives it, but made when it is first used: a faulty one is found only then."""
    return cast("re.Pattern[str]", _Regex(pattern, int(flags)))


class _Regex:
    """Stands in for a compiled expression. The first question compiles it; from then on its own methods answer."""

    __slots__ = ("flags", "pattern", *_ASKED)

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in self.__slots__:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for each in _ASKED:
            setattr(self, each, getattr(compiled, each))
        return getattr(self, name)
