"""Closes segments for good: from then on git vouches for their bytes."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

from memwiki.errors import Locked
from memwiki.spool.append import OPEN, SEALED, lock

__all__ = ["SEALED", "on_disk", "seal", "sha256_of"]

_WAIT_S = 10.0


def seal(path: Path, sync: bool = True) -> tuple[Path, str]:
    """Renames the open segment to `.sealed.jsonl`, makes it read-only, and gives its new path and sha256 (hex).

    Waits for a hook that is just writing; raises Locked where it does not end. A segment that was sealed already, or
    whose sealing was interrupted, is finished and given again; where its number is taken, it gets the next free one.
    Without `sync` nobody may vouch for the hash before `on_disk` has seen to the segment.
    """
    sealed = path if path.name.endswith(SEALED) else path.with_name(path.name[: -len(OPEN)] + SEALED)
    if sealed != path:
        sealed = _close(path, sealed)
    sealed.chmod(0o444)
    if sync:
        on_disk(sealed)
    return sealed, sha256_of(sealed)


def on_disk(sealed: Path) -> None:
    """Waits until the disk has the sealed segment, and its name."""
    if os.name != "nt":  # which writes both when they are made
        _sync(sealed)
        _sync(sealed.parent)


def sha256_of(path: Path) -> str:
    """The sha256 (hex) of the file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _close(path: Path, sealed: Path) -> Path:
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        if sealed.exists():  # another process was quicker
            return sealed
        raise
    try:
        _wait_for(handle, path)
        if not path.exists() and sealed.exists():
            return sealed
        sealed = _free(sealed)
        if os.name != "nt":
            path.rename(sealed)
        else:
            os.fsync(handle)
    finally:
        os.close(handle)
    if os.name == "nt":  # an open file cannot be renamed there
        path.rename(sealed)
    return sealed


def _free(sealed: Path) -> Path:
    """The name to seal under: what was sealed is never written over, also where a copy or a hook that was slow to open
    its segment put another of its number there.
    """
    if not sealed.exists():
        return sealed
    numbers = (int(one.name[:4]) for one in sealed.parent.glob("[0-9]*.jsonl") if one.name[:4].isdecimal())
    return sealed.with_name(f"{max(numbers) + 1:04d}{SEALED}")


def _wait_for(handle: int, path: Path) -> None:
    end = time.monotonic() + _WAIT_S
    while True:
        try:
            lock(handle)
        except OSError as error:
            if time.monotonic() > end:
                raise Locked(f"{path} is being written", hint="try again when the agent's hook has ended") from error
            time.sleep(0.02)
        else:
            return


def _sync(place: Path) -> None:
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
