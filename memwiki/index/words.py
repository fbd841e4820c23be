"""The words index: Whoosh holds postings and text; scoring reads its postings into numpy.

Whoosh's own matcher joins many terms through a tree in Python and is 20 to 400 times slower than the same formula
over whole posting lists. A posting says how often each field of the page holds the term, one byte a field, so that a
question's term is looked up once. Field weights live in scoring and not here, so that changing one rebuilds nothing.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whoosh import fields, formats
from whoosh.codec.whoosh3 import W3Codec
from whoosh.index import create_in, open_dir
from whoosh.reading import SegmentReader

from memwiki.index.content import FIELDS, RAW, Content
from memwiki.index.tokens import EXACT

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]
EXACT_FIELD = "exact"
RAW_EXACT = "raw_exact"
SCORED = (*FIELDS, EXACT_FIELD, RAW, RAW_EXACT)
_STEMS = (*FIELDS, RAW)  # one byte each in a posting of the stems
_FORMS = (EXACT_FIELD, RAW_EXACT)
_WRITER_MB = 256
_BLOCK = 2048  # postings a block: each is unpacked by itself
_MOST = 255
_CACHED = 1 << 22  # postings held in memory
_STEP = 3  # a segment is merged once those behind it hold a third as many documents


class _Counts(formats.Format):  # type: ignore[misc]
    """Postings with one byte a field."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.posting_size = size

    def decode_frequency(self, value: bytes) -> int:
        """How often all fields together hold the term."""
        return sum(value)


