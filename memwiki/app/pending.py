"""What of a project waits to be compiled."""

from __future__ import annotations

from dataclasses import dataclass

from memwiki.app.desk import Desk
from memwiki.app.spooled import Spooled, has_closed, survey
from memwiki.wiki.repository import Repository


@dataclass(frozen=True, slots=True)
class Pending:
    """Sessions with something that no commit has yet, how many of them are over, and when the last event came."""

    project: str
    sessions: int
    observations: int
    closed: int
    last: str


def pending(desk: Desk) -> Pending | None:
    """What waits in the desk's project; None where nothing does."""
    sessions = surveyed(desk)
    waiting = [one for one in sessions.values() if one.waiting and not one.is_ledger]
    seen = [look for session in waiting for one in session.waiting if (look := session.glance(one)).count]
    if not seen:
        return None
    idle = desk.config.settings.compile.idle_minutes
    closed = sum(has_closed(one, sessions.values(), desk.now, idle) for one in waiting)
    count = sum(look.count for look in seen)
    return Pending(desk.project.key, len(waiting), count, closed, max(look.last for look in seen))


def surveyed(desk: Desk) -> dict[str, Spooled]:
    """Every session of the desk's project by key, with what the wiki's commits say of its segments."""
    sealed = Repository.open(desk.wiki).sealed() if (desk.wiki / ".git").exists() else {}
    return survey(desk.home.raw(desk.project), sealed)


def finished(desk: Desk) -> int:
    """How many sessions are over that no commit has yet: what a block does not know of."""
    found = pending(desk)
    return found.closed if found else 0
