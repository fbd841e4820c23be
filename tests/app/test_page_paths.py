from __future__ import annotations

from pathlib import Path

import pytest

from memwiki.app.desk import Desk, open_desk
from memwiki.app.reading import page_paths


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "work").mkdir()
    return open_desk(tmp_path / "home", tmp_path / "work", "default/shop")


def test_pages_are_the_plain_files_that_show(desk: Desk, tmp_path: Path) -> None:
    for path in (
        "b.md",
        "a/deep/er/x.md",
        "a/y.md",
        "a/index.md",
        "log.md",
        ".git/z.md",
        "a/.trash/z.md",
        "a/.z.md",
        "c.txt",
    ):
        file = desk.wiki / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("text\n", "utf-8")
    (desk.wiki / "link.md").symlink_to(desk.wiki / "b.md")
    (desk.wiki / "folder").symlink_to(desk.wiki / "a")
    (desk.wiki / "named.md").mkdir()

    assert page_paths(desk) == ["a/deep/er/x.md", "a/y.md", "b.md"]


def test_where_there_is_no_wiki_there_are_no_pages(desk: Desk) -> None:
    assert page_paths(desk) == []
