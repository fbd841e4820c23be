"""Open items of a project: what sessions left to do or to answer, until a later session closes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from memwiki.compile.knowledge import OpenItem
from memwiki.compile.likeness import contained, dice, words
from memwiki.records import Item, SessionFacts

SAME = 70  # one item told twice
CLOSES = 60  # of the smaller one's words: "X is done" closes "do X"
DONE = 75  # of the item's words, in a sentence about what was done

_NOT_YET = re.compile(
    r"\b(?:not|n't|still|yet|remains?|left|todo|open|pending|missing|later|next|tomorrow|without|unable|fails?|failing|broken)\b"
    r"|n't\b|还没|还未|没有|尚未|未能|仍|待|没动|下一步|明天|之后|失败",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Board:
    """The items of one fold, in the order in which they were opened."""

    items: list[OpenItem] = field(default_factory=list)

    def take(self, facts: SessionFacts) -> None:
        """Closes what the session finished, then opens what it leaves."""
        for index, item in enumerate(self.items):
            if item.open and _closed_by(item, facts):
                self.items[index] = replace(item, closed=facts.last, closed_in=facts.key)
        for step in facts.next_steps:
            self._open(step, "step", facts)
        for question in facts.open_questions:
            self._open(question, "question", facts)

    def _open(self, item: Item, kind: Literal["step", "question"], facts: SessionFacts) -> None:
        text = item.text.strip()
        if not text or item.status == "done":
            return
        for index, known in enumerate(self.items):
            if known.open and same(known.text, text):
                self.items[index] = replace(known, last=facts.last)
                return
        opened = OpenItem(text, kind, facts.key, facts.last, facts.last, item.evidence)
        self.items.append(opened)


def same(a: str, b: str) -> bool:
    """Whether two texts are one item: alike, or the shorter one within the longer."""
    mine, theirs = words(a), words(b)
    if not mine or not theirs:
        return a.strip().casefold() == b.strip().casefold()
    small, large = sorted((mine, theirs), key=len)
    return dice(mine, theirs) >= SAME or (len(small) >= 3 and contained(small, large) >= 90)


def _closed_by(item: OpenItem, facts: SessionFacts) -> bool:
    if facts.key == item.session:
        return False
    if any(
        same(item.text, again.text) for again in (*facts.next_steps, *facts.open_questions) if again.status != "done"
    ):
        return False
    if any(closes(done.text, item.text) for done in (*facts.closed_items, *_done_steps(facts.next_steps))):
        return True
    return any(_did(done.text, item.text) for done in facts.done)


def _done_steps(steps: Iterable[Item]) -> Sequence[Item]:
    return [step for step in steps if step.status == "done"]


def closes(said: str, item: str) -> bool:
    """Whether a text that names a finished thing names this item."""
    finished, wanted = words(said), words(item)
    if not finished or not wanted:
        return False
    small, large = sorted((finished, wanted), key=len)
    if len(small) >= 2 and contained(small, large) >= CLOSES:
        return True
    return len(small) == 1 and small <= large and len(large) <= 2


def _did(sentence: str, item: str) -> bool:
    """Whether a sentence about finished work covers nearly all of the item, and does not say that it is still open."""
    wanted = words(item)
    if len(wanted) < 2:
        return False
    for part in re.split(r"(?<=[.!?;])\s|[。！？；\n]", sentence):
        if not _NOT_YET.search(part) and contained(wanted, words(part)) >= DONE:
            return True
    return False
