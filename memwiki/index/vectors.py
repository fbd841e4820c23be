"""The vectors index: chunks of pages with their title, one unit vector each, searched exactly.

Whole numbers of one byte with a scale for each row, memory-mapped: a cosine is off by less than 0.002. A few thousand
rows are multiplied as they are; of more, the signs alone tell which are worth it, and no second index has to keep in
step. A vector is kept with its model and the sha256 of its text, so that a page that did not change is never embedded
again, whatever else was rebuilt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.index.content import RAW, Content
from memwiki.index.embed import Embedder

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Signs = NDArray[np.uint64]
_BYTE = 127
_NAME, _HEAD = 64, 8  # digits of a name
_FEW_NAMES = 200
_CHUNK = 600  # characters, about 130 word pieces: half of what the model reads, so that a chunk is about one thing
_PAGE_CHUNKS = 40
_RAW_CHUNKS = 24
FEW_ROWS = 8_000  # so many are multiplied at once
_RANKED = 2_000  # of more, so many of the nearest by their signs
_SURE = 64  # no estimate stands before these
_STEP = 64
USUAL_FAR = 0.05  # what the packaged model gives to two texts at random; thresholds were measured with it
_FEW_TEXTS = 50
_SAMPLE = 300


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: the line where it begins, the text that is embedded, that text's name, and whether it is
    mostly Chinese, Japanese or Korean."""

    line: int
    text: str
    name: str
    wide: bool = False


def mostly_cjk(text: str) -> bool:
    """Whether the text is mostly Chinese, Japanese or Korean: the packaged model knows next to nothing of these."""
    letters = [char for char in text if char.isalpha()]
    wide = sum(char >= "\u2e80" for char in letters)
    return bool(letters) and wide * 2 > len(letters)


def chunks(content: Content) -> tuple[Chunk, ...]:
    """The document cut by heading and size, each piece under the page's title.

    The project's own page lists the titles of the others, and would be embedded again by every compile.
    """
    raw = content.facts["kind"] == RAW
    if content.facts["kind"] == "project":
        return ()
    title = "" if raw else str(content.facts["title"])
    opening = "" if raw else str(content.facts["description"])
    found: list[Chunk] = []
    for line, heading, text in _spans(content, opening):
        if content.spoken is not None and line >= content.spoken:
            break  # what tools printed has words to be found by, and little meaning
        head = ". ".join(part for part in (title, heading) if part)
        whole = f"{head}\n{text}" if head else text
        found.append(Chunk(line, whole, name_of(whole), mostly_cjk(whole)))
        if len(found) >= (_RAW_CHUNKS if raw else _PAGE_CHUNKS):
            break
    return tuple(found)


