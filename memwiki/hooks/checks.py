"""What `doctor` looks at on the agents' side: the bundle, the settings, Codex's trust, the last error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from memwiki.hooks.bundle import is_current
from memwiki.hooks.install import state_of
from memwiki.hooks.install_agents import AGENTS, Agent
from memwiki.hooks.install_trust import untrusted
from memwiki.paths import Home

State = Literal["ok", "warn", "fail"]
Row = tuple[str, State, str, str]  # name, state, detail, remedy

_RECENT = timedelta(days=7)
_STATES: dict[str, tuple[State, str, str]] = {
    "current": ("ok", "hooks are in place", ""),
    "stale": ("warn", "hooks name another interpreter or home", "memwiki install {}"),
    "incomplete": ("warn", "some events have no hook", "memwiki install {}"),
    "off": ("warn", "the settings switch every hook off", "take out disableAllHooks"),
    "absent": ("warn", "hooks are not installed", "memwiki install {}"),
}


def checks(home: Home, root: str, now: str) -> list[Row]:
    """Every check, in the order in which an event travels; `now` is an instant as it is stored."""
    project = Path(root) if root else Path.cwd()
    found = [row for agent in AGENTS.values() if agent.is_present() for row in _agent(home, agent, project)]
    return [*found, _bundle(home, bool(found)), _last_error(home, now)]


def _agent(home: Home, agent: Agent, project: Path) -> Iterator[Row]:
    states = {scope: state_of(home, agent, scope, project) for scope in ("user", "project")}
    best = "current" if "current" in states.values() else states["user"]
    if best == "absent" and states["project"] != "absent":
        best = states["project"]
    state, detail, remedy = _STATES.get(best, ("fail", best, f"mend {agent.settings('user', project)}"))
    yield agent.name, state, detail, remedy.format(agent.name)
    if agent.name == "codex" and best == "current":
        scope = "user" if states["user"] == "current" else "project"
        missing = untrusted(home, agent, agent.settings(scope, project))
        if missing:
            yield "codex trust", "warn", f"not trusted: {', '.join(missing)}", "in codex: /hooks, then press t"
        else:
            yield "codex trust", "ok", "every hook is trusted", ""


def _bundle(home: Home, needed: bool) -> Row:
    if is_current(home.root, sys.executable):
        return "hook", "ok", f"{home.bin} is current", ""
    if needed:
        return "hook", "warn", f"{home.bin} is missing or older than memwiki", "memwiki install --all"
    return "hook", "ok", "no agent uses it yet", ""


def _last_error(home: Home, now: str) -> Row:
    log = home.logs / "hook.log"
    try:
        lines = log.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    recent = (datetime.fromisoformat(now) - _RECENT).isoformat()
    if not lines or lines[-1] < recent:
        return "hook errors", "ok", "none lately", ""
    return "hook errors", "warn", lines[-1][:200], f"read {log}; delete it once you have"
