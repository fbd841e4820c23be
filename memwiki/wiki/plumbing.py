"""Git processes, shut off from the person's settings, hooks and environment, so that one call always does one thing."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memwiki.errors import Invalid, MemwikiError
from memwiki.wiki.gitpython import Git, GitCommandError, GitCommandNotFound

_OPTIONS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.excludesFile={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.autocrlf=false",
    "core.safecrlf=false",
    "core.quotePath=false",
    "core.fsyncMethod=batch",
    "pack.compression=1",  # packs are a twentieth larger than by default, and written in half of the time
    "gc.auto=0",
    "maintenance.auto=false",
    "commit.gpgSign=false",
    "log.showSignature=false",
    "core.useReplaceRefs=false",
    "advice.statusHints=false",
)
_REVISION = re.compile(r"HEAD|refs/memwiki/[a-z]+|refs/heads/[A-Za-z0-9._-]+|[0-9a-f]{7,64}")
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


@dataclass(frozen=True, slots=True)
class Author:
    """Who a commit is by."""

    name: str
    email: str

    def line(self, date: str) -> str:
        """Name, address and instant as git's own formats want them, without anything that could end the line."""
        name, email = (re.sub(r"[<>\x00-\x1f\x7f]", "", clean).strip() for clean in (self.name, self.email))
        moment = instant(date)
        return f"{name or 'unknown'} <{email}> {int(moment.timestamp())} {moment:%z}"


def instant(date: str) -> datetime:
    """The instant of an ISO 8601 date with offset; without one it counts as UTC. Raises Invalid."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError as error:
        raise Invalid(f"not a date: {date[:40]!r}", hint="write it as 2026-09-14T09:12:03Z") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def revision(rev: str) -> str:
    """The revision, if it is a commit id or a name of ours; raises Invalid for anything that git could misread."""
    if not _REVISION.fullmatch(rev):
        raise Invalid(f"not a commit: {rev[:60]!r}", hint="give a commit id as shown by `memwiki history`")
    return rev


def blob_id(data: bytes, like: str = "") -> str:
    """The id that git gives to a file's bytes; `like` is another id of the repository, which tells its hash."""
    text = b"blob %d\0" % len(data) + data
    return (
        hashlib.sha256(text).hexdigest() if len(like) == 64 else hashlib.sha1(text, usedforsecurity=False).hexdigest()
    )


@dataclass(frozen=True, slots=True)
class Blob:
    """A text that is to be written: its id, and its bytes, read when they are needed, for there may be many."""

    id: str
    read: Callable[[], bytes]

    @classmethod
    def of(cls, data: bytes, like: str = "") -> Blob:
        """The same of bytes that are held."""
        return cls(blob_id(data, like), lambda: data)


