"""Whose words may change a page: nobody's end or fill what somebody who is believed more has said.

An agent that writes into the memory itself only proposes, and what it chose by itself stays its own however long the
person is silent: a rule of theirs then holds on, and both pages name the contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence

from memwiki.compile.likeness import contained
from memwiki.compile.resolve import Match, wins
from memwiki.compile.topics import Growing, Said, every_word, statement


def permitted(said: Said, match: Match) -> Match | None:
    """The match as far as whoever speaks may bring it about; None where the statement has to stand alone."""
    claim, topic = said.claim, match.topic
    if said.is_proposal and not topic.draft:
        old = frozenset().union(*(every_word(one) for one in topic.claims))
        nothing_new = match.outcome == "again" and contained(statement(claim), old) == _ALL
        return Match(topic, "held") if nothing_new else None
    if match.outcome in ("replaces", "retracts") and claim.source == "agent" and not wins(claim, topic):
        return Match(topic, "conflicts") if match.outcome == "replaces" else None
    return match


_ALL = 100  # per cent


def take_back(topics: Sequence[Growing], review: str) -> None:
    """Lets hold again what only a rejected statement ended, or an approved page that one ended which still waits."""
    by_id = {topic.id: topic for topic in topics}
    for topic in topics:
        new = by_id.get(topic.superseded_by)
        waits = new is not None and review == "all" and bool(topic.approvals) and not new.approvals
        if new is not None and (new.buried or waits):
            topic.superseded_by = topic.valid_to = ""
