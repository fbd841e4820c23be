"""Which projects there are, where they live, and which of them moved."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit

from memwiki.app.desk import Desk, Written
from memwiki.app.reading import page_paths
from memwiki.app.spooled import survey
from memwiki.capture.project import place_of
from memwiki.config import MARKER, home_folder, load, user_folder, write_value
from memwiki.errors import Invalid, NotFound, UsageError
from memwiki.files import atomic_write
from memwiki.paths import Home
from memwiki.records import Project

_MOST_ROOTS = 8  # folders remembered of one project, newest last
_REMOTE = re.compile(r"^\s*url\s*=\s*(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Place:
    """One project: the folders it was seen in, its remotes, how its repositories began, how much it holds."""

    project: str
    roots: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    sessions: int = 0
    pages: int = 0
    linked_to: str = ""


def list_projects(desk: Desk) -> list[Place]:
    """Every project of the home, in name order."""
    known = _known(desk.home)
    found = []
    for project in desk.home.projects():
        place = known.get(project.key, Place(project.key))
        sessions = sum(not one.is_ledger for one in survey(desk.home.raw(project), {}).values())
        pages = len(page_paths(desk.at(project)))
        found.append(replace(place, sessions=sessions, pages=pages))
    return found


def note_place(home: Home, project: Project, folders: Iterable[str]) -> None:
    """Remembers where the project was seen: the roots of these folders that belong to it, and their remotes."""
    known = _known(home)
    before = known.get(project.key, Place(project.key))
    roots, remotes, begun = list(before.roots), set(before.remotes), list(before.begun)
    for folder in dict.fromkeys(folders):
        found = place_of(folder, str(user_folder()))
        if Project(found.workspace, found.name) == project and found.root:
            roots = [one for one in roots if one != found.root] + [found.root]
            remotes |= set(_remotes(Path(found.root)))
            begun += [one for one in _begun(Path(found.root)) if one not in begun]
    after = Place(project.key, tuple(roots[-_MOST_ROOTS:]), tuple(sorted(remotes)), tuple(begun[-_MOST_ROOTS:]))
    if after != before:
        _write(home, {**known, project.key: after})


def at_home(desk: Desk, project: Project) -> Desk:
    """The desk in the project's own folder, so that its marker counts and not that of the folder we were called in."""
    if project == desk.project and not desk.named:
        return desk
    roots = _known(desk.home).get(project.key, Place(project.key)).roots
    root = next((Path(one) for one in reversed(roots) if Path(one).is_dir()), None)
    return replace(desk.at(project), config=load(desk.home.root, root))


def project_of_gone(home: Home, folder: str) -> Project | None:
    """The project that was once seen in this folder or in one above it; None where none was."""
    for place in _known(home).values():
        if any(folder == root or folder.startswith(root.rstrip("/") + "/") for root in place.roots):
            workspace, _, name = place.project.partition("/")
            return Project(workspace, name)
    return None


def moved(desk: Desk) -> list[str]:
    """What to say where this folder looks like another project that has moved or was cloned again."""
    if not desk.root:
        return []
    root, known = Path(desk.root), _known(desk.home)
    here = {*_remotes(root), *_begun(root)}
    return [
        f"{place.project} seems to be this repository in another place; go on with it: "
        f"memwiki projects link {place.project}"
        for place in known.values()
        if place.project != desk.project.key
        and here & {*place.remotes, *place.begun}
        and not any(Path(root).is_dir() for root in place.roots)
    ]


def link(desk: Desk, old: str, dry_run: bool = False) -> Written:
    """Writes a marker into this folder's project that names an older project."""
    workspace, _, name = old.rpartition("/")
    project = Project(workspace or desk.project.workspace, name)
    if project not in desk.home.projects():
        raise NotFound(f"no such project: {project.key}", hint="memwiki projects list")
    marker = (Path(desk.root) if desk.root else desk.cwd) / MARKER
    if marker.is_symlink():
        raise Invalid(f"{marker} is a symbolic link", hint="name the project in it by hand")
    document = tomlkit.parse(marker.read_text("utf-8-sig") if marker.exists() else "")
    document["workspace"], document["project"] = project.workspace, project.name
    if not dry_run:
        atomic_write(marker, tomlkit.dumps(document), 0o644)
    return Written(project.key, project.key, "link", "", str(marker))


def set_setting(home: Path | None, key: str, text: str, dry_run: bool = False) -> tuple[Path, Any]:
    """Sets one key of the person's file; gives the file and the value as stored."""
    if key in ("workspace", "project"):
        raise UsageError(f"{key} belongs in a marker file", hint=f"write it into {MARKER} in the project's folder")
    root = home_folder(home)
    return Home(root).config_file, write_value(root, key, text, dry_run)


def _remotes(root: Path) -> list[str]:
    """The repository's remotes, without credentials, read from its config file."""
    config = root / ".git" / "config"
    try:
        text = config.read_text("utf-8", "replace")
    except OSError:
        return []
    urls = (re.sub(r"//[^/@\s]*@", "//", url) for url in _REMOTE.findall(text))
    return sorted({re.sub(r"(\.git)?/*$", "", url) for url in urls})


def _begun(root: Path) -> list[str]:
    """A name for how the repository began, the same wherever it is moved: the first line that git logged in it."""
    try:
        with (root / ".git" / "logs" / "HEAD").open("rb") as log:
            first = log.readline(4096)
    except OSError:
        return []
    return [hashlib.sha256(first).hexdigest()[:16]] if first.strip() else []


def _known(home: Home) -> dict[str, Place]:
    try:
        tree = tomllib.loads(home.projects_file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}  # a cache of what raw/ says: it fills again
    return {
        key: Place(key, _texts(value.get("roots")), _texts(value.get("remotes")), _texts(value.get("begun")))
        for key, value in tree.items()
        if isinstance(value, dict)
    }


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _write(home: Home, known: Mapping[str, Place]) -> None:
    document = tomlkit.document()
    for key, place in sorted(known.items()):
        document[key] = {name: list(getattr(place, name)) for name in ("roots", "remotes", "begun")}
    atomic_write(home.projects_file, tomlkit.dumps(document))
