"""A draft's parts: shared where their segment is shared, written where it is new, filled with vectors as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.index import graph, parts, vectors
from memwiki.index.embed import reads_wide
from memwiki.index.graph import Graph
from memwiki.index.parts import NO_ROW, Documents, Part, Row
from memwiki.index.publish import Draft, share
from memwiki.index.vectors import Known
from memwiki.index.words import Words


@dataclass(frozen=True)
class Before:
    """The generation that was in use, checked: its parts, and which of their documents still count."""

    folder: Path
    manifest: Mapping[str, Any]
    parts: tuple[Part, ...]
    alive: NDArray[np.bool_]

    @classmethod
    def read(cls, folder: Path, manifest: Mapping[str, Any]) -> Before:
        """Reads the heads of its parts."""
        words = Words(folder / "words")
        try:
            held = tuple(Part(folder / "parts" / name) for name, _, _ in words.segments())
            if sum(map(len, held)) != words.size:
                raise ValueError("parts of different generations")
            return cls(folder, manifest, held, words.alive)
        finally:
            words.close()

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each document that counts, by key."""
        keys = (key for part in self.parts for key in part.keys)
        return {key: number for number, (key, there) in enumerate(zip(keys, self.alive.tolist(), strict=True)) if there}

    @cached_property
    def blobs(self) -> dict[str, str]:
        """The blob of each document that counts, by key."""
        held = [blob for part in self.parts for blob in part.blobs]
        return {key: held[number] for key, number in self.numbers.items()}

    @cached_property
    def sessions(self) -> dict[str, list[str]]:
        """The sessions that each Session page tells of, by its path."""
        return {
            part.keys[int(number)]: told
            for part in self.parts
            for number, told in part.sessions.items()
            if part.kinds[int(number)] == "session"
        }

    @cached_property
    def documents(self) -> Documents:
        """The entries by number."""
        return Documents(self.parts, self.alive)

    def row(self, key: str) -> Row | None:
        """A document that counts, to be written into another part."""
        if key not in self.numbers:
            return None
        part, at = self.documents.place(self.numbers[key])
        return part.row(at)


def assemble(
    folder: Path, before: Before | None, rows: Mapping[str, Row], model: str, known: Known, *, tidy: bool
) -> Draft:
    """Writes the parts of the segments in `folder`/words, and gives the draft with its graph.

    `rows` are the documents that were read anew. With `tidy`, parts that are shared lose what no longer counts.
    """
    words = Words(folder / "words")
    try:
        old = {part.name: part for part in before.parts} if before else {}
        held = []
        for name, base, size in words.segments():
            target, alive = folder / "parts" / name, words.alive[base : base + size].tolist()
            if name in old:
                held.append(_shared(old[name], target, alive if tidy else [], model))
            else:
                keys = words.keys(base, size)
                written = [rows.get(key) or (before.row(key) if before else None) or NO_ROW for key in keys]
                parts.write(target, written)
                vectors.save(target, model, _vectors([row.entry["chunks"] for row in written], model, known))
                held.append(Part(target))
        documents = Documents(held, words.alive)
        return Draft(folder, held, words.alive, _graph(documents, before, rows))
    finally:
        words.close()


def _shared(part: Part, target: Path, alive: list[bool], model: str) -> Part:
    """The part in another generation; without what is not alive, and without vectors of another model."""
    share(part.folder, target)
    cut = not all(alive)
    if cut:
        parts.write(target, list(part.rows(alive)))
    foreign = vectors.model_of(target) != model
    if foreign:
        vectors.save(target, model, [])
    return Part(target) if cut or foreign else part


def wanted(texts: Iterable[Sequence[Any]], model: str) -> list[tuple[int, str]]:
    """(line, name) of each chunk of a document that the model can read."""
    every = reads_wide(model)
    return [(line, name) for line, name, wide in texts if every or not wide]


def _vectors(
    documents: Iterable[Iterable[Sequence[Any]]], model: str, known: Known
) -> list[tuple[str, int, int, vectors.Floats]]:
    """What is known of the chunks of each document."""
    return [
        (name, number, line, known[name])
        for number, texts in enumerate(documents)
        for line, name in wanted(texts, model)
        if name in known
    ]


def fill(draft: Draft, model: str, known: Known) -> Draft:
    """The draft with the vectors that are known by now."""
    held = []
    for part in draft.parts:
        rows = _vectors(map(part.texts, range(len(part))), model, known) if part.pending(model) else []
        if len(rows) > len(part.vectors):
            folder = draft.folder / "parts" / part.name
            vectors.save(folder, model, rows)
            held.append(Part(folder))
        else:
            held.append(part)
    return replace(draft, parts=held)


def pending(
    held: Sequence[Part], alive: NDArray[np.bool_], model: str, known: Known | None = None
) -> Iterator[Mapping[str, Any]]:
    """The entries of the documents of which some text may have no vector yet; of another model's all, given `known`."""
    base = 0
    for part in held:
        foreign = known is not None and vectors.model_of(part.folder) != model
        if foreign or part.pending(model):
            made = (
                np.zeros(len(part), dtype=int) if foreign else np.bincount(part.vectors.documents, minlength=len(part))
            )
            lacking = (part.every_wanted(model) > made) & alive[base : base + len(part)]
            for number in np.flatnonzero(lacking).tolist():
                yield part.entry(number)
        base += len(part)


def _graph(documents: Documents, before: Before | None, rows: Mapping[str, Row]) -> Graph:
    """The graph of the documents; that of before with new numbers where no link, name or entity changed."""
    alive = documents.keys()
    if before is not None and set(before.numbers) == set(alive):
        changed = [key for key in rows if _joins(before.documents[before.numbers[key]]) != _joins(rows[key].entry)]
        if not changed:
            held = graph.load(before.folder / "graph.npz")
            moved = {before.numbers[key]: number for key, number in alive.items()}
            return graph.renumbered(held, moved, len(documents))
    return graph.build([(held["key"], held["facts"], held["links"]) for held in documents])


_JOINING = ("kind", "id", "title", "aliases", "entities", "sessions")


def _joins(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    """What of a document the graph is made of."""
    facts = entry["facts"]
    return (*(facts.get(name) for name in _JOINING), [list(link) for link in entry["links"]])
