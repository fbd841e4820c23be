"""What a reader costs grows with the text, not with its square: the patterns are anchored or bounded, lines too."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile import language, quotation, speech

LETTERS = st.text(alphabet="ab `\n/_\\.!?,，;:-！(1)2我\"' ", max_size=60)
CODE = re.compile(r"`[^`\n]*`|\S*[/_\\]\S*|https?://\S+")
COMMA = re.compile(r"\s*[,，、](?!\d{3}(?!\d))\s*|\s*[;；:：](?=\s)\s*|\s+[-–—]\s+|(?<=[㐀-鿿])[:：]\s*")


@given(LETTERS)
@settings(max_examples=400, derandomize=True, deadline=None)
def test_bounded_patterns_find_what_the_plain_ones_find(text: str) -> None:
    assert language._CODE.sub(" ", text) == CODE.sub(" ", text)
    assert [m.span() for m in language._COMMA.finditer(text)] == [m.span() for m in COMMA.finditer(text)]


@given(st.text(max_size=80))
@settings(max_examples=400, derandomize=True, deadline=None)
def test_plain_text_keeps_all_but_control_and_format_characters(text: str) -> None:
    dropped = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf"))
    straight = str.maketrans("‘’´＇“”＂\u00a0\u3000", "''''\"\"\"  ")
    assert language.plain(text) == dropped.translate(straight).replace("…", "...")


@pytest.mark.parametrize(
    "unit", ["a", ".", "?", " ", "\t", "`", "a, b ", "1) a ", "[[", "a_b/", "说“", "~~~\n", "use a. "]
)
def test_no_sentence_is_longer_than_the_bound_and_no_letter_is_lost_to_it(unit: str) -> None:
    text = "x" + unit * (65_536 // len(unit)) + "y"
    found = language.sentences(text)
    assert all(len(one.text) <= language.LONGEST for one in found)
    kept = "".join(one.text for one in found)
    assert kept.count("x") >= 1
    assert kept.endswith("y")


def test_a_word_of_64_kib_and_a_prompt_of_a_million_letters_are_read() -> None:
    word = "a" * 65_536
    assert "".join(one.text for one in language.sentences(word)) == word
    assert language.language(f"{word} always use the tool that we have") == "en"
    assert quotation.own_words("`" * 65_536)
    assert speech.read(f"always use pnpm here. {'so much text ' * 80_000}")[0].act == "rule"


def test_long_lines_are_cut_between_words() -> None:
    line = "always use tabs " * 500
    assert {word for one in language.sentences(line) for word in one.text.split()} == {"always", "use", "tabs"}


def test_a_gap_is_a_gap_however_long() -> None:
    assert language.plain("a" + " " * 10_000 + "b" + "\n" * 10_000 + "c" + "\t" * 10_000) == (
        "a" + " " * 16 + "b" + "\n" * 4 + "c" + " " * 16
    )
    said = language.sentences("use spaces" + " " * 16_000 + "or tabs. " + "and " * 4_000)
    assert said[0].text.split() == ["use", "spaces", "or", "tabs"]
