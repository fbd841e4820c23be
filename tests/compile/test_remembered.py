from __future__ import annotations

from memwiki.compile.acts import weights
from memwiki.compile.language import language
from memwiki.compile.likeness import words
from memwiki.compile.remembered import forget, remembered


def test_an_answer_is_found_once_and_a_long_text_is_read_each_time() -> None:
    asked = []

    @remembered(entries=8, longest=5)
    def loud(text: str) -> str:
        asked.append(text)
        return text.upper()

    assert [loud("short"), loud("short")] == ["SHORT", "SHORT"]
    assert [loud("longer"), loud("longer")] == ["LONGER", "LONGER"]
    assert asked == ["short", "longer", "longer"]


def test_no_more_is_kept_than_was_allowed() -> None:
    asked = []

    @remembered(entries=2)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length(text) for text in ("a", "bb", "a", "ccc", "a")] == [1, 2, 1, 3, 1]
    assert asked == ["a", "bb", "ccc", "a"]


def test_between_stages_answers_are_forgotten_and_tables_stay() -> None:
    language("plain words")
    words("plain words")
    weights("person-en")

    forget()

    assert words.cache_info().currsize == 0
    assert len(language) == 0  # type: ignore[arg-type]
    assert weights.cache_info().currsize >= 1
    assert words("plain words") == {"plain", "word"}
