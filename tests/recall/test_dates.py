"""Days that questions name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.recall.dates import Days, days_of

NOW = "2026-09-10T12:00:00Z"  # a Thursday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what did we do on 2026-09-08", "2026-09-08", "2026-09-08"),
        ("work of 2026-08", "2026-08-01", "2026-08-31"),
        ("yesterday", "2026-09-09", "2026-09-09"),
        ("昨天做了什么", "2026-09-09", "2026-09-09"),
        ("前天", "2026-09-08", "2026-09-08"),
        ("today's work", "2026-09-10", "2026-09-10"),
        ("what happened last week", "2026-08-31", "2026-09-06"),
        ("上周改了什么", "2026-08-31", "2026-09-06"),
        ("this week", "2026-09-07", "2026-09-13"),
        ("last month", "2026-08-01", "2026-08-31"),
        ("上个月", "2026-08-01", "2026-08-31"),
        ("9月8日的改动", "2026-09-08", "2026-09-08"),
        ("2025年12月", "2025-12-01", "2025-12-31"),
        ("on September 8", "2026-09-08", "2026-09-08"),
        ("Dec 24", "2025-12-24", "2025-12-24"),
        ("the last 3 days", "2026-09-07", "2026-09-10"),
        ("最近3天", "2026-09-07", "2026-09-10"),
        ("what did we decide in March", "2026-03-01", "2026-03-31"),
        ("the outage in december", "2025-12-01", "2025-12-31"),
        ("in March 2024", "2024-03-01", "2024-03-31"),
        ("三月的决定", "2026-03-01", "2026-03-31"),
        ("十二月做了什么", "2025-12-01", "2025-12-31"),
        ("三月十五日", "2026-03-15", "2026-03-15"),
        ("去年十月的改动", "2025-10-01", "2025-10-31"),
        ("去年为什么换掉", "2025-01-01", "2025-12-31"),
        ("2025年的计划", "2025-01-01", "2025-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("on Monday", "2026-09-07", "2026-09-07"),
        ("last Friday", "2026-09-04", "2026-09-04"),
        ("last Thursday", "2026-09-03", "2026-09-03"),
        ("上周三", "2026-09-02", "2026-09-02"),
        ("周二的事故", "2026-09-08", "2026-09-08"),
        ("three days ago", "2026-09-07", "2026-09-07"),
        ("2 weeks ago", "2026-08-24", "2026-08-30"),
        ("两个月前", "2026-07-01", "2026-07-31"),
        ("3天前", "2026-09-07", "2026-09-07"),
        ("what broke on 8 September", "2026-09-08", "2026-09-08"),
        ("last Friday on 23 January, 2026", "2026-01-23", "2026-01-23"),
        ("the 3rd of May", "2026-05-03", "2026-05-03"),
        ("1 May 2025", "2025-05-01", "2025-05-01"),
    ],
)
def test_a_named_day_becomes_a_span(text: str, first: str, last: str) -> None:
    days, rest = days_of(text, NOW)
    assert days is not None
    assert (days.first, days.last) == (first, last)
    assert days.holds(first)
    assert len(rest) < len(text) + 2


NO_DAYS = ["version 1-2-3", "2026-99-99", "13月", "the week", "a day", "", "2026-09-08-17 build", "二十三月"]
NO_MONTHS = [
    "we may march on",
    "May I ask",
    "每周一次",
    "in 2026-99",
    "the may flag",
    "decimals 12",
    "12 decimals",
    "in 2 may be wrong",
]


@pytest.mark.parametrize("text", NO_DAYS + NO_MONTHS)
def test_other_numbers_are_no_days(text: str) -> None:
    assert days_of(text, NOW)[0] is None


def test_without_a_clock_only_whole_dates_are_read() -> None:
    assert days_of("yesterday", "")[0] is None
    assert days_of("2026-09-08", "")[0] is not None


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.text(max_size=60), st.sampled_from([NOW, "", "nonsense"]))
def test_any_text_is_read_without_failing(text: str, now: str) -> None:
    days, _ = days_of(text, now)
    assert days is None or days.first <= days.last


def test_what_is_told_soon_after_a_day_is_near_it() -> None:
    day, month = Days("2026-09-08", "2026-09-08"), Days("2026-08-01", "2026-08-31")
    assert day.nearness("2026-09-08T10:00:00Z") == 1.0
    assert 0 < day.nearness("2026-09-12") < day.nearness("2026-09-09") < 1
    assert day.nearness("2026-09-07") == day.nearness("2026-10-08") == month.nearness("2026-09-01") == 0.0
