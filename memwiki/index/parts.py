"""Parts: what an index knows of its documents beside their postings, one folder for each Whoosh segment.

    parts/<segment>/head.json     keys, blobs, kinds, sessions, days, chunks: what a refresh compares
                    entries.npy   what ranking and display need, one JSON object a document, read one by one
                    sizes.npz     where each entry, line and token begins; terms in each scored field
                    tokens.npy    the hash of every term, line after line
                    lines.npy     terms in each line
                    vectors.npy, scales.npy, chunks.npy, signs.npy, vectors.txt  (memwiki/index/vectors.py)

A part is written once and shared by all generations that hold its segment: a change of one page writes one small part,
and opening an index reads no more than its heads.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.index import vectors
from memwiki.index.content import RAW, Content
from memwiki.index.embed import reads_wide
from memwiki.index.words import SCORED, lengths

Hashes = NDArray[np.uint32]
FILES = ("head.json", "entries.npy", "sizes.npz", "tokens.npy", "lines.npy")
_CHUNKS = b'"chunks":'
GONE: Mapping[str, Any] = {"key": "", "blob": "", "facts": {}, "links": [], "chunks": []}


@lru_cache(maxsize=1 << 18)
def hash_of(term: str) -> int:
    """A term as the number that stands for it in a line."""
    return zlib.crc32(term.encode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Row:
    """One document on its way into a part."""

    entry: Mapping[str, Any]
    lengths: Sequence[float]
    tokens: Hashes
    lines: Hashes

    @classmethod
    def of(cls, content: Content, blob: str) -> Row:
        """The row of what was just read."""
        entry = {
            "key": content.key,
            "blob": blob,
            "facts": dict(content.facts),
            "links": [list(link) for link in content.links],
            "chunks": [[chunk.line, chunk.name, int(chunk.wide)] for chunk in vectors.chunks(content)],
        }
        tokens = np.asarray([hash_of(term) for line in content.terms for term in line], dtype=np.uint32)
        sizes = np.asarray([len(line) for line in content.terms], dtype=np.uint32)
        return cls(entry, lengths(content), tokens, sizes)


NO_ROW = Row(GONE, [0.0] * len(SCORED), np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.uint32))


class Part:
    """One part on disk. Raises OSError, ValueError or KeyError where files are missing or cut."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.name
        head = json.loads((folder / "head.json").read_text("utf-8"))
        self.keys: list[str] = head["keys"]
        self.blobs: list[str] = head["blobs"]
        self.kinds: list[str] = head["kinds"]
        self.sessions: dict[str, list[str]] = head["sessions"]
        self.days: dict[str, list[str]] = head["days"]
        self.chunks = np.asarray(head["chunks"], dtype=np.int64).reshape(-1, 2)  # of each: all, those few models read
        self.vectors = vectors.load(folder)
        # Opened now, read later: another build may have taken the folder away by then.
        with np.load(folder / "sizes.npz") as held:
            self._sizes = {name: held[name] for name in ("entries", "lines", "tokens", "lengths")}
        self._entries, self._tokens, self._lines = (
            np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("entries", "tokens", "lines")
        )
        for name, whole in (("entries", self._entries), ("tokens", self._tokens), ("lines", self._lines)):
            if len(self._sizes[name]) != len(self) + 1 or self._sizes[name][-1] != len(whole):
                raise ValueError("parts of different generations")

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def lengths(self) -> NDArray[np.float32]:
        """Terms in each scored field, one row a document."""
        return np.asarray(self._sizes["lengths"], dtype=np.float32).reshape(len(self), len(SCORED))

    def entry(self, number: int) -> dict[str, Any]:
        """The document's entry."""
        found: dict[str, Any] = json.loads(self._entry(number))
        return found

    def texts(self, number: int) -> list[list[Any]]:
        """The (line, name, wide) of the document's chunks, which stand last in its entry, without reading the rest."""
        entry = self._entry(number)
        found: list[list[Any]] = json.loads(entry[entry.rindex(_CHUNKS) + len(_CHUNKS) : -1])
        return found

    def _entry(self, number: int) -> bytes:
        ends = self._sizes["entries"]
        found: bytes = self._entries[ends[number] : ends[number + 1]].tobytes()
        return found

    def passages(self, number: int) -> tuple[Hashes, Hashes]:
        """The document's tokens, and how many of them each of its lines has."""
        ends, tokens = self._sizes["lines"], self._sizes["tokens"]
        found = self._tokens[tokens[number] : tokens[number + 1]], self._lines[ends[number] : ends[number + 1]]
        return np.asarray(found[0]), np.asarray(found[1])

    def row(self, number: int) -> Row:
        """The document, to be written into another part."""
        return Row(self.entry(number), self.lengths[number].tolist(), *self.passages(number))

    def rows(self, alive: Sequence[bool]) -> Iterator[Row]:
        """Every document; nothing of one that is gone."""
        for number, there in enumerate(alive):
            yield self.row(number) if there else NO_ROW

    def wanted(self, number: int, model: str) -> int:
        """How many chunks of the document the model can read."""
        return int(self.every_wanted(model)[number])

    def every_wanted(self, model: str) -> NDArray[np.int64]:
        """`wanted` of each document."""
        found: NDArray[np.int64] = self.chunks[:, 0] if reads_wide(model) else self.chunks[:, 0] - self.chunks[:, 1]
        return found

    def pending(self, model: str) -> int:
        """Chunks that have no vector yet."""
        return int(self.every_wanted(model).sum()) - len(self.vectors)


