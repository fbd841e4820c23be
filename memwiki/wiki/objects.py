"""New commits and trees, written without moving a branch: one `git fast-import` whatever the number of pages.

It loads only the folders that change, so the cost of a commit does not grow with the wiki.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memwiki.errors import MemwikiError
from memwiki.wiki.plumbing import Author, Blob, Plumbing

NEXT = "refs/memwiki/next"  # where fast-import leaves the new commit; deleted when the branch moves
_FIRST = 10  # the first of the numbers by which fast-import is told of texts

Trailers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A commit that is to be written: changes by path (None deletes), parent, message."""

    changes: Mapping[str, Blob | None]
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
    plumbing: Plumbing, draft: Draft | None, tree: str | None, compiled: Mapping[str, Blob | None] | None
) -> tuple[str | None, str | None]:
    """Ids of the new commit and of the new compiled tree (`tree` with the changes), None for what is not asked for."""
    stream = _stream(draft, tree, compiled)
    # Deltas take half of the time: of few objects git drops them again, and `tidy` finds better ones of many.
    output = plumbing.run("fast-import", "--quiet", "--force", "--done", "--depth=0", stdin=stream).decode()
    lines = output.splitlines()
    found_tree = _tree_id(lines[0]) if compiled is not None else None
    return (lines[-1] if draft is not None else None), found_tree


def _stream(draft: Draft | None, tree: str | None, compiled: Mapping[str, Blob | None] | None) -> Iterator[bytes]:
    """What fast-import reads, piece by piece: first each text once, then who has it."""
    marks: dict[str, int] = {}
    ours: list[bytes] = []
    theirs: list[bytes] = []
    for changes, lines in ((compiled or {}, ours), (draft.changes if draft else {}, theirs)):
        for path, blob in changes.items():
            if blob is None:
                lines.insert(0, b"D " + _quoted(path) + b"\n")
                continue
            if blob.id not in marks:
                data = blob.read()
                marks[blob.id] = _FIRST + len(marks)
                yield b"blob\nmark :%d\ndata %d\n" % (marks[blob.id], len(data))
                yield data
                yield b"\n"
            lines.append(b"M 100644 :%d " % marks[blob.id] + _quoted(path) + b"\n")
    if compiled is not None:
        yield from _tree(tree, ours)
    if draft is not None:
        yield from _commit(draft, theirs)
    yield b"done\n"


def _tree(tree: str | None, changes: Sequence[bytes]) -> list[bytes]:
    """A commit that nothing keeps, only to name its tree."""
    start = [f"reset {NEXT}\ncommit {NEXT}\nmark :1\ncommitter memwiki <> 0 +0000\ndata 0\n".encode()]
    if tree:
        start.append(f'M 040000 {tree} ""\n'.encode())
    return [*start, *changes, b'\nls :1 ""\n', f"reset {NEXT}\n\n".encode()]


def _commit(draft: Draft, changes: Sequence[bytes]) -> list[bytes]:
    who = draft.author.line(draft.date)
    text = draft.message.encode("utf-8", "replace")
    head = f"commit {NEXT}\nmark :2\nauthor {who}\ncommitter {who}\ndata {len(text)}\n".encode()
    parent = [f"from {draft.parent}^0\n".encode()] if draft.parent else []
    return [head, text, b"\n", *parent, *changes, b"\nget-mark :2\n"]


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
