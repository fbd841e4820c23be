"""What people and the program decided about pages, read from the ledger's observations.

Fields beside `text` (in Observation.extra): `page` or `pages` name page ids; `session` or `sessions` name session
keys; `keyword`, `since`, `until` belong to forget; `signal` to feedback; `used`, and `how` ("start" or "prompt"), to
recall; `kind`, `title`, `scope`, `expires` to a note. Unknown fields are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memwiki.compile.language import language
from memwiki.compile.meddling import OWN
from memwiki.compile.prose import shortened, unmarked
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.compile.strength import days_between
from memwiki.records import Claim, Evidence, Item, Kind, Observation, SessionFacts
from memwiki.regexes import regex
from memwiki.values import value

RULINGS = frozenset({"approve", "reject", "retire", "forget", "feedback", "recall"})
_READ = 1000  # characters of a note that are read for what it is about
_NOTE_KINDS = ("decision", "preference", "concept", "gotcha")
_RULE = regex(
    r"\b(?:always|never|prefer|avoid|must|mustn't|should|shouldn't|don't|do not|use|write|keep|run|ask)\b"
    r"|一律|总是|必须|不要|不准|别|禁止|务必|都用|优先|请",
    re.IGNORECASE,
)
_CHOSEN = regex(
    r"\b(?:decided|decision|we chose|chose|going with|we go with|settled on)\b|决定|选定|定了|采用", re.IGNORECASE
)
_MEANS = regex(
    r"^\W*[\w 一-鿿./-]{1,40}?\s*(?:\b(?:is|are|means|stands for|refers to)\b|是指|指的是|就是|是|意思是)",
    re.IGNORECASE,
)


@value(frozen=True, slots=True)
class Ruling:
    """One decision about pages: which event, when, by whom (an actor), on which ids, with what else it says."""

    event: str
    at: str
    actor: str
    pages: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    keyword: str = ""
    since: str = ""
    until: str = ""
    signal: str = ""
    at_start: bool = False  # of a recall: a session's start named the page, nobody asked

    def forgets(self, text: str, session: str, at: str) -> bool:
        """Whether a forget ruling hits a statement of this session and time."""
        if self.event != "forget" or at > self.at:
            return False
        if session and session in self.sessions:
            return True
        if self.keyword and self.keyword.casefold() in text.casefold():
            return self._covers(at)
        return bool((self.since or self.until) and not self.keyword and self._covers(at))

    def _covers(self, at: str) -> bool:
        return (not self.since or at >= self.since) and (not self.until or at <= self.until)


def actor(observation: Observation) -> str:
    """Who stands behind a ledger observation, in OKF's form."""
    return f"human:{observation.operator or 'unknown'}" if observation.agent == "person" else "process:memwiki"


def rulings(ledger: Iterable[Observation], suspects: Sequence[tuple[str, str, Item]] = ()) -> tuple[Ruling, ...]:
    """All rulings in time order, without those that an agent's own commands made (see `touches`)."""
    found = [_ruling(one) for one in ledger if one.event in RULINGS and not _by_agent(one, suspects)]
    return tuple(sorted(found, key=lambda r: (r.at, r.event, r.pages)))


def pinned(rulings: Iterable[Ruling]) -> frozenset[str]:
    """Ids of the pages that a person keeps from fading."""
    last = {page: one.signal for one in rulings if one.signal in ("pin", "unpin") for page in one.pages}
    return frozenset(page for page, signal in last.items() if signal == "pin")


def _ruling(one: Observation) -> Ruling:
    extra = one.extra
    return Ruling(
        event=one.event,
        at=one.ts,
        actor=actor(one),
        pages=_names(extra.get("pages"), extra.get("page"), extra.get("ids"), extra.get("id")),
        sessions=_names(extra.get("sessions"), extra.get("session"), extra.get("for_session")),
        used=_names(extra.get("used")),
        keyword=str(extra.get("keyword") or ""),
        since=str(extra.get("since") or ""),
        until=str(extra.get("until") or ""),
        at_start=extra.get("how") == "start",
        signal=str(extra.get("signal") or ("" if one.event != "feedback" else one.text)).strip(),
    )


def _names(*values: object) -> tuple[str, ...]:
    out: list[str] = []
    for one in values:
        many = one if isinstance(one, list | tuple) else [one]
        out += [name for name in many if isinstance(name, str) and name and name not in out]
    return tuple(out)


def touches(facts: Sequence[SessionFacts]) -> tuple[tuple[str, str, Item], ...]:
    """(session key, verb, what was run) of every captured command that worked on the memory itself; with the verb
    `raw`, the place in what is kept there that a call touched."""
    found = []
    for session in facts:
        for run in session.commands:
            match = OWN.search(run.command)
            if match is not None:
                found.append((session.key, match[1], Item(run.command, run.evidence)))
        for item in session.meddled:  # also those that the list of commands has no room for
            match = OWN.search(item.text)
            if match is not None:
                found.append((session.key, match[1], item))
            elif item.text in ("", ".", "raw") or item.text.startswith("raw/"):
                found.append((session.key, "raw", item))
    return tuple(found)


def forged(sessions: Iterable[SessionFacts], suspects: Sequence[tuple[str, str, Item]]) -> frozenset[str]:
    """Keys of sessions that an agent may have made up: they began within ten minutes of an agent's own run of the hook,
    or of an instant that this run named, or an agent wrote in what is kept of them. Their tests prove and fail nothing.
    """
    kept = {part for _, verb, item in suspects if verb == "raw" for part in item.text.split("/")[3:4]}
    calls = [(key, instant) for key, verb, item in suspects if verb == "hook" for instant in _instants(item)]
    made = {one.key for one in sessions for key, instant in calls if one.key != key and near(one.started, instant)}
    return frozenset(made | {one.key for one in sessions if one.key in kept})


