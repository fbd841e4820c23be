"""Sessions and ledger become knowledge: a pure fold over everything, in the order in which it was said.

Sessions stand in the order (last, key); their statements in the order (time, session, place). So a session that
was captured late, or an older one that is imported, takes the place it would have had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from memwiki.compile import ledger as books
from memwiki.compile import proofs
from memwiki.compile.imported import described, imported
from memwiki.compile.items import Board
from memwiki.compile.knowledge import Knowledge, Moment, Status, Topic, page_id
from memwiki.compile.modelclaims import refined
from memwiki.compile.naming import name
from memwiki.compile.precedence import permitted, take_back
from memwiki.compile.reach import Prompts, prompts, turned
from memwiki.compile.remembered import forget
from memwiki.compile.resolve import Match, Shelf
from memwiki.compile.slugs import distinct, slug
from memwiki.compile.strength import Use
from memwiki.compile.topics import Growing, Said
from memwiki.compile.usage import used
from memwiki.compile.withheld import withheld, without
from memwiki.records import Claim, Observation, SessionFacts

_MANY = 1_000  # topics: from so many on, what was remembered to compare them takes more room than it saves time
Review = Literal["auto", "skills", "all"]
Mode = Literal["auto", "hybrid", "manual"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How the fold treats what nobody has approved, and what nobody asked to keep."""

    review: Review = "skills"
    mode: Mode = "auto"
    scope: Literal["project", "me"] = "project"


def fold(
    facts: Sequence[SessionFacts],
    ledger: Sequence[Observation],
    *,
    scope: Literal["project", "me"] = "project",
    review: Review = "skills",
    mode: Mode = "auto",
) -> Knowledge:
    """What these sessions and the ledger amount to. What models added once is replayed from the ledger.

    `scope="me"` gives only what the person said holds everywhere: give it the facts of all projects.
    """
    rules = Rules(review, mode, scope)
    told = refined([one for one in facts if one.has_content], ledger)
    sessions = tuple(sorted(told, key=lambda one: (one.last, one.key)))
    suspects = books.touches(sessions)
    rulings = books.rulings(ledger, suspects)
    forgets = [ruling for ruling in rulings if ruling.event == "forget"]
    sessions = tuple(one for one in sessions if not any(one.key in f.sessions and one.last <= f.at for f in forgets))
    shown = tuple(one for one in sessions if scope == "project" and not _is_hidden(one, forgets))
    latest = {one.key: one for one in shown}  # of a folder that was copied, the one that went on
    shown = tuple(one for one in shown if latest[one.key] is one)
    pinned = books.pinned(rulings)
    shown = tuple(replace(one, pinned=True) if page_id("session", one.key) in pinned else one for one in shown)
    forged = books.forged(sessions, suspects)
    sessions = tuple(proofs.without_tests(one) if one.key in forged else one for one in sessions)
    work = _Fold(rules, rulings, proofs.failing(sessions), {one.key: one for one in sessions})
    notes = [*books.notes(ledger, suspects, scope), *((claim, True) for claim in imported(ledger, scope))]
    for said in _statements(sessions, notes, rules):
        work.rule_until(said.claim.ts)
        work.state(said)
    work.rule_until("")
    work.shelf.close()
    if len(work.shelf.topics) > _MANY:
        forget()
    proposals = [topic for topic in work.shelf.topics if _is_proposal(topic, rules)]
    hidden = withheld(shown, (claim for topic in proposals for claim in topic.claims))
    names = _session_names([without(one, hidden.get(one.key)) for one in shown])  # an approval moves no page
    waiting = [topic for topic in proposals if not topic.approvals]
    hidden = withheld(shown, (claim for topic in waiting for claim in topic.claims))
    shown = tuple(without(one, hidden.get(one.key)) for one in shown)
    items = Board()
    for one in shown:
        items.take(one)
    return Knowledge(
        topics=work.topics(),
        sessions=shown,
        items=tuple(items.items),
        suspects=tuple((key, item) for key, _, item in suspects),
        scope=scope,
        names=names,
        about=described(ledger) if scope == "project" else None,
        withheld=hidden,
        unapproved=frozenset(topic.id for topic in waiting),
    )


def _is_proposal(topic: Growing, rules: Rules) -> bool:
    """Whether a person has to approve the page before anybody is told of it; a skill tells nothing that others do."""
    return topic.kind != "skill" and (topic.proposed or rules.review == "all")


def _is_hidden(one: SessionFacts, forgets: Iterable[books.Ruling]) -> bool:
    """Whether the session's own page was forgotten; what other pages learned from it stays theirs."""
    return any(page_id("session", one.key) in f.pages and one.last <= f.at for f in forgets)


