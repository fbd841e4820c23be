"""Records that are held long and looked at seldom, as bytes: as objects they take four times the room."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from sys import intern
from typing import Any, TypeVar, cast, overload

from memwiki.records import CommandRun, Evidence, FileChange, Item

R = TypeVar("R", Item, FileChange, CommandRun)
_LATELY = 32  # lists that were looked at last: a rule asks several times for those of one session


class Packed(Sequence[R]):
    """A tuple of records, made again when it is looked at. It equals the tuple."""

    __slots__ = ("_data", "_kind", "_size")

    def __init__(self, kind: type[R], records: Sequence[R]) -> None:
        flat = _flat(cast("Hashable", kind))
        self._kind: Any = kind
        self._size: int = len(records)
        self._data = marshal.dumps([flat(one) for one in records])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[R]:
        return iter(_records(self._kind, self._data))

    @overload
    def __getitem__(self, at: int) -> R: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[R]: ...

    def __getitem__(self, at: int | slice) -> R | Sequence[R]:
        return _records(self._kind, self._data)[at]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Packed | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))


@lru_cache(maxsize=8)
def _flat(kind: Any) -> Callable[[Any], list[Any]]:
    """What gives a record's values in their order, those of its evidence as plain tuples."""
    names = [field.name for field in fields(kind)]
    values, place = attrgetter(*names), names.index("evidence")

    def flat(one: Any) -> list[Any]:
        found = list(values(one))
        found[place] = [_EVIDENCE(each) for each in one.evidence]
        return found

    return flat


_EVIDENCE = attrgetter(*(field.name for field in fields(Evidence)))


@lru_cache(maxsize=_LATELY)
def _records(kind: Any, data: bytes) -> tuple[Any, ...]:
    place = [field.name for field in fields(kind)].index("evidence")
    found = []
    for values in marshal.loads(data):  # noqa: S302 it never leaves this process
        values[place] = tuple(_evidence(*each) for each in values[place])
        found.append(kind(*values))
    return tuple(found)


def _evidence(observation: str, segment: str, line: int, author: str, ts: str, quote: str, place: str) -> Evidence:
    return Evidence(observation, intern(segment), line, intern(author), ts, quote, place)
