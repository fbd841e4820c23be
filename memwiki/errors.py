"""One error tree. Each error carries the exit code of the command line and, where known, the command that fixes it.

MemwikiError          1   failed
├── UsageError        2   the command was called wrongly
├── PartlyDone        3   done, with warnings
├── NotFound         10   no such project or page
├── Locked           11   another process holds the lock (after waiting)
├── Invalid          12   a page or file is broken
│   ├── BrokenPage   12   a page whose frontmatter cannot be read, with the line
│   └── UnsafePath   12   a path that would leave its root
├── NeedsReview      13   a person has to decide first
└── ModelUnavailable 14   the embedding or language model is missing
"""

from __future__ import annotations


class MemwikiError(Exception):
    """Something failed; the message says what, and on which object, in one line."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(MemwikiError):
    """The command was called wrongly."""

    exit_code = 2


class PartlyDone(MemwikiError):
    """The work was done, but something was left out that the person should know of."""

    exit_code = 3


class NotFound(MemwikiError):
    """There is no such project, page or session."""

    exit_code = 10


class Locked(MemwikiError):
    """Another process holds the lock."""

    exit_code = 11


class Invalid(MemwikiError):
    """A page, file or format cannot be read as what it should be."""

    exit_code = 12


class BrokenPage(Invalid):
    """A page whose frontmatter cannot be read; `line` is the file's line on which it breaks."""

    def __init__(self, message: str, hint: str = "", line: int = 1) -> None:
        super().__init__(message, hint)
        self.line = line


class UnsafePath(Invalid):
    """A path that would leave the folder it belongs to."""


class NeedsReview(MemwikiError):
    """A person has to decide before this can go on."""

    exit_code = 13


class ModelUnavailable(MemwikiError):
    """The embedding or language model is not there."""

    exit_code = 14
