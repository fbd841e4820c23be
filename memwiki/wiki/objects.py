"""New commits and trees, written without moving a branch: one `git fast-import` whatever the number of pages.

It loads only the folders that change, so the cost of a commit does not grow with the wiki.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memwiki.errors import MemwikiError
from memwiki.wiki.plumbing import Author, Plumbing

NEXT = "refs/memwiki/next"  # where fast-import leaves the new commit; deleted when the branch moves

Trailers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A commit that is to be written: changes by path (None deletes), parent, message."""

    changes: Mapping[str, bytes | None]
    parent: str | None
    message: str
    author: Author
    date: str


def message(subject: str, trailers: Trailers = (), body: str = "") -> str:
    """The commit message: subject, body, trailers, none of which can break into another line."""
    lines = [f"{_line(key)}: {_line(value)}" for key, value in trailers]
    parts = [_line(subject) or "edit", body.strip(), "\n".join(lines)]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(
    plumbing: Plumbing, draft: Draft | None, tree: str | None, compiled: Mapping[str, bytes | None] | None
) -> tuple[str | None, str | None]:
    """Ids of the new commit and of the new compiled tree (`tree` with the changes), None for what is not asked for."""
    stream: list[bytes] = []
    if compiled is not None:
        stream += _tree(tree, compiled)
    if draft is not None:
        stream += _commit(draft)
    stream.append(b"done\n")
    output = plumbing.run("fast-import", "--quiet", "--force", "--done", stdin=b"".join(stream)).decode()
    lines = output.splitlines()
    found_tree = _tree_id(lines[0]) if compiled is not None else None
    return (lines[-1] if draft is not None else None), found_tree


def _tree(tree: str | None, changes: Mapping[str, bytes | None]) -> list[bytes]:
    """A commit that nothing keeps, only to name its tree."""
    start = [f"reset {NEXT}\ncommit {NEXT}\nmark :1\ncommitter memwiki <> 0 +0000\ndata 0\n".encode()]
    if tree:
        start.append(f'M 040000 {tree} ""\n'.encode())
    return [*start, *_changes(changes), b'\nls :1 ""\n', f"reset {NEXT}\n\n".encode()]


def _commit(draft: Draft) -> list[bytes]:
    who = draft.author.line(draft.date)
    text = draft.message.encode("utf-8", "replace")
    head = f"commit {NEXT}\nmark :2\nauthor {who}\ncommitter {who}\ndata {len(text)}\n".encode()
    parent = [f"from {draft.parent}^0\n".encode()] if draft.parent else []
    return [head, text, b"\n", *parent, *_changes(draft.changes), b"\nget-mark :2\n"]


def _changes(changes: Mapping[str, bytes | None]) -> list[bytes]:
    gone = [b"D " + _quoted(path) + b"\n" for path, data in changes.items() if data is None]
    made: list[bytes] = []
    for path, data in changes.items():
        if data is not None:
            made += [b"M 100644 inline " + _quoted(path) + b"\ndata %d\n" % len(data), data, b"\n"]
    return gone + made


def _quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return b'"' + escaped.encode("utf-8", "surrogateescape") + b'"'


def _tree_id(line: str) -> str:
    words = line.split()
    if len(words) < 3 or words[1] != "tree":
        raise MemwikiError(f"git gave no tree: {line[:80]!r}")
    return words[2]


def _line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