def _statements(sessions: Sequence[SessionFacts], notes: Iterable[tuple[Claim, bool]], rules: Rules) -> list[Said]:
    """Every claim of the scope with the page that it would begin, in order of time.

    What lies in two sessions because somebody copied it in raw/ is the first one's.
    """
    found: list[tuple[tuple[str, int, int], Said]] = []
    teller: dict[tuple[str, ...], int] = {}
    for place, one in enumerate(sessions):
        counted: Counter[str] = Counter()
        for index, claim in enumerate(one.claims):
            page = _would_be(claim, counted)
            is_copy = teller.setdefault(_words(claim), place) != place
            if not is_copy and _in_scope(claim, rules) and _wanted(claim, rules):
                draft = rules.mode == "hybrid" and not explicit(claim)
                found.append(((claim.ts, place, index), Said(claim, one.key, page, draft)))
    counted = Counter()
    for index, (claim, person) in enumerate(notes):
        found.append(((claim.ts, len(sessions), index), Said(claim, "", _would_be(claim, counted), draft=not person)))
    return [said for _, said in sorted(found, key=lambda pair: pair[0])]


def _words(claim: Claim) -> tuple[str, ...]:
    """What is said, by which observations: no two sessions have these in common, unless one was copied."""
    return (claim.kind, claim.act, claim.ts, claim.title, claim.text, *(one.observation for one in claim.evidence))


def _would_be(claim: Claim, counted: Counter[str]) -> str:
    """The id of the page the claim would begin; further claims of one observation and kind are numbered."""
    first = claim.evidence[0].observation if claim.evidence else claim.title
    name = f"{claim.kind}:{first}"
    counted[name] += 1
    return page_id(claim.kind, first if counted[name] == 1 else f"{first}#{counted[name]}")


def _in_scope(claim: Claim, rules: Rules) -> bool:
    me = claim.kind == "preference" and "me" in claim.parts.get("scope", ())
    return me == (rules.scope == "me")


def explicit(claim: Claim) -> bool:
    """Whether the person asked to keep it ("remember …", 记住)."""
    return "explicit" in claim.tags or "remember" in claim.tags


def _wanted(claim: Claim, rules: Rules) -> bool:
    return (
        bool(claim.evidence)
        and bool(claim.text.strip() or claim.title.strip())
        and (rules.mode != "manual" or explicit(claim))
    )


def _session_names(sessions: Sequence[SessionFacts]) -> dict[str, str]:
    """Session key -> path inside sessions/, without its ending: by date and first words, stable as sessions come."""
    taken: set[str] = set()
    names = {}
    for one in sorted(sessions, key=lambda s: (s.started, s.key)):
        day = one.started[:10] or "undated"
        name = distinct(f"{day}-{slug(one.title or 'session', 'session')}", one.key, taken)
        names[one.key] = f"{day[:7]}/{name}"
    return names


