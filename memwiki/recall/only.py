"""Which pages are asked for: by kind, tag, status and trust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memwiki.recall.authority import expired


@dataclass(frozen=True, slots=True)
class Only:
    """What a page must be to be found; nothing given asks nothing. A page fits if it has one of the kinds, one of the
    statuses (draft, stable, deprecated, expired), all of the tags, and at least this trust (0..1)."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    trust: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.kinds or self.tags or self.statuses or self.trust > 0)

    @property
    def by_kind_alone(self) -> bool:
        """Whether nothing but the kind is asked."""
        return not (self.tags or self.statuses or self.trust > 0)

    def fits(self, facts: Mapping[str, Any], now: str) -> bool:
        """Whether a page with these facts is asked for, at the instant `now`."""
        held = {str(tag).casefold() for tag in facts.get("tags", ())}
        return (
            (not self.kinds or facts["kind"] in self.kinds)
            and all(tag.casefold() in held for tag in self.tags)
            and (not self.statuses or shown_status(facts, now) in self.statuses)
            and float(facts.get("trust", 0.5)) >= self.trust
        )


EVERY = Only()
STATUSES = ("draft", "stable", "deprecated", "expired")


def shown_status(facts: Mapping[str, Any], now: str) -> str:
    """The status, "expired" for a page that holds no longer at the instant `now`, whatever it says."""
    status = str(facts["status"])
    return "expired" if status != "deprecated" and expired(facts, now) else status
