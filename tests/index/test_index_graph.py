"""Links, relations and shared names join pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memwiki.index.content import of_page
from memwiki.index.graph import Graph, Shape, build, load, renumbered, save, shape


def page(path: str, body: str = "", **meta: str) -> tuple[str, Mapping[str, Any], Any]:
    lines = "".join(f"{key}: {value}\n" for key, value in meta.items())
    content = of_page(path, f"---\n{lines}---\n\n{body}\n")
    return content.key, content.facts, content.links


@pytest.fixture
def graph() -> Graph:
    return build(
        [
            page(
                "decisions/a.md",
                "See [b](../concepts/b%20c.md#top) and [out](https://x.example/y.md).",
                type="Decision",
            ),
            page("concepts/b c.md", type="Concept", title="Bee", id="concept-000000000001"),
            page("gotchas/c.md", "[[Bee|the bee]]", type="Gotcha"),
            page("gotchas/d.md", type="Gotcha", relations="{fixes: [concept-000000000001]}"),
            page("gotchas/e.md", type="Gotcha", entities="[PayService]"),
            page("skills/f.md", type="Skill", entities="[payservice]"),
            page("skills/alone.md", "[gone](../nowhere.md)", type="Skill"),
            page("sessions/s.md", type="Session", sources='[{resource: "raw:codex-s1/0001#1..1"}]'),
            page("skills/g.md", type="Skill", sources='[{resource: "raw:codex-s1/0001#4..4"}]'),
        ]
    )


@pytest.mark.parametrize(("one", "other"), [(0, 1), (2, 1), (3, 1), (4, 5), (7, 8)])
def test_pages_that_belong_together_are_neighbours(graph: Graph, one: int, other: int) -> None:
    assert other in graph.neighbours(one)
    assert one in graph.neighbours(other)


def test_a_page_without_links_has_none(graph: Graph) -> None:
    assert graph.neighbours(6) == []


def test_a_walk_stays_near_its_start(graph: Graph) -> None:
    near = graph.walk({0: 1.0})
    assert min(near[0], near[1]) > near[2] > 0
    assert near[4] == 0
    assert near.sum() <= 1.0 + 1e-9
    assert graph.walk({}).sum() == 0


def test_a_graph_comes_back_as_it_was(graph: Graph, tmp_path: Path) -> None:
    save(graph, tmp_path / "graph.npz")
    again = load(tmp_path / "graph.npz")
    assert again.walk({2: 1.0}).tolist() == graph.walk({2: 1.0}).tolist()
    assert again.named(["=payservice"]) == graph.named(["=payservice"])


def test_an_empty_wiki_has_an_empty_graph(tmp_path: Path) -> None:
    save(build([]), tmp_path / "graph.npz")
    assert load(tmp_path / "graph.npz").walk({}).tolist() == []


def test_a_name_on_every_page_joins_none() -> None:
    held = build([page(f"concepts/{n}.md", type="Concept", entities="[everywhere]") for n in range(30)])
    assert held.neighbours(0) == []


def test_a_question_finds_the_bearers_of_the_names_in_it(graph: Graph) -> None:
    shared = graph.named(["=why", "=payservice", "=retries"])
    assert len(shared) == 1
    assert min(shared) >= graph.documents
    near = graph.walk(shared)
    assert near[4] == near[5] > 0
    assert near[0] == 0
    assert graph.named(["=bee"]) == {1: 1.0}  # one page alone bears it: the page itself
    assert graph.named(["=nobody"]) == {}


def test_of_names_within_names_the_longest_counts() -> None:
    held = build(
        [
            page("concepts/a.md", type="Concept", title="sync queue"),
            page("concepts/b.md", type="Concept", title="queue"),
        ]
    )
    assert held.named(["=the", "=sync", "=queue"]) == {0: 1.0}
    assert held.named(["=queues", "=sync"]) == {1: 1.0}


def test_names_lead_to_the_same_pages_under_other_numbers(graph: Graph) -> None:
    moved = {number: number + 2 for number in range(graph.documents)}
    again = renumbered(graph, moved, graph.documents + 2)
    assert again.named(["=bee"]) == {3: 1.0}
    assert np.flatnonzero(again.walk(again.named(["=payservice"]))).tolist() == [6, 7]


def test_hubs_and_lone_pages_stand_out_and_sessions_make_neither() -> None:
    cites = '[{resource: "raw:codex-s1/0001#1..1"}]'
    spokes = [page(f"gotchas/{n:02}.md", "See [hub](../concepts/hub.md).", type="Gotcha") for n in range(26)]
    told = [page(f"decisions/{n:02}.md", type="Decision", sources=cites) for n in range(40)]
    listed = "".join(f"- [{n}](decisions/{n:02}.md)\n" for n in range(40))
    found = shape(
        [
            page("project.md", f"{listed}- [x](skills/alone.md)\n", type="Project"),
            page("concepts/hub.md", type="Concept"),
            page("skills/alone.md", type="Skill"),
            page("sessions/s.md", type="Session", sources=cites),
            page("sessions/empty.md", type="Session"),
            *spokes,
            *told,
        ]
    )
    assert found.hubs == {"concepts/hub.md": 26}
    assert found.alone == ("skills/alone.md",)
    assert shape([]) == Shape({}, ())
