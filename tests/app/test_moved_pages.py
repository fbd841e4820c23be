"""A person moves, renames or deletes pages by hand: what the compiler links leads on, and lint has nothing to say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memwiki.app.proof import lint
from memwiki.app.reviewing import conflicts_of
from memwiki.app.verifying import verify

Memory = Any  # tests/app/conftest.py
PNPM = ("From now on always use pnpm in this repository, never npm.", "Noted.")
YARN = ("Use yarn instead of pnpm from now on.", "Changed to yarn.")
OTHER = ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py.")


@pytest.fixture
def filled(memory: Memory) -> Memory:
    memory.compile(memory.session("one", 0, PNPM))
    memory.compile(memory.session("two", 30, YARN))
    assert lint(memory.desk(50)) == []
    return memory


def _page(memory: Memory, words: str) -> Path:
    (found,) = (
        path for path in memory.desk().wiki.rglob("*.md") if words in path.name and "sessions" not in path.parts
    )
    return found


def _move(page: Path, to: str) -> Path:
    target = page.parent.parent / to
    target.parent.mkdir(parents=True, exist_ok=True)
    return page.rename(target)


def _clean(memory: Memory, minutes: float) -> None:
    assert [(one.path, one.message) for one in lint(memory.desk(minutes))] == []
    assert verify(memory.desk(minutes)).findings == ()
    assert conflicts_of(memory.desk(minutes)) == []


@pytest.mark.parametrize("to", ["preferences/package-manager.md", "preferences/deep/er/yarn.md", "我的/yarn (1).md"])
def test_links_follow_a_page_that_was_moved(filled: Memory, to: str) -> None:
    moved = _move(_page(filled, "yarn"), to)
    filled.compile(60)

    old = _page(filled, "never-npm").read_text("utf-8")
    assert moved.name.replace(" ", "%20").replace("(", "%28").replace(")", "%29") in old
    _clean(filled, 61)
    filled.compile(filled.session("three", 90, YARN, OTHER))
    _clean(filled, 120)
    again = _move(moved, "preferences/js.md") if "deep" not in to else moved
    filled.compile(filled.session("four", 150, PNPM))
    assert again.is_file()
    _clean(filled, 180)


def test_a_deleted_page_is_named_and_no_longer_linked(filled: Memory) -> None:
    _page(filled, "yarn").unlink()
    filled.compile(60)

    old = _page(filled, "never-npm").read_text("utf-8")
    assert "Replaced by Use yarn instead of pnpm on" in old
    _clean(filled, 61)
    filled.compile(filled.session("three", 90, OTHER))
    _clean(filled, 120)


def test_a_page_that_comes_back_is_linked_again(filled: Memory) -> None:
    page = _page(filled, "yarn")
    text = page.read_text("utf-8")
    before = _page(filled, "never-npm").read_text("utf-8")
    page.unlink()
    filled.compile(60)
    page.write_text(text, "utf-8")
    filled.compile(70)

    assert _page(filled, "never-npm").read_text("utf-8") == before
    assert verify(filled.desk(80)).edited == 0


def test_a_page_of_which_only_links_were_led_is_still_the_compilers(filled: Memory) -> None:
    page = _page(filled, "yarn")
    moved = _move(page, "preferences/js.md")
    filled.compile(60)
    moved.rename(page)
    filled.compile(70)
    assert verify(filled.desk(80)).edited == 0

    _move(page, "preferences/js.md")
    filled.compile(90)
    filled.compile(filled.session("three", 120, ("Use pnpm again instead of yarn.", "Back to pnpm.")))

    _clean(filled, 150)


def test_a_persons_own_words_and_links_stay_as_they_are(filled: Memory) -> None:
    old = _page(filled, "never-npm")
    mine = "Mine: see [yarn](use-yarn-instead-of-pnpm.md).\n"
    old.write_text(old.read_text("utf-8") + "\n" + mine, "utf-8")
    _move(_page(filled, "yarn"), "preferences/js.md")
    filled.compile(60)

    text = old.read_text("utf-8")
    assert text.endswith(mine)
    assert "Replaced by [Use yarn instead of pnpm](js.md)" in text
    assert [one.code for one in lint(filled.desk(70))] == ["broken-link"], "their own link is told, not changed"
