"""Resolve before create: which known topic a new statement is about, and what it does to it.

Only whole numbers decide. The thresholds are percentages of shared words (compile/likeness.py).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Literal

from memwiki.compile.affixes import apart, clashes
from memwiki.compile.amounts import other_amounts
from memwiki.compile.language import has_han
from memwiki.compile.likeness import contained, dice, level, mentions, normal, percent, values, words
from memwiki.compile.namerules import NameRules
from memwiki.compile.proofs import anchors, same_skill, test_of
from memwiki.compile.revalued import Revalued, hans, wordy
from memwiki.compile.scopes import other_scope
from memwiki.compile.set_aside import gave_up, sets_aside, turned_round
from memwiki.compile.toolnames import FAMILIES, ONE_NAME, tools
from memwiki.compile.topics import Growing, about, every_word, statement, unexplained
from memwiki.records import Claim

Outcome = Literal["again", "adds", "replaces", "narrows", "conflicts", "retracts", "held"]

SAME = 75  # two statements in other words
TWIN = 90  # two statements of one prompt that are the same one
FRAME = 60  # the same sentence with another value in it
SUBJECT = 60  # about the same thing, where the source says that it changes something
SYMPTOM = 65
NEWEST = 60  # topics that a statement which names an old value is compared with, whatever their words
NEAREST = 200  # topics that a statement is compared with

_NO = re.compile(
    r"\b(?:not|never|no|without|avoid|stop|isn't|don't|doesn't|won't|can't|shouldn't)\b|不|别|勿|禁止|没有",
    re.IGNORECASE,
)
_OFF = re.compile(r"\b(?:off|out|down)\b", re.IGNORECASE)  # with "on", "in" and "up" among the words that say little
_CHANGES = re.compile(
    r"\b(?:no longer|instead(?: of)?|moves? (?:over )?to|was a mistake|(?<!from )now|"
    r"switch(?:ed|ing)?(?: it| that| this)? to|chang(?:e|ed|ing) (?:it |this |that )?to|moved? (?:over )?to"
    r"|any ?more|obsolete|is history"
    r"|(?:raise|lower|reduce|increase|bump|cut|extend|shorten|go(?:es)?|drop)s?d? [^,;.]{0,40}?\bto -?\d+)\b"
    r"|改成|改为|改用|换成|换到|改回|不再"
    r"|重新(?:设计|做|定|选)|那套|不用[^,。]{0,8}了|不[^,。]{1,8}了",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\bfor (?:the|our) ([\w-]+(?: [\w-]+){0,2}?)(?=,| instead\b| not\b| we\b|$)"
    r"|^(?:the|our) ([\w-]+(?: [\w-]+){0,2}?) (?:uses?|runs? on|goes? with|is built on|keeps?)\b"
)
_SQUASH = re.compile(r"[\W_]+")
_RULES = frozenset({"decision", "preference"})  # a decision may end a preference, and the other way round


@dataclass(frozen=True, slots=True)
class Match:
    """The topic that a claim is about, and what the claim does to it."""

    topic: Growing
    outcome: Outcome


@dataclass(slots=True)
class Shelf:
    """All topics of one fold, found by the words they hold."""

    topics: list[Growing] = field(default_factory=list)
    rules: list[Growing] = field(default_factory=list)  # those of them that are decisions and preferences
    _by_word: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # in order, each once
    _by_name: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _names: NameRules = field(default_factory=NameRules)

    def place(self, topic: Growing) -> None:
        """Adds a topic, or makes a topic's newest claim findable."""
        if topic.order == len(self.topics):
            self.topics.append(topic)
            if topic.kind in _RULES:
                self.rules.append(topic)
        for word in every_word(topic.claims[-1]):
            known = self._by_word[word]
            if not known or known[-1] < topic.order:
                known.append(topic.order)
            elif known[place := bisect_left(known, topic.order)] != topic.order:
                known.insert(place, topic.order)
        for name in _names(topic.claims[-1]):
            self._by_name[name].add(topic.order)
        if topic.kind in _RULES:
            self._names.place(topic)

    def close(self) -> None:
        """Lets go of what finds topics: nothing is placed or looked for any more."""
        self._by_word.clear()
        self._by_name.clear()
        self._names = NameRules()

    def overruled(self, claim: Claim) -> list[Match]:
        """The earlier rules about names that this one ends or conflicts with."""
        ended = self._names.ended(claim) if claim.kind in _RULES else ()
        return [
            Match(topic, outcome if wins(claim, topic) else "conflicts")
            for topic, outcome in ended
            if not _twins(claim, topic)
        ]

    def near(self, claim: Claim) -> list[Growing]:
        """Topics that share a name, and those that share most words, oldest first."""
        asked = every_word(claim) | words(" ".join(claim.replaces))
        shared = Counter(chain.from_iterable(self._by_word[word] for word in asked if word in self._by_word))
        all_ = len(self.topics)
        nearest = sorted(number * all_ + order for order, number in shared.items())[-NEAREST:]
        named = {order for name in _names(claim) for order in self._by_name.get(name, ())}
        return [self.topics[order] for order in sorted(named.union(one % all_ for one in nearest))]

    def named(self, claim: Claim) -> list[Growing]:
        """Topics of the claim's kind that share a name with it, oldest first."""
        found = {order for name in _names(claim) for order in self._by_name.get(name, ())}
        return [topic for order in sorted(found) if (topic := self.topics[order]).kind == claim.kind]

    def match(self, claim: Claim) -> Match | None:
        """The best match, or None for a subject that is new.

        What was imported ends nothing: the rules of one file stand side by side.
        """
        found = self._match(claim)
        if claim.source != "imported" or found is None or found.outcome in ("again", "adds"):
            return found
        return found if found.outcome == "conflicts" and found.topic.best.source != "imported" else None

    def _match(self, claim: Claim) -> Match | None:
        if claim.act not in ("replace", "retract", "turn") and claim.kind in _NAMED and not _CHANGES.search(claim.text):
            return _NAMED[claim.kind](claim, self.named(claim))
        near = self.near(claim)
        if claim.act == "turn":
            return _replaced(claim, near)
        if claim.act != "retract" and (said := _said_already(claim, near)):
            return Match(said, "again")
        if claim.act in ("replace", "retract") and (found := _replaced(claim, near)):
            return found
        if claim.act == "replace" and claim.replaces and (found := _replaced(claim, self.topics[-NEWEST:])):
            return found
        if claim.act == "state" and not claim.model and _CHANGES.search(claim.text):
            here, keys = Revalued.of(claim), claim.keys
            keyed = [topic for topic in near if not keys.isdisjoint(topic.best.keys) or here.fits(topic)]
            if found := _replaced(claim, keyed):
                return found
        same = [topic for topic in near if topic.kind == claim.kind]
        return _FINDERS.get(claim.kind, _same_rule)(claim, same)


