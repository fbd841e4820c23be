"""A repository without some text: every commit, page and message written anew, and the old objects gone.

The new repository is made aside and then takes the old one's place, so no object, reflog or cache of the old one stays.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memwiki.wiki.plumbing import Plumbing

Clean = Callable[[bytes], bytes]

NEW = ".git.new"
OLD = ".git.old"


@dataclass(slots=True)
class Rewritten:
    """What a rewriting changed."""

    texts: int = 0  # versions of pages, and commit messages
    paths: int = 0  # changes of pages that were dropped


def make_empty(plumbing: Plumbing) -> Path:
    """An empty repository beside `.git`, so that what takes its place is whole."""
    scratch = plumbing.folder / NEW
    shutil.rmtree(scratch, ignore_errors=True)
    options = ("--quiet", "--template=", "--initial-branch=main", "--object-format=sha1")
    plumbing.run("init", *options, str(plumbing.folder), env=_elsewhere(plumbing))
    # git notes where the files are, since the name is not `.git`: git by hand would look there after the home has moved
    plumbing.run("config", "--file", str(scratch / "config"), "--unset-all", "core.worktree")
    scratch.chmod(0o700)
    return scratch


def make_aside(plumbing: Plumbing, branch: str, clean: Clean, drop: Collection[str] = ()) -> Rewritten:
    """Writes the branch's history, cleaned and without the dropped paths, to a new repository beside `.git`."""
    scratch = make_empty(plumbing)
    shutil.copyfile(plumbing.git_dir / "config", scratch / "config")
    found = Rewritten()
    stream = plumbing.run("fast-export", "--reencode=no", branch)
    cleaned = b"".join(_cleaned(stream, clean, set(drop), found))
    plumbing.run("fast-import", "--quiet", stdin=cleaned, env=_elsewhere(plumbing))
    plumbing.run("gc", "--quiet", "--prune=now", env=_elsewhere(plumbing))  # texts of dropped paths came along
    return found


def _elsewhere(plumbing: Plumbing) -> Mapping[str, str]:
    """The environment that lets git work on the new repository."""
    scratch = plumbing.folder / NEW
    return {
        "GIT_DIR": str(scratch),
        "GIT_COMMON_DIR": str(scratch),
        "GIT_INDEX_FILE": str(scratch / "index"),
        "GIT_OBJECT_DIRECTORY": str(scratch / "objects"),
    }


def swap(plumbing: Plumbing) -> None:
    """Puts the new repository in the old one's place; interrupted, the old one comes back when it is opened."""
    old = plumbing.folder / OLD
    shutil.rmtree(old, ignore_errors=True)
    plumbing.git_dir.rename(old)
    (plumbing.folder / NEW).rename(plumbing.git_dir)
    shutil.rmtree(old)


def put_back(plumbing: Plumbing) -> None:
    """Undoes a swap that was interrupted; removes what one left behind."""
    old = plumbing.folder / OLD
    if old.is_dir() and not plumbing.git_dir.exists():
        old.rename(plumbing.git_dir)
    for name in (OLD, NEW):
        if plumbing.git_dir.exists() and (plumbing.folder / name).is_dir():
            shutil.rmtree(plumbing.folder / name)


def _cleaned(stream: bytes, clean: Clean, drop: Collection[str], found: Rewritten) -> Iterator[bytes]:
    """The stream of `git fast-export` with every text cleaned and the dropped paths left out."""
    at = 0
    while at < len(stream):
        end = stream.index(b"\n", at) + 1
        line = stream[at:end]
        at = end
        if line.startswith(b"data "):
            size = int(line[5:])
            text = clean(stream[at : at + size])
            found.texts += text != stream[at : at + size]
            at += size
            yield b"data %d\n" % len(text)
            yield text
        elif _path(line) in drop:
            found.paths += 1
        else:
            yield line


def _path(line: bytes) -> str:
    """The page that a line of a commit changes; "" for any other line."""
    words = line.rstrip(b"\n").split(b" ", 3 if line.startswith(b"M ") else 1)
    if words[0] not in (b"M", b"D") or len(words) < 2:
        return ""
    path = words[-1]
    if path.startswith(b'"'):
        path = path[1:-1].replace(b'\\"', b'"').replace(b"\\\\", b"\\")
    return path.decode("utf-8", "surrogateescape")