def write(folder: Path, rows: Sequence[Row]) -> None:
    """Writes everything of a part but its vectors."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).unlink(missing_ok=True)  # another generation may hold the file
    entries = [json.dumps(row.entry, separators=(",", ":")).encode("utf-8") for row in rows]
    np.save(folder / "entries.npy", np.frombuffer(b"".join(entries), dtype=np.uint8))
    np.savez(
        folder / "sizes.npz",
        entries=_ends([len(entry) for entry in entries]),
        lines=_ends([len(row.lines) for row in rows]),
        tokens=_ends([len(row.tokens) for row in rows]),
        lengths=np.asarray([row.lengths for row in rows], dtype=np.float32),
    )
    np.save(folder / "tokens.npy", _joined([row.tokens for row in rows]))
    np.save(folder / "lines.npy", _joined([row.lines for row in rows]))
    (folder / "head.json").write_text(json.dumps(_head([row.entry for row in rows]), separators=(",", ":")), "utf-8")


def _head(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    facts = [entry["facts"] for entry in entries]
    kinds = [str(held.get("kind", "")) for held in facts]
    own = {n: [facts[n]["session"]] for n, kind in enumerate(kinds) if kind == RAW}
    told = {n: facts[n]["sessions"] for n, kind in enumerate(kinds) if kind == "session"}
    return {
        "keys": [entry["key"] for entry in entries],
        "blobs": [entry["blob"] for entry in entries],
        "kinds": kinds,
        "sessions": {**own, **told},
        "days": {n: held["days"] for n, held in enumerate(facts) if held.get("days")},
        "chunks": [[len(entry["chunks"]), sum(wide for _, _, wide in entry["chunks"])] for entry in entries],
    }


def _ends(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes], dtype=np.int64)


def _joined(arrays: Sequence[Hashes]) -> Hashes:
    return np.concatenate([np.zeros(0, dtype=np.uint32), *arrays])


class Documents(Sequence[Mapping[str, Any]]):
    """The entries of all parts by document number, each read when it is asked for."""

    def __init__(self, parts: Sequence[Part], alive: NDArray[np.bool_]) -> None:
        self._parts = list(parts)
        self._bases = np.cumsum([0, *(len(part) for part in parts)])
        self._alive = alive
        self._held: dict[int, dict[str, Any]] = {}

    def __len__(self) -> int:
        return int(self._bases[-1])

    def keys(self) -> dict[str, int]:
        """The number of each document that counts, by its key."""
        keys = (key for part in self._parts for key in part.keys)
        return {key: n for n, (key, there) in enumerate(zip(keys, self._alive.tolist(), strict=True)) if there}

    def place(self, number: int) -> tuple[Part, int]:
        """The part that holds the document, and its number there."""
        at = int(np.searchsorted(self._bases, number, side="right")) - 1
        return self._parts[at], number - int(self._bases[at])

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        if not self._alive[number]:
            return GONE
        held = self._held.get(number)
        if held is None:
            part, at = self.place(number)
            held = self._held[number] = part.entry(at)
        return held
