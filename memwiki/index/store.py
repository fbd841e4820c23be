"""An index on disk: whole generations, one pointer, and the checks that come before anything is opened.

    <index>/CURRENT            the name of the generation in use
    <index>/g<NNNNNN>-<hash>/  manifest.json, graph.npz, words/ (Whoosh), parts/ (memwiki/index/parts.py)

A Whoosh table of contents is a pickle, and a pickle is code: an index is opened only where nobody else can write.
"""

from __future__ import annotations

import json
import os
import pickle
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whoosh.index import IndexError as WhooshIndexError
from whoosh.reading import CorruptIndexError

from memwiki.errors import Invalid, NotFound
from memwiki.index import graph, tokens, vectors
from memwiki.index.content import RAW
from memwiki.index.embed import MODEL
from memwiki.index.parts import Documents, Hashes, Part
from memwiki.index.words import SCORED, Floats, Words

SCHEMA = "memwiki.index/1"
FORMAT = 220 + tokens.FORMAT
CURRENT = "CURRENT"
AS_OF = "as-of"  # beside the generations: indexes of older trees, one folder each
HINT = "memwiki reindex"
# What reading a cut, overwritten or foreign file can raise, from numpy, zlib, pickle, zipfile and Whoosh.
DAMAGE = (
    OSError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    EOFError,
    AssertionError,
    ImportError,
    OverflowError,
    RecursionError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
    pickle.UnpicklingError,
    CorruptIndexError,
    WhooshIndexError,
)


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What an index holds. `pending` chunks have no vector yet; `changed` documents were read in this refresh."""

    tree: str
    pages: int
    sessions: int
    chunks: int
    pending: int
    model: str
    generation: str
    changed: int = 0
    note: str = ""


class Index:
    """One open generation."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.words = Words(folder / "words")
        try:
            segments = self.words.segments()
            self.parts = [Part(folder / "parts" / name) for name, _, _ in segments]
            if any(len(part) != size for part, (_, _, size) in zip(self.parts, segments, strict=True)):
                raise ValueError("parts of different generations")
            self.bases = [base for _, base, _ in segments]
            self.documents = Documents(self.parts, self.words.alive)
            held = [(part.vectors, base) for part, base in zip(self.parts, self.bases, strict=True)]
            far = None if self.model in ("", MODEL) else vectors.background(held)
            self.vectors = vectors.Shelves(held, self.words.alive, far)
            self.graph = graph.load(folder / "graph.npz")
        except BaseException:
            self.words.close()
            raise
        self.live = int(self.words.alive.sum())
        self.factors: dict[tuple[str, ...], Floats] = {}  # what scoring works out once

    @cached_property
    def lengths(self) -> Floats:
        """Terms in each scored field, one row a document; none of a deleted one."""
        rows = [np.zeros((0, len(SCORED)), dtype=np.float32), *(part.lengths for part in self.parts)]
        return np.where(self.words.alive[:, None], np.concatenate(rows), np.float32(0))

    @cached_property
    def kinds(self) -> list[str]:
        """The kind of each document, "" for a deleted one."""
        found = (kind for part in self.parts for kind in part.kinds)
        return [kind if there else "" for kind, there in zip(found, self.words.alive.tolist(), strict=True)]

    @cached_property
    def pages(self) -> NDArray[np.int64]:
        """The numbers of all pages."""
        return np.asarray([number for number, kind in enumerate(self.kinds) if kind not in ("", RAW)], dtype=np.int64)

    @cached_property
    def raw_of(self) -> dict[int, int]:
        """The number of the raw text that belongs to each Session page, by the page's number."""
        told = [
            (base + int(number), sessions)
            for part, base in zip(self.parts, self.bases, strict=True)
            for number, sessions in part.sessions.items()
        ]
        raw = {sessions[0]: number for number, sessions in told if self.kinds[number] == RAW}
        return {
            number: raw[session]
            for number, sessions in told
            if self.kinds[number] == "session"
            for session in sessions
            if session in raw
        }

    @cached_property
    def raw_numbers(self) -> NDArray[np.int64]:
        """`raw_of` for each of `pages`, -1 for none."""
        return np.asarray([self.raw_of.get(number, -1) for number in self.pages.tolist()], dtype=np.int64)

    def dated(self, first: str, last: str) -> list[int]:
        """The pages that tell of a day in the span, both ends in it."""
        return [
            base + int(number)
            for part, base in zip(self.parts, self.bases, strict=True)
            for number, days in part.days.items()
            if any(first <= day <= last for day in days) and self.kinds[base + int(number)] not in ("", RAW)
        ]

    def passages(self, number: int) -> tuple[Hashes, Hashes]:
        """The document's tokens line after line, and how many each line has."""
        part, at = self.documents.place(number)
        return part.passages(at)

    @property
    def model(self) -> str:
        """The embedding model of its vectors, "" for none."""
        return str(self.manifest.get("model", ""))

    def behind(self, tree: str) -> bool:
        """Whether it was built from another wiki tree than this one."""
        return bool(tree) and tree != self.manifest.get("tree")

    def info(self, changed: int = 0, note: str = "") -> IndexInfo:
        """What it holds, in numbers."""
        held = self.manifest
        numbers = {name: int(held.get(name, 0)) for name in ("pages", "sessions", "chunks", "pending")}
        tree, model = str(held.get("tree", "")), self.model
        return IndexInfo(tree=tree, model=model, generation=self.folder.name, changed=changed, note=note, **numbers)

    def close(self) -> None:
        """Gives its files back."""
        self.words.close()


