"""Whether a model's words stand on words that were said: literal quotes, names and numbers, no turn of the sense.

Only whole numbers decide, as everywhere in this room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from memwiki.compile import evidence
from memwiki.compile.brief import text_of
from memwiki.compile.language import clauses, fold, written_like
from memwiki.compile.likeness import contained, normal, words
from memwiki.compile.proposals import answer, proposal
from memwiki.compile.quotation import Heard, own_words, unquoted
from memwiki.compile.session import TOOL_EVENTS, Session
from memwiki.compile.speech import read
from memwiki.compile.symptoms import error_line
from memwiki.records import Evidence, Observation
from memwiki.regexes import regex
from memwiki.values import value

SAID = 75  # percent of a statement's words that its sources must hold
_AROUND = 700  # characters on both sides of a quote that speak with it
_SHORTEST = 8  # letters of a quote that proves anything, where the observation has more
_BETWEEN = regex(r"[\s.,;:!?*`，。；：！？-]+")  # line breaks, points and marks may differ, words may not
_ASKED = frozenset({"question", "hearsay", "maybe", "ack"})
_PASSING = _ASKED | {"oneoff", "later"}  # what is said for this once makes no standing preference
# What must stand in the source letter by letter: addresses, numbers, paths, options, code.
_LITERAL = regex(
    r"`[^`\n]+`|[!-~]*(?:://|[\d@|$\\=])[!-~]*|(?<!\w)--?[a-z][\w-]*|[!-~]*\w[./]\w[!-~]*", re.IGNORECASE | re.ASCII
)
_NO = regex(
    r"\b(?:not|never|no|without|avoid|stop|nothing|cannot|refuse\w*|\w+n't|(?:ca|wo|do|does|did|is|are|was|should|must)nt)\b"
    r"|不|别|勿|禁止|没有|拒绝",
    re.IGNORECASE,
)

Speaker = Literal["person", "agent", "tool"]


@value(frozen=True, slots=True)
class Words:
    """A quote at its place: who said it, as captured, and the words around it."""

    seen: Observation
    speaker: Speaker
    quote: str
    around: str

    @property
    def evidence(self) -> Evidence:
        """The observation with the quote, as pages cite it."""
        return evidence.of(self.seen, written_like(self.quote, self.seen.text))


def find(seen: Observation, quote: str) -> Words | None:
    """Where the quote's words stand in the observation, one after the other; of a person, in their own words only."""
    speaker: Speaker = "tool" if seen.tool else "person" if seen.event == "user-prompt" else "agent"
    whole = text_of(seen)
    text = whole if speaker == "tool" else own_words(fold(whole))
    wanted = [word for word in _BETWEEN.split(quote if speaker == "tool" else fold(quote)) if word]
    if not wanted or len("".join(wanted)) < min(_SHORTEST, len("".join(_BETWEEN.split(text)))):
        return None
    match = re.search(_BETWEEN.pattern.join(re.escape(word) for word in wanted), text)
    if match is None or len(match[0]) > 300:
        return None
    if speaker != "tool" and normal(match[0]) not in normal(unquoted(text)):
        return None  # another's, or only mentioned
    around = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
    return Words(seen, speaker, match[0], around)


def refusal(kind: str, text: str, found: Sequence[Words], session: Session) -> str:
    """Why quotes of these speakers cannot make a claim of this kind; "" where they can."""
    speakers = {place.speaker for place in found}
    if kind in ("preference", "decision"):
        if "tool" in speakers:
            return "a tool's words make no rule"
        own = [place for place in found if place.speaker == "person"]
        if not own:
            return "no person said it"
        passing = _PASSING if kind == "preference" else _ASKED
        if _says(text, own, passing):
            return ""
        if kind == "decision" and _accepted(text, found, session):
            return ""
        return "the person did not say it as something that holds"
    if speakers == {"tool"}:
        return "only a tool said it"
    if kind == "concept" and "tool" in speakers:
        return "a tool's words define nothing"
    return "" if kind == "gotcha" or "agent" in speakers or _says(text, found, _ASKED) else "only asked, not said"


def _says(text: str, own: Sequence[Words], passing: frozenset[str]) -> bool:
    """Whether a sentence of the person that a quote is taken from states something, and says what the claim says."""
    return any(
        stands(text, [place])
        for place in own
        if any(
            said.act not in passing and not said.asked and (said.act != "task" or said.weight > 0)
            for said in read(place.seen.text)
            if _overlap(said.raw, place.quote)
        )
    )


def _overlap(sentence: str, quote: str) -> bool:
    mine, theirs = words(sentence), words(fold(quote))
    return normal(sentence) in normal(quote) or max(contained(mine, theirs), contained(theirs, mine)) >= SAID


def _accepted(text: str, found: Sequence[Words], session: Session) -> bool:
    """Whether the claim is what an agent proposed and the person took in the next prompt; both are cited."""
    cited = {place.seen.id for place in found}
    for before, after in zip(session.turns, session.turns[1:], strict=False):
        if before.final is None or after.prompt is None or not {before.final.id, after.prompt.id} <= cited:
            continue
        offered = proposal(before.final.text)
        reply = answer(offered, after.prompt.text) if offered else None
        if reply and reply.verdict == "taken" and reply.option:
            taken = words(f"{reply.option.name} {reply.option.text} {after.prompt.text}")
            if contained(words(text), taken) >= SAID:
                return True
    return False


def stands(text: str, found: Sequence[Words], sense: bool = True) -> bool:
    """Whether the sources hold the text's words, its names and numbers literally, and not the opposite.

    Without `sense` for what was refused, which its sources name with a "not".
    """
    said = "\n".join(place.around for place in found)
    mine = words(fold(text))
    if not mine or contained(mine, frozenset().union(*(words(fold(place.around)) for place in found))) < SAID:
        return False
    within = normal(said)
    if any(normal(name.strip("`.,;:!?()[]\"'，。；：！？（）")) not in within for name in _LITERAL.findall(text)):
        return False
    return not (sense and _turned(text, found))


def _turned(text: str, found: Sequence[Words]) -> bool:
    """Whether the text says yes where its sources say no, or no where they say yes."""
    pieces = [clause for place in found for clause in _clauses(place.around)]
    for mine in _clauses(text):
        about = words(mine)
        near = [clause for clause in pieces if contained(about, words(clause)) >= SAID or _same(about, words(clause))]
        if near and all(bool(_NO.search(clause)) != bool(_NO.search(mine)) for clause in near):
            return True
    return bool(_NO.search(text)) and not any(_NO.search(clause) for clause in pieces)


def _same(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return len(theirs) >= 2 and contained(theirs, mine) >= SAID


def _clauses(text: str) -> list[str]:
    parts = re.split(r"[.!?;\n。！？；]+(?=\s|$)|\b(?:because|since|so that|but)\b|因为|所以|但", fold(text))
    return [clause for part in parts for clause in clauses(part) if words(clause)]


def repeated(session: Session, said: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Those of the (observation id, text) pairs whose text holds a long span of what tools printed before it."""
    texts: dict[str, list[str]] = {}
    for identity, text in said:
        texts.setdefault(identity, []).append(text)
    heard, found = Heard(), set()
    for seen in session.observations:
        found |= {(seen.id, text) for text in texts.get(seen.id, ()) if heard.repeats(text)}
        tool = seen.tool if seen.event in TOOL_EVENTS else None
        if tool and tool.output and tool.family not in ("edit", "write", "todo"):
            heard.hear(["\n".join(line for line in tool.output.splitlines() if not error_line(line))])
    return frozenset(found)
