"""Gotchas: traps with their cause, told by an agent that found one or by a person who warns of one.

An error alone is none: finishing the work fixes most of them. It takes a stated cause, an approach that was tried and
did not work for a reason, or a warning. What tools, files and web pages said is never one, in whosever mouth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memwiki.compile import asked, evidence
from memwiki.compile.attempts import Attempts, attempts
from memwiki.compile.changes import root_of
from memwiki.compile.language import clauses, has_han, language, plain, sentences
from memwiki.compile.likeness import contained, words
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.session import Session, Turn
from memwiki.compile.symptoms import error_line
from memwiki.compile.trap_cues import (
    ATTRIBUTED,
    CAUSE,
    DONE,
    FIX,
    GUESS,
    HINT,
    MARKER,
    NO_CAUSE,
    QUIET_FAILURE,
    REASON,
    REPORT,
    SERVICE,
    TRIED,
    TROUBLE,
    WARNING,
)
from memwiki.compile.work import Step, steps_of
from memwiki.records import Claim, Observation

MAX_GOTCHAS = 40
_TEXT = 700
_NAME = re.compile(
    r"`[^`\n]+`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b"
    r"|\b[\w-]+\.[a-z]{1,4}\b|\b[A-Z]{2,}\b"
)
_HEADING = re.compile(r"^(?:#{1,6}\s*)?[^.。]{2,60}[:：]\s*$")
_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


def gotchas(session: Session) -> tuple[Claim, ...]:
    """The traps of one session, oldest first, each once."""
    heard = Heard()
    root = root_of(session)
    found: list[Claim] = []
    chain: list[Step] = []
    for turn in session.turns:
        if turn.prompt is not None and asked.substantive(turn.prompt.text) and _over(session, turn):
            chain = []
        if turn.prompt is not None:
            found += _warnings(turn.prompt, heard)
        steps = steps_of(turn, root)
        heard.hear(_foreign(steps))
        chain = [*chain, *steps][-200:]
        for message in turn.said:
            found += _told(message, turn, chain, heard)
    return _once(found)[:MAX_GOTCHAS]


def _over(session: Session, turn: Turn) -> bool:
    """Whether the task before this prompt had come to its end."""
    return turn.index == 0 or session.turns[turn.index - 1].ended


def _foreign(steps: Sequence[Step]) -> list[str]:
    """What tools printed, without the error lines that an agent may well repeat."""
    texts = []
    for one in steps:
        tool = one.at.tool
        if tool and tool.output and tool.family not in ("edit", "write", "todo"):
            texts.append("\n".join(line for line in tool.output.splitlines() if not error_line(line)))
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


# -- what an agent says ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph or list item of a message: its sentences as captured, and the heading above it."""

    said: tuple[str, ...]
    asked: bool
    item: bool
    heading: str = ""


def _blocks(message: str) -> list[_Block]:
    found: list[_Block] = []
    heading, lines = "", own_words(message).split("\n")
    for line in lines:
        text = _unmarked(line)
        if not text:
            continue
        if _HEADING.match(text) and not _ITEM.match(line):
            heading = text.rstrip(":：").rstrip()
            continue
        body = _ITEM.sub("", text)
        said = sentences(body)
        told = tuple(s.text for s in said if not s.asked)
        found.append(_Block(told, len(told) < len(said), bool(_ITEM.match(line)), heading))
        heading = heading if _ITEM.match(line) else ""
    return found


def _unmarked(line: str) -> str:
    return re.sub(r"\*\*|^#{1,6}\s+", "", plain(line)).strip()


def _told(message: Observation, turn: Turn, chain: Sequence[Step], heard: Heard) -> list[Claim]:
    blocks = _blocks(message.text)
    tried = attempts(chain, language(message.text[:2000]))
    found: list[Claim] = []
    used: set[int] = set()
    for n, block in enumerate(blocks):
        if n in used or not block.said:
            continue
        kind = _kind_of(block, tried)
        if not kind or _unfit(block, heard):
            continue
        fix = _next_fix(blocks, n, used)
        found.append(_Trap(message, turn, block, fix, tried, kind).claim())
    return found


def _kind_of(block: _Block, tried: Attempts) -> str:
    text = " ".join(block.said)
    if any(CAUSE.search(one) for one in block.said) or CAUSE.search(f"{block.heading}:"):
        return "cause"
    if any(TRIED.search(one) and REASON.search(one) for one in block.said):
        return "tried"
    quiet = tried.trouble and not block.item and not block.asked and QUIET_FAILURE.search(text) is not None
    return "cause" if quiet else ""


def _unfit(block: _Block, heard: Heard) -> bool:
    text = " ".join(block.said)
    cues = [one for one in block.said if CAUSE.search(one) or TRIED.search(one) or QUIET_FAILURE.search(one)]
    return (
        len(words(text)) < 4
        or all(GUESS.search(one) for one in cues or block.said)
        or bool(NO_CAUSE.search(text))
        or bool(SERVICE.search(text))
        or any(heard.repeats(one) for one in block.said)
    )


