"""Where everything lives: the home's layout, and joins that cannot leave their root."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from memwiki.errors import UnsafePath
from memwiki.records import Project

_WINDOWS_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
)
_LONGEST_NAME = 255  # bytes, on every usual file system
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}(?:/[a-z0-9][a-z0-9_-]{0,99})*(?:\.[a-z0-9]{1,9})?")  # most paths


@dataclass(frozen=True, slots=True)
class Home:
    """The folder that holds all of a person's memory. Every path below it comes from here."""

    root: Path

    @property
    def config_file(self) -> Path:
        """The person's settings."""
        return self.root / "config.toml"

    @property
    def bin(self) -> Path:
        """The hook that agents run."""
        return self.root / "bin"

    @property
    def projects_file(self) -> Path:
        """What compile has seen of each project: names, roots, remotes."""
        return self.root / "projects.toml"

    @property
    def state(self) -> Path:
        """Locks, claims, ready files: small, local, recoverable."""
        return self.root / "state"

    @property
    def claims(self) -> Path:
        """One file per claimed handoff generation, created exclusively."""
        return self.state / "claims"

    @property
    def programs(self) -> Path:
        """Regular expressions, compiled: what would otherwise be done again by each process."""
        return self.state / "programs"

    @property
    def logs(self) -> Path:
        """What went wrong, bounded."""
        return self.root / "logs"

    @property
    def models(self) -> Path:
        """Embedding models, unpacked."""
        return self.root / "models"

    def raw(self, project: Project) -> Path:
        """The project's spool."""
        return self.root.joinpath("raw", project.workspace, project.name)

    def wiki(self, project: Project) -> Path:
        """The project's bundle and git repository."""
        return self.root.joinpath("wiki", project.workspace, project.name)

    def index(self, project: Project) -> Path:
        """The project's derived index."""
        return self.root.joinpath("index", project.workspace, project.name)

    def ready(self, project: Project) -> Path:
        """The start block that the hook may hand out without computing anything."""
        return self.state / "ready" / project.workspace / f"{project.name}.json"

    def compile_lock(self, project: Project) -> Path:
        """Held while one process compiles the project."""
        return self.state / "locks" / project.workspace / f"{project.name}.lock"

    def projects(self) -> list[Project]:
        """Every project that has a spool or a wiki, in name order."""
        found = {
            (folder.parent.name, folder.name)
            for room in ("raw", "wiki")
            for folder in (self.root / room).glob("*/*")
            if folder.is_dir() and not folder.name.startswith(".") and not folder.parent.name.startswith(".")
        }
        return [Project(workspace, name) for workspace, name in sorted(found)]


def is_device(name: str) -> bool:
    """Whether Windows takes a file of this name for a device, whatever its ending."""
    return name.split(".")[0].rstrip(" ").lower() in _WINDOWS_DEVICES


def safe_join(root: Path, relative: str) -> Path:
    """The path inside `root`; raises UnsafePath for absolute paths, `..`, devices, and links that lead out."""
    base = root.resolve()
    full = root.joinpath(*parts_of(relative))
    if not _is_inside(full.parent, base) or (full.is_symlink() and not _is_inside(full, base)):
        hint = "a link stands there: put a plain file or folder in its place"
        raise UnsafePath(f"path leaves its folder: {relative!r}", hint=hint)
    return full


def _is_inside(path: Path, base: Path) -> bool:
    try:
        return path.resolve().is_relative_to(base)
    except (OSError, RuntimeError):  # a link that leads to itself
        return False


def parts_of(relative: str) -> tuple[str, ...]:
    """The names of a path that lies below its root as it is written; raises UnsafePath for any other."""
    if _PLAIN.fullmatch(relative):
        parts = tuple(relative.split("/"))
        if not any(map(is_device, parts)):
            return parts
    pure = PurePosixPath(relative.replace("\\", "/"))
    parts = pure.parts
    if not parts or pure.is_absolute() or ".." in parts or PureWindowsPath(relative).drive:
        raise UnsafePath(f"path leaves its folder: {relative[:200]!r}")
    if any(len(part.encode("utf-8", "surrogateescape")) > _LONGEST_NAME for part in parts):
        raise UnsafePath(f"path is too long: {relative[:80]!r}…")
    if any(is_device(part) or "\0" in part for part in parts):
        raise UnsafePath(f"path names a device: {relative!r}")
    return parts
