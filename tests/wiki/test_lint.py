from __future__ import annotations

import os
from pathlib import Path

import pytest

from memwiki.wiki.bundle import generated
from memwiki.wiki.lint import Finding, lint
from memwiki.wiki.page import parse

BROKEN = Path(__file__).parents[1] / "fixtures" / "okf-broken"
WHEN = "2026-10-02T10:00:00Z"


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def text(title: str, body: str = "Text.\n", kind: str = "Concept", **more: str) -> str:
    name = more.pop("id", title.lower().replace(" ", "-"))
    head = {"type": kind, "id": name, "title": title, "description": f"About {title}.", **more}
    lines = "".join(f"{key}: {value}\n" for key, value in head.items())
    return f'---\n{lines}generated: {{by: memwiki/1, at: "{WHEN}"}}\n---\n\n{body}'


def whole(folder: Path, files: dict[str, str]) -> Path:
    """A bundle with its generated files."""
    pages = {path: parse(content, path) for path, content in files.items()}
    return write(folder, {**files, **generated(pages)})


def codes(found: list[Finding]) -> list[tuple[str, int, str]]:
    return [(f.path, f.line, f.code) for f in found]


@pytest.mark.parametrize(
    ("name", "path", "line", "code"),
    [
        ("baddate", "log.md", 3, "log-date"),
        ("badstatus", "gotchas/linker-oom.md", 6, "status"),
        ("badyaml", "decisions/use-sqlite.md", 6, "frontmatter"),
        ("emptytype", "decisions/use-sqlite.md", 2, "no-type"),
        ("idxfm", "gotchas/index.md", 1, "index-frontmatter"),
        ("naivets", "gotchas/linker-oom.md", 11, "time"),
        ("noby", "decisions/use-sqlite.md", 6, "actor"),
        ("nofm", "decisions/x.md", 1, "no-frontmatter"),
        ("nosrcres", "gotchas/linker-oom.md", 12, "no-resource"),
        ("notype", "decisions/use-sqlite.md", 1, "no-type"),
        ("oldesfirst", "log.md", 6, "log-order"),
        ("rootidxextra", "index.md", 3, "index-frontmatter"),
    ],
)
def test_each_broken_bundle_fails_at_the_right_file_for_the_right_reason(
    name: str, path: str, line: int, code: str
) -> None:
    assert codes([f for f in lint(BROKEN / name) if f.severity == "error"]) == [(path, line, code)]


def test_a_generated_bundle_has_no_findings(tmp_path: Path) -> None:
    files = {"concepts/a.md": text("A", "See [b](b.md#part).\n"), "concepts/b.md": text("B", "# Part\n\n[[A]]\n")}

    assert lint(whole(tmp_path, files)) == []


def test_links_anchors_and_orphans_are_reported_with_their_lines(tmp_path: Path) -> None:
    body = "One [x](nope.md)\nand [[Nobody]]\nand [b](b.md#gone)\n`[no](no.md)`\n"
    write(tmp_path, {"concepts/a.md": text("A", body), "concepts/b.md": text("B")})

    assert codes(lint(tmp_path)) == [
        ("concepts/a.md", 0, "orphan"),
        ("concepts/a.md", 9, "broken-link"),
        ("concepts/a.md", 10, "broken-link"),
        ("concepts/a.md", 11, "broken-anchor"),
    ]


def test_one_broken_page_does_not_hide_the_others(tmp_path: Path) -> None:
    files = {"concepts/a.md": text("A", tags="[x"), "concepts/b.md": text("B", "[x](nope.md)\n")}

    found = codes(lint(write(tmp_path, files)))

    assert ("concepts/a.md", 7, "frontmatter") in found
    assert ("concepts/b.md", 9, "broken-link") in found


def test_two_pages_with_one_id_or_title_are_reported(tmp_path: Path) -> None:
    files = {"concepts/a.md": text("Queue", id="c-1"), "concepts/b.md": text("queue", id="c-1")}

    found = codes(lint(whole(tmp_path, files)))

    assert found == [
        ("concepts/a.md", 3, "double-id"),
        ("concepts/a.md", 4, "double-title"),
        ("concepts/b.md", 3, "double-id"),
        ("concepts/b.md", 4, "double-title"),
    ]


def test_merge_markers_are_errors_except_in_code(tmp_path: Path) -> None:
    mark = "<" * 7
    body = f"```\n{mark} HEAD\n```\n\n{mark} HEAD\na\n=======\nb\n{'>' * 7} other\n"

    found = [f for f in lint(whole(tmp_path, {"concepts/a.md": text("A", body)})) if f.code == "merge-marker"]

    assert [(f.line, f.severity) for f in found] == [(13, "error"), (17, "error")]