def _next_fix(blocks: Sequence[_Block], n: int, used: set[int]) -> tuple[str, ...]:
    """The paragraph after the cause, where it tells what helped."""
    if n + 1 >= len(blocks):
        return ()
    after = blocks[n + 1]
    if not after.said:
        return ()
    first = f"{after.heading}: {after.said[0]}" if after.heading else after.said[0]
    if (after.item and not after.heading) or not FIX.search(first) or CAUSE.search(first):
        return ()
    used.add(n + 1)
    return tuple(one for one in after.said if not DONE.search(one))


class _Trap:
    """One trap told by an agent, while it is put into words."""

    def __init__(
        self, message: Observation, turn: Turn, block: _Block, fix: tuple[str, ...], tried: Attempts, kind: str
    ) -> None:
        self.message, self.turn, self.tried, self.kind = message, turn, tried, kind
        self.said = [one for one in block.said if not (DONE.search(one) and not TROUBLE.search(one))] or list(
            block.said
        )
        cue = [
            n for n, one in enumerate(self.said) if CAUSE.search(one) or TRIED.search(one) or QUIET_FAILURE.search(one)
        ]
        self.cue = cue[0] if cue else 0
        self.fix = fix
        self.lang = language(" ".join(self.said)[:2000])

    def claim(self) -> Claim:
        text = shortened(" ".join(self._sentence(one) for one in self.said), _TEXT)
        title = self._title()
        names = _names([*self.said, *self.tried.errors[-2:]])
        return Claim(
            kind="gotcha",
            act="state",
            subject=asked.cut_words(title, 60),
            title=title,
            text=text,
            ts=self.message.ts,
            evidence=(
                evidence.of(self.message, " ".join(self.said)),
                *(
                    evidence.of(o, error)
                    for o, error in list(zip(self.tried.seen, self.tried.errors, strict=True))[-3:]
                ),
            ),
            source="agent",
            confidence=0.8 if self.tried.worked else 0.7,
            lang=self.lang,
            parts={name: told for name, told in self._parts().items() if told},
            keys=_keys(names, title),
            entities=names[:8],
        )

    def _parts(self) -> dict[str, tuple[str, ...]]:
        causes = [one for one in self.said[self.cue :] if not (FIX.search(one) and one is not self.said[self.cue])]
        fixes = [one for one in self.said[self.cue + 1 :] if FIX.search(one)]
        failed = list(self.tried.failed[-4:])
        if self.kind == "tried":
            failed = [one for one in self.said if TRIED.search(one)] + failed
            causes = [_reason(one) for one in causes]
        fix = [_ended(MARKER.sub("", one)) for one in (*fixes, *self.fix) if len(one) > 5]
        if self.tried.worked and not any(self.tried.worked in one for one in fix):
            fix.append(self._worked())
        return {
            "symptom": tuple(self._symptom()),
            "failed": tuple(_ended(one) for one in failed[:4]),
            "cause": tuple(_ended(self._bare(one)) for one in causes[:3]),
            "fix": tuple(fix[:4]),
        }

    def _symptom(self) -> list[str]:
        before = [_ended(one) for one in self.said[: self.cue] if TROUBLE.search(one) or error_line(one)]
        return [f"`{error}`" for error in self.tried.errors[-3:]] + before[:2]

    def _worked(self) -> str:
        return f"`{self.tried.worked}` 随后通过。" if self.lang == "zh" else f"After that `{self.tried.worked}` worked."

    def _bare(self, sentence: str) -> str:
        bare = MARKER.sub("", sentence).strip()
        return bare or sentence

    def _sentence(self, one: str) -> str:
        return _ended(one)

    def _title(self) -> str:
        chosen = self.said[self.cue]
        bare = self._bare(chosen)
        others = [one for one in self.said[: self.cue] if len(_NAME.findall(one)) > len(_NAME.findall(bare))]
        if self.kind == "tried":
            bare = _tried_title(chosen)
        elif others and not _NAME.findall(bare):
            bare = _ASIDE.sub("", others[0])
        title = asked.title(_no_article(bare))
        error = self.tried.errors[-1].rpartition(": ")[2].strip(" '") if self.tried.errors else ""
        fits = len(error) > 6 and len(title) + len(error) + 2 <= asked.TITLE
        if fits and " " in error and error.lower() not in title.lower():
            joint = ":" if self.lang == "zh" else ": "
            title = f"{title}{joint}{error}"
        return title


