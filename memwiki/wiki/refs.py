"""Where the wiki stands: its branch, and the tree that the compiler wrote last, the base of every merge."""

from __future__ import annotations

from dataclasses import dataclass

from memwiki.errors import Invalid, MemwikiError
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


def _damaged(git: Plumbing) -> Invalid:
    place = git.git_dir / COMPILED
    return Invalid(
        f"{COMPILED} in {git.git_dir.parent} leads to nothing that the compiler wrote",
        hint=f"remove {place}, then memwiki compile: pages that change wait in memwiki review",
    )
