"""What the hook has to know of the person's configuration: small, and already read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
    operator = _table(user, "operator").get("name")
    return Settings(
        mode=max(_mode(mine), _mode(local), key=_MODES.index),
        allowlist=mine.get("allowlist") is True,
        ignore_paths=_texts(mine, "ignore_paths") + _texts(local, "ignore_paths"),
        extra_patterns=_texts(mine, "extra_patterns"),
        allow=_texts(mine, "allow"),
        operator=operator if isinstance(operator, str) and operator else login,
    )


def _mode(table: Mapping[str, Any]) -> str:
    mode = table.get("mode")
    return mode if isinstance(mode, str) and mode in _MODES else "off" if mode is False else "on"


def _table(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = settings.get(key)
    return value if isinstance(value, dict) else {}


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key)
    return tuple(item for item in value[:128] if isinstance(item, str) and item) if isinstance(value, list) else ()
