"""What a rule or decision is against: the name that it sets aside for the one that it takes."""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile.likeness import mentions, normal, words
from memwiki.compile.revalued import hans
from memwiki.compile.words_en import HABIT_VERBS, TASK_VERBS
from memwiki.records import Claim

_VERBS = TASK_VERBS | HABIT_VERBS  # `never commit drafts` sets no name aside
_PLAIN = words("use keep take make write put set go run")
_ASIDE = re.compile(
    r"\b(?:not|instead of|rather than|no longer|never)\s+(?:use\s+|the\s+|an?\s+)?([\w.+#-]*[\w+#])"
    r"|(?:而不是|不是|不再用|不要用|不用|别用|代替|取代)\s*([a-z][\w.+#-]*|[一-鿿]{2})"
)


def gave_up(claim: Claim) -> frozenset[str]:
    """The first words of what the claim is against: what it replaces, and what its title sets aside."""
    return _against(claim.replaces, claim.title)


@lru_cache(maxsize=512)
def _against(replaces: tuple[str, ...], title: str) -> frozenset[str]:
    named = (normal(value).split() for value in replaces)
    return frozenset(words_[0] for words_ in named if words_).union(
        found[1] or found[2] for found in _ASIDE.finditer(normal(title))
    )


def sets_aside(claim: Claim, old: Claim) -> bool:
    """账本用 MySQL,不用 Postgres after 账本用 Postgres: what the old one takes goes, and both are about one thing."""
    gone = [one for one in gave_up(claim) - _VERBS if mentions(old.title, one)]
    if not gone or gave_up(old) & gave_up(claim):
        return False
    shared = (words(claim.title) & words(old.title)) - words(" ".join(gone)) - _PLAIN
    return len(shared) >= 2 or (claim.lang == old.lang == "zh" and len(hans(claim.title) & hans(old.title)) >= 2)


def turned_round(claim: Claim, old: Claim) -> bool:
    """`MySQL, not Postgres` after `Postgres, not MySQL`: the same words, and each sets aside what the other takes."""
    mine, theirs = gave_up(claim), gave_up(old)
    if not mine or not theirs or mine & theirs:
        return False
    return any(mentions(old.title, one) for one in mine) and any(mentions(claim.title, one) for one in theirs)