_ASIDE = re.compile(r"^(?:unrelated|also|separately|another|side note)\s*[:,]\s*", re.IGNORECASE)
_TRIED_WHAT = re.compile(
    r"\b(?:tried|attempted|went with|started with)\s+(?:to\s+|using\s+|with\s+"
    r"|out\s+)?(?P<what>[^,;:.]{2,50}?)(?:\s+first|\s+before|\s+too)?"
    r"\s*(?:,|;|:|\bbut\b|\band\b|\bhowever\b|—|-)\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"^.*?\b(?:because|since)\s+", re.IGNORECASE)


def _reason(sentence: str) -> str:
    """What stands behind `because`, else the sentence."""
    found = _BECAUSE.match(sentence)
    rest = sentence[found.end() :] if found else ""
    return rest if len(rest) > 12 else sentence


def _tried_title(sentence: str) -> str:
    """`vcrpy did not work: presigned requests carry a new date` of a sentence about an attempt."""
    found = _TRIED_WHAT.search(sentence)
    if not found:
        return sentence
    reason = _BECAUSE.sub("", found["rest"])
    return f"{found['what']} did not work: {reason}" if reason != found["rest"] else f"{found['what']}: {reason}"


def _no_article(text: str) -> str:
    return re.sub(r"^(?:the|a|an|that|because)\s+(?=\S)", "", text, flags=re.IGNORECASE)


def _ended(text: str) -> str:
    """A sentence with its first letter capital and a full stop."""
    text = asked.capital(text.strip(" ,;"))
    if not text or text[-1] in ".!?。！？…":
        return text
    return text + ("。" if has_han(text) else ".")


def _names(texts: Sequence[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in texts:
        for name in _NAME.findall(text):
            found.setdefault(name.strip("`"))
    return tuple(name for name in found if len(name) > 1)[:24]


def _keys(names: Sequence[str], title: str) -> frozenset[str]:
    return frozenset({*(name.lower() for name in names[:12]), *sorted(words(title))[:8]})


# -- what a person warns of --------------------------------------------------------------------------------------------


def _warnings(prompt: Observation, heard: Heard) -> list[Claim]:
    parts = _spoken(prompt.text)
    repair = REPORT.search(own_words(prompt.text)) is not None
    return [_warned(prompt, part) for part in parts if _warns(part, repair) and not heard.repeats(part)]


def _spoken(prompt: str) -> list[str]:
    """A person's sentences; a short warning and the sentence that explains it are one."""
    said = [s.text for s in sentences(own_words(prompt)) if not s.asked]
    joined: list[str] = []
    for one in said:
        before = joined[-1] if joined else ""
        warned = WARNING.search(before) and not TROUBLE.search(before) and TROUBLE.search(one)
        short = TROUBLE.search(before) and len(one) <= 30 and HINT.search(one) and not TROUBLE.search(one)
        if warned or short:
            joined[-1] = f"{before}, {one}"
        else:
            joined.append(one)
    return joined


def _warns(text: str, repair: bool) -> bool:
    if REPORT.search(text) or ATTRIBUTED.search(text) or not TROUBLE.search(text) or len(words(text)) < 2:
        return False
    return bool(WARNING.search(text)) or (not repair and bool(HINT.search(text)))


def _warned(prompt: Observation, text: str) -> Claim:
    plain_text = _HEADS_UP.sub("", text)
    bare = _HEADS_UP.sub("", asked.stripped(plain_text) or plain_text)
    title = asked.title(_no_article(_core(bare)))
    dead_end = re.search(r"\btr(?:y|ied|ying)\b|试", text, re.IGNORECASE) is not None
    names = _names([text])
    parts = {"failed": (_ended(bare),)} if dead_end else {"symptom": (_ended(bare),)}
    return Claim(
        kind="gotcha",
        act="state",
        subject=asked.cut_words(title, 60),
        title=title,
        text=shortened(_ended(bare), _TEXT),
        ts=prompt.ts,
        evidence=(evidence.of(prompt, text),),
        source="person",
        confidence=0.9,
        lang=language(text[:2000]),
        parts=parts,
        keys=_keys(names, title),
        entities=names[:8],
    )


_HEADS_UP = re.compile(
    r"^(?:heads[ -]?up|just so (?:you|u) know|fyi|mind you|careful|be careful|watch out|warning|beware|note that"
    r"|mind that|keep in mind|注意|小心|当心|提醒一下|提个醒)"
    r"(?:\s+before you [^:,]{1,40})?\W+",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:btw|i spent|we spent|i wasted|i tried|we tried|been there|tried (?:that|it)|you wo?n'?t see|u wont"
    r"|and you|don'?t (?:even )?(?:try|bother)|"
    r"之前|以前|上次|我试过|试过)",
    re.IGNORECASE,
)


def _core(text: str) -> str:
    """The clauses of a warning that name the trouble: `on api 35 the camera plugin hangs forever`."""
    parts = clauses(text)
    telling = [n for n, part in enumerate(parts) if TROUBLE.search(part) and not _FILLER.match(part)]
    if not telling or len(text) <= 60:
        return text
    first = telling[0]
    part = parts[first]
    if len(words(part)) < 4 and first > 0 and not _FILLER.match(parts[first - 1]):
        part = f"{parts[first - 1]}, {part}"
    return re.sub(r"^(?:and|but|so|because|since|otherwise)\s+", "", part, flags=re.IGNORECASE)
