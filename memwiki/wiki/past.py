"""A person's own repository, read only: its remotes and its last commits. Nothing in it is run or believed."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from memwiki.capture.project import place_of
from memwiki.errors import MemwikiError
from memwiki.wiki.plumbing import Plumbing

_FORMAT = "--format=%x1e%H%x1f%cI%x1f%s"
_NO_FETCH = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}  # a partial clone may name any program
_REMOTE = re.compile(r"//[^/@\s]*@")


@dataclass(frozen=True, slots=True)
class Change:
    """One commit: id, date with offset, subject, and the files that it changed."""

    id: str
    date: str
    subject: str
    files: tuple[str, ...]


def changes(folder: Path, count: int) -> list[Change]:
    """The newest commits of the work tree first; none where it has none, or belongs to somebody else."""
    found = _git_folders(folder)
    if found is None:
        return []
    options = (
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--name-only",
        "-z",
        f"--max-count={count}",
        "--no-merges",
    )
    try:
        output = Plumbing(folder).run("log", _FORMAT, *options, "HEAD", "--", env={**_NO_FETCH, **_placed(*found)})
    except MemwikiError:  # no commit yet, or damaged: the files still tell
        return []
    return [_change(record) for record in output.decode("utf-8", "replace").split("\x1e")[1:]]


def _git_folders(folder: Path) -> tuple[Path, Path] | None:
    """The git folder of the work tree and the one that it shares with its worktrees; None where one is not mine."""
    place = folder / ".git"
    if place.is_symlink() or not place.exists():
        return None
    own = Path(place_of(str(folder)).gitdir)
    try:
        shared = own / (own / "commondir").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        shared = own
    mine = all(_is_mine(path) for path in (folder, place, own, shared))
    return (own, shared.resolve()) if mine else None


def _placed(own: Path, shared: Path) -> dict[str, str]:
    return {
        "GIT_DIR": str(own),
        "GIT_COMMON_DIR": str(shared),
        "GIT_INDEX_FILE": str(own / "index"),
        "GIT_OBJECT_DIRECTORY": str(shared / "objects"),
        "GIT_SHALLOW_FILE": str(shared / "shallow"),
    }


def without_credentials(remote: str) -> str:
    """A remote's address as it may be written down."""
    return re.sub(r"(\.git)?/*$", "", _REMOTE.sub("//", remote))


def _change(record: str) -> Change:
    head, _, names = record.partition("\0")
    identity, date, subject = [*head.split("\x1f"), "", ""][:3]
    files = tuple(name.strip("\n") for name in names.split("\0") if name.strip("\n"))
    return Change(identity, date, subject.strip(), files)


def _is_mine(path: Path) -> bool:
    return path.exists() and (not hasattr(os, "getuid") or path.stat().st_uid == os.getuid())
