from __future__ import annotations

from pathlib import Path

import pytest

from memwiki.records import Page
from memwiki.wiki.apply import BROKEN, NO_BASE, Outcome, publish_pages
from memwiki.wiki.page import edited, parse, render
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

ANA = Author("Ana", "ana@example.org")
BOB = Author("Bob", "bob@example.org")
WHEN = "2026-09-14T09:12:03+00:00"
LATER = "2026-09-15T09:12:03+00:00"
PATH = "decisions/use-sqlite.md"


def page(number: int, body: str, path: str = "", **meta: object) -> Page:
    head = {
        "type": "Decision",
        "id": f"decision-{number:012x}",
        "title": f"Decision {number}",
        "description": "What was chosen.",
        "status": "stable",
        "tags": ["storage"],
        "created": WHEN,
        "generated": {"by": "memwiki/0.1.0", "at": WHEN},
    }
    return Page(path or f"decisions/d-{number}.md", {**head, **meta}, body)


class Wiki:
    """A wiki in a scratch folder, and the compiles that go into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repo = Repository.open(folder, create=True, author=ANA, date=WHEN)

    def compile(self, *pages: Page, dry_run: bool = False, **more: object) -> Outcome:
        rendered = {p.path: p for p in pages}
        subject = lambda count: f"compile: {count} pages from 1 session"  # noqa: E731
        return publish_pages(
            self.repo, rendered, subject=subject, author=ANA, edits_author=BOB, date=LATER, dry_run=dry_run, **more
        )

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path / "wiki")


def test_first_compile_writes_pages_and_generated_files_in_one_commit(wiki: Wiki) -> None:
    outcome = wiki.compile(page(1, "Use SQLite.\n", PATH))

    assert outcome.written == (PATH,)
    assert sorted(wiki.repo.tree()) == [".gitignore", "decisions/index.md", PATH, "index.md", "log.md"]
    assert wiki.repo.log(1)[0].subject == "compile: 1 pages from 1 session"
    assert "[Decision 1](use-sqlite.md) - What was chosen." in wiki.read("decisions/index.md")
    assert not wiki.repo.dirty()


def test_a_second_compile_of_the_same_pages_commits_nothing(wiki: Wiki) -> None:
    wiki.compile(page(1, "Use SQLite.\n"))
    head = wiki.repo.head()

    assert wiki.compile(page(1, "Use SQLite.\n")).commit is None
    assert wiki.repo.head() == head


def test_what_comes_then_finds_the_pages_in_their_places(wiki: Wiki) -> None:
    seen: list[tuple[tuple[str, ...], str]] = []
    first = page(1, "One\n", PATH)
    for _ in range(2):  # the second time, nothing changes
        wiki.compile(first, then=lambda outcome: seen.append((outcome.written, wiki.read(PATH))))

    assert [written for written, _ in seen] == [(PATH,), ()]
    assert seen[0][1] == seen[1][1] == render(first)
    wiki.compile(first, page(2, "Two\n"), dry_run=True, then=lambda _: pytest.fail("nothing was done"))


def test_where_what_comes_then_fails_the_index_follows_and_the_next_command_goes_on(wiki: Wiki) -> None:
    def fails(_: Outcome) -> None:
        raise KeyError("then")

    with pytest.raises(KeyError, match="then"):
        wiki.compile(page(1, "One\n", PATH), then=fails)
    assert (wiki.folder / ".git/memwiki/journal.json").exists()

    wiki.compile(page(1, "One\n", PATH), page(2, "Two\n"))
    assert not (wiki.folder / ".git/memwiki/journal.json").exists()
    assert not wiki.repo.dirty()
    assert wiki.repo.log(1)[0].subject == "compile: 1 pages from 1 session"


def test_a_dry_run_tells_the_same_and_writes_nothing(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n\nTwo\n"))
    wiki.write("decisions/d-1.md", wiki.read("decisions/d-1.md").replace("One", "Mine"))
    head = wiki.repo.head()

    plan = wiki.compile(page(1, "One\n\nTwo!\n"), page(2, "New\n"), dry_run=True)

    assert wiki.repo.head() == head
    assert "Mine" in wiki.read("decisions/d-1.md")
    done = wiki.compile(page(1, "One\n\nTwo!\n"), page(2, "New\n"))
    assert (plan.written, plan.kept, plan.deleted) == (done.written, done.kept, done.deleted)


def test_a_persons_edit_is_committed_as_theirs_and_survives_three_compiles(wiki: Wiki) -> None:
    wiki.compile(page(1, "Use SQLite.\n\nBecause it is small.\n"))
    text = wiki.read("decisions/d-1.md")
    wiki.write("decisions/d-1.md", text.replace("small.\n", "small.\n\nAsk Dana first.\n"))

    for reason in ("fast", "fast and local", "fast, local and dull"):
        wiki.compile(page(1, f"Use SQLite.\n\nBecause it is small.\n\nIt is {reason}.\n"))
        now = wiki.read("decisions/d-1.md")
        assert "Ask Dana first.\n" in now
        assert f"It is {reason}.\n" in now

    edit = next(c for c in wiki.repo.log() if c.subject == "edit: 1 page")
    assert edit.author == "Bob"
    assert "Ask Dana first." in wiki.repo.read(edit.id, "decisions/d-1.md")


def test_a_conflict_keeps_the_persons_line_and_is_handed_back(wiki: Wiki) -> None:
    wiki.compile(page(1, "Use SQLite.\n"))
    wiki.write("decisions/d-1.md", wiki.read("decisions/d-1.md").replace("Use SQLite.", "Use DuckDB."))

    outcome = wiki.compile(page(1, "Use Postgres.\n"))

    [conflict] = outcome.conflicts
    assert (conflict.path, conflict.mine, conflict.new) == ("decisions/d-1.md", "Use DuckDB.", "Use Postgres.")
    assert "Use DuckDB." in wiki.read("decisions/d-1.md")
    assert "<<<<" not in wiki.read("decisions/d-1.md")
    assert not wiki.compile(page(1, "Use Postgres.\n")).conflicts


def test_a_page_that_a_person_deleted_stays_deleted(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"), page(2, "Two\n"))
    (wiki.folder / "decisions/d-1.md").unlink()

    outcome = wiki.compile(page(1, "One changed\n"), page(2, "Two\n"))
    wiki.compile(page(1, "One changed again\n"), page(2, "Two\n"))

    assert outcome.gone == ("decisions/d-1.md",)
    assert not (wiki.folder / "decisions/d-1.md").exists()
    assert "d-1.md" not in wiki.read("decisions/index.md")


def test_a_moved_and_edited_page_is_followed_by_its_id(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n\nTwo\n"))
    text = wiki.read("decisions/d-1.md").replace("One", "One, says Bob")
    (wiki.folder / "decisions/d-1.md").unlink()
    wiki.write("decisions/storage/sqlite.md", text)

    wiki.compile(page(1, "One\n\nTwo, now better\n"))

    assert not (wiki.folder / "decisions/d-1.md").exists()
    body = parse(wiki.read("decisions/storage/sqlite.md")).body
    assert body == "One, says Bob\n\nTwo, now better\n"
    assert "(sqlite.md)" in wiki.read("decisions/storage/index.md")
    assert [c.subject for c in wiki.repo.history("decisions/storage/sqlite.md")][-1].startswith("compile")


def test_two_pages_that_swapped_names_are_both_followed(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"), page(2, "Two\n"))
    one, two = wiki.read("decisions/d-1.md"), wiki.read("decisions/d-2.md")
    wiki.write("decisions/d-1.md", two)
    wiki.write("decisions/d-2.md", one)

    wiki.compile(page(1, "One!\n"), page(2, "Two!\n"))

    assert parse(wiki.read("decisions/d-1.md")).body == "Two!\n"
    assert parse(wiki.read("decisions/d-2.md")).body == "One!\n"


def test_a_copy_of_a_page_does_not_take_its_place(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"))
    wiki.write("decisions/a-copy.md", wiki.read("decisions/d-1.md"))

    wiki.compile(page(1, "One!\n"))

    assert parse(wiki.read("decisions/d-1.md")).body == "One!\n"
    assert parse(wiki.read("decisions/a-copy.md")).body == "One\n"


def test_a_page_in_the_way_is_never_overwritten(wiki: Wiki) -> None:
    wiki.write("decisions/d-1.md", "My own notes.\n")

    for _ in range(2):
        outcome = wiki.compile(page(1, "One\n"))
        assert [c.reason for c in outcome.conflicts] == [NO_BASE]
        assert wiki.read("decisions/d-1.md") == "My own notes.\n"

    (wiki.folder / "decisions/d-1.md").rename(wiki.folder / "decisions/mine.md")
    wiki.compile(page(1, "One\n"))
    assert parse(wiki.read("decisions/d-1.md")).body == "One\n"
    assert wiki.read("decisions/mine.md") == "My own notes.\n"


def test_broken_frontmatter_stops_only_its_own_page_and_loses_nothing(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"), page(2, "Two\n"))
    good = wiki.read("decisions/d-1.md")
    wiki.write("decisions/d-1.md", good.replace("tags:\n", "tags: [oops\n").replace("One", "One by Bob"))

    outcome = wiki.compile(page(1, "One\n\nMore\n"), page(2, "Two!\n"))

    assert [(c.path, c.reason) for c in outcome.conflicts] == [("decisions/d-1.md", BROKEN)]
    assert "One by Bob" in wiki.read("decisions/d-1.md")
    assert parse(wiki.read("decisions/d-2.md")).body == "Two!\n"
    wiki.write("decisions/d-1.md", good.replace("One", "One by Bob"))
    wiki.compile(page(1, "One\n\nMore\n"), page(2, "Two!\n"))
    assert parse(wiki.read("decisions/d-1.md")).body == "One by Bob\n\nMore\n"


def test_a_page_that_is_no_longer_made_goes_unless_a_person_wrote_in_it(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"), page(2, "Two\n"), page(3, "Three\n"))
    wiki.write("decisions/d-2.md", wiki.read("decisions/d-2.md") + "\nKeep this.\n")

    outcome = wiki.compile(page(3, "Three\n"))

    assert outcome.deleted == ("decisions/d-1.md",)
    assert outcome.kept == ("decisions/d-2.md",)
    assert not (wiki.folder / "decisions/d-1.md").exists()
    assert "Keep this." in wiki.read("decisions/d-2.md")


def test_a_page_that_the_compiler_moves_takes_the_persons_lines_along(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n\nTwo\n", "concepts/old.md"))
    wiki.write("concepts/old.md", wiki.read("concepts/old.md").replace("One", "One by Bob"))

    wiki.compile(page(1, "One\n\nTwo!\n", "concepts/new.md"))

    assert not (wiki.folder / "concepts/old.md").exists()
    assert parse(wiki.read("concepts/new.md")).body == "One by Bob\n\nTwo!\n"
    assert wiki.compile(page(1, "One\n\nTwo!\n", "concepts/new.md")).commit is None


def test_unknown_keys_comments_and_places_of_a_person_stay_byte_for_byte(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"))
    text = wiki.read("decisions/d-1.md")
    wiki.write("decisions/d-1.md", text.replace("status:", "owner:   {team: [a,  b]}  # ours\n# see below\nstatus:"))

    wiki.compile(page(1, "One!\n", tags=["storage", "local"], strength=0.5))

    now = wiki.read("decisions/d-1.md")
    assert "owner:   {team: [a,  b]}  # ours\n# see below\nstatus: stable\n" in now
    assert parse(now).meta["tags"] == ["storage", "local"]
    assert parse(now).meta["strength"] == 0.5


def test_both_sides_tags_are_kept(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n", tags=["a", "b"]))
    wiki.write(
        "decisions/d-1.md", wiki.read("decisions/d-1.md").replace("  - a\n", "").replace("- b\n", "- b\n  - mine\n")
    )

    outcome = wiki.compile(page(1, "One\n", tags=["a", "b", "c"]))

    assert parse(wiki.read("decisions/d-1.md")).meta["tags"] == ["b", "mine", "c"]
    assert not outcome.conflicts


def test_quotes_rewritten_by_an_editor_are_no_edit(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"))
    text = wiki.read("decisions/d-1.md")
    wiki.write(
        "decisions/d-1.md", text.replace(f'created: "{WHEN}"', f"created: '{WHEN}'").replace("  - storage", "- storage")
    )

    outcome = wiki.compile(page(1, "One!\n", created=LATER, tags=["storage", "x"]))

    meta = parse(wiki.read("decisions/d-1.md")).meta
    assert (meta["created"], meta["tags"]) == (LATER, ["storage", "x"])
    assert not outcome.conflicts


def test_approval_by_a_person_stays_on_the_page(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n", status="draft"))
    approved = edited(
        parse(wiki.read("decisions/d-1.md"), "decisions/d-1.md"),
        {"status": "stable", "verified": [{"by": "human:bob", "at": LATER}]},
    )
    wiki.write("decisions/d-1.md", render(approved))

    wiki.compile(page(1, "One!\n", status="draft"))

    meta = parse(wiki.read("decisions/d-1.md")).meta
    assert (meta["status"], meta["verified"]) == ("stable", [{"by": "human:bob", "at": LATER}])


def test_a_rebuilt_repository_adopts_the_pages_that_lie_there(wiki: Wiki, tmp_path: Path) -> None:
    wiki.compile(page(1, "One\n\nEnd\n"), page(2, "Two\n"))
    wiki.write("decisions/d-1.md", wiki.read("decisions/d-1.md").replace("One", "One by Bob"))
    (wiki.folder / ".git").rename(tmp_path / "lost")

    again = Wiki(wiki.folder)
    outcome = again.compile(page(1, "One\n\nEnd\n"), page(2, "Two\n"))

    assert [c.path for c in outcome.conflicts] == ["decisions/d-1.md"]
    assert "One by Bob" in again.read("decisions/d-1.md")
    assert not again.compile(page(1, "One\n\nEnd!\n"), page(2, "Two!\n")).conflicts
    assert parse(again.read("decisions/d-1.md")).body == "One by Bob\n\nEnd!\n"
    assert parse(again.read("decisions/d-2.md")).body == "Two!\n"


def test_a_new_sealed_segment_is_recorded_even_where_no_page_changes(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"))
    sealed = [("Memwiki-Raw", f"codex-a b/0001 {'a' * 64}")]

    assert wiki.compile(page(1, "One\n"), trailers=sealed).commit is not None
    assert wiki.compile(page(1, "One\n"), trailers=sealed).commit is None
    assert wiki.repo.sealed() == {"codex-a b/0001": "a" * 64}


def test_bytes_that_are_no_text_survive_a_merge(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n\nTwo\n"))
    file = wiki.folder / "decisions/d-1.md"
    file.write_bytes(file.read_bytes().replace(b"One", b"One \xff\xfe"))

    wiki.compile(page(1, "One\n\nTwo!\n"))

    assert file.read_bytes().endswith(b"One \xff\xfe\n\nTwo!\n")


def test_windows_line_ends_stay_and_are_no_conflict(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n\nTwo\n"))
    file = wiki.folder / "decisions/d-1.md"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    outcome = wiki.compile(page(1, "One\n\nTwo!\n"))

    assert not outcome.conflicts
    assert b"Two!" in file.read_bytes()


def test_a_persons_index_is_generated_again(wiki: Wiki) -> None:
    wiki.compile(page(1, "One\n"))
    wiki.write("index.md", "# Mine\n")

    wiki.compile(page(1, "One\n"))

    assert wiki.read("index.md").startswith('---\nokf_version: "0.2"\n---\n')
    assert "# Mine\n" in [wiki.repo.read(c.id, "index.md") for c in wiki.repo.history("index.md")]