def _instants(item: Item) -> list[str]:
    told = [f"{day}T{time or '00:00:00'}.000Z" for day, time in _INSTANT.findall(item.text)]
    return [*(evidence.ts for evidence in item.evidence), *told]


_INSTANT = regex(r"\b(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d))(?:T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?")


def verb_of(command: str) -> str:
    """The verb by which a command works on the memory; "" where it does not."""
    match = OWN.search(command)
    return match[1] if match else ""


_VERBS = {
    "note": ("remember", "hook"),
    "approve": ("review", "skills"),
    "reject": ("review", "skills"),
    "retire": ("skills", "review"),
    "forget": ("forget", "erase"),
    "feedback": ("feedback", "pin", "unpin"),
}


def _by_agent(one: Observation, suspects: Sequence[tuple[str, str, Item]]) -> bool:
    """Whether a captured agent command of the right verb ran within ten minutes of the observation: of the instant that
    it bears, or of the one at which it was written where it was given another (`--at`)."""
    if one.event == "forget" and one.extra.get("terminal") is True:
        return False  # it was confirmed at a terminal
    verbs = _VERBS.get(one.event, ())
    clock = one.extra.get("clock")
    times = (one.ts, clock) if isinstance(clock, str) and clock else (one.ts,)
    for _, verb, item in suspects:
        is_near = any(near(evidence.ts, time) for evidence in item.evidence for time in times)
        if is_near and (verb in verbs or (verb == "raw" and _above(item.text, one.segment))):
            return True
        if verb == "raw" and item.text.removesuffix(".jsonl").removesuffix(".sealed").endswith(f"/{one.segment}"):
            return True
    return False


def _above(place: str, segment: str) -> bool:
    """Whether a place in the memory is a folder that holds a segment."""
    parts = place.split("/")
    return len(parts) < 4 or (len(parts) == 4 and parts[3] == segment.partition("/")[0])


def near(a: str, b: str) -> bool:
    """Whether two instants lie within ten minutes."""
    return days_between(min(a, b), max(a, b)) * 144 <= 1  # ten minutes


def notes(
    ledger: Iterable[Observation], suspects: Sequence[tuple[str, str, Item]] = (), scope: str = "project"
) -> tuple[tuple[Claim, bool], ...]:
    """(claim, said by a person) of every note of the scope, in time order. A note that an agent wrote is a proposal."""
    found = []
    for one in ledger:
        if one.event != "note" or not one.text.strip() or one.extra.get("imported"):
            continue
        if (str(one.extra.get("scope") or "project") == "me") != (scope == "me"):
            continue
        person = one.agent == "person" and not _by_agent(one, suspects)
        found.append((_note(one, person), person))
    return tuple(sorted(found, key=lambda pair: (pair[0].ts, pair[0].evidence[0].observation)))


def _note(one: Observation, person: bool) -> Claim:
    kind = note_kind(one.text, str(one.extra.get("kind") or ""))
    author = f"human:{one.operator or 'unknown'}" if person else str(one.extra.get("by") or "process:memwiki")
    text = one.text.strip()
    read = _reading(one, kind)
    title = unmarked(str(one.extra.get("title") or "")) or (read.title if read else shortened(_sentence(text), 80))
    fallback = {"definition": (text,)} if kind == "concept" else {}
    return Claim(
        kind=kind,
        act=read.act if read else "state",
        subject=read.subject if read else "",
        title=unmarked(title),
        text=text,
        ts=one.ts,
        evidence=(Evidence(one.id, one.segment, one.line, author, one.ts, text[:300]),),
        source="person" if person else "agent",
        confidence=1.0 if person else 0.5,
        lang=language(text[:_READ]),
        parts={**(read.parts if read and read.kind == kind else fallback), **_until(one)},
        keys=read.keys if read else frozenset(),
        replaces=read.replaces if read else (),
        entities=read.entities if read else (),
        aliases=read.aliases if read else (),
    )


def _until(one: Observation) -> dict[str, tuple[str, ...]]:
    """Until when a note holds, where it says so."""
    told = one.extra.get("expires")
    return {"expires": (told,)} if isinstance(told, str) and told else {}


def _reading(one: Observation, kind: Kind) -> Claim | None:
    """What extraction makes of the note's words, as they stand and as something to remember; of its kind if it can."""
    memo = "记住:" if language(one.text[:_READ]) == "zh" else "remember: "
    found: list[Claim] = []
    for text in (one.text[:_READ], f"{memo}{one.text[:_READ]}"):
        said = replace(one, event="user-prompt", text=text, agent="person", extra={})
        found += statements(assemble([said]))
    return min(found, key=lambda claim: claim.kind != kind, default=None)


def _sentence(text: str) -> str:
    """The first sentence or line."""
    return re.split(r"(?<=[.!?])\s|[。！？\n]", text.strip(), maxsplit=1)[0].rstrip(".")


def note_kind(text: str, told: str = "") -> Kind:
    """The kind of a note: as told, else by how it is worded; a rule unless it reads otherwise."""
    for kind in _NOTE_KINDS:
        if told.casefold() == kind:
            return kind  # type: ignore[return-value]
    if _CHOSEN.search(text):
        return "decision"
    if _MEANS.search(text) and not _RULE.search(text):
        return "concept"
    return "preference"
