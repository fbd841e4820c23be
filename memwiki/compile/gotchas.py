"""Gotchas: traps with their cause, told by an agent that found one or by a person who warns of one.

An error alone is none: finishing the work fixes most of them. It takes a stated cause, an approach that was tried and
did not work for a reason, or a warning. What tools, files and web pages said is never one, in whosever mouth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memwiki.compile import asked
from memwiki.compile.attempts import attempts
from memwiki.compile.changes import root_of
from memwiki.compile.explained import Told, explanation, lead, slip, telling
from memwiki.compile.findings import Block, blocks, kind_of, next_fix, unfit
from memwiki.compile.language import language
from memwiki.compile.likeness import contained, words
from memwiki.compile.proposals import proposal
from memwiki.compile.quotation import Heard
from memwiki.compile.session import Session, Turn
from memwiki.compile.surroundings import surroundings
from memwiki.compile.symptoms import without_errors
from memwiki.compile.traps import Trap
from memwiki.compile.warned import warned
from memwiki.compile.work import Step, steps_of
from memwiki.records import Claim, Observation

MAX_GOTCHAS = 40


def gotchas(session: Session) -> tuple[Claim, ...]:
    """The traps of one session, oldest first, each once."""
    heard = Heard()
    root = root_of(session)
    found: list[Claim] = []
    chain: list[Step] = []
    asked_of: list[str] = []
    for turn in session.turns:
        if turn.prompt is not None and asked.substantive(turn.prompt.text) and _over(session, turn, chain):
            chain = []
            asked_of = []
        if turn.prompt is not None:
            found += warned(turn, heard, surroundings(session, turn))
            asked_of.append(turn.prompt.text)
        steps = steps_of(turn, root)
        heard.hear(_foreign(one.at for one in steps))
        heard.hear(_foreign(turn.helper_steps))
        chain = [*chain, *steps][-200:]
        for message in turn.said:
            found += _told(message, chain, heard, asked_of[-4:])
    return _once(found)[:MAX_GOTCHAS]


def _over(session: Session, turn: Turn, chain: Sequence[Step]) -> bool:
    """Whether the task before this prompt had come to its end; a search goes on as long as it only looks around."""
    if turn.index == 0 or not session.turns[turn.index - 1].ended:
        return turn.index == 0
    tried = attempts(chain, "en")
    return not chain or tried.trouble or tried.unnamed or any(one.changes for one in chain)


def _foreign(steps: Iterable[Observation]) -> list[str]:
    """What tools printed, without the error lines that an agent may well repeat."""
    texts = []
    for one in steps:
        tool = one.tool
        if tool and tool.output and tool.family not in ("edit", "write", "todo"):
            texts.append(without_errors(tool.output))
    return texts


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


def _told(message: Observation, chain: Sequence[Step], heard: Heard, prompts: Sequence[str]) -> list[Claim]:
    told = blocks(message.text)
    tried = attempts(chain, language(message.text[:2000]))
    known = Told.of(prompts, tried, bool(chain))
    offers = any(one.asked for one in told)
    proposes = proposal(message.text) is not None
    found: list[Claim] = []
    used: set[int] = set()
    for n, block in enumerate(told):
        if n in used or not block.said:
            continue
        kind = kind_of(block, tried)
        if kind and ((not known.wrong and slip(block.said)) or _narrates(block, known)):
            continue
        at = -1 if kind else explanation(block, known, told[n + 1].said if n + 1 < len(told) else (), n == 0)
        if not kind and at < 0 and (known.red or not proposes):
            at = telling(block, known, offers)
        if (not kind and at < 0) or unfit(block, heard):
            continue
        fix = next_fix(told, n, used)
        found.append(Trap(message, block, fix, tried, kind or "cause", at).claim())
    return found
