"""What a session's people decided, prefer and call things: claims without any model.

Only prompts speak for a person. An agent's words count where the person took them up (proposals.py), where they locate
a term that the person used, or where they report a choice that later prompts let stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memwiki.compile import acts, claims, evidence, kept, meanings, subjects, titles
from memwiki.compile.agreements import decisions
from memwiki.compile.concepts import located
from memwiki.compile.defining import meant, with_definitions
from memwiki.compile.exchanges import Exchange, exchanges, last_said
from memwiki.compile.language import fold, language, sentences, written_like
from memwiki.compile.likeness import mentions, words
from memwiki.compile.offers import Open
from memwiki.compile.overruled import overruled
from memwiki.compile.passages import passages, told
from memwiki.compile.picks import Option
from memwiki.compile.proposals import answer
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.refusals import instead
from memwiki.compile.replies import Taken
from memwiki.compile.restated import restated
from memwiki.compile.session import Session, Turn
from memwiki.compile.settled import FAILED
from memwiki.compile.speech import read
from memwiki.compile.uptake import guessed, read_reply
from memwiki.compile.utterances import Utterance
from memwiki.records import Claim, Observation
from memwiki.regexes import regex


def statements(session: Session) -> tuple[Claim, ...]:
    """Decisions, preferences and concepts of one session, in the order they were said; a corrected slip is left out."""
    found: list[Claim] = []
    heard = Heard()
    refused: list[str] = []
    prompts: list[str] = []
    for one in exchanges(session):
        turn = one.turn
        if turn.prompt is not None:
            prompts.append(own_words(fold(turn.prompt.text)))
            found = _answered(session, one, turn.prompt, found, refused, heard)
        heard.hear(
            step.tool.output
            for step in (*turn.steps, *turn.helper_steps)
            if step.tool and step.tool.family not in ("edit", "write", "todo")
        )
        if turn.final is not None:
            found.extend(_located(turn.final, found, heard))
            found.extend(meanings.explained(turn, prompts))
    sources = {o.id: o.text for o in session.observations}
    return tuple(_once([_as_written(c, sources.get(c.evidence[-1].observation, "")) for c in found]))


def _answered(
    session: Session, one: Exchange, prompt: Observation, before: list[Claim], refused: list[str], heard: Heard
) -> list[Claim]:
    """The claims so far (`before`) with those of a prompt, less the slips that it takes back."""
    turn, said, pending, down = one.turn, one.said, one.pending, False
    found = list(before)
    worths = kept.values(one.heard, one.around)
    if (replied := _replied(one, refused, heard)) is not None:
        found.extend(replied[0])
        said = said[replied[1] :]
    elif pending is not None:
        down = answer(pending, prompt.text).verdict == "refused"
        refused += [option.name for option in pending.options] if down else []
        said = _without_answer(said)
    bare = _without_refusal(said, one.open)
    said, down = bare, down or bare is not said
    earlier = list(found)
    found = _without_slips(found, said)
    own = _said(_kept(said, worths, bool(one.around.answer)), prompt, heard, _asked_before(session, turn))
    own = overruled(said, prompt, own)
    again = None if own else restated(said, prompt, earlier, last_said(session, turn), _worked(turn))
    if again is not None:
        found = [claim for claim in earlier if claim is not again[1]]
        own = [again[0]]
    if replied is None and not down and not _warns(worths[:1]):
        own += _guessed(one, own, refused, heard)
    own += _turned(said, prompt)
    own += [claims.withdrawal(u, prompt) for u in said if _withdraws(u)]
    found.extend(instead(pending, prompt, own) if pending is not None and down else own)
    if replied is None:
        found.extend(_let_stand(session, turn, heard))
    return found


def _worked(turn: Turn) -> str:
    """The agent's message on work that changed files."""
    edited = any(step.tool and step.tool.family == "edit" for step in turn.steps)
    return turn.final.text if turn.final and edited else ""


_MARKS = regex(r"[，：；？！（）“]|(?<=[㐀-鿿]) (?=[㐀-鿿])")


def _as_written(claim: Claim, source: str) -> Claim:
    """The claim in the source's own punctuation."""
    if not _MARKS.search(source):
        return claim
    return replace(
        claim,
        title=written_like(claim.title, source),
        text=written_like(claim.text, source),
        parts={name: tuple(written_like(line, source) for line in lines) for name, lines in claim.parts.items()},
        evidence=tuple(replace(e, quote=written_like(e.quote, source)) for e in claim.evidence),
    )


# -- the person's own sentences ---------------------------------------------------------------------------------------


