"""What an agent tells of a trouble without a word like `cause`: how the thing behaves, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

from memwiki.compile import acts, asked
from memwiki.compile.attempts import Attempts
from memwiki.compile.findings import STATUS, Block
from memwiki.compile.language import has_han
from memwiki.compile.likeness import words
from memwiki.compile.passing_cues import (
    ASIDE,
    CALMS,
    CONNECTIVE,
    HARM,
    LACKS,
    MENDS,
    NATURE,
    NO_HELP,
    OWN_SLIP,
    PROPOSES,
    REPORTS,
    SYMPTOM,
    WISH,
    WORKS,
)
from memwiki.compile.remembered import remembered
from memwiki.compile.speech import read
from memwiki.compile.trap_cues import BUILT, CAUSE, DONE, GUESS, REPORT, TROUBLE
from memwiki.compile.trap_words import NAME
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex
from memwiki.values import value

EXPLAINS = 3
_SETTLES = ("decided", "lets", "go_with", "memo", "conclude", "settle")
_ORDERLY = frozenset({"definition", "maybe", "hearsay", "later", "ack"})


@value(frozen=True, slots=True)
class Told:
    """What is known before the agent explains: the complaint, the failures, whether it was mended or looked into."""

    wrong: str
    failed: bool
    mended: bool
    red: bool = False  # something failed, whether or not it works now
    symptom: bool = False  # a person's sentence names what goes wrong, or asks why
    why: bool = False  # a person asks why it is so
    bare: bool = False  # a prompt does nothing but complain
    changed: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """`mended`, `red`, `told` or `built`: what the task has seen of the trouble."""
        if self.failed:
            return "mended" if self.symptom else "built"
        if self.why:
            return "mended"
        return "red" if self.red else "told"

    @classmethod
    def of(cls, prompts: Sequence[str], tried: Attempts, looked: bool) -> Told:
        """The state of a task whose prompts are given; `looked` says that anything was read or run for it."""
        wrong = complaint(prompts)
        sought = looked and any(asked.wonders(one) or REPORT.search(one) for one in wrong.split("\n"))
        names = SYMPTOM.search(wrong) is not None
        why = any(asked.wonders(one) and SYMPTOM.search(one) for one in wrong.split("\n"))
        bare = any(_only_complains(one) for one in prompts)
        red = tried.trouble or tried.unnamed
        mended = bool(tried.changed) or sought
        return cls(wrong, red and bool(tried.worked), mended, red, names, why, bare, tuple(tried.changed))


def complaint(prompts: Sequence[str]) -> str:
    """The sentences of some prompts that report a trouble; "" where they only order or ask something."""
    return "\n".join([one for prompt in prompts for one in _complaints(prompt[:4000])])


@remembered(256, 4_000)
def _complaints(prompt: str) -> tuple[str, ...]:
    found = []
    said = [u for u in read(prompt)[:20] if u.act not in _ORDERLY]
    ordering = [_orders(u.raw) for u in said]
    for u, orders in zip(said, ordering, strict=True):
        if u.act in ("rule", "choice") and (u.cues.any(*_SETTLES) or WISH.search(u.raw)):
            continue
        why = u.asked and asked.wonders(u.raw)
        if why or (not (u.asked or orders) and (SYMPTOM.search(u.raw) or (_states(u) and not any(ordering)))):
            found.append(u.raw)
    return tuple(found)


@remembered(256, 8_000)
def _only_complains(prompt: str) -> bool:
    """Whether a prompt names what goes wrong and neither chooses nor orders anything but a look at it."""
    wrong = complaint([prompt])
    said = [u for u in read(prompt[:4000])[:20] if u.act != "ack"]
    plain = all(
        u.raw in wrong or u.asked or u.act in ("note", "question") or REPORT.search(u.raw) is not None for u in said
    )
    return plain and SYMPTOM.search(wrong) is not None


def _orders(sentence: str) -> bool:
    bare = asked.stripped(sentence)
    return asked.orders(bare) and _NOUN_FIRST.match(bare) is None


def _states(u: Utterance) -> bool:
    """Whether a sentence only states how the program behaves: a report, where nothing else is asked."""
    if u.act not in ("note", "task") or WISH.search(u.raw) or ASIDE.search(u.raw) or _OF_SELF.match(u.text):
        return False
    return not _CHANGES_ZH.search(u.text) if has_han(u.text) else len(u.text.split()) >= 5


_OF_SELF = regex(
    r"(?:i|we|you|he|she|im|i'm|we're|good|great|nice|thanks?|perfect|works?|new|rename|same|that|this|explain|tell"
    r"|describe|list|show|ask|give|what|how|where|which)\b|[我咱你好先]",
    re.IGNORECASE,
)
_CHANGES_ZH = regex(r"[加改调换删做写把弄搞建拆移挪补存]|支持|实现|导出|生成|需要|帮|看|查|先|再")


# `deploy hangs at …`, `the build takes …`: a noun, and what it does.
_NOUN_FIRST = regex(
    r"\w+(?: \w+)? (?:is|are|was|were|has|had|does|did|doesn't|never|always|sometimes|still|keeps?|takes?|took"
    r"|hangs?|hung|fails?|failed"
    r"|breaks?|broke|crash\w*|shows?|returns?|finds?|ends?|stops?|stays?|gets?|got|dies|died|goes|went|comes|came"
    r"|misses|drops|loses|runs|ran"
    r"|says|said|prints?|gives|gave|stalls?|times)\b",
    re.IGNORECASE,
)
_AS_EVER = regex(r"\bstill (?:ha[sd]|use[sd]?|point\w*|reads?|keeps?|kept|calls?|ran|runs?|sees?|holds?|held|is|was)\b")


def slip(said: Sequence[str]) -> bool:
    """Whether the sentences only tell of a slip that the agent made and mended on its way."""
    telling = [one for one in said if CAUSE.search(one) or OWN_SLIP.search(one)]
    return bool(telling) and all(OWN_SLIP.search(one) for one in telling)


def explanation(block: Block, told: Told, more: Sequence[str] = (), leads: bool = False) -> int:
    """The place in a block of the sentence that explains the trouble best; -1 where none does.

    `more` are the sentences that follow the block, where what helped may stand; `leads` says that the message begins
    with the block.
    """
    if block.asked or not (told.wrong or told.failed):
        return -1
    best, most = -1, EXPLAINS - 1
    for n, one in enumerate(block.said):
        weight = _weight(one, [*block.said[n + 1 :], *more], told) + (leads and n == 0) - block.item
        if weight > most:
            best, most = n, weight
    return best


def _weight(one: str, rest: Sequence[str], told: Told) -> int:
    helped = any(WORKS.search(later) or MENDS.search(later) for later in rest)
    if not _describes(one) or (CALMS.search(one) and not NO_HELP.search(one)):
        return 0
    if NO_HELP.search(one):
        return EXPLAINS if helped and told.failed else 0
    if not told.wrong or not told.mended:
        return 0
    follows, nature, named = (cue.search(one) is not None for cue in (CONNECTIVE, NATURE, NAME))
    harm, shared = HARM.search(one) is not None, bool(words(one) & words(told.wrong))
    if not helped and not (follows and (harm or shared or SYMPTOM.search(one))):
        return 0
    return 1 + told.failed + 2 * follows + nature + named + harm + shared + 2 * helped


@remembered(512)
def _describes(one: str) -> bool:
    """Whether a sentence tells how something is: no change, no proposal, no report of what is done or left."""
    if any(cue.search(one) for cue in (BUILT, GUESS, PROPOSES, REPORTS)) or STATUS.search(_AS_EVER.sub("", one)):
        return False
    return not (DONE.search(one) or MENDS.search(one)) or CONNECTIVE.search(one) is not None


# Points (acts.py) by which a trap must lead all but a definition, by what the task has seen: somebody complained and
# it went from red to green; it is red; somebody only complained; it only went from red to green, as new work does.
# Measured on eval/talks/dev: lower, and descriptions of the work come in.
_LEADS = {
    "mended": {"en": 40, "zh": -90},
    "red": {"en": 120, "zh": 120},
    "told": {"en": 180, "zh": 180},
    "built": {"en": 150, "zh": 150},
}
_OF_TROUBLE = (HARM, LACKS, TROUBLE, CAUSE, SYMPTOM, NATURE)


def lead(sentence: str) -> int:
    """By how many points a sentence tells a trap rather than anything else; a definition may tell one too."""
    points = acts.agent(sentence)
    most: int = max(_RIVALS(points))
    return points["trap"] - most


_RIVALS = itemgetter(*(act for act in acts.ACTS if act not in ("trap", "term")))


def telling(block: Block, told: Told, offers: bool) -> int:
    """The place in a block of the sentence that most tells a trap, where the task had a trouble; -1 where none does.

    `offers`: the message asks something, so that its items are options.
    """
    if block.asked or (offers and block.item) or not (told.red or told.why or (told.symptom and told.bare)):
        return -1
    found = [(lead(one), -n) for n, one in enumerate(block.said) if _tells(one, told)]
    if not found:
        return -1
    most, place = max(found)
    return -place if most >= _LEADS[told.state][acts.lexicon(block.said[-place])] else -1


@remembered(512)
def of_trouble(sentence: str) -> bool:
    """Whether a sentence describes something that harms, lacks, breaks or has a cause."""
    return _describes(sentence) and any(cue.search(sentence) for cue in _OF_TROUBLE)


_UNLESS = regex(r"\b(?:unless|until|if|when)\b[^,;]*", re.IGNORECASE)


def _tells(one: str, told: Told) -> bool:
    if not _describes(one) or OWN_SLIP.search(one) or len(words(one)) < 3:
        return False
    if CALMS.search(_UNLESS.sub("", one)) and not NO_HELP.search(one):
        return False
    if not told.red and any(one.strip("` ").startswith(path) for path in told.changed):
        return False  # a file of this task, and what it does
    return of_trouble(one)
