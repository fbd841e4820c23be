"""Lines of transcripts that hold more, or less, than one record."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwiki.capture.transcripts.spliced import records

FIRST = {
    "parentUuid": None,
    "type": "user",
    "message": {"content": [{"type": "text", "text": 'take "nine" {"type": 1}'}]},
}
NOISE = [b"9" * 5000, b'{"n":' + b"9" * 5000 + b"}", b"[" * 100_000, b"42", b"[{}]", b'"text"']
NEXT = {"parentUuid": "1", "type": "assistant", "message": {"content": [{"type": "text", "text": "七, done"}]}}


def line(*said: object) -> bytes:
    return b"".join(json.dumps(one, ensure_ascii=False).encode() for one in said)


def held(data: bytes, keys: tuple[str, ...] = ()) -> list[dict[str, object]]:
    return [record for _, record in records(data, keys)[0]]


def test_records_without_a_break_between_them_are_all_there() -> None:
    assert records(line(FIRST, NEXT)) == ([(0, FIRST), (len(line(FIRST)), NEXT)], False)


@pytest.mark.parametrize("before", [b"\0" * 4096, b"\xef\xbb\xbf", b" \0\t"])
def test_what_says_nothing_before_a_record_costs_it_nothing(before: bytes) -> None:
    assert records(before + line(NEXT)) == ([(len(before), NEXT)], False)


@given(st.integers(min_value=1, max_value=len(line(FIRST)) - 1))
def test_a_record_cut_off_by_the_next_leaves_the_next_whole(cut: int) -> None:
    data = line(FIRST)[:cut] + line(NEXT)
    known = () if cut > len('{"parentUuid":') else ("parentUuid",)

    found, lost = records(data, known)

    assert found == [(cut, NEXT)]
    assert lost


def test_a_next_record_of_another_kind_is_known_by_what_the_file_has_shown() -> None:
    data = line(FIRST)[:-30] + line({"type": "summary", "summary": "x"}, NEXT)

    assert held(data, ("type",)) == [{"type": "summary", "summary": "x"}, NEXT]


def test_parts_of_a_broken_record_are_none() -> None:
    assert held(line(FIRST)[:-30], ("type", "parentUuid", "content")) == []
    assert held(line(FIRST)[:-1] + b"x}", ("type",)) == []


def test_a_whole_record_before_a_broken_one_stays() -> None:
    assert records(line(FIRST) + line(NEXT)[:40]) == ([(0, FIRST)], True)


def test_bytes_that_are_no_letters_move_no_record() -> None:
    data = b'{"parentUuid":"\xff\xfe' + line(NEXT)

    assert records(data) == ([(17, NEXT)], True)


@pytest.mark.parametrize("noise", NOISE)
def test_what_is_no_record_is_none(noise: bytes) -> None:
    assert records(noise) == ([], True)
    assert records(noise + line(NEXT), ("parentUuid",)) == ([(len(noise), NEXT)], True)


def test_a_line_of_many_beginnings_is_given_up_in_time() -> None:
    data = b'{"a":[' * 200_000

    assert records(data) == ([], True)


@given(st.binary(max_size=200))
def test_any_bytes_end_well(data: bytes) -> None:
    found, _ = records(data, ("a", "type"))
    assert all(isinstance(record, dict) for _, record in found)
