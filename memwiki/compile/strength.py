"""How much a page is in use (strength) and how far its sources are believed (trust). Both lie within 0..1.

strength    after good use     s := d + (1 - d) * gain,   d = s * 2 ** (-days since the last good use / half-life)
            after bad          s := s * what is left
            stored as of the last good use, which the page calls `reinforced`, and decayed when read: nothing is
            committed because time passed.
trust       the mean of a Beta distribution, a / (a + b): four imagined cases as good as the best source,
            then each independent source adds its weight to a, each objection adds to b.

Stored values are exact (fractions and decimals of fixed precision, two places): the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from memwiki.values import value

Event = Literal["stated", "again", "recalled", "used", "helpful", "stale", "wrong"]

# Days until half of a page's strength is gone: what people want lasts, what happened fades.
HALF_LIFE_DAYS = {
    "preference": 365,
    "decision": 270,
    "concept": 270,
    "gotcha": 180,
    "skill": 120,
    "session": 45,
    "project": 3650,
}
COLD = 0.10  # below this, a page leaves recall (not the wiki, not search)

_GAIN = {
    "stated": Decimal("0.60"),
    "again": Decimal("0.30"),
    "recalled": Decimal("0.05"),
    "used": Decimal("0.20"),
    "helpful": Decimal("0.30"),
}
_LOSS = {"stale": Decimal("0.50"), "wrong": Decimal("0.25")}  # what is left of the strength

_BELIEF = {"person": 90, "test": 80, "agent": 60, "imported": 50, "tool": 30}  # of 100
_WEIGHT = {"person": 100, "test": 100, "agent": 50, "imported": 25, "tool": 10}
_IMAGINED = 4
_OBJECTION = {"wrong": 2, "stale": 1, "contradicted": 1, "failed": 1}

_EXACT = Context(prec=20, rounding=ROUND_HALF_EVEN)
_PLACES = Decimal("0.01")


@value(frozen=True, slots=True)
class Use:
    """One thing that happened to a page: what, and when (ISO 8601)."""

    event: Event
    at: str


def instant(text: str) -> datetime | None:
    """The instant, or None where the text is none or has no offset."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None


def is_over(expires: str, now: str) -> bool:
    """Whether an end that a person set has come: an instant, or a date, which ends as its day begins (UTC)."""
    end, here = ending(expires), instant(now)
    return end is not None and here is not None and here >= end


def ending(expires: str) -> datetime | None:
    """The instant of an end; None where it cannot be read."""
    try:
        end = datetime.fromisoformat(expires.strip())
    except ValueError:
        return None
    return end if end.tzinfo else end.replace(tzinfo=UTC)


def days_between(earlier: str, later: str) -> Decimal:
    """Days from one instant to the other, to the second; 0 where either is unreadable or they are reversed."""
    a, b = instant(earlier), instant(later)
    if a is None or b is None or b <= a:
        return Decimal(0)
    span = b - a
    return _EXACT.divide(Decimal(span.days * 86400 + span.seconds), Decimal(86400))


def _decayed(value: Decimal, kind: str, days: Decimal) -> Decimal:
    halves = _EXACT.divide(days, Decimal(HALF_LIFE_DAYS.get(kind, 180)))
    return _EXACT.multiply(value, _EXACT.power(Decimal("0.5"), halves))


def stored(kind: str, uses: Sequence[Use]) -> float:
    """The strength to write on a page, as of the last good use; the uses are in time order.

    A loss takes a share, as time does, so it does not matter which of both is reckoned first.
    """
    value, last = Decimal(0), ""
    for use in uses:
        if use.event in _LOSS:
            value = value * _LOSS[use.event]
            continue
        value = _decayed(value, kind, days_between(last, use.at)) if last else value
        value = value + (1 - value) * _GAIN[use.event]
        last = use.at or last
    return float(min(max(value, Decimal(0)), Decimal(1)).quantize(_PLACES, context=_EXACT))


def strength_at(value: float, reinforced: str, kind: str, now: str, pinned: bool = False) -> float:
    """The strength at the instant `now` of a page whose stored value dates from `reinforced`."""
    if pinned:
        return value
    return float(_decayed(Decimal(str(value)), kind, days_between(reinforced, now)))


def trust(sources: Iterable[str], objections: Iterable[str] = ()) -> float:
    """How far to believe a page, from the kind of each independent source and each objection to it."""
    return _trust(tuple(sorted(sources)), tuple(sorted(objections)))


@lru_cache(maxsize=1_024)
def _trust(told: Sequence[str], objections: Sequence[str]) -> float:
    best = max((_BELIEF.get(source, 30) for source in told), default=30)
    for_it = Fraction(_IMAGINED * best, 100)
    against = _IMAGINED - for_it
    extra = sorted((_WEIGHT.get(source, 10) for source in told), reverse=True)[1:]  # the best one is imagined already
    for_it += Fraction(sum(extra), 100)
    against += sum(_OBJECTION.get(objection, 1) for objection in objections)
    mean = for_it / (for_it + against)
    return float((Decimal(mean.numerator) / Decimal(mean.denominator)).quantize(_PLACES, rounding=ROUND_HALF_EVEN))
