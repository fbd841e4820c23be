"""How much a sentence of an agent's message is worth a gotcha: whole-number weights learned from dialogues.

Agents tell what they found in words that nobody listed: "the erase stalls the CPU for 40 ms and the dog bites at 32".
What such a sentence does (acts.py), its words of cause, trouble and repair, its place, what the task had seen of the
trouble, and what the grammar of causes (findings.py, explained.py) makes of it speak for or against a page: logistic
regression, its weights in thousandths of a point (weights/discoveries.tsv, written by eval/learn_worth.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from memwiki.compile import acts, passing_cues, trap_cues, wordings
from memwiki.compile.explained import explanation, telling
from memwiki.compile.explained import lead as lead_of
from memwiki.compile.findings import STATUS, Block, kind_of
from memwiki.compile.likeness import words
from memwiki.compile.reports import Report
from memwiki.compile.trap_words import NAME
from memwiki.compile.worth import FINE, HOLDS, column
from memwiki.regexes import Lexicon, regex

_STEPS = (0, 60, 120, 200, 300)  # above these, points may speak more or less than below
_LISTS = Lexicon(
    {
        "name": NAME,
        "status": STATUS,
        "figure": regex(r"\d"),
        "code": regex(r"`|\w_\w|\w\(|--\w|\.\w{2,4}\b|/\w"),
        "quoted": regex(r"[\"“「]"),
        "i": regex(r"\b(?:I|we|I'm|I've)\b|我"),
        "now": regex(r"\bnow\b|现在|已经?"),
        "so": regex(r"\b(?:so|therefore|which is why|that'?s why|hence)\b|所以|因此|于是|导致|结果"),
        "because": regex(r"\b(?:because|since|due to|as the|because of)\b|因为|由于"),
        "if": regex(r"\b(?:if|when|once|whenever|unless|until|as soon as)\b|如果|一旦|只要|当|除非|时(?=[,，会才就])"),
        "only": regex(
            r"\b(?:only|silently|without (?:any )?(?:error|warning)|never|not?|nothing)\b|只|静默|不报错|没有"
        ),
        "passed": regex(r"\b(?:pass(?:ed|es)?|green|clean|done)\b|通过|全过|绿"),
        "found": regex(
            r"\b(?:found|turns? out|noticed|came across|the (?:culprit|cause|reason|trap))\b|发现|原来|根因|原因|坑"
        ),
        "past": regex(r"\b\w+ed\b"),
        "third": regex(r"\b(?:\w+[^s]s|does|is|has|are) "),
    }
    | {
        name.lower(): getattr(trap_cues, name)
        for name in (
            "WARNING TROUBLE CAUSE GUESS HINT REPORT ATTRIBUTED BEHAVES BUILT DONE FIX FOLLOWS "
            "NO_CAUSE QUIET_FAILURE REASON SERVICE TRIED MARKER FOLLOWED BESIDE"
        ).split()
    }
    | {
        name.lower(): getattr(passing_cues, name)
        for name in (
            "HARM LACKS SYMPTOM DEVICE ALWAYS QUIET COST TOLD_CAUSE ASIDE ADVICE FORBIDS WISH NATURE "
            "CALMS CONNECTIVE MENDS NO_HELP OWN_SLIP PROPOSES REPORTS WORKS"
        ).split()
    }
)
_NEAR = frozenset({"cause", "mends", "fix", "done", "trouble", "symptom", "found", "harm", "passed", "works", "built"})
_STATES = frozenset({"red", "symptom", "why", "mended", "told wrong", "changed", "zh", "failed", "asked", "first"})


def worth(report: Report, n: int) -> tuple[int, ...]:
    """By how many points (acts.SCALE to one unit of log odds) each sentence of the n-th block is worth a gotcha."""
    start, table = column("discoveries")
    known = traits(report, n)
    sums = (sum([value * table[name] for name, value in held.items() if name in table]) for held in known)
    spoken = (sum(map(table.__getitem__, table.keys() & worded(one))) for one in report.told[n].said)
    return tuple((start + one + HOLDS * words_) // FINE for one, words_ in zip(sums, spoken, strict=True))


def worded(sentence: str) -> frozenset[str]:
    """The words that speak as they stand (wordings.py)."""
    return wordings.said(sentence, acts.lexicon(sentence))


def traits(report: Report, n: int) -> tuple[dict[str, int], ...]:
    """All that is known of each sentence of the n-th block, as names with whole numbers."""
    block = report.told[n]
    lists = [[name for name, _ in _LISTS.found(one)] for one in block.said]
    if _TASK not in report.read:
        report.read[_TASK] = tuple(_of_task(report))
    shared = [*_of_block(report, n), *report.read[_TASK]]
    rules = dict(_by_rules(report, n))
    found = []
    for place, one in enumerate(block.said):
        holding = [*shared, *_places(report, n, place), *(f"list {name}" for name in lists[place])]
        if place:
            holding += [f"before {name}" for name in lists[place - 1] if name in _NEAR]
        if place + 1 < len(lists):
            holding += [f"after {name}" for name in lists[place + 1] if name in _NEAR]
        holding += [name for name, at in rules.items() if at in (place, -2)]
        found.append(_weighed(one, holding, words(report.known.wrong)))
    return tuple(found)


_TASK = -1  # where a report keeps what stands around all of its blocks
_NAMES = {act: f"points {act}" for act in acts.ACTS}


def _weighed(one: str, holding: list[str], wrong: frozenset[str]) -> dict[str, int]:
    """What is known of a sentence: all that holds, and what depends on its words."""
    points = acts.agent(one)
    trap, lead = points["trap"], lead_of(one) // 10
    found = dict.fromkeys(holding, HOLDS)
    for act, many in points.items():
        found[_NAMES[act]] = many // 10
    for step in _STEPS:
        if trap > step:
            found[f"trap over {step}"] = (trap - step) // 10
        if lead > step // 10:
            found[f"lead over {step}"] = lead - step // 10
    mine = words(one)
    found["lead"] = lead
    found["words"] = min(len(mine), 20) // 2
    found["short"] = HOLDS * (len(mine) < 4)
    found["complained of"] = min(len(mine & wrong), 4) * HOLDS // 2
    for name in _STATES.intersection(holding):
        found[f"lead and {name}"] = lead
        found[f"trap and {name}"] = trap // 10
    return found


def by_grammar(report: Report, n: int) -> tuple[Literal["cause", "tried", ""], int, int]:
    """What the grammar of causes reads in the n-th block: what it tells, and the places of the sentences that explain a
    trouble or tell one, -1 where none does; read once, as long as the report is there."""
    if n not in report.read:
        block, known = report.told[n], report.known
        more = report.told[n + 1].said if n + 1 < len(report.told) else ()
        explains = explanation(block, known, more, n == 0)
        report.read[n] = kind_of(block, report.tried), explains, telling(block, known, report.offers)
    found: tuple[Literal["cause", "tried", ""], int, int] = report.read[n]
    return found


def _by_rules(report: Report, n: int) -> Iterator[tuple[str, int]]:
    """What the grammar of causes makes of a block: a name, and the place of its sentence, -2 for all of them."""
    kind, explains, tells = by_grammar(report, n)
    if kind:
        yield f"rule {kind}", -2
    yield "rule explains", explains
    yield "rule tells", tells


def _of_block(report: Report, n: int) -> Iterator[str]:
    block: Block = report.told[n]
    yield f"block {min(n, 3)}"
    yield f"blocks {min(len(report.told), 4)}"
    yield f"of {min(len(block.said), 5)}"
    for name, holds in (("item", block.item), ("block asks", block.asked), ("headed", bool(block.heading))):
        if holds:
            yield name


def _places(report: Report, n: int, place: int) -> Iterator[str]:
    if n == 0:
        yield f"place {min(place, 4)}"
    if place == len(report.told[n].said) - 1:
        yield "last"


def _of_task(report: Report) -> Iterator[str]:
    known, turn = report.known, report.turn
    tools = [step.tool for step in turn.steps if step.tool]
    prompt = turn.prompt.text.rstrip() if turn.prompt else ""
    holds = {
        "failed": known.failed,
        "mended": known.mended,
        "red": known.red,
        "symptom": known.symptom,
        "why": known.why,
        "bare": known.bare,
        "told wrong": bool(known.wrong),
        f"state {known.state}": True,
        "offers": report.offers,
        "proposes": report.proposes,
        "first": turn.index == 0,
        "changed": any(tool.family in ("edit", "write") for tool in tools),
        "ran": any(tool.family == "shell" for tool in tools),
        "idle": not tools,
        "asked": prompt.endswith(("?", "？")),
        "short prompt": len(prompt) < 40,
        "zh": acts.lexicon(report.seen.text[:400]) == "zh",
    }
    yield from (name for name, held in holds.items() if held)
