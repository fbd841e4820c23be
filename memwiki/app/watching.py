"""watch: pages that a person edits are found a moment later; the next compile commits them as theirs.

What the files say is read by the same eyes as at a compile (`Repository.dirty`): editors' swap files and half-saved
copies are no pages, a rename is one page gone and one new. Events only say when to look. As watchers go blind (folders
over a network, a queue that ran over, a folder put in another's place), everything is looked at now and then anyway;
where that finds what no event told, the folders are watched anew, and looked at more often.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from memwiki.app.desk import Desk
from memwiki.app.embedding import embedder_of
from memwiki.app.refresh import fill_once, is_behind, refresh_index
from memwiki.errors import MemwikiError
from memwiki.files import atomic_write, locked
from memwiki.index.embed import Embedder
from memwiki.records import Project
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import Edits, is_page_path

SETTLES_S = 0.15  # an editor that saves in several steps is done by then
_LONGEST_S = 1.0  # and one that never stops is looked at anyway
EVERY_S = 15.0
_OFTEN_S = 2.0
_BEAT_S = 5.0
FRESH_S = 60.0  # a watch that beat this lately is alive
_AT_ONCE = 16  # texts embedded before looking for changes again


@dataclass(frozen=True, slots=True)
class Seen:
    """What the watch did: `event` is started, indexed, failed, blind or stopped."""

    event: str
    project: str = ""
    pages: tuple[str, ...] = ()
    text: str = ""


class Folders(Protocol):
    """Something that tells of changes in folders (memwiki/app/folders.py), or that only pretends to."""

    def watch(self, folders: list[Path]) -> None:
        """Takes these folders and no others under watch."""
        ...

    def healthy(self) -> bool:
        """Whether it still can tell anything."""
        ...

    def stop(self) -> None:
        """Ends it."""
        ...


@dataclass(slots=True)
class _Wiki:
    """One project under watch. `shown` is what the index was last given of the person's edits."""

    desk: Desk
    shown: str = ""
    looked: bool = False
    failed: str = ""
    told: bool = False  # an event came since the last look


