"""Files that are either whole or absent: atomic writes, private modes, locks between processes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from memwiki.errors import Invalid, Locked

PRIVATE_FILE = 0o600
PRIVATE_DIR = 0o700
_MANY = 8  # files that are written at the same time

T = TypeVar("T")
R = TypeVar("R")


def private_dir(path: Path) -> Path:
    """The directory, made with its parents if missing, readable by its owner only."""
    if not path.is_dir():
        private_dir(path.parent)  # `parents=True` would make these with the default mode
        path.mkdir(mode=PRIVATE_DIR, exist_ok=True)
    return path


def atomic_write(path: Path, data: str | bytes, mode: int = PRIVATE_FILE, sync: bool = True) -> None:
    """Replaces the file in one step: readers see the old bytes or the new ones, never a part.

    Without `sync` that holds for other processes, not for a machine that stops: for what can be made again, and is
    known for damaged where it is.
    """
    private_dir(path.parent)
    raw = data.encode("utf-8") if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(raw)
            out.flush()
            if sync:
                os.fsync(out.fileno())
        if mode != PRIVATE_FILE:  # which it has from the beginning
            Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):  # a write does not say to where
            error.filename, error.filename2 = str(path), None
        raise


def new_file(path: Path, data: bytes) -> None:
    """Writes a file that is not there yet, and that nobody looks at before `synced` gives it.

    The disk begins with it at once: of many files that are written like this, few have to be waited for one by one.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE_FILE)
    with os.fdopen(file, "wb", buffering=0) as out:
        left = memoryview(data)
        while left:
            left = left[out.write(left) or 0 :]
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def synced(path: Path) -> Path:
    """The file, once the disk has all of it."""
    file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(file)
    finally:
        os.close(file)
    return path


def at_once(step: Callable[[T], R], each: Sequence[T]) -> list[R]:
    """The step's answer for each, in order; where they are many, several at once, since they wait for the disk."""
    if len(each) < _MANY:
        return [step(one) for one in each]
    found: dict[int, R] = {}
    left = iter(enumerate(each))  # of which each thread takes the next

    def work() -> None:
        for number, one in left:
            found[number] = step(one)

    with ThreadPoolExecutor(max_workers=_MANY) as pool:
        for working in [pool.submit(work) for _ in range(_MANY)]:
            working.result()
    return [found[number] for number in range(len(each))]


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


def read_plain(path: Path, most: int | None = None) -> bytes:
    """The file's bytes; Invalid for pipes, devices and folders, and for what is longer than `most` bytes."""
    if path.exists() and not path.is_file():
        raise Invalid(f"{path} is no plain file", hint="move it away")
    if most is not None and path.stat().st_size > most:
        raise Invalid(f"{path} is longer than {most:,} bytes", hint="shorten it, or move it away")
    return path.read_bytes()
