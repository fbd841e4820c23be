"""Plain rankings to stand beside: BM25 by bm25s (stemmed), SQLite's FTS5, MiniLM alone."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from memwiki.index.embed import Embedder
from memwiki.index.stopwords import ENGLISH

Corpus = Mapping[str, str]  # text by session


class Ranker(Protocol):
    """Anything built from texts that orders their names for a question."""

    def rank(self, question: str) -> list[str]:
        """Names, best first."""
        ...


class Bm25s:
    """bm25s with English stop words and the Snowball stemmer."""

    def __init__(self, texts: Corpus) -> None:
        import bm25s
        import Stemmer

        self._bm25s, self._names, self._stem = bm25s, list(texts), Stemmer.Stemmer("english")
        self._held = bm25s.BM25()
        self._held.index(self._tokens(list(texts.values())), show_progress=False)

    def _tokens(self, texts: list[str]) -> Any:
        return self._bm25s.tokenize(texts, stopwords="en", stemmer=self._stem, show_progress=False)

    def rank(self, question: str) -> list[str]:
        """Names, best first."""
        numbers, _ = self._held.retrieve(self._tokens([question]), k=min(40, len(self._names)), show_progress=False)
        return [self._names[int(number)] for number in numbers[0]]


class Fts5:
    """SQLite FTS5, Porter's stems, any word, stop words left out of the question."""

    def __init__(self, texts: Corpus) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("create virtual table held using fts5(name unindexed, text, tokenize='porter unicode61')")
        self._base.executemany("insert into held values (?, ?)", texts.items())

    def rank(self, question: str) -> list[str]:
        """Names, best first."""
        words = [word for word in re.findall(r"\w+", question.casefold()) if word not in ENGLISH]
        match = " OR ".join(f'"{word}"' for word in words) or '""'
        rows = self._base.execute("select name from held where held match ? order by bm25(held) limit 40", (match,))
        return [name for (name,) in rows]


class Near:
    """An embedding model alone: chunks of about 200 tokens, a text as near as its nearest."""

    def __init__(self, texts: Corpus, embedder: Embedder, kept: dict[str, Any]) -> None:
        self._embedder, self._names, self._owner = embedder, list(texts), []
        chunks: list[str] = []
        for number, text in enumerate(texts.values()):
            for chunk in _chunks(text):
                chunks.append(chunk)
                self._owner.append(number)
        new = [chunk for chunk in dict.fromkeys(chunks) if chunk not in kept]
        kept.update(zip(new, embedder.embed(new), strict=True))
        self._matrix = np.asarray([kept[chunk] for chunk in chunks])

    def rank(self, question: str) -> list[str]:
        """Names, best first."""
        near = self._matrix @ self._embedder.embed([question])[0]
        order = [self._owner[at] for at in np.argsort(-near, kind="stable")]
        return [self._names[number] for number in dict.fromkeys(order)]


def _chunks(text: str, size: int = 850) -> list[str]:
    found, held = [], ""
    for line in text.splitlines():
        if held and len(held) + len(line) > size:
            found.append(held)
            held = ""
        held = f"{held}\n{line}".strip()
    return [*found, held] if held else found or [""]


def timed(ranker: Ranker, questions: Sequence[str]) -> list[tuple[list[str], float]]:
    """(names, milliseconds) for each question."""
    found = []
    for question in questions:
        began = time.perf_counter()
        names = ranker.rank(question)
        found.append((names, 1000 * (time.perf_counter() - began)))
    return found
