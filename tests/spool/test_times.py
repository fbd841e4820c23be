"""Instants of observations: one form, one range, and never an error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.spool.read import parse
from memwiki.spool.times import FIRST, settled

BEFORE = "2026-09-14T09:12:03.000Z"


@pytest.mark.parametrize(
    ("said", "is_"),
    [
        ("2026-09-14T09:12:03.250Z", "2026-09-14T09:12:03.250Z"),
        ("2026-09-14T09:12:03+09:00", "2026-09-14T00:12:03.000Z"),
        ("2026-09-14T09:12:03", "2026-09-14T09:12:03.000Z"),
        ("20260914T091203Z", "2026-09-14T09:12:03.000Z"),
        ("2026-09-14", "2026-09-14T00:00:00.000Z"),
        ("2026-09-14T09:12:03.123456789Z", "2026-09-14T09:12:03.123Z"),
        ("1970-01-01T00:00:00.000Z", FIRST),
        ("1969-12-31T23:59:59.999Z", BEFORE),
        ("9999-12-31T23:59:59.999Z", BEFORE),
        ("0001-01-01T00:00:00+14:00", BEFORE),
        ("9999-12-31T23:59:59-12:00", BEFORE),
        ("2026-02-30T09:12:03.000Z", BEFORE),
        ("2026-09-14T09:12:03.000Z\n- x", BEFORE),
        ("２０２６-09-14T09:12:03.000Z", BEFORE),
        ("yesterday", BEFORE),
        ("2" * 10_000, BEFORE),
        ("", BEFORE),
        (None, BEFORE),
        (1_789_000_000, BEFORE),
        (["2026"], BEFORE),
    ],
)
def test_an_instant_has_one_form(said: object, is_: str) -> None:
    assert settled(said, BEFORE) == is_
    assert settled(settled(said), "") == settled(said)


@given(st.text(max_size=40))
@settings(derandomize=True, deadline=None)
def test_no_text_is_an_error(said: str) -> None:
    assert len(settled(said)) == len(FIRST)


def test_a_line_without_an_instant_has_that_of_the_line_before() -> None:
    lines = b"".join(
        b'{"event":"note","ts":%s}\n' % ts for ts in (b'"x"', b'"2026-09-14T09:12:03.000Z"', b"null", b'"9999-01-01"')
    )
    assert [one.ts for one in parse(lines, "a/0001").observations] == [FIRST, BEFORE, BEFORE, BEFORE]
