from __future__ import annotations

from memwiki.records import Page
from memwiki.wiki.bundle import LOG_DAYS, MAX_ENTRIES, LogEntry, generated, short, url
from memwiki.wiki.links import links
from memwiki.wiki.page import parse


def page(path: str, title: str, created: str = "2026-10-02T10:00:00Z", **more: object) -> Page:
    return Page(path, {"type": "Concept", "id": path, "title": title, "created": created, **more}, "")


def made(*pages: Page, log: list[LogEntry] | None = None) -> dict[str, str]:
    return generated({p.path: p for p in pages}, log)


def test_every_folder_gets_an_index_and_only_the_root_declares_the_version() -> None:
    files = made(page("sessions/2026-10/a.md", "A"), page("concepts/x.md", "X"), page("project.md", "Shop"))

    assert sorted(files) == [
        "concepts/index.md",
        "index.md",
        "log.md",
        "sessions/2026-10/index.md",
        "sessions/index.md",
    ]
    assert dict(parse(files["index.md"]).meta) == {"okf_version": "0.2"}
    assert all(not parse(text).meta for path, text in files.items() if path != "index.md")
    assert files["index.md"].splitlines()[4:] == [
        "# Shop",
        "",
        "* [Shop](project.md)",
        "* [Sessions](sessions/index.md) - what was asked, done and left open",
        "* [Concepts](concepts/index.md) - what the things of this project are",
    ]
    assert "* [2026-10](2026-10/index.md) - 1 page\n" in files["sessions/index.md"]


def test_an_empty_wiki_still_has_a_root() -> None:
    assert made() == {"index.md": '---\nokf_version: "0.2"\n---\n\n# Wiki\n', "log.md": "# Log\n"}


def test_a_folders_index_holds_the_newest_pages_only() -> None:
    pages = [page(f"concepts/c{n}.md", f"C{n}", f"2026-10-02T10:{n // 60:02}:{n % 60:02}Z") for n in range(300)]

    lines = made(*pages)["concepts/index.md"].splitlines()[2:]

    assert len(lines) == MAX_ENTRIES
    assert lines[0] == "* [C299](c299.md)"


def test_drafts_and_old_pages_have_sections_of_their_own() -> None:
    text = made(page("concepts/a.md", "A", status="draft"), page("concepts/b.md", "B", status="deprecated"))

    assert text["concepts/index.md"] == (
        "# Concepts\n\n# Waiting for review\n\n* [A](a.md)\n\n# No longer current\n\n* [B](b.md)\n"
    )


def test_titles_and_names_cannot_break_out_of_their_link() -> None:
    hostile = "x](http://evil) [[y]] `z\n# head <script>"
    path = "concepts/a (b) #c%20 好.md"

    text = made(page(path, hostile, description="see [z](http://evil)\n* [q](r)"))["concepts/index.md"]

    [link] = links(text)
    assert link.target == "a (b) #c%20 好.md"
    assert len([line for line in text.splitlines() if line.startswith("*")]) == 1


def test_the_log_is_newest_first_bounded_and_links_only_what_is_there() -> None:
    log = [
        LogEntry("2026-10-02T10:00:00Z", "Creation", "A", "concepts/a.md"),
        LogEntry("2026-10-05", "Update", "Gone", "concepts/gone.md"),
        LogEntry("2026-07-01", "Creation", "Too old", "concepts/a.md"),
        LogEntry("never", "Creation", "No date", "concepts/a.md"),
    ]

    text = made(page("concepts/a.md", "A"), log=log)["log.md"]

    assert text == (
        "# Log\n\n## 2026-10-05\n\n* **Update**: Gone\n\n## 2026-10-02\n\n* **Creation**: [A](concepts/a.md)\n"
    )
    assert LOG_DAYS == 90


def test_the_pages_own_dates_tell_the_log() -> None:
    made_at = {"by": "memwiki/1", "at": "2026-10-04T10:00:00Z"}
    pages = [
        page("concepts/a.md", "A", generated=made_at),
        page("concepts/b.md", "B", status="deprecated", valid_to="2026-10-03T00:00:00Z"),
    ]

    lines = [line for line in made(*pages)["log.md"].splitlines() if line.startswith(("##", "*"))]

    assert lines == [
        "## 2026-10-04",
        "* **Update**: [A](concepts/a.md)",
        "## 2026-10-03",
        "* **Deprecation**: [B](concepts/b.md)",
        "## 2026-10-02",
        "* **Creation**: [A](concepts/a.md)",
        "* **Creation**: [B](concepts/b.md)",
    ]


def test_generated_files_do_not_depend_on_the_order_of_pages() -> None:
    pages = [page(f"concepts/c{n}.md", f"C{n}") for n in range(20)]

    assert made(*pages) == made(*reversed(pages))


def test_texts_are_cut_between_words_and_targets_are_encoded() -> None:
    assert short("one two  three\nfour", 12) == "one two…"
    assert short("short", 12) == "short"
    assert url("a b/c(d).md") == "a%20b/c%28d%29.md"
