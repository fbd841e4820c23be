"""What only frames a question is no word of it, and a question that asks when wants a passage with a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memwiki.index.build import PageBlob, refresh
from memwiki.recall.frames import asks_when, framing
from memwiki.recall.fuse import WEIGHTS
from memwiki.recall.query import parse
from memwiki.recall.search import Scope, search
from memwiki.records import Project

Make = Callable[..., PageBlob]


@pytest.mark.parametrize(
    ("question", "framed"),
    [
        ("What kind of cache did we take?", {"kind"}),
        ("which types of errors are retried", {"types"}),
        ("Did the ops team mention a second region?", {"mention"}),
        ("What did Ada say about the gateway?", {"say"}),
        ("Would the importer likely survive that?", {"likely"}),
        ("what type does the parser return", set()),
        ("kind is the name of the flag", set()),
        ("sort of the rows", set()),
        ("", set()),
    ],
)
def test_only_what_frames_a_question_is_left_out(question: str, framed: set[str]) -> None:
    assert framing(question) == framed
    assert not framed & {word.text.casefold() for word in parse(question).words}


def test_a_question_of_frames_alone_keeps_its_words() -> None:
    assert parse("what kind of").words


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When did we drop Redis?", True),
        ("and when was the index moved", True),
        ("what month did the contract end", True),
        ("how long ago was that", True),
        ("什么时候换成 pnpm 的", True),
        ("我们是哪天上线的", True),
        ("when I run the tests they hang", False),
        ("when using pnpm the lock file changes", False),
        ("why does it fail when the disk is full", False),
        ("fix the retry, it breaks 多久都不行", False),
    ],
)
def test_whether_a_question_asks_when(question: str, asked: bool) -> None:
    assert asks_when(question) is asked
    assert parse(question).when is asked


def test_a_passage_with_a_time_comes_first_where_the_question_asks_when(tmp_path: Path, page: Make) -> None:
    told = "The staging cluster moved to the new region {}."
    pages = {
        "gotchas/a.md": page("Gotcha", "Staging cluster", told.format("without trouble at all")),
        "gotchas/b.md": page("Gotcha", "Staging cluster's move", told.format("last Monday, with trouble")),
    }
    refresh(tmp_path / "index", pages, {})
    scope = [Scope(Project("default", "shop"), tmp_path / "index", tmp_path)]
    first = search(scope, "when did the staging cluster move to the new region").hits[0]
    assert first.page == "gotchas/b.md"
    assert first.channels["timed"] > 0
    assert "timed" not in search(scope, "why did the staging cluster move").hits[0].channels


def test_what_a_question_names_draws_the_pages_around_it(tmp_path: Path, page: Make) -> None:
    pages = {
        "concepts/mint.md": page("Concept", "MintGate", "Checks coins.", entities="[CoinPress]"),
        "gotchas/a.md": page("Gotcha", "Slow startup", "Warm the caches first.", entities="[CoinPress]"),
        "gotchas/b.md": page("Gotcha", "Slow start", "Warm the caches first."),
    }
    refresh(tmp_path / "index", pages, {})
    scope = [Scope(Project("default", "shop"), tmp_path / "index", tmp_path)]
    found = {hit.page: hit.channels for hit in search(scope, "slow caches CoinPress").hits}
    assert found["gotchas/a.md"]["graph"] > found["gotchas/b.md"].get("graph", 0.0)
    assert max(parts.get("graph", 0.0) for parts in found.values()) <= WEIGHTS.graph
