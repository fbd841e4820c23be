"""Every text that a wiki's git holds: all versions of all pages, messages, and what no commit leads to any more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memwiki.wiki.plumbing import Plumbing

_BATCH = 4 << 20  # bytes that are read at once
_LARGEST = 64 << 20  # of one object; pages are far smaller


@dataclass(frozen=True, slots=True)
class Held:
    """One object: its id, `blob`, `commit` or `tag`, a path that it once had ("" where none is known), its bytes."""

    id: str
    kind: str
    path: str
    data: bytes


def count(folder: Path) -> int:
    """How many objects there are, trees left out."""
    return sum(1 for _ in _objects(Plumbing(folder)))


def texts(folder: Path) -> Iterator[Held]:
    """Every object but trees, a few megabytes at a time; objects beyond _LARGEST are left out, `data` then is empty."""
    git = Plumbing(folder)
    paths = _paths(git)
    batch: dict[str, str] = {}
    size = 0
    for name, kind, length in _objects(git):
        if length > _LARGEST:
            yield Held(name, kind, paths.get(name, ""), b"")
            continue
        if batch and size + length > _BATCH:
            yield from _read(git, batch, paths)
            batch, size = {}, 0
        batch[name] = kind
        size += length
    yield from _read(git, batch, paths)


def _objects(git: Plumbing) -> Iterator[tuple[str, str, int]]:
    options = ("--batch-all-objects", "--unordered", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    for line in git.run("cat-file", *options).splitlines():
        name, kind, length = line.decode().split(" ")
        if kind != "tree":
            yield name, kind, int(length)


def _paths(git: Plumbing) -> dict[str, str]:
    found = {}
    for line in git.run("rev-list", "--all", "--reflog", "--objects").splitlines():
        name, _, path = line.partition(b" ")
        if path:
            found[name.decode()] = os.fsdecode(path)
    return found


def _read(git: Plumbing, batch: dict[str, str], paths: dict[str, str]) -> Iterator[Held]:
    for name, data in git.blobs(batch).items():
        yield Held(name, batch[name], paths.get(name, ""), data)
