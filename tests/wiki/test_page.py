from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.errors import BrokenPage
from memwiki.records import Page
from memwiki.wiki.header import KEYS, MAX_BYTES, scalar
from memwiki.wiki.page import edited, parse, render, split

FOUND = """---
# how we work
type: Decision
id: decision-000000000012
rating: {a: [1,  2]}   # ours
title: no
tags: storage
# made by hand
generated: { by: human:bob, at: 2026-10-02T10:00:00Z }
strength: 0.50
---

Body
"""

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
WORDS = st.lists(TEXT.filter(lambda text: text != ""), min_size=1, max_size=3)
NAMES = st.text("abcdefghijklmnop_-", min_size=1, max_size=12).filter(
    lambda name: name not in KEYS and name[0].isalpha()
)
LOOSE = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
METAS = st.fixed_dictionaries(
    {"type": st.sampled_from(["Decision", "Concept"]), "id": st.just("decision-0123456789ab"), "title": TEXT},
    optional={
        "description": TEXT,
        "status": st.sampled_from(["draft", "stable", "deprecated"]),
        "pinned": st.booleans(),
        "tags": WORDS,
        "aliases": WORDS,
        "strength": st.floats(0, 1).map(lambda value: round(value, 4)),
        "support": st.integers(0, 10**6),
        "created": st.just("2026-10-02T10:00:00Z"),
        "relations": st.dictionaries(st.sampled_from(["fixes", "causes"]), WORDS, min_size=1),
        "generated": st.fixed_dictionaries({"by": TEXT, "at": st.just("2026-10-02T10:00:00Z")}),
        "sources": st.lists(st.fixed_dictionaries({"id": TEXT, "resource": TEXT}), min_size=1, max_size=3),
    },
)
BODIES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=80).map(
    lambda text: text if not text or text.endswith("\n") else text + "\n"
)
RELAXED = settings(derandomize=True, deadline=None, max_examples=150)


@RELAXED
@given(METAS, st.dictionaries(NAMES, LOOSE, max_size=3), BODIES)
def test_a_rendered_page_parses_to_the_same_page(meta: dict[str, object], more: dict[str, object], body: str) -> None:
    page = Page("a.md", {**meta, **more}, body)

    found = parse(render(page), "a.md")

    assert dict(found.meta) == page.meta
    assert found.body == body
    assert [key for key in found.meta if key in KEYS] == [key for key in KEYS if key in meta]


@RELAXED
@given(METAS, st.dictionaries(NAMES, LOOSE, max_size=3), BODIES)
def test_rendering_a_parsed_page_changes_no_byte(meta: dict[str, object], more: dict[str, object], body: str) -> None:
    text = render(Page("a.md", {**more, **meta}, body))

    assert render(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        FOUND,
        "",
        "no header\n",
        "---\n---\nbody",
        "---\n# only this\n---\n",
        "---\na: 1\n---\nno gap",
        "---\na: b\n---\n\n\n\nx",
    ],
)
def test_what_a_person_wrote_comes_back_byte_for_byte(text: str) -> None:
    assert render(parse(text)) == text


def test_plain_words_stay_words_where_the_format_wants_words() -> None:
    header = "title: no\ndescription: 12:30:45\ncreated: 2026-01-02\nstatus: on\ntags: [0012, yes, 1.10, 2026-01-02]\n"

    assert dict(parse(f"---\n{header}---\n").meta) == {
        "title": "no",
        "description": "12:30:45",
        "created": "2026-01-02",
        "status": "on",
        "tags": ["0012", "yes", "1.10", "2026-01-02"],
    }


def test_other_keys_know_numbers_and_truth_but_no_dates_or_octals() -> None:
    text = "---\na: 0012\nb: 12:30\nc: 2026-01-02\nd: 7\ne: true\nf: no\non: 1.5\n2024: x\ng:\n---\n"

    values = dict(parse(text).meta)

    assert values == {
        "a": "0012", "b": "12:30", "c": "2026-01-02", "d": 7, "e": True, "f": "no", "on": 1.5, "2024": "x", "g": None,
    }  # fmt: skip


