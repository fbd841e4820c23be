"""The forms that agents' settings have, each with one way in and the same way out."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memwiki.errors import Invalid
from memwiki.hooks import install_entries, install_toml
from memwiki.hooks.bundle import STUB, command_for
from memwiki.hooks.install_agents import Agent
from memwiki.hooks.install_entries import BLANK, command_in, pattern
from memwiki.hooks.jsontext import parse
from memwiki.paths import Home
from memwiki.resources import text as resource

PLUGIN = "templates/agents/opencode.js"
_PLUGIN_MARK = "// memwiki's plugin"
_PLUGIN_COMMAND = '["memwiki", "hook", "--agent", "opencode"]'


class Form(Protocol):
    """How one agent's settings are edited, from text to text; `had` are the keys that stood there before us."""

    def add(self, text: str) -> str:
        """The text with our hooks, as they should be now; Invalid where it cannot take them."""

    def strip(self, text: str, had: frozenset[str] | None) -> str:
        """The text without our hooks; `had` is None where nobody remembers."""

    def had(self, text: str) -> frozenset[str]:
        """What `strip` must leave in this text."""

    def is_bare(self, text: str) -> bool:
        """Whether nothing is left that anybody but us would have written."""

    def state(self, text: str) -> str:
        """`current`, `stale` (another command), `incomplete` (events missing), `off` or `absent`."""


def form_of(home: Home, agent: Agent) -> Form:
    """The form of the agent's settings, with the command that its hooks run now."""
    commands = {event: command_of(home, agent, event) for event in agent.can.events}
    wanted = agent.handlers(commands)
    if agent.can.settings in ("groups", "lists"):
        return _Json(agent, wanted)
    if agent.can.settings == "toml":
        return _Toml(agent, wanted)
    content = _plugin(home, agent) if agent.can.settings == "plugin" else _hooks_file(wanted)
    return _Own(agent, content)


def command_of(home: Home, agent: Agent, event: str) -> str:
    """The command that the settings hold for one event; it names the event where payloads do not."""
    return command_for(home.root, sys.executable, agent.name, event if agent.name == "copilot-cli" else "")


def _plugin(home: Home, agent: Agent) -> str:
    """The plugin's text, with the command that it runs."""
    command = [sys.executable, "-I", "-S", str(home.bin / STUB), "--agent", agent.name]
    return resource(PLUGIN).replace(_PLUGIN_COMMAND, json.dumps(command, ensure_ascii=False))


def _hooks_file(wanted: Mapping[str, Mapping[str, Any]]) -> str:
    return json.dumps({"version": "v1", "hooks": list(wanted.values())}, indent=2, ensure_ascii=False) + "\n"


class _Json:
    """Settings in JSON, with comments: `"hooks": {event: [...]}`."""

    def __init__(self, agent: Agent, wanted: Mapping[str, Mapping[str, Any]]) -> None:
        self.agent = agent
        self.wanted = wanted
        self.grouped = agent.can.settings == "groups"

    def add(self, text: str) -> str:
        return install_entries.add(text, self.agent.name, self.wanted, self.grouped, self.agent.top)

    def strip(self, text: str, had: frozenset[str] | None) -> str:
        kept = frozenset(self.agent.top) if had is None else had
        return install_entries.strip(text, self.agent.name, kept, self.grouped, self.agent.top)

    def had(self, text: str) -> frozenset[str]:
        return install_entries.empty_keys(text, self.agent.top)

    def is_bare(self, text: str) -> bool:
        return not text.strip(BLANK) or not set(parse(text).value) - set(self.agent.top)

    def state(self, text: str) -> str:
        found = install_entries.entries(text, self.agent.name, self.grouped) if text.strip(BLANK) else []
        if not found:
            return "absent"
        if switches_off(text):
            return "off"
        return _compared([(entry.event, entry.value) for entry in found], self.wanted, self.agent.name)


def switches_off(text: str) -> bool:
    """Whether settings in JSON switch hooks off, all or ours; False for what is no such settings."""
    try:
        tree = parse(text).value if text.strip(BLANK) else None
    except Invalid:
        return False
    if not isinstance(tree, dict):
        return False
    hooks, config = tree.get("hooks"), tree.get("hooksConfig")
    disabled = hooks.get("disabled") if isinstance(hooks, dict) else None
    return (
        tree.get("disableAllHooks") is True
        or (isinstance(config, dict) and config.get("enabled") is False)
        or (isinstance(disabled, list) and "memwiki" in disabled)
    )


class _Toml:
    """Settings in TOML: `[[hooks]]` tables."""

    def __init__(self, agent: Agent, wanted: Mapping[str, Mapping[str, Any]]) -> None:
        self.agent = agent
        self.wanted = wanted

    def add(self, text: str) -> str:
        return install_toml.add(text, self.agent.name, self.wanted)

    def strip(self, text: str, had: frozenset[str] | None) -> str:  # noqa: ARG002 - the block is marked
        return install_toml.strip(text, self.agent.name)

    def had(self, text: str) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    def is_bare(self, text: str) -> bool:
        return not text.strip(BLANK)

    def state(self, text: str) -> str:
        found = install_toml.handlers(text, self.agent.name)
        pairs = [(str(hook.get("event")), hook) for hook in found]
        return _compared(pairs, self.wanted, self.agent.name) if found else "absent"


class _Own:
    """A file that is memwiki's alone: written whole, removed whole, and never over another's."""

    def __init__(self, agent: Agent, content: str) -> None:
        self.agent = agent
        self.content = content

    def add(self, text: str) -> str:
        if text.strip(BLANK) and not self._is_ours(text):
            raise Invalid("the file is there already, and not memwiki's")
        return self.content

    def strip(self, text: str, had: frozenset[str] | None) -> str:  # noqa: ARG002 - nothing of it stays
        return "" if self._is_ours(text) else text

    def had(self, text: str) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    def is_bare(self, text: str) -> bool:
        return not text.strip(BLANK)

    def state(self, text: str) -> str:
        if not self._is_ours(text):
            return "absent"
        return "current" if text == self.content else "stale"

    def _is_ours(self, text: str) -> bool:
        # in JSON the command's quotes are escaped
        return text.startswith(_PLUGIN_MARK) or bool(pattern(self.agent.name).search(text.replace('\\"', '"')))


def _compared(
    found: Sequence[tuple[str, Mapping[str, Any]]], wanted: Mapping[str, Mapping[str, Any]], name: str
) -> str:
    """How hooks that are there compare with those that should be; a person may have changed their time limits."""
    if any(command_in(hook, name) != command_in(wanted.get(event, hook), name) for event, hook in found):
        return "stale"
    return "current" if {event for event, _ in found} >= set(wanted) else "incomplete"
