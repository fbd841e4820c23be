"""What a statement that changes something is about, where it names neither the old value nor a subject of its own.

`we're moving off it. Kamal from now on` shares no word with `we ship with Capistrano`. What was said around both, the
files that both touched, and whether anything else could be meant tell it. Evidence is added up in whole numbers.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from memwiki.compile.affixes import ruled
from memwiki.compile.likeness import contained, mentions, values, words
from memwiki.compile.resolve import Match, other_part
from memwiki.compile.scopes import other_scope
from memwiki.compile.topics import Growing
from memwiki.records import Claim, SessionFacts
from memwiki.regexes import regex
from memwiki.values import value

# What speaks for an earlier rule or decision being the one that is changed, in points.
NAMED = 2  # for each word of its title in what was said now, up to three
SHARED = 1  # for each further word of its statement, up to three
FILES = 2  # the sessions changed files of one name or folder
ALONE = 2  # nothing else is decided in the project
VALUE = 5  # a value of it stands in what was said now, which gives another of the same unit
DENIED = 3  # what was said now says `not` of a word of its title
POINTS = 1  # the new words point back: `it`, `that`, 那条, `what we had`
ENOUGH = 5
FEW = 7  # among more rules than these a chance match is likely: it takes a point more for each doubling
NEWEST = 200  # rules and decisions that are looked at

# `snapshots are allowed again`; what starts, fails or happens again turns nothing
_AGAIN = (
    r"(?:use|using|may|can|allow\w*|go|going|on|with|want|take|keep|write|have)\b[^.;,]{0,30} again(?! (?:at|from"
    r"|and)\b)"
)
_TURNS = regex(
    rf"\b(?:moving off|move off|moved? (?:away|over|to)|from now on|after all|instead|{_AGAIN}|back to|revert\w*"
    rf"|switch\w*|"
    r"migrat\w+|replac\w+|swap\w*|drop(?:ped|ping)?|ditch\w*|no longer|any ?(?:more|longer)|not needed|turn(?:s"
    r"|ed) out(?= (?:that|we|it|they|the|nobody|you|i|not)\b)|"
    r"lift\w*|"
    r"(?:do not|don'?t) (?:need|have) to|may \w+ .{2,40} (?:again|too|now)|now|to \d[\w.,]*)\b"
    r"|换|改|迁|恢复|回到|撤|停掉|下掉|作废|取消|砍|提到|降到|放宽|收紧|延长|加到|减到|压到|拉长|缩短|调到|算了"
    r"|不做了|不再|不用[^,。]{0,12}了|还是",
    re.IGNORECASE,
)
_BACK = regex(
    rf"\b(?:it|that|this|there|what we had|the old|after all|{_AGAIN}|the \w+ (?:rule|thing|ban))\b|"
    r"那(?:条|个|套)|之前|原来|老办法|以前",
    re.IGNORECASE,
)
_WINDOW = 160  # characters before and after a statement
_KNOWN = 24  # so many of its first characters tell where it stands
_COMMON = words(
    "fix add change update set start write new use please need want line file test tests code run check app make "
    "现在 以后 今天 直接 一下 改成 换成"
)


@value(frozen=True, slots=True)
class Around:
    """What was said in the prompt of a statement, and the names of the files that its session changed."""

    said: str
    files: frozenset[str]

    def near(self, text: str) -> str:
        """What was said around this text: a long prompt speaks of much that has nothing to do with it."""
        at = self.said.find(text[:_KNOWN])
        return self.said[max(0, at - _WINDOW) : at + len(text) + _WINDOW] if at >= 0 else self.said[: 2 * _WINDOW]


@value(frozen=True, slots=True)
class _Rule:
    """An earlier statement with what stood around it, and the words of its title and of all else."""

    claim: Claim
    then: Around | None
    around: str
    titled: frozenset[str]
    core: frozenset[str]
    stated: frozenset[str]
    whole: frozenset[str]  # both


@dataclass(slots=True)
class Prompts:
    """Observation id of each prompt -> what stands around its statements; and the rules that were compared last."""

    known: Mapping[str, Around]
    _rules: dict[int, _Rule] = field(default_factory=dict)  # by the identity of the claim, which the rule holds

    def of(self, claim: Claim) -> Around | None:
        """What stands around the claim."""
        return next((self.known[one.observation] for one in claim.evidence if one.observation in self.known), None)

    def rule(self, claim: Claim) -> _Rule:
        """The claim as an earlier statement; remembered, since every later one is compared with it."""
        found = self._rules.get(id(claim))
        if found is None:
            if len(self._rules) >= 2 * NEWEST:
                self._rules.clear()
            then = self.of(claim)
            around = then.near(claim.text) if then else ""
            titled = words(claim.title) - _COMMON
            stated = words(f"{claim.text}\n{around}") - titled - _COMMON
            core = _core(claim.title)
            found = self._rules[id(claim)] = _Rule(claim, then, around, titled, core, stated, titled | stated)
        return found


def prompts(sessions: Mapping[str, SessionFacts]) -> Prompts:
    """What stands around each prompt of these sessions that something was decided in."""
    rules = (one for facts in sessions.values() for one in facts.claims if one.kind in ("decision", "preference"))
    decided = {one.observation for claim in rules for one in claim.evidence}
    found: dict[str, Around] = {}
    for facts in sessions.values():
        told = {one.observation: item.text for item in facts.requests for one in item.evidence}
        if kept := told.keys() & decided:
            files = _names(change.path for change in facts.changes)
            found.update((name, Around(told[name], files)) for name in kept)
    return Prompts(found)


def _core(title: str) -> frozenset[str]:
    """The words that a title begins and ends with: between them stands where it holds, not what it says.

    `No plots in the mail` ends no rule that `Water levels in messages and plots are in cm`.
    """
    found = [one for one in map(words, _WORD.findall(title)) if one - _COMMON]
    return frozenset().union(*found[:_FIRST], *found[-_LAST:]) - _COMMON


_FIRST, _LAST = 2, 3  # words
_WORD = regex(r"[\u4e00-\u9fff]+|[^\s\u4e00-\u9fff]+")


def _names(paths: Iterable[str]) -> frozenset[str]:
    """Folder names and stems of paths."""
    out: set[str] = set()
    for path in paths:
        folder, name = posixpath.split(path)
        out.update(part for part in (*folder.split("/"), name.split(".")[0]) if len(part) > 1)
    return frozenset(out) - {"src", "app", "lib", "test", "tests", "docs", "main", "index"}


def turned(claim: Claim, known: Prompts, rules: Sequence[Growing]) -> Match | None:
    """The live one of these rules and decisions that a claim changes; None where it is none, or might be several."""
    now = known.of(claim) if claim.source == "person" else None
    now = now and replace(now, said=now.near(claim.text))
    if now is None or ruled(claim.text) or any(_ADDS.search(one.quote) for one in claim.evidence[-1:]):
        return None
    turning = claim.act == "retract" or _TURNS.search(now.said) is not None
    denied, counted = _denied(now.said), bool(_by_unit(claim.text))
    if not (turning or denied or counted):
        return None
    mine = {one.observation for one in claim.evidence}
    live = [one for one in rules if not one.over and _can_end(one, claim, mine)]
    said = words(f"{now.said}\n{claim.text}") - _COMMON
    besides = (ALONE if len(live) == 1 else 0) + (POINTS if _BACK.search(now.said) else 0)
    scored = []
    for topic in live[-NEWEST:]:
        old = known.rule(topic.best)
        if said.isdisjoint(old.whole):
            continue
        named = VALUE * (counted and _revalues(claim, now, topic.best)) + DENIED * (not denied.isdisjoint(old.core))
        if _of_another(claim, topic.best) or (not named and (not turning or _elsewhere(claim, old))):
            continue
        if not named and (topic.kind != claim.kind or said.isdisjoint(old.titled)):
            continue  # where it was said, and beside what, tells not enough
        scored.append((_points(now, said, old) + named + besides, topic.order, topic))
    scored.sort(reverse=True)
    enough = ENOUGH + max(0, len(live).bit_length() - FEW.bit_length())
    if not scored or scored[0][0] < enough or (len(scored) > 1 and scored[1][0] == scored[0][0]):
        return None
    topic = scored[0][2]
    if claim.act == "retract":
        return Match(topic, "retracts")
    whole = _revalues(claim, now, topic.best) or bool(words(topic.best.title) & _denied(now.said))
    return Match(topic, "narrows" if not whole and _a_part(claim, topic.best) else "replaces")


# `also never deploy before a holiday`, 也不要直接推 release 分支: one more rule
_ADDS = regex(r"^(?:and |so |oh )*also\b|\b(?:too|as well)\W*$|也(?:不要|别|不能|不准|一样)", re.IGNORECASE)


def _of_another(claim: Claim, old: Claim) -> bool:
    return other_part(claim, old) or other_scope(claim.title, old.title) or other_scope(claim.text, old.text)


def _revalues(claim: Claim, now: Around, old: Claim) -> bool:
    """Whether what is said now names a value of the old statement, and gives another of the same unit.

    `5cm choked the laptop. make it 10 cm`, `so not 4, 7 minutes on the end stations`.
    """
    mine, theirs = _by_unit(claim.text), _by_unit(old.title) or _by_unit(old.text[:_SAYS])
    for unit in mine.keys() & theirs.keys():
        told = _by_unit(now.said).get(unit, set()) | {one[1] or one[2] for one in _NOT_NUMBER.finditer(now.said)}
        if theirs[unit] & told and not theirs[unit] & mine[unit]:
            return True
    return False


_SAYS = 160  # characters of a statement whose title names no value
_NOT_NUMBER = regex(
    r"(?:\b(?:not|no longer|instead of|rather than)|不是|不要|别)\s*(\d[\d.]*)"
    r"|\b(\d[\d.]*) (?:never|didn'?t|doesn'?t|did not|does not) (?:\w+ )?(?:work|worked|do|help|helped|suffice)\b"
)


@lru_cache(maxsize=512)
def _by_unit(text: str) -> Mapping[str, set[str]]:
    """Unit, or the thing counted -> the numbers that stand with it."""
    found: dict[str, set[str]] = {}
    for one in _COUNTED.finditer(text):
        unit = one["unit"].lower()
        found.setdefault(_SHORT.get(unit, unit.rstrip("s") or unit), set()).add(one["number"])
    return found


_COUNTED = regex(r"(?<![\w.])(?P<number>\d[\d.]*(?<!\.))\s?(?P<unit>%|[A-Za-z]{1,12}|[\u4e00-\u9fff])")
_SHORT = {
    "min": "minute",
    "mins": "minute",
    "sec": "second",
    "secs": "second",
    "s": "second",
    "h": "hour",
    "percent": "%",
}


@lru_cache(maxsize=128)
def _denied(said: str) -> frozenset[str]:
    """The words of which is said that it is not they: `from 1 January, not September`."""
    return frozenset().union(*(words(one[1] or one[2]) for one in _NOT_WORD.finditer(said))) - _COMMON


_NOT_WORD = regex(
    r"\b(?:not|no|no more|instead of|rather than|without) (?:the |an? |our |by |on |in |from )?([\w-]+(?: [\w-]+)?)"
    r"|(?:不用|不要|不是|别用|不走|不按|没有)([^,。;，；\s]{2,6})",
    re.IGNORECASE,
)


def _a_part(claim: Claim, old: Claim) -> bool:
    """Whether the old statement says much more than the number that changes: the rest of it still holds."""
    whole = words(old.text)
    if any(mentions(old.title, value) for value in claim.replaces):
        return False
    return bool(values(claim.title)) and len(whole) >= 10 and contained(whole, words(claim.text)) < 40


def _can_end(topic: Growing, claim: Claim, observations: set[str]) -> bool:
    if topic.best.source != "person" or topic.claims[-1].ts >= claim.ts:
        return False
    if not topic.observations.isdisjoint(observations):
        return False
    return not ruled(topic.best.text)  # a rule about names is ended by another about the same names


def _elsewhere(claim: Claim, rule: _Rule) -> bool:
    """Whether the claim says itself what it is about, or what it sets aside, and that is not the old statement."""
    old = rule.claim
    whole = words(f"{old.title}\n{old.text}\n{rule.around}")
    gone = words(" ".join((*claim.replaces, *claim.parts.get("alternatives", ()))))
    if gone and not gone & whole:
        return True
    about = words(claim.subject)
    if claim.lang == "zh" and claim.subject.isascii():
        return False  # a name of the lexicon, not the person's
    return " " in claim.subject.strip() and bool(about) and not about & whole


def _points(now: Around, said: frozenset[str], old: _Rule) -> int:
    """How much the words and files speak for it."""
    points = NAMED * min(len(old.titled & said), 3) + SHARED * min(len(old.stated & said), 3)
    return points + (FILES if old.then and now.files & old.then.files else 0)
