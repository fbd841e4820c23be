"""However a transcript grows and whatever is broken in it: each event is stored once, and what is whole is stored."""

from __future__ import annotations

import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.app import cleaners
from memwiki.app.desk import Desk, open_desk
from memwiki.app.importing import Brought, Wanted, import_transcripts, problems_of
from memwiki.compile.session import assemble
from memwiki.spool.read import read_segment, segments, session_folders

NOW = "2026-12-24T00:00:00Z"
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"


def desk(folder: Path) -> Desk:
    (folder / "work").mkdir(exist_ok=True, parents=True)
    return open_desk(folder / "home", folder / "work", "default/shop", at=NOW)


def bring(place: Desk, agent: str, path: Path, **more: Any) -> Brought:
    return import_transcripts(place, Wanted(agent, path, **more))


def stored(place: Desk) -> list[dict[str, Any]]:
    folders = session_folders(place.home.raw(place.project))
    lines = [line for folder in folders for path in segments(folder) for line in path.read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def ids(place: Desk) -> list[str]:
    return [one["id"] for one in stored(place)]


def whole(agent: str, name: str, folder: Path) -> list[str]:
    """The ids of one import of the whole file."""
    place = desk(folder)
    bring(place, agent, FIXTURES / name)
    return sorted(ids(place))


CASES = [
    ("claude-code", "claude-compacted.jsonl"),
    ("codex", "codex-exec.jsonl"),
    ("gemini-cli", "gemini.jsonl"),
    ("cursor", "cursor.jsonl"),
]


@pytest.mark.parametrize(("agent", "name"), CASES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_file_that_grows_is_stored_once(agent: str, name: str, data: st.DataObject) -> None:
    """Cut anywhere, with or without the ledger: the sum of all imports is what one import would have stored."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        content = (FIXTURES / name).read_bytes()
        expected = whole(agent, name, folder / "whole")
        cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=4)))
        place, file = desk(folder / "grown"), folder / name
        for cut in [*cuts, len(content)]:
            file.write_bytes(content[:cut])
            bring(place, agent, file)
            if data.draw(st.booleans()):
                (place.home.state / "imports" / f"{agent}.json").unlink(missing_ok=True)
        found = ids(place)

        assert len(found) == len(set(found))
        assert set(expected) <= set(found)
        unexpected = [one for one in stored(place) if one["id"] not in expected]
        assert {one["event"] for one in unexpected} <= {"turn-end"}  # what was the agent's last word at a cut


@pytest.mark.parametrize(("agent", "name"), CASES[:3])
def test_a_broken_line_takes_no_other_with_it(agent: str, name: str, tmp_path: Path) -> None:
    lines = (FIXTURES / name).read_bytes().splitlines(keepends=True)
    rng = random.Random(9)
    expected = whole(agent, name, tmp_path / "whole")
    noise = [b"{broken\n", b"\n", b"\xff\xfe\x00\n", b"[1, 2]\n", b'"text"\n', b'{"type":\n', b"9" * 5000 + b"\n"]
    mixed = []
    for line in lines:
        mixed += [*rng.choices(noise, k=rng.randrange(3)), line]
    file = tmp_path / name
    file.write_bytes(b"".join(mixed))
    place = desk(tmp_path / "mixed")

    done = bring(place, agent, file)

    assert sorted(ids(place)) == expected
    assert done.damaged == sum(line in noise and bool(line.strip()) for line in mixed)


def test_the_order_is_that_of_the_session_whatever_came_first(tmp_path: Path) -> None:
    place, file = desk(tmp_path), tmp_path / "s.jsonl"
    rows = [
        {
            "type": "user",
            "sessionId": "s",
            "uuid": str(n),
            "timestamp": f"2026-09-14T09:0{n}:00Z",
            "message": {"content": f"ask {n}"},
        }
        for n in range(1, 6)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows[2:]))
    bring(place, "claude-code", file)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bring(place, "claude-code", file, again=True)

    (folder,) = session_folders(place.home.raw(place.project))
    session = assemble(one for path in segments(folder) for one in read_segment(path).observations)

    assert [prompt.text for prompt in session.prompts] == [f"ask {n}" for n in range(1, 6)]


def test_a_fork_stores_only_what_is_its_own(tmp_path: Path) -> None:
    place, folder = desk(tmp_path), tmp_path / "projects"
    folder.mkdir()
    for name in ("claude-compacted.jsonl", "claude-fork.jsonl"):
        (folder / name).write_bytes((FIXTURES / name).read_bytes())

    done = bring(place, "claude-code", folder)

    assert (done.stored, done.known) == (10, 7)
    texts = [one["text"] for one in stored(place) if one["event"] == "user-prompt"]
    assert sorted(texts) == ["Again id [[text]]", "Fork [[text]]", "Please do the standard steps [[std]]"]


def test_a_full_spool_takes_no_more_and_says_so(tmp_path: Path) -> None:
    place = desk(tmp_path)
    place.home.root.mkdir(parents=True, exist_ok=True)
    place.home.config_file.write_text("[spool]\nproject_mb = 1\n")
    common = {"type": "user", "sessionId": "s", "timestamp": NOW}
    rows = [{**common, "uuid": str(n), "message": {"content": f"{n} " + "word " * 3000}} for n in range(100)]
    file = tmp_path / "s.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))

    done = bring(place, "claude-code", file)

    assert 0 < done.full < 100
    assert done.stored + done.full == 100
    assert "spool.project_mb" in " ".join(problems_of(done))
    place.home.config_file.write_text("")
    again = bring(place, "claude-code", file)
    assert (again.stored, again.known, again.full) == (done.full, done.stored, 0)


def test_a_line_says_that_it_was_read_from_a_transcript(tmp_path: Path) -> None:
    place = desk(tmp_path)
    bring(place, "codex", FIXTURES / "codex-exec.jsonl")

    assert {one["imported"] for one in stored(place)} == {"transcript"}
    assert {one["branch"] for one in stored(place)} == {"main"}


def test_processes_beside_this_one_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = whole("claude-code", "claude-compacted.jsonl", tmp_path / "alone")
    monkeypatch.setattr(cleaners, "WORTH", 1)
    monkeypatch.setattr(cleaners, "_BATCH", 2)
    monkeypatch.setattr(cleaners, "_cores", lambda: 2)
    place = desk(tmp_path / "together")

    done = bring(place, "claude-code", FIXTURES / "claude-compacted.jsonl")

    assert sorted(ids(place)) == expected
    assert done.stored == len(expected)
    alone = {one["id"]: one for one in stored(desk(tmp_path / "alone"))}
    assert {one["id"]: one for one in stored(place)} == alone


def test_a_process_that_breaks_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = whole("claude-code", "claude-compacted.jsonl", tmp_path / "alone")
    monkeypatch.setattr(cleaners, "WORTH", 1)
    monkeypatch.setattr(cleaners, "_BATCH", 2)
    monkeypatch.setattr(cleaners, "_cores", lambda: 2)
    monkeypatch.setattr(cleaners, "_quiet", os.abort)
    place = desk(tmp_path / "broken")

    bring(place, "claude-code", FIXTURES / "claude-compacted.jsonl")

    assert sorted(ids(place)) == expected
