"""A sealed segment no longer changes, and its hash says so."""

import hashlib
import os
import stat

import pytest

from memwiki.errors import Locked
from memwiki.spool import seal as sealing
from memwiki.spool.append import lock
from memwiki.spool.seal import on_disk, seal, sha256_of


def segment(tmp_path):
    path = tmp_path / "0001.jsonl"
    path.write_bytes(b'{"event":"note"}\n')
    return path


def test_sealing_renames_protects_and_hashes(tmp_path):
    path = segment(tmp_path)
    sealed, digest = seal(path)
    assert sealed.name == "0001.sealed.jsonl"
    assert not path.exists()
    assert stat.S_IMODE(sealed.stat().st_mode) == 0o444
    assert digest == hashlib.sha256(b'{"event":"note"}\n').hexdigest() == sha256_of(sealed)


@pytest.mark.skipif(os.name == "nt", reason="there the disk is waited for in any case")
@pytest.mark.parametrize("later", [True, False])
def test_the_disk_has_the_segment_and_its_name_at_once_or_later(tmp_path, monkeypatch, later):
    synced, plain = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_ino), plain(file)))
    sealed, _ = seal(segment(tmp_path), sync=not later)
    assert bool(synced) != later
    if later:
        on_disk(sealed)
    assert synced == [sealed.stat().st_ino, tmp_path.stat().st_ino]


def test_sealing_again_gives_the_same(tmp_path):
    path = segment(tmp_path)
    first = seal(path)
    assert seal(path) == first
    assert seal(first[0]) == first


def test_sealing_that_was_interrupted_is_finished(tmp_path):
    path = segment(tmp_path)
    path.rename(tmp_path / "0001.sealed.jsonl")
    sealed, _ = seal(path)
    assert stat.S_IMODE(sealed.stat().st_mode) == 0o444


def test_what_is_sealed_is_never_written_over(tmp_path):
    sealed, digest = seal(segment(tmp_path))
    path = tmp_path / "0001.jsonl"  # as a synchroniser or a copy puts it back
    path.write_bytes(b'{"event":"other"}\n')

    beside, other = seal(path)

    assert beside.name == "0002.sealed.jsonl"
    assert not path.exists()
    assert sha256_of(sealed) == digest != other


def test_sealing_does_not_wait_for_ever(tmp_path, monkeypatch):
    path = segment(tmp_path)
    monkeypatch.setattr(sealing, "_WAIT_S", 0.0)
    holder = os.open(path, os.O_RDWR)
    lock(holder)
    try:
        with pytest.raises(Locked):
            seal(path)
    finally:
        os.close(holder)
    assert path.exists()
