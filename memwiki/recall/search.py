"""Search: a question becomes ranked pages, for people. Always ranks; never silent where anything matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from memwiki.errors import Invalid, ModelUnavailable, NotFound
from memwiki.index.embed import Embedder, question, reads_wide
from memwiki.index.scoring import weigh
from memwiki.index.store import Index, open_index
from memwiki.index.vectors import mostly_cjk
from memwiki.index.words import Floats
from memwiki.recall.authority import factor, freshness
from memwiki.recall.confidence import confidence
from memwiki.recall.evidence import Candidate, Found, gather
from memwiki.recall.fuse import WEIGHTS, Weights, by_ranks, channels, scale
from memwiki.recall.only import EVERY, Only, shown_status
from memwiki.recall.query import Query, parse
from memwiki.recall.snippet import snippet
from memwiki.recall.succession import latest_first
from memwiki.records import Hit, Project

_SEEDS = 8
_OTHER_DAYS = 0.5  # what is left of a match where a day decides, and the page is of another
_BESIDE = 0.25  # what a day counts where more is asked
_MENTIONED = 0.8  # of a session where the question is a name: a page that knows of it says more than where it came up
_FLOOR = 0.05  # a sum below this is no match at all


@dataclass(frozen=True, slots=True)
class Scope:
    """One wiki to search. `tree` is the tree it is expected to show, `model` the one that embeds the questions; ""
    for any."""

    project: Project
    index_dir: Path
    wiki_dir: Path
    tree: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """One scope with its open index and what that holds for the question."""

    scope: Scope
    index: Index
    found: Found


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with each channel's part; `total` is their sum times the authority factor."""

    looked: Looked
    candidate: Candidate
    parts: dict[str, float]
    factor: float
    total: float

    @property
    def kind(self) -> str:
        """The page's kind."""
        return str(self.candidate.facts["kind"])


@dataclass(frozen=True, slots=True)
class Answer:
    """Ranked hits, and in `notes` what a person should know: an index that is behind, a model that is missing."""

    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


class Shelf:
    """Open indexes, kept for the next question; each is opened again when a newer generation was published."""

    def __init__(self) -> None:
        self._open: dict[Path, Index] = {}

    def get(self, index_dir: Path) -> Index:
        """The index in use; raises as `open_index`."""
        held = self._open.get(index_dir)
        try:
            name = (index_dir / "CURRENT").read_text("ascii").strip()
        except (OSError, ValueError):
            name = ""
        if held is not None and held.folder.name == name:
            return held
        if held is not None:
            self._open.pop(index_dir).close()
        self._open[index_dir] = open_index(index_dir)
        return self._open[index_dir]

    def close(self) -> None:
        """Closes all of them."""
        while self._open:
            self._open.popitem()[1].close()


def search(
    scopes: Sequence[Scope],
    query: str,
    k: int = 10,
    kinds: Collection[str] = (),
    *,
    now: str = "",
    embedder: Embedder | None = None,
    shelf: Shelf | None = None,
    weights: Weights = WEIGHTS,
    only: Only = EVERY,
    captured: bool = True,
) -> Answer:
    """The k best pages of all scopes, best first.

    `kinds` and `only` limit them; `now` (an instant) decides decay and "last week". Deprecated and draft pages are
    marked by their status and pushed down, not left out. A scope whose index is missing or
    broken is told in the notes. `captured` as in `hits_of`.
    """
    held = shelf or Shelf()
    try:
        asked = parse(query, now, characters=True)
        vector, notes = embed_query(asked, embedder)
        only = replace(only, kinds=tuple(kinds)) if kinds else only
        looked, more = look(scopes, asked, vector, held, only, now)
        notes += more + [note for one in looked for note in _remarks(one, embedder)]
        ranked = rank(looked, asked, now, weights)
        return Answer(hits_of(distinct(ranked)[:k], now, captured), tuple(dict.fromkeys(notes)))
    finally:
        if shelf is None:
            held.close()


def look(
    scopes: Sequence[Scope], query: Query, vector: Floats | None, shelf: Shelf, only: Only = EVERY, now: str = ""
) -> tuple[list[Looked], list[str]]:
    """What every scope holds for the question, and a note for each scope that cannot be read."""
    opened: list[tuple[Scope, Index]] = []
    notes = []
    for scope in scopes:
        try:
            opened.append((scope, shelf.get(scope.index_dir)))
        except (NotFound, Invalid) as error:
            notes.append(f"{scope.project.key}: {error.message}")
    indexes = [index for _, index in opened]
    stems, exacts = weigh(indexes, query.stems), weigh(indexes, query.exacts)
    found = []
    for scope, index in opened:
        fits = scope.model in ("", index.model)  # vectors of two models cannot be compared
        found.append(Looked(scope, index, gather(index, query, vector if fits else None, stems, exacts, only, now)))
    return found, notes


def embed_query(query: Query, embedder: Embedder | None) -> tuple[Floats | None, list[str]]:
    """The question's vector, or None where there is no model or none that reads this language."""
    if embedder is None or not query.words or (mostly_cjk(query.plain) and not reads_wide(embedder.model)):
        return None, []
    try:
        return np.asarray(question(embedder, query.plain), dtype=np.float32), []
    except ModelUnavailable as error:
        return None, [f"vectors are not used: {error.message}"]


