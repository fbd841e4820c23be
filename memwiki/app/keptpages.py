"""Pages in one file, one behind the other: written in turn, and read from it one by one, so that few are held at once.

The file is derived and may go at any time. It is believed only where it is whole and of this very program. Its lines
are the program's name; for each page `[size, path]`, what is told of it, and its text; and a sum of all that.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from memwiki.errors import MemwikiError
from memwiki.files import private_dir
from memwiki.wiki.plumbing import blob_id

Told = Mapping[str, Any]  # what is told of a page; its `blob` is git's id of the text


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page stands in the file, in bytes."""

    told: int
    text: int
    size: int


@dataclass(slots=True)
class Kept:
    """The pages of such a file."""

    file: Path
    program: str
    _places: dict[str, _Place] = field(default_factory=dict)

    @classmethod
    def open(cls, file: Path, program: str) -> Kept:
        """What was kept; nothing where the file is absent, damaged, or another program's."""
        found = cls(file, program)
        with contextlib.suppress(OSError, ValueError, TypeError):
            found._places = _places(file, program)
        return found

    def __len__(self) -> int:
        return len(self._places)

    def find(self, path: str) -> tuple[Told, bytes] | None:
        """What is told of the page, and its text; None where it is not there."""
        place = self._places.get(path)
        if place is None:
            return None
        with self.file.open("rb") as source:
            source.seek(place.told)
            told = json.loads(source.readline())
            return told, source.read(place.size)

    def text(self, path: str, blob: str) -> bytes:
        """The page's text, which has this id. Raises MemwikiError where another process has written the file since."""
        place = self._places[path]
        with contextlib.suppress(OSError), self.file.open("rb") as source:
            source.seek(place.text)
            data = source.read(place.size)
            if blob_id(data) == blob:
                return data
        raise MemwikiError(f"{self.file} changed while it was read", hint="run the command again")


def _places(file: Path, program: str) -> dict[str, _Place]:
    found: dict[str, _Place] = {}
    summed, most = hashlib.sha256(), file.stat().st_size
    with file.open("rb") as source:
        line = source.readline()
        if line != f"{program}\n".encode("ascii"):
            return {}
        while line:
            summed.update(line)
            line = source.readline()
            if line.startswith(b"sum "):
                whole = line == f"sum {summed.hexdigest()}\n".encode("ascii") and not source.read(1)
                return found if whole else {}
            size, path = json.loads(line)
            if not 0 <= size <= most:
                return {}
            told, text = source.readline(), source.tell()
            found[path] = _Place(text - len(told), text, size)
            summed.update(line)
            summed.update(told)
            line = source.read(size) + source.read(1)
    return {}


class Writing:
    """Such a file while it is written, aside; it takes the other's place where it differs."""

    def __init__(self, out: IO[bytes], program: str) -> None:
        self._out, self._summed = out, hashlib.sha256()
        self.places: dict[str, _Place] = {}
        self._put(f"{program}\n".encode("ascii"))

    def _put(self, data: bytes) -> None:
        self._out.write(data)
        self._summed.update(data)

    def put(self, path: str, told: Told, data: bytes) -> None:
        """Adds a page."""
        self._put(_line([len(data), path]))
        line = _line(told)
        at = self._out.tell()
        self._put(line)
        self._put(data + b"\n")
        self.places[path] = _Place(at, at + len(line), len(data))

    def close(self) -> None:
        """Writes the last line."""
        self._out.write(f"sum {self._summed.hexdigest()}\n".encode("ascii"))
        self._out.flush()


_written = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def _line(value: Any) -> bytes:
    return _written(value).encode("ascii") + b"\n"


@contextlib.contextmanager
def writing(kept: Kept) -> Iterator[Writing]:
    """A new file for the same place; what was kept is there until the end, and then what was written.

    One process at a time may write it. What one that was killed left behind goes: it may hold what was forgotten since.
    """
    for left in private_dir(kept.file.parent).glob(f".{kept.file.name}.*"):
        left.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{kept.file.name}.", dir=kept.file.parent)
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            new = Writing(out, kept.program)
            yield new
            new.close()
        made.replace(kept.file)
    finally:
        made.unlink(missing_ok=True)
    kept._places = new.places
    if not new.places:
        kept.file.unlink(missing_ok=True)  # nothing of what is gone stays, whoever kept it
