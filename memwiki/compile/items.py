"""Open items of a project: what sessions left to do or to answer, until a later session closes it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from memwiki.compile.knowledge import OpenItem
from memwiki.compile.likeness import contained, dice, level, normal, percent, words
from memwiki.records import Item, SessionFacts
from memwiki.regexes import regex

SAME = 70  # one item told twice
CLOSES = 60  # of the smaller one's words: "X is done" closes "do X"
HALF = 50  # of the item's own words at least
_NAMES = 30  # of an item's words, in the name by which a person strikes it off
ANSWERS = 65  # of a question's words, in what a person then decided
DONE = 75  # of the item's words, in a sentence about what was done
_LEAST = (0, 1, 2, 2, 3)  # shared words without which texts of so many words, or of 4 and more, are never the same

_ASKING = words("well also either instead rather better prefer need open question 还是 要不要 是否 需不需要 也要")
_LISTS = words("item point thing one part list step rest 那条 这条 那个 这个")
_NOT_YET = regex(
    r"\b(?:not|n't|still|yet|remains?|left|todo|open|pending|missing|later|next|tomorrow|without|unable|fails?|failing|broken)\b"
    r"|n't\b|还没|还未|没有|尚未|未能|仍|待|没动|下一步|明天|之后|失败",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Board:
    """The items of one fold, in the order in which they were opened."""

    items: list[OpenItem] = field(default_factory=list)
    _by_word: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # open items only, in order

    def take(self, facts: SessionFacts) -> None:
        """Closes what the session finished, then opens what it leaves."""
        finished = [
            item.text for item in (*facts.closed_items, *facts.done, *facts.commits, *_done_steps(facts.next_steps))
        ]
        settled = _settled(facts)
        ordered = [item.text for item in facts.requests] if facts.changes else []
        for index in self._near(frozenset().union(*(_findable(text) for text in (*finished, *settled, *ordered)))):
            item = self.items[index]
            if _closed_by(item, facts) or (item.kind == "question" and _answered(item, settled, facts)):
                self._close(index, facts)
        self._strike_off(facts)
        self._close_the_rest(facts)
        for step in facts.next_steps:
            self._open(step, "step", facts)
        for question in facts.open_questions:
            self._open(question, "question", facts)

    def _close(self, index: int, facts: SessionFacts) -> None:
        self._find(self.items[index].text, index, gone=True)
        self.items[index] = replace(self.items[index], closed=facts.last, closed_in=facts.key)

    def _strike_off(self, facts: SessionFacts) -> None:
        """`drop the thumbnails from the list` closes the open item that names them, where only one does."""
        for struck in (item for item in facts.closed_items if item.status == "off"):
            named = words(struck.text) - _LISTS
            near = (index for index in self._near(named) if self.items[index].session != facts.key)
            meant = [index for index in near if _struck(named, self.items[index].text)]
            if named and (len(meant) == 1 or len(named) > 1):  # of several, all say it
                for index in meant:
                    self._close(index, facts)

    def _close_the_rest(self, facts: SessionFacts) -> None:
        """`Remaining: b` closes a, where an earlier message left a and b open together."""
        again = [step.text for step in facts.next_steps if step.rest and step.status != "done"]
        if not again:
            return
        still = [step.text for step in (*facts.next_steps, *facts.open_questions) if step.status != "done"]
        known = [index for index in range(len(self.items)) if self.items[index].open]
        lists = {
            self._list(index)
            for index in known
            if self.items[index].session != facts.key and any(same(self.items[index].text, text) for text in again)
        }
        for index in known if lists else ():
            if self._list(index) in lists and not any(same(self.items[index].text, text) for text in still):
                self._close(index, facts)

    def _list(self, index: int) -> str:
        """The message that left an item."""
        return next((one.observation for one in self.items[index].evidence), f"{index}")

    def _open(self, item: Item, kind: Literal["step", "question"], facts: SessionFacts) -> None:
        text = item.text.strip()
        if not text or item.status == "done":
            return
        for index in self._alike(_findable(text)):
            known = self.items[index]
            if same(known.text, text):
                self.items[index] = replace(known, last=facts.last)
                return
        self._find(text, len(self.items))
        self.items.append(OpenItem(text, kind, facts.key, facts.last, facts.last, item.evidence))

    def _near(self, wanted: frozenset[str]) -> list[int]:
        """Open items that share a word, oldest first."""
        return sorted({index for word in wanted for index in self._by_word.get(word, ())})

    def _alike(self, wanted: frozenset[str]) -> list[int]:
        """Open items that share as many words as `same` needs at least, oldest first.

        Such an item has one of the rarest words: some others stand in nearly every item, and are not gone through.
        """
        least = _LEAST[min(len(wanted), 4)]
        known = sorted((self._by_word.get(word, []) for word in wanted), key=len)
        rarest = len(known) - max(least - 1, 0)
        shared = Counter(chain.from_iterable(known[:rarest]))
        for common in known[rarest:]:
            shared.update([index for index in shared if _holds(common, index)])
        return sorted(index for index, number in shared.items() if number >= least)

    def _find(self, text: str, index: int, gone: bool = False) -> None:
        """Makes the item findable by its words, or takes it out."""
        for word in _findable(text):
            if gone:
                self._by_word[word].remove(index)
            else:
                self._by_word[word].append(index)


def _holds(ordered: Sequence[int], index: int) -> bool:
    place = bisect_left(ordered, index)
    return place < len(ordered) and ordered[place] == index


def _struck(named: frozenset[str], item: str) -> bool:
    """Whether the name stands in the item and is no small part of it: a whole list is not struck off."""
    whole = words(item)
    return named <= whole and percent(len(named), len(whole)) >= _NAMES


def _findable(text: str) -> frozenset[str]:
    return words(text) or frozenset({text.casefold()})


def same(a: str, b: str) -> bool:
    """Whether two texts are one item: alike, or the shorter one within the longer."""
    mine, theirs = _thing(a), _thing(b)
    if not mine or not theirs:
        return a.strip().casefold() == b.strip().casefold()
    if mine.isdisjoint(theirs):
        return False
    small, large = sorted((mine, theirs), key=len)
    alike = dice(mine, theirs) >= SAME or (len(small) >= 3 and contained(small, large) >= 90)
    return alike and not _apart(a, b)


def _thing(text: str) -> frozenset[str]:
    """The words of an item without those that say only that it is open: `only the curves are still missing`."""
    return level((words(_NOT_YET.sub(" ", text)) - _STATE) or words(text))


_STATE = words("only still missing open left")

# A number that names one of several: "page 7", "step #2", "v3", 第3步. A word is tried from where it begins, so that
# one of any length is read once.
_NUMBERED = regex(
    r"(?<![^\W\d_])(?P<kind>[^\W\d_]+)[ #]{0,2}(?P<number>\d+)(?![\d%]|\.\d)|第 ?(?P<nth>\d+) ?(?P<what>[一-鿿])"
)


def _apart(a: str, b: str) -> bool:
    """Whether the texts speak of different ones of a kind: page 7 is not page 8."""
    mine, theirs = _numbered(a), _numbered(b)
    return any(not (mine[kind] & theirs[kind]) for kind in mine.keys() & theirs.keys())


def _numbered(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in _NUMBERED.finditer(normal(text)):
        kind, number = (one["kind"], one["number"]) if one["kind"] else (one["what"], one["nth"])
        found.setdefault(kind, set()).add(number)
    return found


def _closed_by(item: OpenItem, facts: SessionFacts) -> bool:
    if facts.key == item.session:
        return False
    if any(
        same(item.text, again.text) for again in (*facts.next_steps, *facts.open_questions) if again.status != "done"
    ):
        return False
    if any(closes(done.text, item.text) for done in (*facts.closed_items, *_done_steps(facts.next_steps))):
        return True
    if facts.changes and any(_takes_up(request.text, item.text) for request in facts.requests):
        return True
    return any(_did(done.text, item.text) for done in (*facts.done, *facts.commits))


def _takes_up(request: str, item: str) -> bool:
    """Whether an order is to do this item: it names most of what is left, or is short and names nothing else."""
    wanted = words(_NOT_YET.sub(" ", item))
    for part in re.split(r"(?<=[.!?;])\s|[。！？；，\n]", request):
        said = words(part) - _ASKING
        if _apart(part, item):
            continue
        if len(wanted) > 1 and contained(wanted, said) >= CLOSES:
            return True
        if said and said <= wanted and (_DOES.match(part.strip()) or (len(said) > 1 and _POINTS.match(part.strip()))):
            return True
    return False


_DOES = regex(
    r"(?:(?:ok|and|now|then|please|pls|today|so),? )*(?:do|finish|make|build|take|continue with|go on with|tackle) "
    r"|(?:(?:好|那|继续|现在|今天|接着)[,，]?)*(?:做|弄|搞|把)",
    re.IGNORECASE,
)


# `and the nodal table? extend it`
_POINTS = regex(
    r"(?:ok(?:ay)?,? )?(?:and|now|then|next|so|on to|back to)[, ]+(?:now |to |what about |how about )?(?:the|our|that) "
    r"|(?:那|接着|现在|还有|回到)",
    re.IGNORECASE,
)


def _settled(facts: SessionFacts) -> tuple[str, ...]:
    """What the person decided, ruled or explained in the session."""
    kinds = ("decision", "preference", "concept")
    return tuple(claim.text for claim in facts.claims if claim.kind in kinds and claim.source == "person")


def _answered(item: OpenItem, settled: Sequence[str], facts: SessionFacts) -> bool:
    """Whether the person settled what an earlier session asked: most of the question's words stand in the statement."""
    wanted = words(item.text) - _ASKING
    if facts.key == item.session or len(wanted) < 2:
        return False
    return any(contained(wanted, words(text)) >= ANSWERS for text in settled)


def _done_steps(steps: Iterable[Item]) -> Sequence[Item]:
    return [step for step in steps if step.status == "done"]


def closes(said: str, item: str) -> bool:
    """Whether a text that names a finished thing names this item."""
    finished, wanted = words(said), words(item)
    if not finished or not wanted:
        return False
    small, large = sorted((finished, wanted), key=len)
    if _apart(said, item):
        return False
    if len(small) >= 2 and contained(small, large) >= CLOSES and contained(wanted, finished) >= HALF:
        return True
    return len(small) == 1 and small <= large and len(large) <= 2


def _did(sentence: str, item: str) -> bool:
    """Whether a sentence about finished work covers nearly all of the item, and does not say that it is still open."""
    wanted = words(_NOT_YET.sub(" ", item)) or words(item)
    if len(wanted) < 2:
        return False
    for part in re.split(r"(?<=[.!?;])\s|[。！？；\n]", sentence):
        if not _NOT_YET.search(part) and contained(wanted, words(part)) >= DONE and not _apart(part, item):
            return True
    return False
