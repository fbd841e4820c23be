"""Who left what, and who got it when: the ledger's lines about handoffs, one entry each. Nothing is ever taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from memwiki.inject.claims import from_observation, in_order
from memwiki.records import Observation

What = Literal["left", "claimed", "returned", "cancelled", "forgotten"]


@dataclass(frozen=True, slots=True)
class Passing:
    """One line: at `at`, the session `session` of `agent` did `what` with the handoff's `generation`-th baton."""

    at: str
    what: What
    handoff: str
    generation: int
    agent: str
    session: str
    operator: str
    how: str = ""  # of a claim: start, prompt, tool, accept; of what was left: auto, manual
    goal: str = ""
    observation: str = ""


def passings(ledger: Iterable[Observation]) -> tuple[Passing, ...]:
    """Every entry, oldest first."""
    found = (_entry(one) for one in in_order(ledger))
    return tuple(one for one in found if one)


def _entry(one: Observation) -> Passing | None:
    if one.event == "handoff":
        return _left(one)
    if one.event not in ("handoff-claim", "handoff-return"):
        return None
    told = one.extra.get("handoff")
    generation = one.extra.get("generation")
    return Passing(
        at=one.ts,
        what="claimed" if one.event == "handoff-claim" else "returned",
        handoff=str((told.get("id") if isinstance(told, Mapping) else told) or ""),
        generation=generation if isinstance(generation, int) else 0,
        agent=str(one.extra.get("for_agent") or ""),
        session=str(one.extra.get("by") or ""),
        operator=one.operator,
        how=str(one.extra.get("how") or ""),
        observation=one.id,
    )


def _left(one: Observation) -> Passing | None:
    made = from_observation(one)
    if made is None:
        return None
    gone = made.state == "cancelled"
    what: What = "left" if not gone else "forgotten" if one.extra["handoff"].get("forgotten") is True else "cancelled"
    return Passing(
        at=one.ts,
        what=what,
        handoff=made.id,
        generation=0,
        agent=made.from_agent,
        session=made.from_session,
        operator=made.operator,
        how="" if gone else made.kind,
        goal=made.goal,
        observation=one.id,
    )
