"""How much a person's sentence is worth a page: whole-number weights learned from dialogues and the pages they made.

What a sentence does (acts.py) does not say alone whether a careful colleague would keep it: the same words are an
order where only work follows, and a rule where the agent promises it. So all that is known of a sentence (the points
of each act, its cues, lists of words, its neighbours, the turn's work, the agent's words before and after) speaks for
or against a page of each kind: logistic regression, one kind at a time, its weights in thousandths of a point
(weights/worth.tsv, written by eval/learn_worth.py from eval/talks). Sums of whole numbers decide, so that every
machine reads the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from memwiki import resources
from memwiki.compile import acts, passing_cues, trap_cues, wordings
from memwiki.compile.lanes import apart, joined
from memwiki.compile.likeness import words
from memwiki.compile.surroundings import Surroundings
from memwiki.compile.utterances import Utterance
from memwiki.regexes import Lexicon, regex

KINDS = ("decision", "preference", "gotcha", "concept")
FINE = 1000  # weights are in thousandths of a point (acts.SCALE)
HOLDS = 10  # what a trait that holds counts; points count in tenths
_RIVALS = ("task", "ask", "maybe", "told", "ack", "left")
_LEADS = ("rule", "choice", "trap", "term")
_CROSSED = ("rule", "choice", "trap")
_STEPS = (100, 200, 300)  # above these, points may speak more or less than below
_LISTS = Lexicon(
    {
        "harm": passing_cues.HARM,
        "lacks": passing_cues.LACKS,
        "symptom": passing_cues.SYMPTOM,
        "device": passing_cues.DEVICE,
        "always": passing_cues.ALWAYS,
        "quiet": passing_cues.QUIET,
        "cost": passing_cues.COST,
        "told cause": passing_cues.TOLD_CAUSE,
        "aside": passing_cues.ASIDE,
        "advice": passing_cues.ADVICE,
        "forbids": passing_cues.FORBIDS,
        "wish": passing_cues.WISH,
        "nature": passing_cues.NATURE,
        "warning": trap_cues.WARNING,
        "trouble": trap_cues.TROUBLE,
        "cause": trap_cues.CAUSE,
        "guess": trap_cues.GUESS,
        "hint": trap_cues.HINT,
        "report": trap_cues.REPORT,
        "attributed": trap_cues.ATTRIBUTED,
        "figure": regex(r"\d"),
        "code": regex(r"`|\w_\w|\w\(|--\w|\.\w{2,4}\b|/\w"),
    }
)


@lru_cache(maxsize=1)
def weights() -> tuple[int, Mapping[str, int]]:
    """Where each kind starts, and what one unit of each trait speaks for, in the order of KINDS (lanes.py)."""
    rows = (line.partition("\t") for line in resources.weights("worth").splitlines())
    table = {name: joined([int(one) for one in row.split(" ")]) for name, _, row in rows}
    return table.pop("start"), table


@lru_cache(maxsize=4)
def column(name: str) -> tuple[int, Mapping[str, int]]:
    """A table of one kind, `discoveries` or `uptake`: where its sum starts, what one unit of each trait speaks for."""
    rows = (line.partition("\t") for line in resources.weights(name).splitlines())
    table = {trait: int(value) for trait, _, value in rows}
    return table.pop("start"), table


def worth(said: Sequence[Utterance], n: int, around: Surroundings) -> dict[str, int]:
    """By how many points (acts.SCALE to one unit of log odds) the n-th sentence is worth a page of each kind."""
    start, table = weights()
    held = [value * table[name] for name, value in traits(said, n, around).items() if value and name in table]
    spoken = map(table.__getitem__, table.keys() & worded(said[n], around))
    total = start + sum(held) + HOLDS * sum(spoken)
    return dict(zip(KINDS, (one // FINE for one in apart(total, len(KINDS))), strict=True))


def worded(u: Utterance, around: Surroundings) -> frozenset[str]:
    """The words that speak as they stand (wordings.py): phrases of the sentence, words of the agent's answer."""
    return wordings.said(u.text, u.lang) | wordings.answered(around.answer, u.lang)


