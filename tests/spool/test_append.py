"""Lines reach their segment whole, in any company."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.spool import append as spool
from memwiki.spool.append import append, folder_name
from memwiki.spool.read import read_segment, segments
from memwiki.spool.seal import seal

LINE = b'{"v":1,"id":"1","ts":"2026-01-01T00:00:00.000Z","agent":"a","session":"s","event":"note"}\n'


def line(number):
    return LINE.replace(b'"1"', f'"{number}"'.encode())


def test_first_line_makes_the_private_folder_and_file(tmp_path):
    path = Path(append(str(tmp_path / "raw" / "default" / "shop"), "codex", "s", LINE))
    assert path == tmp_path / "raw" / "default" / "shop" / "codex-s" / "0001.jsonl"
    assert path.read_bytes() == LINE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (path.parent, *path.parents[:3])} == {0o700}


def test_a_torn_last_line_never_takes_the_next_with_it(tmp_path):
    path = Path(append(str(tmp_path), "a", "s", line(1)))
    with path.open("ab") as file:
        file.write(b'{"v":1,"id":"torn')
    append(str(tmp_path), "a", "s", line(2))
    read = read_segment(path)
    assert [seen.id for seen in read.observations] == ["1", "2"]
    assert read.bad == (2,)


def test_after_sealing_the_next_segment_opens(tmp_path):
    first = Path(append(str(tmp_path), "a", "s", line(1)))
    seal(first)
    second = Path(append(str(tmp_path), "a", "s", line(2)))
    assert second.name == "0002.jsonl"
    assert [path.name for path in segments(second.parent)] == ["0001.sealed.jsonl", "0002.jsonl"]


def test_a_segment_sealed_between_opening_and_locking_is_left(tmp_path, monkeypatch):
    first = Path(append(str(tmp_path), "a", "s", line(1)))
    real = spool._lock
    sealed = []

    def late(handle):
        if not sealed:
            sealed.append(seal(first))
        return real(handle)

    monkeypatch.setattr(spool, "_lock", late)
    second = Path(append(str(tmp_path), "a", "s", line(2)))
    assert second.name == "0002.jsonl"
    assert read_segment(sealed[0][0]).observations[0].id == "1"


def test_a_segment_sealed_between_listing_and_opening_is_not_begun_again(tmp_path, monkeypatch):
    first = Path(append(str(tmp_path), "a", "s", line(1)))
    real = spool._opened
    sealed = []

    def late(path, folder):
        if not sealed:
            sealed.append(seal(first))
        return real(path, folder)

    monkeypatch.setattr(spool, "_opened", late)
    second = Path(append(str(tmp_path), "a", "s", line(2)))
    assert [path.name for path in segments(second.parent)] == ["0001.sealed.jsonl", "0002.jsonl"]
    assert read_segment(sealed[0][0]).observations[0].id == "1"
    assert read_segment(second).observations[0].id == "2"


def test_a_lock_that_is_never_given_back_costs_no_line(tmp_path, monkeypatch):
    first = Path(append(str(tmp_path), "a", "s", line(1)))
    monkeypatch.setattr(spool, "_WAIT_S", 0.0)
    holder = os.open(first, os.O_RDWR)
    spool.lock(holder)
    try:
        second = Path(append(str(tmp_path), "a", "s", line(2)))
    finally:
        os.close(holder)
    assert second.name == "0002.jsonl"
    assert read_segment(second).observations[0].id == "2"


def test_a_write_that_does_not_fit_leaves_no_part(tmp_path, monkeypatch):
    path = Path(append(str(tmp_path), "a", "s", line(1)))
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[: len(data) // 2]))
    with pytest.raises(OSError, match="fit"):
        append(str(tmp_path), "a", "s", line(2))
    monkeypatch.undo()
    assert path.read_bytes() == line(1)


@pytest.mark.parametrize(
    "session",
    ["../../etc/passwd", "a/b\\c", "", ".", "..", "x" * 400, "s\n\0", "会话一", "🎉", "CON", "a:b*c?", " lead"],
)
def test_hostile_session_ids_stay_in_their_folder(tmp_path, session):
    path = Path(append(str(tmp_path), "codex", session, LINE))
    assert path.parent.parent == tmp_path
    assert len(path.parent.name) <= 110
    other = append(str(tmp_path), "codex", session + "!", LINE)
    assert Path(other).parent != path.parent


def test_plain_ids_are_their_own_folder_name():
    assert folder_name("claude-code", "5f0c2c1e-6d2b-4a0f") == "claude-code-5f0c2c1e-6d2b-4a0f"


WRITER = """
import sys
from memwiki.spool.append import append
for n in range(int(sys.argv[3])):
    text = ('{"v":1,"id":"%s-%d","event":"note","text":"' % (sys.argv[2], n) + "x" * 5000 + '"}\\n').encode()
    append(sys.argv[1], "a", "s", text)
"""


def test_many_processes_write_whole_lines(tmp_path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(n), "10"]) for n in range(10)]
    for _ in range(3):
        for path in tmp_path.glob("*/0*.jsonl"):
            if not path.name.endswith(".sealed.jsonl"):
                seal(path)
    assert [writer.wait() for writer in writers] == [0] * 10
    found = []
    for path in segments(tmp_path / "a-s"):
        read = read_segment(path)
        assert (read.torn, read.bad) == (0, ())
        found += [seen.id for seen in read.observations]
    assert sorted(found) == sorted(f"{n}-{i}" for n in range(10) for i in range(10))


def test_lines_are_json_of_one_line():
    assert json.loads(LINE)["v"] == 1


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_plain_file_is_passed_over_and_never_read(tmp_path, kind):
    folder = tmp_path / "codex-s1"
    folder.mkdir()
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    {"link": lambda p: p.symlink_to(mine), "pipe": os.mkfifo, "folder": Path.mkdir}[kind](folder / "0001.jsonl")

    path = append(str(tmp_path), "codex", "s1", line("hello"))

    assert Path(path).name == "0002.jsonl"
    assert segments(folder) == [Path(path)]
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("session", ["\u6f22" * 100, "\U00020000" * 90, "x" * 5000, "..", "a/../b", "\u202e", "a b. "])
def test_any_session_has_a_folder_that_file_systems_take(tmp_path, session):
    path = append(str(tmp_path / "p"), "claude-code", session, b"{}\n")
    folder = Path(path).parent
    assert folder.parent == tmp_path / "p"
    assert len(folder.name.encode()) <= 220
