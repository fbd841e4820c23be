"""Days that a question names: `2026-09-08`, `2026-09`, "yesterday", "last week", 上周, 9月8日, 最近3天."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Days:
    """A span of days, both ends in it, as YYYY-MM-DD."""

    first: str
    last: str

    def holds(self, day: str) -> bool:
        """Whether the day lies in the span."""
        return self.first <= day[:10] <= self.last


_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?![\d-])")
_CHINESE = re.compile(r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?")
_ENGLISH = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4}))?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_RECENT = re.compile(r"\b(?:last|past)\s+(\d{1,3})\s+days?\b|(?:最近|过去|近)\s*(\d{1,3})\s*天", re.IGNORECASE)
_NAMED = (
    (re.compile(r"\b(?:day before yesterday)\b|前天", re.IGNORECASE), (-2, -2)),
    (re.compile(r"\byesterday\b|昨天|昨日", re.IGNORECASE), (-1, -1)),
    (re.compile(r"\btoday\b|今天|今日", re.IGNORECASE), (0, 0)),
)
_WEEKS = (
    (re.compile(r"\blast\s+week\b|上(?:个)?(?:周|星期|礼拜)", re.IGNORECASE), -1),
    (re.compile(r"\bthis\s+week\b|(?:本周|这(?:个)?(?:周|星期))", re.IGNORECASE), 0),
)
_LAST_MONTH = re.compile(r"\blast\s+month\b|上个?月", re.IGNORECASE)
_THIS_MONTH = re.compile(r"\bthis\s+month\b|(?:本月|这个月)", re.IGNORECASE)


def days_of(text: str, now: str) -> tuple[Days | None, str]:
    """The span that the text names, seen from `now` (an instant), and the text without those words."""
    today = _day(now)
    for pattern, read in (
        (_ISO, _iso),
        (_CHINESE, lambda match: _calendar(match[1], match[2], match[3], today)),
        (_ENGLISH, lambda match: _calendar(match[3], str(_MONTHS.index(match[1].lower()) + 1), match[2], today)),
    ):
        match = pattern.search(text)
        found = read(match) if match else None
        if match and found:
            return found, _without(text, match)
    return _relative(text, today) if today else (None, text)


def _relative(text: str, today: date) -> tuple[Days | None, str]:
    for pattern, (first, last) in _NAMED:
        if match := pattern.search(text):
            return _span(today + timedelta(first), today + timedelta(last)), _without(text, match)
    for pattern, week in _WEEKS:
        if match := pattern.search(text):
            monday = today - timedelta(today.weekday()) + timedelta(7 * week)
            return _span(monday, monday + timedelta(6)), _without(text, match)
    if match := _RECENT.search(text):
        return _span(today - timedelta(int(match[1] or match[2])), today), _without(text, match)
    if match := _LAST_MONTH.search(text):
        end = today.replace(day=1) - timedelta(1)
        return _span(end.replace(day=1), end), _without(text, match)
    if match := _THIS_MONTH.search(text):
        return _span(today.replace(day=1), today), _without(text, match)
    return None, text


def _iso(match: re.Match[str]) -> Days | None:
    return _calendar(match[1], match[2], match[3], None)


def _calendar(year: str | None, month: str, day: str | None, today: date | None) -> Days | None:
    if year is None and today is None:
        return None
    try:
        first = date(int(year) if year else (today or date.min).year, int(month), int(day or 1))
        if year is None and today is not None and first > today:
            first = first.replace(year=first.year - 1)  # "in December", asked in March
        if day is not None:
            return _span(first, first)
        after = (first + timedelta(32)).replace(day=1)
        return _span(first, after - timedelta(1))
    except (ValueError, OverflowError):
        return None


def _span(first: date, last: date) -> Days:
    return Days(first.isoformat(), last.isoformat())


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}"


def _day(now: str) -> date | None:
    try:
        return datetime.fromisoformat(now).date()
    except ValueError:
        return None
