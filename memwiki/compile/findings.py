"""Which parts of an agent's message tell of a trap: a stated cause, an attempt that failed, a thing that misbehaves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from memwiki.compile.attempts import Attempts
from memwiki.compile.language import plain, sentences
from memwiki.compile.likeness import words
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.trap_cues import (
    BEHAVES,
    BUILT,
    CAUSE,
    DONE,
    FIX,
    FOLLOWS,
    GUESS,
    NO_CAUSE,
    QUIET_FAILURE,
    REASON,
    SERVICE,
    TRIED,
)
from memwiki.compile.trap_words import NAME
from memwiki.regexes import regex
from memwiki.values import value

_HEADING = regex(r"^(?:#{1,6}\s*)?[^.。]{2,60}[:：]\s*$")
_ITEM = regex(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


@value(frozen=True, slots=True)
class Block:
    """A paragraph or list item of a message: its sentences as captured, and the heading above it."""

    said: tuple[str, ...]
    asked: bool
    item: bool
    heading: str = ""


def blocks(message: str) -> list[Block]:
    """A message by paragraphs and list items, quoted text left out."""
    found: list[Block] = []
    heading, lines = "", own_words(message).split("\n")
    for line in lines:
        text = _unmarked(line)
        if not text:
            continue
        is_item = _ITEM.match(line) is not None
        if not is_item and _HEADING.match(text):
            heading = text.rstrip(":：").rstrip()
            continue
        body = _ITEM.sub("", text)
        said = sentences(body)
        told = tuple(s.text for s in said if not s.asked)
        found.append(Block(told, len(told) < len(said), is_item, heading))
        heading = heading if is_item else ""
    return found


def _unmarked(line: str) -> str:
    text = plain(line)
    return _MARKS.sub("", text).strip() if "*" in text or text.startswith("#") else text.strip()


_MARKS = regex(r"\*\*|^#{1,6}\s+")


def kind_of(block: Block, tried: Attempts) -> Literal["cause", "tried", ""]:
    """What a block tells: a cause, an attempt that did not work, or nothing."""
    text = " ".join(block.said)
    if any(CAUSE.search(one) for one in block.said) or CAUSE.search(f"{block.heading}:"):
        return "cause"
    if any(TRIED.search(one) and REASON.search(one) for one in block.said):
        return "tried"
    if tried.trouble and tried.worked and not block.item and not block.asked and _behaves(block):
        return "cause"
    quiet = tried.trouble and not block.item and not block.asked and QUIET_FAILURE.search(text) is not None
    return "cause" if quiet else ""


_PROPER = regex(
    r"\b(?!(?:The|This|That|These|It|Its|We|You|And|But|So|In|On|At|No|Not|Done|Fixed|Both|All|Now|Works|Tests?"
    r"|There|When|If"
    r"|Two|Three|One|Added|Removed|Changed|Replaced|Renamed|Left|Next|Still|Root|Cause)\b)[A-Z][a-z]{2,}"
)
STATUS = regex(
    r"\b(?:i|we) (?:did|have|has|had)(?:n'?t| not)\b|\b(?:left|still|not yet|next|todo|tomorrow)\b"
    r"|还没|没动|未动|下一步",
    re.IGNORECASE,
)


def _behaves(block: Block) -> bool:
    """A sentence that names a thing, tells how it behaves, and what followed."""
    return any(
        BEHAVES.search(one)
        and FOLLOWS.search(one)
        and (NAME.search(one) or _PROPER.search(one))
        and not DONE.search(one)
        and not STATUS.search(one)
        and not BUILT.search(one)
        for one in block.said
    )


# `Got it — from now on I'll …`: what an agent promises is no trap.
_PLEDGE = regex(
    r"^(?:(?:got it|ok(?:ay)?|sure|understood|noted|right|will do|agreed)[\s,:;.!—-]+)*"
    r"(?:from now on|going forward|(?:i|we)(?:'ll| will)\b)"
    r"|^(?:(?:好的?|明白了?|收到|记住了?|知道了|了解)[\s,，:：。!！]*)*(?:以后|今后|从现在起|我会|我将)",
    re.IGNORECASE,
)


def brief(block: Block) -> bool:
    """Whether a block says too little to tell of a trap."""
    return len(words(" ".join(block.said))) < 4


def unfit(block: Block, heard: Heard) -> bool:
    """Whether a block only guesses, promises, quotes, or talks of the agent's own service."""
    text = " ".join(block.said)
    cues = [one for one in block.said if CAUSE.search(one) or TRIED.search(one) or QUIET_FAILURE.search(one)]
    return (
        all(GUESS.search(one) or _PLEDGE.match(one) for one in cues or block.said)
        or bool(NO_CAUSE.search(text))
        or bool(SERVICE.search(text))
        or any(heard.repeats(one, short=True) for one in block.said)
    )


def next_fix(told: Sequence[Block], n: int, used: set[int]) -> tuple[str, ...]:
    """The paragraph after the cause, where it tells what helped."""
    if n + 1 >= len(told):
        return ()
    after = told[n + 1]
    if not after.said:
        return ()
    first = f"{after.heading}: {after.said[0]}" if after.heading else after.said[0]
    if (after.item and not after.heading) or not FIX.search(first) or CAUSE.search(first):
        return ()
    used.add(n + 1)
    return tuple(one for one in after.said if not DONE.search(one))
