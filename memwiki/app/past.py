"""The wiki as it stood at an instant, out of its own history: indexed once a tree, and kept for the next question."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from memwiki.app.desk import Desk
from memwiki.app.refresh import tree_name
from memwiki.errors import Invalid
from memwiki.index.build import PageBlob, refresh
from memwiki.index.store import AS_OF, DAMAGE, generation, read_manifest
from memwiki.recall.search import Scope
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.repository import Repository

_KEPT = 4  # trees


def scope_as_of(desk: Desk, at: str) -> Scope:
    """The wiki at an instant, ready to be searched; NotFound before it began.

    Its index lies beside the project's own, and goes with it when that is written anew: what was forgotten or erased is
    in no index.
    """
    repository = Repository.open(desk.wiki)
    tree = repository.tree_at(at)
    name = tree_name(tree)
    folder = desk.home.index(desk.project) / AS_OF / name[:16]
    if _tree_of(folder) != name:
        paths = {path: blob for path, blob in tree.items() if path.endswith(".md") and not is_reserved(path)}
        blobs = repository.read_blobs(paths.values())
        refresh(folder, {path: PageBlob(blob, blobs[blob]) for path, blob in paths.items()}, tree=name)
    with contextlib.suppress(OSError):
        os.utime(folder)
        _drop_oldest(folder.parent)
    return Scope(desk.project, folder, desk.wiki, name)


def _tree_of(folder: Path) -> str:
    held = generation(folder)
    try:
        return str(read_manifest(held)["tree"]) if held else ""
    except (Invalid, *DAMAGE):
        return ""


def _drop_oldest(place: Path) -> None:
    held = sorted((one for one in place.iterdir() if one.is_dir()), key=lambda one: one.stat().st_mtime_ns)
    for folder in held[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)
