"""Codex runs only hooks that its person trusted, and forgets the trust of a changed one without a word."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from memwiki.files import atomic_write
from memwiki.hooks.install_agents import Agent
from memwiki.hooks.install_entries import entries
from memwiki.hooks.install_files import Edit
from memwiki.paths import Home


def note_trust(home: Home, agent: Agent, edit: Edit) -> None:
    """Remembers what was trusted before our commands change: a hash that stays the same then is stale."""
    if agent.name != "codex" or not edit.changes:
        return
    atomic_write(_noted(home), json.dumps(_hashes(agent), indent=1) + "\n")


def untrusted(home: Home, agent: Agent, path: Path) -> list[str]:
    """Our events in a Codex hooks file that Codex will skip: never trusted, or trusted before they changed."""
    try:
        text = path.read_text("utf-8")
    except OSError:
        return []
    hashes = _hashes(agent)
    try:
        before = json.loads(_noted(home).read_bytes())
    except (OSError, ValueError):
        before = {}
    found = []
    for entry in entries(text, agent.name):
        key = f"{path}:{_snake(entry.event)}:{entry.group}:{entry.handler}"
        if key not in hashes or hashes[key] == before.get(key):
            found.append(entry.event)
    return found


def are_switched_off(agent: Agent) -> bool:
    """Whether Codex' own configuration switches hooks off."""
    features = _config(agent).get("features")
    return isinstance(features, dict) and (features.get("hooks") is False or features.get("codex_hooks") is False)


def _config(agent: Agent) -> dict[str, Any]:
    try:
        path = agent.own_folder() / "config.toml"
        return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}


def _hashes(agent: Agent) -> dict[str, str]:
    hooks = _config(agent).get("hooks")
    state = hooks.get("state") if isinstance(hooks, dict) else None
    return {
        str(key): str(value.get("trusted_hash", ""))
        for key, value in (state.items() if isinstance(state, dict) else ())
        if isinstance(value, dict) and value.get("trusted_hash")
    }


def _noted(home: Home) -> Path:
    return home.state / "installed" / "codex-trust.json"


def _snake(event: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
