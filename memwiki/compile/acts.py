"""What a sentence does, weighed by counted phrases: whole-number weights learned from labelled sentences.

The cue lexicons hold what somebody thought of; writers say the same in words that nobody listed. Every phrase, cue and
circumstance of a sentence speaks for or against each act with a whole number (weights/<who>-<language>.tsv, written by
eval/learn_acts.py: multinomial logistic regression, its weights times SCALE, rounded). Sums of whole numbers decide,
so that every machine reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from memwiki import resources
from memwiki.compile import cues
from memwiki.compile.lanes import apart, joined
from memwiki.compile.language import has_han
from memwiki.compile.phrases import phrases, runs, tokens
from memwiki.compile.traits import traits
from memwiki.compile.utterances import Utterance
from memwiki.values import value

ACTS = ("rule", "choice", "trap", "term", "left", "off", "task", "ask", "maybe", "told", "ack", "did")
SCALE = 64  # points of one unit of the natural logarithm of the odds


@value(frozen=True, slots=True)
class Weights:
    """What each phrase and circumstance speaks for, act by act, in the order of ACTS, as one number (lanes.py)."""

    known: frozenset[str]
    start: int
    rows: Mapping[str, str]  # as they are written: of thousands, a session asks for a few
    points: Mapping[str, int]  # of a phrase that has a row


class _Read(dict[str, int]):
    """Rows as numbers, each read when it is first asked for."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = rows

    def __missing__(self, phrase: str) -> int:
        self[phrase] = points = joined(numbers(self._rows[phrase]))
        return points


def numbers(row: str) -> list[int]:
    """The points of a row, in the order of ACTS."""
    return list(map(int, row.split(" ")))


@lru_cache(maxsize=8)
def weights(name: str) -> Weights:
    """The weights of `person-en`, `person-zh`, `agent-en` or `agent-zh`."""
    lines = resources.weights(name).splitlines()
    rows = {phrase: row for phrase, _, row in [line.partition("\t") for line in lines]}
    known, start = rows.pop("known words"), rows.pop("start")
    return Weights(frozenset(known.split(" ")), joined(numbers(start)), rows, _Read(rows))


def person(said: Sequence[Utterance], n: int, asked_before: bool = False) -> Mapping[str, int]:
    """How much speaks for each act of a person's sentence, which stands n-th in its message."""
    return _person(_standing(said, n, asked_before))


class _Standing(NamedTuple):
    """All of a person's sentence that speaks for an act."""

    text: str
    lang: str
    cues: tuple[str, ...]
    act: str
    tens: int
    before: str
    after: str
    alone: bool
    item: bool
    asked: bool
    corrects: bool
    answers: bool


def _standing(said: Sequence[Utterance], n: int, asked_before: bool) -> _Standing:
    one = said[n]
    return _Standing(
        one.text,
        "zh" if one.lang == "zh" else "en",
        tuple(one.cues.spans),
        one.act,
        min(one.weight, 60) // 10,
        said[n - 1].act if n else "nothing",
        said[n + 1].act if n + 1 < len(said) else "nothing",
        len(said) == 1,
        one.item,
        one.asked,
        one.corrects,
        asked_before and n == 0,
    )


@lru_cache(maxsize=256)
def _person(one: _Standing) -> Mapping[str, int]:
    return _sum(f"person-{one.lang}", one.lang, one.text, _circumstances(one))


@lru_cache(maxsize=4096)
def agent(sentence: str) -> Mapping[str, int]:
    """How much speaks for each act of a sentence in an agent's final message."""
    lang = lexicon(sentence)
    return _sum(f"agent-{lang}", lang, sentence, traits(sentence, lang))


def margin(points: Mapping[str, int], act: str) -> int:
    """By how many points an act leads all others; negative where another leads."""
    most: int = max(_OTHERS[act](points))
    return points[act] - most


_OTHERS = {one: itemgetter(*(other for other in ACTS if other != one)) for one in ACTS}


def evidence(words: Sequence[str], around: Sequence[str], known: Container[str], lang: str) -> set[str]:
    """All that speaks: the phrases, and what stands around them."""
    return {f"#{one}" for one in around}.union(phrases(words, known, lang))


def _sum(name: str, lang: str, text: str, around: Iterable[str]) -> dict[str, int]:
    """The points of all that speaks, as `evidence` gathers it; a text's own phrases are added up once."""
    table = weights(name)
    start, held = _spoken(name, lang, text)
    besides = (table.rows.keys() & map("#".__add__, around)) - held
    return dict(zip(ACTS, apart(start + sum(map(table.points.__getitem__, besides)), len(ACTS)), strict=True))


@lru_cache(maxsize=2048)
def _spoken(name: str, lang: str, text: str) -> tuple[int, frozenset[str]]:
    """The points of the text's phrases, with those at the start; and which phrases have any."""
    table = weights(name)
    held = table.rows.keys() & runs(tokens(text, lang), table.known, lang)
    return table.start + sum(map(table.points.__getitem__, held)), frozenset(held)


def lexicon(text: str) -> str:
    """Which language's grammar reads the sentence: `zh` as soon as its grammar is Chinese, else `en`."""
    if not has_han(text):
        return "en"
    han = len(re.findall(r"[㐀-鿿]", text))
    words = len(re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text)))
    return "zh" if han * 2 >= words else "en"


def circumstances(said: Sequence[Utterance], n: int, asked_before: bool) -> Iterator[str]:
    """What stands around a person's words: cues, the grammar's own reading, neighbours, place."""
    return _circumstances(_standing(said, n, asked_before))


def _circumstances(one: _Standing) -> Iterator[str]:
    for name in one.cues:
        yield f"cue {name}"
        yield f"cue {name} {one.act}"
    yield f"act {one.act}"
    yield f"act {one.act} {one.tens}"
    yield f"before {one.before}"
    yield f"after {one.after}"
    yield f"length {min(len(one.text) // (12 if one.lang == 'zh' else 30), 6)}"
    yield f"alone {one.alone}"
    for name, holds in (("item", one.item), ("asked", one.asked), ("corrects", one.corrects)):
        if holds:
            yield name
    if one.answers:
        yield "answers"
        yield f"answers {min(len(one.text) // (8 if one.lang == 'zh' else 20), 4)}"
    artefact, at = cues.artefact(one.text, one.lang)
    if artefact:
        yield "artefact"
        yield f"artefact {min(at, 3)}"
    if cues.manner(one.text, one.lang):
        yield "manner"
