"""Changes an agent's settings file so that it can be put back to the byte: plan, back up once, replace, read again."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from memwiki.errors import Invalid, MemwikiError
from memwiki.files import PRIVATE_FILE, atomic_write
from memwiki.hooks.install_forms import Form

T = TypeVar("T")
_FIX = "mend the file, or move it away, and try again"


@dataclass(frozen=True, slots=True)
class Edit:
    """What would become of one file: `after` None deletes it."""

    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def changes(self) -> bool:
        """Whether any byte would differ."""
        return self.before != self.after

    def diff(self) -> str:
        """A unified diff, "" where nothing changes."""
        old, new = (
            (part or b"").decode("utf-8", "replace").splitlines(keepends=True) for part in (self.before, self.after)
        )
        lines = difflib.unified_diff(old, new, str(self.path), str(self.path))
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def read(path: Path) -> bytes | None:
    """The file's bytes, None where it is missing; Invalid for links and for what cannot be read."""
    if path.is_symlink():
        raise Invalid(
            f"{path} is a symbolic link", hint=f"edit {path.resolve()} by hand, or replace the link by a file"
        )
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # a pipe has nobody who writes
            raise Invalid(f"{path} is no plain file", hint="move it away, and try again")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Invalid(f"{path}: {error.strerror}", hint="check the file's owner and mode") from error


def plan_install(path: Path, form: Form) -> Edit:
    """The edit that puts our entries in."""
    before = read(path)
    return Edit(path, before, _guarded(path, lambda: form.add(_text(before)).encode("utf-8")))


def plan_uninstall(path: Path, form: Form, record: Path) -> Edit:
    """The edit that takes our entries out; the very bytes of old where nobody else changed the file since."""
    before = read(path)
    if before is None:
        return Edit(path, None, None)
    known = _known(record)
    if known.get("written") == _digest(before):
        return Edit(path, before, _original(record) if known.get("existed") else None)
    text = _guarded(path, lambda: _text(before))
    had = frozenset(known["had"]) if "had" in known else None
    after = _guarded(path, lambda: form.strip(text, had))
    if after == text:
        return Edit(path, before, before)
    # a lost record tells nothing of the time before: what holds neither a setting nor a remark is ours
    alone = known.get("existed") is False or not after or (not known and not _has_remarks(after))
    if alone and _guarded(path, lambda: form.is_bare(after)):
        return Edit(path, before, None)
    return Edit(path, before, after.encode("utf-8"))


def _has_remarks(text: str) -> bool:
    try:
        json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return True
    return False


def apply_install(edit: Edit, form: Form, record: Path) -> None:
    """Writes the edit, after keeping what the file was without us beside the record."""
    if not edit.changes or edit.after is None:
        return
    clean = plan_uninstall(edit.path, form, record).after
    made = _known(record).get("made", [str(folder) for folder in edit.path.parents if not folder.exists()])
    if clean is not None:
        atomic_write(_backup(record), clean)
    _write(edit)
    known = {
        "path": str(edit.path),
        "existed": clean is not None,
        "had": sorted(form.had(_text(clean))) if clean else [],
        "written": _digest(edit.after),
        "made": made,
    }
    atomic_write(record, json.dumps(known, ensure_ascii=False, indent=1) + "\n")


def apply_uninstall(edit: Edit, record: Path) -> None:
    """Writes the edit and forgets the record."""
    if edit.changes and edit.after is not None:
        _write(edit)
    elif edit.changes:
        edit.path.unlink()
        for folder in _known(record).get("made", []):
            if Path(folder).is_dir() and not any(Path(folder).iterdir()):
                Path(folder).rmdir()
    record.unlink(missing_ok=True)
    _backup(record).unlink(missing_ok=True)


def _write(edit: Edit) -> None:
    if read(edit.path) != edit.before:
        raise MemwikiError(f"{edit.path} was changed by another program just now", hint="run the command again")
    mode = edit.path.stat().st_mode & 0o777 if edit.before is not None else PRIVATE_FILE
    try:
        atomic_write(edit.path, edit.after or b"", mode)
    except OSError as error:
        raise MemwikiError(f"{edit.path}: {error.strerror}", hint="check the folder's owner and mode") from error
    if edit.path.read_bytes() != edit.after:
        raise MemwikiError(f"{edit.path} does not hold what was written", hint="run the command again")


def _guarded(path: Path, work: Callable[[], T]) -> T:
    """Runs the work on a file's text; what is wrong with it is told with the file's name."""
    try:
        return work()
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is not UTF-8", hint=_FIX) from error
    except Invalid as error:
        raise Invalid(f"{path}: {error.message}", hint=_FIX) from error


def _text(data: bytes | None) -> str:
    try:
        return data.decode("utf-8") if data else ""
    except UnicodeDecodeError as error:
        raise Invalid("not UTF-8") from error


def _known(record: Path) -> dict[str, Any]:
    try:
        known = json.loads(record.read_bytes())
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _backup(record: Path) -> Path:
    return record.with_suffix(".original")


def _original(record: Path) -> bytes | None:
    try:
        return _backup(record).read_bytes()
    except OSError as error:
        raise MemwikiError(f"the backup {_backup(record)} is gone", hint="remove memwiki's entries by hand") from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
