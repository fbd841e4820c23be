"""context: the project in ten lines, for a person, or for an agent that nothing was left to."""

from __future__ import annotations

from dataclasses import dataclass

from memwiki.app.batons import standing_pages
from memwiki.app.desk import Desk
from memwiki.app.pending import finished
from memwiki.inject.quoting import tokens
from memwiki.inject.standing import Brief, brief, briefing

BUDGET = 600  # tokens


@dataclass(frozen=True, slots=True)
class Context:
    """The block, and its lines by what they tell."""

    project: str
    text: str
    tokens: int
    brief: Brief
    waiting: int = 0  # finished sessions that are not compiled yet


def context(desk: Desk, budget: int = BUDGET) -> Context:
    """What a start would be told of the project where no handoff waits; NotFound where there is no such project."""
    desk.existing()
    pages = list(standing_pages(desk))
    text = briefing(pages, project=desk.project.key, most=budget, max_bytes=desk.config.settings.recall.max_chars)
    return Context(desk.project.key, text, tokens(text), brief(pages), finished(desk))
