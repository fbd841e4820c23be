"""What was read of pages is read once, stays what `parse` says, and goes with the pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memwiki.app import parsed
from memwiki.app.desk import Desk, open_desk
from memwiki.app.parsed import Parsed
from memwiki.app.reading import parse_softly
from memwiki.records import Page
from memwiki.wiki.header import read_back
from memwiki.wiki.page import render
from memwiki.wiki.plumbing import blob_id

PAGE = "---\nid: skill-0123456789ab\ntype: Skill\ntitle: 'Ship it'\ntags: [a, b]\nstrength: 0.5\n---\n\nBody.\n"
TEXTS = [
    PAGE,
    "no frontmatter\n",
    "---\nid: [broken\n---\nBody",
    "---\r\ntitle: x\r\n---\r\n\r\n\r\nTwo.\r\n",
    "",
    "---\n---\nA",
]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "work").mkdir()
    made = open_desk(tmp_path / "home", tmp_path / "work", "default/app", at="2026-06-01T00:00:00Z")
    (made.wiki / "skills").mkdir(parents=True)
    made.home.index(made.project).mkdir(parents=True)
    return made


def _write(desk: Desk, text: str, name: str = "skills/a.md") -> str:
    (desk.wiki / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return name


def _same(desk: Desk, pages: Parsed, path: str, text: str) -> bool:
    page, plain = pages.page(path), parse_softly(text, path)
    return (page.path, dict(page.meta), page.body) == (path, dict(plain.meta), plain.body)


@pytest.mark.parametrize("text", TEXTS)
def test_a_page_is_the_same_read_first_again_or_by_the_next_process(desk: Desk, text: str) -> None:
    path = _write(desk, text)
    first = Parsed.of(desk)

    assert _same(desk, first, path, text)
    assert _same(desk, first, path, text)
    first.keep()
    assert _same(desk, Parsed.of(desk), path, text)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=6) | st.sampled_from(["2026-01-01", "1e3", "~"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(["title", "tags", "note", "x"]), _VALUES, max_size=4), st.text(max_size=20))
def test_any_frontmatter_comes_back_as_it_was_read(desk: Desk, meta: dict[str, object], body: str) -> None:
    text = f"---\n{json.dumps(meta)}\n---\n{body}".encode("utf-8", "replace").decode()
    path = _write(desk, text)
    text = (desk.wiki / path).read_bytes().decode("utf-8", "replace")
    pages = Parsed.of(desk)
    pages.page(path)
    pages.keep()

    assert _same(desk, Parsed.of(desk), path, text)


def test_what_was_kept_is_not_read_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(desk, PAGE)
    pages = Parsed.of(desk)
    pages.page(path)
    pages.keep()
    monkeypatch.setattr(parsed, "parse", None)

    assert Parsed.of(desk).page(path).title == "Ship it"


def test_what_was_just_written_is_not_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    meta = {"type": "Decision", "title": "Ship: it", "strength": 1, "tags": ["a"], "gone": None, "valid_to": None}
    text = render(Page("skills/a.md", meta, "Body.\n"))
    path = _write(desk, text)
    plain = dict(parse_softly(text, path).meta)
    pages = Parsed.of(desk)
    pages.take(blob_id(text.encode()), read_back(meta))
    monkeypatch.setattr(parsed, "parse", None)

    assert pages.page(path).meta == plain
    pages.keep()
    assert Parsed.of(desk).page(path) == Page(path, plain, "Body.\n")


def test_of_many_that_were_written_the_last_are_not_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsed, "_MOST", 2)
    texts = [PAGE.replace("Ship it", f"Ship {n}") for n in range(3)]
    paths = [_write(desk, text, f"skills/{n}.md") for n, text in enumerate(texts)]
    pages = Parsed.of(desk)
    for text in texts:
        pages.take(blob_id(text.encode()), {"title": "told"})

    assert [pages.page(path).title for path in paths] == ["Ship 0", "told", "told"]


def test_a_page_that_is_gone_leaves_nothing(desk: Desk) -> None:
    for name in ("skills/a.md", "skills/b.md"):
        _write(desk, PAGE.replace("Ship it", name), name)
    pages = Parsed.of(desk)
    for name in ("skills/a.md", "skills/b.md"):
        pages.page(name)
    pages.keep()
    pages = Parsed.of(desk)
    pages.page("skills/b.md")
    pages.keep()

    held = (desk.home.index(desk.project) / parsed.FILE).read_text("utf-8")
    assert "skills/b.md" in held
    assert "skills/a.md" not in held


@pytest.mark.parametrize("held", ["", "{", "[]", '{"reader": 1}', '{"reader": "another", "pages": {}}'])
def test_a_damaged_file_is_passed_over(desk: Desk, held: str) -> None:
    path = _write(desk, PAGE)
    (desk.home.index(desk.project) / parsed.FILE).write_text(held)

    assert Parsed.of(desk).page(path).title == "Ship it"
