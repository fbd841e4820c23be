"""status, stats, doctor, projects, config: how the memory stands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memwiki.cli.options import DryRun, Globals, Json, desk
from memwiki.cli.screen import columns, emit, note, say
from memwiki.errors import MemwikiError, PartlyDone

_LISTED = 15  # rows of a list that people read


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(status)
    app.command()(stats)
    app.command()(doctor)
    projects = typer.Typer(help="The projects of this home.", rich_markup_mode=None)
    projects.callback(invoke_without_command=True)(projects_here)
    projects.command("list")(projects_list)
    projects.command("link")(projects_link)
    app.add_typer(projects, name="projects")
    settings = typer.Typer(help="Settings: values, origins, changes.", rich_markup_mode=None)
    settings.callback(invoke_without_command=True)(config)
    settings.command("get")(config_get)
    settings.command("set")(config_set)
    app.add_typer(settings, name="config")


def status(context: typer.Context, as_json: Json = False) -> None:
    """Say in one line what was captured, when it will be compiled, and how to do it now."""
    from memwiki.app.health import status as run

    found = run(desk(context))
    if as_json:
        from memwiki.cli.state_outputs import Status

        emit(Status.model_validate(found))
        return
    say(found.line)
    for line in (*found.keeping, *found.moved, *found.model):
        note(line)


def stats(
    context: typer.Context,
    recall: Annotated[
        bool, typer.Option("--recall", help="What agents were told of, what they used, and pages nobody needs.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count what the project holds, or with --recall what came of it."""
    from memwiki.app.health import stats as run

    if recall:
        _recall_stats(context, as_json)
        return
    found = run(desk(context))
    if as_json:
        from memwiki.cli.state_outputs import Stats

        emit(Stats.model_validate(found))
        return
    columns(
        [
            ["sessions", str(found.sessions)],
            ["observations", str(found.observations)],
            ["captured bytes", str(found.raw_bytes)],
            ["redacted secrets", str(found.redacted)],
            *([f"{kind} pages", str(count)] for kind, count in found.pages.items()),
            ["drafts", str(found.drafts)],
            ["superseded", str(found.superseded)],
            ["commits", str(found.commits)],
            *([f"handoffs {state}", str(count)] for state, count in found.handoffs.items()),
            *([f"sessions of {agent}", str(count)] for agent, count in found.agents.items()),
        ]
    )


def _recall_stats(context: typer.Context, as_json: bool) -> None:
    from memwiki.app.usage import usage

    found = usage(desk(context))
    if as_json:
        from memwiki.cli.state_outputs import RecallStats

        emit(RecallStats.model_validate(found))
        return
    rows = [
        ["sessions", str(found.sessions)],
        ["told of pages", f"{found.told_sessions}" + (f", {found.open} still open" if found.open else "")],
        ["starts that named pages", str(found.starts)],
        ["prompts asked about", str(found.prompts)],
        ["answered with silence", str(found.silent)],
        ["pages named", f"{found.told}, {found.used} of them used"],
    ]
    columns(rows)
    if found.pages:
        say("")
        columns([[f"{one.used}/{one.told}", one.kind, one.title or one.id] for one in found.pages[:_LISTED]])
    if found.needless:
        say("")
        columns([["needless?", one.title or one.page, one.reason] for one in found.needless[:_LISTED]])
        if len(found.needless) > _LISTED:
            note(f"{len(found.needless) - _LISTED} more with --json")
        note("memwiki feedback PAGE wrong, or memwiki forget PAGE, takes one away; memwiki pin PAGE keeps it")


