"""The words index: Whoosh holds postings and text; scoring reads its postings into numpy.

Whoosh's own matcher joins many terms through a tree in Python and is 20 to 400 times slower than the same formula
over whole posting lists. Field weights live here and not in the index, so that changing one rebuilds nothing.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whoosh import fields, formats
from whoosh.index import create_in, open_dir

from memwiki.index.content import FIELDS, RAW, Content, exact, stems
from memwiki.index.tokens import CodeAnalyzer

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
EXACT_FIELD = "exact"
RAW_EXACT = "raw_exact"
SCORED = (*FIELDS, EXACT_FIELD, RAW, RAW_EXACT)
_WRITER_MB = 256


def schema() -> Any:
    """The Whoosh schema: one field a page field, one for written forms, the same pair for raw sessions."""
    form = formats.Frequency()
    columns: dict[str, Any] = {
        name: fields.FieldType(form, CodeAnalyzer(name in (EXACT_FIELD, RAW_EXACT)), scorable=True) for name in SCORED
    }
    return fields.Schema(key=fields.ID(unique=True, stored=True), stored=fields.STORED, **columns)


def write(folder: Path, removed: Iterable[str], added: Iterable[Content], *, create: bool) -> None:
    """Removes and adds documents by key, in one commit."""
    index = create_in(str(folder), schema()) if create else open_dir(str(folder))
    try:
        writer = index.writer(limitmb=_WRITER_MB)
        try:
            if not create:
                for key in removed:
                    writer.delete_by_term("key", key)
            for content in added:
                writer.add_document(**_row(content))
        except BaseException:
            writer.cancel()
            raise
        writer.commit()
    finally:
        index.close()


def _row(content: Content) -> dict[str, Any]:
    raw = RAW in content.fields
    row: dict[str, Any] = {name: stems(values) for name, values in content.fields.items()}
    row[RAW_EXACT if raw else EXACT_FIELD] = list(exact(content))
    row["key"] = content.key
    lines = "\n".join(line.replace("\n", " ") for line in content.lines).encode("utf-8", "replace")
    found = "".join(f" {' '.join(line)} \n" for line in content.terms).encode("utf-8", "replace")
    row["stored"] = zlib.compress(json.dumps([len(lines)]).encode() + b"\0" + lines + found, 1)
    return row


class Words:
    """An open words index: postings, lengths and text by document number."""

    def __init__(self, folder: Path) -> None:
        self._index = open_dir(str(folder))
        self._reader = self._index.reader()
        leaves = self._reader.leaf_readers()
        self._leaves = [(leaf, base) for leaf, base in leaves] if not self._reader.is_atomic() else [(self._reader, 0)]
        self.size = int(self._reader.doc_count_all())
        self._postings: dict[tuple[str, str], tuple[Ints, Floats]] = {}
        self._texts: dict[int, Text] = {}

    def close(self) -> None:
        """Gives the files back."""
        self._reader.close()
        self._index.close()

    def all_keys(self) -> list[str]:
        """The key of each document number, "" for a deleted one."""
        gone = self._reader.is_deleted
        return ["" if gone(n) else str(self._reader.stored_fields(n)["key"]) for n in range(self.size)]

    def lengths(self) -> Floats:
        """Terms in each scored field, one row a document."""
        table = np.zeros((self.size, len(SCORED)), dtype=np.float32)
        for column, name in enumerate(SCORED):
            for leaf, base in self._leaves:
                for number in range(leaf.doc_count_all()):
                    table[base + number, column] = leaf.doc_field_length(number, name, 0) or 0
        return table

    def postings(self, name: str, term: str) -> tuple[Ints, Floats]:
        """Document numbers and how often each holds the term in that field."""
        cached = self._postings.get((name, term))
        if cached is None:
            cached = self._postings[name, term] = self._read(name, term.encode("utf-8", "replace"))
        return cached

    def _read(self, name: str, term: bytes) -> tuple[Ints, Floats]:
        numbers: list[Ints] = []
        weights: list[Floats] = []
        for leaf, base in self._leaves:
            if (name, term) not in leaf:
                continue
            matcher = leaf.postings(name, term)
            ids: list[int] = []
            counts: list[float] = []
            while matcher.is_active():
                ids.append(matcher.id())
                counts.append(matcher.weight())
                matcher.next()
            numbers.append(np.asarray(ids, dtype=np.int32) + np.int32(base))
            weights.append(np.asarray(counts, dtype=np.float32))
        if not numbers:
            return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
        return np.concatenate(numbers), np.concatenate(weights)

    def text(self, number: int) -> Text:
        """The document's lines and their terms."""
        found = self._texts.get(number)
        if found is None:
            if len(self._texts) > 4096:
                self._texts.clear()
            found = self._texts[number] = Text(self._reader.stored_fields(number)["stored"])
        return found


class Text:
    """The lines of one document, and where each term stands in them."""

    __slots__ = ("_lines", "_terms", "lengths", "starts")

    def __init__(self, stored: bytes) -> None:
        head, rest = zlib.decompress(stored).split(b"\0", 1)
        size = json.loads(head)[0]
        self._lines = rest[:size]
        self._terms = rest[size:]
        data = np.frombuffer(self._terms, dtype=np.uint8)
        ends = np.flatnonzero(data == 10)
        self.starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else np.zeros(0, dtype=np.int64)
        spaces = np.add.reduceat((data == 32).astype(np.int32), self.starts) if len(ends) else self.starts
        self.lengths = np.maximum(np.asarray(spaces, dtype=np.float32) - 1, 0)

    def __len__(self) -> int:
        return len(self.starts)

    def lines(self) -> list[str]:
        """The plain lines."""
        return self._lines.decode("utf-8", "replace").split("\n") if self._lines else []

    def counts(self, term: str) -> Mapping[int, int]:
        """How often each line holds the term."""
        needle = f" {term} ".encode("utf-8", "replace")
        found: dict[int, int] = {}
        at = self._terms.find(needle)
        while at >= 0:
            line = int(np.searchsorted(self.starts, at, side="right")) - 1
            found[line] = found.get(line, 0) + 1
            at = self._terms.find(needle, at + len(needle) - 1)
        return found
