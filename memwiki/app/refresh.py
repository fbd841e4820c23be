"""The index follows the wiki: pages from the person's tree, raw text from the sessions beside it."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memwiki.app.desk import Desk
from memwiki.app.spooled import Spooled, protected, survey
from memwiki.errors import Invalid, MemwikiError
from memwiki.index.build import PageBlob, refresh
from memwiki.index.embed import Embedder, MiniLM, available
from memwiki.index.rawtext import raw_text
from memwiki.index.store import DAMAGE, IndexInfo, generation, read_manifest
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.plumbing import blob_id
from memwiki.wiki.repository import Repository

Progress = Callable[[str, int, int], None] | None


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index holds now."""

    project: str
    pages: int
    chunks: int
    vectors: bool
    note: str = ""


def reindex(desk: Desk, vectors: bool = True, progress: Progress = None, dry_run: bool = False) -> Indexed:
    """Builds the project's index again from nothing."""
    desk.existing()
    if dry_run:
        pages = sum(map(_is_page, Repository.open(desk.wiki).tree()))
        return Indexed(desk.project.key, pages, 0, vectors and embedder_of(desk) is not None)
    info = refresh_index(desk, vectors, progress, purge=True)
    return Indexed(desk.project.key, info.pages, info.chunks, info.chunks > 0 and info.pending == 0, info.note)


def refresh_index(desk: Desk, vectors: bool = True, progress: Progress = None, purge: bool = False) -> IndexInfo:
    """Brings the project's index to the wiki's last commit and the sealed raw text."""
    repository = Repository.open(desk.wiki)
    tree = repository.tree()
    sealed = repository.sealed()
    pages = {path: PageBlob(blob, _Reader(repository, path, blob)) for path, blob in tree.items() if _is_page(path)}
    sessions = survey(desk.home.raw(desk.project), sealed)
    embedder = embedder_of(desk) if vectors else None
    return refresh(
        desk.home.index(desk.project),
        pages,
        {key: _raw(desk, one) for key, one in sessions.items() if not one.is_ledger},
        embedder,
        progress,
        tree=tree_name(tree),
        purge=purge,
    )


def is_behind(desk: Desk, vectors: bool = False) -> bool:
    """Whether the index shows another tree than the last commit's; with `vectors`, also whether some are missing."""
    if not (desk.wiki / ".git").exists():
        return False
    folder = generation(desk.home.index(desk.project))
    try:
        manifest = read_manifest(folder) if folder else {}
    except (Invalid, *DAMAGE):
        manifest = {}
    pending = vectors and embedder_of(desk) is not None and bool(manifest.get("pending"))
    return pending or manifest.get("tree") != current_tree(desk)


def embedder_of(desk: Desk) -> Embedder | None:
    """The embedding model, or None where it is switched off or not installed."""
    if not desk.config.settings.index.vectors or not available():
        return None
    return MiniLM(desk.home.models)


def tree_name(tree: Mapping[str, str]) -> str:
    """A name for the pages of a tree, whatever else it holds."""
    text = "".join(f"{path}\0{blob}\n" for path, blob in sorted(tree.items()) if _is_page(path))
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def current_tree(desk: Desk) -> str:
    """The name of the wiki's last commit's pages, "" where there is none."""
    try:
        return tree_name(Repository.open(desk.wiki).tree())
    except MemwikiError:
        return ""


def _is_page(path: str) -> bool:
    return path.endswith(".md") and not is_reserved(path)


def _raw(desk: Desk, session: Spooled) -> PageBlob:
    return PageBlob(
        session.digest(), lambda: raw_text([protected(desk, one) for one in session.remembered(session.sealed)])
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one blob when it is asked for: from the page's own file where that holds it, else from git."""

    repository: Repository
    path: str
    blob: str

    def __call__(self) -> str:
        file = self.repository.folder / self.path
        with contextlib.suppress(OSError):
            if file.is_file() and blob_id(data := file.read_bytes(), self.blob) == self.blob:
                return data.decode("utf-8", "replace")
        return self.repository.read_blobs([self.blob])[self.blob]
