"""How much the spool may hold: measured seldom, right within one step, and never forgotten."""

import os
from pathlib import Path

from memwiki.config import Spool
from memwiki.hooks import storing
from memwiki.spool import quota
from memwiki.spool.append import append

NOW = 1_789_000_000.0
MB = 1 << 20


def put(home: Path, key: str, session: str, size: int) -> None:
    folder = home / "raw" / key / session
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "0001.jsonl").write_bytes(b"x" * size)


def test_the_defaults_are_those_of_the_settings():
    assert (Spool().project_mb, Spool().total_mb) == (quota.PROJECT_MB, quota.TOTAL_MB)
    assert (storing.FULL, storing.STEP) == (quota.FULL, quota.STEP)
    found = quota.limits_of({"project_mb": "many", "total_mb": -1})
    assert (found.project, found.total) == (1024 * MB, 8192 * MB)


def test_a_look_measures_only_when_it_must(tmp_path):
    home, limits = str(tmp_path), quota.Limits(100 * MB, 0)
    put(tmp_path, "w/p", "a-1", MB)
    assert quota.look(home, "w/p", limits, NOW) == ""
    put(tmp_path, "w/p", "a-2", 60 * MB)
    quota.look(home, "w/p", limits, NOW + 30, 1000)  # adds what was written
    assert quota._read(home)["projects"]["w/p"][0] == MB + 1000
    quota.look(home, "w/p", limits, NOW + 100_000)  # a day later it is measured
    assert quota._read(home)["projects"]["w/p"][0] == 61 * MB
    put(tmp_path, "w/p", "a-3", 25 * MB)
    assert "at 100 %" in quota.look(home, "w/p", limits, NOW + 101_000)  # more than half: soon
    assert quota.look(home, "w/p", limits, NOW + 101_001) == ""  # told today


def test_what_is_full_is_full_until_there_is_room(tmp_path):
    home, limits = str(tmp_path), quota.Limits(2 * MB, 0)
    put(tmp_path, "w/p", "a-1", 3 * MB)
    put(tmp_path, "w/other", "a-1", 1000)
    quota.look(home, "w/p", limits, NOW)
    assert (tmp_path / quota.FULL).exists()
    os.utime(tmp_path / quota.FULL, (NOW, NOW))
    assert "3.0 MB of 2.0 MB" in quota.full(home, "w/p", limits, NOW + 5)
    assert quota.full(home, "w/other", limits, NOW + 5) == ""
    assert quota.full(home, "w/p", quota.Limits(4 * MB, 0), NOW + 5) == ""  # the limit was raised
    put(tmp_path, "w/p", "a-1", MB)
    assert quota.full(home, "w/p", limits, NOW + 5)  # not looked at again yet
    assert quota.full(home, "w/p", limits, NOW + 90) == ""
    assert not (tmp_path / quota.FULL).exists()


def test_all_projects_together_have_a_limit(tmp_path):
    home, limits = str(tmp_path), quota.Limits(0, 2 * MB)
    put(tmp_path, "w/p", "a-1", MB)
    put(tmp_path, "w/q", "a-1", MB)
    assert quota.look(home, "w/p", limits, NOW).startswith("raw/ holds 2.0 MB")
    assert quota.full(home, "v/new", limits, NOW) != ""


def test_broken_sums_are_measured_anew(tmp_path):
    put(tmp_path, "w/p", "a-1", MB)
    for text in ("", "[]", '{"projects": {"w/p": 3}, "told": {}}', '{"projects": []}'):
        (tmp_path / "state").mkdir(exist_ok=True)
        (tmp_path / "state" / "spool.json").write_text(text, "utf-8")
        quota.look(str(tmp_path), "w/p", quota.Limits(0, 0), NOW)
        assert quota._read(str(tmp_path))["projects"]["w/p"][0] == MB


def test_losses_are_counted_without_a_lock(tmp_path):
    for why in "qqd":
        quota.turned_away(str(tmp_path), "w/p", why)
    assert quota.lost(str(tmp_path))["w/p"][:2] == (2, 1)
    assert quota.lost(str(tmp_path / "nothing")) == {}


def test_a_long_segment_is_left_and_the_next_begins(tmp_path, monkeypatch):
    monkeypatch.setattr("memwiki.spool.append.SEGMENT_BYTES", 1000)
    line = b'{"v":1}' + b" " * 392 + b"\n"
    paths = [append(str(tmp_path), "a", "s", line) for _ in range(7)]
    assert [Path(path).name[:4] for path in paths] == ["0001", "0001", "0002", "0002", "0003", "0003", "0004"]
    assert Path(append(str(tmp_path), "a", "s", line * 9)).name == "0005.jsonl"  # one line may be longer than a segment
