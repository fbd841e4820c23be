"""Links, relations and shared names join pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memwiki.index.content import of_page
from memwiki.index.graph import Graph, build, load, save


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


def test_an_empty_wiki_has_an_empty_graph(tmp_path: Path) -> None:
    save(build([]), tmp_path / "graph.npz")
    assert load(tmp_path / "graph.npz").walk({}).tolist() == []


def test_a_name_on_every_page_joins_none() -> None:
    held = build([page(f"concepts/{n}.md", type="Concept", entities="[everywhere]") for n in range(30)])
    assert held.neighbours(0) == []