def test_one_check_written_without_a_list_counts_as_a_list() -> None:
    page = parse("---\nverified: {by: human:a, at: 2026-10-02T10:00:00Z}\n---\n")

    assert page.meta["verified"] == [{"by": "human:a", "at": "2026-10-02T10:00:00Z"}]


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("type: A\ntags: [x\n", 4),
        ("a: &x 1\nb: 2\n", 2),
        ("a: 1\nb: *x\n", 3),
        ("a: 1\nb: 2\na: 3\n", 4),
        ("x: {a: 1, a: 2}\n", 2),
        ("a: !!python/object:os.system x\n", 2),
        ("- a\n", 2),
        ("title: a: b\n", 2),
        ("type: A\ntitle: [x]\n", 3),
        ("tags: {a: b}\n", 2),
        ("strength: high\n", 2),
        ("pinned: maybe\n", 2),
        ("a: [[[[[[[[[[1]]]]]]]]]]\n", 2),
        ("a: " + "[" * 20_000 + "\n", 2),
        ("a: \0\n", 2),
        ("a: \ud800\n", 2),
        ("x: " + "a" * MAX_BYTES + "\n", 2),
    ],
)
def test_broken_frontmatter_is_refused_with_its_line(header: str, line: int) -> None:
    with pytest.raises(BrokenPage) as caught:
        parse(f"---\n{header}---\nbody\n", "decisions/x.md")

    assert caught.value.line == line
    assert caught.value.message.startswith(f"decisions/x.md:{line}: ")


def test_an_open_header_is_refused() -> None:
    with pytest.raises(BrokenPage, match="not closed"):
        parse("---\ntype: A\n\nbody\n", "x.md")


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    page = parse("\ufeff---\r\ntype: Decision\r\ntitle: A\r\n---\r\n\r\nBody\r\n")

    assert (page.title, page.body) == ("A", "Body\n")


def test_split_gives_header_and_body_without_fences() -> None:
    assert split(FOUND)[1] == "\nBody\n"
    assert split("text\n---\n") == ("", "text\n---\n")
    assert split("--- \na: 1\n---\t\nb") == ("a: 1\n", "b")


def test_edited_keys_go_to_their_place_and_the_rest_stays() -> None:
    page = edited(parse(FOUND), {"pinned": True, "strength": None, "tags": ["storage", "local"]})

    assert render(page) == FOUND.replace("title: no\n", "title: no\npinned: true\n").replace(
        "strength: 0.50\n", ""
    ).replace("tags: storage\n", "tags:\n  - storage\n  - local\n")


def test_edited_works_on_a_page_that_was_never_read() -> None:
    page = edited(Page("a.md", {"type": "Concept", "title": "A", "mine": 1}, "x\n"), {"id": "concept-1", "title": None})

    assert render(page) == "---\ntype: Concept\nmine: 1\nid: concept-1\n---\n\nx\n"


@RELAXED
@given(TEXT)
def test_every_text_is_one_line_of_yaml(text: str) -> None:
    written = scalar(text)

    assert "\n" not in written
    assert parse(f"---\nanything: [{scalar('x')}]\ntitle: {written}\n---\n").title == text


@pytest.mark.parametrize(
    "word", ["yes", "No", "on", "null", "~", "1.0", "0x1f", "2026-01-02", "a: b", "a #b", "- a", "", "a:"]
)
def test_words_that_a_reader_could_misread_are_quoted(word: str) -> None:
    assert scalar(word) == f'"{word}"'


def test_half_characters_become_marks_instead_of_a_failure() -> None:
    text = render(Page("a.md", {"type": "Concept", "title": "a\ud800b"}, "x\udfff\n"))

    assert text.encode("utf-8")
    assert "a\ufffdb" in text