def _asked_before(session: Session, turn: Turn) -> str:
    """The prompt before: what a bare correction (`oops i meant 600s`) is about."""
    earlier = [t.prompt for t in session.turns[: turn.index] if t.prompt is not None]
    return " ".join(own_words(fold(earlier[-1].text)).split())[:300] if earlier else ""


_WARNS = 60  # points by which a reply is worth a trap, and more a trap than a choice


def _warns(worths: Sequence[Mapping[str, int]]) -> bool:
    """Whether a reply tells of a trap: then it takes nothing of what lay open."""
    return any(one and one["gotcha"] >= _WARNS and one["gotcha"] - one["decision"] >= _WARNS for one in worths)


_TAKES_BACK = 120  # points by which a sentence must withdraw something rather than do anything else


def _withdraws(u: Utterance) -> bool:
    return _takes_back(u) or _seems_off(u)


def _takes_back(u: Utterance) -> bool:
    """`drop the decision to cache sessions in Redis`, 之前那条规定作废: it says itself that it ends something."""
    return not u.asked and _TAKEN_BACK.search(u.raw) is not None


_TAKEN_BACK = regex(
    r"^(?:(?:please|pls|ok(?:ay)?|so|and),? )*(?:drop|forget|cancel|revoke|scrap|withdraw|undo"
    r"|take back) (?:about )?(?:the|that|our|my)"
    r" (?:(?:old |whole )?(?:decision|rule|convention|choice|policy|agreement)\b(?! to (?:not|never)\b)"
    r"|[\w -]{3,40},? (?:we|i) (?:do not|don'?t) (?:want|need|use) (?:it|that|them) any ?more)"
    r"|(?:之前|上次|那[条个]|原来)[^,。]{0,8}(?:决定|规定|规矩|约定)[^,。]{0,4}(?:作废|取消|不算了?|撤了|收回)",
    re.IGNORECASE,
)


def _seems_off(u: Utterance) -> bool:
    return u.off >= _TAKES_BACK and u.act in ("note", "task", "later", "maybe") and not u.asked and not u.corrects


def _said(said: tuple[Utterance, ...], prompt: Observation, heard: Heard, before: str) -> list[Claim]:
    found: list[Claim] = []
    for passage in passages(with_definitions(said)):
        if heard.repeats(passage.text):
            continue
        if passage.act == "definition":
            found.extend(claims.definition(one, passage, prompt) for one in meant(passage.said[0]))
        elif claim := claims.statement("preference" if passage.act == "rule" else "decision", passage, prompt, before):
            found.append(claim)
    return found


def _turned(said: tuple[Utterance, ...], prompt: Observation) -> list[Claim]:
    """`raise the valve cap from 20 to 35 minutes` is an order; where a page holds the 20, it changes what holds."""
    made = (claims.statement("decision", told(said, n), prompt) for n, u in enumerate(said) if _turns_value(u))
    return [replace(claim, act="turn", confidence=_TURNED) for claim in made if claim is not None and claim.replaces]


_TURNED = 0.75


def _turns_value(u: Utterance) -> bool:
    return u.act == "task" and not u.asked and "from_to" in u.cues and not u.cues.any("once", "maybe")


def _kept(said: tuple[Utterance, ...], worths: Sequence[Mapping[str, int]], answered: bool) -> tuple[Utterance, ...]:
    """What is left of a prompt's sentences once its answer is taken off, with the acts that their worth speaks for.

    What nothing but its worth makes a choice stays what it is beside a choice, and a complaint before a rule: they are
    the reason.
    """
    mine = zip(said, worths[len(worths) - len(said) :], strict=True)
    made = [
        replace(u, act="note", weight=0) if _takes_back(u) else u if _withdraws(u) else kept.kept(u, worth, answered)
        for u, worth in mine
    ]
    chosen = {n for n, u in enumerate(said) if u.act == "choice" and made[n].act == "choice"}
    ruled = {n for n, u in enumerate(said) if u.act == "rule" and made[n].act == "rule"}
    return tuple(
        u if _is_reason(u, one, bool({n - 1, n + 1} & chosen), n + 1 in ruled) else one
        for n, (u, one) in enumerate(zip(said, made, strict=True))
    )


def _is_reason(u: Utterance, made: Utterance, beside_choice: bool, before_rule: bool) -> bool:
    """Whether what its worth alone makes a claim is why the next sentence says so: 又写了一大段注释。注释短一点."""
    if made.act == "choice":
        return u.act == "note" and (beside_choice or FAILED.match(u.raw) is not None)
    return made.act == "rule" and u.act in ("note", "task") and before_rule and _AGAIN.match(u.raw) is not None


