"""Another memory, and folders of pages: taken in once, marked, and nobody's page overwritten."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py

TABLES = """
create table sdk_sessions(id integer primary key, content_session_id text, memory_session_id text, project text,
  created_at_epoch integer);
create table observations(id integer primary key, memory_session_id text, project text, type text, title text,
  subtitle text, narrative text, facts text, concepts text, files_modified text, created_at_epoch integer);
create table session_summaries(id integer primary key, memory_session_id text, project text, request text,
  learned text, completed text, next_steps text, created_at_epoch integer);
create table user_prompts(id integer primary key, content_session_id text, prompt_number int, prompt_text text,
  created_at_epoch integer);
insert into sdk_sessions values(1, 'c-1', 'm-1', 'shop', 1767261600000);
insert into user_prompts values(1, 'c-1', 1, 'Always use pnpm. Make the nightly export retry.', 1767261600000);
insert into observations values(1, 'm-1', 'shop', 'decision', 'Export retries three times', 'bounded',
  'The export job retries three times and then gives up.', '["The bucket answers 503 each night"]', '["trade-off"]',
  '["src/export.py"]', 1767261660000);
insert into observations values(2, 'm-1', 'shop', 'bugfix', 'Retries hid the real error', 'log first',
  'The retry loop swallowed the first exception.', '[]', '["gotcha"]', '["src/export.py"]', 1767261670000);
insert into observations values(3, 'm-1', 'shop', 'feature', 'Added a retry budget', 'three tries', 'x', '[]', '[]',
  '[]', 1767261680000);
insert into session_summaries values(1, 'm-1', 'shop', 'Make the export retry', 'The bucket is busy at night.',
  'The nightly export retries now.', '- add an alert for the third failure', 1767261700000);