def check_private(folder: Path) -> None:
    """Raises Invalid unless the folder is ours alone to write, and every folder above it is ours or the system's."""
    if folder.is_symlink():
        raise Invalid(f"the index is a link, and is not opened: {folder}", hint=HINT)
    user = os.getuid() if hasattr(os, "getuid") else None
    if user is None:
        return
    for place in (folder, *folder.resolve().parents):
        found = place.stat()
        open_to_others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        sticky = found.st_mode & stat.S_ISVTX
        mine = found.st_uid == user or (place != folder and found.st_uid == 0)
        if not mine or (open_to_others and (place == folder or not sticky)):
            whose = "can be written by others" if mine else "belongs to another user"
            raise Invalid(f"{place} {whose}, so the index in it is not opened", hint=f"chmod 700 it, then `{HINT}`")


def is_tracked(folder: Path) -> bool:
    """Whether the folder lies in a work tree whose git knows files of it.

    What came with a clone is a stranger's, whoever owns the files.
    """
    folder = folder.resolve()
    for place in folder.parents:
        if (place / ".git").exists():
            from memwiki.wiki.plumbing import holds

            return holds(place, folder)
    return False


def _check_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    user = os.getuid() if hasattr(os, "getuid") else None
    for name, (size, *_) in manifest["files"].items():
        found = (folder / name).lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size != size:
            raise ValueError(f"{name} is not as it was written")
        if user is not None and (found.st_uid != user or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            raise Invalid(f"{folder / name} can be written by others, so the index is not opened", hint=HINT)


def generation(index_dir: Path) -> Path | None:
    """The folder of the generation in use, if the pointer names one."""
    try:
        name = (index_dir / CURRENT).read_text("ascii").strip()
        folder = index_dir / name
        return folder if name.startswith("g") and "/" not in name and folder.is_dir() else None
    except (OSError, ValueError):
        return None


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest; raises Invalid for a newer format, ValueError and the like for anything else that is wrong."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        raise ValueError("not an index of this program")
    if int(manifest["format"]) > FORMAT:
        raise Invalid(f"the index was written by a newer memwiki: {folder.parent}", hint=f"upgrade, or `{HINT}`")
    if int(manifest["format"]) < FORMAT:
        raise ValueError("an older format")
    return manifest


def open_index(index_dir: Path) -> Index:
    """Opens the generation in use.

    Raises NotFound where there is none, Invalid (one line) where it is damaged, of a newer format, or in a place
    that others can write. Every one of these is mended by `refresh`.
    """
    for attempt in (1, 2):
        folder = generation(index_dir)
        if folder is None:
            raise NotFound(f"no index yet: {index_dir}", hint=HINT)
        check_private(index_dir)
        if is_tracked(folder):
            raise Invalid(f"git holds the index, so it is not opened: {folder}", hint=HINT)
        try:
            manifest = read_manifest(folder)
            _check_files(folder, manifest)
            return Index(folder, manifest)
        except DAMAGE as error:
            if attempt == 2 or generation(index_dir) == folder:
                raise Invalid(f"the index is damaged: {index_dir} ({error})", hint=HINT) from error
    raise Invalid(f"the index changes too fast to be read: {index_dir}", hint=HINT)


def checksums(folder: Path, known: Mapping[str, Sequence[int]] | None = None) -> dict[str, list[int]]:
    """Size, CRC-32 and time of change of every file of a generation, but for the manifest that will hold them.

    A file that is as long and as old as in `known` is not read again.
    """
    found: dict[str, list[int]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "manifest.json":
            name, held = path.relative_to(folder).as_posix(), path.stat()
            before = (known or {}).get(name)
            if before and list(before[::2]) == [held.st_size, held.st_mtime_ns]:
                found[name] = list(before)
            else:
                found[name] = [held.st_size, zlib.crc32(path.read_bytes()), held.st_mtime_ns]
    return found


def intact(folder: Path, manifest: Mapping[str, Any]) -> bool:
    """Whether every file is as it was written, byte for byte where it was touched since."""
    try:
        found = checksums(folder, manifest["files"])
        return {name: held[:2] for name, held in found.items()} == {n: h[:2] for n, h in manifest["files"].items()}
    except DAMAGE:
        return False
