"""Search and recall through the command line: filters, names, doubles, links, and the block that an agent gets."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from memwiki.cli.edge import run

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
HEAD = 'strength: 0.6\ntrust: {trust}\ncreated: "2026-09-01T09:00:00Z"\nreinforced: "2026-09-01T09:00:00Z"\n'
PAGES = {
    "decisions/queue.md": (
        "Decision",
        "Queue in sqlite",
        "stable",
        0.9,
        "[storage]",
        "Jobs wait in sqlite. `syncQueue.ts`.",
    ),
    "decisions/old-queue.md": ("Decision", "Queue in redis", "deprecated", 0.9, "[storage]", "Jobs waited in redis."),
    "decisions/idea.md": ("Decision", "Queue in kafka", "draft", 0.5, "[storage, idea]", "Jobs might wait in kafka."),
    "concepts/sync.md": (
        "Concept",
        "Sync queue",
        "stable",
        0.4,
        "[sync]",
        "Sync, queue, ts: the sync queue syncs a queue.",
    ),
    "concepts/double.md": ("Concept", "Outbox", "stable", 0.7, "[]", "The outbox holds what was not sent."),
    "concepts/copy.md": ("Concept", "Outbox", "stable", 0.7, "[]", "The outbox holds what was not sent."),
    "gotchas/lock.md": ("Gotcha", "Database is locked", "stable", 0.7, "[]", "See [queue](../decisions/queue.md)."),
}


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE))
    for path, (kind, title, status, trust, tags, body) in PAGES.items():
        file = memory.desk().wiki / path
        file.parent.mkdir(exist_ok=True)
        about = f"type: {kind}\nid: {kind.lower()}-{len(path) * 7919:012x}\ntitle: {title}\n"
        about += f"status: {status}\ntags: {tags}\n"
        file.write_text(f"---\n{about}{HEAD.format(trust=trust)}---\n\n# {title}\n\n{body}\n", "utf-8")
    memory.compile(memory.session("two", 5, ("Add a readme", "Done.")))
    return memory


def found(capsys: pytest.CaptureFixture[str], memory: Memory, *words: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["search", *words, "--json", "--at", memory.at(30)]) == 0
    hits: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["hits"]
    return hits


def titles(hits: list[dict[str, Any]]) -> set[str]:
    return {hit["title"] for hit in hits}


def test_filters_ask_for_kind_tag_status_and_trust(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert {hit["kind"] for hit in found(capsys, filled, "queue", "--kind", "concept")} == {"concept"}
    assert titles(found(capsys, filled, "queue", "--tag", "Storage", "--tag", "idea")) == {"Queue in kafka"}
    assert titles(found(capsys, filled, "queue", "--status", "deprecated")) == {"Queue in redis"}
    assert titles(found(capsys, filled, "queue", "--status", "draft", "--status", "deprecated")) == {
        "Queue in kafka",
        "Queue in redis",
    }
    assert "Sync queue" not in titles(found(capsys, filled, "queue", "--trust", "0.6"))


def test_a_status_that_is_none_is_refused(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "queue", "--status", "fine", "--at", filled.at(30)]) == 2
    assert "stable" in capsys.readouterr().err


def test_the_page_that_holds_the_name_itself_is_first(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys, filled, "syncQueue.ts")[0]["title"] == "Queue in sqlite"


def test_pages_that_say_the_same_are_shown_once(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert [hit["title"] for hit in found(capsys, filled, "outbox")].count("Outbox") == 1


def test_what_is_linked_to_a_match_gains_by_it(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    by_title = {hit["title"]: hit["channels"] for hit in found(capsys, filled, "database is locked, jobs wait")}
    assert by_title["Queue in sqlite"]["graph"] > 0


def test_explain_names_every_channel(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    run(["search", "jobs wait in sqlite syncQueue.ts", "--explain", "--at", filled.at(30)])
    shown = capsys.readouterr().out
    assert all(f"{name} 0" in shown or f"{name} 1" in shown for name in ("words", "exact", "windows", "lines", "names"))


def block(capsys: pytest.CaptureFixture[str], memory: Memory, *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["recall", *words, "--json", "--at", memory.at(30)]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_recall_offers_no_draft_and_nothing_replaced(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Queue in kafka" not in block(capsys, filled, "Queue in kafka: might jobs wait in kafka?")["text"]
    assert "Queue in redis" not in block(capsys, filled, "Queue in redis, jobs waited in redis")["text"]


def test_a_block_is_fenced_cited_counted_and_the_same_again(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    first = block(capsys, filled, "where do jobs wait, syncQueue.ts in sqlite")
    assert first["text"].lstrip().startswith("<")
    assert re.search(r"decisions/queue\.md@[0-9a-f]{7,12}", first["text"])
    assert 0 < first["tokens"] <= 800
    assert block(capsys, filled, "where do jobs wait, syncQueue.ts in sqlite") == first


def test_a_small_budget_gives_whole_items_or_none(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    whole = block(capsys, filled, "where do jobs wait, syncQueue.ts in sqlite")
    for budget in ("20", "120", "160", "200"):
        told = block(capsys, filled, "where do jobs wait, syncQueue.ts in sqlite", "--budget", budget)
        assert told["tokens"] <= int(budget)
        items = [line for line in told["text"].splitlines() if line.startswith("- ")]
        assert all(item in whole["text"] for item in items)


def test_ranks_can_be_fused_instead(
    filled: Memory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMWIKI_INDEX_FUSION", "ranks")
    first, *_ = found(capsys, filled, "jobs wait in sqlite")
    assert first["title"] == "Queue in sqlite"
    assert first["channels"]["words"] == 0.6  # its whole weight, as it is the first in that channel
