"""Where the wiki stands: its branch, and the tree that the compiler wrote last, the base of every merge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memwiki.errors import Invalid, MemwikiError, NeedsReview
from memwiki.wiki.plumbing import Plumbing

BRANCH = "refs/heads/main"
COMPILED = "refs/memwiki/compiled"


@dataclass(frozen=True, slots=True)
class Refs:
    """Object ids; None for what is not there yet."""

    head: str | None
    compiled: str | None  # a tree


def refs_of(git: Plumbing) -> Refs:
    """Both of them. Raises Invalid where the compiler's own leads nowhere, or to what is no tree."""
    try:
        output = git.run("for-each-ref", "--format=%(refname) %(objecttype) %(objectname)", BRANCH, COMPILED)
    except MemwikiError as error:
        raise _damaged(git) if (git.git_dir / COMPILED).exists() else error from error
    rows = [line.split(" ") for line in output.decode().splitlines()]
    found = {name: (kind, identity) for name, kind, identity in rows}
    kind, compiled = found.get(COMPILED, ("", None))
    if (compiled is None and (git.git_dir / COMPILED).exists()) or kind not in ("", "tree"):
        raise _damaged(git)
    return Refs(found[BRANCH][1] if BRANCH in found else None, compiled)


def said_head(git_dir: Path) -> str:
    """What HEAD says; "" where there is none."""
    file = git_dir / "HEAD"
    return file.read_text(encoding="utf-8", errors="replace").strip() if file.is_file() else ""


def check_born(git: Plumbing) -> None:
    """Raises NeedsReview where a person has put HEAD on another branch that has no commit yet."""
    head = said_head(git.git_dir)
    if head != f"ref: {BRANCH}" and not git.ids(["HEAD^{tree}"])[0]:
        where = head.removeprefix("ref: refs/heads/")
        raise NeedsReview(f"{git.folder} is on {where}, which has no commit", hint=f"git -C {git.folder} switch main")


def _damaged(git: Plumbing) -> Invalid:
    place = git.git_dir / COMPILED
    return Invalid(
        f"{COMPILED} in {git.git_dir.parent} leads to nothing that the compiler wrote",
        hint=f"remove {place}, then memwiki compile: pages that change wait in memwiki review",
    )
