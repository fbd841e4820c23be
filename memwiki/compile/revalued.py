"""Whether a statement gives another number to what an earlier one is about, as `raise catalog_ttl to 40`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from memwiki.compile.amounts import amounts, differ
from memwiki.compile.likeness import percent
from memwiki.compile.topics import Growing, about
from memwiki.records import Claim
from memwiki.values import value

_IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+")  # `catalog_ttl` is one thing in every language
_PLAIN_HAN = frozenset("的了在是一个不要把用有和与就都也改成为到最多少每上下限张次天人个说太")


def hans(text: str) -> frozenset[str]:
    """The text's Chinese letters, but for the most common ones."""
    return frozenset(re.findall(r"[一-鿿]", text)) - _PLAIN_HAN


@lru_cache(maxsize=512)
def wordy(found: frozenset[str]) -> frozenset[str]:
    """The words that are no numbers."""
    return frozenset(word for word in found if not word[0].isdigit())


@value(frozen=True, slots=True)
class Revalued:
    """A statement, as it is compared with many earlier ones."""

    claim: Claim
    words: frozenset[str]  # what it is about
    names: frozenset[str]  # the identifiers among them
    amounts: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, claim: Claim) -> Revalued:
        """The statement, made ready."""
        mine = wordy(about(claim))
        return cls(claim, mine, frozenset(filter(_IDENTIFIER.fullmatch, mine)), amounts(claim.title))

    def fits(self, topic: Growing) -> bool:
        """Whether the changed value stands in the topic's words with another number of its unit."""
        return bool(self.amounts) and self._is_near(topic) and differ(self.amounts, amounts(topic.best.title))

    def _is_near(self, topic: Growing) -> bool:
        theirs = topic.words
        shared = len(self.words & theirs)
        if not shared or not self.names.isdisjoint(theirs):
            return bool(shared)
        old = topic.best
        if self.claim.lang == old.lang == "zh":
            return shared >= 2 or len(hans(self.claim.title) & hans(old.title)) >= 2
        return shared >= 3 and percent(shared, len(self.words)) >= 45
