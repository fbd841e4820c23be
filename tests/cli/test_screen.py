"""Text on a terminal: lines that fit, broken where a person would break them, and nothing of it lost."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.cli.screen import say_wrapped, wrapped

WORDS = st.text(st.sampled_from("ab 表，。é`[]-"), max_size=200)


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@settings(derandomize=True, deadline=None)
@given(WORDS, st.integers(12, 60), st.integers(0, 4), st.integers(0, 8))
def test_no_line_is_too_long_and_no_letter_is_lost(text: str, room: int, first: int, more: int) -> None:
    lines = list(wrapped(text, room, " " * first, " " * more))

    assert all(columns(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_words_stay_whole_and_further_lines_are_set_in() -> None:
    assert list(wrapped("one two three four", 11, "- ", "  ")) == ["- one two", "  three", "  four"]


def test_a_mark_does_not_begin_a_line() -> None:
    assert list(wrapped("我们用缓存，很快。", 11)) == ["我们用缓", "存，很快。"]


def test_where_nobody_looks_a_statement_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "word " * 60 + "end"
    say_wrapped(text, "  ")
    assert capsys.readouterr().out == f"  {text}\n"

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    say_wrapped(text, "  ")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert max(map(len, lines)) < 80
