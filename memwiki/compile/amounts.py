"""Numbers by what they count: whether two texts give other amounts of one thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from memwiki.compile.likeness import values


@lru_cache(maxsize=4_096)
def amounts(text: str) -> Mapping[str, frozenset[str]]:
    """The text's numbers by their unit, which is "" for those without one."""
    found: dict[str, set[str]] = defaultdict(set)
    for value in values(text):
        number, _, unit = value.partition(" ")
        found[unit].add(number)
    return {unit: frozenset(numbers) for unit, numbers in found.items()}


def differ(new: Mapping[str, frozenset[str]], old: Mapping[str, frozenset[str]]) -> bool:
    """Whether both give a number of one unit, and none in common."""
    return any(unit in old and numbers.isdisjoint(old[unit]) for unit, numbers in new.items())


def other_amounts(new: str, old: str) -> bool:
    """The same of two texts."""
    return differ(amounts(new), amounts(old))
