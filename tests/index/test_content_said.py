"""What was said in a session gets vectors; what tools printed is found by its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memwiki.index.content import of_raw, spelled
from memwiki.index.rawtext import raw_text
from memwiki.index.vectors import chunks
from memwiki.records import Observation, Tool

DAY = "1 January 2026, 2026-01-01"


def _said(text: str) -> Observation:
    return Observation("1", "2026-01-01T00:00:00.000Z", "claude-code", "s", "user-prompt", text=text)


def _ran(output: str) -> Observation:
    tool = Tool("Bash", "shell", {"command": "make"}, output)
    return Observation("2", "2026-01-01T00:00:01.000Z", "claude-code", "s", "tool-end", tool=tool)


def test_only_speech_gets_vectors() -> None:
    content = of_raw("s", raw_text([_said("Why does the parser fail?"), *(_ran(f"line {n} " * 60) for n in range(40))]))

    assert [chunk.text.splitlines() for chunk in chunks(content)] == [[DAY, "Why does the parser fail?"]]
    assert any("line 39" in line for line in content.lines)


def test_text_of_another_make_is_all_speech() -> None:
    assert len(chunks(of_raw("s", "one line of text that was said\n" * 200))) > 1


def test_a_border_inside_a_text_is_none() -> None:
    content = of_raw("s", raw_text([_said("first\fsecond"), _ran("third")]))

    assert content.lines[: content.spoken] == (DAY, "first", "second")


def test_each_day_of_a_session_is_named_once() -> None:
    later = replace(_said("and now?"), ts="2026-01-02T08:00:00.000Z")
    lines = of_raw("s", raw_text([_said("one"), _said("two"), later])).lines

    assert lines == (DAY, "one", "two", "2 January 2026, 2026-01-02", "and now?")


@pytest.mark.parametrize("day", ["", "2026", "2026-13-01", "20x6-01-01"])
def test_what_is_no_day_is_not_spelled(day: str) -> None:
    assert spelled(day) == ""