@dataclass(slots=True)
class _Fold:
    """The state of one fold."""

    rules: Rules
    rulings: tuple[books.Ruling, ...]
    failing: Mapping[str, list[proofs.Failing]]
    sessions: Mapping[str, SessionFacts] = field(default_factory=dict)
    shelf: Shelf = field(default_factory=Shelf)
    _forgets: list[books.Ruling] = field(init=False)
    _ruled: int = 0
    _holder: dict[str, Growing] = field(default_factory=dict)
    _around: Prompts = field(init=False)
    _told: set[tuple[str, str]] = field(default_factory=set)
    _recalled: dict[tuple[str, str], str] = field(default_factory=dict)  # topic and session -> what came of it

    def __post_init__(self) -> None:
        self._forgets = [ruling for ruling in self.rulings if ruling.event == "forget"]
        self._around = prompts(self.sessions)

    def state(self, said: Said) -> None:
        """Takes one statement into the topic it is about, or begins one."""
        claim = said.claim
        if any(f.forgets(f"{claim.title}\n{claim.text}", said.session, claim.ts) for f in self._forgets):
            return
        if claim.ends and self._takes_the_place(said):
            return
        match = self.shelf.match(claim)
        if match is not None and match.topic.buried:
            if claim.kind == "skill" or claim.source != "person" or claim.ts <= match.topic.buried:
                self._hold(match.topic, said.page)
                return  # what was forgotten or rejected is not brought back by agents
            match = None
        if match is None and claim.kind in ("decision", "preference") and claim.act not in ("affirm", "turn"):
            match = turned(claim, self._around, self.shelf.rules)
        match = permitted(said, match) if match is not None else None
        if match is not None:
            self._apply(said, match)
        elif claim.act not in ("retract", "affirm", "turn"):
            self._begin(said)
        self._end_overruled(said)

    def _end_overruled(self, said: Said) -> None:
        """Ends what else the statement contradicts: a rule about names may change several earlier ones."""
        holder = self._holder.get(said.page)
        if holder is not None and said.claim.source != "imported" and not said.is_proposal:
            for match in self.shelf.overruled(said.claim):
                if match.topic is not holder:
                    _LINK[match.outcome](match.topic, holder, said)

    def _takes_the_place(self, said: Said) -> bool:
        """Ends the imported statement that this one is a later version of, or that is gone from its file.

        What a session said as well is no longer the file's alone, and stays.
        """
        claim = said.claim
        old = self._holder.get(page_id(claim.kind, claim.ends))
        alone = old is not None and not old.over and all(one.source == "imported" for one in old.claims)
        if claim.act == "retract":
            if old and alone:
                old.valid_to = claim.ts
                old.history.append(Moment("retracted", claim.ts, said.session, evidence=claim.evidence))
            return True
        if old and alone:
            _supersede(old, self._begin(said), said)
        return bool(old and alone)

    def _apply(self, said: Said, match: Match) -> None:
        topic, claim = match.topic, said.claim
        if match.outcome == "held":
            self._hold(topic, said.page)
        elif match.outcome in ("again", "adds"):
            self._add(said, topic)
        elif match.outcome == "retracts":
            topic.valid_to = claim.ts
            topic.history.append(Moment("retracted", claim.ts, said.session, evidence=claim.evidence))
        else:
            begun = self._begin(said)
            _LINK[match.outcome](topic, begun, said)

    def _begin(self, said: Said) -> Growing:
        topic = Growing(
            id=said.page, kind=said.claim.kind, order=len(self.shelf.topics), draft=said.draft, proposed=said.draft
        )
        self._holder[said.page] = topic
        topic.add(said, Moment("stated", said.claim.ts, said.session, evidence=said.claim.evidence))
        if topic.kind == "skill":
            topic.proof = proofs.learned(said.claim, said.session)
        self.shelf.place(topic)
        return topic

    def _add(self, said: Said, topic: Growing) -> None:
        what: Literal["again", "proved", "relearned"] = "again"
        if topic.proof is not None:
            self._fail_until(topic, said.claim.ts)
            before, topic.proof = topic.proof, proofs.passed(topic.proof, said.claim, said.session)
            what = (
                "relearned" if topic.proof.version > before.version else "proved" if topic.proof != before else "again"
            )
        if what == "again" and said.session in topic.sessions and topic.kind != "concept":
            self._hold(topic, said.page)  # the same session, saying it twice, adds nothing
            if topic.kind == "skill":
                return
        self._hold(topic, said.page)
        topic.add(said, Moment(what, said.claim.ts, said.session, evidence=said.claim.evidence))
        self.shelf.place(topic)

    def _hold(self, topic: Growing, page: str) -> None:
        """Lets rulings on the page that a claim would have begun reach the topic that took it."""
        topic.pages.add(page)
        self._holder.setdefault(page, topic)

    def _fail_until(self, topic: Growing, until: str) -> None:
        """Counts failures of the skill's own test in sessions that ended before `until` ("" is all)."""
        if topic.proof is None or topic.buried:
            return
        for one, run, changed in proofs.own_failures(proofs.test_of(_version(topic)), self.failing):
            if (until and one.last >= until) or one.last <= topic.claims[0].ts or (topic.id, one.key) in self._told:
                continue
            if one.key in topic.sessions or not any(proofs.failed_in(claim, changed) for claim in topic.claims[-3:]):
                continue
            self._told.add((topic.id, one.key))
            contrast = proofs.contrast(_version(topic), one)
            before, topic.proof = topic.proof, proofs.failed(topic.proof, one.key, self._given(topic, one), contrast)
            what: Literal["pulled", "failed"] = "pulled" if topic.proof.pulled and not before.pulled else "failed"
            topic.history.append(Moment(what, one.last, one.key, evidence=run.evidence))
            topic.objections.append("failed")

    def _given(self, topic: Growing, one: SessionFacts) -> bool:
        given = (r for r in self.rulings if r.event == "recall" and one.key in r.sessions)
        return any(topic.pages & set(r.pages) for r in given)

    def rule_until(self, until: str) -> None:
        """Applies what was ruled before this instant ("" is all)."""
        while self._ruled < len(self.rulings) and (not until or self.rulings[self._ruled].at < until):
            ruling = self.rulings[self._ruled]
            self._ruled += 1
            hit = {id(topic): topic for page in ruling.pages if (topic := self._holder.get(page))}
            for topic in hit.values():
                if ruling.event == "recall":
                    self._recall(topic, ruling)
                else:
                    _RULE.get(ruling.event, _no_rule)(topic, ruling)

    def _recall(self, topic: Growing, ruling: books.Ruling) -> None:
        """What being told of a page is worth: once a session, most where it was used, nothing at a mere start.

        A start names what is newest and strongest; if that made it newer, nothing else would ever be named.
        """
        one = next((self.sessions[key] for key in ruling.sessions if key in self.sessions), None)
        is_used = bool(topic.pages & set(ruling.used)) or (one is not None and used(topic.claims, one, ruling.at))
        what: Literal["used", "recalled", ""] = "used" if is_used else "" if ruling.at_start else "recalled"
        known = self._recalled.get((topic.id, ruling.sessions[0])) if ruling.sessions else None
        if not what or known in ("used", what):
            return
        if ruling.sessions:
            self._recalled[topic.id, ruling.sessions[0]] = what
        topic.uses.append(Use(what, ruling.at))

    def topics(self) -> tuple[Topic, ...]:
        """The finished topics that make pages, in the order in which they began; relations to others are dropped."""
        for topic in self.shelf.topics:
            self._fail_until(topic, "")
        take_back(self.shelf.topics, self.rules.review)
        taken: dict[str, set[str]] = {}
        kept = {t.id for t in self.shelf.topics if not t.buried}
        found = []
        for topic in self.shelf.topics:
            first, best = topic.claims[0], topic.best
            called = name(first)
            place = distinct(slug(called or first.subject, topic.kind), topic.id, taken.setdefault(topic.kind, set()))
            if not topic.buried:
                title = called if best is first or not best.title else name(best)
                found.append(_without(topic.frozen(place, self._status(topic), title), kept))
        return tuple(found)

    def _status(self, topic: Growing) -> Status:
        if topic.over or (topic.proof is not None and topic.proof.pulled):
            return "deprecated"
        if topic.approvals and _approved(topic):
            return "stable"
        if topic.kind == "skill" and self.rules.review == "auto":
            return "stable" if topic.proof is not None and topic.proof.verified else "draft"
        if topic.draft or self.rules.review == "all" or topic.kind == "skill":
            return "draft"
        return "stable"


