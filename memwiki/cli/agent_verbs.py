"""install, uninstall, agents, and the help of hook: memwiki inside the agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memwiki.cli.options import DryRun, Globals, Json, desk
from memwiki.cli.screen import columns, emit, note, say
from memwiki.errors import UsageError

if TYPE_CHECKING:
    from memwiki.hooks.install import Installed
    from memwiki.hooks.install_agents import Agent

Name = Annotated[str, typer.Argument(help="An agent's name, as `memwiki agents` lists it.")]
Scope = Annotated[str, typer.Option(help="user, or project (the settings inside the project's folder).")]
Every = Annotated[bool, typer.Option("--all", help="Every agent that is found on this machine.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(install)
    app.command()(uninstall)
    app.command()(agents)
    app.command()(hook)


def install(
    context: typer.Context,
    agent: Name = "",
    every: Every = False,
    scope: Scope = "user",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Put memwiki's hooks into an agent's settings, and prove that they store."""
    from memwiki.hooks.install import install as run

    place = desk(context)
    root = _root(scope, place.root, place.cwd)
    done = [run(place.home, one, scope, root, dry_run) for one in _chosen(agent, every, scope)]
    _told(done, dry_run, as_json, "hooks would go in" if dry_run else "hooks are in", "already up to date")
    if not as_json and not dry_run:
        for one in done:
            for step in one.next_steps:
                note(f"next: {step}")
        note("then: memwiki status")


def uninstall(
    context: typer.Context,
    agent: Name = "",
    every: Every = False,
    scope: Scope = "user",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take memwiki's hooks out again; what was captured stays."""
    from memwiki.app.desk import open_home
    from memwiki.hooks.install import uninstall as run

    shared: Globals = context.obj
    home, cwd, root_of = open_home(shared.home, shared.cwd)
    root = _root(scope, root_of, cwd)
    done = [run(home, one, scope, root, dry_run) for one in _chosen(agent, every, scope)]
    _told(done, dry_run, as_json, "hooks would come out" if dry_run else "hooks are out", "there were no hooks of ours")


def agents(context: typer.Context, as_json: Json = False) -> None:
    """List the agents: how their hooks stand, and what each can do."""
    from memwiki.hooks.matrix import lines as run

    place = desk(context)
    lines = run(place.home, Path(place.root) if place.root else place.cwd)
    if as_json:
        from memwiki.cli.state_outputs import AgentLine, Agents

        emit(Agents(agents=[AgentLine.model_validate(line) for line in lines]))
        return
    heads = ["agent", "here", "hooks", "in project", "told with", "end told", "payloads", "settings"]
    columns([heads, *(_row(line) for line in lines)])


def _row(line: dict[str, Any]) -> list[str]:
    """An agent's line in words."""
    told = "its start" if line["inject"]["start"] else "its first prompt"
    here = "yes" if line["present"] else "no"
    return [line["agent"], here, line["user"], line["project"], told, line["end"], line["source"], line["settings"]]


def hook(
    context: typer.Context,
    agent: Annotated[str, typer.Option(help="Which agent speaks.")] = "",
    event: Annotated[str, typer.Option(help="Which event, where the payload does not say.")] = "",
) -> None:
    """Take one event from stdin, in the agent's own format. Always exits 0; agents call this, people do not."""
    from memwiki.hooks.hot import main

    shared = context.obj
    arguments = ["--agent", agent] if agent else []
    arguments += ["--event", event] if event else []
    arguments += ["--at", shared.at] if shared.at else []
    arguments += ["--home", str(shared.home)] if shared.home else []
    raise typer.Exit(main(arguments))


def _chosen(name: str, every: bool, scope: str) -> list[Agent]:
    from memwiki.hooks.install import present
    from memwiki.hooks.install_agents import AGENTS, named

    if bool(name) == every:
        raise UsageError("name one agent, or --all", hint=f"known: {', '.join(AGENTS)}")
    found = [agent for agent in present() if agent.has(scope)] if every else [named(name)]
    if not found:
        raise UsageError("no agent found on this machine", hint=f"name one of {', '.join(AGENTS)}")
    return found


def _root(scope: str, root: str, cwd: Path) -> Path:
    if scope not in ("user", "project"):
        raise UsageError(f"not a scope: {scope!r}", hint="--scope user or --scope project")
    return Path(root) if root else cwd


def _told(done: list[Installed], dry_run: bool, as_json: bool, changed: str, same: str) -> None:
    if as_json:
        from memwiki.cli.state_outputs import Installed as Output
        from memwiki.cli.state_outputs import InstalledPart

        emit(Output(dry_run=dry_run, agents=[InstalledPart.model_validate(one) for one in done]))
        return
    for one in done:
        if dry_run and one.diff:
            say(one.diff.rstrip("\n"))
        note(f"{one.agent}: {changed if one.changed else same}: {one.path}")
        if one.backup and one.changed and not dry_run:
            note(f"{one.agent}: the file as it was: {one.backup}")
        if one.proved:
            note(f"{one.agent}: a test event was stored")
