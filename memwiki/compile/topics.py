"""A topic while it grows: what the fold adds to, one statement at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from memwiki.compile.knowledge import AUTHORITY, Moment, Proof, Relation, Status, Topic
from memwiki.compile.likeness import normal, words
from memwiki.compile.strength import Use
from memwiki.records import Claim, Kind
from memwiki.values import value


@value(frozen=True, slots=True)
class Said:
    """One claim at its place in the order: the session that holds it, and the id of the page it would begin."""

    claim: Claim
    session: str
    page: str
    draft: bool = False  # a proposal, whatever the review mode: an agent wrote it into the memory itself

    @property
    def is_proposal(self) -> bool:
        """Whether an agent wrote it into the memory by its own hand, in no session."""
        return self.draft and not self.session


@dataclass(slots=True)
class Growing:
    """Mutable only inside one fold."""

    id: str
    kind: Kind
    order: int
    claims: list[Claim] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)  # ids of pages that its claims would have begun
    sessions: list[str] = field(default_factory=list)
    history: list[Moment] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    objections: list[str] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    superseded_by: str = ""
    valid_to: str = ""
    relations: list[tuple[Relation, str]] = field(default_factory=list)
    approvals: list[tuple[str, str]] = field(default_factory=list)
    draft: bool = False
    proposed: bool = False  # the same, whoever has approved it since
    buried: str = ""  # when it was forgotten or rejected: it makes no page, and its subject stays quiet
    retired: str = ""
    pinned: bool = False
    proof: Proof | None = None
    best: Claim = field(init=False)  # the one that words the page; with the next two, what is asked at each comparison
    observations: frozenset[str] = frozenset()  # ids of those behind it
    words: frozenset[str] = frozenset()  # of the best claim: what it is about, and what it says

    @property
    def over(self) -> bool:
        """Whether something ended it: superseded, retracted, retired, forgotten."""
        return bool(self.superseded_by or self.valid_to or self.buried or self.retired)

    def add(self, said: Said, moment: Moment) -> None:
        """Takes in one more statement about the same subject."""
        claim = said.claim
        if not self.claims or AUTHORITY.index(claim.source) < AUTHORITY.index(self.best.source):
            self.best, self.words = claim, every_word(claim)
        self.claims.append(claim)
        self.observations |= {one.observation for one in claim.evidence}
        self.pages.add(said.page)
        self.history.append(moment)
        self.uses.append(Use("again" if len(self.claims) > 1 else "stated", said.claim.ts))
        if said.session not in self.sessions:
            self.sessions.append(said.session)
        self.draft = self.draft and said.draft
        self.proposed = self.proposed and said.draft

    def relate(self, relation: Relation, other: str) -> None:
        """Adds a typed link, once."""
        if (relation, other) not in self.relations and other != self.id:
            self.relations.append((relation, other))

    def frozen(self, slug: str, status: Status, title: str) -> Topic:
        """The finished topic."""
        return Topic(
            id=self.id,
            kind=self.kind,
            claims=tuple(self.claims),
            sessions=tuple(self.sessions),
            status=status,
            history=tuple(self.history),
            uses=tuple(sorted(self.uses, key=lambda use: use.at)),
            objections=tuple(self.objections),
            supersedes=tuple(self.supersedes),
            superseded_by=self.superseded_by,
            valid_to=self.valid_to or self.retired,
            relations=tuple(sorted(self.relations)),
            verified=tuple(self.approvals),
            pinned=self.pinned,
            proof=self.proof,
            slug=slug,
            called=title,
        )


def statement(claim: Claim) -> frozenset[str]:
    """The words of what the claim says."""
    return words(claim.text) or words(claim.title)


def about(claim: Claim) -> frozenset[str]:
    """The words of what the claim is about: its keys, subject and title."""
    return _about(claim.keys, claim.subject, claim.title)


def every_word(claim: Claim) -> frozenset[str]:
    """The words of both."""
    return about(claim) | statement(claim)


@lru_cache(maxsize=256)
def _about(keys: frozenset[str], subject: str, title: str) -> frozenset[str]:
    return frozenset(normal(key) for key in keys) | words(subject) | words(title)


def unexplained(claim: Claim) -> str:
    """What the claim says, without why: `because it must run without a network` is against nothing."""
    text = claim.text.rstrip(" .。")
    return next((text.removesuffix(one) for one in claim.parts.get("reason", ()) if text.endswith(one)), text)
