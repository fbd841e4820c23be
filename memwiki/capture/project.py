"""Which project a folder belongs to: a pure function of the files around it, without processes or a registry."""

from __future__ import annotations

import os

from memwiki.capture.redact import redact
from memwiki.capture.settings import is_mode, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Settings = dict[str, Any]

MARKER = ".memwiki.toml"
_KEYS = frozenset(("mode", "ignore_paths"))  # of a marker's capture table; at the top they are in the wrong place
MARKER_BYTES = 64 * 1024  # of a marker file; a longer one is not read
UNPLACED = "unplaced"
DEFAULT_WORKSPACE = "default"
LONGEST_PATH = 4096  # characters; no system opens a longer one
_KIND, _REGULAR = 0o170000, 0o100000
_NAME_BYTES = 180  # of a project's name: file systems take 255, and endings are added
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))])


class Place:
    """Where work happens: workspace and project id, the markers' settings, the project's root, its git folder."""

    __slots__ = ("gitdir", "marked", "name", "root", "settings", "workspace")

    def __init__(self, workspace: str, name: str, settings: Settings, root: str, gitdir: str, marked: bool) -> None:
        self.workspace = workspace
        self.name = name
        self.settings = settings  # the nearest marker's keys, filled up from the markers above it
        self.root = root  # of the work tree that holds cwd, else cwd itself; "" without cwd
        self.gitdir = gitdir  # this work tree's own git folder; "" outside of git
        self.marked = marked


def identify(cwd: str, home_dir: str = "") -> tuple[str, str, Settings, str]:
    """Workspace, project id, settings of the markers, and root of the folder `cwd` (see `place_of`)."""
    place = place_of(cwd, home_dir)
    return place.workspace, place.name, place.settings, place.root


def place_of(cwd: str, home_dir: str = "", read_marker: Callable[[str], Settings] | None = None) -> Place:
    """The place of the folder `cwd`.

    The id is the nearest marker's `project`, else slug(folder) and 8 hex digits of the sha256 of the real path of the
    git common folder, else of cwd: worktrees and subdirectories share one id. Markers count from cwd up to, not
    including, `home_dir`. Without cwd the project is `unplaced`. Never raises: what cannot be read is not there.
    """
    if not cwd or "\0" in cwd or len(cwd) > LONGEST_PATH or not os.path.isabs(cwd):
        return Place(DEFAULT_WORKSPACE, UNPLACED, {}, "", "", False)
    here = _real(cwd)
    settings, marker_root = _markers(here, _real(home_dir) if home_dir else "", read_marker or marker)
    tree, gitdir, common = _git(here)
    workspace = safe_name(_text(settings.get("workspace")), DEFAULT_WORKSPACE)
    named = _text(settings.get("project"))
    if named:
        name, root = safe_name(named, "project"), tree or marker_root
    elif common:
        name, root = f"{_shown(_folder(common, gitdir, tree))}-{short_hash(common)}", tree
    else:
        name, root = f"{_shown(os.path.basename(here))}-{short_hash(here)}", here
    return Place(workspace, name, settings, root, gitdir, bool(marker_root))


def place_below(cwd: str, root: str) -> str:
    """The part of the folder's real path below `root`, with its leading separator; "" at the root or outside of it."""
    if not cwd or not root or cwd == root:
        return ""
    here = _real(cwd)
    return here[len(root) :] if here.startswith(root.rstrip(os.sep) + os.sep) else ""


def branch(gitdir: str) -> str:
    """The branch that the work tree has checked out; the commit's first 12 digits where none; "" outside of git."""
    if not gitdir:
        return ""
    head = _line(os.path.join(gitdir, "HEAD"))
    if head.startswith("ref: refs/heads/"):
        return head[len("ref: refs/heads/") :][:200]
    return head[:12] if len(head) >= 40 else ""


def slug(text: str) -> str:
    """The text as part of a file name: letters of any script, digits, `.`, `_` and `-`; never begins with a sign."""
    kept = "".join(char if char.isalnum() or char in "._-" else "-" for char in text.lower())
    while "--" in kept:
        kept = kept.replace("--", "-")
    kept = kept.strip("._-")[:48].strip("._-")
    return kept or "project"


def _shown(folder: str) -> str:
    """The folder's name as part of the project's: a secret in it would stand in every path of the project."""
    return slug(redact(folder)[0])


def safe_name(text: str, default: str) -> str:
    """A name that a person chose, safe as a folder name everywhere; letters keep their case."""
    kept = "".join(char if char.isalnum() or char in "._-" else "-" for char in text).strip("._-")[:64].strip("._-")
    while len(kept.encode("utf-8", "replace")) > _NAME_BYTES:
        kept = kept[:-1].strip("._-")
    if not kept:
        return default
    return f"{kept}-x" if kept.split(".")[0].lower() in _DEVICES else kept