def name_of(text: str) -> str:
    """The name of a text's vector; the model is told once, at the head of vectors.txt."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _spans(content: Content, opening: str) -> Iterator[tuple[int, str, str]]:
    """(first line, heading, text) of each piece."""
    headings = dict(content.sections)
    heading, start, held = "", 0, [opening] if opening else []
    for number, line in enumerate(content.lines):
        size = sum(len(part) + 1 for part in held)
        if number in headings:
            if size > _CHUNK // 2:  # short sections stay together
                yield start, heading, "\n".join(held)
                heading, start, held = headings[number], number, []
            else:
                held.append(line)
            continue
        if held and (size + len(line) > _CHUNK or number == content.spoken):
            yield start, heading, "\n".join(held)
            start, held = number, []
        held.append(line)
    if held or not content.lines:
        yield start, heading, "\n".join(held)


@dataclass(frozen=True, slots=True)
class Held:
    """Rows as they lie on disk: bytes with a scale for each row, or floats of an older index, whose scales are 1."""

    matrix: NDArray[Any]
    scales: Floats

    def __len__(self) -> int:
        return len(self.scales)

    @property
    def dimensions(self) -> int:
        """The length of each row."""
        return int(self.matrix.shape[1])

    def rows(self, at: Any = slice(None)) -> Floats:
        """Rows as floats."""
        chosen = np.asarray(self.matrix[at]).astype(np.float32)
        return np.asarray(chosen * self.scales[at, None], dtype=np.float32)

    def products(self, query: Floats, at: Any = slice(None)) -> Floats:
        """Rows times the query. A BLAS would wake its threads for that, which costs several times the work."""
        found = np.einsum("ij,j->i", np.asarray(self.matrix[at]).astype(np.float32), query)
        return np.asarray(found * self.scales[at], dtype=np.float32)


def packed(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Each row in whole numbers of one byte, and what they are multiplied by."""
    scales = np.maximum(np.abs(matrix).max(axis=1, initial=0.0), 1e-12).astype(np.float32) / np.float32(_BYTE)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors by row, with the document and the line of each; rows stand in the order of documents."""

    held: Held
    documents: Ints
    lines: Ints
    signs: Signs

    def __len__(self) -> int:
        return len(self.documents)

    def best(self, query: Floats, size: int) -> tuple[Floats, Ints]:
        """For each document number below `size`: its best cosine (-1 where it has none), and the line it begins at.

        Of many rows, those that are far by their signs get an estimate, below all that are near.
        """
        scores = np.full(size, -1.0, dtype=np.float32)
        lines = np.zeros(size, dtype=np.int32)
        if len(self) and self.held.dimensions == len(query):
            found = self._exact(query) if len(self) < FEW_ROWS else self._estimated(query)
            self._put(found, slice(None), scores, lines)
        return scores, lines

    def refine(self, query: Floats, numbers: Iterable[int], scores: Floats, lines: Ints) -> None:
        """Puts the exact cosines of these documents into what `best` gave."""
        if len(self) < FEW_ROWS or self.held.dimensions != len(query):
            return
        wanted = np.asarray(sorted(set(numbers)), dtype=np.int32)
        first, last = (np.searchsorted(self.documents, wanted, side=side) for side in ("left", "right"))
        rows = np.concatenate([np.arange(a, b) for a, b in zip(first, last, strict=True)] or [np.zeros(0, int)])
        if len(rows):
            self._put(self.held.products(query, rows), rows, scores, lines)

    def _put(self, found: Floats, rows: Any, scores: Floats, lines: Ints) -> None:
        documents = self.documents[rows]  # each document is one run of rows
        starts = np.flatnonzero(np.diff(documents, prepend=-1))
        best = np.maximum.reduceat(found, starts)
        top = np.flatnonzero(found == np.repeat(best, np.diff(np.append(starts, len(found)))))
        scores[documents[starts]] = best
        lines[documents[top]] = self.lines[rows][top]

    def _exact(self, query: Floats) -> Floats:
        return self.held.products(query)

    def _estimated(self, query: Floats) -> Floats:
        apart = _apart(self.signs, signs_of(query[None, :]))
        near = np.argpartition(apart, _RANKED)[:_RANKED]
        exact = self.held.products(query, near)
        angles = np.cos(np.pi / len(query) * np.arange(64 * self.signs.shape[1] + 1)).astype(np.float32)
        found: Floats = np.minimum(angles[apart], np.partition(exact, -_SURE)[-_SURE])
        found[near] = exact
        return found


def _apart(signs: Signs, query: Signs) -> NDArray[np.uint16]:
    """In how many signs each row differs from the query."""
    differ = np.bitwise_count(signs ^ query)
    apart = np.zeros(len(signs), dtype=np.uint16)
    for column in range(differ.shape[1]):
        apart += differ[:, column]
    return apart


def signs_of(matrix: Floats) -> Signs:
    """The sign of every number, packed: 64 numbers in one."""
    packed = np.packbits(np.asarray(matrix) > 0, axis=1)
    wide = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    wide[:, : packed.shape[1]] = packed
    signs: Signs = wide.view(np.uint64)
    return signs


@dataclass(frozen=True, slots=True)
class Shelves:
    """The vectors of several parts, each with the number of its first document; `alive` says which still count."""

    held: Sequence[tuple[Vectors, int]]
    alive: NDArray[np.bool_]
    far: float | None = None  # the cosine of texts that have nothing to do with each other, where it is not the usual

    def __len__(self) -> int:
        return sum(len(one) for one, _ in self.held)

    @property
    def matrix(self) -> Floats:
        """All rows in one."""
        return np.concatenate([one.held.rows() for one, _ in self.held if len(one)] or [np.zeros((0, 0), np.float32)])

    @property
    def documents(self) -> Ints:
        """The document number of each row."""
        return np.concatenate([one.documents + np.int32(base) for one, base in self.held] or [np.zeros(0, np.int32)])

    def best(self, query: Floats, size: int) -> tuple[Floats, Ints]:
        """For each document: its best cosine (-1 where it has none), and the line it begins at."""
        scores = np.full(size, -1.0, dtype=np.float32)
        lines = np.zeros(size, dtype=np.int32)
        ends = [base for _, base in self.held[1:]] + [size]
        for (one, base), end in zip(self.held, ends, strict=True):
            scores[base:end], lines[base:end] = one.best(query, end - base)
        return self._scaled(scores), lines

    def refine(self, query: Floats, numbers: Sequence[int], scores: Floats, lines: Ints) -> None:
        """Puts the exact cosines of these documents into what `best` gave."""
        ends = [base for _, base in self.held[1:]] + [len(scores)]
        for (one, base), end in zip(self.held, ends, strict=True):
            held = np.full(end - base, -1.0, dtype=np.float32)
            one.refine(query, (n - base for n in numbers if base <= n < end), held, lines[base:end])
            there = np.flatnonzero(held > -1.0)
            scores[base + there] = self._scaled(held)[there] if self.far is not None else held[there]
        scores[~self.alive] = -1.0

    def _scaled(self, scores: Floats) -> Floats:
        if self.far is not None:
            there = scores > -1.0
            scores[there] = USUAL_FAR + (1.0 - USUAL_FAR) * (scores[there] - self.far) / (1.0 - self.far)
        if len(scores) == len(self.alive):
            scores[~self.alive] = -1.0
        return scores


def background(held: Sequence[tuple[Vectors, int]]) -> float | None:
    """The median cosine of texts taken at random: models differ in it, some give 0.7 to any two. None for few."""
    rows = [one.held for one, _ in held if len(one)]
    size = sum(map(len, rows))
    if size < _FEW_TEXTS or len({one.dimensions for one in rows}) != 1:
        return None
    chosen = [one.rows(slice(None, None, max(size // _SAMPLE, 1))) for one in rows]
    sample = np.concatenate(chosen)
    found = sample @ sample.T
    return float(min(np.median(found[np.triu_indices(len(sample), 1)]), 0.95))


def load(folder: Path) -> Vectors:
    """The vectors of one generation; raises OSError or ValueError where files are missing or cut."""
    held = _held(folder)
    places = np.load(folder / "chunks.npy")
    signs = np.asarray(np.load(folder / "signs.npy", mmap_mode="r"))
    if places.shape != (len(held), 2) or len(signs) != len(held):
        raise ValueError("vectors and chunks do not fit together")
    return Vectors(held, places[:, 0], places[:, 1], signs)


def _held(folder: Path) -> Held:
    matrix = np.asarray(np.load(folder / "vectors.npy", mmap_mode="r"))
    old = matrix.dtype == np.float32
    scales = np.ones(len(matrix), dtype=np.float32) if old else np.load(folder / "scales.npy")
    if matrix.ndim != 2 or scales.shape != matrix.shape[:1]:
        raise ValueError("vectors and scales do not fit together")
    return Held(matrix, scales)


class Known:
    """The vectors of one model by the name of their text, from parts on disk; read when one is asked for."""

    def __init__(self, folders: Iterable[Path], model: str) -> None:
        self._folders, self._model = list(folders), model
        self._shelves: list[tuple[_Names, Held]] | None = None
        self._made: dict[str, Floats] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._made or any(names.place(name) is not None for names, _ in self._read())

    def __getitem__(self, name: str) -> Floats:
        made = self._made.get(name)
        if made is not None:
            return made
        for names, held in self._read():
            place = names.place(name)
            if place is not None:
                return np.asarray(held.rows(slice(place, place + 1))[0])
        raise KeyError(name)

    def update(self, made: Mapping[str, Floats]) -> None:
        """Takes vectors that were just made."""
        self._made.update(made)

    def _read(self) -> list[tuple[_Names, Held]]:
        if self._shelves is None:
            held = [_kept(folder, self._model) for folder in self._folders] if self._model else []
            self._shelves = [one for one in held if one is not None]
        return self._shelves


class _Names:
    """The names of a part's vectors, looked up by their first digits: a dictionary of all would take its time."""

    def __init__(self, lines: bytes) -> None:
        self._lines = np.frombuffer(lines, dtype=np.uint8).reshape(-1, _NAME + 1)
        self._heads = np.ascontiguousarray(self._lines[:, :_HEAD]).view(np.uint64).ravel()
        self._order: NDArray[np.intp] | None = None
        self._asked = 0

    def __len__(self) -> int:
        return len(self._lines)

    def place(self, name: str) -> int | None:
        """The row of the name's vector."""
        wanted = name.encode("ascii", "replace")
        if len(wanted) != _NAME:
            return None
        for row in self._rows(np.frombuffer(wanted[:_HEAD], dtype=np.uint64)[0]).tolist():
            if self._lines[row, :_NAME].tobytes() == wanted:
                return int(row)
        return None

    def _rows(self, head: np.uint64) -> NDArray[np.intp]:
        """The rows with these first digits; all are put in order once so many names were asked for that it pays."""
        self._asked += 1
        if self._asked <= _FEW_NAMES:
            return np.flatnonzero(self._heads == head)
        if self._order is None:
            self._order = np.argsort(self._heads, kind="stable")
            self._heads = self._heads[self._order]
        first, last = (int(np.searchsorted(self._heads, head, side=side)) for side in ("left", "right"))
        return self._order[first:last]


