"""The end of a file that grows: where an agent's record holds what its hooks do not tell."""

from __future__ import annotations

import os


def tail(path: str, most: int) -> bytes:
    """The last bytes of the file, at most so many; b"" where it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return b""
    try:
        os.lseek(handle, max(0, os.fstat(handle).st_size - most), os.SEEK_SET)
        return os.read(handle, most)
    except OSError:
        return b""
    finally:
        os.close(handle)
