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

import numpy as np
from numpy.typing import NDArray

from memwiki.files import atomic_write
from memwiki.index import graph
from memwiki.index.content import RAW
from memwiki.index.graph import Graph
from memwiki.index.parts import Part
from memwiki.index.store import CURRENT, FORMAT, SCHEMA, checksums


@dataclass(frozen=True, slots=True)
class Draft:
    """A folder that is not in use yet (or just came into use), its parts in order, which documents count, and their
    graph."""

    folder: Path
    parts: Sequence[Part]
    alive: NDArray[np.bool_]
    graph: Graph
    manifest: Mapping[str, Any] = field(default_factory=dict)


def draft_folder(index_dir: Path) -> Path:
    """A new folder beside the generations, with an empty words/ and parts/ in it."""
    folder = Path(tempfile.mkdtemp(prefix=".new-", dir=index_dir))
    (folder / "words").mkdir(mode=0o700)
    (folder / "parts").mkdir(mode=0o700)
    return folder


def share(source: Path, target: Path) -> None:
    """Puts one folder's files into another: hard links, as nobody edits a file that was written once."""
    target.mkdir(mode=0o700, exist_ok=True)
    for path in source.iterdir():
        if path.name.endswith("LOCK") or not path.is_file():
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            shutil.copy2(path, target / path.name)


def again(index_dir: Path, draft: Draft) -> Draft:
    """A new draft with all that one holds that was published."""
    folder = draft_folder(index_dir)
    share(draft.folder / "words", folder / "words")
    for part in draft.parts:
        share(draft.folder / "parts" / part.name, folder / "parts" / part.name)
    return Draft(folder, draft.parts, draft.alive, draft.graph, draft.manifest)


def publish(index_dir: Path, draft: Draft, tree: str, model: str, before: Mapping[str, Any] | None = None) -> Draft:
    """Completes the draft with graph and manifest, and makes it the generation in use.

    `before` is the manifest of the generation that it shares files with.
    """
    folder = draft.folder
    graph.save(draft.graph, folder / "graph.npz")
    for path in folder.rglob("*"):
        mode = 0o700 if path.is_dir() else 0o600
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
    files = checksums(folder, (before or draft.manifest or {}).get("files"))
    manifest = _manifest(draft.parts, draft.alive, tree, model) | {"files": files}
    text = json.dumps(manifest, sort_keys=True)
    atomic_write(folder / "manifest.json", text)
    numbers = [int(path.name[1:7]) for path in index_dir.glob("g??????-*") if path.name[1:7].isdigit()]
    name = f"g{max(numbers, default=0) + 1:06d}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    target = index_dir / name
    folder.rename(target)
    atomic_write(index_dir / CURRENT, name + "\n")
    drop(index_dir, keep=target)
    return Draft(target, draft.parts, draft.alive, draft.graph, manifest)


def _manifest(parts: Sequence[Part], alive: NDArray[np.bool_], tree: str, model: str) -> dict[str, Any]:
    every = (k for part in parts for k in part.kinds)
    kinds = [kind for kind, there in zip(every, alive.tolist(), strict=True) if there]
    base, made, chunks = 0, 0, 0
    for part in parts:
        there = alive[base : base + len(part)]
        made += int(there[part.vectors.documents].sum())
        chunks += int(part.every_wanted(model)[there].sum())
        base += len(part)
    sessions = sum(kind == RAW for kind in kinds)
    return {
        "schema": SCHEMA,
        "format": FORMAT,
        "tree": tree,
        "pages": len(kinds) - sessions,
        "sessions": sessions,
        "chunks": chunks,
        "pending": chunks - made,
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