def _names(claim: Claim) -> frozenset[str]:
    """A concept's names, squashed, so that AdmissionController is `admission controller`; a skill's files."""
    if claim.kind == "skill":
        return frozenset(anchors(claim))
    if claim.kind != "concept":
        return frozenset()
    names = (claim.title, claim.subject, *claim.aliases)
    return frozenset(f"={found}" for name in names if (found := _SQUASH.sub("", _singular(normal(name)))))


def _singular(name: str) -> str:
    """The name without the plural's s: stubs are what a stub is."""
    return re.sub(r"(?<=[a-z]{3})(?<![sui])s$", "", name)


def _subject(claim: Claim) -> str:
    return _squashed(claim.subject)


@lru_cache(maxsize=4096)
def _squashed(name: str) -> str:
    return _SQUASH.sub(" ", normal(name)).strip()


def _one_subject(claim: Claim, old: Claim) -> bool:
    """Whether both name one subject: the same noun phrase, or a key that both carry."""
    return (bool(_subject(claim)) and _subject(claim) == _subject(old)) or bool(claim.keys & old.keys)


def _twins(claim: Claim, topic: Growing) -> bool:
    """Whether both come from one observation: two rules of one prompt are two pages."""
    return any(evidence.observation in topic.observations for evidence in claim.evidence)


