"""Settings that were parsed before: `tomllib` is only imported where a file has changed since.

Nothing is written while an event is looked at: what was parsed is put down after the event was let in (`Kept.save`),
so that a project that is not captured leaves no trace, not even its folder's name in a cache.
"""

from __future__ import annotations

import os

from memwiki.capture import jsontext
from memwiki.capture.project import marker as read_marker
from memwiki.capture.project import parsed as read_toml
from memwiki.capture.project import short_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Table = dict[str, Any]

HOOK_FILE = "hook.json"
MARKERS_FILE = "markers-2.json"  # another number for another reading: what an older one kept is not what they say
_MAX_MARKERS = 256
_MAX_BYTES = 1 << 20  # of config.toml
_MARKED = ("workspace", "project", "capture", "recall", "review", "broken")  # what a marker file may hold
# what of config.toml the hook needs; the rest is the program's
_SECTIONS = ("capture", "spool", "operator", "compile", "recall", "handoff", "skills")
# what of that the environment may name, as in `config.env_name`
_ENVIRONMENT = (
    ("capture", "mode", str),
    ("capture", "allowlist", bool),
    ("capture", "ignore_paths", list),
    ("capture", "extra_patterns", list),
    ("capture", "allow", list),
    ("spool", "fsync", str),
    ("spool", "project_mb", int),
    ("spool", "total_mb", int),
    ("operator", "name", str),
    ("compile", "detached", bool),
    ("recall", "on_start", bool),
    ("recall", "on_prompt", bool),
    ("recall", "threshold", float),
    ("recall", "max_chars", int),
    ("handoff", "claim", str),
    ("skills", "on_prompt", bool),
    ("skills", "share", str),
)


class Kept:
    """What of one home was parsed before, and what of it is new."""

    __slots__ = ("_new", "home")

    def __init__(self, home: str) -> None:
        self.home = home
        self._new: dict[str, Table] = {}

    def user_settings(self) -> Table:
        """The person's settings, and under `launch` the command that starts memwiki (empty where none is known)."""
        state = os.path.join(self.home, "state", HOOK_FILE)
        kept = read_json(state)
        stamp = stamp_of(os.path.join(self.home, "config.toml"))
        if kept.get("stamp", [0, 0]) == stamp and (stamp == [0, 0] or kept.get("sections") == len(_SECTIONS)):
            settings = kept.get("settings")
        else:
            parsed = read_toml(os.path.join(self.home, "config.toml"), _MAX_BYTES)
            settings = {name: parsed[name] for name in (*_SECTIONS, "broken") if name in parsed}
            self._new[state] = {**kept, "stamp": stamp, "sections": len(_SECTIONS), "settings": settings}
        launch = kept.get("launch")
        found = settings if isinstance(settings, dict) else {}
        return {**found, "launch": launch if isinstance(launch, list) else []}

    def marker(self, path: str) -> Table:
        """A marker file's settings, from the cache where the file has not changed."""
        cache = os.path.join(self.home, "state", MARKERS_FILE)
        known, stamp = self._new.get(cache) or read_json(cache), stamp_of(path)
        key = short_hash(path) + short_hash(path[::-1])  # a folder's name may tell more than a person wants kept
        entry = known.get(key)
        if isinstance(entry, dict) and entry.get("stamp") == stamp and isinstance(entry.get("settings"), dict):
            return dict(entry["settings"])
        settings = {key: value for key, value in read_marker(path).items() if key in _MARKED}
        recent = dict(list(known.items())[-_MAX_MARKERS + 1 :])
        self._new[cache] = {**recent, key: {"stamp": stamp, "settings": settings}}
        return settings

    def save(self) -> None:
        """Puts down what is new; for events that were let in only."""
        for path, value in self._new.items():
            write_json(path, value)
        self._new = {}


def environment_settings() -> Table:
    """What the environment says of the settings that the hook needs; what cannot be read is left out."""
    found: Table = {}
    for section, name, kind in _ENVIRONMENT:
        text = os.environ.get(f"MEMWIKI_{section}_{name}".upper())
        value = None if text is None else _from_text(text.strip(), kind)
        if value is not None:
            found.setdefault(section, {})[name] = value
    return found


def over(lower: Table, upper: Table) -> Table:
    """Settings with another layer's above them, key by key; what of that is no table is passed over."""
    found = dict(lower)
    for section, values in upper.items():
        if isinstance(values, dict):
            mine = found.get(section)
            found[section] = {**mine, **values} if isinstance(mine, dict) else values
    return found


def _from_text(text: str, kind: type) -> object:
    if kind is bool:
        return text.lower() in ("1", "true", "yes", "on", "t", "y")
    if kind is int:
        return int(text[:15]) if text.isdecimal() else None
    if kind is float:
        try:
            return float(text)
        except ValueError:
            return None
    if kind is str:
        return text or None
    if text.startswith("["):
        import tomllib

        try:
            return list(tomllib.loads(f"v = {text}")["v"])
        except (ValueError, RecursionError):
            pass  # a glob may begin so, too
    return [part.strip() for part in text.split(",") if part.strip()]


def stamp_of(path: str) -> list[int]:
    """Times (ns) and size of the file, also the time that nobody can set; zeros where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return [0, 0]
    return [found.st_mtime_ns, found.st_size, found.st_ctime_ns]


def read_json(path: str) -> Table:
    """The JSON file's object; empty where it is missing or broken."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return {}
    try:
        data = b""
        while piece := os.read(handle, 1 << 16):
            data += piece
    except OSError:
        return {}
    finally:
        os.close(handle)
    try:
        value = jsontext.loads(data.decode("utf-8", "replace"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def write_json(path: str, value: Table) -> None:
    """Replaces the file in one step; a home that cannot be written stays without a cache."""
    from memwiki.spool.append import make_private

    scratch = f"{path}.{os.getpid()}"
    try:
        make_private(os.path.dirname(path))
        handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, jsontext.dumps(value).encode("utf-8", "replace"))
        finally:
            os.close(handle)
        os.replace(scratch, path)
    except OSError:
        return
