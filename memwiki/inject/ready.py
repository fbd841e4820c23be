"""The ready file: what a session's start may be told, computed beforehand so that the hook only reads and claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memwiki.inject.blocks import BYTES
from memwiki.inject.claims import owner
from memwiki.inject.handoff import render
from memwiki.records import Handoff, Page

SCHEMA = "memwiki.ready/1"
_MOST_NAMED = 20  # page ids that one block leaves in the ledger
_MOST = 8  # handoffs that wait at one time; older ones are found by `memwiki handoff list`


def ready(
    found: Iterable[Handoff],
    pages: Iterable[Page],
    briefing: str = "",
    *,
    live_until: Mapping[str, str] | None = None,
    max_bytes: int = BYTES,
) -> dict[str, Any]:
    """The ready file's object: open handoffs with their blocks, best first, and a briefing for when none fits.

    `live_until` maps session ids to the instant before which their handoff may not be taken; no block is longer than
    `max_bytes`.
    """
    known = list(pages)
    waiting = [one for one in found if one.state == "open"]
    waiting.sort(key=lambda one: (one.kind == "manual", one.created, one.id), reverse=True)
    told: dict[str, Any] = {"schema": SCHEMA}
    blocks = ((one, render(one, known, max_bytes=max_bytes)) for one in waiting[:_MOST])
    told["handoffs"] = [_entry(one, text, live_until or {}, known) for one, text in blocks]
    told["briefing"] = briefing
    told["pages"] = named(briefing, known)
    return told


def named(text: str, pages: Iterable[Page]) -> list[str]:
    """The ids of this project's pages that a block names by their paths."""
    mine = [page.id for page in pages if page.id and not page.path.startswith("_me/") and f"({page.path})" in text]
    return mine[:_MOST_NAMED]


def _entry(one: Handoff, text: str, live_until: Mapping[str, str], pages: Iterable[Page]) -> dict[str, Any]:
    return {
        "id": one.id,
        "generation": one.generation,
        "kind": one.kind,
        "from_agent": one.from_agent,
        "from_session": one.from_session,
        "to_agent": one.to_agent,
        "operator": owner(one),
        "cwd": one.cwd,
        "created": one.created,
        "expires": one.expires,
        "live_until": live_until.get(one.from_session, ""),
        "text": text,
        "pages": named(text, pages),
    }
