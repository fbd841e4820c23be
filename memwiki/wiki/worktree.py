"""The working files of a wiki: what a person did to them, and how they follow a commit without touching that."""

from __future__ import annotations

import configparser
import glob
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memwiki.errors import BrokenPage, Invalid, MemwikiError, NeedsReview
from memwiki.files import at_once, atomic_write, new_file, private_dir, synced
from memwiki.wiki.gitpython import GitConfigParser
from memwiki.wiki.merge import merge
from memwiki.wiki.plumbing import Blob, Plumbing, blob_id

MAX_EDIT = 16 * 1024 * 1024  # a larger file is left where it is: no page, and nothing that git should hold

Moves = Mapping[str, tuple[str | None, str | None]]


@dataclass(frozen=True, slots=True)
class Edits:
    """What a person did since the last commit: bytes by path, None for a deleted page; and what was new."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    added: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def deleted(self) -> frozenset[str]:
        """Pages that are gone."""
        return frozenset(path for path, data in self.files.items() if data is None)

    def without(self, paths: Collection[str]) -> Edits:
        """The edits of all other pages."""
        files = {path: data for path, data in self.files.items() if path not in paths}
        return Edits(files, self.added - set(paths))

    @property
    def subject(self) -> str:
        """The first line of a commit of these edits."""
        return f"edit: {len(self.files)} page{'' if len(self.files) == 1 else 's'}"


def edits(plumbing: Plumbing, env: Mapping[str, str] | None = None) -> Edits:
    """The person's changes to pages. Raises NeedsReview where a merge left a page unresolved.

    Only `.md` files outside hidden folders count; links, folders in a page's place and what else lies around are left
    alone. What counts is the file against HEAD, so git's index may be in any state. `env` names a copy of the index
    that git may bring up to date; without it nothing is written.
    """
    options = ("--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all")
    entries = plumbing.run("status", *options, env=env).split(b"\0")[:-1]
    files: dict[str, bytes | None] = {}
    added: set[str] = set()
    committed: dict[str, str] = {}
    seen: list[str] = []
    for entry in entries:
        kind, path, blob = _entry(entry)
        if kind == "u":
            raise NeedsReview(
                f"{path} has an unresolved conflict in {plumbing.folder}", hint="resolve it, then git add"
            )
        if kind and is_page_path(path):
            seen.append(path)
            if blob.strip("0"):
                committed[path] = blob
    for path in dict.fromkeys(seen):
        _compare(plumbing.folder, path, committed.get(path), files, added)
    return Edits(files, frozenset(added))


def _entry(entry: bytes) -> tuple[str, str, str]:
    """Kind, path and HEAD's blob of one line of `git status --porcelain=v2`; no kind for what is not ours."""
    kind = entry[:1].decode()
    if kind == "?":
        return kind, os.fsdecode(entry[2:]), ""
    if kind == "1":
        words = entry.split(b" ", 8)
        return kind, os.fsdecode(words[8]), words[6].decode()
    if kind == "u":
        return kind, os.fsdecode(entry.split(b" ", 10)[10]), ""
    return "", "", ""


_NAME_END = re.compile(r'[\s."\]]')
_UNREADABLE = re.compile("[\x00-\x1f\ud800-\udfff]")


def is_page_path(path: str) -> bool:
    """Whether a file of this name is a page: `.md`, not hidden, and a name that is text."""
    return path.endswith(".md") and not path.startswith(".") and "/." not in path and not _UNREADABLE.search(path)


def linked(folder: Path, path: str) -> str:
    """The path of the symbolic link that stands in a page's place, or in that of one of its folders; "" without one.

    What it leads to is not the wiki's: it is neither read nor written, and no page is gone because of it.
    """
    names = path.split("/")
    places = ("/".join(names[: n + 1]) for n in range(len(names)))
    return next((place for place in places if (folder / place).is_symlink()), "")


def _compare(folder: Path, path: str, committed: str | None, files: dict[str, bytes | None], added: set[str]) -> None:
    full = folder / path
    if linked(folder, path):
        return
    if not os.path.lexists(full):
        if committed:
            files[path] = None
        return
    data = content(full)
    if data is None or (committed and blob_id(data, committed) == committed):
        return
    files[path] = data
    if not committed:
        added.add(path)


def content(file: Path) -> bytes | None:
    """The bytes of a plain file; None for a link, a folder, a file too large to be a page, or one we may not read."""
    try:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > MAX_EDIT:
            return None
        return file.read_bytes()
    except OSError:
        return None


# --- following a commit ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class New:
    """A page's new text, and the file that holds it already, if there is one: it only has to go to its place."""

    read: Callable[[], bytes]
    file: Path | None = None

    def put(self, full: Path) -> None:
        """Puts the text in the page's place, in one step."""
        if self.file is None:
            atomic_write(full, self.read())
            return
        os.utime(self.file)  # a time of an earlier second would make git read the page each time
        try:
            self.file.replace(full)
        except FileNotFoundError:  # the first of its folder
            private_dir(full.parent)
            self.file.replace(full)


def prepare(folder: Path, texts: Mapping[str, Blob | None]) -> dict[str, New]:
    """Writes the texts to files in a folder of ours, so that they only have to go to their places; gives them by path.

    Raises MemwikiError where there is no room for them.
    """
    private_dir(folder)
    wanted = [(path, blob, folder / str(number)) for number, (path, blob) in enumerate(texts.items()) if blob]
    try:
        for _, blob, file in wanted:
            new_file(file, blob.read())
        at_once(synced, [file for _, _, file in wanted])
    except OSError as error:
        raise _unwritten(folder, error) from error
    return {path: New(blob.read, file) for path, blob, file in wanted}


