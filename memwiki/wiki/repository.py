"""The wiki's git repository: commits of the compiler and of the person, and the working files that follow them.

The only user of git. A commit is made aside, then branch and compiled tree move at once, then the working files follow;
a journal makes good what a killed process left (memwiki/wiki/journal.py). `git log`, `blame`, `revert` stay usable.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from memwiki.errors import Invalid, Locked, MemwikiError, NeedsReview, NotFound
from memwiki.files import atomic_write, locked, private_dir
from memwiki.paths import parts_of
from memwiki.wiki import journal as journals
from memwiki.wiki import objects, rewrite, worktree
from memwiki.wiki.history import History
from memwiki.wiki.journal import Journal
from memwiki.wiki.objects import Draft, Trailers
from memwiki.wiki.plumbing import EMPTY_TREE, Author, Blob, blob_id, revision
from memwiki.wiki.refs import BRANCH, COMPILED, Refs, check_born, refs_of, said_head
from memwiki.wiki.rewrite import Rewritten
from memwiki.wiki.staging import free_lock, index_copy, stage, tell_index
from memwiki.wiki.worktree import Edits, New

_MANY = 64  # paths: to ask for each would take longer than to list all
_IGNORED = ".obsidian/workspace*.json\n.trash/\n.DS_Store\n"
Sift = Callable[[Edits], Collection[str]]
Then = Callable[[], None]
_UNFINISHED = {
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "BISECT_LOG": "bisect",
}


class Repository(History):
    """One project's wiki as a git repository."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder

    # --- opening -------------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path, create: bool = False, author: Author | None = None, date: str = "") -> Repository:
        """The repository in `folder`; with `create` a missing one is made, and pages that lie there stay untouched.

        Raises NotFound where there is none, Invalid where it is damaged, someone else's, or runs foreign programs.
        """
        repo = cls(folder)
        if create:
            rewrite.put_back(repo._git)
        if not os.path.lexists(folder / ".git"):
            if not create:
                raise NotFound(f"no wiki in {folder}", hint="memwiki compile --all makes it again from raw/")
            repo._init()
        repo._check()
        if create and repo.head() is None:
            repo._begin(author or Author("memwiki", "memwiki@localhost"), date or "1970-01-01T00:00:00+00:00")
        return repo

    def _init(self) -> None:
        """An empty repository, made aside, so that one that is there is whole."""
        private_dir(self.folder)
        rewrite.make_empty(self._git).rename(self.folder / ".git")

    def _begin(self, author: Author, date: str) -> None:
        """The first commit: what git should not see. Pages that lie there already stay untouched."""
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            atomic_write(ignore, _IGNORED)
        data = ignore.read_bytes()
        with self.writing():
            draft = Draft({".gitignore": Blob.of(data)}, None, objects.message("create the wiki"), author, date)
            self._advance(draft, None, {".gitignore": (None, blob_id(data))}, writes=False)

    def _check(self) -> None:
        place = self.folder / ".git"
        if place.is_symlink() or not place.is_dir():
            raise Invalid(f"{place} is not a repository of its own", hint="move it away and run memwiki compile --all")
        if hasattr(os, "getuid") and any(path.stat().st_uid != os.getuid() for path in (self.folder, place)):
            raise Invalid(f"{self.folder} belongs to another user", hint=f"chown it, or move it away: {self.folder}")
        worktree.check_config(place)
        whole = (place / "objects").is_dir() and _HEAD.fullmatch(said_head(place))
        if not whole or not self._has_commit():
            raise Invalid(
                f"the repository in {self.folder} is damaged", hint=f"move {place} away, then memwiki compile"
            )

    def _has_commit(self) -> bool:
        """Whether the branch leads to a commit that is there, or has no commit yet."""
        if self._git.ids([f"{BRANCH}^{{tree}}"])[0]:
            return True
        place = self._git.git_dir
        return not (place / BRANCH).exists() and not (place / "packed-refs").exists()

    # --- reading -------------------------------------------------------------------------------------------------

    def _refs(self) -> Refs:
        return refs_of(self._git)

    def head(self) -> str | None:
        """The commit that the wiki stands at; None before the first."""
        return self._refs().head

    def tree(self, rev: str = "HEAD") -> dict[str, str]:
        """Blob id by path, of every plain file in a commit.

        Raises NeedsReview where a person has put HEAD on a branch that has none yet.
        """
        if rev == "HEAD":
            if self.head() is None:
                return {}
            check_born(self._git)
        return self._listed(rev)

    def _listed(self, rev: str) -> dict[str, str]:
        return {path: blob for mode, blob, path in self._entries(rev) if mode.startswith(b"100")}

    def _entries(self, rev: str, *more: str) -> Iterator[tuple[bytes, str, str]]:
        """Mode, object id and path of what is in a commit or tree."""
        output = self._git.run("ls-tree", "-r", "-z", "--full-tree", *more, revision(rev))
        for entry in output.split(b"\0")[:-1]:
            head, _, path = entry.partition(b"\t")
            mode, _, blob = head.split(b" ")
            yield mode, blob.decode(), os.fsdecode(path)

    def tree_at(self, moment: str) -> dict[str, str]:
        """Blob id by path of the wiki as it stood at an instant. Raises NotFound where there was none yet."""
        return self.tree(self.commit_at(moment))

    def compiled(self) -> dict[str, str]:
        """Blob id by path of the compiler's own last rendering: the base of every merge."""
        return self.tree(COMPILED) if self._refs().compiled else {}

    def has_rendering(self) -> bool:
        """Whether what the compiler wrote last is kept here, were it nothing; a clone leaves it out."""
        return bool(self._refs().compiled)

    def touched(self) -> dict[str, str | None]:
        """Paths at which the wiki differs from the compiler's rendering, with HEAD's blob (None: not in HEAD)."""
        refs = self._refs()
        before, after = refs.compiled or EMPTY_TREE, refs.head or EMPTY_TREE
        output = self._git.run("diff-tree", "-r", "-z", "--no-renames", before, after).split(b"\0")[:-1]
        found: dict[str, str | None] = {}
        for head, path in zip(output[::2], output[1::2], strict=True):
            _, mode, _, blob, _ = head.split(b" ")
            found[os.fsdecode(path)] = blob.decode() if mode.startswith(b"100") else None
        return found

    def read(self, rev: str, path: str) -> str:
        """A page's text in a commit, broken bytes replaced. Raises NotFound."""
        found = self._git.blobs([f"{revision(rev)}:{_plain(path)}"])
        for data in found.values():
            return data.decode("utf-8", "replace")
        raise NotFound(f"no page {path} in {rev}", hint="memwiki list")

    def read_blobs(self, blobs: Iterable[str]) -> dict[str, str]:
        """Text by blob id, broken bytes replaced; unknown ids are left out."""
        return {name: data.decode("utf-8", "replace") for name, data in self.read_bytes(blobs).items()}

    def read_bytes(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """Bytes by blob id; unknown ids are left out."""
        return self._git.blobs(revision(blob) for blob in blobs)

    def dirty(self) -> Edits:
        """What a person changed, added or deleted since the last commit; a killed commit is made good first."""
        if self._journal.exists():
            with self.writing():
                pass
        return worktree.edits(self._git)

    def linked(self, paths: Iterable[str]) -> list[str]:
        """The symbolic links that stand in these places, or in those of their folders."""
        return sorted({found for path in paths if (found := worktree.linked(self.folder, path))})

    # --- writing -------------------------------------------------------------------------------------------------

    @property
    def _journal(self) -> Path:
        return self._state / "journal.json"

    @property
    def _fresh(self) -> Path:
        """Where new texts wait for the commit, before they take the place of the pages."""
        return self._state / "fresh"

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Holds the repository for writing; raises where a person is in the middle of something."""
        private_dir(self._state)
        with locked(self._state / "lock", f"the wiki {self.folder}"):
            self.check_free()
            self._recover()
            yield

    def check_free(self) -> None:
        """Raises NeedsReview where git is in the middle of a merge or on another branch, Locked while git runs."""
        place = self._git.git_dir
        for name, what in _UNFINISHED.items():
            if (place / name).exists():
                raise NeedsReview(f"a {what} is unfinished in {self.folder}", hint=f"finish or abort the {what} there")
        head = said_head(place)
        if head != f"ref: {BRANCH}":
            where = head.removeprefix("ref: refs/heads/") if head.startswith("ref:") else "a detached HEAD"
            raise NeedsReview(f"{self.folder} is on {where}, not on main", hint=f"git -C {self.folder} switch main")
        free_lock(self._git, self._state)

    def recover(self) -> None:
        """Brings the working files to the commit of a process that was killed on the way."""
        if self._journal.exists():
            with self.writing():
                pass

    def commit_edits(self, message: str, author: Author, date: str, sift: Sift | None = None) -> str | None:
        """Commits what a person changed in the working files, as theirs; None where nothing was changed.

        An empty `message` gives `edit: 2 pages`. Pages that `sift` names get the last commit's text back.
        """
        with self.writing():
            return self._commit_edits(message, author, date, sift)

    def _commit_edits(self, message: str, author: Author, date: str, sift: Sift | None) -> str | None:
        with index_copy(self._git, self._state) as env:
            edits = worktree.edits(self._git, {**env, "GIT_OPTIONAL_LOCKS": "1"})
            others = sorted(sift(edits)) if sift and edits else []
            if others:
                names = [f"HEAD:{path}" for path in others]
                blobs = dict(zip(others, self._git.ids(names), strict=True))
                worktree.put_back(self._git, edits, blobs)
                stage(self._git, blobs, env)
                edits = edits.without(others)
        if not edits:
            return None
        refs = self._refs()
        like = refs.head or ""
        found = {path: _blob(data, like) for path, data in edits.files.items()}
        text = objects.message(message or edits.subject)
        draft = Draft(found, refs.head, text, author, date)
        moves = {path: (None, blob.id if blob else None) for path, blob in found.items()}
        return self._advance(draft, refs, moves, writes=False)

    def publish(
        self,
        files: Mapping[str, str | bytes | Blob | None],
        compiled: Mapping[str, str | bytes | Blob | None] | None = None,
        *,
        subject: str,
        trailers: Trailers = (),
        author: Author,
        date: str,
        always: bool = False,
        body: str = "",
        then: Then = lambda: None,
    ) -> str | None:
        """Writes pages (None deletes) as one commit, together with the compiler's own rendering of them.

        Where a symbolic link stands in the place of a page or of its folder, the commit alone holds the page.
        `files` go to the wiki, `compiled` to the compiled tree. Returns the commit, or None where no file changes;
        `always` commits all the same, for trailers that have to be kept. `then` is called in either case, as soon as
        the files hold the pages.
        """
        with self.writing():
            refs = self._refs()
            for path in {**files, **(compiled or {})}:
                parts_of(path)
            moves, changes = self._moves(refs.head, files)
            _, ours = self._moves(refs.compiled, compiled or {})
            draft = None
            if moves or always:
                text = objects.message(subject, trailers, body)
                draft = Draft(changes, refs.head, text, author, date)
            elif not ours:
                then()
                return None
            return self._advance(draft, refs, moves, rendering=ours or None, then=then)

    def tidy(self, loose: int = 5_000) -> bool:
        """Packs git's objects where more than `loose` of them lie about; whether it did. Never run by a compile."""
        count = int(self._git.run("count-objects").split(b" ", 1)[0])
        if count <= loose:
            return False
        with self.writing():
            self._git.run("gc", "--quiet", "--prune=2.weeks.ago")
        return True

    def rewrite(self, clean: Callable[[bytes], bytes], drop: Collection[str] = ()) -> Rewritten:
        """Takes text out of the whole past: every version of every page and every message passes through `clean`.

        Paths in `drop` go altogether, old objects from the disk. A person's edits have to be committed before.
        """
        with self.writing():
            compiled = self._git.blobs(self.compiled().values())
            own = ((path, compiled[blob]) for path, blob in self.compiled().items() if path not in drop)
            renderings = {path: Blob.of(clean(data)) for path, data in own}
            found = rewrite.make_aside(self._git, BRANCH, clean, drop)
            files = [path for path in (*self.tree(), *worktree.edits(self._git).files) if worktree.is_page_path(path)]
            rewrite.swap(self._git)
            private_dir(self._state)
            refs = self._refs()
            _, tree = objects.write(self._git, None, None, renderings)
            self._move(refs, None, tree)
            with index_copy(self._git, self._state) as env:
                self._git.run("read-tree", "HEAD", env=env)
            worktree.clean(self.folder, files, clean, drop)
        return found

    def _moves(
        self, rev: str | None, files: Mapping[str, str | bytes | Blob | None]
    ) -> tuple[dict[str, tuple[str | None, str | None]], dict[str, Blob | None]]:
        """Of the paths that really change: the blobs' ids before and after, and the new texts."""
        paths = [_page(path) for path in files]
        before = self._before(rev, paths)
        moves: dict[str, tuple[str | None, str | None]] = {}
        changes: dict[str, Blob | None] = {}
        for path, old in zip(paths, before, strict=True):
            blob = _blob(files[path], rev or "")
            new = blob.id if blob else None
            if old != new:
                moves[path], changes[path] = (old, new), blob
        return moves, changes

    def _before(self, rev: str | None, paths: Sequence[str]) -> Sequence[str | None]:
        """The blob of each path in a commit or tree; of many they are looked up in the whole of it."""
        if not rev:
            return [None] * len(paths)
        if len(paths) < _MANY:
            return self._git.ids([f"{rev}:{path}" for path in paths])
        found = {path: blob for _, blob, path in self._entries(rev, "-t")}
        return [found.get(path) for path in paths]

    def _advance(
        self,
        draft: Draft | None,
        refs: Refs | None,
        moves: Mapping[str, tuple[str | None, str | None]],
        rendering: Mapping[str, Blob | None] | None = None,
        writes: bool = True,
        then: Then = lambda: None,
    ) -> str | None:
        """Makes the commit, moves branch and compiled tree at once, and lets the working files follow."""
        refs = refs or Refs(None, None)
        with ThreadPoolExecutor(max_workers=1) as aside:  # git and the files have the same texts to write
            written = aside.submit(objects.write, self._git, draft, refs.compiled, rendering)
            made = worktree.prepare(self._fresh, draft.changes) if draft and writes else {}
        commit, tree = written.result()
        if commit:
            journals.save(self._journal, Journal(refs.head, commit, moves, writes))
        self._move(refs, commit, tree)
        if commit:
            self._follow(Journal(refs.head, commit, moves, writes), made, then)
        else:
            then()
        return commit

    def _move(self, refs: Refs, commit: str | None, tree: str | None) -> None:
        zero = "0" * len(commit or tree or "")
        lines = [f"update {BRANCH} {commit} {refs.head or zero}"] if commit else []
        lines += [f"update {COMPILED} {tree} {refs.compiled or zero}"] if tree else []
        lines += [f"delete {objects.NEXT}"] if commit else []
        try:
            self._git.run("update-ref", "--stdin", stdin=("\n".join(lines) + "\n").encode())
        except MemwikiError as error:
            self._journal.unlink(missing_ok=True)
            raise Locked(f"the wiki {self.folder} changed meanwhile", hint="run the command again") from error

    def _follow(self, journal: Journal, made: Mapping[str, New], then: Then = lambda: None) -> None:
        """Working files, then git's index while the caller goes on; the journal goes last."""
        if journal.writes:
            worktree.settle(self._git, journal.paths, made)
        blobs = {path: after for path, (_, after) in journal.paths.items()}
        with ThreadPoolExecutor(max_workers=1) as aside:
            told = aside.submit(tell_index, self._git, self._state, blobs)
            shutil.rmtree(self._fresh, ignore_errors=True)
            then()
        if told.result():
            self._journal.unlink(missing_ok=True)
        else:
            journals.save(self._journal, replace(journal, writes=False))  # the next command sees to the index

    def _recover(self) -> None:
        shutil.rmtree(self._fresh, ignore_errors=True)
        journal = journals.load(self._journal)
        if journal is None:
            self._journal.unlink(missing_ok=True)
            return
        head = self._refs().head
        worktree.sweep(self._git, journal.paths)
        if head == journal.new:
            self._follow(journal, {})
        elif head and head != journal.old and self._git.succeeds("merge-base", "--is-ancestor", journal.new, head):
            self._follow(Journal(journal.old, journal.new, self._still(head, journal), journal.writes), {})
        else:
            self._journal.unlink(missing_ok=True)  # the branch never moved, so no file did

    def _still(self, head: str, journal: Journal) -> dict[str, tuple[str | None, str | None]]:
        """The journal's paths at which a later commit by hand left the compiler's text."""
        now = self._git.ids([f"{head}:{path}" for path in journal.paths])
        pairs = zip(journal.paths.items(), now, strict=True)
        return {path: pair for (path, pair), blob in pairs if blob == pair[1]}


_HEAD = re.compile(r"ref: refs/\S.*|[0-9a-f]{40,64}")


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _page(path: str) -> str:
    if not _plain(path).endswith(".md") or path.startswith(".") or "/." in path:
        raise Invalid(f"not a page's path: {path!r}")
    return path


def _plain(path: str) -> str:
    if not path or _CONTROL.search(path):
        raise Invalid(f"not a page's path: {path!r}")
    return path


def _blob(text: str | bytes | Blob | None, like: str) -> Blob | None:
    """The text with its id in a repository that has another id like this one."""
    if text is None or (isinstance(text, Blob) and len(text.id) == len(like or text.id)):
        return text
    read = text.read if isinstance(text, Blob) else partial(_bytes, text)
    return Blob(blob_id(read(), like), read)


def _bytes(text: str | bytes) -> bytes:
    """UTF-8; bytes of a person's page that were no text come back as they were."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")
