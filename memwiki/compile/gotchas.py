"""Gotchas: traps with their cause, told by an agent that found one or by a person who warns of one.

An error alone is none: finishing the work fixes most of them. It takes a stated cause, an approach that was tried and
did not work for a reason, or a warning. What tools, files and web pages said is never one, in whosever mouth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from memwiki.compile import discoveries
from memwiki.compile.explained import Told, lead, of_trouble, slip
from memwiki.compile.findings import Block, brief, next_fix, unfit
from memwiki.compile.language import language
from memwiki.compile.likeness import contained, words
from memwiki.compile.passing_cues import PROPOSES
from memwiki.compile.quotation import Heard
from memwiki.compile.reports import Report, reports
from memwiki.compile.session import Session
from memwiki.compile.surroundings import surroundings
from memwiki.compile.symptoms import without_errors
from memwiki.compile.trap_cues import CALLED_TRAP, MARKER
from memwiki.compile.traps import Trap
from memwiki.compile.warned import warned
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

MAX_GOTCHAS = 40


def gotchas(session: Session) -> tuple[Claim, ...]:
    """The traps of one session, oldest first, each once."""
    heard = Heard()
    found: list[Claim] = []
    for worked in reports(session):
        turn = worked.turn
        if turn.prompt is not None:
            found += warned(turn, heard, surroundings(session, turn))
        heard.hear(_foreign(one.at for one in worked.steps))
        heard.hear(_foreign(turn.helper_steps))
        for report in worked.reports:
            found += _told(report, heard)
    return _once(found)[:MAX_GOTCHAS]


def _foreign(steps: Iterable[Observation]) -> Iterator[str]:
    """What tools printed, without the error lines that an agent may well repeat."""
    for one in steps:
        tool = one.tool
        if tool and tool.output and tool.family not in ("edit", "write", "todo"):
            yield without_errors(tool.output)


def _once(found: Sequence[Claim]) -> tuple[Claim, ...]:
    """Each trap once; a person's short hint joins the agent's finding that names the same thing."""
    kept: list[Claim] = []
    for claim in found:
        mine = words(claim.text)
        twin = next((n for n, old in enumerate(kept) if _alike(claim, old) or _hint(old, claim)), None)
        if twin is None:
            kept.append(claim)
        elif kept[twin].source == "person" and claim.source == "agent":
            told = (*claim.parts.get("failed", ()), kept[twin].text)
            proof = (*claim.evidence, *kept[twin].evidence)
            kept[twin] = replace(claim, parts={**claim.parts, "failed": told}, evidence=proof)
        elif len(mine) > len(words(kept[twin].text)) and kept[twin].source == claim.source:
            kept[twin] = replace(claim, evidence=(*claim.evidence, *kept[twin].evidence)[:6])
    return tuple(kept)


def _hint(person: Claim, agent: Claim) -> bool:
    """`设 TZ 没用的`, and then the agent tells why."""
    if person.source != "person" or agent.source != "agent" or len(person.text) > 40:
        return False
    return bool(person.entities) and all(name.lower() in agent.text.lower() for name in person.entities)


def _alike(a: Claim, b: Claim) -> bool:
    small, large = sorted((words(a.text), words(b.text)), key=len)
    mine, theirs = ([name.lower() for name in one.entities if len(name) > 5] for one in (a, b))
    shared = any(one in other or other in one for one in mine for other in theirs)
    return bool(small) and contained(small, large) >= (30 if shared else 50)


def _narrates(block: Block, known: Told) -> bool:
    """Whether nothing had gone wrong and no sentence of the block reads like a trap, whatever word stands in it."""
    return not (known.red or known.symptom) and all(lead(one) < 0 for one in block.said)


# Points (discoveries.py), measured on dialogues whose writers the weights had not seen (eval/learn_worth.py --without).
DISCOVERED = 0  # so much makes a trap of what the grammar of causes does not read as one
DISCOVERED_CALM = 25  # where nothing had failed and nobody had complained
DISCOVERED_PLAIN = 60  # more, where no word tells of a harm or its cause
DISCOVERED_IN_WORK = 100  # where it tells what the agent did
VAIN = -100  # with less, what it reads as one is none
VAIN_IN_WORK = 0  # where the block tells how the work came out, which has causes and troubles of its own


def _told(report: Report, heard: Heard) -> list[Claim]:
    told = report.told
    found: list[Claim] = []
    used: set[int] = set()
    for n, block in enumerate(told):
        if n in used or not block.said or brief(block):
            continue
        kind, at = _read(report, n)
        if (not kind and at < 0) or unfit(block, heard):
            continue
        fix = next_fix(told, n, used)
        found.append(Trap(report.seen, block, fix, report.tried, kind or "cause", at).claim())
    return found


def _read(report: Report, n: int) -> tuple[Literal["cause", "tried", ""], int]:
    """What the n-th block tells, and the place of the sentence that tells it; ("", -1) where it tells no trap."""
    kind, at = _by_grammar(report, n)
    if language(" ".join(report.told[n].said)[:2000]) == "other":
        return kind, at
    values = discoveries.worth(report, n)
    best = max(values)
    if kind or at >= 0:
        said = report.told[n].said
        in_work = any(map(_CAME_OUT.search, said)) and not any(map(MARKER.match, said))
        named = any(map(CALLED_TRAP.match, said)) or (report.known.why and n == 0 and MARKER.match(said[0]) is not None)
        return (kind, at) if named or best >= (VAIN_IN_WORK if in_work else VAIN) else ("", -1)
    said = report.told[n].said
    if not report.known.wrong and slip(said):
        return "", -1
    at = values.index(best)
    if PROPOSES.search(said[at]):
        return "", -1
    known = report.known
    troubled = bool(known.wrong) or known.red or known.symptom or known.why
    least = DISCOVERED if troubled else DISCOVERED_CALM
    least += 0 if of_trouble(said[at]) else DISCOVERED_PLAIN
    return "", at if best >= (DISCOVERED_IN_WORK if _WORKED.match(said[at]) else least) else -1


# `4 tests pass`, `the test covers both half past twos`, 测试全过
_CAME_OUT = regex(
    r"\btests?\b[^.;]{0,40}\b(?:pass(?:es|ed)?|covers?|(?:is|are|stays?) green)\b|(?:测试|用例"
    r"|单测)[^,，。]{0,12}(?:通过|全过|都过|绿)",
    re.IGNORECASE,
)
# `I moved zone_of to its own file so sla.py does not import models`: what the work was, whatever it avoids
_WORKED = regex(
    r"(?:I|we|I've|we've)(?: also| now)? (?:moved|added|split|renamed|removed|put|made|changed|set|wrote)\b"
    r"|(?:Open|Still open|Left|Next|To do)\b[^:.]{0,20}[:.]|(?:新增|新建|添加|加上)(?:了)? ?`"
    r"|.{0,60}\b\d[\d.,]* ?\w+ instead of \d"
)


def _by_grammar(report: Report, n: int) -> tuple[Literal["cause", "tried", ""], int]:
    block, known = report.told[n], report.known
    kind, explains, tells = discoveries.by_grammar(report, n)
    if kind:
        return ("", -1) if (not known.wrong and slip(block.said)) or _narrates(block, known) else (kind, -1)
    return "", tells if explains < 0 and (known.red or not report.proposes) else explains
