"""Git's index, changed as a copy under git's own lock, so that a killed process leaves neither half of it nor the lock.

The lock is a second name of a file of ours: one that is left over is known by that, and removed.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from memwiki.errors import Locked
from memwiki.wiki.plumbing import Plumbing
from memwiki.wiki.worktree import linked

_OURS_S, _STALE_S = 1.0, 10.0


def free_lock(plumbing: Plumbing, state: Path) -> None:
    """Removes a lock that a killed process of ours left; raises Locked where another git holds it."""
    _free_refs(plumbing)
    lock, marker = plumbing.git_dir / "index.lock", state / "index-lock"
    if not lock.exists():
        return
    if not marker.exists() or not lock.samefile(marker):
        raise Locked(f"git is running in {plumbing.folder}", hint=f"wait, or remove {lock} if nothing runs")
    lock.unlink()


def _free_refs(plumbing: Plumbing) -> None:
    """Removes locks of names (`refs/heads/main.lock`) that a killed git left: git holds one for an instant only.

    The git of a killed process of ours may still be at it, and is waited for. Raises Locked where another one is.
    """
    place = plumbing.git_dir
    locks = [place / "HEAD.lock", place / "packed-refs.lock", *(place / "refs").rglob("*.lock")]
    for lock in locks:
        ours = lock.parent.name == "memwiki"
        for _ in range(20):
            try:
                age = time.time() - lock.stat().st_mtime
            except FileNotFoundError:
                break
            if age > (_OURS_S if ours else _STALE_S):
                lock.unlink(missing_ok=True)
                break
            time.sleep(_OURS_S / 10)
        else:
            raise Locked(f"git is running in {plumbing.folder}", hint="run the command again in ten seconds")


@contextmanager
def index_copy(plumbing: Plumbing, state: Path) -> Iterator[Mapping[str, str]]:
    """The environment in which git works on a copy of the index; what it writes there becomes the index.

    Raises Locked where another git is at it.
    """
    real, copy, marker = plumbing.git_dir / "index", state / "index", state / "index-lock"
    free_lock(plumbing, state)
    for left in (copy, state / "index.lock"):
        left.unlink(missing_ok=True)
    marker.touch()
    lock = plumbing.git_dir / "index.lock"
    try:
        os.link(marker, lock)
    except FileExistsError as error:
        raise Locked(f"git is running in {plumbing.folder}", hint="run the command again") from error
    try:
        if real.exists():
            shutil.copy2(real, copy)  # with its time: git takes files as new as the index for uncertain
        before = _state(copy)
        yield {"GIT_INDEX_FILE": str(copy)}
        if _state(copy) != before:
            copy.replace(real)
    finally:
        copy.unlink(missing_ok=True)
        lock.unlink()


def _state(file: Path) -> tuple[int, int, int] | None:
    if not file.exists():
        return None
    found = file.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def stage(plumbing: Plumbing, blobs: Mapping[str, str | None], env: Mapping[str, str]) -> None:
    """Tells git's index what HEAD now holds at these paths, so that `git status` shows only what a person did."""
    zero = "0" * len(next((blob for blob in blobs.values() if blob), "0" * 40))
    lines = [f"{'100644' if blob else '0'} {blob or zero} 0\t{path}\0" for path, blob in blobs.items()]
    # What goes comes first, so that a folder may take the place of a file.
    lines.sort(key=lambda line: not line.startswith("0 "))
    plumbing.run("update-index", "-z", "--index-info", stdin=_encoded("".join(lines)), env=env)
    folder = plumbing.folder
    there = [path for path, blob in blobs.items() if blob and _is_dated(folder / path) and not linked(folder, path)]
    if there:
        # Only these files are looked at, so that the next look at all files need not read them again.
        options = ("--refresh", "--pathspec-from-file=-", "--pathspec-file-nul")
        plumbing.run("add", *options, stdin=_encoded("\0".join(there)), env=env)


def _is_dated(file: Path) -> bool:
    """Whether a file's times tell git of every later edit, which it compares by the second.

    One that went to its place in a later second than it was written looks the same to git after an edit in that second
    that brings its time back; git has to read it.
    """
    try:
        found = file.stat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and int(found.st_mtime) >= int(found.st_ctime)


def tell_index(plumbing: Plumbing, state: Path, blobs: Mapping[str, str | None]) -> bool:
    """The same in git's own index; False where another git is at it."""
    try:
        with index_copy(plumbing, state) as env:
            stage(plumbing, blobs, env)
    except Locked:
        return False
    return True


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
