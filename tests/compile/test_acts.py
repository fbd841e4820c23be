"""Counted phrases: whole numbers, the same for every writer of the same construction, and readable tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwiki.compile import acts, speech
from memwiki.compile.lanes import apart, joined
from memwiki.compile.phrases import masked, phrases, runs, tokens

READERS = ("person-en", "person-zh", "agent-en", "agent-zh")
rare = st.text(alphabet="bcdfghjkmnpqrtvwxz", min_size=8, max_size=8)


@pytest.mark.parametrize("reader", READERS)
def test_a_table_holds_a_whole_number_for_each_act(reader: str) -> None:
    table = acts.weights(reader)
    assert all(len(acts.numbers(row)) == len(acts.ACTS) for row in table.rows.values())
    assert len(table.rows) > 1000
    phrase = max(table.rows)
    assert apart(table.points[phrase], len(acts.ACTS)) == tuple(acts.numbers(table.rows[phrase]))
    assert len(set(apart(table.start, len(acts.ACTS)))) > 1


@given(
    st.lists(st.tuples(st.integers(-999, 999), st.lists(st.integers(-9_999_999, 9_999_999), min_size=4, max_size=4)))
)
def test_rows_of_numbers_are_summed_up_as_one(rows: list[tuple[int, list[int]]]) -> None:
    each = [sum(times * row[at] for times, row in rows) for at in range(4)]

    assert apart(sum(times * joined(row) for times, row in rows), 4) == tuple(each)


@given(rare, rare)
def test_what_a_sentence_is_about_says_nothing_of_what_it_does(one: str, other: str) -> None:
    readings = [speech.by_cues(f"from now on we go with {name} here, it was always too slow") for name in (one, other)]
    assert acts.person(readings[0], 0) == acts.person(readings[1], 0)


@given(st.text(max_size=300))
def test_any_text_is_weighed(text: str) -> None:
    assert set(acts.agent(text)) == set(acts.ACTS)
    assert all(isinstance(points, int) for points in acts.agent(text).values())
    read = speech.by_cues(text)
    assert all(sum(acts.person(read, n).values()) is not None for n in range(len(read)))


def test_code_numbers_and_rare_words_are_masked() -> None:
    words = tokens("move `queue.py` to 30 workers, quxing it", "en")
    assert words == ("move", "A", "to", "0", "workers", ",", "quxing", "it")
    assert masked(words, {"move", "to", "it"}) == ["^", "move", "_", "to", "_", "_s", "_", "_ing", "it", "$"]


def test_phrases_hold_words_that_stand_apart() -> None:
    found = set(phrases(["no", "more", "redis"], {"no", "more"}, "en"))
    assert {"no more", "^ no more", "more _s", "no … $"} <= found
    assert not any(set(one.split()) <= {"_", "_s"} for one in found)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("careful, the staging broker silently drops anything above 256 kB", "trap"),
        ("could you check why the nightly job is red?", "ask"),
        ("小心,测试环境的网关会悄悄把超过 1MB 的请求截断", "trap"),
        ("把导出按钮挪到右上角", "task"),
    ],
)
def test_plain_sentences_are_read_by_phrases_alone(text: str, act: str) -> None:
    points = acts.person(speech.by_cues(text), 0)
    assert max(points, key=points.__getitem__) == act


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_runs_are_the_phrases_and_those_of_masked_words_only(lang: str) -> None:
    words, known = ["no", "zebras", "in", "the", "morning", "no", "more"], {"no", "more", "the", "in"}
    every, told = set(runs(words, known, lang)), set(phrases(words, known, lang))

    assert told < every
    assert all(one.startswith("_") or one in "^$…" for phrase in every - told for one in phrase.split(" "))


@pytest.mark.parametrize("reader", ["person-en", "person-zh", "agent-en", "agent-zh"])
def test_no_table_weighs_a_phrase_of_masked_words_only(reader: str) -> None:
    rows = [row.split(" ") for row in acts.weights(reader).rows if not row.startswith("#")]

    assert not [row for row in rows if all(one.startswith("_") or one in "^$…" for one in row)]
