"""The graph: pages and entities, joined by links, typed relations and names they share.

What is kept is arrays, so that a search walks it in numpy and unpickles nothing.
"""

from __future__ import annotations

import posixpath
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from memwiki.index.content import RAW
from memwiki.index.tokens import EXACT, stem, words

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Edges = dict[tuple[int, int], float]  # each pair once, the lower number first
_LINK, _RELATION, _ENTITY, _SESSION = 1.0, 1.5, 1.0, 0.5
_DAMPING = 0.7  # short walks: a neighbour counts, its neighbours hardly
_STEPS = 12
_LEAST = 1e-4  # of all that sets out from the seeds
_NAME_WORDS = 4  # of a name that a question is looked through for
_ARRAYS = ("source", "target", "weight", "names", "bearers")
_HUB = 25  # pages on subjects joined to one; of 2,200 pages in 20 wikis that compile made none had more than 14
_COMMON = 0.25  # an entity on more than this share of the pages joins nothing


@dataclass(frozen=True)
class Graph:
    """Edges as arrays, both ways; nodes below `documents` are document numbers, those above are entities."""

    documents: int
    nodes: int
    source: Ints
    target: Ints
    weight: Floats
    names: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))  # hashes, in order
    bearers: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int32))  # the node of each name

    def named(self, words: Sequence[str]) -> dict[int, float]:
        """The nodes of the names that stand in a question, by its words; the longest first, their shares sum to 1."""
        found: dict[int, float] = {}
        at = 0
        while at < len(words) and len(self.names):
            for size in range(min(_NAME_WORDS, len(words) - at), 0, -1):
                key = key_of(words[at : at + size])
                place = int(np.searchsorted(self.names, key))
                if place < len(self.names) and self.names[place] == key:
                    found[int(self.bearers[place])] = 1.0
                    at += size - 1
                    break
            at += 1
        return {node: share / len(found) for node, share in found.items()}

    def neighbours(self, document: int) -> list[int]:
        """Documents joined to this one directly or by one shared entity, nearest first."""
        near = self.walk({document: 1.0})
        near[document] = 0.0
        order = np.argsort(-near, kind="stable")
        return [int(number) for number in order if near[number] > 0]

    def walk(self, seeds: Mapping[int, float]) -> Floats:
        """Personalised PageRank from weighted nodes, documents or names: how near each document is."""
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


Joined = tuple[str, Mapping[str, Any], Sequence[tuple[str, str]]]  # key, facts, links


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands out in a graph of pages: `hubs` by key with the number of pages that are joined to each, most first;
    `alone` are the keys of pages that nothing joins to another."""

    hubs: Mapping[str, int]
    alone: tuple[str, ...]


def shape(contents: Sequence[Joined]) -> Shape:
    """Hubs and orphans among pages on a subject. Sessions tell of many pages, and the project's page lists them all:
    neither is a hub, nor makes one, nor is alone; a page that a session tells of is not alone."""
    kept = [one for one in contents if one[1].get("kind") not in ("project", RAW)]
    graph = build(kept)
    kinds = [str(facts.get("kind")) for _, facts, _ in kept]
    topic = np.asarray([kind != "session" for kind in kinds] + [False] * (graph.nodes - len(kept)), dtype=np.bool_)
    among = graph.source[topic[graph.source] & topic[graph.target]]
    counts = np.bincount(among, minlength=graph.nodes)
    joined = np.bincount(graph.source, minlength=graph.nodes)
    hubs = sorted((-int(counts[n]), kept[n][0]) for n in range(len(kept)) if counts[n] >= _HUB)
    alone = [kept[n][0] for n in range(len(kept)) if topic[n] and not joined[n]]
    return Shape({key: -count for count, key in hubs}, tuple(alone))


def build(contents: Sequence[Joined]) -> Graph:
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
    nodes, named = _entities(graph, contents)
    return _arrays(graph, len(contents), nodes, named)


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


def key_of(words: Iterable[str]) -> int:
    """A name, or words of a question, as a number: written forms, each in its stem."""
    return zlib.crc32(" ".join(stem(word.removeprefix(EXACT)) for word in words).encode("utf-8", "replace"))


def _entities(graph: Edges, contents: Sequence[tuple[str, Mapping[str, Any], Any]]) -> tuple[int, dict[int, int]]:
    """Joins pages by the names they share, each name a node above the documents; gives the number of all nodes, and
    the node of each name by its key: the page itself, where one page alone bears it."""
    named: dict[int, int] = {}
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
    for name, numbers in sorted(holders.items()):
        key = key_of(word.exact for word in words(name))
        if len(numbers) == 1:
            named.setdefault(key, numbers[0])
        elif len(numbers) <= most:
            named[key] = nodes
            for number in numbers:
                _join(graph, number, nodes, _ENTITY / len(numbers) ** 0.5)
            nodes += 1
    return nodes, named


def _arrays(graph: Edges, documents: int, nodes: int, named: Mapping[int, int]) -> Graph:
    pairs = np.asarray(list(graph), dtype=np.int32).reshape(-1, 2)
    held = np.fromiter(graph.values(), dtype=np.float64, count=len(graph))
    source, target = np.concatenate((pairs[:, 0], pairs[:, 1])), np.concatenate((pairs[:, 1], pairs[:, 0]))
    keys = sorted(named)
    names = np.asarray(keys, dtype=np.uint32), np.asarray([named[key] for key in keys], dtype=np.int32)
    return Graph(documents, nodes, source, target, np.concatenate((held, held)), *names)


def renumbered(graph: Graph, moved: Mapping[int, int], documents: int) -> Graph:
    """The same graph over documents that have other numbers now."""
    numbers = np.arange(graph.nodes, dtype=np.int32) + np.int32(documents - graph.documents)
    numbers[: graph.documents] = 0  # of documents that are gone, which no edge or name leads to
    numbers[list(moved)] = list(moved.values())
    nodes = graph.nodes - graph.documents + documents
    return Graph(
        documents,
        nodes,
        numbers[graph.source],
        numbers[graph.target],
        graph.weight,
        graph.names,
        numbers[graph.bearers],
    )


def save(graph: Graph, path: Path) -> None:
    """Writes the arrays (.npz, no pickle)."""
    sizes = np.asarray([graph.documents, graph.nodes], dtype=np.int64)
    arrays = {name: getattr(graph, name) for name in _ARRAYS}
    np.savez(path, sizes=sizes, **arrays)


def load(path: Path) -> Graph:
    """Reads the arrays; raises OSError, ValueError or KeyError where the file is missing or cut."""
    with np.load(path) as held:
        documents, nodes = (int(size) for size in held["sizes"])
        return Graph(documents, nodes, *(held[name] for name in _ARRAYS))