def _kept(folder: Path, model: str) -> tuple[_Names, Held] | None:
    """The names and the vectors of one part; None where it has none of this model, or cannot be read."""
    try:
        first, _, names = (folder / "vectors.txt").read_bytes().partition(b"\n")
        if first.decode("utf-8", "replace") != model or len(names) <= 1:
            return None
        found = _Names(names), _held(folder)
    except (OSError, ValueError, EOFError):
        return None
    return found if len(found[0]) == len(found[1]) else None


def save(folder: Path, model: str, rows: Sequence[tuple[str, int, int, Floats]]) -> None:
    """Writes (name, document, line, vector) rows, beside what other generations may hold under the same names."""
    for name in ("vectors.npy", "scales.npy", "chunks.npy", "signs.npy", "vectors.txt"):
        (folder / name).unlink(missing_ok=True)
    dimensions = len(rows[0][3]) if rows else 0
    matrix = np.asarray([row[3] for row in rows], dtype=np.float32).reshape(len(rows), dimensions)
    places = np.asarray([(row[1], row[2]) for row in rows], dtype=np.int32).reshape(len(rows), 2)
    whole, scales = packed(matrix)
    np.save(folder / "vectors.npy", whole)
    np.save(folder / "scales.npy", scales)
    np.save(folder / "chunks.npy", places)
    np.save(folder / "signs.npy", signs_of(matrix))
    (folder / "vectors.txt").write_text("\n".join([model, *(row[0] for row in rows)]) + "\n", "utf-8")


def embed(
    embedder: Embedder, texts: Mapping[str, str], progress: Callable[[int, int], None]
) -> Iterator[dict[str, Floats]]:
    """Vectors of the texts by name, a few dozen at a time, in order; `progress` gets (done, of)."""
    names = list(texts)
    for start in range(0, len(names), _STEP):
        step = names[start : start + _STEP]
        made = embedder.embed([texts[name] for name in step])
        progress(start + len(step), len(names))
        yield dict(zip(step, made, strict=True))


def model_of(folder: Path) -> str:
    """The model whose vectors a generation holds, "" where none can be read."""
    try:
        return (folder / "vectors.txt").read_text("utf-8").split("\n", 1)[0]
    except (OSError, ValueError):
        return ""
