"""Sentences that the work bears out: what is said to be, with a reason, and is so after the work, is decided.

`The office moves out of the building. All originals go to OSS, MinIO is switched off` holds no word of deciding. Its
counted phrases lean towards a choice, a reason stands beside it, and the agent's message and edits carry it out. Each
of these speaks with whole points; without a reason or a turn away from something a sentence only describes. The other
way round: what phrases alone heard as a choice, and nothing bears out, stays a note.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memwiki.compile import acts
from memwiki.compile.choices import CHOICE, STORY
from memwiki.compile.cues import holds
from memwiki.compile.language import clauses, fold, has_han
from memwiki.compile.likeness import words
from memwiki.compile.orders import first_verb, orders_zh
from memwiki.compile.session import Turn
from memwiki.compile.speech import by_cues
from memwiki.compile.utterances import Utterance
from memwiki.compile.words_en import CHOICE_VERBS, TASK_VERBS
from memwiki.regexes import regex
from memwiki.values import value

# By how many points a choice leads (or trails) every other act -> what that speaks for.
LEANS = ((40, 3), (-30, 2), (-90, 1), (-200, 0))
AGAINST = -2  # where it trails by more
WHY = 2  # a clause or a neighbour gives a reason
TURNS = 1  # it turns away from something
CONCLUDES = 1  # `so …`, `then …` after what was said
TOLD = 1  # the agent's message names it; again for three words and more
EDITED = 1  # so do the edits
SET = 3  # the number that it gives is put there by the edits, and the agent names it
ORDERED = -3  # it begins as an order
NO_CHOICE = -3  # it asks, defines, reports or tells a figure
FAULTY = -2  # it tells of a fault
BORNE_OUT = 5
FIRM = 60  # the weight of what sets a number: whatever else it sounds like
ALONE = 120  # points by which a choice must lead where nothing bears it out but a reason

_TURNS_ZH = regex(r"换|改|迁|搬|撤|停掉|下掉|恢复|回到|拉长|缩短|延长|放宽|收紧|提到|降到|别用|不用|砍")
_TURNS_EN = regex(r"\b(?:again|instead|moves?|moved|switch\w*|back to|no longer|rather than|not)\b", re.IGNORECASE)
_CONCLUDES = regex(r"\s*(?:so|then|hence|therefore|right|ok|clear)\b|\s*(?:所以|那就|那么|因此)", re.IGNORECASE)
_NONE = ("question", "means", "glossary", "observed", "probe", "figure", "hearsay", "maybe", "once", "expected")


_LOOKS = regex(r"\s*(?:ls|cat|rg|grep|find|head|tail|wc|du|df|ps|git (?:log|status|diff|show|blame)|sed -n)\b")


def _works(turn: Turn) -> bool:
    """Whether the turn changed something, as far as can be told; looking around is no work."""
    tools = [step.tool for step in turn.steps if step.tool]
    ran = (str(tool.input.get("command", "")) for tool in tools if tool.family == "shell")
    return any(tool.family in ("edit", "write") for tool in tools) or any(not _LOOKS.match(one) for one in ran)


@value(frozen=True, slots=True)
class _Work:
    """The words of the agent's message and of its edits."""

    told: frozenset[str]
    edited: frozenset[str]
    numbers: frozenset[str]  # that the edits put there, and the message names


def borne_out(said: tuple[Utterance, ...], turn: Turn, answers: bool) -> tuple[Utterance, ...]:
    """The prompt's sentences once more, with the turn's work. `answers`: the prompt answers a question."""
    steps = (step.tool for step in turn.steps if step.tool and step.tool.family in ("edit", "write"))
    edits = " ".join(str(tool.input.get(key, "")) for tool in steps for key in ("path", "new", "content"))
    told = fold(turn.final.text) if turn.final and _works(turn) else ""  # without work a message only answers
    work = _Work(words(told), words(edits), _put(turn, told))
    return tuple(_one(said, n, work, answers) for n in range(len(said)))


_NUMBER = regex(r"(?<![\w.])\d+(?:[.,]\d+)*")


