"""Refresh: wiki tree and raw text in, one published generation out.

A pure function of what it is given: the same pages and sessions make an index that answers alike, whatever was there
before. Only documents whose blob changed are read again, and only texts that are new are embedded. Readers see the old
generation or the new one, never a part.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwiki.errors import Invalid, ModelUnavailable
from memwiki.files import locked, private_dir
from memwiki.index import vectors, words
from memwiki.index.assemble import Before, assemble, fill, pending
from memwiki.index.assemble import wanted as chunks_read
from memwiki.index.content import RAW_KEY, Content, facts_of, of_page, of_raw
from memwiki.index.embed import Embedder
from memwiki.index.parts import Row
from memwiki.index.publish import Draft, again, draft_folder, drop, publish, share
from memwiki.index.store import (
    AS_OF,
    CURRENT,
    DAMAGE,
    IndexInfo,
    check_private,
    generation,
    intact,
    is_tracked,
    read_manifest,
)
from memwiki.index.vectors import Known

Progress = Callable[[str, int, int], None]
_EAGER = 256  # so many new texts are embedded before the first publication; with more, words come first
_PUBLISH_EVERY = 1024  # new texts; and an eighth of all that have a vector, since all of these are written again
_REBUILD_SHARE = 0.5
_HELD = 500  # pages whose words are kept between two looks at them


@dataclass(frozen=True, slots=True)
class PageBlob:
    """A document's identity and its text; the text may be a function, called only where the blob is new."""

    blob: str
    text: str | Callable[[], str]

    def read(self) -> str:
        """The text."""
        return self.text if isinstance(self.text, str) else self.text()


