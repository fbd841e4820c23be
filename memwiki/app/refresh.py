"""The index follows the wiki: pages from the person's tree, raw text from the sessions beside it."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwiki.app.desk import Desk
from memwiki.app.embedding import ROUND, embedder_of, rest
from memwiki.errors import Invalid, MemwikiError
from memwiki.index.build import PageBlob, missing, refresh
from memwiki.index.embed import Embedder
from memwiki.index.rawtext import raw_text
from memwiki.index.store import DAMAGE, IndexInfo, generation, read_manifest
from memwiki.index.vectors import Floats
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.plumbing import blob_id
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import Edits

if TYPE_CHECKING:
    from memwiki.app.spooled import Spooled

Progress = Callable[[str, int, int], None] | None


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index holds now."""

    project: str
    pages: int
    chunks: int
    vectors: bool
    note: str = ""
    pending: int = 0


def reindex(
    desk: Desk, vectors: bool = True, progress: Progress = None, dry_run: bool = False, download: bool = False
) -> Indexed:
    """Builds the project's index again from nothing; with `download`, the embedding model may be fetched for it."""
    desk.existing()
    if dry_run:
        pages = sum(map(_is_page, Repository.open(desk.wiki).tree()))
        return Indexed(desk.project.key, pages, 0, vectors and embedder_of(desk) is not None)
    embedder = embedder_of(desk, download) if vectors else None
    if embedder is not None and download:
        embedder.embed(["model"])  # fetched or refused before the index is touched
    info = refresh_index(desk, vectors, progress, purge=True, most=None, embedder=embedder)
    return _indexed(desk, info)


def _indexed(desk: Desk, info: IndexInfo) -> Indexed:
    whole = info.chunks > 0 and info.pending == 0
    return Indexed(desk.project.key, info.pages, info.chunks, whole, info.note, info.pending)


def fill(desk: Desk, progress: Progress = None, download: bool = False) -> Indexed:
    """Makes the vectors that are missing, the newest pages first, a few at a time.

    The index is held only to publish, so that search, compile and another build go on meanwhile. Raises
    ModelUnavailable where the model fails; what was made by then is kept.
    """
    desk.existing()
    embedder = embedder_of(desk, download)
    info = refresh_index(desk, embedder is not None, most=0, embedder=embedder)
    done = 0
    while embedder is not None and info.pending:
        before = info
        made = fill_once(desk, embedder, ROUND)
        if made is None:
            break
        info, done = made, done + max(before.pending - made.pending, 0)
        if progress is not None:
            progress("vectors", done, done + info.pending)
        if info.pending >= before.pending and info.tree == before.tree:
            break  # nothing of it fits any more: the next compile sees to it
        rest()
    return _indexed(desk, info)


def fill_once(desk: Desk, embedder: Embedder, most: int) -> IndexInfo | None:
    """Makes at most so many of the missing vectors and publishes them; None where none was missing.

    Raises ModelUnavailable where the model fails.
    """
    folder = generation(desk.home.index(desk.project))
    try:
        manifest = read_manifest(folder) if folder else {}
    except (Invalid, *DAMAGE):
        return None
    if not manifest.get("pending") and manifest.get("model") == embedder.model:
        return None
    edits = Repository.open(desk.wiki).dirty()
    pages, raw, _ = _sources(desk, edits)
    texts = missing(desk.home.index(desk.project), pages, raw, embedder.model, most)
    if not texts:
        return None
    made = dict(zip(texts, embedder.embed(list(texts.values())), strict=True))
    return refresh_index(desk, most=0, embedder=embedder, made=made, edits=edits)


def refresh_index(
    desk: Desk,
    vectors: bool = True,
    progress: Progress = None,
    purge: bool = False,
    *,
    most: int | None = -1,
    embedder: Embedder | None = None,
    made: Mapping[str, Floats] | None = None,
    edits: Edits | None = None,
) -> IndexInfo:
    """Brings the project's index to the wiki's last commit and the sealed raw text; `edits` are what a person has
    changed since, and is not committed yet.

    At most `most` texts are embedded on the way, None for all; by default all where nothing may be started (a fixed
    clock), else as many as nobody minds waiting for.
    """
    pages, raw, tree = _sources(desk, edits)
    if most is not None and most < 0:
        most = None if desk.fixed else ROUND
    if edits is None and not made:
        _lexicon(desk, pages)
    info = refresh(
        desk.home.index(desk.project),
        pages,
        raw,
        (embedder or embedder_of(desk)) if vectors else None,
        progress,
        tree=tree_name(tree),
        purge=purge,
        most=most,
        made=made,
    )
    if edits is not None and not made:  # who edited a page looks for it at once
        _lexicon(desk, pages)
    return info


def _lexicon(desk: Desk, pages: Mapping[str, PageBlob]) -> None:
    """Writes what prompts are answered from."""
    from memwiki.app.lexicon import write_lexicon

    write_lexicon(desk, pages)


def _sources(
    desk: Desk, edits: Edits | None = None
) -> tuple[dict[str, PageBlob], dict[str, PageBlob | str], dict[str, str]]:
    """Pages and raw text to be indexed, each read when it is asked for, and the tree that they are of."""
    from memwiki.app.spooled import survey  # with the compiler's rules, which a question does not wait for

    repository = Repository.open(desk.wiki)
    tree = repository.tree()
    sealed = repository.sealed()
    pages = {path: PageBlob(blob, _Reader(repository, path, blob)) for path, blob in tree.items() if _is_page(path)}
    for path, data in edits.files.items() if edits else ():
        if data is None:
            pages.pop(path, None)
        elif _is_page(path):
            pages[path] = PageBlob(blob_id(data, next(iter(tree.values()), "")), data.decode("utf-8", "replace"))
    sessions = survey(desk.home.raw(desk.project), sealed)
    raw: dict[str, PageBlob | str] = {key: _raw(desk, one) for key, one in sessions.items() if not one.is_ledger}
    return pages, raw, tree


def is_behind(desk: Desk, vectors: bool = False, tree: str = "") -> bool:
    """Whether the index shows another tree than the last commit's; with `vectors`, also whether some are missing."""
    if not (desk.wiki / ".git").exists():
        return False
    folder = generation(desk.home.index(desk.project))
    try:
        manifest = read_manifest(folder) if folder else {}
    except (Invalid, *DAMAGE):
        manifest = {}
    embedder = embedder_of(desk) if vectors else None
    pending = embedder is not None and (bool(manifest.get("pending")) or manifest.get("model") != embedder.model)
    return pending or manifest.get("tree") != (tree or current_tree(desk))


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
    from memwiki.app.spooled import protected

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
