"""The reader takes segments as they are and loses nothing that can be read."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.spool.read import glance, parse, read_segment, segments, session_folders

GOOD = b'{"v":1,"id":"A","ts":"t","agent":"a","session":"s","event":"user-prompt","text":"hi","redacted":1,"cut":2}'


def test_all_fields_come_back():
    value = {
        "v": 1,
        "id": "B",
        "ts": "2026-01-01T00:00:00.000Z",
        "agent": "codex",
        "session": "s",
        "event": "tool-fail",
        "cwd": "/w",
        "branch": "main",
        "operator": "dev",
        "call": "c1",
        "via": "x",
        "subagent": "sub",
        "tool": {
            "name": "Bash",
            "family": "shell",
            "input": {"command": "make"},
            "output": "no",
            "ok": False,
            "exit": 2,
            "duration_ms": 5,
        },
        "files": ["a.py"],
        "redacted": 0,
        "cut": 0,
        "newer": {"deep": [1]},
    }
    (seen,) = parse(json.dumps(value).encode() + b"\n", "codex-s/0001").observations
    assert (seen.segment, seen.line, seen.tool.exit, seen.tool.ok) == ("codex-s/0001", 1, 2, False)
    assert seen.files == ("a.py",)
    assert seen.extra == {"newer": {"deep": [1]}}


@pytest.mark.parametrize("tail", [b'{"v":1,"id":"torn', b"{", GOOD[:-1], b"\xff\xfe", b"\0\0\0"])
def test_a_torn_tail_is_told_and_takes_nothing_with_it(tail):
    read = parse(GOOD + b"\n" + tail, "a-s/0001")
    assert [seen.id for seen in read.observations] == ["A"]
    assert (read.torn, read.bad) == (1, ())


def test_a_whole_last_line_without_its_break_counts():
    assert len(parse(GOOD + b"\n" + GOOD, "x").observations) == 2


@pytest.mark.parametrize("bad", [b"not json", b"[1]", b'{"no":"event"}', b"\0" * 50, b'{"event": 3}', b"[" * 5000])
def test_bad_lines_are_told_by_number_and_passed_over(bad):
    read = parse(GOOD + b"\n" + bad + b"\n" + GOOD + b"\n", "x")
    assert [seen.line for seen in read.observations] == [1, 3]
    assert read.bad == (2,)


def test_unknown_events_broken_bytes_and_odd_types_survive():
    odd = b'{"event":"from-the-future","id":7,"tool":{"name":3,"ok":"yes","exit":true},"files":["a",1],"text":"\xff"}\n'
    (seen,) = parse(odd, "x").observations
    assert seen.event == "from-the-future"
    assert len(seen.id) == 26
    assert (seen.tool.ok, seen.tool.exit, seen.files) == (None, None, ("a",))
    assert seen.extra["id"] == 7


def test_tombstones_are_observations():
    (seen,) = parse(b'{"v":1,"event":"erased","was":"abc"}\n', "x").observations
    assert (seen.event, seen.extra["was"]) == ("erased", "abc")


@settings(derandomize=True, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_survived(data):
    read = parse(data, "x")
    assert len(read.observations) + len(read.bad) + read.torn <= data.count(b"\n") + 1


def test_folders_and_segments_come_in_order(tmp_path):
    assert session_folders(tmp_path / "missing") == []
    for name in ("b-2", "a-1", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("0010.jsonl", "0002.sealed.jsonl", "0001.sealed.jsonl", "notes.txt", "0003.jsonl.tmp"):
        (tmp_path / "a-1" / name).write_bytes(GOOD + b"\n")
    assert [folder.name for folder in session_folders(tmp_path)] == ["a-1", "b-2"]
    names = [path.name for path in segments(tmp_path / "a-1")]
    assert names == ["0001.sealed.jsonl", "0002.sealed.jsonl", "0010.jsonl"]
    assert read_segment(tmp_path / "a-1" / "0002.sealed.jsonl").observations[0].segment == "a-1/0002"


def test_a_segment_that_was_sealed_since_it_was_listed_is_read_by_its_new_name(tmp_path):
    folder = tmp_path / "codex-1"
    folder.mkdir()
    (folder / "0001.jsonl").write_bytes(b'{"event":"user-prompt","id":"a","text":"hi"}\n')
    (listed,) = segments(folder)
    listed.rename(folder / "0001.sealed.jsonl")
    assert [one.text for one in read_segment(listed).observations] == ["hi"]
    assert glance(listed).count == 1
    (folder / "0001.sealed.jsonl").unlink()
    with pytest.raises(FileNotFoundError):
        read_segment(listed)
