"""Refresh: incremental, atomic, self-mending, private."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from memwiki.errors import Invalid, ModelUnavailable, NotFound
from memwiki.index import vectors
from memwiki.index.build import PageBlob, refresh, tree_of
from memwiki.index.parts import GONE, Part, Row, write
from memwiki.index.store import CURRENT, FORMAT, generation, open_index
from memwiki.index.words import SCORED

Make = Callable[..., PageBlob]


def answers(index_dir: Path) -> dict[str, object]:
    """All that search can see: postings by key, facts, lines, vectors, edges."""
    index = open_index(index_dir)
    try:
        keys = [held["key"] for held in index.documents]
        seen: dict[str, object] = {}
        for number, key in enumerate(keys):
            if key:
                rows = index.vectors.documents == number
                seen[key] = (
                    index.documents[number]["facts"],
                    index.words.lines(number),
                    sorted(tuple(row) for row in np.asarray(index.vectors.matrix)[rows].tolist()),
                    sorted(keys[other] for other in index.graph.neighbours(number)),
                )
        for term in ("queue", "=queue", "redis", "重构"):
            for name in ("title", "body", "exact", "raw"):
                numbers, counts = index.words.postings(name, term)
                live = {keys[n]: float(c) for n, c in zip(numbers, counts, strict=True) if keys[n]}
                seen[f"{name}:{term}"] = live
        return seen
    finally:
        index.close()


@pytest.fixture
def pages(page: Make) -> dict[str, PageBlob]:
    return {
        "decisions/queue.md": page(
            "Decision", "Queue in SQLite", "No Redis: one process. See [broker](../concepts/broker.md)."
        ),
        "concepts/broker.md": page("Concept", "Broker", "The queue's worker.", aliases="[RedisBroker]"),
        "gotchas/pay.md": page("Gotcha", "支付模块为什么重构", "因为幂等性差"),
        "sessions/2026-09/thumbnails.md": page(
            "Session", "Thumbnails", "Done.", sources='[{id: s1, resource: "raw:codex-s1/0001#1..1"}]'
        ),
        "index.md": PageBlob("i", "# Index\n\nqueue queue queue"),
    }


RAW = {"codex-s1": "please queue the thumbnails\nqueued them"}


def test_an_unchanged_tree_writes_nothing(tmp_path: Path, pages: dict[str, PageBlob], embedder: object) -> None:
    first = refresh(tmp_path / "ix", pages, RAW, embedder)
    second = refresh(tmp_path / "ix", pages, RAW, embedder)
    assert (first.pages, first.sessions, first.pending) == (4, 1, 0)
    assert second.generation == first.generation
    assert second.changed == 0


@pytest.mark.parametrize("at_once", [True, False])
def test_raw_text_goes_with_its_session_page(tmp_path: Path, pages: dict[str, PageBlob], at_once: bool) -> None:
    if not at_once:
        assert refresh(tmp_path / "ix", pages, RAW).sessions == 1
    del pages["sessions/2026-09/thumbnails.md"]

    assert refresh(tmp_path / "ix", pages, RAW).sessions == 0
    assert b"thumbnails" not in b"".join(path.read_bytes() for path in (tmp_path / "ix").glob("g*/parts/*/*"))


def test_an_update_answers_as_a_build_from_nothing(
    tmp_path: Path, pages: dict[str, PageBlob], page: Make, embedder
) -> None:
    refresh(
        tmp_path / "a",
        {f"concepts/{n}.md": page("Concept", f"thing {n}", "queue") for n in range(9)} | pages,
        RAW,
        embedder,
    )
    changed = {f"concepts/{n}.md": page("Concept", f"thing {n}", "queue") for n in range(1, 9)} | pages
    changed["concepts/3.md"] = page("Concept", "thing three", "redis queue now")
    info = refresh(tmp_path / "a", changed, {}, embedder)
    assert info.changed == 1
    refresh(tmp_path / "b", changed, {}, embedder)
    assert answers(tmp_path / "a") == answers(tmp_path / "b")


def test_only_new_texts_are_embedded(tmp_path: Path, pages: dict[str, PageBlob], page: Make, embedder) -> None:
    refresh(tmp_path / "ix", pages, RAW, embedder)
    before = len(embedder.asked)
    pages["concepts/new.md"] = page("Concept", "New", "text")
    refresh(tmp_path / "ix", pages, RAW, embedder)
    assert len(embedder.asked) == before + 1
    refresh(tmp_path / "ix", pages, RAW, embedder, purge=True)
    assert len(embedder.asked) == before + 1


def test_vectors_come_later_and_stay_without_a_model(
    tmp_path: Path, pages: dict[str, PageBlob], page: Make, embedder
) -> None:
    assert refresh(tmp_path / "ix", pages).pending == 3  # the Chinese page has none to wait for
    assert refresh(tmp_path / "ix", pages, None, embedder).pending == 0
    pages["concepts/new.md"] = page("Concept", "New", "text")
    after = refresh(tmp_path / "ix", pages)
    assert (after.pending, after.chunks) == (1, 5)  # this model reads Chinese


def test_a_model_that_fails_leaves_a_working_index(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    class Broken:
        model = "broken"
        dimensions = 4

        def embed(self, texts):
            raise ModelUnavailable("no model here")

    info = refresh(tmp_path / "ix", pages, RAW, Broken())
    assert info.pending == info.chunks
    assert "no model here" in info.note
    open_index(tmp_path / "ix").close()


def test_many_new_texts_are_published_before_they_have_vectors(tmp_path: Path, page: Make, embedder) -> None:
    many = {f"concepts/{n}.md": page("Concept", f"thing {n}", f"about {n}") for n in range(300)}
    pending = []

    def look(stage: str, _done: int, _of: int) -> None:
        if stage == "vectors":
            index = open_index(tmp_path / "ix")
            pending.append(index.info().pending)
            index.close()

    info = refresh(tmp_path / "ix", many, None, embedder, look)
    assert pending[0] == 300
    assert info.pending == 0


@pytest.mark.parametrize(
    "name",
    ["manifest.json", "graph.npz", "words/toc", "words/trm", "words/pst"]
    + [f"parts/{name}" for name in ("head.json", "entries.npy", "sizes.npz", "tokens.npy", "lines.npy", "chunks.npy")],
)
@pytest.mark.parametrize("how", ["cut", "gone", "noise"])
def test_a_damaged_index_is_told_and_mended(
    tmp_path: Path, pages: dict[str, PageBlob], embedder, name: str, how: str
) -> None:
    refresh(tmp_path / "ix", pages, RAW, embedder)
    good = answers(tmp_path / "ix")
    folder = generation(tmp_path / "ix")
    assert folder is not None
    if name.startswith("words/"):
        victim = next(path for path in (folder / "words").iterdir() if path.suffix == f".{name[6:]}")
    elif name.startswith("parts/"):
        victim = next((folder / "parts").glob(f"*/{name[6:]}"))
    else:
        victim = folder / name
    data = victim.read_bytes()
    if how == "gone":
        victim.unlink()
    else:
        victim.write_bytes(data[: len(data) // 2] if how == "cut" else bytes(len(data)))
    if how != "noise":
        with pytest.raises(Invalid) as error:
            open_index(tmp_path / "ix")
        assert "\n" not in error.value.message
    info = refresh(tmp_path / "ix", pages, RAW, embedder)
    assert "rebuilt" in info.note
    assert answers(tmp_path / "ix") == good


def test_a_manifest_too_deep_to_be_read_is_mended(tmp_path: Path, pages: dict[str, PageBlob], embedder) -> None:
    refresh(tmp_path / "ix", pages, RAW, embedder)
    good = answers(tmp_path / "ix")
    folder = generation(tmp_path / "ix")
    assert folder is not None
    (folder / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(Invalid):
        open_index(tmp_path / "ix")
    assert "rebuilt" in refresh(tmp_path / "ix", pages, RAW, embedder).note
    assert answers(tmp_path / "ix") == good


@pytest.mark.parametrize("pointer", ["", "g" * 5000, "g\0x", "g/../.."], ids=["empty", "long", "nul", "outside"])
def test_a_pointer_to_nothing_is_no_index(tmp_path: Path, pages: dict[str, PageBlob], pointer: str) -> None:
    refresh(tmp_path / "ix", pages)
    (tmp_path / "ix" / CURRENT).write_text(pointer)
    with pytest.raises(NotFound):
        open_index(tmp_path / "ix")
    assert refresh(tmp_path / "ix", pages).pages == 4


def test_a_deleted_index_comes_back(tmp_path: Path, pages: dict[str, PageBlob], embedder) -> None:
    with pytest.raises(NotFound):
        open_index(tmp_path / "ix")
    refresh(tmp_path / "ix", pages, RAW, embedder)
    (tmp_path / "ix" / CURRENT).unlink()
    with pytest.raises(NotFound):
        open_index(tmp_path / "ix")
    assert refresh(tmp_path / "ix", pages, RAW, embedder).pages == 4


def test_a_newer_format_is_refused_and_rebuilt(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    refresh(tmp_path / "ix", pages)
    path = generation(tmp_path / "ix") / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"format": FORMAT + 1}))
    with pytest.raises(Invalid, match="newer"):
        open_index(tmp_path / "ix")
    assert "newer" in refresh(tmp_path / "ix", pages).note
    open_index(tmp_path / "ix").close()


def test_an_index_that_others_can_write_is_not_opened(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    refresh(tmp_path / "ix", pages)
    (tmp_path / "ix").chmod(0o777)
    with pytest.raises(Invalid, match="written by others"):
        open_index(tmp_path / "ix")
    refresh(tmp_path / "ix", pages)  # ours: closed again, and built anew
    assert (tmp_path / "ix").stat().st_mode & 0o077 == 0
    open_index(tmp_path / "ix").close()
    toc = next((generation(tmp_path / "ix") / "words").glob("*.toc"))
    toc.chmod(0o666)
    with pytest.raises(Invalid, match="written by others"):
        open_index(tmp_path / "ix")


def test_an_index_below_a_folder_open_to_others_is_not_opened(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    refresh(tmp_path / "open" / "ix", pages)
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(Invalid):
        open_index(tmp_path / "open" / "ix")
    with pytest.raises(Invalid):
        refresh(tmp_path / "open" / "ix", pages)


@pytest.mark.skipif(not hasattr(os, "chown") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_foreign_index_is_neither_opened_nor_written(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    refresh(tmp_path / "ix", pages)
    os.chown(tmp_path / "ix", 12345, 12345)
    with pytest.raises(Invalid, match="another user"):
        open_index(tmp_path / "ix")
    with pytest.raises(Invalid, match="another user"):
        refresh(tmp_path / "ix", pages)


def test_a_link_is_no_index(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    refresh(tmp_path / "real", pages)
    (tmp_path / "ix").symlink_to(tmp_path / "real")
    with pytest.raises(Invalid):
        open_index(tmp_path / "ix")
    with pytest.raises(Invalid):
        refresh(tmp_path / "ix", pages)


def test_purge_leaves_no_byte_of_what_is_gone(tmp_path: Path, pages: dict[str, PageBlob], page: Make, embedder) -> None:
    secret = "zebrafinchpassphrase"
    pages["concepts/gone.md"] = page("Concept", "Gone", secret)
    refresh(tmp_path / "ix", pages, {"codex-s1": secret}, embedder)
    del pages["concepts/gone.md"]
    refresh(tmp_path / "ix", pages, {}, embedder, purge=True)
    for path in (tmp_path / "ix").rglob("*"):
        assert secret.encode() not in (path.read_bytes() if path.is_file() else b"")
    assert len(list((tmp_path / "ix").glob("g*"))) == 1


def test_a_reader_keeps_its_generation_while_the_next_is_published(
    tmp_path: Path, pages: dict[str, PageBlob], page: Make
) -> None:
    refresh(tmp_path / "ix", pages)
    index = open_index(tmp_path / "ix")
    pages["concepts/new.md"] = page("Concept", "New queue", "text")
    refresh(tmp_path / "ix", pages)
    assert len(index.words.postings("title", "queue")[0]) == 1
    assert index.behind(tree_of(pages))
    index.close()


def test_two_builders_at_once_publish_one_whole_index(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    failed: list[BaseException] = []

    def build() -> None:
        try:
            refresh(tmp_path / "ix", pages, RAW)
        except BaseException as error:  # the thread's own way to tell
            failed.append(error)

    builders = [threading.Thread(target=build) for _ in range(4)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert failed == []
    assert len(list((tmp_path / "ix").glob("g*"))) == 1
    open_index(tmp_path / "ix").close()


def test_a_draft_that_was_left_behind_is_removed(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    (tmp_path / "ix" / ".new-crashed").mkdir(parents=True, mode=0o700)
    refresh(tmp_path / "ix", pages)
    assert not (tmp_path / "ix" / ".new-crashed").exists()


def test_an_index_of_nothing_opens(tmp_path: Path, embedder) -> None:
    info = refresh(tmp_path / "ix", {}, {}, embedder)
    assert info.pages == 0
    open_index(tmp_path / "ix").close()


def test_text_is_read_only_where_the_blob_is_new(tmp_path: Path, pages: dict[str, PageBlob]) -> None:
    read: list[str] = []

    def lazily(path: str, blob: PageBlob) -> PageBlob:
        return PageBlob(blob.blob, lambda: read.append(path) or str(blob.text))

    lazy = {path: lazily(path, blob) for path, blob in pages.items()}
    refresh(tmp_path / "ix", lazy)
    assert sorted(read) == sorted(path for path in pages if path != "index.md")
    read.clear()
    refresh(tmp_path / "ix", lazy, {"codex-s1": "new"})
    assert read == []


def test_a_documents_chunks_are_read_without_the_rest_of_its_entry(tmp_path: Path) -> None:
    empty = np.zeros(0, dtype=np.uint32)
    facts = {"title": 'told "chunks":[[1,"a",0]]}', "chunks": [1]}
    entries = [{**GONE, "key": "a.md", "facts": facts, "chunks": [[3, "n1", 0], [9, "n2", 1]]}, GONE]
    write(tmp_path / "part", [Row(entry, [0.0] * len(SCORED), empty, empty) for entry in entries])
    vectors.save(tmp_path / "part", "", [])

    part = Part(tmp_path / "part")

    assert [part.texts(number) for number in range(2)] == [entry["chunks"] for entry in entries]
    assert part.entry(0) == entries[0]