def doctor(context: typer.Context, as_json: Json = False) -> None:
    """Check the whole chain, each link with its remedy. Exit 3 with warnings, 1 with failures."""
    from memwiki.app.health import Check, State, examine
    from memwiki.hooks.checks import checks as hook_checks

    place = desk(context)
    checks: list[Check] = [*examine(place), *(Check(*row) for row in hook_checks(place.home, place.root, place.now))]
    states = [check.state for check in checks]
    worst: State = "fail" if "fail" in states else "warn" if "warn" in states else "ok"
    if as_json:
        from memwiki.cli.state_outputs import Check as Part
        from memwiki.cli.state_outputs import Doctor

        emit(Doctor(state=worst, checks=[Part.model_validate(check) for check in checks]))
    else:
        columns([[check.state, check.name, check.detail] for check in checks])
        for check in checks:
            if check.remedy and check.state != "ok":
                note(f"{check.name}: {check.remedy}")
    if worst == "fail":
        raise MemwikiError(_count(states.count("fail"), "check") + " failed")
    if worst == "warn":
        raise PartlyDone(_count(states.count("warn"), "warning"))


def projects_here(context: typer.Context, as_json: Json = False) -> None:
    """The projects of this home; without a verb, their list."""
    if not context.invoked_subcommand:
        projects_list(context, as_json)


def projects_list(context: typer.Context, as_json: Json = False) -> None:
    """List every project with its folders."""
    from memwiki.app.places import list_projects

    found = list_projects(desk(context))
    if as_json:
        from memwiki.cli.state_outputs import ProjectLine, Projects

        emit(Projects(projects=[ProjectLine.model_validate(one) for one in found]))
    else:
        columns(
            [
                [one.project, _count(one.sessions, "session"), _count(one.pages, "page"), ", ".join(one.roots)]
                for one in found
            ]
        )


def projects_link(
    context: typer.Context,
    old: Annotated[str, typer.Argument(help="The project that holds the memory: workspace/name.")],
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make this folder go on with the memory of an older project (moved or cloned again)."""
    from memwiki.app.places import link

    written = link(desk(context), old, dry_run)
    if as_json:
        from memwiki.cli.state_outputs import Written

        emit(Written.model_validate(written))
    else:
        note(f"{written.path} {'would name' if dry_run else 'now names'} {written.project}")


def config(
    context: typer.Context,
    show_origin: Annotated[bool, typer.Option("--show-origin", help="Also where each value comes from.")] = False,
    as_json: Json = False,
) -> None:
    """Print every setting in force."""
    if context.invoked_subcommand:
        return
    from memwiki.config import keys, load

    shared: Globals = context.obj
    found = load(shared.home, shared.cwd or Path.cwd())
    if as_json:
        from memwiki.cli.state_outputs import ConfigOutput, Setting

        rows = [
            Setting(key=key, value=_plain(found.get(key)), origin=found.origins[key], description=said)
            for key, said in keys().items()
        ]
        emit(ConfigOutput(home=str(found.home), settings=rows))
        return
    for key in keys():
        say(f"{key} = {_typed(found.get(key))}" + (f"  # {found.origins[key]}" if show_origin else ""))


def config_get(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="A setting's name, as `memwiki config` lists it.")],
    as_json: Json = False,
) -> None:
    """Print one setting."""
    from memwiki.config import keys, load

    shared: Globals = context.obj
    found = load(shared.home, shared.cwd or Path.cwd())
    value = found.get(key)
    if as_json:
        from memwiki.cli.state_outputs import ConfigOutput, Setting

        row = Setting(key=key, value=_plain(value), origin=found.origins[key], description=keys()[key])
        emit(ConfigOutput(home=str(found.home), settings=[row]))
    else:
        say(_typed(value))


def config_set(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="A setting's name, as `memwiki config` lists it.")],
    value: Annotated[str, typer.Argument(help="The new value, as in TOML; text may go without quotes.")],
    dry_run: DryRun = False,
) -> None:
    """Change one setting in the person's file; its comments stay."""
    from memwiki.app.places import set_setting

    shared: Globals = context.obj
    file, stored = set_setting(shared.home, key, value, dry_run)
    note(f"{file}: {'would set ' if dry_run else ''}{key} = {_typed(stored)}")


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _typed(value: object) -> str:
    import json

    return "" if value is None else json.dumps(_plain(value), ensure_ascii=False)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
