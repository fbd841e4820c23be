"""A wiki that a person and the compiler write in turns, for a long time."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.records import Page
from memwiki.wiki.apply import publish_pages
from memwiki.wiki.page import parse
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

ANA, BOB = Author("Ana", "ana@example.org"), Author("Bob", "bob@example.org")
DAY = "2026-09-14T09:12:03+00:00"

ACTS = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 3), st.integers(0, 9)),
    st.tuples(st.just("replace"), st.integers(0, 3), st.integers(0, 9)),
    st.tuples(st.just("move"), st.integers(0, 3), st.integers(0, 9)),
    st.tuples(st.just("delete"), st.integers(0, 3), st.just(0)),
    st.tuples(st.just("note"), st.integers(0, 3), st.just(0)),
)
TURNS = st.lists(
    st.tuples(st.lists(ACTS, max_size=2), st.dictionaries(st.integers(0, 3), st.lists(st.integers(0, 9), max_size=4))),
    min_size=3,
    max_size=5,
)


class Life:
    """The wiki, and what has to be true of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repo = Repository.open(folder, create=True, author=ANA, date=DAY)
        self.lines: set[str] = set()  # a person's, which have to stay
        self.deleted: set[str] = set()  # ids of pages
        self.count = 0

    def compile(self, versions: dict[int, list[int]]) -> None:
        pages = [self.page(number, versions.get(number, [])) for number in range(4)]
        publish_pages(self.repo, {p.path: p for p in pages}, subject="compile", author=ANA, edits_author=BOB, date=DAY)

    def page(self, number: int, changed: list[int]) -> Page:
        lines = [f"compiled {number}/{n} {'new' if n in changed else 'old'}" for n in range(8)]
        meta = {"type": "Concept", "id": f"concept-{number}", "title": f"T{number}", "support": len(changed)}
        return Page(f"concepts/{number}.md", meta, "".join(f"{line}\n" for line in lines))

    def places(self) -> dict[str, Path]:
        """Files by page id."""
        files = [file for file in self.folder.rglob("*.md") if file.name not in ("index.md", "log.md")]
        found = {parse(file.read_text(encoding="utf-8")).id: file for file in files}
        return {page_id: file for page_id, file in found.items() if page_id}

    def act(self, what: str, number: int, at: int) -> None:
        self.count += 1
        line = f"human {self.count}"
        file = self.places().get(f"concept-{number}")
        if what == "note":
            (self.folder / f"note-{self.count}.md").write_text(f"{line}\n", encoding="utf-8")
            self.lines.add(line)
        elif file is None:
            return
        elif what == "delete":
            self.lines -= set(file.read_text(encoding="utf-8").splitlines())
            file.unlink()
            self.deleted.add(f"concept-{number}")
        elif what == "move":
            target = self.folder / ("concepts", "notes/deep", "gotchas")[at % 3] / f"moved-{number}-{self.count}.md"
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)
        else:
            self.write(file, what, at, line)

    def write(self, file: Path, what: str, at: int, line: str) -> None:
        head, body = file.read_text(encoding="utf-8").split("\n\n", 1)
        lines = body.split("\n")
        at = at % len(lines)
        if what == "replace" and not lines[at].startswith("compiled"):
            what = "write"
        lines[at : at + (what == "replace")] = [line]
        file.write_text(head + "\n\n" + "\n".join(lines), encoding="utf-8")
        self.lines.add(line)

    def check(self) -> None:
        assert not self.repo.dirty()
        texts = {path: self.repo.read("HEAD", path) for path in self.repo.tree() if path.endswith(".md")}
        assert self.lines <= {line for text in texts.values() for line in text.splitlines()}
        assert not self.deleted & set(self.places())
        assert not any(text.startswith("<<<<<<<") for text in texts.values())
        ids = [parse(text).id for text in texts.values() if text.startswith("---\ntype")]
        assert len(ids) == len(set(ids))


@settings(derandomize=True, deadline=None, max_examples=12)
@given(TURNS)
def test_a_person_and_the_compiler_never_take_each_others_words(
    turns: list[tuple[list[tuple[str, int, int]], dict[int, list[int]]]],
) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        life = Life(Path(scratch) / "wiki")
        life.compile({})
        for acts, versions in turns:
            for what, number, at in acts:
                life.act(what, number, at)
            life.compile(versions)
            life.check()
