"""lint tells of hubs and of pages that nothing joins to another; neither is a fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
WHEN = '"2026-09-01T10:00:00Z"'


def _page(folder: Path, path: str, kind: str, body: str) -> None:
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    head = f"type: {kind}\nid: {kind.lower()}-{name}\ntitle: {name}\ndescription: About {name}.\nstatus: stable\n"
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(f"---\n{head}created: {WHEN}\nreinforced: {WHEN}\n---\n\n{body}\n", "utf-8")


def test_lint_names_hubs_and_lone_pages_and_ends_well(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, ("From now on always use pnpm here, never npm.", "Noted.")))
    wiki = memory.desk().wiki
    _page(wiki, "concepts/everything.md", "Concept", "All of it.")
    _page(wiki, "concepts/island.md", "Concept", "Nobody comes here.")
    for number in range(26):
        _page(wiki, f"gotchas/trap-{number}.md", "Gotcha", "See [all](../concepts/everything.md).")
    memory.compile(10)

    capsys.readouterr()
    assert run(["lint", "--json"]) == 0
    found = {(one["code"], one["path"], one["severity"]) for one in json.loads(capsys.readouterr().out)["findings"]}
    assert found == {("hub", "concepts/everything.md", "info"), ("alone", "concepts/island.md", "info")}
    assert run(["lint"]) == 0
    told = capsys.readouterr()
    assert "concepts/everything.md:0: info: 26 pages are joined to this one" in told.out
    assert "nothing wrong" in told.err