@dataclass(slots=True)
class Watch:
    """Watches the wikis of a home until `stop` is set."""

    desk: Desk
    say: Callable[[Seen], None]
    folders: Folders | None
    every: float = EVERY_S
    vectors: bool = True
    stop: threading.Event = field(default_factory=threading.Event)
    _wikis: dict[str, _Wiki] = field(default_factory=dict)
    _stirred: threading.Event = field(default_factory=threading.Event)
    _touched: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _embedder: Embedder | None = None
    _indexed: int = 0

    def touch(self, path: str) -> None:
        """Takes note of a change at a path; called by whatever watches, from any thread."""
        try:
            parts = Path(path).relative_to(self.desk.home.root / "wiki").parts
        except ValueError:
            return
        inside = "/".join(parts[2:])
        if len(parts) < 2 or (inside and not is_page_path(inside) and "." in parts[-1]):
            return
        with self._lock:
            self._touched.add("/".join(parts[:2]))
        self._stirred.set()

    def run(self) -> None:
        """Watches; Locked where another process of this home does already."""
        with locked(self.desk.home.state / "watch.lock", "the watch of this home", 0.0):
            try:
                self._run()
            finally:
                if self.folders is not None:
                    self.folders.stop()
                beat_file(self.desk).unlink(missing_ok=True)
                self.say(Seen("stopped"))

    def _run(self) -> None:
        self._reconcile()
        self._beat()
        self.say(Seen("started", text=f"{len(self._wikis)}"))
        looked, beat = 0.0, time.monotonic()
        while not self.stop.is_set():
            now = time.monotonic()
            if now - beat >= _BEAT_S:
                self._beat()
                beat = now
            if now - looked >= self.every:
                self._reconcile()
                looked = time.monotonic()
            busy = self._settled() or (self.vectors and self._embed())
            if not busy:
                self._stirred.wait(min(0.5, self.every))

    def _settled(self) -> bool:
        """Looks at what was touched, once its editor is done; whether there was anything."""
        if not self._stirred.is_set():
            return False
        end = time.monotonic() + _LONGEST_S
        while self._stirred.is_set() and time.monotonic() < end and not self.stop.is_set():
            self._stirred.clear()
            self._stirred.wait(SETTLES_S)
        with self._lock:
            touched, self._touched = self._touched, set()
        self._stirred.clear()
        for key in sorted(touched & self._wikis.keys()):
            self._wikis[key].told = True
            self._look(self._wikis[key])
        if touched - self._wikis.keys() or touched:
            self._place()
        return True

    def _reconcile(self) -> None:
        """Looks at everything, whatever was told."""
        found = {one.key: one for one in self._projects()}
        for key in self._wikis.keys() - found.keys():
            del self._wikis[key]
        for key, project in found.items():
            self._wikis.setdefault(key, _Wiki(self.desk.at(project)))
        blind = False
        for wiki in self._wikis.values():
            knew = wiki.looked
            changed = self._look(wiki)
            blind = blind or (changed and knew and not wiki.told)
            wiki.told = False
        if self.folders is not None and (blind or not self.folders.healthy()):
            self.every = min(self.every, _OFTEN_S)
            self.say(Seen("blind", text=f"no word of some changes: looking every {self.every:g} s"))
            self.folders.watch([])
        self._place()

    def _projects(self) -> Iterator[Project]:
        for project in [self.desk.project] if self.desk.named else self.desk.home.projects():
            if (self.desk.home.wiki(project) / ".git").exists():
                yield project

    def _place(self) -> None:
        if self.folders is not None:
            wiki = self.desk.home.root / "wiki"
            parents = {path for path in [wiki, *wiki.glob("*")] if path.is_dir() and not path.name.startswith(".")}
            inner = {folder for one in self._wikis.values() for folder in _page_folders(one.desk.wiki)}
            self.folders.watch(sorted(parents | inner))

    def _look(self, wiki: _Wiki) -> bool:
        """Brings the index to the person's files; whether anything had changed."""
        try:
            edits = Repository.open(wiki.desk.wiki).dirty()
            shown = _digest(edits)
            if wiki.looked and shown == wiki.shown and not is_behind(wiki.desk):
                return False
            info = refresh_index(wiki.desk, self.vectors, most=0, embedder=self._model(), edits=edits)
            changed, wiki.shown, wiki.looked, wiki.failed = shown != wiki.shown, shown, True, ""
        except (MemwikiError, OSError) as error:  # told once; looked at again with the next change or round
            text = error.message if isinstance(error, MemwikiError) else f"{error.filename}: {error.strerror}"
            if text != wiki.failed:
                self.say(Seen("failed", wiki.desk.project.key, text=text))
            wiki.failed = text
            return False
        self._indexed += info.changed
        if info.changed or changed:
            self.say(Seen("indexed", wiki.desk.project.key, tuple(sorted(edits.files)), f"{info.changed}"))
        return changed

    def _embed(self) -> bool:
        """Makes a few of the vectors that are missing; whether there were any."""
        model = self._model()
        if model is None:
            return False
        for wiki in self._wikis.values():
            try:
                if wiki.looked and not wiki.failed and fill_once(wiki.desk, model, _AT_ONCE):
                    return True
            except (MemwikiError, OSError) as error:
                self.vectors = False  # words and links go on without
                self.say(Seen("failed", wiki.desk.project.key, text=getattr(error, "message", str(error))))
        return False

    def _model(self) -> Embedder | None:
        if self.vectors and self._embedder is None:
            self._embedder = embedder_of(self.desk)
            self.vectors = self._embedder is not None
        return self._embedder if self.vectors else None

    def _beat(self) -> None:
        held = {"process": os.getpid(), "wikis": len(self._wikis), "indexed": self._indexed, "every": self.every}
        atomic_write(beat_file(self.desk), json.dumps(held) + "\n", sync=False)


def beat_file(desk: Desk) -> Path:
    """Where a watch says that it is alive, by writing again and again."""
    return desk.home.state / "watch.json"


def watched(desk: Desk, clock: float) -> str:
    """`on` while a watch is alive, `stale` where one went away without a word, "" where there is none.

    `clock` is the present as seconds since 1970.
    """
    try:
        age = clock - beat_file(desk).stat().st_mtime
    except OSError:
        return ""
    return "on" if age < FRESH_S else "stale"


def _page_folders(wiki: Path) -> Iterator[Path]:
    for folder, below, _ in os.walk(wiki):
        below[:] = sorted(name for name in below if not name.startswith("."))
        yield Path(folder)


def _digest(edits: Edits) -> str:
    whole = hashlib.sha256()
    for path, data in sorted(edits.files.items()):
        whole.update(f"{path}\0{'' if data is None else hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest() if edits else ""


def note_of(event: Any) -> list[str]:
    """The paths that an event of watchdog speaks of, none for one that changes nothing."""
    if event.event_type in ("opened", "closed_no_write"):
        return []
    return [os.fsdecode(path) for path in (event.src_path, getattr(event, "dest_path", "")) if path]
