"""Search: a question becomes ranked pages, for people. Always ranks; never silent where anything matches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from memwiki.errors import Invalid, ModelUnavailable, NotFound
from memwiki.index.embed import Embedder
from memwiki.index.store import Index, open_index
from memwiki.index.vectors import mostly_cjk
from memwiki.index.words import Floats
from memwiki.recall.authority import factor
from memwiki.recall.evidence import Candidate, Found, gather
from memwiki.recall.fuse import WEIGHTS, Weights, calibrated, channels
from memwiki.recall.query import Query, parse
from memwiki.recall.snippet import snippet
from memwiki.records import Hit, Project

_SEEDS = 8
_FLOOR = 0.02  # a sum below this is no match at all


@dataclass(frozen=True, slots=True)
class Scope:
    """One wiki to search. `tree` is the tree it is expected to show, "" for any; `raw` False leaves raw text out."""

    project: Project
    index_dir: Path
    wiki_dir: Path
    tree: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its sum; `total` includes the authority factor."""

    scope: Scope
    candidate: Candidate
    parts: dict[str, float]
    total: float


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
) -> Answer:
    """The k best pages of all scopes, best first.

    `kinds` limits them; `now` (an instant) decides decay and "last week". Deprecated and draft pages are marked by
    their status and pushed down, not left out. A scope whose index is missing or broken is told in the notes.
    """
    held = shelf or Shelf()
    try:
        asked = parse(query, now)
        vector, notes = embed_query(asked, embedder)
        ranked: list[Ranked] = []
        indexes: dict[Path, Index] = {}
        for scope in scopes:
            try:
                index = held.get(scope.index_dir)
            except (NotFound, Invalid) as error:
                notes.append(f"{scope.project.key}: {error.message}")
                continue
            notes.extend(_remarks(scope, index, embedder))
            found = gather(index, asked, vector)
            indexes[scope.index_dir] = index
            ranked.extend(rank(scope, index, found, asked, now, weights))
        kept = [entry for entry in ranked if not kinds or entry.candidate.facts["kind"] in kinds]
        best = distinct(kept)[:k]
        hits = tuple(hit_of(entry, indexes[entry.scope.index_dir]) for entry in best)
        return Answer(hits, tuple(dict.fromkeys(notes)))
    finally:
        if shelf is None:
            held.close()


def embed_query(query: Query, embedder: Embedder | None) -> tuple[Floats | None, list[str]]:
    """The question's vector, or None where there is no model or none that reads this language."""
    if embedder is None or not query.words or mostly_cjk(query.plain):
        return None, []
    try:
        return np.asarray(embedder.embed([query.plain])[0], dtype=np.float32), []
    except ModelUnavailable as error:
        return None, [f"vectors are not used: {error.message}"]


def _remarks(scope: Scope, index: Index, embedder: Embedder | None) -> list[str]:
    found = []
    if index.behind(scope.tree):
        found.append(f"{scope.project.key}: the index is behind the wiki; run memwiki reindex")
    pending = int(index.manifest["pending"])
    if embedder is not None and pending:
        found.append(f"{scope.project.key}: {pending} of {index.manifest['chunks']} vectors are still to be made")
    return found


def rank(scope: Scope, index: Index, found: Found, query: Query, now: str, weights: Weights = WEIGHTS) -> list[Ranked]:
    """Candidates by score, best first."""
    first = [_ranked(scope, candidate, query, now, weights) for candidate in found.candidates]
    first.sort(key=lambda entry: (-entry.total, entry.candidate.path))
    seeds = {entry.candidate.number: entry.total for entry in first[:_SEEDS] if entry.total > _FLOOR}
    near = index.graph.walk(seeds)
    top = float(near.max()) if len(near) else 0.0
    if top > 0 and weights.graph > 0:
        first = [
            _ranked(scope, replace(e.candidate, graph=float(near[e.candidate.number]) / top), query, now, weights)
            for e in first
        ]
    return sorted((e for e in first if e.total > _FLOOR), key=lambda entry: (-entry.total, entry.candidate.path))


def _ranked(scope: Scope, candidate: Candidate, query: Query, now: str, weights: Weights) -> Ranked:
    parts = channels(candidate, weights)
    believed = factor(candidate.facts, now, about_days=query.days is not None)
    return Ranked(scope, candidate, parts, sum(parts.values()) * believed)


def distinct(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Best first over all scopes; pages that say the same under the same title, once."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for entry in sorted(ranked, key=lambda e: (-e.total, e.scope.project.key, e.candidate.path)):
        facts = entry.candidate.facts
        name = (facts["kind"], facts["title"].casefold(), facts["description"].casefold())
        if facts["kind"] == "session" or name not in seen:
            kept.append(entry)
        seen.add(name)
    return kept


def hit_of(entry: Ranked, index: Index) -> Hit:
    """The ranked page as it is shown."""
    candidate, scope = entry.candidate, entry.scope
    facts = candidate.facts
    raw = "raw" in entry.parts
    return Hit(
        page=candidate.path,
        id=facts["id"],
        kind=facts["kind"],
        title=facts["title"],
        score=round(calibrated(entry.total), 4),
        snippet=snippet(index, candidate, raw=raw),
        path=str(scope.wiki_dir / candidate.path),
        project=scope.project.key,
        status=facts["status"],
        description=facts["description"],
        channels={name: round(part, 4) for name, part in entry.parts.items()},
        raw=raw and candidate.page.words <= 0,
    )
