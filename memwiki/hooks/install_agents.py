"""The agents that memwiki can be put into: their settings files of this person and of a project."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwiki.capture.agents import ADAPTERS, Capabilities, capabilities
from memwiki.config import environment_place, user_folder
from memwiki.errors import UsageError

SCOPES = ("user", "project")


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent that can be installed into; all that is particular to it is data of its adapter."""

    can: type[Capabilities]

    @property
    def name(self) -> str:
        """As on the command line."""
        return self.can.name

    @property
    def title(self) -> str:
        """As its makers call it."""
        return self.can.title

    def own_folder(self) -> Path:
        """The agent's settings folder of this person."""
        named = environment_place(self.can.variable) if self.can.variable else None
        return named / self.can.below if named else user_folder() / self.can.folder

    def has(self, scope: str) -> bool:
        """Whether the agent reads settings of this scope."""
        return bool(self.can.user_file if scope == "user" else self.can.project_file)

    def settings(self, scope: str, root: Path) -> Path:
        """The file that is edited: the person's, or the project's below `root`. UsageError where there is none."""
        if not self.has(scope):
            raise UsageError(f"{self.title} reads no {scope} settings", hint=f"memwiki install {self.name}")
        return self.own_folder() / self.can.user_file if scope == "user" else root / self.can.project_file

    def is_present(self) -> bool:
        """Whether this person seems to use the agent."""
        return self.own_folder().is_dir() or (bool(self.can.program) and shutil.which(self.can.program) is not None)

    @property
    def next_steps(self) -> tuple[str, ...]:
        """What the person does after an install."""
        return (self.can.next_step,)

    def timeout(self, event: str) -> int:
        """How long the agent waits for the hook, in its own unit."""
        seconds = self.can.end_limit if event.lower() == "sessionend" else 10
        return seconds * 1000 if self.can.timeouts == "ms" else seconds

    def handlers(self, commands: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """One handler an event, in the form that the agent's settings have; `commands` by event."""
        return {event: _HANDLERS[self.can.name](self, event, commands[event]) for event in self.can.events}

    @property
    def top(self) -> Mapping[str, Any]:
        """What the settings must hold besides the hooks."""
        return {"version": 1} if self.name in ("cursor", "copilot-cli") else {}


def _claude(agent: Agent, event: str, command: str) -> dict[str, Any]:
    return {"type": "command", "command": command, "timeout": agent.timeout(event)}


def _gemini(agent: Agent, event: str, command: str) -> dict[str, Any]:
    return {"name": "memwiki", **_claude(agent, event, command)}


def _cursor(agent: Agent, event: str, command: str) -> dict[str, Any]:
    return {"command": command, "timeout": agent.timeout(event)}


def _copilot(agent: Agent, event: str, command: str) -> dict[str, Any]:
    shell = "powershell" if os.name == "nt" else "bash"
    return {"type": "command", shell: command, "timeoutSec": agent.timeout(event)}


def _kimi(agent: Agent, event: str, command: str) -> dict[str, Any]:
    return {"event": event, "command": command, "timeout": agent.timeout(event)}


def _kiro(agent: Agent, event: str, command: str) -> dict[str, Any]:
    matcher = {"matcher": ".*"} if "Tool" in event else {}
    return {
        "name": f"memwiki-{event.lower()}",
        "trigger": event,
        **matcher,
        "action": {"type": "command", "command": command},
        "timeout": agent.timeout(event),
        "enabled": True,
    }


_HANDLERS = {
    "claude-code": _claude,
    "codex": _claude,
    "cursor": _cursor,
    "gemini-cli": _gemini,
    "qwen-code": _gemini,
    "copilot-cli": _copilot,
    "kimi": _kimi,
    "kiro": _kiro,
    "opencode": _claude,
}
AGENTS = {name: Agent(capabilities(name)) for name in ADAPTERS}
CLAUDE_CODE, CODEX = AGENTS["claude-code"], AGENTS["codex"]


def named(name: str) -> Agent:
    """The agent; UsageError where memwiki has no installer for it."""
    if name not in AGENTS:
        raise UsageError(f"no installer for {name!r}", hint=f"known: {', '.join(AGENTS)}")
    return AGENTS[name]
