"""A model's accepted claims as they stand in the ledger, and their way back into the facts that pages are folded from.

They are written once, as a `decision` observation of the program, and replayed at every compile: no model is asked
again, and none is needed to prove the pages. Fields beside `text` (in Observation.extra): `kind` is "model-claims",
`of` the session's key, `model` the model's name, `digest` names what it was asked, `claims` is a list of

    {"kind", "title", "text", "parts": {name: [lines]}, "aliases": [...], "evidence": [{observation, segment, …}]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal

from memwiki.compile import subjects
from memwiki.compile.language import language
from memwiki.compile.likeness import contained, words
from memwiki.records import Claim, Evidence, Observation, SessionFacts
from memwiki.values import value

KIND = "model-claims"
PARTS: Mapping[str, tuple[str, ...]] = {
    "decision": ("reason", "alternatives"),
    "preference": ("reason",),
    "gotcha": ("symptom", "failed", "cause", "fix"),
    "concept": (),
}
_MOST = 40  # claims of a session that models may add
_SAME = 70  # percent of shared words by which a model's claim is one that the rules found, too
_PROOFS = 6


@value(frozen=True, slots=True)
class Worded:
    """What a model worded and what proves it; all else of the claim follows from it."""

    kind: Literal["decision", "preference", "gotcha", "concept"]
    title: str
    text: str
    parts: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def claim_of(worded: Worded, model: str) -> Claim:
    """The claim. Its source is the agent, whoever is quoted: a program read the words, no rule of ours did."""
    lang = language(worded.text)
    about = worded.title if worded.kind == "concept" else subjects.subject(worded.title, lang)
    names = frozenset(name.lower() for name in (worded.title, *worded.aliases))
    parts = dict(worded.parts)
    if worded.kind == "concept":
        parts["definition"] = (worded.text,)
    elif worded.kind == "preference":
        parts["scope"] = ("project",)
    return Claim(
        kind=worded.kind,
        act="state",
        subject=about,
        title=worded.title,
        text=worded.text,
        ts=max(one.ts for one in worded.evidence),
        evidence=worded.evidence,
        source="agent",
        confidence=0.5,
        lang=lang,
        parts=parts,
        keys=names if worded.kind == "concept" else subjects.keys(worded.title, lang, about, worded.kind),
        entities=subjects.entities(worded.text),
        aliases=worded.aliases,
        model=model,
    )


def to_json(claim: Claim) -> dict[str, Any]:
    """The claim as the ledger holds it."""
    return {
        "kind": claim.kind,
        "title": claim.title,
        "text": claim.text,
        "parts": {name: list(claim.parts[name]) for name in PARTS[claim.kind] if claim.parts.get(name)},
        "aliases": list(claim.aliases),
        "evidence": [asdict(one) for one in claim.evidence],
    }


def told(ledger: Iterable[Observation]) -> dict[str, list[Observation]]:
    """Session key -> what the ledger holds of models' claims about it, oldest first."""
    found: dict[str, list[Observation]] = {}
    for one in ledger:
        if one.event == "decision" and one.agent == "memwiki" and one.extra.get("kind") == KIND:
            found.setdefault(str(one.extra.get("of", "")), []).append(one)
    return {key: sorted(those, key=lambda one: (one.ts, one.id)) for key, those in found.items()}


def protected(one: Observation, redacted: Callable[[str], str]) -> Observation:
    """The ledger line with the words of its claims redacted once more: newer rules protect older claims."""
    if one.extra.get("kind") != KIND:
        return one
    return replace(one, extra={**one.extra, "claims": _redacted(one.extra.get("claims"), redacted)})


_WORDS = frozenset({"title", "text", "parts", "aliases", "quote"})


def _redacted(value: Any, redacted: Callable[[str], str], inside: bool = False) -> Any:
    if isinstance(value, str):
        return redacted(value) if inside else value
    if isinstance(value, list):
        return [_redacted(one, redacted, inside) for one in value]
    if isinstance(value, dict):
        return {key: _redacted(one, redacted, inside or key in _WORDS) for key, one in value.items()}
    return value


def refined(facts: Sequence[SessionFacts], ledger: Iterable[Observation]) -> list[SessionFacts]:
    """The facts with what models added to their claims. A claim whose session or segment is gone is left out."""
    by_session = told(ledger)
    return [_with(one, by_session[one.key]) if one.key in by_session else one for one in facts]


def _with(facts: SessionFacts, those: Sequence[Observation]) -> SessionFacts:
    claims = list(facts.claims)
    added = [claim for one in those for claim in _claims(one) if _is_of(claim, facts)]
    for claim in added[:_MOST]:
        place = next((n for n, known in enumerate(claims) if _alike(claim, known)), None)
        if place is None:
            claims.append(claim)
        else:
            claims[place] = _joined(claims[place], claim)
    return replace(facts, claims=tuple(claims))


def _claims(one: Observation) -> list[Claim]:
    """The claims of a ledger line; those that cannot be read are left out."""
    told_claims = one.extra.get("claims")
    model = str(one.extra.get("model") or "model")[:100]
    found = []
    for data in told_claims if isinstance(told_claims, list) else []:
        try:
            found.append(claim_of(_read(data), model))
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
    return found


def _read(data: Mapping[str, Any]) -> Worded:
    kind = data["kind"]
    parts = {name: tuple(map(_text, data["parts"].get(name, ()))) for name in PARTS[kind]}
    return Worded(
        kind=kind,
        title=_text(data["title"]),
        text=_text(data["text"]),
        parts={name: lines for name, lines in parts.items() if lines},
        aliases=tuple(map(_text, data.get("aliases", ()))),
        evidence=tuple(Evidence(**one) for one in data["evidence"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value


def _is_of(claim: Claim, facts: SessionFacts) -> bool:
    return bool(claim.evidence) and all(one.segment in facts.segments for one in claim.evidence)


def _alike(claim: Claim, known: Claim) -> bool:
    """Whether both say the same of one observation."""
    if claim.kind != known.kind or not _proofs(claim) & _proofs(known):
        return False
    mine, theirs = words(claim.text), words(known.text)
    return max(contained(mine, theirs), contained(theirs, mine)) >= _SAME


def _proofs(claim: Claim) -> frozenset[str]:
    return frozenset(one.observation for one in claim.evidence)


def _joined(known: Claim, claim: Claim) -> Claim:
    """The claim that was known, in its own words, with the parts and names that it lacked."""
    parts = {name: lines for name, lines in claim.parts.items() if name not in known.parts}
    aliases = tuple(name for name in claim.aliases if name not in known.aliases)
    if not parts and not aliases:
        return known
    proofs = [one for one in claim.evidence if one.observation not in _proofs(known)]
    return replace(
        known,
        parts={**known.parts, **parts},
        aliases=(*known.aliases, *aliases),
        evidence=(*known.evidence, *proofs)[: max(_PROOFS, len(known.evidence))],
        model=claim.model,
    )
