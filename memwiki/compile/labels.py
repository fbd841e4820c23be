"""The words around captured text, in the language of the source."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import yaml

from memwiki import resources


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Mapping[str, str]]:
    tables: Mapping[str, Mapping[str, str]] = yaml.safe_load(resources.text("templates/labels.yaml"))
    return tables


def counted(say: Mapping[str, str], **numbers: int) -> str:
    """`3 requests, 1 file changed.`: those that are not zero, in order, each in its form for one or many."""
    told = []
    for name, number in numbers.items():
        one, _, many = say[f"n_{name}"].partition("|")
        if number:
            told.append((many if many and number != 1 else one).format(n=number))
    return say["comma"].join(told) + say["stop"] if told else ""


@lru_cache(maxsize=8)
def labels(lang: str) -> Mapping[str, str]:
    """Headings and short phrases by name; English where the language has no table."""
    return {**_tables()["en"], **_tables().get(lang, {})}