def _said_already(claim: Claim, near: list[Growing]) -> Growing | None:
    """The rule that holds and has the same to say, also of what it gave up: said once more, it ends nothing."""
    gone = gave_up(claim)
    if claim.kind not in _RULES or not (gone or claim.act == "replace" or _CHANGES.search(claim.text)):
        return None
    mine, numbers = words(claim.title), values(claim.title)
    for topic in near:
        old = topic.best
        if topic.kind not in _RULES or topic.over or _twins(claim, topic) or gave_up(old) != gone:
            continue
        theirs = words(old.title)
        within = min(len(mine), len(theirs)) >= (2 if mine == theirs else 3)
        one = within and (mine <= theirs or theirs <= mine) if gone else _echoes(claim, old)
        if one and numbers == values(old.title) and not _rivals(claim, old):
            return topic
    return None


def _echoes(claim: Claim, old: Claim) -> bool:
    """Whether a change that names nothing it ends says what holds already: it is on redis now, which it was before."""
    if not words(claim.title) or words(claim.title) != words(old.title) or other_amounts(claim.text, old.text):
        return False
    if any(bool(sign.search(claim.text)) != bool(sign.search(old.text)) for sign in (_NO, _OFF)):
        return False
    return normal(claim.title) == normal(old.title) or len({tool for tool, _ in tools(claim.title)}) == 1


def _replaced(claim: Claim, near: list[Growing]) -> Match | None:
    """The topic that a replacing or retracting claim ends."""
    best: tuple[int, int, Growing] | None = None
    for topic in near:
        if topic.over or not ({topic.kind, claim.kind} <= _RULES or topic.kind == claim.kind):
            continue
        if _twins(claim, topic) or topic.claims[-1].ts > claim.ts:
            continue
        score = _replace_score(claim, topic)
        if score and (best is None or (score, topic.order) > best[:2]):
            best = (score, topic.order, topic)
    if best is None:
        return None
    topic = best[2]
    if claim.act == "retract":
        return Match(topic, "retracts")
    return Match(topic, "narrows" if _larger(claim, topic) else "replaces")


def _replace_score(claim: Claim, topic: Growing) -> int:
    """How sure it is that the claim changes what the topic says; 0 is not."""
    old = topic.best
    if _elsewhere(claim, old) or apart(claim.text, old.text):
        return 0
    mine = about(claim) - words(" ".join(claim.replaces))
    shared = len(level(mine) & level(topic.words))
    one_subject = _one_subject(claim, old)
    bonus = 4 * one_subject + min(shared, 6) + (topic.kind == claim.kind)
    named = [value for value in claim.replaces if _holds(f"{old.title}\n{old.text}", value)]
    if not named and claim.replaces and all(not v[:1].isdigit() for v in claim.replaces) and _specific(claim, old):
        return bonus
    if named:
        return 10 + bonus + 3 * _titled(named, old) if one_subject or _close(named, claim, old, mine, shared) else 0
    if claim.replaces:  # it changes something else, unless the two cannot both hold
        return bonus if one_subject and _differs(claim, old, 0) else 0
    theirs = about(old)
    near = max(contained(mine, theirs), contained(theirs, mine)) >= SUBJECT or Revalued.of(claim).fits(topic)
    same = bool(_subject(claim)) and _subject(claim) == _subject(old)
    return bonus if _specific(claim, old) or (same and shared >= 2) or (near and shared >= 2) else 0


def _close(named: list[str], claim: Claim, old: Claim, mine: frozenset[str], shared: int) -> bool:
    """Whether the old value's topic is about the same thing: a bare number needs more than a name does."""
    if all(value[:1].isdigit() for value in named):
        if any(_unit_of(value) for value in named) and len(hans(" ".join(mine)) & hans(old.text)) >= 2:
            return True
        terms = {word for word in mine & every_word(old) if word.isascii() and len(word) > 2 and word.isalpha()}
        if terms and has_han(old.text) and any(_unit_of(value) for value in named):
            return True  # in Chinese a word in Latin letters is a name
        return shared >= 2 and (claim.act == "turn" or percent(shared, len(mine)) >= 40)
    return _titled(named, old) or shared >= 2


