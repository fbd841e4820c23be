"""Files that are either whole or absent: atomic writes, private modes, locks between processes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from memwiki.errors import Locked

PRIVATE_FILE = 0o600
PRIVATE_DIR = 0o700


def private_dir(path: Path) -> Path:
    """The directory, made with its parents if missing, readable by its owner only."""
    if not path.is_dir():
        private_dir(path.parent)  # `parents=True` would make these with the default mode
        path.mkdir(mode=PRIVATE_DIR, exist_ok=True)
    return path


def atomic_write(path: Path, data: str | bytes, mode: int = PRIVATE_FILE) -> None:
    """Replaces the file in one step: readers see the old bytes or the new ones, never a part."""
    private_dir(path.parent)
    raw = data.encode("utf-8") if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(raw)
            out.flush()
            os.fsync(out.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def locked(path: Path, what: str, wait_s: float = 30.0) -> Iterator[None]:
    """Holds the lock file while the block runs; raises Locked after `wait_s` seconds of waiting."""
    private_dir(path.parent)
    lock = FileLock(path, timeout=wait_s, mode=PRIVATE_FILE)
    try:
        lock.acquire()
    except Timeout as error:
        raise Locked(f"{what} is in use by another process", hint="wait, or look at `memwiki status`") from error
    try:
        yield
    finally:
        lock.release()
