"""Recall: what an agent is given unasked, only where a page really answers the prompt. Silence is the normal case."""

from __future__ import annotations

from collections.abc import Sequence

from memwiki.index.embed import Embedder
from memwiki.recall.authority import current
from memwiki.recall.confidence import THRESHOLD, confidence
from memwiki.recall.fuse import WEIGHTS, Weights
from memwiki.recall.query import parse
from memwiki.recall.search import Answer, Scope, Shelf, distinct, embed_query, hits_of, look, rank

_MOST = 5
_BESIDE = 0.6  # a further page must score at least this share of the first


def recall(
    scopes: Sequence[Scope],
    prompt: str,
    *,
    now: str = "",
    embedder: Embedder | None = None,
    shelf: Shelf | None = None,
    threshold: float = THRESHOLD,
    k: int = _MOST,
    weights: Weights = WEIGHTS,
    captured: bool = True,
) -> Answer:
    """The pages that answer the prompt, best first; no hits means: say nothing.

    Only approved pages that still hold are offered (`authority.current`). `threshold` 0..1 is the least confidence;
    a page beside the first needs it as well, and must not be much weaker. `captured` as in `hits_of`.
    """
    held = shelf or Shelf()
    try:
        asked = parse(prompt, now)
        if not asked.words and not asked.days:
            return Answer(())
        vector, notes = embed_query(asked, embedder)
        looked, more = look(scopes, asked, vector, held)
        offered = [entry for entry in rank(looked, asked, now, weights) if current(entry.candidate.facts, now)]
        sure = [entry for entry in offered if confidence(entry.candidate, entry.looked.found) >= threshold]
        kept = [entry for entry in distinct(sure) if entry.total >= _BESIDE * sure[0].total]
        return Answer(hits_of(kept[:k], now, captured), tuple(notes + more))
    finally:
        if shelf is None:
            held.close()
