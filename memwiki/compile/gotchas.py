"""Gotchas."""

from __future__ import annotations

from memwiki.compile.session import Session
from memwiki.records import Claim


def gotchas(session: Session) -> tuple[Claim, ...]:
    """Traps."""
    return ()
