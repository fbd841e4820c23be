"""What a person warns of: a dead end, a thing that hangs, breaks or fails without an error."""

from __future__ import annotations

import re

from memwiki.compile import asked, evidence
from memwiki.compile.language import clauses, language, sentences
from memwiki.compile.likeness import words
from memwiki.compile.passing import Setting, in_passing
from memwiki.compile.passing_cues import COST, HARM
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.session import Turn
from memwiki.compile.trap_cues import ATTRIBUTED, HINT, REPORT, TROUBLE, WARNING
from memwiki.compile.trap_words import keys, names, no_article
from memwiki.compile.traps import TEXT
from memwiki.compile.wording import ended
from memwiki.records import Claim, Observation


def warned(turn: Turn, heard: Heard) -> list[Claim]:
    """One claim for each warning of a turn's prompt; none for what it quotes or only reports."""
    prompt = turn.prompt
    if prompt is None:
        return []
    parts = _spoken(prompt.text)
    repair = [n for n, one in enumerate(sentences(own_words(prompt.text))) if REPORT.search(one.text + "?" * one.asked)]
    setting = Setting.of(turn, bool(repair))
    told = [(part, "".join(parts[n + 1 : n + 2])) for n, part in enumerate(parts)]
    return [_warned(prompt, part) for part, after in told if _warns(part, after, setting) and not heard.repeats(part)]


def _spoken(prompt: str) -> list[str]:
    """A person's sentences; a short warning and the sentence that explains it are one."""
    said = [s.text for s in sentences(own_words(prompt)) if not s.asked]
    joined: list[str] = []
    for one in said:
        before = joined[-1] if joined else ""
        warned = WARNING.search(before) and not TROUBLE.search(before) and TROUBLE.search(one)
        short = TROUBLE.search(before) and len(one) <= 30 and HINT.search(one) and not TROUBLE.search(one)
        cost = HARM.search(before) and COST.search(one) and len(one) <= 60 and not HARM.search(one)
        if warned or short or cost:
            joined[-1] = f"{before}, {one}"
        else:
            joined.append(one)
    return joined


def _warns(text: str, after: str, setting: Setting) -> bool:
    if REPORT.search(text) or ATTRIBUTED.search(text) or len(words(text)) < 2:
        return False
    if TROUBLE.search(text) and (WARNING.search(text) or (not setting.repair and HINT.search(text))):
        return True
    return language(text[:2000]) != "other" and in_passing(text, after, setting)


def _warned(prompt: Observation, text: str) -> Claim:
    plain_text = _HEADS_UP.sub("", text)
    bare = _HEADS_UP.sub("", asked.stripped(plain_text) or plain_text)
    title = asked.title(no_article(_core(bare)))
    dead_end = re.search(r"\btr(?:y|ied|ying)\b|试", text, re.IGNORECASE) is not None
    named = names([text])
    parts = {"failed": (ended(bare),)} if dead_end else {"symptom": (ended(bare),)}
    return Claim(
        kind="gotcha",
        act="state",
        subject=asked.cut_words(title, 60),
        title=title,
        text=shortened(ended(bare), TEXT),
        ts=prompt.ts,
        evidence=(evidence.of(prompt, text),),
        source="person",
        confidence=0.9,
        lang=language(text[:2000]),
        parts=parts,
        keys=keys(named, title),
        entities=named[:8],
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
