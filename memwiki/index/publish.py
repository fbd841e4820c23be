"""A draft of a generation becomes the one in use: everything written, counted, renamed, pointed to."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memwiki.files import atomic_write
from memwiki.index import graph, vectors
from memwiki.index.content import RAW_KEY
from memwiki.index.store import CURRENT, FORMAT, SCHEMA, checksums

GONE: Mapping[str, Any] = {"key": "", "blob": "", "facts": {}, "links": [], "chunks": []}


@dataclass(frozen=True, slots=True)
class Draft:
    """A folder that is not in use yet (or just came into use), and its documents by number."""

    folder: Path
    documents: Sequence[Mapping[str, Any]]
    manifest: Mapping[str, Any] = field(default_factory=dict)


def draft_folder(index_dir: Path) -> Path:
    """A new folder beside the generations, with an empty words/ in it."""
    folder = Path(tempfile.mkdtemp(prefix=".new-", dir=index_dir))
    (folder / "words").mkdir(mode=0o700)
    return folder


def share_words(source: Path, target: Path) -> None:
    """Puts one generation's Whoosh files into another: hard links, as Whoosh never edits a file that it wrote."""
    for path in source.iterdir():
        if path.name.endswith("LOCK") or not path.is_file():
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            shutil.copyfile(path, target / path.name)


def again(index_dir: Path, draft: Draft) -> Draft:
    """A new draft with the words of one that was published."""
    folder = draft_folder(index_dir)
    share_words(draft.folder / "words", folder / "words")
    shutil.copyfile(draft.folder / "lengths.npy", folder / "lengths.npy")
    return Draft(folder, draft.documents)


def publish(index_dir: Path, draft: Draft, tree: str, model: str, known: Mapping[str, vectors.Floats]) -> Draft:
    """Completes the draft with vectors, graph and manifest, and makes it the generation in use."""
    folder, documents = draft.folder, draft.documents
    places = [(name, number, line) for number, held in enumerate(documents) for line, name in held["chunks"]]
    rows = [(name, number, line, known[name]) for name, number, line in places if name in known]
    vectors.save(folder, model, rows, len(rows[0][3]) if rows else 0)
    graph.save(graph.build([(held["key"], held["facts"], held["links"]) for held in documents]), folder / "graph.npz")
    (folder / "documents.json").write_text(json.dumps(list(documents), separators=(",", ":")), "utf-8")
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    manifest = _manifest(documents, tree, model, len(places), len(rows)) | {"files": checksums(folder)}
    text = json.dumps(manifest, sort_keys=True)
    atomic_write(folder / "manifest.json", text)
    numbers = [int(path.name[1:7]) for path in index_dir.glob("g??????-*") if path.name[1:7].isdigit()]
    name = f"g{max(numbers, default=0) + 1:06d}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    target = index_dir / name
    folder.rename(target)
    atomic_write(index_dir / CURRENT, name + "\n")
    drop(index_dir, keep=target)
    return Draft(target, documents, manifest)


def _manifest(
    documents: Sequence[Mapping[str, Any]], tree: str, model: str, chunks: int, embedded: int
) -> dict[str, Any]:
    live = [held["key"] for held in documents if held["key"]]
    sessions = sum(key.startswith(RAW_KEY) for key in live)
    return {
        "schema": SCHEMA,
        "format": FORMAT,
        "tree": tree,
        "pages": len(live) - sessions,
        "sessions": sessions,
        "chunks": chunks,
        "pending": chunks - embedded,
        "model": model,
    }


def drop(index_dir: Path, keep: Path | None) -> None:
    """Removes every other generation and every draft that was left behind.

    Readers that hold one open keep their files until they close; what was forgotten must not lie here until then.
    """
    for path in [*index_dir.glob("g*"), *index_dir.glob(".new-*")]:
        if path != keep:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
