"""Puts memwiki's hooks into agents and takes them out again."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from memwiki.config import process_environment
from memwiki.errors import Invalid, MemwikiError
from memwiki.hooks.bundle import install_bin
from memwiki.hooks.install_agents import AGENTS, Agent
from memwiki.hooks.install_files import Edit, apply_install, apply_uninstall, plan_install, plan_uninstall, read
from memwiki.hooks.install_forms import command_of, form_of
from memwiki.hooks.install_trust import note_trust
from memwiki.paths import Home


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done, or would be, with one agent. `backup` holds the file as it was without memwiki."""

    agent: str
    scope: str
    path: str
    changed: bool
    diff: str
    backup: str
    proved: bool | None
    next_steps: tuple[str, ...]


def present() -> list[Agent]:
    """The agents that this person seems to use."""
    return [agent for agent in AGENTS.values() if agent.is_present()]


def install(home: Home, agent: Agent, scope: str, root: Path, dry_run: bool) -> Installed:
    """Puts the hooks in, once, and proves by a test event that they store; writes nothing on a dry run."""
    path, record = agent.settings(scope, root), _record(home, agent, scope, root)
    form = form_of(home, agent)
    edit = plan_install(path, form)
    if not dry_run:
        install_bin(home.root, sys.executable)
        note_trust(home, agent, edit)
        apply_install(edit, form, record)
        prove(agent, command_of(home, agent, agent.can.events[0]))
    return _told(agent, scope, edit, record, None if dry_run else True)


def uninstall(home: Home, agent: Agent, scope: str, root: Path, dry_run: bool) -> Installed:
    """Takes the hooks out; the file is then as it was before, to the byte where nobody else changed it."""
    path, record = agent.settings(scope, root), _record(home, agent, scope, root)
    edit = plan_uninstall(path, form_of(home, agent), record)
    if not dry_run:
        apply_uninstall(edit, record)
    return _told(agent, scope, edit, record, None)


def prove(agent: Agent, command: str) -> None:
    """Runs the installed command once, in a scratch home, and looks for the line; MemwikiError if there is none."""
    with tempfile.TemporaryDirectory(prefix="memwiki-") as scratch:
        payload = {
            "session_id": "memwiki-test",
            "cwd": scratch,
            "hook_event_name": "UserPromptSubmit",
            "prompt": "memwiki tests its hook",
        }
        try:
            done = subprocess.run(  # the shell is what the agent itself uses
                command if os.name == "nt" else ["sh", "-c", command],
                input=json.dumps(payload).encode(),
                capture_output=True,
                env=process_environment(MEMWIKI_HOME=scratch),
                cwd=scratch,
                timeout=30,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise MemwikiError(f"the hook of {agent.title} did not run: {error}", hint="memwiki doctor") from error
        if done.returncode or not list(Path(scratch).glob("raw/*/*/*/*.jsonl")):
            raise MemwikiError(f"the hook of {agent.title} ran but stored nothing", hint="memwiki doctor")


def state_of(home: Home, agent: Agent, scope: str, root: Path) -> str:
    """`current`, `stale` (another command), `incomplete` (events missing), `off`, `absent`, `none` (the agent has no
    such settings), or what is wrong with the file."""
    if not agent.has(scope):
        return "none"
    try:
        data = read(agent.settings(scope, root))
        return form_of(home, agent).state(data.decode("utf-8")) if data else "absent"
    except (Invalid, UnicodeDecodeError) as error:
        return f"unreadable: {error}"


def _told(agent: Agent, scope: str, edit: Edit, record: Path, proved: bool | None) -> Installed:
    backup = record.with_suffix(".original")
    return Installed(
        agent.name,
        scope,
        str(edit.path),
        edit.changes,
        edit.diff(),
        str(backup) if backup.exists() else "",
        proved,
        agent.next_steps,
    )


def _record(home: Home, agent: Agent, scope: str, root: Path) -> Path:
    place = hashlib.sha256(str(agent.settings(scope, root)).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return home.state / "installed" / f"{agent.name}-{place}.json"