def settle(plumbing: Plumbing, moves: Moves, made: Mapping[str, New]) -> None:
    """Brings each file from its blob before to the one after; what a person wrote meanwhile is merged in and stays.

    `made` holds the new texts where they are at hand. Raises MemwikiError where a file cannot be written.
    """
    missing = [after for path, (_, after) in moves.items() if after and path not in made]
    blobs = plumbing.blobs(missing)

    def bring(path: str) -> None:
        before, after = moves[path]
        new = made.get(path)
        if new is None and after in blobs:
            new = New(lambda: blobs[after])
        try:
            _settle(plumbing, path, before, after, new)
        except OSError as error:
            raise _unwritten(plumbing.folder / path, error) from error

    # What goes comes first: a folder may take a file's place, or a name that differs only in letter case.
    for path in [path for path, (_, after) in moves.items() if not after or path in made]:
        bring(path)
    at_once(bring, [path for path, (_, after) in moves.items() if after and path not in made])


def _unwritten(place: Path, error: OSError) -> MemwikiError:
    hint = "make room or correct the folder's rights, then run the command again"
    return MemwikiError(f"cannot write {place}: {error.strerror}", hint=hint)


def _settle(plumbing: Plumbing, path: str, before: str | None, after: str | None, new: New | None) -> None:
    full = plumbing.folder / path
    if linked(plumbing.folder, path):
        return
    if not os.path.lexists(full):
        if before is None and new is not None:
            new.put(full)
        return  # a page that was there before and is gone now was deleted by the person
    now = content(full)
    if now is None:
        return
    blob = blob_id(now, before or after or "")
    if blob == after:
        return
    if blob == before:
        if new is None:
            _remove(plumbing.folder, full)
        else:
            new.put(full)
        return
    if new is not None and before is not None:
        _merge(plumbing, full, before, now, new.read())


def _merge(plumbing: Plumbing, file: Path, before: str, now: bytes, new: bytes) -> None:
    """The person saved the page after it was read: their lines go on top of the new text, not back to the old one."""
    base = plumbing.blobs([before]).get(before)
    if base is None:
        return
    try:
        texts = [data.decode("utf-8", "surrogateescape") for data in (base, now, new)]
        text = merge(*texts).text.encode("utf-8", "surrogateescape")
    except BrokenPage:
        return
    if text != now and content(file) == now:
        atomic_write(file, text)


def put_back(plumbing: Plumbing, found: Edits, blobs: Mapping[str, str | None]) -> None:
    """Gives these pages the text of their blobs again, None takes them away; what was saved meanwhile stays."""
    data = plumbing.blobs([blob for blob in blobs.values() if blob])
    for path, blob in blobs.items():
        full = plumbing.folder / path
        if content(full) != found.files[path] or linked(plumbing.folder, path):
            continue
        if blob:
            atomic_write(full, data[blob])
        elif found.files[path] is not None:
            _remove(plumbing.folder, full)


def _remove(folder: Path, file: Path) -> None:
    file.unlink()
    for parent in file.parents:
        if parent == folder or any(parent.iterdir()):
            return
        parent.rmdir()


def sweep(plumbing: Plumbing, moves: Moves) -> None:
    """Removes the temporary files of a killed write beside the pages that it was writing."""
    for path in moves:
        full = plumbing.folder / path
        for left in () if linked(plumbing.folder, path) else full.parent.glob(f".{glob.escape(full.name)}.*"):
            if left.is_file() and len(left.name) == len(full.name) + 10:
                left.unlink(missing_ok=True)


def clean(folder: Path, paths: Iterable[str], cleaned: Callable[[bytes], bytes], drop: Collection[str]) -> None:
    """Passes the pages' files through `cleaned`, and removes the dropped ones."""
    for path in paths:
        data = content(folder / path)
        if data is None or linked(folder, path):
            continue
        if path in drop:
            _remove(folder, folder / path)
        elif cleaned(data) != data:
            atomic_write(folder / path, cleaned(data))


def check_config(git_dir: Path) -> None:
    """Raises Invalid where the repository's own settings would run a program or read settings from elsewhere.

    `git_dir` is the repository's `.git`. Git keeps settings there in a second file, too, which it reads when
    `extensions.worktreeConfig` is set; whether it is makes no difference here.
    """
    for file in (git_dir / "config", git_dir / "config.worktree"):
        for name in _sections(file):
            if name in ("filter", "include", "includeif"):
                raise Invalid(f"{file} has a section [{name}], which runs or reads what is not the wiki", "remove it")


def _sections(file: Path) -> list[str]:
    """The sections of a file of git's settings, without their second names; none where the file is missing."""
    try:
        with GitConfigParser(str(file), read_only=True, merge_includes=False) as config:
            headers = [str(header) for header in config.sections()]
    except (OSError, UnicodeDecodeError, configparser.Error) as error:
        hint = f"correct it, or move {file.parent} away: memwiki compile makes it again"
        raise Invalid(f"cannot read git's settings in {file}", hint) from error
    # To git `[a.b]` is `[a "b"]`, and a line may open several sections; the parser gives all of the line as one.
    return [_NAME_END.split(name, maxsplit=1)[0].lower() for header in headers for name in header.split("[")]