def traits(said: Sequence[Utterance], n: int, around: Surroundings) -> dict[str, int]:
    """All that is known of a sentence, as names with whole numbers."""
    u = said[n]
    points = acts.person(said, n, around.answers)
    rival = max([points[other] for other in _RIVALS])
    leads = {one: (points[one] - rival) // 10 for one in _LEADS}
    holding = [*_own(u), *_neighbours(said, n), *_turn(around)]
    found = dict.fromkeys(holding, HOLDS)
    _add_points(found, points, leads)
    mine = words(u.text)
    for name, theirs in (("told", around.told), ("edited", around.edited), ("before", around.before)):
        found[name] = min(len(mine & theirs), 4) * HOLDS // 2
    found["told share"] = len(mine & around.told) * HOLDS // max(1, len(mine))
    found["words"] = min(len(mine), 12) * HOLDS // 6
    found["weight"] = u.weight * HOLDS // 30
    for name, points_ in (("trap", u.trap), ("lean", u.lean), ("off", u.off), ("term", u.term)):
        found[f"margin {name}"] = points_ // 10
    sides = _SIDES.intersection(holding)
    for act in _CROSSED:
        found.update({f"{act} and {name}": leads[act] for name in sides})
        found[f"{act} and told"] = leads[act] * found["told"] // HOLDS
    return found


_SIDES = frozenset(
    {"zh", "first prompt", "changed", "idle", "noted", "promised", "asked before", "beside task", "alone"}
)
_NAMES = {act: (f"points {act}", [(step, f"points {act} over {step}") for step in _STEPS]) for act in acts.ACTS}


def _add_points(found: dict[str, int], points: Mapping[str, int], leads: Mapping[str, int]) -> None:
    for act, many in points.items():
        name, steps = _NAMES[act]
        found[name] = many // 10
        for step, over in steps:
            if many > step:
                found[over] = (many - step) // 10
    second, first = sorted(points.values())[-2:]
    for act, lead in leads.items():
        found[f"lead {act}"] = lead
        if lead > 0:
            found[f"lead {act} over 0"] = lead
        if lead > 10:
            found[f"lead {act} over 100"] = lead - 10
        if points[act] == first > second:
            found[f"ahead {act}"] = (first - second) // 10


def _own(u: Utterance) -> Iterator[str]:
    yield f"act {u.act}"
    if u.lang == "zh":
        yield "zh"
    yield from (f"cue {name}" for name in u.cues.spans)
    yield from (f"list {name}" for name, _ in _LISTS.found(u.raw))
    for name in ("heard", "asked", "item", "corrects"):
        if getattr(u, name):
            yield name


def _neighbours(said: Sequence[Utterance], n: int) -> Iterator[str]:
    others = [one for place, one in enumerate(said) if place != n]
    yield f"place {min(n, 3)}"
    yield f"of {min(len(said), 5)}"
    if n == len(said) - 1:
        yield "last"
    if not others:
        yield "alone"
    for name in ("task", "rule", "choice"):
        if any(one.act == name for one in others):
            yield f"beside {name}"
    if any(one.asked for one in others):
        yield "beside question"
    for side, at in (("before", n - 1), ("after", n + 1)):
        if 0 <= at < len(said):
            yield f"{side} {said[at].act}"
            if said[at].trap > 0:
                yield f"{side} trap"


@lru_cache(maxsize=64)
def _turn(around: Surroundings) -> tuple[str, ...]:
    holds = {
        "first prompt": around.first,
        "changed": around.changed,
        "ran": around.ran,
        "idle": around.idle,
        "failed": around.failed,
        "noted": around.noted,
        "promised": around.promised,
        "asked before": around.asked,
        "asked why": around.why,
        "asked what it means": around.means,
    }
    return tuple(name for name, held in holds.items() if held)
