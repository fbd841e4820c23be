from __future__ import annotations

import pytest

from memwiki.wiki.foreign import adopt
from memwiki.wiki.page import parse, render

BODY = "# A heading\n\nText.\n"
# Every line holds the one before it nine times.
BOMB = "a: &a [x]\n" + "".join(f"{c}: &{c} [{', '.join(['*' + chr(ord(c) - 1)] * 9)}]\n" for c in "bcdefg")


@pytest.mark.parametrize(
    "text",
    [
        f"---\ntitle: Rules\ntags: [a, b]\ndate: 2026-09-14\n---\n\n{BODY}",
        f'+++\ntitle = "Rules"\ntags = ["a", "b"]\ndate = 2026-09-14\n+++\n\n{BODY}',
        f'{{\n"title": "Rules", "tags": ["a", "b"], "date": "2026-09-14"\n}}\n\n{BODY}',
        f"---\ntitle: &x Rules\nother: *x\ntags: a, b\ndate: 2026-09-14\n---\n\n{BODY}",
    ],
    ids=["yaml", "toml", "json", "anchors"],
)
def test_headers_of_other_programs_become_frontmatter(text: str) -> None:
    page = adopt(text, "notes/rules.md")

    assert (page.title, page.meta["tags"], page.meta["type"]) == ("Rules", ["a", "b"], "Concept")
    assert page.meta["created"] == "2026-09-14T00:00:00+00:00"
    assert page.body == BODY
    assert parse(render(page)).title == "Rules"


def test_a_page_without_header_gets_a_title_from_its_heading_or_name() -> None:
    assert adopt(BODY, "x.md").title == "A heading"
    assert adopt("Text.\n", "notes/how-we_work.md", "Decision").meta == {"type": "Decision", "title": "how we work"}


def test_keys_that_nobody_knows_are_kept() -> None:
    page = adopt("---\ntype: Gotcha\nicon: {name: bug}\n2024: x\non: true\n---\nx\n", "a.md")

    assert page.meta["icon"] == {"name": "bug"}
    assert (page.meta["2024"], page.meta["on"], page.meta["type"]) == ("x", True, "Gotcha")


@pytest.mark.parametrize(
    "head",
    [
        "---\ntitle: [a\n---\n",
        "---\n- a\n- b\n---\n",
        "---\nnever: closed\n",
        "+++\ntitle = \n+++\n",
        "{\nnot json\n}\n",
        "---\nx: " + "[" * 3000 + "\n---\n",
        f"---\n{BOMB}---\n",
        "---\nx: " + "a" * 70_000 + "\n---\n",
        "---\nx: !!python/object/apply:os.system [true]\n---\n",
    ],
    ids=["broken", "list", "open", "toml", "json", "deep", "bomb", "long", "tag"],
)
def test_what_cannot_be_read_stays_in_the_body(head: str) -> None:
    text = head + "\nBody\n"

    page = adopt(text, "a.md")

    assert page.body == text
    assert dict(page.meta)["type"] == "Concept"
