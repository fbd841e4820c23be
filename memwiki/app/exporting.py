"""Approved skills leave as `SKILL.md` folders, and are taken back; what is not memwiki's is never touched.

`state/exports.json` keeps, for each folder that was written, a digest of what it holds. A folder without such a record,
or that holds something else by now, is somebody's own.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk, Written
from memwiki.app.reading import find_page, read_page
from memwiki.errors import Invalid, NeedsReview, NotFound, UsageError
from memwiki.files import atomic_write
from memwiki.records import Page

FILE = "SKILL.md"
_MARK = "generated-by: memwiki"
_LONGEST_NAME, _LONGEST_DESCRIPTION = 64, 1024  # limits of both agents
_LONGEST = 256 * 1024
_FOOTNOTE = re.compile(r"\[\^[^\]]+\](?::.*)?")
_LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\((?!https?:)[^)\s]*\)")
_UNPRINTABLE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff\\ud800-\\udfff]")


@dataclass(frozen=True, slots=True)
class _Target:
    """Where one skill goes."""

    folder: Path  # <skills>/<name>
    text: str


def skill(desk: Desk, name: str) -> Page:
    """The skill that a person means; UsageError where the page is none."""
    page = read_page(desk, name)
    if page.kind != "skill":
        raise UsageError(f"{find_page(desk, name)} is no skill", hint="memwiki skills list")
    return page


def export(desk: Desk, name: str, folder: Path, dry_run: bool = False) -> Written:
    """Writes an approved skill as `<name>/SKILL.md` below an agent's skills folder.

    The folder is made aside and renamed into its place. Invalid where something stands there that is not memwiki's, or
    that was changed since; NeedsReview where nobody approved the skill.
    """
    page = skill(desk, name)
    if page.status != "stable":
        raise NeedsReview(f"{page.path} is {page.status}", hint=f"memwiki review approve {page.path}")
    target = _target(desk, page, folder)
    kept = _kept(desk)
    told = kept.get(str(target.folder), {})
    held, wanted = _held(target.folder), _digest({FILE: target.text.encode()})
    if held is not None and held not in told.get("digests", ()):
        raise Invalid(
            f"{target.folder} is not memwiki's, or was changed", hint="move it away, or choose another folder"
        )
    if not dry_run and held != wanted:
        entry = {"id": page.id, "made": told.get("made") or _missing(target.folder.parent)}
        both = [wanted, *([held] if held else [])]  # whichever stands there, should this be stopped in between
        _keep(desk, {**kept, str(target.folder): {**entry, "digests": both}})
        _place(target)
        _keep(desk, {**kept, str(target.folder): {**entry, "digests": [wanted]}})
    return Written(desk.project.key, "" if dry_run else page.id, "export", page.path, str(target.folder / FILE))


def unexport(desk: Desk, name: str, folder: Path, dry_run: bool = False) -> Written:
    """Takes an exported skill back, with the folders that the export had made; also where its page is gone.

    `name` is the page, or the id of one that is gone. NotFound where it was not exported there; Invalid where the
    folder holds something else by now.
    """
    kept = _kept(desk)
    try:
        page = skill(desk, name)
        wanted, path = page.id, page.path
    except NotFound:
        wanted, path = name, ""
    found = [Path(one) for one, told in kept.items() if told.get("id") == wanted and Path(one).parent == folder]
    if not found:
        raise NotFound(f"{name} was not exported to {folder}", hint="memwiki skills export --dry-run shows the place")
    (target,) = found[:1]
    held = _held(target)
    if held is not None and held not in kept[str(target)].get("digests", ()):
        raise Invalid(f"{target} was changed since it was exported", hint="move it away, or remove it by hand")
    if not dry_run:
        if held is not None:
            aside = target.with_name(f".{target.name}.{os.getpid()}")
            target.rename(aside)
            shutil.rmtree(aside)
        made = kept.pop(str(target)).get("made") or []
        _keep(desk, _without_folders(kept, made))
    return Written(desk.project.key, "" if dry_run else wanted, "unexport", path, str(target / FILE))


def _without_folders(kept: dict[str, Any], made: list[str]) -> dict[str, Any]:
    """Removes the folders that an export had made, where they are empty; another that needs them takes them over."""
    heir = next((one for one in kept if any(Path(place) in Path(one).parents for place in made)), "")
    if heir:
        kept[heir] = {**kept[heir], "made": sorted({*(kept[heir].get("made") or []), *made}, key=len)}
        return kept
    with contextlib.suppress(OSError):
        for place in sorted(made, key=len, reverse=True):
            Path(place).rmdir()
    return kept


def _target(desk: Desk, page: Page, folder: Path) -> _Target:
    slug = re.sub(r"[^a-z0-9]+", "-", page.title.lower()).strip("-") or page.id
    name = f"memwiki-{slug}"[:_LONGEST_NAME].rstrip("-")
    other = _kept(desk).get(str(folder / name), {}).get("id")
    if other not in (None, page.id):  # another skill of the same title
        name = f"{name[: _LONGEST_NAME - 13]}-{page.id.rpartition('-')[2]}"
    text = _text(name, page)
    if desk.redacted(text) != text:
        raise Invalid(f"{page.path} holds what reads like a secret", hint=f"memwiki scan, then edit {page.path}")
    if len(text.encode()) > _LONGEST:
        raise Invalid(f"{page.path} is longer than {_LONGEST} bytes", hint=f"shorten {page.path}")
    return _Target(folder / name, text)


def _text(name: str, page: Page) -> str:
    """Front matter that any YAML reader parses (its values are in double quotes), and the page's body."""
    # agents choose a skill by its description: what it is for, then what it does
    told = " ".join(
        f"{str(text).rstrip('.。')}." for text in dict.fromkeys((page.title, page.meta.get("description"))) if text
    )
    described = _plain(told)[:_LONGEST_DESCRIPTION]
    quoted = json.dumps(" ".join(described.split()), ensure_ascii=False)
    head = f"---\nname: {name}\ndescription: {quoted}\nmetadata:\n  {_MARK}\n  memwiki-id: {page.id}\n---\n"
    lines = (_LINK.sub(r"\1", _FOOTNOTE.sub("", line)).rstrip() for line in _plain(page.body).splitlines())
    return head + "\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _plain(text: str) -> str:
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n"))


