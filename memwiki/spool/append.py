"""Appends one line to a session's open segment: whole or not at all, among any number of processes."""

from __future__ import annotations

import os
import time

OPEN = ".jsonl"
SEALED = ".sealed.jsonl"
SEGMENT_BYTES = 16 << 20  # a longer segment is left to the compiler, and the next one begins
_WAIT_S = 3.0
_TRIES = 50
_NAME_BYTES = 200  # of a folder's name: file systems take 255, and files are named after it
_KIND, _REGULAR = 0o170000, 0o100000


def folder_name(agent: str, session: str) -> str:
    """The session's folder under the project's spool: `<agent>-<session>`, safe for any session id."""
    name = f"{agent}-{session}"
    kept = "".join(char if char.isalnum() or char in "._-" else "-" for char in name)
    kept = kept.lstrip(".-_")[:96]
    while len(kept.encode("utf-8", "replace")) > _NAME_BYTES:
        kept = kept[:-1]
    kept = kept.rstrip(".-_ ")
    if kept == name:
        return name
    from memwiki.capture.project import short_hash

    return f"{kept or 'session'}-{short_hash(name)}"


def append(raw_project_dir: str, agent: str, session: str, line: bytes, fsync: bool = False) -> str:
    """Writes the line (with its line break) to the session's open segment and returns the segment's path.

    The segment is locked, a missing last line break is added, and the line goes in one write. A segment that was
    sealed meanwhile, or that is full, is left: the line opens the next one. With `fsync` line and name are on the
    disk when this returns. Raises OSError where nothing could be written.
    """
    folder = os.path.join(raw_project_dir, folder_name(agent, session))
    skip = least = 0
    for _ in range(_TRIES):
        number = max(least, _next_number(folder, skip))
        path = os.path.join(folder, f"{number:04d}{OPEN}")
        handle = _opened(path, folder)
        if handle is None:
            skip += 1  # a segment that cannot be written is passed over
            continue
        try:
            if not _lock(handle):
                skip += 1
                continue
            if not _same(handle, path):
                continue
            length = os.fstat(handle).st_size
            if os.path.lexists(path[: -len(OPEN)] + SEALED):  # sealed since its name was read: this one is another
                least = number + 1
                if not length and os.name != "nt":  # an open file cannot go there
                    os.unlink(path)
                continue
            if length and length + len(line) > SEGMENT_BYTES:
                least = number + 1
                continue
            _write(handle, line, length, fsync)
            if fsync and not length:
                _sync_name(folder)
            return path
        finally:
            os.close(handle)
    raise OSError(f"no segment could be opened in {folder}")


def _next_number(folder: str, skip: int) -> int:
    """The number of the open segment, else the one after the last."""
    last, last_open = 0, 0
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        names = []
    for name in names:
        number = name[:4]
        if not number.isdecimal():
            continue
        if name[4:] == OPEN:
            last_open = max(last_open, int(number))
        if name[4:] in (OPEN, SEALED):
            last = max(last, int(number))
    return (last_open if last_open == last and last and not skip else last + 1) + max(0, skip - 1)


def _opened(path: str, folder: str) -> int | None:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(path, flags, 0o600)
    except FileNotFoundError:
        make_private(folder)
        return os.open(path, flags, 0o600)
    except OSError:
        if os.path.lexists(path):
            return None
        raise
    if os.fstat(handle).st_mode & _KIND == _REGULAR:
        return handle
    os.close(handle)  # a pipe or a device keeps no line
    return None


def make_private(folder: str) -> None:
    """Makes the folder and its parents, readable by their owner only."""
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        make_private(os.path.dirname(folder))
        try:
            os.mkdir(folder, 0o700)
        except FileExistsError:
            return


def _lock(handle: int) -> bool:
    """Locks the segment; False where another process holds it for longer than anyone should."""
    end = time.monotonic() + _WAIT_S
    pause = 0.001
    while True:
        try:
            lock(handle)
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
        else:
            return True


def lock(handle: int) -> None:
    """Takes the exclusive lock, which ends when the handle is closed; raises OSError where it is held."""
    if os.name == "nt":
        import msvcrt

        os.lseek(handle, 0x7FFFFFFF, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _same(handle: int, path: str) -> bool:
    """Whether the path still is the file that was locked: a sealed segment has moved away."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    here = os.fstat(handle)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def _write(handle: int, line: bytes, length: int, fsync: bool) -> None:
    if length and _last_byte(handle, length) != b"\n":
        line = b"\n" + line
    try:
        written = os.write(handle, line)
        if written < len(line):
            raise OSError(28, "the line did not fit")
    except OSError:
        os.ftruncate(handle, length)
        raise
    if fsync:
        os.fsync(handle)


def _sync_name(folder: str) -> None:
    """Puts the folder's entry of a new segment on the disk; some systems cannot open a folder, and need not."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def _last_byte(handle: int, length: int) -> bytes:
    os.lseek(handle, length - 1, os.SEEK_SET)
    return os.read(handle, 1)