"""


@pytest.fixture
def database(ada: Person) -> Path:
    file: Path = ada.user / "claude-mem.db"
    with sqlite3.connect(file) as made:
        made.executescript(TABLES)
    return file


@pytest.fixture
def vault(ada: Person) -> Path:
    folder: Path = ada.user / "vault"
    (folder / "decisions").mkdir(parents=True)
    (folder / "notes").mkdir()
    (folder / "decisions" / "use-sqlite.md").write_text(
        "---\ntype: Decision\ntitle: Use SQLite\nowner: ada\n---\n"
        "We use it. See [the queue](../notes/queue.md) and [[Queue]].\n"
    )
    (folder / "notes" / "queue.md").write_text(
        "# The queue\n\nJobs wait in it, says [this](../decisions/use-sqlite.md).\n\n"
        "```\n[x](../decisions/use-sqlite.md)\n```\n"
    )
    (folder / "notes" / "restart.md").write_text("---\ntype: Runbook\ntitle: Restart the worker\n---\nKill it.\n")
    (folder / "index.md").write_text("# Index\n")
    (ada.user / "outside.md").write_text("secret\n")
    (folder / "notes" / "link.md").symlink_to(ada.user / "outside.md")
    return folder


def pages(person: Person) -> dict[str, dict[str, Any]]:
    return {page["title"]: page for page in person("list", "--json").json["pages"]}


def test_a_claude_mem_database_becomes_imported_pages(ada: Person, database: Path) -> None:
    before = database.read_bytes()

    done = ada("import", "claude-mem", str(database), "--no-vectors", "--json")

    assert done.code == 0, done.err
    assert done.json["projects"][0]["sessions"] == 1
    found = pages(ada)
    assert {page["kind"] for page in found.values()} >= {"session", "decision", "gotcha", "project"}
    decision = ada("show", found["Export retries three times"]["page"], "--json").json
    assert (decision["meta"]["trust"], decision["meta"]["sources"][0]["author"]) == (0.5, "process:import")
    assert "503 each night" in decision["body"]
    (session,) = (page for page in found.values() if page["kind"] == "session")
    shown = ada("show", session["page"], "--json").json
    assert (shown["meta"]["trust"], "imported" in shown["meta"]["tags"]) == (0.5, True)
    for words in (
        "The nightly export retries now",
        "Added a retry budget",
        "alert for the third failure",
        "src/export.py",
    ):
        assert words.casefold() in shown["body"].casefold()
    for page in found.values():
        if page["kind"] in ("preference", "decision"):
            assert ada("show", page["page"], "--json").json["meta"]["trust"] <= 0.5
    assert database.read_bytes() == before
    assert (ada("verify").code, ada("lint").code) == (0, 0)


def test_a_claude_mem_database_comes_in_once(ada: Person, database: Path) -> None:
    would = ada("import", "claude-mem", str(database), "--dry-run", "--json").json
    assert not (ada.home / "raw").exists()
    first = ada("import", "claude-mem", str(database), "--no-vectors", "--json").json

    again = ada("import", "claude-mem", str(database), "--json").json

    assert would["stored"] == first["stored"] == again["known"]
    assert (again["stored"], again["compiled"]) == (0, [])


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (None, 10, "no such file"),
        (b"plain text", 12, "no SQLite database"),
        (b"SQLite format 3\0" + b"\xff" * 200, 12, "cannot be read"),
    ],
)
def test_what_is_no_database_is_refused(ada: Person, content: bytes | None, code: int, words: str) -> None:
    file = ada.user / "x.db"
    if content is not None:
        file.write_bytes(content)

    done = ada("import", "claude-mem", str(file))

    assert (done.code, words in done.err) == (code, True)


def test_another_programs_database_is_refused(ada: Person) -> None:
    file = ada.user / "x.db"
    with sqlite3.connect(file) as made:
        made.execute("create table notes(text)")

    done = ada("import", "claude-mem", str(file))

    assert (done.code, "no claude-mem database" in done.err) == (12, True)


def test_pages_come_in_as_the_persons_own(ada: Person, vault: Path) -> None:
    done = ada("import", "markdown", str(vault), "--no-vectors", "--json")

    assert done.code == 0, done.err
    assert done.json["left_out"] == ["index.md: made by memwiki itself", "notes/link.md: a link"]
    decision = ada("show", "use-sqlite", "--json").json
    assert (decision["meta"]["type"], decision["meta"]["owner"]) == ("Decision", "ada")
    assert "[the queue](../concepts/the-queue.md) and [[Queue]]" in decision["body"]
    queue = ada("show", "the-queue", "--json").json
    assert "[this](../decisions/use-sqlite.md)" in queue["body"]
    assert "[x](../decisions/use-sqlite.md)\n```" in queue["body"]
    restart = ada("show", "restart-the-worker", "--json").json
    assert (restart["meta"]["type"], restart["meta"]["imported_type"]) == ("Concept", "Runbook")
    assert "ada import: 3 pages from vault" in ada.git("log", "--format=%an %s")
    assert ada("search", "restart the worker", "--json").json["hits"]
    assert ada("verify").code == 0


def test_pages_follow_their_files_until_somebody_edits_them(ada: Person, vault: Path) -> None:
    ada("import", "markdown", str(vault), "--no-vectors")
    again = ada("import", "markdown", str(vault), "--json").json
    assert (again["known"], again["added"], again["changed"], again["commit"]) == (3, [], [], "")

    for name in ("queue", "restart"):
        with (vault / "notes" / f"{name}.md").open("a") as file:
            file.write("\nMore of it.\n")
    mine = ada.wiki / "concepts" / "restart-the-worker.md"
    mine.write_text(mine.read_text() + "\nMy own words.\n")
    changed = ada("import", "markdown", str(vault), "--no-vectors", "--json")

    assert (changed.code, changed.json["changed"]) == (3, ["concepts/the-queue.md"])
    assert changed.json["collisions"] == ["notes/restart.md: concepts/restart-the-worker.md was changed here"]
    assert "More of it" in ada("show", "the-queue").out
    assert mine.read_text().endswith("My own words.\n")


def test_a_page_that_is_there_is_not_overwritten(ada: Person, vault: Path) -> None:
    written = ada("remember", "Use SQLite", "--kind", "decision", "--json").json["page"]
    assert written == "decisions/use-sqlite.md"
    before = ada("show", written).out

    done = ada("import", "markdown", str(vault), "--no-vectors", "--json")

    assert (done.code, done.json["collisions"]) == (
        3,
        ["decisions/use-sqlite.md: decisions/use-sqlite.md is there already"],
    )
    assert ada("show", written).out == before


def test_an_imported_page_can_be_forgotten(ada: Person, vault: Path) -> None:
    ada("import", "markdown", str(vault), "--no-vectors")

    assert ada("forget", "the-queue", "--yes").code == 0

    assert "The queue" not in pages(ada)


def test_a_linked_folder_is_refused_and_a_dry_run_writes_nothing(ada: Person, vault: Path) -> None:
    would = ada("import", "markdown", str(vault), "--dry-run", "--json")
    assert (would.code, len(would.json["added"])) == (0, 3)
    assert not (ada.home / "wiki").exists()
    (ada.user / "elsewhere").symlink_to(vault)

    assert ada("import", "markdown", str(ada.user / "elsewhere")).code == 12
    assert ada("import", "markdown", str(ada.user / "nowhere")).code == 10
