"""What the hook has to know of the person's configuration: small, and already read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Table = dict[str, Any]

_YES = ("true", "yes", "1")
_MOST = 2048  # entries of one list
_MODES = ("on", "prompts-off", "off")  # from loud to quiet: a marker may quiet the memory, never loosen it


class Settings:
    """The capture settings in force for one event."""

    __slots__ = ("allow", "allowlist", "extra_patterns", "ignore_paths", "mode", "operator")

    def __init__(
        self,
        mode: str = "on",
        allowlist: bool = False,
        ignore_paths: tuple[str, ...] = (),
        extra_patterns: tuple[str, ...] = (),
        allow: tuple[str, ...] = (),
        operator: str = "",
    ) -> None:
        self.mode = mode  # on, off or prompts-off
        self.allowlist = allowlist  # no marker, no capture
        self.ignore_paths = ignore_paths
        self.extra_patterns = extra_patterns
        self.allow = allow
        self.operator = operator


def settings_of(user: Mapping[str, Any], marker: Mapping[str, Any], login: str = "") -> Settings:
    """The settings of config.toml under those of the marker; lists add up, and the quieter mode holds."""
    mine, local = _table(user, "capture"), _table(marker, "capture")
    person = user.get("operator")
    operator = person.get("name") if isinstance(person, dict) else None
    return Settings(
        mode=quieter(_mode(mine), _mode(local)),
        allowlist=_switch(mine.get("allowlist")),
        ignore_paths=_texts(mine, "ignore_paths") + _texts(local, "ignore_paths"),
        extra_patterns=_texts(mine, "extra_patterns"),
        allow=_texts(mine, "allow"),
        operator=operator if isinstance(operator, str) and operator else login,
    )


def quieter(one: object, two: object) -> str:
    """The mode of the two that keeps less; what is no mode says that something should not be kept, so it is `off`."""
    return max(_plain(one), _plain(two), key=_MODES.index)


def joined(near: object, far: object) -> Table:
    """The capture tables of two marker files, one inside the other's folder: neither loosens the other."""
    one, two = _table({"capture": near}, "capture"), _table({"capture": far}, "capture")
    found: Table = {**two, **one}
    if "mode" in found:
        found["mode"] = quieter(one.get("mode"), two.get("mode"))
    if "ignore_paths" in found:
        found["ignore_paths"] = [*_texts(one, "ignore_paths"), *_texts(two, "ignore_paths")]
    return found


def _mode(table: Mapping[str, Any]) -> str:
    return _plain(table.get("mode"))


def _plain(mode: object) -> str:
    if mode is None or mode is True:
        return "on"
    plain = _named(mode) if isinstance(mode, str) else ""
    return plain if plain in _MODES else "on" if plain in _YES else "off"


def is_mode(mode: object) -> bool:
    """Whether the text, or its absence, names a mode of capture."""
    return mode is None or (isinstance(mode, str) and (_named(mode) in _MODES or _named(mode) in _YES))


def _named(mode: str) -> str:
    return mode.strip().lower().replace("_", "-")


def _switch(value: object) -> bool:
    """Whether the switch is on; a text that says neither yes nor no counts as yes."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "false", "no", "off", "0")
    return bool(value)


def _table(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The section; one that is no table cannot be read, and keeps nothing."""
    value = settings.get(key)
    return value if isinstance(value, dict) else {} if value is None else {"mode": value}


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key)
    texts = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return tuple(item.strip() for item in texts[:_MOST] if isinstance(item, str) and item.strip())
