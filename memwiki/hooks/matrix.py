"""What each agent's program can do, as a table: for `memwiki agents` and docs/reference/agents.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from memwiki.capture.draft import EVENTS, plain
from memwiki.hooks.install import state_of
from memwiki.hooks.install_agents import AGENTS, Agent
from memwiki.paths import Home


def lines(home: Home, root: Path) -> list[dict[str, Any]]:
    """One line an agent: how its hooks stand for this person and project, and its capabilities."""
    return [_line(home, agent, root) for agent in AGENTS.values()]


def kept(agent: Agent) -> dict[str, list[str]]:
    """The observations' events that the agent's hooks give, each with the agent's own names for it."""
    found: dict[str, list[str]] = {}
    for native in agent.can.events:
        found.setdefault(EVENTS[plain(native)], []).append(native)
    return found


def _line(home: Home, agent: Agent, root: Path) -> dict[str, Any]:
    can = agent.can
    return {
        "agent": agent.name,
        "title": agent.title,
        "present": agent.is_present(),
        "user": state_of(home, agent, "user", root),
        "project": state_of(home, agent, "project", root),
        "settings": str(agent.settings("user", root)),
        "project_settings": str(agent.settings("project", root)) if agent.has("project") else "",
        "source": can.source,
        "versions": can.versions,
        "events": list(can.events),
        "inject": {"start": can.start, "prompt": can.prompt, "tool": can.tool},
        "cap_bytes": can.cap_bytes,
        "cap_utf16": can.cap_units,
        "timestamps": can.stamps,
        "durations": can.durations,
        "timeouts": can.timeouts,
        "end": can.end,
        "starts": list(can.sources),
        "trust": can.trust,
        "note": can.note,
    }
