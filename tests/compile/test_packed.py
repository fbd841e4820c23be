"""Records that are packed are what they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from memwiki.compile.packed import Packed
from memwiki.records import CommandRun, Evidence, FileChange, Item

_SEEN = Evidence("01A", "claude-code-s/0001", 3, "human:ada", "2026-09-14T09:12:03.000Z", "bad \ud800 text", "a.md:1")


@pytest.mark.parametrize(
    ("kind", "records"),
    [
        (Item, (Item("one", (_SEEN, replace(_SEEN, line=4)), "open", rest=True), Item("zwei 两"))),
        (FileChange, (FileChange("a.py", "edited", (("x", "y"),), (_SEEN,), documentation=True),)),
        (CommandRun, (CommandRun("make", None), CommandRun("make test", False, 2, "1 failed", "make test", (_SEEN,)))),
    ],
)
def test_what_is_packed_comes_back_as_it_was(kind: Any, records: Sequence[Any]) -> None:
    packed: Packed[Any] = Packed(kind, records)

    assert tuple(packed) == records
    assert packed == records
    assert hash(packed) == hash(records)
    assert len(packed) == len(records)
    assert packed[-1] == records[-1]
    assert packed[:1] == records[:1]
    assert list(reversed(packed)) == list(reversed(records))