def _remarks(looked: Looked, embedder: Embedder | None) -> list[str]:
    key, manifest = looked.scope.project.key, looked.index.manifest
    found = []
    if looked.index.behind(looked.scope.tree):
        found.append(f"{key}: the index is behind the wiki; run memwiki reindex")
    if embedder is not None and looked.index.model and looked.scope.model not in ("", looked.index.model):
        found.append(f"{key}: its vectors are of another model; memwiki reindex --pending makes new ones")
    elif embedder is not None and manifest["pending"]:
        found.append(f"{key}: {manifest['pending']} of {manifest['chunks']} vectors are still to be made")
    return found


def rank(looked: Sequence[Looked], query: Query, now: str, weights: Weights = WEIGHTS) -> list[Ranked]:
    """All candidates of all scopes by score, best first; those that hardly match at all are left out."""
    candidates = [candidate for one in looked for candidate in one.found.candidates]
    fresh = freshness(str(candidate.facts["reinforced"]) for candidate in candidates)
    if query.days and not query.of_a_day:
        weights = replace(weights, dated=weights.dated * _BESIDE)
    every = iter(_parts(candidates, weights))
    ranked: list[Ranked] = []
    for one in looked:
        first = []
        for candidate, parts in zip(one.found.candidates, every, strict=False):
            believed = _believed(candidate, query, now, fresh)
            first.append(Ranked(one, candidate, parts, believed, sum(parts.values()) * believed))
        ranked += _with_graph(one, query, sorted(first, key=_order), weights)
    return sorted(filter(_matches, latest_first(ranked)), key=_order)


def _matches(entry: Ranked) -> bool:
    """Whether more than nearness to others speaks for it."""
    return sum(entry.parts.values()) - entry.parts.get("graph", 0.0) > _FLOOR


def _parts(candidates: Sequence[Candidate], weights: Weights) -> list[dict[str, float]]:
    if weights.ranks:
        return by_ranks(candidates, weights)
    best = scale(candidates, weights)
    return [channels(candidate, best, weights) for candidate in candidates]


def _with_graph(one: Looked, query: Query, first: list[Ranked], weights: Weights) -> list[Ranked]:
    """The same candidates with what their nearness adds to the first few and to what the question names."""
    held = one.index.graph
    named = held.named(query.spelled) if weights.named > 0 else {}
    total = sum(entry.total for entry in first[:_SEEDS]) or 1.0
    seeds = {entry.candidate.number: entry.total for entry in first[:_SEEDS]}
    for node, share in named.items():
        seeds[node] = seeds.get(node, 0.0) + weights.named * total * share
    near = held.walk(seeds)
    top = float(near.max()) if len(near) else 0.0
    if top <= 0 or weights.graph <= 0:
        return first
    return [_nearer(entry, weights.graph * float(near[entry.candidate.number]) / top) for entry in first]


def _nearer(entry: Ranked, part: float) -> Ranked:
    if part <= 0:
        return entry
    return replace(entry, parts={**entry.parts, "graph": part}, total=entry.total + part * entry.factor)


def _believed(candidate: Candidate, query: Query, now: str, fresh: Mapping[str, float]) -> float:
    facts = candidate.facts
    value = factor(facts, now, fresh[str(facts["reinforced"])], about_days=query.days is not None)
    if query.of_a_name and facts["kind"] == "session":
        value *= _MENTIONED
    return value * _OTHER_DAYS if query.of_a_day and not candidate.dated else value


def _order(entry: Ranked) -> tuple[float, str, str]:
    return (-entry.total, entry.looked.scope.project.key, entry.candidate.path)


def distinct(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same order with pages that say the same under the same title only once; sessions always stay."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for entry in ranked:
        facts = entry.candidate.facts
        name = (entry.kind, facts["title"].casefold(), facts["description"].casefold())
        if entry.kind == "session" or name not in seen:
            kept.append(entry)
        seen.add(name)
    return kept


def hits_of(ranked: Sequence[Ranked], now: str = "", captured: bool = True) -> tuple[Hit, ...]:
    """The pages as they are shown. Scores fall from the first page's own confidence in step with the ranking.

    The status of a page that holds no longer at the instant `now` is "expired", whatever it says. Without `captured`,
    no words are shown but the page's own, also where raw text answered better.
    """
    if not ranked:
        return ()
    top = ranked[0].total
    sure = max(confidence(entry.candidate, entry.looked.found) for entry in ranked[:_SEEDS])
    return tuple(_hit(entry, sure * entry.total / top, now, captured) for entry in ranked)


def _hit(entry: Ranked, score: float, now: str, captured: bool) -> Hit:
    candidate, scope = entry.candidate, entry.looked.scope
    facts = candidate.facts
    raw = candidate.raw is not None and candidate.raw.words > candidate.page.words
    return Hit(
        page=candidate.path,
        id=facts["id"],
        kind=facts["kind"],
        title=facts["title"],
        score=round(score, 4),
        snippet=snippet(entry.looked.index, candidate, raw=raw and captured),
        path=str(scope.wiki_dir / candidate.path),
        project=scope.project.key,
        status=shown_status(facts, now),
        description=facts["description"],
        channels={name: round(part, 4) for name, part in entry.parts.items()},
        raw=raw and candidate.page.words <= 0,
    )
