"""Evidence: who said what where, as the records want it."""

from __future__ import annotations

from memwiki.records import Evidence, Observation


def of(observation: Observation, quote: str = "") -> Evidence:
    """The observation as evidence, with the words that prove the statement (at most 300 characters)."""
    human = observation.event in ("user-prompt", "note", "feedback")
    author = f"human:{observation.operator}" if human else observation.agent
    return Evidence(observation.id, observation.segment, observation.line, author, observation.ts, quote.strip()[:300])
