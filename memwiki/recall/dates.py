"""Days that a question names: `2026-09-08`, `2026-09`, `8 September 2026`, "yesterday", "last week", "in March",
"on Monday", "3 days ago", 上周, 上周三, 9月8日, 三月, 去年, 最近3天."""

from __future__ import annotations

import re
from collections.abc import Callable
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

    @property
    def told_until(self) -> str:
        """The last day on which what happened in a short span may be told; its own last for a long one."""
        first, last = _day(self.first), _day(self.last)
        short = first is not None and last is not None and (last - first).days < _SHORT
        return (last + timedelta(_LATER)).isoformat() if short and last is not None else self.last

    def nearness(self, day: str) -> float:
        """1 in the span; less for each day after a short one, as what happened is often told a few days later."""
        if self.holds(day):
            return 1.0
        first, last, then = _day(self.first), _day(self.last), _day(day[:10])
        if first is None or last is None or then is None or (last - first).days >= _SHORT or then < last:
            return 0.0
        after = (then - last).days
        return _TOLD_LATER * 0.5 ** (after / _FADING) if after <= _LATER else 0.0


_SHORT = 8  # days of a span that is one
_TOLD_LATER, _FADING, _LATER = 0.5, 3.0, 10


_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?![\d-])")
_CHINESE = re.compile(
    r"(?:(\d{4}|去|今|前)\s*年\s*)?(?<![\d一二三四五六七八九十])(\d{1,2}|[一二三四五六七八九]|十[一二]?)\s*月(?![亮球饼经薪租])"
    r"(?:\s*(\d{1,2}|[一二三四五六七八九]|[一二三]?十[一二三四五六七八九]?)\s*[日号])?"
)
_MONTH = re.compile(
    r"\b(?:in|during|of|since|from|this|last|early|mid|late|around)[ -]+"
    r"(january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?(?:,?\s+(\d{4})\b)?(?!\s+\d)",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:(last|this)\s+year|(?:in|during|of|since)\s+(20\d\d))\b(?!-)"
    r"|(去|今|前)年(?!\s*[\d一二三四五六七八九十]+月)|(20\d\d)\s*年(?!\s*\d)",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"\b(a|an|one|two|three|four|five|six|seven|\d{1,3})\s+(day|week|month)s?\s+ago\b"
    r"|(\d{1,3}|[一二两三四五六七八九十])\s*(天|日|周|星期|个月)(?:以)?前",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?:(last|this|on)\s+)(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|(上个?|这个?|本)?(?:周|星期|礼拜)([一二三四五六日天])(?!\s*[次个])",
    re.IGNORECASE,
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMERALS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "两": 2}
_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ENGLISH = re.compile(rf"\b({_NAME})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}}))?", re.IGNORECASE)
_DAY_FIRST = re.compile(
    rf"(?<![\d.-])(\d{{1,2}})(?:(?:st|nd|rd|th)(?:\s+of)?)?\s+((?!may\b(?!,?\s+\d{{4}})){_NAME})\b\.?(?:,?\s+(\d{{4}}))?"
    r"|(?<![\d.-])(\d{1,2})(?:st|nd|rd|th)\s+(?:of\s+)?(may)\b",
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
    for pattern, read in _WHOLE:
        match = pattern.search(text)
        found = read(match, today) if match else None
        if match and found:
            return found, _without(text, match)
    return _relative(text, today) if today else (None, text)


def _chinese(match: re.Match[str], today: date | None) -> Days | None:
    year = match[1]
    if year and not year.isdigit():
        if today is None:
            return None
        year = str(today.year - {"今": 0, "去": 1, "前": 2}[year])
    return _calendar(year, str(_number(match[2])), str(_number(match[3])) if match[3] else None, today)


def _number(text: str) -> int:
    """A small number in digits, in an English word or in Chinese."""
    if text.isdigit():
        return int(text)
    if text.casefold() in _NUMERALS:
        return _NUMERALS[text.casefold()]
    tens, sign, ones = text.rpartition("十")
    units = "零一二三四五六七八九"
    return (units.index(tens) if tens else 1) * 10 * bool(sign) + (units.index(ones) if ones else 0)


def _month_of(name: str) -> str:
    return str(_MONTHS.index(name[:3].lower()) + 1)


_WHOLE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date | None], Days | None]], ...] = (
    (_ISO, lambda match, _: _calendar(match[1], match[2], match[3], None)),
    (_CHINESE, _chinese),
    (_DAY_FIRST, lambda m, today: _calendar(m[3], _month_of(m[2] or m[5]), m[1] or m[4], today)),
    (_ENGLISH, lambda match, today: _calendar(match[3], _month_of(match[1]), match[2], today)),
    (_MONTH, lambda match, today: _calendar(match[2], _month_of(match[1]), None, today)),
)


def _relative(text: str, today: date) -> tuple[Days | None, str]:
    for pattern, (first, last) in _NAMED:
        if match := pattern.search(text):
            return _span(today + timedelta(first), today + timedelta(last)), _without(text, match)
    for pattern, read in ((_WEEKDAY, _weekday), (_AGO, _ago)):
        match = pattern.search(text)
        found = read(match, today) if match else None
        if match and found:
            return found, _without(text, match)
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
    if match := _YEAR.search(text):
        return _year(match, today), _without(text, match)
    return None, text


def _weekday(match: re.Match[str], today: date) -> Days | None:
    """A day of the week: of last or this week where that is said, else the last one that was."""
    if match[2]:
        at, week = _WEEKDAYS.index(match[2].lower()), match[1].lower()
    else:
        at = "一二三四五六日".index(match[4].replace("天", "日"))
        week = {"上": "week", "这": "this", "本": "this"}.get((match[3] or "")[:1], "on")
    monday = today - timedelta(today.weekday())
    if week == "week":
        day = monday + timedelta(at - 7)
    elif week == "this":
        day = monday + timedelta(at)
    else:  # "last Monday" as "on Monday": the last one before today
        day = today - timedelta((today.weekday() - at - 1) % 7 + 1)
    return _span(day, day)


def _ago(match: re.Match[str], today: date) -> Days | None:
    """A day; of weeks and months ago that week, and about that month."""
    count, unit = _number(match[1] or match[3]), (match[2] or match[4]).lower()
    try:
        if unit in ("day", "天", "日"):
            return _span(today - timedelta(count), today - timedelta(count))
        if unit in ("week", "周", "星期"):
            monday = today - timedelta(today.weekday() + 7 * count)
            return _span(monday, monday + timedelta(6))
        months = today.year * 12 + today.month - 1 - count
        return _calendar(str(months // 12), str(months % 12 + 1), None, today)
    except (ValueError, OverflowError):
        return None


def _year(match: re.Match[str], today: date) -> Days:
    said = (match[1] or match[3] or "").lower()
    year = int(match[2] or match[4] or today.year) - {"last": 1, "去": 1, "前": 2}.get(said, 0)
    return Days(f"{year:04d}-01-01", f"{year:04d}-12-31")


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