def _titled(named: list[str], old: Claim) -> bool:
    """Whether the old value is what the topic is mainly about."""
    return any(_holds(f"{old.title}\n{old.subject}", value) for value in named if not value[:1].isdigit())


def _holds(text: str, value: str) -> bool:
    """Whether the text names the value, as it stands or in another form of its words."""
    if mentions(text, value) or (bool(words(value)) and words(value) <= words(text)):
        return True
    return value[:1].isdigit() and bool(values(value)) and values(value) <= values(text)


def _unit_of(value: str) -> bool:
    return re.fullmatch(r"[\d.]+", value) is None


def _specific(claim: Claim, old: Claim) -> bool:
    """Whether both name one subject in more than one plain word."""
    common = set(claim.keys & old.keys)
    if _subject(claim) == _subject(old):
        common.add(_subject(claim))
    return any(" " in name.strip() or (not name.isascii() and len(name) >= 3) for name in common)


def _larger(claim: Claim, topic: Growing) -> bool:
    """Whether the old statement says much more than the value that changes: then only that part is changed."""
    old = topic.best
    if not claim.replaces or any(_holds(old.title, value) for value in claim.replaces):
        return False
    says = statement(old)
    return len(says) >= 8 and contained(says, every_word(claim)) < 40


def _same_rule(claim: Claim, topics: list[Growing]) -> Match | None:
    """Decisions and preferences: the same statement again, or the same frame with another value."""
    mine, titled, best = statement(claim), words(claim.title), None
    for topic in topics:
        if topic.superseded_by or topic.valid_to:
            continue
        if not claim.keys & topic.best.keys and _share_nothing(mine, titled, topic):
            continue  # whatever is asked of the two below would be 0
        likeness = max(dice(mine, statement(old)) for old in _spoken(topic))
        titles = dice(titled, words(topic.best.title))
        outcome = _outcome(claim, topic, likeness, titles)
        if outcome and (best is None or (likeness + titles, -topic.order) > best[:2]):
            best = (likeness + titles, -topic.order, Match(topic, outcome))
    return best[2] if best else None


def _share_nothing(mine: frozenset[str], titled: frozenset[str], topic: Growing) -> bool:
    apart = titled.isdisjoint(words(topic.best.title)) and mine.isdisjoint(statement(topic.best))
    return apart and all(mine.isdisjoint(statement(old)) for old in _spoken(topic))


def _spoken(topic: Growing) -> list[Claim]:
    """The claims worth comparing with: the first and the newest few."""
    return topic.claims if len(topic.claims) <= 5 else [topic.claims[0], *topic.claims[-4:]]


def _outcome(claim: Claim, topic: Growing, likeness: int, titles: int) -> Outcome | None:
    old = topic.best
    near = max(likeness, titles) >= FRAME or bool(claim.keys & old.keys) or _frame(claim, old) >= FRAME
    if not near and not sets_aside(claim, old):
        return None
    if _twins(claim, topic):
        return "again" if likeness >= TWIN and values(claim.text) == values(old.text) else None
    if _elsewhere(claim, old):
        return None
    if clashes(claim.text, old.text):
        return None  # that ends all rules of its kind (`overruled`)
    if _differs(claim, old, likeness):
        return "replaces" if wins(claim, topic) else "conflicts"
    alike = likeness >= SAME or (titles >= TWIN and likeness >= 40) or (claim.act == "affirm" and likeness >= FRAME)
    return "again" if alike and not apart(claim.text, old.text) else None


def _differs(claim: Claim, old: Claim, likeness: int) -> bool:
    """Another number or a rival tool for the same thing, or the same words with the opposite sign."""
    if turned_round(claim, old) or sets_aside(claim, old):
        return True
    one_frame = bool(claim.keys & old.keys) or _frame(claim, old) >= FRAME
    numbers = other_amounts(claim.text, old.text) or other_amounts(claim.title, old.title)
    if one_frame and (numbers or _rivals(claim, old)):
        return True
    if bool(_NO.search(unexplained(claim))) == bool(_NO.search(unexplained(old))):
        return False
    small, large = sorted((statement(claim), statement(old)), key=len)
    within = bool(claim.keys & old.keys) and len(small) >= 2 and contained(small, large) >= SAME
    return within or likeness >= SAME + 5


