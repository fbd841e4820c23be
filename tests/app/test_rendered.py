"""Pages that are kept are the pages that would be written: the cache saves work and changes no byte."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from memwiki.app import known
from memwiki.app import rendered as module
from memwiki.app.known import all_facts, knowledge_of
from memwiki.app.rendered import FILE, rendered
from memwiki.app.spooled import survey
from memwiki.app.verifying import verify
from memwiki.compile import write
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.places import places
from memwiki.compile.trace import Trace, digest, holds
from memwiki.compile.write import About
from memwiki.wiki.apply import Rendered
from memwiki.wiki.header import read_back
from memwiki.wiki.page import parse
from memwiki.wiki.plumbing import blob_id
from memwiki.wiki.repository import Repository

Memory = Any  # tests/app/conftest.py
TURNS = (
    ("From now on always use pnpm in this repository, never npm.", "Noted, pnpm from now on."),
    ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py."),
    ("From now on always use yarn in this repository, never pnpm.", "Noted.\n\nNext steps:\n- remove the lock file"),
    ("We use the term ledger for the table of all bookings.", "Removed the lock file. The ledger is in db.py."),
)


def _knowledge(memory: Memory) -> Knowledge:
    desk = memory.desk(9_000)
    sessions = survey(desk.home.raw(desk.project), Repository.open(desk.wiki).sealed())
    return knowledge_of(desk, sessions, all_facts(desk, sessions, cached=False))


def _steps(memory: Memory) -> list[Knowledge]:
    """What is known after each of some sessions that change what the ones before them said."""
    found = []
    for number, turn in enumerate(TURNS):
        memory.compile(memory.session(f"s{number}", 100 * number, turn))
        found.append(_knowledge(memory))
    return found


def _texts(pages: dict[str, Rendered]) -> dict[str, str]:
    return {path: one.text for path, one in pages.items()}


def _written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that are written from now on."""
    seen: list[str] = []
    plain = write.drafts

    def watched(*given: Any) -> list[write.Draft]:
        return [
            write.Draft(one.path, one.given, lambda where, one=one: (seen.append(one.path), one.write(where))[1])
            for one in plain(*given)
        ]

    monkeypatch.setattr(module, "drafts", watched)
    return seen


def test_with_and_without_the_cache_every_page_has_the_same_bytes(memory: Memory, tmp_path: Path) -> None:
    about = About(name="shop")
    for number, knowledge in enumerate(_steps(memory)):
        kept = rendered(knowledge, about, tmp_path / "kept")
        told: dict[str, Any] = {}
        fresh = rendered(knowledge, about, tmp_path / f"fresh{number}", fresh=told.__setitem__)
        parsed = {one.blob.id: dict(parse(one.text).meta) for path, one in fresh.items() if "sessions/" not in path}
        assert {blob: read_back(meta) for blob, meta in told.items()} == parsed
        assert _texts(kept) == _texts(fresh)
        for path, one in kept.items():
            assert one.page.meta.items() <= dict(parse(one.text).meta).items()
            assert (one.page.path, one.page.meta) == (path, fresh[path].page.meta)
            assert one.blob.id == fresh[path].blob.id == blob_id(one.text.encode())
    assert verify(memory.desk(9_000)).verified


def test_only_pages_that_change_are_written(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, before, after = _steps(memory)
    rendered(before, About(), tmp_path)
    seen = _written(monkeypatch)

    first = rendered(after, About(), tmp_path)
    assert {path for path in first if "ledger" in path} <= set(seen)
    assert len(set(seen)) < len(first)
    seen.clear()
    rendered(after, About(), tmp_path)
    assert seen == ["project.md"]  # it tells of everything, and is always written


@pytest.mark.parametrize("harm", ["cut", "flipped", "empty", "no json", "bytes", "long", "twice"])
def test_a_damaged_cache_is_not_read(memory: Memory, tmp_path: Path, harm: str) -> None:
    knowledge = _steps(memory)[-1]
    wanted = _texts(rendered(knowledge, About(), tmp_path))
    file = tmp_path / FILE
    data = file.read_bytes()
    at = data.index(b"pnpm")
    file.write_bytes(
        {
            "cut": data[: len(data) // 2],
            "flipped": data[:at] + b"PNPM" + data[at + 4 :],
            "empty": b"",
            "no json": b"{",
            "bytes": bytes(range(256)) * 20,
            "long": re.sub(rb"\n\[\d+,", b"\n[%d," % 10**15, data, count=1),
            "twice": data * 2,
        }[harm]
    )

    assert _texts(rendered(knowledge, About(), tmp_path)) == wanted
    assert file.read_bytes() == data


def test_what_another_program_kept_is_not_read(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = _steps(memory)[-1]
    everything = set(rendered(knowledge, About(), tmp_path))
    seen = _written(monkeypatch)
    monkeypatch.setattr(module, "_program", lambda: "0" * 64)

    rendered(knowledge, About(), tmp_path)

    assert set(seen) == everything


def test_what_a_killed_process_left_of_the_cache_goes(memory: Memory, tmp_path: Path) -> None:
    left = tmp_path / f".{FILE}.k1ll3d"
    left.write_bytes(b"PostgreSQL")

    rendered(_steps(memory)[0], About(), tmp_path)

    assert not left.exists()


def test_a_page_that_goes_leaves_nothing_in_the_cache(memory: Memory, tmp_path: Path) -> None:
    first, *_, last = _steps(memory)
    rendered(last, About(), tmp_path)
    assert b"PostgreSQL" in (tmp_path / FILE).read_bytes()

    rendered(first, About(), tmp_path)

    assert b"PostgreSQL" not in (tmp_path / FILE).read_bytes()


def test_a_trace_tells_what_was_asked_and_whether_the_answer_is_still_the_same(memory: Memory) -> None:
    before, after = _steps(memory)[-2:]
    trace = Trace(places(before))
    key = next(iter(places(before).sessions))

    trace.places.session_link("a/b.md", key)
    assert trace.places.link("a/b.md", "nothing") == ""

    asked = trace.asked()
    assert list(asked["sessions"]) == [key]
    assert asked["pages"] == {"nothing": None}
    assert holds(asked, places(before))
    assert holds(asked, places(after))
    assert not holds({**asked, "sessions": {key: ["sessions/other.md", "Other"]}}, places(after))
    with pytest.raises(TypeError):
        list(trace.places.sessions)


def test_digests_are_equal_only_for_equal_values() -> None:
    assert digest(frozenset("abc"), {"a": ("b",)}) == digest(frozenset("cba"), {"a": ("b",)})
    assert len({digest("a", "b"), digest("ab"), digest(("a", "b")), digest(1), digest("1"), digest(True)}) == 6
    with pytest.raises(TypeError):
        digest(object())


@pytest.mark.parametrize(("left", "lean"), [(0, 3_000_000), (0, 0)])
def test_little_room_for_facts_changes_no_page(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int, lean: int
) -> None:
    """Of the facts some are lean, and some are taken from their files after all sessions are read."""
    for number, turn in enumerate(TURNS):
        memory.session(f"s{number}", 100 * number, turn)
    other = memory.another(tmp_path / "other")
    shutil.copytree(memory.home / "raw", other.home / "raw")
    memory.compile(9_000)

    monkeypatch.setattr(known, "_Room", partial(known._Room, left, lean))
    other.compile(9_000)
    assert other.pages() == memory.pages()
