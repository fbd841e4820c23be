"""What `doctor` looks at on the agents' side: the bundle, the settings, Codex's trust, the last error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from memwiki.hooks.bundle import is_current
from memwiki.hooks.install import state_of
from memwiki.hooks.install_agents import AGENTS, SCOPES, Agent
from memwiki.hooks.install_forms import switches_off
from memwiki.hooks.install_trust import are_switched_off, untrusted
from memwiki.paths import Home

State = Literal["ok", "warn", "fail"]
Row = tuple[str, State, str, str]  # name, state, detail, remedy

_RECENT = timedelta(days=7)
_STATES: dict[str, tuple[State, str, str]] = {
    "current": ("ok", "hooks are in place", ""),
    "stale": ("warn", "hooks name another interpreter or home", "memwiki install {}"),
    "incomplete": ("warn", "some events have no hook", "memwiki install {}"),
    "off": ("warn", "the settings switch hooks off", "take out disableAllHooks, hooksConfig or features.hooks"),
    "absent": ("warn", "hooks are not installed", "memwiki install {}"),
}


def checks(home: Home, root: str, now: str) -> list[Row]:
    """Every check, in the order in which an event travels; `now` is an instant as it is stored."""
    project = Path(root) if root else Path.cwd()
    there = [agent for agent in AGENTS.values() if agent.is_present()]
    found = [row for agent in there for row in _agent(home, agent, project)]
    return [*found, *_twice(home, project), *_events(home, there), _bundle(home, bool(found)), _last_error(home, now)]


def _agent(home: Home, agent: Agent, project: Path) -> Iterator[Row]:
    states = {scope: state_of(home, agent, scope, project) for scope in SCOPES}
    best = "current" if "current" in states.values() else states["user"]
    if best == "absent" and states["project"] not in ("absent", "none"):
        best = states["project"]
    off = _switched_off(agent, project) if best == "current" else None
    if off:
        yield agent.name, "warn", f"{off} switches hooks off", _STATES["off"][2]
        return
    if best == "current" and agent.name == "codex" and are_switched_off(agent):
        best = "off"
    state, detail, remedy = _STATES.get(best, ("fail", best, f"mend {agent.settings('user', project)}"))
    yield agent.name, state, detail, remedy.format(agent.name)
    if agent.name == "codex" and best == "current":
        scope = "user" if states["user"] == "current" else "project"
        missing = untrusted(home, agent, agent.settings(scope, project))
        if missing:
            yield "codex trust", "warn", f"not trusted: {', '.join(missing)}", "in codex: /hooks, then press t"
        else:
            yield "codex trust", "ok", "every hook is trusted", ""


def _switched_off(agent: Agent, project: Path) -> Path | None:
    """The settings file, of those that the agent reads here, which switches off hooks that stand in another."""
    if agent.can.settings != "groups":
        return None
    files = [agent.settings(scope, project) for scope in SCOPES if agent.has(scope)]
    folders = dict.fromkeys(path.parent for path in files)
    for path in (folder / name for folder in folders for name in ("settings.json", "settings.local.json")):
        try:
            text = path.read_text("utf-8-sig") if path.is_file() else ""
        except (OSError, UnicodeDecodeError):
            continue
        if switches_off(text):
            return path
    return None


def _twice(home: Home, project: Path) -> Iterator[Row]:
    """Cursor reads Claude Code's hooks besides its own, and sends each event to both."""
    cursor, claude = AGENTS["cursor"], AGENTS["claude-code"]
    if not cursor.is_present():
        return
    both = [any(state_of(home, agent, scope, project) == "current" for scope in SCOPES) for agent in (cursor, claude)]
    if all(both):
        detail = "Cursor runs Claude Code's hooks too: each event comes twice, and is counted once"
        yield (
            "cursor twice",
            "warn",
            detail,
            "memwiki uninstall cursor, or end third-party imports in Cursor's settings",
        )


def _events(home: Home, agents: Iterable[Agent]) -> Iterator[Row]:
    """When each agent was last heard of."""
    folders = [folder for folder in (home.root / "raw").glob("*/*/*") if folder.is_dir()]
    for agent in agents:
        mine = [folder for folder in folders if folder.name.startswith(f"{agent.name}-")]
        times = [path.stat().st_mtime for folder in mine for path in folder.glob("*.jsonl")]
        if times:
            when = datetime.fromtimestamp(max(times), UTC).strftime("%Y-%m-%d %H:%M UTC")
            yield f"{agent.name} events", "ok", f"{_sessions(len(mine))}, the last event at {when}", ""


def _sessions(count: int) -> str:
    return f"{count} session" + ("" if count == 1 else "s")


def _bundle(home: Home, needed: bool) -> Row:
    if is_current(home.root, sys.executable):
        return "hook", "ok", f"{home.bin} is current", ""
    if needed:
        return "hook", "warn", f"{home.bin} is missing or older than memwiki", "memwiki install --all"
    return "hook", "ok", "no agent uses it yet", ""


def _last_error(home: Home, now: str) -> Row:
    log = home.logs / "hook.log"
    try:
        lines = log.read_text("utf-8", "replace").splitlines() if log.is_file() else []
    except OSError:
        lines = []
    recent = (datetime.fromisoformat(now) - _RECENT).isoformat()
    if not lines or lines[-1] < recent:
        return "hook errors", "ok", "none lately", ""
    return "hook errors", "warn", lines[-1][:200], f"read {log}; delete it once you have"