def short_hash(text: str) -> str:
    """The first 8 hex digits of the sha256 of the text."""
    data = text.encode("utf-8", "surrogatepass")
    for name in ("_sha256", "_sha2"):  # Python 3.11, 3.12 and later: hashlib takes longer to import than all else here
        try:
            return str(__import__(name).sha256(data).hexdigest()[:8])
        except (ImportError, AttributeError):
            continue
    import hashlib

    return hashlib.sha256(data).hexdigest()[:8]


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.path.normpath(path)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _line(path: str) -> str:
    """The first line of a small file; "" where it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # a pipe has nobody who writes
    except OSError:
        return ""
    try:
        return os.read(handle, 4096).decode("utf-8", "surrogateescape").split("\n", 1)[0].strip()
    except OSError:
        return ""
    finally:
        os.close(handle)


def _parents(path: str) -> list[str]:
    found = [path]
    while True:
        parent = os.path.dirname(path)
        if parent == path:
            return found
        found.append(parent)
        path = parent


def _markers(here: str, home: str, read: Callable[[str], Settings]) -> tuple[Settings, str]:
    """The settings of all markers from here up, the nearest first in force, and the nearest marker's folder.

    Of what they say about capture none loosens another; their `ignore_paths` count from the marker's own folder.
    """
    merged: Settings = {}
    nearest = ""
    for folder in _parents(here):
        if home and folder == home:
            break
        path = os.path.join(folder, MARKER)
        if not os.path.exists(path):
            continue
        nearest = nearest or folder
        for key, value in read(path).items():
            mine = merged.get(key)
            if key == "capture":
                merged[key] = joined(mine, _rooted(value, folder))
            elif isinstance(mine, dict) and isinstance(value, dict):
                merged[key] = {**value, **mine}
            elif key not in merged:
                merged[key] = value
    return merged, nearest


def _rooted(capture: object, folder: str) -> object:
    """The capture table with its paths as seen from anywhere: relative ones with a `/` stand below the folder."""
    if not isinstance(capture, dict) or "ignore_paths" not in capture:
        return capture
    given = joined(capture, None)["ignore_paths"]
    return {**capture, "ignore_paths": [*given, *(f"{folder}/{one}" for one in given if _is_below(one))]}


def _is_below(pattern: str) -> bool:
    return "/" in pattern.rstrip("/") and pattern[0] not in "/~$" and not pattern.startswith("**/")


def _git(here: str) -> tuple[str, str, str]:
    """The work tree's root, its git folder, and the real path of the common git folder; empty outside of git."""
    for folder in _parents(here):
        entry = os.path.join(folder, ".git")
        if os.path.isdir(entry):
            gitdir = entry
        elif os.path.isfile(entry):
            pointer = _line(entry)
            if not pointer.startswith("gitdir:"):
                continue
            gitdir = os.path.normpath(os.path.join(folder, pointer[len("gitdir:") :].strip()))
        elif _is_bare(folder):
            gitdir = folder
        else:
            continue
        if not os.path.exists(os.path.join(gitdir, "HEAD")) and os.path.isdir(gitdir):
            continue
        shared = _line(os.path.join(gitdir, "commondir"))
        common = os.path.normpath(os.path.join(gitdir, shared)) if shared else _owner(gitdir)
        return folder, gitdir, _real(common)
    return "", "", ""


def _is_bare(folder: str) -> bool:
    """Whether the folder is itself a repository without a work tree; `.git` belongs to the folder around it."""
    return (
        os.path.isfile(os.path.join(folder, "HEAD"))
        and os.path.isdir(os.path.join(folder, "objects"))
        and os.path.isdir(os.path.join(folder, "refs"))
        and os.path.basename(folder) != ".git"
    )


def _owner(gitdir: str) -> str:
    """The common folder of a git folder that names none: of a worktree whose own folder is gone, by its place."""
    parent = os.path.dirname(gitdir)
    if os.path.basename(parent) == "worktrees" and not os.path.isdir(gitdir):
        return os.path.dirname(parent)
    return gitdir


def _folder(common: str, gitdir: str, tree: str) -> str:
    """The name of the main repository's folder; of a submodule or a separate git folder, of the work tree."""
    base = os.path.basename(common)
    if base.startswith("."):  # `.git`, or a bare repository beside its work trees, as `.bare`
        return os.path.basename(os.path.dirname(common))
    if base.endswith(".git"):
        return base[: -len(".git")]
    return os.path.basename(tree) if _real(gitdir) == common else base


def marker(path: str) -> Settings:
    """The marker file's table; what it says of capture in words that nobody knows counts as `parsed` has it."""
    found = parsed(path)
    capture = found.get("capture", {})
    known = isinstance(capture, dict) and _KEYS.issuperset(capture) and is_mode(capture.get("mode"))
    return found if known and _KEYS.isdisjoint(found) else _broken(path)


def parsed(path: str, most: int = MARKER_BYTES) -> Settings:
    """The TOML file's table, empty where the file is missing.

    One that cannot be read (broken, longer than `most`, no plain file) may say that nothing is to be kept here, so it
    counts as that, with its path under `broken`; `doctor` tells.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return {}
    except OSError:
        return _broken(path)
    try:
        data = os.read(handle, most + 1) if os.fstat(handle).st_mode & _KIND == _REGULAR else None
    except OSError:
        data = None
    finally:
        os.close(handle)
    if data is None or len(data) > most:
        return _broken(path)
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return _broken(path)


def _broken(path: str) -> Settings:
    return {"capture": {"mode": "off"}, "broken": path}
