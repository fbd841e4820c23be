"""What a patch changes: the `*** Begin Patch` form and unified diffs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from memwiki.regexes import regex

Op = Literal["created", "edited", "deleted"]

_HEADS: tuple[tuple[str, Op], ...] = (
    ("*** Add File: ", "created"),
    ("*** Update File: ", "edited"),
    ("*** Delete File: ", "deleted"),
)
_DIFF_GIT = regex(r"^diff --git a/(\S+) b/(\S+)")


@dataclass(slots=True)
class PatchedFile:
    """One file of a patch and its hunks as (before, after) texts of the changed lines only."""

    path: str
    op: Op
    moved_from: str = ""
    hunks: list[tuple[str, str]] = field(default_factory=list)


class _Reader:
    def __init__(self) -> None:
        self.files: list[PatchedFile] = []
        self.minus: list[str] = []
        self.plus: list[str] = []
        self.in_hunk = False

    def begin(self, path: str, op: Op) -> None:
        self.end_hunk()
        self.files.append(PatchedFile(path.strip(), op))
        self.in_hunk = op != "deleted"

    def end_hunk(self) -> None:
        if self.files and (self.minus or self.plus):
            self.files[-1].hunks.append(("\n".join(self.minus), "\n".join(self.plus)))
        self.minus, self.plus = [], []

    def line(self, line: str) -> None:
        if self._head(line):
            return
        if line.startswith("@@"):
            self.end_hunk()
            self.in_hunk = bool(self.files)
        elif self.in_hunk and line.startswith("-"):
            if self.plus and not self.minus:
                self.end_hunk()
            self.minus.append(line[1:])
        elif self.in_hunk and line.startswith("+"):
            self.plus.append(line[1:])
        elif self.in_hunk:
            self.end_hunk()

    def _head(self, line: str) -> bool:
        for mark, op in _HEADS:
            if line.startswith(mark):
                self.begin(line[len(mark) :], op)
                return True
        if line.startswith("*** Move to: ") and self.files:
            moved = self.files[-1]
            moved.moved_from, moved.path = moved.path, line[len("*** Move to: ") :].strip()
            return True
        if found := _DIFF_GIT.match(line):
            self.begin(found[2], "edited")
            self.in_hunk = False
            return True
        return self._unified(line)

    def _unified(self, line: str) -> bool:
        if line.startswith("--- ") and not self.in_hunk:
            return True
        if line.startswith("--- ") and ("a/" in line[:7] or "/dev/null" in line):
            self.end_hunk()
            self.in_hunk = False
            return True
        if line.startswith("+++ ") and not self.in_hunk:
            self._target(line[4:].split("\t")[0].strip())
            return True
        if line.startswith(("new file mode", "deleted file mode")) and self.files and not self.in_hunk:
            self.files[-1].op = "created" if line.startswith("new") else "deleted"
            return True
        return False

    def _target(self, target: str) -> None:
        path = target.removeprefix("b/")
        if target == "/dev/null":
            if self.files:
                self.files[-1].op = "deleted"
        elif not self.files or self.files[-1].path != path:
            self.begin(path, "edited")
        self.in_hunk = False


def patched(patch: str) -> tuple[PatchedFile, ...]:
    """The files of a patch, in order; a file that is named twice stands twice."""
    reader = _Reader()
    for line in patch.splitlines():
        reader.line(line)
    reader.end_hunk()
    return tuple(one for one in reader.files if one.path)
