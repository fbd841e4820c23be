"""What was replaced never stands before what replaced it, nor do the sessions that said it.

Who asks what a replaced page answers wants to know what holds now. The words are often those of the old page, and the
session in which it was said is full of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memwiki.recall.search import Ranked

# The session must owe its place to what was replaced: the replaced page matches nearly as well as all of the session.
_OWED = 0.75
_ALSO = 0.8  # what came in its place must answer the question nearly as well, or it is not what was asked for
_STEP = 1.001


def latest_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same entries, each page scored above those it replaced and above the sessions that only these cite.

    A page that matches hardly less than the one it replaced is lifted; else the old one is put down.
    """
    by_id = {str(entry.candidate.facts["id"]): entry for entry in ranked if entry.candidate.facts["id"]}
    totals = {id(entry): entry.total for entry in ranked}
    for old in ranked:
        new = _successor(old, by_id)
        if new is None:
            continue
        if _match(new) >= _ALSO * _match(old):
            least = max([_match(old) * new.factor, *(one.total for one in ranked if _owes(one, old, new))])
            totals[id(new)] = max(totals[id(new)], least * _STEP)
        totals[id(old)] = min(totals[id(old)], totals[id(new)] / _STEP)
    return [replace(entry, total=totals[id(entry)]) for entry in ranked]


def _match(entry: Ranked) -> float:
    return sum(entry.parts.values())


def _successor(old: Ranked, by_id: Mapping[str, Ranked]) -> Ranked | None:
    """The found page at the end of the chain of those that replaced it."""
    seen: set[str] = set()
    found, at = None, str(old.candidate.facts.get("superseded_by", ""))
    while at and at not in seen and at in by_id:
        seen.add(at)
        found = by_id[at]
        at = str(found.candidate.facts.get("superseded_by", ""))
    return found if found is not old else None


def _owes(session: Ranked, old: Ranked, new: Ranked) -> bool:
    """Whether a session's page is found for what the old page says, and not for what came in its place."""
    if session.kind != "session" or session.looked is not old.looked:
        return False
    told = set(session.candidate.facts["sessions"])
    mine = told & set(old.candidate.facts["sessions"]) and not told & set(new.candidate.facts["sessions"])
    return bool(mine) and _match(old) >= _OWED * session.total