def _held(folder: Path) -> str | None:
    """A digest of what stands there; None where nothing does. Links and anything but files are never memwiki's."""
    if not os.path.lexists(folder):
        return None
    if folder.is_symlink() or not folder.is_dir():
        return "other"
    files = {}
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LONGEST:
            return "other"
        files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return _digest(files)


def _digest(files: dict[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, data in sorted(files.items()):
        found.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return found.hexdigest()


def _place(target: _Target) -> None:
    """The new folder whole, or the old one: it is never half written where an agent reads it."""
    target.folder.parent.mkdir(parents=True, exist_ok=True)
    staged = target.folder.with_name(f".{target.folder.name}.{os.getpid()}.new")
    aside = target.folder.with_name(f".{target.folder.name}.{os.getpid()}.old")
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir()
    try:
        atomic_write(staged / FILE, target.text, 0o644)
        if target.folder.exists():
            target.folder.rename(aside)
        staged.rename(target.folder)
    except OSError:
        if aside.exists() and not target.folder.exists():
            aside.rename(target.folder)
        raise
    finally:
        shutil.rmtree(staged, ignore_errors=True)
        shutil.rmtree(aside, ignore_errors=True)


def _missing(folder: Path) -> list[str]:
    """The folders that do not exist yet, from the outermost on."""
    return [str(one) for one in reversed((folder, *folder.parents)) if not one.exists()]


def _kept(desk: Desk) -> dict[str, Any]:
    try:
        held = json.loads((desk.home.state / "exports.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return {key: one for key, one in held.items() if isinstance(one, dict)} if isinstance(held, dict) else {}


def _keep(desk: Desk, held: dict[str, Any]) -> None:
    atomic_write(desk.home.state / "exports.json", json.dumps(held, indent=1))
