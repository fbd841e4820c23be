"""Which pages matter now: those that speak of what a handoff leaves, by the words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from memwiki.compile.likeness import words
from memwiki.records import Handoff, Page

KINDS = ("gotcha", "skill", "decision", "concept", "preference")
_MOST = 3
_LEAST_SHARED = 2  # words that a page and the handoff share
_LEAST = 5  # their worth: a word that few pages hold counts three, one of many pages one


def matters(handoff: Handoff, pages: Iterable[Page], most: int = _MOST) -> tuple[Page, ...]:
    """At most `most` stable pages that share enough rare words with the goal, the open items and the files; where they
    are fewer, the newest traps beside them."""
    told = (handoff.goal, *handoff.stopped, *handoff.next_steps, *handoff.open_questions, *handoff.files)
    mine = words("\n".join(told)[:4000])
    held = [(page, _words(page)) for page in pages if page.status == "stable" and page.kind in KINDS]
    common = Counter(word for _, theirs in held for word in theirs)
    found = []
    for page, theirs in held:
        shared = mine & theirs
        worth = sum(_worth(common[word], len(held)) for word in shared)
        if len(shared) >= _LEAST_SHARED and worth >= _LEAST:
            found.append((worth * 100 // (len(theirs) + 10), str(page.meta.get("reinforced", "")), page.id, page))
    found.sort(key=lambda one: one[:3], reverse=True)
    first = [page for *_, page in found[:most]]
    traps = [page for page, _ in held if page.kind == "gotcha" and page not in first]
    traps.sort(key=lambda page: (str(page.meta.get("reinforced", "")), page.id), reverse=True)
    return (*first, *traps[: most - len(first)])


def without(pages: Iterable[Page], named: Collection[Page]) -> list[Page]:
    """The pages without those that are named already."""
    known = {page.path for page in named}
    return [page for page in pages if page.path not in known]


def _words(page: Page) -> frozenset[str]:
    names = page.meta.get("entities")
    entities = " ".join(str(name) for name in names) if isinstance(names, list | tuple) else ""
    return words(f"{page.title} {page.meta.get('description') or ''} {entities}"[:1000])


def _worth(holding: int, pages: int) -> int:
    """3 for a word that hardly any page holds, 1 for one that many hold."""
    return 3 if holding <= max(1, pages // 20) else 2 if holding <= max(2, pages // 5) else 1
