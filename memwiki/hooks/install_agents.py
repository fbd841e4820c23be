"""Which settings file each agent reads, and what memwiki writes there."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwiki.config import environment_place, user_folder
from memwiki.errors import UsageError


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent that can be installed into. `timeouts` are seconds by event; the order is the order of writing."""

    name: str
    title: str
    program: str
    variable: str  # names the agent's own folder, where set
    folder: str  # below the person's home folder
    user_file: str
    project_file: str  # below the project's root
    timeouts: Mapping[str, int]
    next_steps: tuple[str, ...]

    def own_folder(self) -> Path:
        """The agent's settings folder of this person."""
        return environment_place(self.variable) or user_folder() / self.folder

    def settings(self, scope: str, root: Path) -> Path:
        """The file that is edited: the person's, or the project's below `root`."""
        return self.own_folder() / self.user_file if scope == "user" else root / self.project_file

    def is_present(self) -> bool:
        """Whether this person seems to use the agent."""
        return self.own_folder().is_dir() or shutil.which(self.program) is not None

    def handlers(self, command: str) -> dict[str, dict[str, Any]]:
        """One handler an event, all with the same command."""
        return {
            event: {"type": "command", "command": command, "timeout": timeout}
            for event, timeout in self.timeouts.items()
        }


# The default limit of a SessionEnd hook is 1.5 s in both agents; Codex clamps it to 3 s.
CLAUDE_CODE = Agent(
    name="claude-code",
    title="Claude Code",
    program="claude",
    variable="CLAUDE_CONFIG_DIR",
    folder=".claude",
    user_file="settings.json",
    project_file=".claude/settings.local.json",  # the command names a path of this machine, so not the shared file
    timeouts=dict.fromkeys(
        (
            "SessionStart",
            "UserPromptSubmit",
            "PostToolUse",
            "PostToolUseFailure",
            "SubagentStop",
            "Stop",
            "StopFailure",
            "PreCompact",
            "PostCompact",
            "SessionEnd",
        ),
        10,
    ),
    next_steps=("start a new Claude Code session, work as always",),
)
CODEX = Agent(
    name="codex",
    title="Codex",
    program="codex",
    variable="CODEX_HOME",
    folder=".codex",
    user_file="hooks.json",
    project_file=".codex/hooks.json",
    timeouts={
        "SessionStart": 10,
        "UserPromptSubmit": 10,
        "PostToolUse": 10,
        "SubagentStop": 10,
        "Stop": 10,
        "PreCompact": 10,
        "PostCompact": 10,
        "SessionEnd": 3,
    },
    next_steps=(
        "start codex; at “Hooks need review” (or with /hooks) press t: Codex runs no hook that you did not trust",
    ),
)
AGENTS = {agent.name: agent for agent in (CLAUDE_CODE, CODEX)}


def named(name: str) -> Agent:
    """The agent; UsageError where memwiki has no installer for it."""
    if name not in AGENTS:
        raise UsageError(f"no installer for {name!r}", hint=f"known: {', '.join(AGENTS)}")
    return AGENTS[name]
