"""Instants and ids without the modules that cost an agent its time."""

import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.capture.instant import milliseconds_of, stamp, ulid


@settings(derandomize=True, deadline=None)
@given(
    st.datetimes(datetime.datetime(1970, 1, 2), datetime.datetime(2200, 1, 1)),  # noqa: DTZ001
    st.sampled_from(["Z", "+00:00", "+08:00", "-05:30"]),
)
def test_iso_instants_are_read_as_datetime_reads_them(moment, offset):
    moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    text = moment.isoformat() + offset
    expected = datetime.datetime.fromisoformat(text)
    found = milliseconds_of(text)
    assert found == round(expected.timestamp() * 1000)
    again = datetime.datetime.fromisoformat(stamp(found))
    assert again == expected


def test_what_is_no_instant_is_none():
    for text in ("", "yesterday", "2026-13-01", "2026-01-01T99:00:00Z", "2026", "12:00"):
        assert milliseconds_of(text) is None


def test_ids_sort_by_time():
    early, late = ulid(1_700_000_000_000, b"\xff" * 10), ulid(1_700_000_000_001, b"\0" * 10)
    assert early < late
    assert len(early) == 26
