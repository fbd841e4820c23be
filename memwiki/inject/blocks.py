"""Bounded blocks: lists of items, rendered by a template, cut by whole items until they fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memwiki import resources
from memwiki.compile.labels import labels
from memwiki.inject.quoting import size, tokens

BYTES, TOKENS = 8000, 2000  # agents cut a hook's answer at 10,000


@dataclass(frozen=True, slots=True)
class List:
    """One list of a block; `cut` says from which end items go."""

    name: str
    items: tuple[str, ...]
    worth: int  # lists of lower worth are cut first
    least: int = 0  # so many items are kept until every other list is down to its least
    cut: str = "back"


def fitting(
    lists: Sequence[List],
    write: Callable[[Mapping[str, tuple[str, ...]]], str],
    bytes_: int = BYTES,
    most: int = TOKENS,
) -> str:
    """The block with as many items as fit: the least worthy list loses an item at a time, to its least, then all."""
    held = {one.name: one.items for one in lists}
    order = sorted(lists, key=lambda one: one.worth)
    text = write(held)
    while size(text) > bytes_ or tokens(text) > most:
        victim = next((one for one in order if len(held[one.name]) > one.least), None)
        victim = victim or next((one for one in order if held[one.name]), None)
        if victim is None:
            return ""
        items = held[victim.name]
        held[victim.name] = items[1:] if victim.cut == "front" else items[:-1]
        text = write(held)
    return text


def written(template: str, lang: str, **values: object) -> str:
    """A block's template, rendered."""
    text = resources.templates().get_template(f"blocks/{template}").render(say=labels(lang), **values)
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip()) + "\n"


_NAMES = re.compile(r"`[^`]*`|[\w-]*[./_][\w./-]*", re.ASCII)  # code and files speak no language


def language(text: str) -> str:
    """`zh` where a fifth of the letters are Chinese, else `en`."""
    letters = [c for c in _NAMES.sub(" ", text) if c.isalpha()]
    chinese = sum("一" <= c <= "鿿" for c in letters)
    return "zh" if letters and chinese * 5 >= len(letters) else "en"
