"""Search through the command line: over all projects, and by the other names of a thing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
HERE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
THERE = ("From now on deploy with Kamal, never by hand.", "Noted.")
NAMED = ("The Bouncer is what we call the AdmissionController: it turns away orders above the limit.", "I see.")


@pytest.fixture
def filled(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    other = memory.beside(tmp_path / "shop-two")
    other.compile(other.session("two", 0, THERE))
    memory.compile(memory.session("one", 0, HERE, NAMED))
    return memory


def _found(memory: Memory, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["search", *words, "--json", "--at", memory.at(60)]) == 0
    return list(json.loads(capsys.readouterr().out)["hits"])


def test_all_projects_are_searched_only_where_that_is_asked(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert not [hit for hit in _found(filled, capsys, "deploy with Kamal") if "Kamal" in hit["title"]]
    hits = _found(filled, capsys, "deploy with Kamal", "--all-projects")
    assert "Kamal" in hits[0]["title"]
    assert hits[0]["project"] != _found(filled, capsys, "pnpm", "--all-projects")[0]["project"]


@pytest.mark.parametrize("name", ["Bouncer", "AdmissionController", "admission controller"])
def test_a_concept_is_found_by_each_of_its_names(filled: Memory, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    hits = _found(filled, capsys, name)
    assert hits[0]["kind"] == "concept"