def test_relations_are_followed_by_id_and_by_path(tmp_path: Path) -> None:
    relations = "{contradicts: [b, /concepts/c.md], fixes: [gone]}"
    files = {
        "concepts/a.md": text("A", relations=relations, superseded_by="nobody"),
        "concepts/b.md": text("B", supersedes="[a]"),
        "concepts/c.md": text("C", status="deprecated"),
    }

    found = [f for f in lint(whole(tmp_path, files)) if f.path == "concepts/a.md"]

    assert [(f.code, f.message) for f in found] == [
        ("contradiction", "contradicts concepts/b.md"),
        ("relation", "fixes names 'gone', which is not there"),
        ("superseded-by", "superseded_by names 'nobody', which is not there"),
    ]


def test_sources_are_looked_up_where_the_caller_can(tmp_path: Path) -> None:
    sources = '[{id: s1, resource: "raw:a-b/0001#1..2"}, {id: s2, resource: "https://example.org"}]'
    files = {"concepts/a.md": text("A", "Said.[^s1] And.[^s9] `[^a-z]`\n\n[^s1]: one\n", sources=sources)}
    folder = whole(tmp_path, files)

    assert codes(lint(folder)) == [("concepts/a.md", 0, "footnote")]
    assert ("concepts/a.md", 6, "lost-source") in codes(lint(folder, is_source=lambda resource: False))


def test_words_that_look_like_a_citation_cite_nothing(tmp_path: Path) -> None:
    body = "We use Quebec\\[^1] here.[^s1] A \\\\[^s9] counts.\n\n[^s1]: said of [\\[^2\\]: it](a.md)\n"
    files = {"concepts/a.md": text("A", body, sources='[{id: s1, resource: "raw:a-b/0001#1..2"}]')}

    found = [one.message for one in lint(whole(tmp_path, files)) if one.code == "footnote"]

    assert found == ["[^s9] names no source"]


def test_foreign_hidden_and_linked_files_are_reported_and_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"secret.md": "secret"})
    folder = whole(tmp_path / "wiki", {"concepts/a.md": text("A", "![x](pic.png)\n")})
    write(folder, {"concepts/pic.png": "x", "notes.docx": "x", ".memory/a.md": "x", ".obsidian/app.json": "{}"})
    (folder / "away").symlink_to(outside)
    (folder / "loop.md").symlink_to(folder / "loop.md")

    assert codes(lint(folder)) == [
        (".memory/a.md", 0, "hidden"),
        ("away", 0, "link"),
        ("loop.md", 0, "link"),
        ("notes.docx", 0, "foreign"),
    ]


def test_names_that_do_not_travel_are_reported(tmp_path: Path) -> None:
    names = ["a:b.md", "what?.md", "con.md", "end .md", "Case.md", "case.md", "e\u0301.md", "x#y.md", "fine 好.md"]
    write(tmp_path, {f"concepts/{name}": text(f"T{n}") for n, name in enumerate(names)})

    bad = {f.path.removeprefix("concepts/") for f in lint(tmp_path) if f.code == "name"}

    assert bad == {"a:b.md", "what?.md", "con.md", "Case.md", "case.md", "e\u0301.md", "x#y.md"}


def test_bytes_that_are_no_text_and_huge_pages_are_reported(tmp_path: Path) -> None:
    folder = whole(tmp_path, {"concepts/a.md": text("A", "x\n" * 70_000)})
    (folder / "concepts/b.md").write_bytes(b"---\ntype: Concept\n---\n\nab\xff\n")
    (folder / os.fsdecode(b"concepts/c\xff.md")).write_bytes(b"x")

    found = codes(lint(folder))

    assert ("concepts/a.md", 0, "oversized") in found
    assert ("concepts/b.md", 5, "encoding") in found
    assert any(path == "concepts/c\ufffd.md" and code == "name" for path, _, code in found)


def test_a_page_in_the_wrong_folder_and_an_unknown_actor_are_warnings(tmp_path: Path) -> None:
    files = {"decisions/a.md": text("A", verified=f"[{{by: nobody, at: {WHEN}}}]")}

    found = lint(whole(tmp_path, files))

    assert [(f.code, f.severity) for f in found] == [("misplaced", "warning"), ("actor-form", "warning")]


def test_every_finding_says_how_to_mend_it() -> None:
    found = [finding for name in sorted(os.listdir(BROKEN)) for finding in lint(BROKEN / name)]

    assert all(finding.hint and finding.message for finding in found)