def _version(topic: Growing) -> Claim:
    """The claim that the version of a skill which holds was learned from."""
    learned = topic.proof.versions[-1][1] if topic.proof else ""
    return next((claim for claim in topic.claims if claim.ts >= learned), topic.claims[-1])


def _approved(topic: Growing) -> bool:
    """Whether the approval is for the version that holds now."""
    if topic.proof is None:
        return True
    return any(at >= topic.proof.versions[-1][1] for _, at in topic.approvals)


def _without(topic: Topic, kept: set[str]) -> Topic:
    """The topic without links to pages that do not exist."""
    return replace(
        topic,
        supersedes=tuple(i for i in topic.supersedes if i in kept),
        superseded_by=topic.superseded_by if topic.superseded_by in kept else "",
        relations=tuple((r, i) for r, i in topic.relations if i in kept),
        history=tuple(m for m in topic.history if not m.other or m.other in kept),
    )


def _supersede(old: Growing, new: Growing, said: Said) -> None:
    at = said.claim.ts
    old.superseded_by, old.valid_to = new.id, at
    new.supersedes.append(old.id)
    new.relate("supersedes", old.id)
    old.history.append(Moment("replaced", at, said.session, new.id, said.claim.evidence))
    new.history.append(Moment("replaces", at, said.session, old.id, said.claim.evidence))


def _narrow(old: Growing, new: Growing, said: Said) -> None:
    at = said.claim.ts
    new.relate("depends_on", old.id)
    old.history.append(Moment("narrowed", at, said.session, new.id, said.claim.evidence))
    new.history.append(Moment("narrows", at, said.session, old.id, said.claim.evidence))


def _conflict(old: Growing, new: Growing, _said: Said) -> None:
    old.relate("contradicts", new.id)
    new.relate("contradicts", old.id)
    for topic in (old, new):
        topic.objections.append("contradicted")


_LINK = {"replaces": _supersede, "narrows": _narrow, "conflicts": _conflict}


def _approve(topic: Growing, ruling: books.Ruling) -> None:
    topic.approvals.append((ruling.actor, ruling.at))
    topic.draft = False


def _reject(topic: Growing, ruling: books.Ruling) -> None:
    topic.buried = ruling.at


def _retire(topic: Growing, ruling: books.Ruling) -> None:
    topic.retired = ruling.at
    topic.history.append(Moment("retired", ruling.at))


def _feedback(topic: Growing, ruling: books.Ruling) -> None:
    if ruling.signal in ("helpful", "stale", "wrong"):
        topic.uses.append(Use(ruling.signal, ruling.at))  # type: ignore[arg-type]
    if ruling.signal in ("stale", "wrong"):
        topic.objections.append(ruling.signal)
    if ruling.signal in ("pin", "unpin"):
        topic.pinned = ruling.signal == "pin"


def _no_rule(topic: Growing, ruling: books.Ruling) -> None:
    """An event that changes no topic."""


_RULE = {
    "approve": _approve,
    "reject": _reject,
    "retire": _retire,
    "forget": _reject,
    "feedback": _feedback,
}
