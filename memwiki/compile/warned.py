"""What a person warns of: a dead end, a thing that hangs, breaks or fails without an error."""

from __future__ import annotations

import re

from memwiki.compile import asked, evidence
from memwiki.compile.language import clauses, language, sentences
from memwiki.compile.likeness import words
from memwiki.compile.passing import Setting, in_passing
from memwiki.compile.passing_cues import ADVICE, ALWAYS, ASIDE, COST, DEVICE, FORBIDS, HARM, QUIET, TOLD_CAUSE
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.session import Turn
from memwiki.compile.speech import read
from memwiki.compile.trap_cues import ATTRIBUTED, GUESS, HINT, REPORT, TROUBLE, WARNING
from memwiki.compile.trap_words import keys, names, no_article
from memwiki.compile.traps import TEXT
from memwiki.compile.utterances import Utterance
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
    said = read(prompt.text)
    told = [(part, "".join(parts[n + 1 : n + 2]), _points(part, said)) for n, part in enumerate(parts)]
    return [
        _warned(prompt, part)
        for part, after, points in told
        if _told(part, after, points, setting) and not heard.repeats(part)
    ]


_CLEARLY = 90  # points (acts.py) that make a sentence a warning, where it is not what the prompt is about
_LASTING = (WARNING, ALWAYS, COST, TOLD_CAUSE, ASIDE, QUIET, ADVICE, DEVICE, FORBIDS)
_HARDLY = 200  # points that speak against one, whatever trouble it names


def _told(part: str, after: str, points: int, setting: Setting) -> bool:
    beside = setting.idle or any(one not in part and part not in one for one in setting.orders)
    lasting = any(
        cue.search(part) for cue in (WARNING, ALWAYS, COST, TOLD_CAUSE, ASIDE, QUIET, ADVICE, DEVICE, FORBIDS)
    )
    doubtful = setting.repair or REPORT.search(part) is not None or GUESS.search(part) is not None
    if points >= _CLEARLY and lasting and beside and not doubtful:
        return True
    return points > -_HARDLY and _warns(part, after, setting)


def _points(part: str, said: tuple[Utterance, ...]) -> int:
    """How much the counted phrases of the part's sentences speak for a trap: the most of them."""
    own = [u.trap for u in said if u.lang in ("en", "zh") and (u.raw in part or part in u.raw)]
    return max(own, default=0)


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
