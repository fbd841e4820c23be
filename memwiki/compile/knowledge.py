"""What is known: topics with their claims, sessions, open items. The result of the fold and the input of the pages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memwiki.compile.naming import name
from memwiki.compile.strength import Use
from memwiki.compile.withheld import Withheld
from memwiki.records import Claim, Evidence, Item, Kind, SessionFacts

COMPILER = "memwiki/1"  # `generated.by`: the number changes when the same raw/ would give other pages

AUTHORITY = ("person", "test", "agent", "imported", "tool")  # most believed first

Status = Literal["draft", "stable", "deprecated"]
Event = Literal[
    "stated",
    "again",
    "replaced",
    "replaces",
    "retracted",
    "narrowed",
    "narrows",
    "retired",
    "proved",
    "failed",
    "pulled",
    "relearned",
]
Relation = Literal["causes", "fixes", "contradicts", "supersedes", "depends_on"]


def page_id(kind: str, observation: str) -> str:
    """`<kind>-<12 hex>`: the identity of the page that this observation began."""
    return f"{kind}-{hashlib.sha256(observation.encode('utf-8', 'replace')).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a page's history: what happened, when, in which session, about which other topic."""

    what: Event
    at: str
    session: str = ""  # "<agent>-<session>", or "" for a note by hand
    other: str = ""  # topic id
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """How a skill stands: its version, the later independent sessions that passed its test, and its failures."""

    version: int = 1
    learned: str = ""  # key of the training session of this version
    passed: tuple[str, ...] = ()  # keys of later sessions, each once
    failed: tuple[str, ...] = ()
    pulled: bool = False
    versions: tuple[tuple[int, str, str], ...] = ()  # number, time it was learned, session
    contrasts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # what failing sessions "left" or changed "also": files

    @property
    def verified(self) -> bool:
        """Two later independent sessions passed its test, and no session that was given it failed it since."""
        return not self.pulled and len(self.passed) >= 2


@dataclass(frozen=True, slots=True)
class Topic:
    """One page's worth of knowledge: everything said about one subject, in the order it was said."""

    id: str
    kind: Kind
    claims: tuple[Claim, ...]
    sessions: tuple[str, ...]  # keys of the sessions that said it, in order, each once
    status: Status = "stable"
    history: tuple[Moment, ...] = ()
    uses: tuple[Use, ...] = ()
    objections: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: str = ""
    valid_to: str = ""
    relations: tuple[tuple[Relation, str], ...] = ()
    verified: tuple[tuple[str, str], ...] = ()  # (actor, at): approvals
    pinned: bool = False  # a person keeps it from fading
    proof: Proof | None = None
    slug: str = ""
    called: str = ""  # its title, where that is told already

    @property
    def first(self) -> Claim:
        """The claim that began the page."""
        return self.claims[0]

    @property
    def best(self) -> Claim:
        """The claim that words the page: the first of those said by the most believed source."""
        return min(self.claims, key=lambda claim: AUTHORITY.index(claim.source))

    @property
    def title(self) -> str:
        """The page's title."""
        return self.called or name(self.best if self.best.title else self.first)

    @property
    def active(self) -> bool:
        """Whether it still holds."""
        return self.status != "deprecated"

    @property
    def observations(self) -> frozenset[str]:
        """Ids of all observations that prove it."""
        return frozenset(e.observation for claim in self.claims for e in claim.evidence)


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One thing that some session left open, until a later one closes it."""

    text: str
    kind: Literal["step", "question"]
    session: str  # key of the session that opened it
    opened: str
    last: str  # when it was last mentioned as open
    evidence: tuple[Evidence, ...] = ()
    closed: str = ""  # when, or ""
    closed_in: str = ""  # key of the session that closed it

    @property
    def open(self) -> bool:
        """Whether nothing has closed it."""
        return not self.closed


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that one project's raw/ amounts to."""

    topics: tuple[Topic, ...]
    sessions: tuple[SessionFacts, ...]  # those with content, in order (last, key)
    items: tuple[OpenItem, ...] = ()
    suspects: tuple[tuple[str, Item], ...] = ()  # (session key, what it did): sessions that touched the memory itself
    scope: Literal["project", "me"] = "project"
    names: Mapping[str, str] = field(default_factory=dict)  # session key -> its page's slug
    about: Claim | None = None  # what was read of the project as a whole
    withheld: Mapping[str, Withheld] = field(default_factory=dict)  # session key -> what its page must not tell
    unapproved: frozenset[str] = frozenset()  # ids of the topics that only their own pages may tell

    @property
    def open_items(self) -> tuple[OpenItem, ...]:
        """The items that are still open, oldest first."""
        return tuple(item for item in self.items if item.open)

    def topic(self, identity: str) -> Topic | None:
        """The topic of this id."""
        return next((topic for topic in self.topics if topic.id == identity), None)