class _Counted(fields.FieldType):  # type: ignore[misc]
    """A field that is given each term with its counts."""

    def __init__(self, size: int) -> None:
        self.format = _Counts(size)
        self.analyzer = None
        self.scorable = self.stored = self.unique = False
        self.column_type = None

    def index(self, value: Mapping[str, bytes], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """(term, how often, weight, counts) in Whoosh's form."""
        for term, counts in value.items():
            yield term.encode("utf-8", "replace"), 1, 1.0, counts


def schema() -> Any:
    """The Whoosh schema: the document's key, its lines, its stems and its written forms."""
    return fields.Schema(
        key=fields.ID(unique=True, stored=True),
        stored=fields.STORED,
        stems=_Counted(len(_STEMS)),
        forms=_Counted(len(_FORMS)),
    )


def write(folder: Path, removed: Iterable[str], added: Iterable[Content], *, create: bool) -> None:
    """Removes and adds documents by key, in one commit."""
    index = create_in(str(folder), schema()) if create else open_dir(str(folder))
    try:
        writer = index.writer(limitmb=_WRITER_MB, codec=W3Codec(blocklimit=_BLOCK, compression=1), compound=False)
        try:
            if not create:
                for key in removed:
                    writer.delete_by_term("key", key)
            for content in added:
                writer.add_document(**_row(content))
        except BaseException:
            writer.cancel()
            raise
        writer.commit(mergetype=_merge)
    finally:
        index.close()


def _merge(writer: Any, segments: Sequence[Any]) -> list[Any]:
    """Writes small segments at the end anew with what was added: sizes fall by a factor, so that there are few.

    A change of one page then costs about as much as a few pages, whatever the size of the wiki.
    """
    kept, behind = list(segments), max(writer.doc_count(), 1)
    while kept and (kept[-1].doc_count() < _STEP * behind or not kept[-1].doc_count()):
        last = kept.pop()
        if last.doc_count():
            reader = SegmentReader(writer.storage, writer.schema, last)
            writer.add_reader(reader)
            reader.close()
        behind += last.doc_count()
    return kept


def _row(content: Content) -> dict[str, Any]:
    stems: dict[str, bytearray] = {}
    forms: dict[str, bytearray] = {}
    for name, values in content.fields.items():
        place, raw = _STEMS.index(name), int(name == RAW)
        for term, count in Counter(values).items():
            if term.startswith(EXACT):
                held, at = forms.setdefault(term[1:], bytearray(len(_FORMS))), raw
            else:
                held, at = stems.setdefault(term, bytearray(len(_STEMS))), place
            held[at] = min(held[at] + count, _MOST)
    lines = "\n".join(line.replace("\n", " ") for line in content.lines).encode("utf-8", "replace")
    return {
        "key": content.key,
        "stored": zlib.compress(lines, 1),
        "stems": {term: bytes(held) for term, held in stems.items()},
        "forms": {term: bytes(held) for term, held in forms.items()},
    }


def place_of(term: str, name: str) -> int:
    """The column of a field in the term's counts."""
    return _columns(term).index(name)


def _columns(term: str) -> tuple[str, ...]:
    return _FORMS if term.startswith(EXACT) else _STEMS


def lengths(content: Content) -> list[int]:
    """How many terms each scored field of the document has."""
    found = dict.fromkeys(SCORED, 0)
    for name, values in content.fields.items():
        exact = sum(term.startswith(EXACT) for term in values)
        found[name] = len(values) - exact
        found[RAW_EXACT if name == RAW else EXACT_FIELD] += exact
    return [found[name] for name in SCORED]


class Words:
    """An open words index: postings and text by document number, segment after segment."""

    def __init__(self, folder: Path) -> None:
        self._index = open_dir(str(folder))
        self._reader = self._index.reader()
        single = self._reader.is_atomic()
        self._leaves = [(self._reader, 0)] if single else list(self._reader.leaf_readers())
        self._leaves = [(leaf, base) for leaf, base in self._leaves if leaf.doc_count_all()]
        self.size = int(self._reader.doc_count_all())
        self.alive = np.ones(self.size, dtype=np.bool_)
        for leaf, base in self._leaves:
            self.alive[[base + number for number in leaf.segment().deleted_docs()]] = False
        self._postings: dict[str, tuple[Ints, Bytes]] = {}
        self._held = 0

    def close(self) -> None:
        """Gives the files back."""
        self._reader.close()
        self._index.close()

    def segments(self) -> list[tuple[str, int, int]]:
        """(name, first number, size) of each segment, in order."""
        return [(str(leaf.segment().segment_id()), base, int(leaf.doc_count_all())) for leaf, base in self._leaves]

    def keys(self, first: int, size: int) -> list[str]:
        """The keys of a run of documents, "" for a deleted one."""
        stored = self._reader.stored_fields
        return [str(stored(n)["key"]) if self.alive[n] else "" for n in range(first, first + size)]

    def counts(self, term: str) -> tuple[Ints, Bytes]:
        """Numbers of the documents that hold the term, and how often each of their fields does.

        The columns are the page's fields and the raw text; of a written form (`=`) all fields together and the raw
        text.
        """
        cached = self._postings.get(term)
        if cached is None:
            cached = self._read(term)
            if self._held > _CACHED:
                self._postings.clear()
                self._held = 0
            self._postings[term] = cached
            self._held += len(cached[0])
        return cached

    def postings(self, name: str, term: str) -> tuple[Ints, Floats]:
        """Document numbers and how often each holds the term in that field."""
        if name not in _columns(term):  # a field of the other form
            return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
        numbers, held = self.counts(term)
        column = held[:, place_of(term, name)]
        there = np.flatnonzero(column)
        return numbers[there], column[there].astype(np.float32)

    def _read(self, term: str) -> tuple[Ints, Bytes]:
        exact = term.startswith(EXACT)
        name, width = ("forms", len(_FORMS)) if exact else ("stems", len(_STEMS))
        data = (term[1:] if exact else term).encode("utf-8", "replace")
        numbers: list[Ints] = [np.empty(0, dtype=np.int32)]
        counts: list[Bytes] = [np.empty((0, width), dtype=np.uint8)]
        for leaf, base in self._leaves:
            if (name, data) in leaf:
                for ids, values in _blocks(leaf, name, data):
                    numbers.append(ids + np.int32(base))
                    counts.append(np.frombuffer(values, dtype=np.uint8).reshape(-1, width))
        found, held = np.concatenate(numbers), np.concatenate(counts)
        if not self.alive.all():
            there = self.alive[found]
            found, held = found[there], held[there]
        return found, held

    def lines(self, number: int) -> list[str]:
        """The document's plain lines."""
        held = zlib.decompress(self._reader.stored_fields(number)["stored"])
        return held.decode("utf-8", "replace").split("\n") if held else []


def _blocks(leaf: Any, name: str, term: bytes) -> Iterator[tuple[Ints, bytes]]:
    """The term's postings, block by block as Whoosh packed them: its own matcher unpacks one at a time in Python."""
    reader = leaf._terms  # the version of Whoosh is fixed to one release
    matcher = reader.matcher(name, term, leaf.schema[name].format)
    while True:
        matcher._read_data()
        steps, _, values = matcher._data
        yield np.cumsum(np.asarray(steps, dtype=np.int32), dtype=np.int32), values
        if matcher._lastblock:
            return
        matcher._next_block()