_AGAIN = regex(
    r"(?:you|u)(?:'ve| have)? (?:keep|kept|again|always|still|just)\b|(?:again|why) (?:you|do you|did you)\b"
    r"|(?:你)?(?:怎么)?(?:又|还是?|老是?|总是?|每次都)[^,。]{2,}",
    re.IGNORECASE,
)


def _without_answer(said: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """The sentence that answers a proposal says nothing of its own, unless it goes on to choose."""
    first = said[0] if said else None
    own = ("reason", "memo", "decided", "contrast", "lets", "go_with", "we_do")
    if first is None or first.act == "rule" or first.cues.any(*own) or first.weight >= 30:
        return said
    return said[1:] if first.act == "choice" else said


def _without_refusal(said: tuple[Utterance, ...], open_: Open | None) -> tuple[Utterance, ...]:
    """`no framework please`, where the agent had suggested one, turns that down and rules nothing."""
    if not said or open_ is None or (bare := _REFUSES.fullmatch(said[0].raw.strip(" .!"))) is None:
        return said
    thing = words(bare["en"] or bare["zh"])
    suggested = any(_SUGGESTS.search(one) and thing <= words(one) for one in open_.words.split("\n"))
    return said[1:] if thing and suggested else said


_REFUSES = regex(
    r"(?:no|nah|without|skip the|not? a) (?P<en>[\w-]+(?: [\w-]+){0,2}?)(?:,? (?:please|pls|thanks|thank you|thx"
    r"|here|for now))?|(?:不用|不要|别)(?P<zh>[^,。]{2,12}?)(?:了|吧)?",
    re.IGNORECASE,
)
_SUGGESTS = regex(
    r"\b(?:recommend|suggest|propose|i'?d (?:move|use|take|go|add|switch)|could (?:move|use|add|switch)"
    r"|consider)\w*\b|建议|推荐|可以考虑",
    re.IGNORECASE,
)


def _without_slips(found: list[Claim], said: tuple[Utterance, ...]) -> list[Claim]:
    """`sorry i meant 45, 20 was the old value` takes back what this session said of the same thing."""
    slips = [u for u in said if u.corrects]
    if not slips:
        return found
    said_words = frozenset().union(*(words(u.text) for u in slips))
    wrong = [v for u in slips for v in subjects.refused(u.text, u.lang)]
    last = max((c.ts for c in found), default="")
    return [c for c in found if not (c.source == "person" and _is_slip(c, said_words, wrong, c.ts == last))]


def _is_slip(claim: Claim, said: frozenset[str], wrong: Sequence[str], just_said: bool) -> bool:
    shared = len(said & words(claim.text))
    return shared >= (1 if just_said else 2) or any(mentions(claim.text, value) for value in wrong)


def _once(found: Sequence[Claim]) -> list[Claim]:
    seen: set[tuple[str, str]] = set()
    kept = []
    for claim in found:
        mark = (claim.kind, claim.text.lower())
        if mark not in seen:
            seen.add(mark)
            kept.append(claim)
    return kept


def _replied(one: Exchange, refused: list[str], heard: Heard) -> tuple[list[Claim], int] | None:
    """The decisions that answer what lies open, and how many sentences of the prompt they take up."""
    lies, prompt = one.open, one.turn.prompt
    if lies is None or prompt is None:
        return None
    reply = read_reply(one)
    if reply is None or any(_theirs(option, heard) for option in reply.options):
        return None
    return _taken(reply, lies, prompt, refused), reply.rest


def _taken(reply: Taken, lies: Open, prompt: Observation, refused: list[str]) -> list[Claim]:
    """The decisions of a reply, with what was turned down of the same matter before."""
    about = words(lies.words)
    before = [idea for idea in refused if len(words(idea) & about) >= _SAME_MATTER]
    made = decisions(replace(reply, refused=(*reply.refused, *before)), lies, prompt)
    refused.clear()
    return made


def _guessed(one: Exchange, own: Sequence[Claim], refused: list[str], heard: Heard) -> list[Claim]:
    """The decision of a reply that fits no form, where the prompt states nothing of its own."""
    if one.open is None or one.turn.prompt is None or any(c.kind in ("decision", "preference") for c in own):
        return []
    reply = guessed(one)
    if reply is None or any(_theirs(option, heard) for option in reply.options):
        return []
    return _taken(reply, one.open, one.turn.prompt, refused)


_SAME_MATTER = 2  # words that an idea turned down before shares with what is taken now


def _theirs(option: Option, heard: Heard) -> bool:
    """Whether the option's words are those of a tool, a file or a page."""
    text = titles.body(" ".join((option.text or option.name).split()), language(option.text))
    return heard.repeats(text, short=True)


# -- the agent's own words --------------------------------------------------------------------------------------------


def _located(final: Observation, found: list[Claim], heard: Heard) -> list[Claim]:
    """An agent's message that says where a term of this session lives extends the person's concept."""
    spot = located(final.text)
    if spot is None:
        return []
    code, where, alias = spot
    names = {code.lower(), alias.lower()} - {""}
    known = next((c for c in reversed(found) if c.kind == "concept" and names & c.keys), None)
    if known is None and not alias:
        return []
    said = [s.text for s in sentences(fold(final.text))][:3]
    text = ". ".join(said)
    if heard.repeats(text, short=True):
        return []
    name = known.title if known else alias
    aliases = tuple(n for n in dict.fromkeys([code, alias]) if n and n.lower() != name.lower())
    return [
        Claim(
            kind="concept",
            act="affirm" if known else "state",
            subject=name,
            title=name,
            text=text,
            ts=final.ts,
            evidence=(evidence.of(final, text),),
            source="agent",
            confidence=0.6,
            lang=language(text),
            parts={"definition": (text,), "where": (where,)},
            keys=frozenset(names | (known.keys if known else set())),
            entities=subjects.entities(text),
            aliases=aliases,
        )
    ]


_CHOSE = regex(
    r"\b(?:i|we) (?:chose|went with|picked|opted for|decided (?:on|to)|kept|"
    r"settled on)\b[^.]*?\b(?:because|instead of|rather than|over|not|since)\b|我(?:选(?:择|用)?了|"
    r"采用了|用了|决定)[^。]*(?:因为|而不是|没有用|而非)",
    re.IGNORECASE,
)


def _let_stand(session: Session, turn: Turn, heard: Heard) -> list[Claim]:
    """The agent's stated choice of the turn before, carried out there, which this prompt does not refuse.

    What the agent took from tools, files or the web stays theirs, also in nearly the same words.
    """
    before = next((t for t in reversed(session.turns[: turn.index]) if t.final is not None), None)
    if before is None or before.final is None or before.index != turn.index - 1 or turn.prompt is None:
        return []
    worked = any(step.tool and step.tool.family in ("edit", "write") for step in (*before.steps, *turn.steps))
    objected = any(
        u.corrects
        or u.act == "choice"
        or re.match(r"(?:no|nope|nah|revert|undo|why|wait|not)\b|不|别|为什么", u.raw, re.IGNORECASE)
        for u in read(turn.prompt.text)[:2]
    )
    if not worked or objected:
        return []
    return [
        _agents_choice(s.text, before.final)
        for s in sentences(fold(before.final.text))
        if _chose(s.text) and len(s.text) < 400 and not _echoed(s.text, heard) and not _BOWS.match(s.text)
    ][:1]


# `Fine, GATK stays`: the agent only takes what the person said
_BOWS = regex(
    r"(?:fine|ok(?:ay)?|understood|sure|alright|all right|got it|noted|agreed|will do|fair enough|right)\b[,.;:!—-]"
    r"|(?:好的?|明白|收到|没问题|行|了解)[,，。]",
    re.IGNORECASE,
)
_CLEARLY = 150  # points (acts.py) by which an agent's sentence must tell a choice rather than anything else
_WEIGHED = regex(r"\b(?:because|since|instead of|rather than|over)\b|因为|而不是|而非|没有用", re.IGNORECASE)


def _chose(text: str) -> bool:
    """Whether an agent's sentence says what it chose, and against what or why."""
    if _CHOSE.search(text):
        return True
    return (
        _WEIGHED.search(text) is not None
        and re.match(r"(?:i|we)\b|我", text, re.IGNORECASE) is not None
        and acts.margin(acts.agent(text), "choice") >= _CLEARLY
    )


_I_CHOSE = regex(
    r"^(?:i|we) (?:chose|went (?:with|for)|picked|opted for|decided (?:on|to)|kept|settled on) ", re.IGNORECASE
)


def _echoed(text: str, heard: Heard) -> bool:
    return heard.repeats(text, short=True) or heard.echoes(_I_CHOSE.sub("", text))


def _agents_choice(text: str, final: Observation) -> Claim:
    lang = language(text)
    body = _I_CHOSE.sub("", text)
    about = subjects.subject(body, lang)
    return Claim(
        kind="decision",
        act="state",
        subject=about,
        title=titles.title(body, lang),
        text=text,
        ts=final.ts,
        evidence=(evidence.of(final, text),),
        source="agent",
        confidence=0.4,
        lang=lang,
        parts={},
        keys=subjects.keys(body, lang, about, "decision"),
        entities=subjects.entities(text),
    )
