"""How far a page is believed and in use, as a bounded factor: it may break a tie, never make a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from memwiki.compile.strength import COLD, HALF_LIFE_DAYS, instant, is_over

_DEFAULT_HALF_LIFE = 180
_LOW, _SPAN, _FRESH = 0.98, 0.03, 0.01
# Of two rules that both seem to hold the later one mostly replaced the other, even where no compile saw that.
_EARLIER: Mapping[str, float] = {"preference": 0.1, "decision": 0.1}
_KIND: Mapping[str, float] = {"session": 0.98, "project": 0.6}
_STATUS: Mapping[str, float] = {"deprecated": 0.7, "draft": 0.9}
_EXPIRED = 0.8


_read = lru_cache(maxsize=16384)(instant)


def strength(facts: Mapping[str, Any], now: str) -> float:
    """The stored strength as it is worth now, 0..1: the rule of compile/strength.py in floats, as this only ranks."""
    stored = min(max(float(facts.get("strength", 0.5)), 0.0), 1.0)
    if facts.get("pinned"):
        return stored
    since = _read(str(facts.get("reinforced") or facts.get("created") or ""))
    then = _read(now)
    if since is None or then is None or then <= since:
        return stored
    days = (then - since).total_seconds() / 86400.0
    return float(stored * 2.0 ** (-days / HALF_LIFE_DAYS.get(str(facts.get("kind")), _DEFAULT_HALF_LIFE)))


def expired(facts: Mapping[str, Any], now: str) -> bool:
    """Whether the page says that it no longer holds."""
    then = _read(now)
    if is_over(str(facts.get("expires") or ""), now):
        return True
    ends = [_read(str(facts.get(name) or "")) for name in ("stale_after", "valid_to")]
    return then is not None and any(end is not None and end < then for end in ends)


def current(facts: Mapping[str, Any], now: str) -> bool:
    """Whether recall may offer the page: approved, not replaced, not expired, not decayed."""
    return facts.get("status") == "stable" and not expired(facts, now) and strength(facts, now) >= COLD


def freshness(dates: Iterable[str]) -> dict[str, float]:
    """Where each date stands among all of them, from 0 (the oldest) to 1; the last word on a subject is the better."""
    ordered = sorted(set(dates))
    return {date: at / max(len(ordered) - 1, 1) for at, date in enumerate(ordered)}


def factor(facts: Mapping[str, Any], now: str, fresh: float = 0.0, *, about_days: bool = False) -> float:
    """What a page's match is multiplied by; `about_days` where the question asks what happened when."""
    kind = str(facts.get("kind"))
    belief = 0.5 * float(facts.get("trust", 0.5)) + 0.5 * strength(facts, now)
    value = _LOW + _SPAN * min(max(belief, 0.0), 1.0) + _FRESH * fresh
    value -= _EARLIER.get(kind, 0.0) * (1.0 - fresh)
    if not (about_days and kind == "session"):
        value *= _KIND.get(kind, 1.0)
    value *= _STATUS.get(str(facts.get("status")), 1.0)
    return value * (_EXPIRED if expired(facts, now) else 1.0)
