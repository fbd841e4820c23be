"""Instants and identifiers without `datetime` and `uuid`: both cost more to import than the hook's own work."""

from __future__ import annotations

import time

_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def stamp(milliseconds: int) -> str:
    """The instant as UTC text with milliseconds: 2026-09-14T09:12:03.000Z."""
    seconds, rest = divmod(milliseconds, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:03d}Z"


def milliseconds_of(text: str) -> int | None:
    """Milliseconds since 1970 of an ISO 8601 instant; without an offset it is UTC; None where it is none."""
    text = text.strip()
    try:
        year, month, day = int(text[0:4]), int(text[5:7]), int(text[8:10])
        clock, sign = (text[11:], 0) if len(text) > 10 else ("00:00:00", 0)
        offset = ""
        for mark in ("Z", "z", "+", "-"):
            if mark in clock:
                clock, _, offset = clock.partition(mark)
                sign = {"+": -1, "-": 1}.get(mark, 0)
                break
        parts = clock.strip().split(":")
        hours, minutes = int(parts[0]), int(parts[1]) if len(parts) > 1 else 0
        seconds = float(parts[2].replace(",", ".")) if len(parts) > 2 else 0.0
        shift = _offset_minutes(offset) * sign
    except (ValueError, IndexError):
        return None
    days = _days(year, month, day)
    if days is None or not (0 <= hours < 25 and 0 <= minutes < 60 and 0 <= seconds < 61):
        return None
    return ((days * 24 + hours) * 60 + minutes + shift) * 60_000 + round(seconds * 1000)


def _offset_minutes(offset: str) -> int:
    digits = offset.replace(":", "").strip()
    return int(digits[:2]) * 60 + (int(digits[2:4]) if len(digits) >= 4 else 0) if digits else 0


def _days(year: int, month: int, day: int) -> int | None:
    """Days since 1970-01-01 in the Gregorian calendar."""
    if not (1970 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    shifted = year - (month <= 2)
    era_year = shifted % 400
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return (shifted // 400) * 146097 + era_year * 365 + era_year // 4 - era_year // 100 + day_of_year - 719468


def ulid(milliseconds: int, entropy: bytes) -> str:
    """A ULID: 48 bits of time, then 80 bits of entropy (10 bytes), in Crockford's base 32."""
    number = (milliseconds & (1 << 48) - 1) << 80 | int.from_bytes(entropy[:10].ljust(10, b"\0"), "big")
    return "".join(_BASE32[number >> shift & 31] for shift in range(125, -1, -5))
