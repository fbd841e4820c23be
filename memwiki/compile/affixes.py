"""Naming rules that cannot both hold: `start variable names with xt_`, later `prefix variables with i_`."""

from __future__ import annotations

import re

from memwiki.compile.likeness import words

_PREFIX = re.compile(r"(?<![\w.])([A-Za-z][A-Za-z0-9]{0,7}_)(?!\w)")
_SUFFIX = re.compile(r"(?<![\w.])(_[A-Za-z0-9]{1,8})(?!\w)")
# What says only that a name begins or ends so, and how firmly.
_FRAME = words(
    "start starts starting begin begins beginning prefix prefixes prefixed end ends ending finish suffix suffixes"
    " with name names named naming use using add put precede preceded append all every new always must should make"
    " sure please let convention letter letters character characters instead code"
)


def clashes(new: str, old: str) -> bool:
    """Whether both texts rule how one kind of name begins, or ends, each in another way."""
    return any(_clash(mark, new, old) for mark in (_PREFIX, _SUFFIX))


def _clash(mark: re.Pattern[str], new: str, old: str) -> bool:
    mine, theirs = set(mark.findall(new)), set(mark.findall(old))
    if len(mine) != 1 or len(theirs) != 1 or mine == theirs:
        return False
    named = [words(mark.sub(" ", text)) - _FRAME for text in (new, old)]
    return bool(named[0]) and named[0] == named[1]