class Plumbing:
    """Runs git in one repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git_dir = folder / ".git"
        self._git = Git(str(folder))
        self._env = _environment(folder, self.git_dir)

    def run(
        self, *args: str, stdin: bytes | Iterator[bytes] | None = None, env: Mapping[str, str] | None = None
    ) -> bytes:
        """What git prints; `stdin` may come in pieces. Raises MemwikiError with git's own last line where it fails."""
        options = [part for option in _OPTIONS for part in ("-c", option)]
        with tempfile.TemporaryFile() as stream:
            if stdin is not None:
                stream.writelines([stdin] if isinstance(stdin, bytes) else stdin)
                stream.seek(0)
            try:
                output: bytes = self._git.execute(
                    ["git", *options, *args],
                    istream=stream if stdin is not None else None,
                    env={**self._env, **(env or {})},
                    stdout_as_string=False,
                    strip_newline_in_stdout=False,
                )
            except GitCommandNotFound as error:
                raise MemwikiError("git is not installed", hint="install git 2.36 or newer") from error
            except GitCommandError as error:
                for report in self.git_dir.glob("fast_import_crash_*"):
                    report.unlink()  # it holds what was to be written
                said = _last_line(error)
                raise MemwikiError(f"git {args[0]} failed in {self.folder}: {said}", self._remedy(said)) from error
        return output

    def _remedy(self, said: str) -> str:
        """What helps where git says this."""
        if "index" in said:  # git's own cache: HEAD and the files hold all that it says
            return f"rm {self.git_dir / 'index'}, then git -C {self.folder} reset -q"
        return f"git -C {self.folder} fsck tells more"

    def succeeds(self, *args: str) -> bool:
        """Whether git exits with 0."""
        try:
            self.run(*args)
        except MemwikiError:
            return False
        return True

    def ids(self, names: Sequence[str]) -> list[str | None]:
        """The object id of each name (`HEAD:path`), None where there is none."""
        if not names:
            return []
        asked = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
        lines = self.run("cat-file", "--batch-check=%(objectname)", "--buffer", stdin=asked).split(b"\n")
        return [None if b" " in line else line.decode() for line in lines[: len(names)]]

    def blobs(self, names: Iterable[str]) -> dict[str, bytes]:
        """The bytes of each object (id or `HEAD:path`); names without an object are left out."""
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return {}
        asked = "".join(f"{name}\n" for name in wanted).encode("utf-8", "surrogateescape")
        output = self.run("cat-file", "--batch", "--buffer", stdin=asked)
        found: dict[str, bytes] = {}
        at = 0
        for name in wanted:
            end = output.index(b"\n", at)
            words = output[at:end].rsplit(b" ", 2)
            at = end + 1
            if words[-1] in (b"missing", b"ambiguous"):
                continue
            size = int(words[-1])
            found[name] = output[at : at + size]
            at += size + 1
        return found


def _environment(folder: Path, git_dir: Path) -> dict[str, str]:
    """Overrides for every variable that could point git at another repository, configuration or program."""
    objects = git_dir / "objects"
    return {
        "GIT_DIR": str(git_dir),
        "GIT_WORK_TREE": str(folder),
        "GIT_COMMON_DIR": str(git_dir),
        "GIT_INDEX_FILE": str(git_dir / "index"),
        "GIT_OBJECT_DIRECTORY": str(objects),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": "",
        "GIT_NAMESPACE": "",
        "GIT_PREFIX": "",
        "GIT_GRAFT_FILE": str(git_dir / "info" / "grafts"),
        "GIT_SHALLOW_FILE": str(git_dir / "shallow"),
        "GIT_REPLACE_REF_BASE": "refs/replace/",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "0",
        "GIT_CONFIG_PARAMETERS": "",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_GLOB_PATHSPECS": "0",
        "GIT_NOGLOB_PATHSPECS": "0",
        "GIT_ICASE_PATHSPECS": "0",
        "GIT_PAGER": "",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_TRACE": "0",
        "GIT_TRACE2": "0",
        "GIT_TRACE2_EVENT": "0",
        "GIT_TRACE2_PERF": "0",
        "GIT_DEFAULT_REF_FORMAT": "files",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_FLUSH": "0",
        "GIT_AUTHOR_NAME": "memwiki",
        "GIT_AUTHOR_EMAIL": "memwiki@localhost",
        "GIT_COMMITTER_NAME": "memwiki",
        "GIT_COMMITTER_EMAIL": "memwiki@localhost",
    }


def _last_line(error: GitCommandError) -> str:
    text = str(getattr(error, "stderr", "") or error)
    lines = [line.strip().removeprefix("stderr: '").strip("'") for line in text.splitlines() if line.strip(" '")]
    fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (fatal or lines)[-1][:200] if lines else "no message"


def holds(root: Path, folder: Path) -> bool:
    """Whether the repository of a work tree knows files below the folder; also where git refuses to tell."""
    try:
        return bool(Plumbing(root).run("ls-files", "-z", "--", str(folder.absolute().relative_to(root))))
    except MemwikiError:
        return True
