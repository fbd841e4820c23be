"""Text files of a person's project, read with care: inside its folder, no links, bounded, and not what is left out."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

from memwiki.app.desk import Desk, stamp
from memwiki.capture.ignore import matches
from memwiki.capture.project import place_of
from memwiki.capture.settings import Settings, settings_of
from memwiki.config import load, user_folder
from memwiki.errors import UsageError

MAX_BYTES = 256 * 1024


def settings_at(desk: Desk, folder: Path) -> Settings:
    """What may be kept of this folder; UsageError where nothing may."""
    place = place_of(str(folder), str(user_folder()))
    config = load(desk.home.root, None)
    settings = settings_of(config.settings.model_dump(mode="json"), place.settings, config.operator)
    if settings.mode == "off" or (settings.allowlist and not place.marked):
        raise UsageError(f"nothing of {folder} may be kept: capture is off there", hint="memwiki config; .memwiki.toml")
    return settings


def text_at(root: Path, path: Path, settings: Settings) -> str | None:
    """The file's text; None for what is no plain file inside the root, too large, binary, or left out by a person."""
    if path.is_symlink() or not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
        return None
    if matches(str(path), settings.ignore_paths, str(root)) or path.stat().st_size > MAX_BYTES:
        return None
    with contextlib.suppress(OSError):
        data = path.read_bytes()
        return None if b"\0" in data[:8192] else data.decode("utf-8-sig", "replace")
    return None


def changed_at(path: Path) -> str:
    """When the file was last written."""
    return stamp(datetime.fromtimestamp(path.stat().st_mtime, UTC))
