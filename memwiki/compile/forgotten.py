"""What people asked to forget of sessions: whole observations, or the words in them that proved a page.

A `forget` observation names it by place and never by its words: `cuts` maps a session's key to entries. `["*"]` is all
of it until then, `["-"]` nothing, but its facts are not kept, `[id]` one observation, `[id, start, end]` characters of
its text, or of its tool's output where it has no text: what proved a page. An end below 0 stands for all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memwiki.compile.ledger import near, verb_of
from memwiki.records import Observation
from memwiki.values import value

_ALL = "*"
_VERBS = ("forget", "erase")


@value(frozen=True, slots=True)
class Cut:
    """One thing to leave out: an observation ("*" for all until `at`), or characters of it for the sake of a page."""

    observation: str
    at: str
    of_page: bool = False
    start: int = 0
    end: int = -1


def cuts_in(one: Observation) -> dict[str, tuple[Cut, ...]]:
    """The cuts of one `forget` observation, by session key; what is malformed is passed over."""
    told = one.extra.get("cuts") if one.event == "forget" else None
    found: dict[str, tuple[Cut, ...]] = {}
    for key, entries in told.items() if isinstance(told, Mapping) else ():
        cuts = (_cut(entry, one.ts) for entry in entries if isinstance(entry, list))
        found[str(key)] = tuple(cut for cut in cuts if cut is not None)
    return found


def _cut(entry: Sequence[object], at: str) -> Cut | None:
    match entry:
        case [str(name)]:
            return Cut(name, at)
        case [str(name), int(start), int(end)]:
            return Cut(name, at, True, start, end)
    return None


def left(seen: Observation, cuts: Iterable[Cut], pages: bool = True) -> Observation | None:
    """What is left of an observation; None where nothing is. Without `pages`, the cuts for a page's sake do not count.

    What a forgotten page was about must be known as long as others may say it again: see fold.
    """
    mine = [
        cut for cut in cuts if cut.observation in (seen.id, _ALL) and seen.ts <= cut.at and (pages or not cut.of_page)
    ]
    if not mine:
        return seen
    if any(cut.end < 0 for cut in mine):
        return None
    text = seen.text or (seen.tool.output if seen.tool else "")
    for cut in sorted(mine, key=lambda cut: -cut.start):
        text = f"{text[: cut.start]} {text[cut.end :]}"
    text = text.strip()
    if seen.text:
        return replace(seen, text=text) if text or seen.tool else None
    return replace(seen, tool=replace(seen.tool, output=text)) if seen.tool else None


def place_of(seen: Observation, quote: str) -> list[object]:
    """The entry that cuts a quote out of its observation: the place of its words, else all of it."""
    text = seen.text or (seen.tool.output if seen.tool else "")
    at = text.find(quote) if quote else -1
    return [seen.id, at, at + len(quote)] if at >= 0 else [seen.id, 0, -1]


def mark(cuts: Iterable[Cut]) -> str:
    """A name for the cuts of one session."""
    told = "".join(f"{cut}\n" for cut in cuts)
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16] if told else ""


def is_agents(one: Observation, around: Iterable[Observation]) -> bool:
    """Whether an agent's command, not a person, forgot: one such command was captured within ten minutes."""
    if one.extra.get("terminal") is True:
        return False
    return any(
        near(seen.ts, one.ts) and verb_of(str(seen.tool.input.get("command", ""))) in _VERBS
        for seen in around
        if seen.tool
    )
