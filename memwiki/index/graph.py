"""The graph: pages and entities, joined by links, typed relations and names they share.

What is kept is arrays, so that a search walks it in numpy and unpickles nothing.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from memwiki.index.content import RAW

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Edges = dict[tuple[int, int], float]  # each pair once, the lower number first
_LINK, _RELATION, _ENTITY, _SESSION = 1.0, 1.5, 1.0, 0.5
_DAMPING = 0.7  # short walks: a neighbour counts, its neighbours hardly
_STEPS = 12
_LEAST = 1e-5  # of all that sets out from the seeds
_COMMON = 0.25  # an entity on more than this share of the pages joins nothing


@dataclass(frozen=True)
class Graph:
    """Edges as arrays, both ways; nodes below `documents` are document numbers, those above are entities."""

    documents: int
    nodes: int
    source: Ints
    target: Ints
    weight: Floats

    def neighbours(self, document: int) -> list[int]:
        """Documents joined to this one directly or by one shared entity, nearest first."""
        near = self.walk({document: 1.0})
        near[document] = 0.0
        order = np.argsort(-near, kind="stable")
        return [int(number) for number in order if near[number] > 0]

    def walk(self, seeds: Mapping[int, float]) -> Floats:
        """Personalised PageRank from weighted documents: how near each document is to them; sums to at most 1."""
        start = np.zeros(self.nodes, dtype=np.float64)
        for number, value in seeds.items():
            start[number] = value
        total = start.sum()
        if total <= 0:
            return start[: self.documents]
        return self._spread(np.asarray(start / total, dtype=np.float64))[: self.documents]

    def _spread(self, start: Floats) -> Floats:
        """Step by step along the edges of the nodes that were reached; what is too little to matter goes no further."""
        first, targets, share = self._edges
        rank: Floats = (1 - _DAMPING) * start
        reached = np.flatnonzero(start)
        carried = start[reached]
        for _ in range(_STEPS):
            counts = first[reached + 1] - first[reached]
            begins = first[reached] - np.concatenate(([0], np.cumsum(counts)[:-1]))
            edges = np.repeat(begins, counts) + np.arange(int(counts.sum()))
            flow = np.repeat(carried * _DAMPING, counts) * share[edges]
            there: Floats = np.bincount(targets[edges], weights=flow, minlength=self.nodes).astype(np.float64)
            rank += (1 - _DAMPING) * there
            reached = np.flatnonzero(there > _LEAST)
            if not len(reached):
                break
            carried = there[reached]
        return rank

    @cached_property
    def _edges(self) -> tuple[NDArray[np.int64], Ints, Floats]:
        """Where the edges of each node begin, where each leads, and what share of the node it carries on."""
        out = np.bincount(self.source, weights=self.weight, minlength=self.nodes)
        order = np.argsort(self.source, kind="stable")
        source = self.source[order]
        first = np.searchsorted(source, np.arange(self.nodes + 1))
        return first, self.target[order], self.weight[order] / np.maximum(out[source], 1e-12)


def build(contents: Sequence[tuple[str, Mapping[str, Any], Sequence[tuple[str, str]]]]) -> Graph:
    """The graph over documents in number order, each given as (key, facts, links)."""
    graph: Edges = {}
    numbers = {key: number for number, (key, _, _) in enumerate(contents) if key}
    labels = _labels(contents)
    for number, (key, facts, links) in enumerate(contents):
        for kind, target in links:
            other = _resolve(key, target, numbers, labels)
            if other is not None and other != number:
                _join(graph, number, other, _LINK if kind == "link" else _RELATION)
        for session in facts.get("sessions", ()) if facts.get("kind") != "session" else ():
            other = labels.get(f"session:{session}")
            if other is not None and other != number:
                _join(graph, number, other, _SESSION)
    nodes = _entities(graph, contents)
    return _arrays(graph, len(contents), nodes)


def _labels(contents: Sequence[tuple[str, Mapping[str, Any], Any]]) -> dict[str, int]:
    labels: dict[str, int] = {}
    for number, (key, facts, _) in enumerate(contents):
        if facts.get("kind") == RAW:
            continue
        names = [key.removesuffix(".md"), PurePosixPath(key).stem, facts.get("id", ""), facts.get("title", "")]
        names += facts.get("aliases", ())
        if facts.get("kind") == "session":
            names += [f"session:{session}" for session in facts.get("sessions", ())]
        for name in names:
            if name:
                labels.setdefault(str(name).casefold(), number)
    return labels


def _resolve(key: str, target: str, numbers: Mapping[str, int], labels: Mapping[str, int]) -> int | None:
    plain = unquote(target.split("#", 1)[0]).strip()
    if not plain:
        return None
    if plain.endswith(".md"):
        base = "" if plain.startswith("/") else posixpath.dirname(key)
        found = numbers.get(posixpath.normpath(f"/{base}/{plain}").lstrip("/"))
        if found is not None:
            return found
    return labels.get(plain.removesuffix(".md").casefold())


def _join(graph: Edges, one: int, other: int, weight: float) -> None:
    pair = (one, other) if one < other else (other, one)
    graph[pair] = min(graph.get(pair, 0.0) + weight, 3.0)


def _entities(graph: Edges, contents: Sequence[tuple[str, Mapping[str, Any], Any]]) -> int:
    """Joins pages by the names they share, each name a node above the documents; gives the number of all nodes."""
    nodes = len(contents)
    holders: dict[str, list[int]] = {}
    for number, (_, facts, _) in enumerate(contents):
        if facts.get("kind") == RAW:
            continue
        names = [*facts.get("entities", ()), *facts.get("aliases", ())]
        if facts.get("kind") == "concept":
            names.append(facts.get("title", ""))
        for name in dict.fromkeys(str(name).casefold() for name in names if name):
            holders.setdefault(name, []).append(number)
    most = max(4, int(len(contents) * _COMMON))
    for _, numbers in sorted(holders.items()):
        if 2 <= len(numbers) <= most:
            for number in numbers:
                _join(graph, number, nodes, _ENTITY / len(numbers) ** 0.5)
            nodes += 1
    return nodes


def _arrays(graph: Edges, documents: int, nodes: int) -> Graph:
    pairs = np.asarray(list(graph), dtype=np.int32).reshape(-1, 2)
    held = np.fromiter(graph.values(), dtype=np.float64, count=len(graph))
    source, target = np.concatenate((pairs[:, 0], pairs[:, 1])), np.concatenate((pairs[:, 1], pairs[:, 0]))
    return Graph(documents, nodes, source, target, np.concatenate((held, held)))


def renumbered(graph: Graph, moved: Mapping[int, int], documents: int) -> Graph:
    """The same graph over documents that have other numbers now."""
    numbers = np.arange(graph.nodes, dtype=np.int32) + np.int32(documents - graph.documents)
    numbers[: graph.documents] = 0  # of documents that are gone, which no edge leads to
    numbers[list(moved)] = list(moved.values())
    nodes = graph.nodes - graph.documents + documents
    return Graph(documents, nodes, numbers[graph.source], numbers[graph.target], graph.weight)


def save(graph: Graph, path: Path) -> None:
    """Writes the arrays (.npz, no pickle)."""
    sizes = np.asarray([graph.documents, graph.nodes], dtype=np.int64)
    np.savez(path, sizes=sizes, source=graph.source, target=graph.target, weight=graph.weight)


def load(path: Path) -> Graph:
    """Reads the arrays; raises OSError, ValueError or KeyError where the file is missing or cut."""
    with np.load(path) as held:
        documents, nodes = (int(size) for size in held["sizes"])
        return Graph(documents, nodes, held["source"], held["target"], held["weight"])
