"""What a page's text depends on: a digest of what it was given, and a trace of what it asked of the places.

A page is a pure function of both. So where the digest is the same, and everything that was asked has the same answer,
the text is the same, and need not be written again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from memwiki.compile.places import Places

V = TypeVar("V")
_PARTS = ("pages", "sessions", "added", "closed")
Asked = dict[str, dict[str, Any]]  # part of the places -> key -> the answer, as `stable` tells it


class _Noted(Mapping[str, V]):
    """A mapping that notes every key that is asked for; it cannot be walked through, which no note could tell."""

    def __init__(self, held: Mapping[str, V]) -> None:
        self._held = held
        self.asked: dict[str, V | None] = {}

    def __getitem__(self, key: str) -> V:
        found = self.asked[key] = self._held.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        raise TypeError("a page may ask only for what it names")

    def __len__(self) -> int:
        raise TypeError("a page may ask only for what it names")


class Trace:
    """The places as one page sees them, and what it asked."""

    def __init__(self, places: Places) -> None:
        self._noted = {part: _Noted(getattr(places, part)) for part in _PARTS}
        self.places = Places(**self._noted)

    def asked(self) -> Asked:
        """Everything that was asked, with the answers."""
        return {part: {k: stable(v) for k, v in noted.asked.items()} for part, noted in self._noted.items()}


def holds(asked: Mapping[str, Mapping[str, Any]], places: Places) -> bool:
    """Whether these places give the same answers."""
    return all(
        stable(getattr(places, part).get(key)) == answer for part in _PARTS for key, answer in asked[part].items()
    )


def digest(*given: object) -> str:
    """A name for values: equal for equal values in every process, different for different ones."""
    return hashlib.sha256(_written(given).encode("ascii")).hexdigest()


def _part(value: Any) -> Any:
    """What JSON has no shape for: sets in order, records with the names of their types."""
    kind = type(value)
    if kind is frozenset:
        return ["set", *sorted(value)]
    if getter := _getter(cast("Hashable", kind)):
        return [kind.__name__, *getter(value)]
    if isinstance(value, Mapping):
        return ["map", *([key, inner] for key, inner in value.items())]
    raise TypeError(f"{kind.__name__} has no stable form")


_written = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), default=_part, check_circular=False).encode


def stable(value: Any) -> Any:
    """The value in the shapes of JSON, sets in order, records with the names of their types."""
    kind = type(value)
    if kind is str or value is None or kind is bool or kind is int or kind is float:
        return value
    if kind is tuple or kind is list:
        return [stable(one) for one in value]
    if kind is frozenset:
        return ["set", *sorted(value)]
    if isinstance(value, Mapping):
        return ["map", *([key, stable(one)] for key, one in value.items())]
    if getter := _getter(cast("Hashable", kind)):
        return [kind.__name__, *map(stable, getter(value))]
    raise TypeError(f"{kind.__name__} has no stable form")


@lru_cache(maxsize=64)
def _getter(kind: Hashable) -> Callable[[Any], Sequence[Any]] | None:
    """What gives the values of a record of this type; None for what is no record."""
    if not is_dataclass(kind):
        return None
    names = [field.name for field in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
