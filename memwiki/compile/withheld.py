"""What waits for a person's approval is told on its own page only: no session's page, and nothing that is made from
the session, tells it in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memwiki.compile import asked
from memwiki.compile.language import sentences
from memwiki.compile.likeness import contained, mentions, normal, words
from memwiki.records import Claim, Item, SessionFacts
from memwiki.values import value

_SAYS = 80  # of a statement's words: a sentence with so many of them says it
_FEWEST = 2  # words that are a statement, and no name


@value(frozen=True, slots=True)
class Withheld:
    """The statements that a session's page must not tell, in each of the words in which they stand."""

    texts: tuple[str, ...] = ()


def withheld(sessions: Iterable[SessionFacts], claims: Iterable[Claim]) -> dict[str, Withheld]:
    """What each of the sessions must not tell of these claims, by its key."""
    keys = {segment: one.key for one in sessions for segment in one.segments}
    texts: dict[str, dict[str, None]] = {}
    for claim in claims:
        for key in {keys[one.segment] for one in claim.evidence if one.segment in keys}:
            texts.setdefault(key, {}).update(dict.fromkeys(_wordings(claim)))
    return {key: Withheld(tuple(found)) for key, found in texts.items()}


def without(facts: SessionFacts, hidden: Withheld | None) -> SessionFacts:
    """The session's facts without what is withheld."""
    if hidden is None:
        return facts
    says = _Says(hidden)
    requests = says.left(facts.requests)
    return replace(
        facts,
        title=facts.title if not says(facts.title) else _title(requests),
        goal=next(iter(says.left((facts.goal,))), None) if facts.goal else None,
        requests=requests,
        done=says.left(facts.done),
        learned=says.left(facts.learned),
        next_steps=says.left(facts.next_steps),
        open_questions=says.left(facts.open_questions),
        failed_attempts=says.left(facts.failed_attempts),
        stopped=says.left(facts.stopped),
        entities=tuple(name for name in facts.entities if not any(mentions(text, name) for text in hidden.texts)),
        totals=_totals(facts, says),
    )


def _totals(facts: SessionFacts, says: _Says) -> Mapping[str, int]:
    """How many there were of each, without those that are withheld."""
    return {
        name: number - sum(not says.left([one]) for one in getattr(facts, name) if isinstance(one, Item))
        for name, number in facts.totals.items()
    }


def _title(requests: Sequence[Item]) -> str:
    told = (asked.headed(asked.request(one.text)) for one in requests if asked.substantive(one.text))
    return next(filter(None, told), "")


def _wordings(claim: Claim) -> Iterable[str]:
    """The claim as it is told, and the sentences that it was taken from; a concept's title is only its name."""
    told = (claim.text,) if claim.kind == "concept" else (claim.title, claim.text)
    yield from filter(None, told)
    mine = frozenset().union(*map(words, told))
    for one in claim.evidence:
        for sentence in sentences(one.quote):
            found = words(sentence.text)
            if found and max(contained(found, mine), contained(words(claim.title), found)) >= _SAYS // 2:
                yield sentence.text


class _Says:
    """Whether a text tells what is withheld."""

    def __init__(self, hidden: Withheld) -> None:
        self._same = {normal(text) for text in hidden.texts}
        self._words = [found for text in hidden.texts if len(found := words(text)) >= _FEWEST]

    def __call__(self, text: str) -> bool:
        mine, plain = words(text), normal(text)
        return plain in self._same or any(contained(one, mine) >= _SAYS for one in self._words)

    def left(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """What of the items' sentences may be told; an item of which nothing is left is gone."""
        pairs = ((item, self._left(item.text)) for item in items)
        return tuple(item if text == item.text else replace(item, text=text) for item, text in pairs if text)

    def _left(self, text: str) -> str:
        found = sentences(text)
        kept = [one for one in found if not self(one.text)]
        if len(kept) == len(found):
            return "" if self(text) else text
        return " ".join(f"{one.text}{one.stop}" for one in kept)
