"""What of a model's answer holds: each claim must be of the schema, cite what was said, and say no more than that.

The model is believed in nothing. Its claims rest on quotes that stand in the observations, in the words around them,
under the rules that hold for the deterministic extraction, too: only a person's own words make a preference, a
decision needs the person, and what tools printed is data in whosever mouth.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memwiki.compile import grounds
from memwiki.compile.brief import Brief
from memwiki.compile.grounds import Words
from memwiki.compile.language import language
from memwiki.compile.likeness import words
from memwiki.compile.modelclaims import PARTS, Worded, claim_of
from memwiki.compile.prose import shortened, unmarked
from memwiki.compile.session import Session
from memwiki.compile.titles import title as short_title
from memwiki.errors import Invalid
from memwiki.records import Claim
from memwiki.values import value

MOST = 24  # claims of one answer that are looked at
_TITLE = 80
_Line = Annotated[str, Field(min_length=1, max_length=300)]
_Lines = Annotated[list[_Line], Field(max_length=6)]


class Nonsense(Invalid):
    """The answer is not an object with a list of claims."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Citation(_Shape):
    """Words of one entry of the record, letter by letter."""

    observation: str = Field(pattern=r"^o\d{1,5}$", description="The entry's id.")
    quote: str = Field(min_length=1, max_length=300, description="Words copied from the entry.")


class Proposed(_Shape):
    """One claim as the model words it."""

    kind: Literal["decision", "preference", "gotcha", "concept"]
    title: str = Field(min_length=1, max_length=160)
    text: str = Field(min_length=8, max_length=600)
    reason: _Lines = []
    alternatives: _Lines = []
    symptom: _Lines = []
    failed: _Lines = []
    cause: _Lines = []
    fix: _Lines = []
    aliases: _Lines = []
    evidence: list[Citation] = Field(min_length=1, max_length=4)


class Answer(_Shape):
    """What a model answers (schemas/model-claims.schema.json)."""

    claims: list[Proposed] = Field(max_length=MOST)


@value(frozen=True, slots=True)
class Dropped:
    """A claim that does not hold, and why."""

    reason: str
    title: str


@value(frozen=True, slots=True)
class Judged:
    """The claims that hold, and those that were dropped."""

    claims: tuple[Claim, ...]
    dropped: tuple[Dropped, ...]


def wire_schema() -> dict[str, Any]:
    """The schema as servers take it: every field required, without the limits that some of them refuse."""
    made: dict[str, Any] = _bare(Answer.model_json_schema())
    return made


_LIMITS = frozenset({"maxLength", "minLength", "maxItems", "minItems", "pattern", "title", "default"})


def _bare(value: Any, named: bool = False) -> Any:
    """The schema without limits; `named` where the keys are fields' names, not words of the schema."""
    if isinstance(value, list):
        return [_bare(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {
        key: _bare(one, key in ("properties", "$defs")) for key, one in value.items() if named or key not in _LIMITS
    }
    if "properties" in found and not named:
        found["required"] = list(found["properties"])
    return found


def judged(answer: str, brief: Brief, session: Session, model: str) -> Judged:
    """The claims of an answer that hold. Raises Nonsense where there is no list of claims at all."""
    proposals = _claims(answer)
    over = len(proposals) - MOST
    dropped = [Dropped("more than one answer may hold", f"{over} claims")] if over > 0 else []
    shaped: list[Proposed] = []
    for one in proposals[:MOST]:
        try:
            shaped.append(Proposed.model_validate(one))
        except (ValidationError, RecursionError) as error:
            dropped.append(Dropped(_misshapen(error), _title(one)))
    quoted = [(one, _quoted(one, brief)) for one in shaped]
    heard = grounds.repeated(session, (pair for one, found in quoted for pair in _spoken(one, found or ())))
    kept: list[Claim] = []
    for one, found in quoted:
        result = _held(one, found, session, heard, model) if found else "cites what the record does not say"
        if isinstance(result, str):
            dropped.append(Dropped(result, _title(one.model_dump())))
        elif not any(result.kind == known.kind and result.text == known.text for known in kept):
            kept.append(result)
    return Judged(tuple(kept), tuple(dropped))


def _claims(answer: str) -> list[Any]:
    """The list of claims in an answer, whatever stands around its object."""
    text = answer.rpartition("</think>")[2]
    decoder = json.JSONDecoder()
    for start in [match.start() for match in re.finditer(r"\{", text)][:20]:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get("claims"), list):
            return list(found["claims"])
    raise Nonsense("the model's answer holds no list of claims")


def _title(one: Any) -> str:
    return shortened(str(one.get("title", "")), 60) if isinstance(one, Mapping) else ""


def _misshapen(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "not of the schema"
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][:1])
    return f"not of the schema: {place}: {first['type']}"[:80]


def _quoted(one: Proposed, brief: Brief) -> tuple[Words, ...] | None:
    """The quotes with their places; None where one of them is forged."""
    found = []
    for cited in one.evidence:
        seen = brief.shown.get(cited.observation)
        place = grounds.find(seen, cited.quote) if seen else None
        if place is None:
            return None
        found.append(place)
    return tuple(found)


def _spoken(one: Proposed, found: Sequence[Words]) -> Iterator[tuple[str, str]]:
    """(observation id, text): what must not repeat a tool's words."""
    for place in found:
        for text in (one.text, place.quote, *one.cause, *one.fix):
            yield place.seen.id, text


def _held(
    one: Proposed, found: Sequence[Words], session: Session, heard: frozenset[tuple[str, str]], model: str
) -> Claim | str:
    """The claim, or why it is dropped."""
    if why := grounds.refusal(one.kind, one.text, found, session):
        return why
    if any((place.seen.id, text) in heard for place in found if place.speaker != "tool" for text in _own(one, place)):
        return "repeats what a tool, a file or a page said"
    speaking = [place for place in found if place.speaker != "tool"]
    if not grounds.stands(one.text, speaking):
        return "says more than its sources"
    lang = language(one.text)
    shown = unmarked(one.title)
    if len(shown) > _TITLE or not grounds.stands(shown, speaking):
        shown = short_title(unmarked(one.text), lang)
    if len(words(shown)) < 1:
        return "has no title of its own"
    worded = Worded(
        kind=one.kind,
        title=shown,
        text=" ".join(one.text.split()),
        parts={name: kept for name in PARTS[one.kind] if (kept := _part(one, name, found))},
        aliases=_lines(one.aliases, speaking) if one.kind == "concept" else (),
        evidence=tuple(place.evidence for place in found),
    )
    return claim_of(worded, model)


def _own(one: Proposed, place: Words) -> Iterable[str]:
    return (one.text, *one.cause, *one.fix) if one.kind == "gotcha" else (one.text, place.quote)


def _part(one: Proposed, name: str, found: Sequence[Words]) -> tuple[str, ...]:
    """A part's sentences; only a symptom may be in a tool's words."""
    speaking = found if name == "symptom" else [place for place in found if place.speaker != "tool"]
    return _lines(getattr(one, name), speaking, sense=name != "alternatives")


def _lines(texts: Sequence[str], found: Sequence[Words], sense: bool = True) -> tuple[str, ...]:
    """Those of a part's sentences that the sources bear out."""
    return tuple(" ".join(text.split()) for text in texts if grounds.stands(text, found, sense))