def tree_of(pages: Mapping[str, PageBlob], raw: Mapping[str, PageBlob | str] | None = None) -> str:
    """A name for this very set of pages and sessions: the tree id to compare where git gives none."""
    digest = hashlib.sha256()
    for key, blob in sorted(_wanted(pages, raw or {}).items()):
        digest.update(f"{key}\0{blob.blob}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


def refresh(
    index_dir: Path,
    pages: Mapping[str, PageBlob],
    raw: Mapping[str, PageBlob | str] | None = None,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
    *,
    tree: str = "",
    purge: bool = False,
    most: int | None = None,
    made: Mapping[str, vectors.Floats] | None = None,
) -> IndexInfo:
    """Brings the index to this tree and publishes it; returns what it holds.

    `pages` by bundle path, `raw` by session key; index.md and log.md are left out, and the raw text of sessions that
    no page tells of: what was forgotten must not be found by it. `tree` is the name that readers
    compare with (`Index.behind`); by default `tree_of`. `purge` writes everything anew, so that no byte of a removed
    document stays behind. Without an embedder, vectors that are there stay in use and the rest counts as pending; with
    one, at most `most` texts are embedded now, the newest first. `made` are vectors by name that somebody has made.
    `progress` gets (stage, done, of). Raises Invalid where the folder is not ours to write, Locked where another build
    does not end.
    """
    _own(index_dir)
    with locked(index_dir / ".lock", f"the index {index_dir}"):
        before, note = _previous(index_dir)
        contents: dict[str, Content] = {}
        run = _Run(
            index_dir,
            _with_page(_wanted(pages, raw or {}), before, contents),
            tree or tree_of(pages, raw),
            embedder,
            progress or (lambda _stage, _done, _of: None),
            contents,
            most,
            made or {},
        )
        if before is not None and not purge and run.is_current(before):
            return _info(before.manifest, before.folder, note=note)
        if purge:
            shutil.rmtree(index_dir / AS_OF, ignore_errors=True)
        return run.run(None if purge else before, note)


def _info(manifest: Mapping[str, Any], folder: Path, changed: int = 0, note: str = "") -> IndexInfo:
    held = {key: manifest[key] for key in ("tree", "pages", "sessions", "chunks", "pending", "model")}
    return IndexInfo(**held, generation=folder.name, changed=changed, note=note)


def _wanted(pages: Mapping[str, PageBlob], raw: Mapping[str, PageBlob | str]) -> dict[str, PageBlob]:
    found = {
        path: blob
        for path, blob in pages.items()
        if path.endswith(".md") and path.rsplit("/", 1)[-1] not in ("index.md", "log.md")
    }
    for session, held in raw.items():
        if isinstance(held, str):
            held = PageBlob(hashlib.sha256(held.encode("utf-8", "replace")).hexdigest(), held)
        found[f"{RAW_KEY}{session}"] = held
    return found


def _own(index_dir: Path) -> None:
    if index_dir.is_symlink():
        raise Invalid(f"the index is a link, and is not written: {index_dir}")
    private_dir(index_dir)
    found = index_dir.stat()
    if hasattr(os, "getuid") and found.st_uid == os.getuid() and found.st_mode & 0o022:
        index_dir.chmod(0o700)  # what stands here may be anyone's: nothing of it is opened
        (index_dir / CURRENT).unlink(missing_ok=True)
        drop(index_dir, keep=None)
    check_private(index_dir)


def _previous(index_dir: Path) -> tuple[Before | None, str]:
    folder = generation(index_dir)
    if folder is None:
        return None, ""
    if is_tracked(folder):
        return None, "the index came with a repository and has been rebuilt"
    try:
        manifest = read_manifest(folder)
        if not intact(folder, manifest):
            return None, "the index was damaged and has been rebuilt"
        return Before.read(folder, manifest), ""
    except Invalid:
        return None, "the index was of a newer format and has been rebuilt"
    except DAMAGE:
        return None, "the index could not be read and has been rebuilt"


def _with_page(
    wanted: Mapping[str, PageBlob], before: Before | None, contents: dict[str, Content]
) -> dict[str, PageBlob]:
    """What is wanted without the raw text that no Session page goes with; what was read for that is in `contents`."""
    known = before.blobs if before else {}
    sessions = before.sessions if before else {}
    told: set[str] = set()
    fresh = []
    for path, blob in wanted.items():
        if path.startswith(RAW_KEY):
            continue
        if known.get(path) == blob.blob:
            told.update(sessions.get(path, ()))
        else:
            fresh.append(path)
    for path in fresh:
        if len(fresh) <= _HELD:
            contents[path] = of_page(path, wanted[path].read())
            facts = contents[path].facts
        else:  # of many pages the words are read one by one, later: all at once they take ten times their text
            facts = facts_of(path, wanted[path].read())
        if facts["kind"] == "session":
            told.update(facts["sessions"])
    return {key: blob for key, blob in wanted.items() if not key.startswith(RAW_KEY) or key[len(RAW_KEY) :] in told}


@dataclass(frozen=True, slots=True)
class _Run:
    """One refresh under the lock."""

    index_dir: Path
    wanted: Mapping[str, PageBlob]
    tree: str
    embedder: Embedder | None
    report: Progress
    contents: dict[str, Content]  # what was read already
    most: int | None
    made: Mapping[str, vectors.Floats]

    def is_current(self, before: Before) -> bool:
        if before.manifest["tree"] != self.tree or before.blobs != {key: b.blob for key, b in self.wanted.items()}:
            return False
        wants = self.embedder.model if self.embedder else before.manifest["model"]
        idle = self.embedder is None or not before.manifest["pending"] or (self.most == 0 and not self.made)
        return bool(before.manifest["model"] == wants and idle)

    def run(self, before: Before | None, note: str) -> IndexInfo:
        model, known = self._known()
        draft, changed = self._words(before, model, known)
        if self.embedder is not None and (texts := self._texts(draft, model, known)):
            try:
                draft = self._embed(draft, texts, model, known)
            except ModelUnavailable as error:
                note = f"{note}; {error.message}".strip("; ")
        if draft.manifest:
            draft = again(self.index_dir, draft)
        if self.embedder is not None or self.made:  # else nothing new is known of parts that are shared
            draft = fill(draft, model, known)
        done = publish(self.index_dir, draft, self.tree, model, before.manifest if before else None)
        return _info(done.manifest, done.folder, changed, note)

    def _known(self) -> tuple[str, Known]:
        """The model in use and the vectors of every generation that can be read, also of a damaged one."""
        folders = sorted(self.index_dir.glob("g*/parts/*"))
        model = self.embedder.model if self.embedder else ""
        for folder in folders:
            model = model or vectors.model_of(folder)
        known = Known(folders, model)
        known.update(self.made)
        return model, known

    def _words(self, before: Before | None, model: str, known: Known) -> tuple[Draft, int]:
        """A draft with words and parts, and how many documents were read for it."""
        old = before.blobs if before else {}
        removed = [key for key, blob in old.items() if key not in self.wanted or self.wanted[key].blob != blob]
        fresh = [key for key, blob in self.wanted.items() if old.get(key) != blob.blob]
        if before is None or len(fresh) + len(removed) > _REBUILD_SHARE * max(len(self.wanted), 1):
            before, fresh, removed = None, list(self.wanted), []
        rows: dict[str, Row] = {}
        folder = draft_folder(self.index_dir)
        try:
            if before is not None:
                share(before.folder / "words", folder / "words")
            if before is None or fresh or removed:
                words.write(folder / "words", removed, self._read(fresh, rows), create=before is None)
            gone = any(key not in self.wanted for key in removed)
            draft = assemble(folder, before, rows, model, known, tidy=gone)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return draft, len(fresh)

    def _read(self, keys: Sequence[str], rows: dict[str, Row]) -> Iterator[Content]:
        for number, key in enumerate(keys, 1):
            content = self._content(key)
            rows[key] = Row.of(content, self.wanted[key].blob)
            self.report("pages", number, len(keys))
            yield content

    def _content(self, key: str) -> Content:
        return self.contents[key] if key in self.contents else _read_one(key, self.wanted[key])

    def _texts(self, draft: Draft, model: str, known: Known) -> dict[str, str]:
        """The texts that have no vector yet, by name: pages before raw sessions, the newest first."""
        waiting = (entry for entry in pending(draft.parts, draft.alive, model) if entry["key"] in self.wanted)
        return _newest(waiting, model, known, self._content, self.most)

    def _embed(self, draft: Draft, texts: Mapping[str, str], model: str, known: Known) -> Draft:
        """Fills `known`; where that takes long, publishes before and in between."""
        if self.embedder is None:
            return draft
        late = len(texts) > _EAGER
        if late:
            draft = publish(self.index_dir, fill(draft, model, known), self.tree, model)
        unpublished, there = 0, sum(len(part.vectors) for part in draft.parts)
        for step in vectors.embed(self.embedder, texts, lambda done, of: self.report("vectors", done, of)):
            known.update(step)
            unpublished += len(step)
            if late and unpublished >= max(_PUBLISH_EVERY, there // 8):
                draft = fill(again(self.index_dir, draft), model, known)
                draft = publish(self.index_dir, draft, self.tree, model)
                unpublished, there = 0, there + unpublished
        return draft


def _newest(
    entries: Iterable[Mapping[str, Any]], model: str, known: Known, content: Callable[[str], Content], most: int | None
) -> dict[str, str]:
    found: dict[str, str] = {}
    newest = sorted(entries, key=lambda held: str(held["facts"].get("reinforced", "")), reverse=True)
    for document in sorted(newest, key=lambda held: held["key"].startswith(RAW_KEY)):
        if most is not None and len(found) >= most:
            break
        names = {name for _, name in chunks_read(document["chunks"], model) if name not in known}
        if names:
            chunks = vectors.chunks(content(document["key"]))
            found.update((chunk.name, chunk.text) for chunk in chunks if chunk.name in names)
    return dict(list(found.items())[:most])


def missing(
    index_dir: Path, pages: Mapping[str, PageBlob], raw: Mapping[str, PageBlob | str], model: str, most: int
) -> dict[str, str]:
    """Up to `most` texts by name that the index has no vector of this model for, the newest first.

    Nothing is locked: what is made of them goes into a later `refresh` by their names, whatever has changed by then.
    """
    before, _ = _previous(index_dir)
    if before is None:
        return {}
    wanted = _wanted(pages, raw)
    known = Known([part.folder for part in before.parts], model)
    same = (one for one in pending(before.parts, before.alive, model, known) if _is_same(one, wanted))
    return _newest(same, model, known, lambda key: _read_one(key, wanted[key]), most)


def _is_same(entry: Mapping[str, Any], wanted: Mapping[str, PageBlob]) -> bool:
    return entry["key"] in wanted and wanted[entry["key"]].blob == entry["blob"]


def _read_one(key: str, blob: PageBlob) -> Content:
    text = blob.read()
    return of_raw(key.removeprefix(RAW_KEY), text) if key.startswith(RAW_KEY) else of_page(key, text)
