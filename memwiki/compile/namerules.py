"""Which earlier rules about names a new one ends: all that say another thing of the same kind of name."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal

from memwiki.compile.affixes import Aspect, clashing, ruled
from memwiki.compile.topics import Growing
from memwiki.records import Claim


@dataclass(slots=True)
class NameRules:
    """Topics by what they rule of which kind of name; of each, what later ones have changed already."""

    _by_aspect: dict[Aspect, dict[int, Growing]] = field(default_factory=lambda: defaultdict(dict))
    _changed: dict[int, set[Aspect]] = field(default_factory=lambda: defaultdict(set))

    def place(self, topic: Growing) -> None:
        """Makes a topic's newest claim findable."""
        for aspect in ruled(topic.claims[-1].text):
            self._by_aspect[aspect][topic.order] = topic

    def ended(self, claim: Claim) -> list[tuple[Growing, Literal["replaces", "narrows"]]]:
        """The topics that hold no more, or no more in part, once this was stated; oldest first."""
        found: list[tuple[Growing, Literal["replaces", "narrows"]]] = []
        near = {order: topic for aspect in ruled(claim.text) for order, topic in self._by_aspect[aspect].items()}
        for order, topic in sorted(near.items()):
            changed = set(clashing(claim.text, topic.best.text)) - self._changed[order]
            if changed and not topic.over:
                self._changed[order] |= changed
                whole = ruled(topic.best.text).keys() <= self._changed[order]
                found.append((topic, "replaces" if whole else "narrows"))
        return found