def _put(turn: Turn, told: str) -> frozenset[str]:
    """The numbers that a message names once files were changed, less those that stood in their old text."""
    tools = [step.tool for step in turn.steps if step.tool and step.tool.family in ("edit", "write")]
    old = " ".join(str(tool.input.get("old", "")) for tool in tools)
    return frozenset(_NUMBER.findall(told) if tools else ()) - frozenset(_NUMBER.findall(old))


def _sets(u: Utterance, work: _Work) -> bool:
    """`bikes report every 30 seconds, riders want to see their friends`: the first clause gives the number."""
    first = (clauses(u.text) or (u.text,))[0]
    return "parameter" in u.cues and bool(work.numbers.intersection(_NUMBER.findall(first)))


def _one(said: tuple[Utterance, ...], n: int, work: _Work, answers: bool) -> Utterance:
    u = said[n]
    if u.asked or u.item or u.lang not in ("en", "zh"):
        return u
    if u.act == "choice" and u.heard and not answers:
        mine = words(u.text)
        kept = (
            bool(mine & (work.told | work.edited))
            or (u.lean >= ALONE and len(mine) > 2 and (_own_why(u) or _told_beside(said, n)))
            or "memo" in u.cues
        )
        return u if kept else replace(u, act="note", weight=0)
    if u.act in ("note", "task") and _points(said, n, work) >= BORNE_OUT:
        return replace(u, act="choice", weight=FIRM if _sets(u, work) else CHOICE)
    return u


def _points(said: Sequence[Utterance], n: int, work: _Work) -> int:
    u = said[n]
    zh = has_han(u.text)
    mine = words(u.text)
    own = _own_why(u)
    turns = (_TURNS_ZH if zh else _TURNS_EN).search(u.text) is not None
    concludes = n > 0 and _CONCLUDES.match(u.raw) is not None
    told = len(mine & work.told)
    sets = _sets(u, work)
    if (
        not (own or turns or concludes or (sets and _told_beside(said, n)))
        or not (told or sets)
        or len(mine) < 2
        or _NO_STATEMENT.match(u.raw)
        or STORY.match(u.raw)
    ):
        return 0
    why = own or _told_beside(said, n)
    verb = "" if zh else first_verb(u.text)
    ordered = orders_zh(u.text) if zh else verb in TASK_VERBS - CHOICE_VERBS
    points = next((value for lead, value in LEANS if u.lean >= lead), AGAINST)
    points += WHY * why + TURNS * turns + CONCLUDES * concludes
    points += TOLD * bool(told) + TOLD * (told >= 3) + EDITED * bool(mine & work.edited) + SET * sets
    return points + ORDERED * ordered + NO_CHOICE * u.cues.any(*_NONE) + FAULTY * ("complaint" in u.cues)


_NO_STATEMENT = regex(r"\s*(?:now|next|also|anyway|please|pls|not|no|never|and then)\b", re.IGNORECASE)


def _own_why(u: Utterance) -> bool:
    """Whether a later clause of the sentence weighs something up."""
    parts = clauses(u.text)
    if not has_han(u.text):
        return "reason" in u.cues or any(holds(part, "en", "weighs") for part in parts[1:])
    turning = next((part for part in parts if _TURNS_ZH.search(part)), parts[0] if parts else "")
    return "reason" in u.cues or any(
        holds(part, "zh", "weighs") or _reads_told(part) for part in parts if part != turning
    )


def _reads_told(part: str) -> bool:
    """Whether a clause alone reads like a report: 磁盘告警了."""
    return len(part) > 3 and all(_tells(one) for one in by_cues(part)) and not orders_zh(part)


def _told_beside(said: Sequence[Utterance], n: int) -> bool:
    """Whether a neighbour tells a fact."""
    u = said[n]
    beside = [said[at] for at in (n - 1, n + 1) if 0 <= at < len(said) and said[at].paragraph == u.paragraph]
    return any(_tells(one) for one in beside)


def _tells(one: Utterance) -> bool:
    if one.asked or one.act not in ("note", "task", "later") or len(words(one.text)) < 2:
        return False
    points: Mapping[str, int] = acts.person((one,), 0)
    return max(points, key=points.__getitem__) in ("told", "trap")
