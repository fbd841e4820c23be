"""What git remembers: commits of the wiki and of one page, differences, sealed segments, the wiki at an instant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memwiki.errors import MemwikiError, NotFound
from memwiki.files import atomic_write
from memwiki.wiki.page import readable
from memwiki.wiki.plumbing import Plumbing, instant, revision

RAW_TRAILER = "Memwiki-Raw"
_FORMAT = "--format=%x1e%H%x1f%an%x1f%ae%x1f%aI%x1f%s%x1f%(trailers:only,unfold)"
_FIELDS = 6


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit; `path` is where the page stood in it, where the history of one page was asked for."""

    id: str
    author: str
    email: str
    date: str
    subject: str
    trailers: tuple[tuple[str, str], ...] = ()
    path: str = ""


class History:
    """The repository's past, read only."""

    def __init__(self, folder: Path) -> None:
        self._git = Plumbing(folder)
        self._state = folder / ".git" / "memwiki"

    def log(self, count: int = 20, since: str = "") -> list[Commit]:
        """The newest commits first; `since` leaves out that commit and what came before it."""
        if not self._exists():
            return []
        span = f"{revision(since)}..HEAD" if since else "HEAD"
        return _commits(self._git.run("log", _FORMAT, f"--max-count={count}", span, "--"))

    def history(self, path: str, count: int = 100) -> list[Commit]:
        """The commits of one page, newest first, also from before it was renamed: its id tells that it is the same."""
        found: list[Commit] = []
        rev = "HEAD"
        while self._exists() and len(found) < count:
            part = self._at(path, rev, count - len(found))
            found += part
            before = self._renamed_from(part[-1], path) if part else None
            if before is None:
                break
            path, rev = before, f"{part[-1].id}^"
        return found

    def _at(self, path: str, rev: str, count: int) -> list[Commit]:
        output = self._git.run("log", _FORMAT, "--no-renames", f"--max-count={count}", rev, "--", path)
        return [_with_path(commit, path) for commit in _commits(output)]

    def _renamed_from(self, commit: Commit, path: str) -> str | None:
        """The page that this commit removed while it added `path`, if both have one id."""
        if not self._git.succeeds("rev-parse", "--verify", "--quiet", f"{commit.id}^"):
            return None
        output = self._git.run("diff-tree", "-r", "-z", "--no-renames", "--name-status", f"{commit.id}^", commit.id)
        words = output.decode("utf-8", "surrogateescape").split("\0")[:-1]
        status = dict(zip(words[1::2], words[::2], strict=True))
        gone = [name for name, letter in status.items() if letter == "D" and name.endswith(".md")]
        if status.get(path) != "A" or not gone:
            return None
        blobs = self._git.blobs([f"{commit.id}:{path}", *(f"{commit.id}^:{name}" for name in gone)])
        wanted = _id(blobs.get(f"{commit.id}:{path}", b""))
        return next((name for name in gone if wanted and _id(blobs[f"{commit.id}^:{name}"]) == wanted), None)

    def diff(self, path: str, old: str, new: str = "HEAD") -> str:
        """The unified difference of one page between two commits, empty where it is the same. Raises NotFound."""
        for rev, found in zip((old, new), self._git.ids([revision(old), revision(new)]), strict=True):
            if found is None:
                raise NotFound(f"no such commit: {rev[:60]!r}", hint="memwiki history lists a page's commits")
        options = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-renames")
        output = self._git.run("diff", *options, revision(old), revision(new), "--", path)
        return output.decode("utf-8", "replace")

    def parent(self, rev: str) -> str | None:
        """The commit before; None for the first one."""
        found = self._git.ids([f"{revision(rev)}^"])
        return found[0]

    def commit_at(self, moment: str) -> str:
        """The last commit of the wiki at an instant (ISO 8601). Raises NotFound where there was none yet."""
        stamp = int(instant(moment).timestamp())
        options = ("--first-parent", "--max-count=1", f"--min-age={stamp}")
        found = self._git.run("rev-list", *options, "HEAD", "--").decode().strip() if self._exists() else ""
        if not found:
            raise NotFound(f"the wiki did not exist at {moment}", hint="memwiki log shows its commits")
        return found

    def sealed(self) -> dict[str, str]:
        """sha256 by sealed segment, from the commits' trailers; the newest commit that names a segment counts."""
        head = self._git.ids(["HEAD"])[0]
        if head is None:
            return {}
        known, since = self._cached()
        if since == head:
            return known
        fresh = since is not None and self._git.succeeds("merge-base", "--is-ancestor", since, head)
        span = f"{since}..{head}" if fresh else head
        options = (f"--grep=^{RAW_TRAILER}: ", "--reverse", f"--format=%(trailers:key={RAW_TRAILER},valueonly,unfold)")
        output = self._git.run("log", *options, span, "--").decode("utf-8", "replace")
        sealed = dict(known) if fresh else {}
        sealed.update(_segments(output))
        atomic_write(self._state / "sealed.json", json.dumps({"head": head, "sealed": sealed}))
        return sealed

    def _cached(self) -> tuple[dict[str, str], str | None]:
        try:
            found = json.loads((self._state / "sealed.json").read_text(encoding="utf-8"))
            return {str(k): str(v) for k, v in found["sealed"].items()}, revision(str(found["head"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, MemwikiError):
            return {}, None

    def _exists(self) -> bool:
        return self._git.ids(["HEAD"])[0] is not None


def _segments(output: str) -> Iterator[tuple[str, str]]:
    for line in output.splitlines():
        segment, _, digest = line.strip().rpartition(" ")
        if segment and len(digest) == 64:
            yield segment, digest


def _commits(output: bytes) -> list[Commit]:
    records = output.decode("utf-8", "replace").split("\x1e")[1:]
    return [_commit(record) for record in records]


def _commit(record: str) -> Commit:
    fields = record.strip("\n").split("\x1f", _FIELDS - 1)
    fields += [""] * (_FIELDS - len(fields))
    pairs = [line.partition(": ") for line in fields[5].splitlines() if ": " in line]
    trailers = tuple((key, value) for key, _, value in pairs)
    return Commit(fields[0], fields[1], fields[2], fields[3], fields[4], trailers)


def _with_path(commit: Commit, path: str) -> Commit:
    return Commit(commit.id, commit.author, commit.email, commit.date, commit.subject, commit.trailers, path)


def _id(data: bytes) -> str:
    page = readable(data.decode("utf-8", "replace"))
    return page.id if page else ""