def _elsewhere(claim: Claim, old: Claim) -> bool:
    """Whether each is for another part, and nothing but a family of tools is common to both."""
    if other_scope(claim.title, old.title) or other_scope(claim.text, old.text):
        return True
    return (claim.keys & old.keys) <= FAMILIES.keys() and other_part(claim, old)


def other_part(claim: Claim, old: Claim) -> bool:
    """Whether each names a part of its own that it is for, such as release notes and voice notes: the search index may
    run on one database, and the invoice export on another."""
    mine, theirs = (_part_of(one.title) for one in (claim, old))
    return bool(mine and theirs) and not (mine <= theirs or theirs <= mine)


@lru_cache(maxsize=4096)
def _part_of(title: str) -> frozenset[str]:
    return frozenset(word for found in _PART.finditer(normal(title)) for word in words(found[1] or found[2]))


def _rivals(claim: Claim, old: Claim) -> bool:
    """Whether both choose from one family of rival tools, and choose differently."""
    gone = {normal(value) for value in claim.replaces}
    for new_text, old_text in ((claim.title, old.title), (claim.text, old.text)):
        new_tools = [(ONE_NAME.get(tool, tool), family) for tool, family in tools(new_text) if tool not in gone]
        old_tools = [(ONE_NAME.get(tool, tool), family) for tool, family in tools(old_text)]
        for family in {f for _, f in new_tools} & {f for _, f in old_tools}:
            if not {t for t, f in new_tools if f == family} & {t for t, f in old_tools if f == family}:
                return True
    return False


def _frame(claim: Claim, old: Claim) -> int:
    """Likeness without the numbers."""
    return dice(wordy(statement(claim)), wordy(statement(old)))


def wins(claim: Claim, topic: Growing) -> bool:
    """Whether the later statement ends the earlier one: it must be said by someone at least as believed."""
    believed = ("person", "test", "agent", "imported", "tool")
    later = topic.claims[-1].ts <= claim.ts
    return later and believed.index(claim.source) <= believed.index(topic.best.source)


def _same_concept(claim: Claim, topics: list[Growing]) -> Match | None:
    """Concepts are one where they share a name."""
    mine = _names(claim)
    for topic in topics:
        if any(mine & _names(old) for old in topic.claims):
            alike = max(dice(statement(claim), statement(old)) for old in _spoken(topic)) >= SAME
            return Match(topic, "again" if alike else "adds")
    return None


def _same_gotcha(claim: Claim, topics: list[Growing]) -> Match | None:
    """Gotchas are one where their symptoms are, or all that they say."""
    symptom = words(" ".join(claim.parts.get("symptom", ())))
    for topic in topics:
        for old in _spoken(topic):
            theirs = words(" ".join(old.parts.get("symptom", ())))
            alike = min(len(symptom), len(theirs)) >= 3 and dice(symptom, theirs) >= SYMPTOM
            said = dice(statement(claim), statement(old))
            if alike or said >= SAME or dice(words(claim.title), words(old.title)) >= TWIN:
                return Match(topic, "again" if said >= SAME else "adds")
    return None


def _same_skill(claim: Claim, topics: list[Growing]) -> Match | None:
    """Skills are one where they change the same files and are proven by the same test, or by one that checks more."""
    found = [topic for topic in topics if any(same_skill(claim, old) for old in _spoken(topic))]
    own = (topic for topic in found if any(test_of(claim) == test_of(old) for old in _spoken(topic)))
    return Match(topic, "again") if (topic := next(own, found[0] if found else None)) else None


# A topic that shares no name is none of these: only the named ones are looked at.
_NAMED = {"concept": _same_concept, "skill": _same_skill}
_FINDERS = {**_NAMED, "gotcha": _same_gotcha}
