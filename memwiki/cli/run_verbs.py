"""run, workstreams: one line of work across agents."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import columns, emit, note, say

if TYPE_CHECKING:
    from memwiki.app.workstreams import Workstream

Stream = Annotated[str, typer.Option("--workstream", help="Go on with this one: its id, or its name.")]
Name = Annotated[str, typer.Option(help="What to call the workstream.")]
Id = Annotated[str, typer.Argument(help="A workstream's id, the beginning of it, or its name.")]
Arguments = Annotated[list[str] | None, typer.Argument(help="Passed to the agent as they are.")]
OPAQUE = {"ignore_unknown_options": True, "allow_interspersed_args": False}


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command(context_settings=OPAQUE)(run)
    group = typer.Typer(help="Lines of work across agents.", rich_markup_mode=None)
    group.callback(invoke_without_command=True)(here)
    group.command("list")(list_)
    group.command()(show)
    group.command("continue", context_settings=OPAQUE)(continue_)
    group.command()(search)
    app.add_typer(group, name="workstreams")


def run(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="The agent, or its program: claude, codex, …")],
    arguments: Arguments = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new workstream.")] = False,
    workstream: Stream = "",
    name: Name = "",
    dry_run: DryRun = False,
) -> None:
    """Start an agent where the work stands: resume its own last session, or hand the baton over. Options before the
    agent are memwiki's, all behind it the agent's."""
    _start(context, agent, list(arguments or ()), workstream, new, name, dry_run)


def _start(
    context: typer.Context, agent: str, arguments: list[str], stream: str, new: bool, name: str, dry_run: bool
) -> None:
    from memwiki.app import running

    place = desk(context)
    start = running.prepare(place, running.named(agent), arguments, stream, new, name)
    if dry_run:
        note(f"would run in {start.stream} ({start.how}): {' '.join(start.command)}")
        return
    code = running.run(place, start)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the agent's exit code is ours, also where a key is still held
    raise typer.Exit(code)


def here(context: typer.Context, as_json: Json = False) -> None:
    """The workstreams of this project; without a verb, their list."""
    if not context.invoked_subcommand:
        list_(context, as_json)


def list_(context: typer.Context, as_json: Json = False) -> None:
    """List the workstreams, the one last worked on first."""
    from memwiki.app.workstreams import workstreams

    place = desk(context)
    place.existing()
    found = workstreams(place)
    if as_json:
        from memwiki.cli.run_outputs import WorkstreamPart, Workstreams

        parts = [WorkstreamPart.model_validate(_told(one)) for one in found]
        emit(Workstreams(project=place.project.key, workstreams=parts))
    else:
        columns([[one.id, one.last[:16], ", ".join(one.agents), _count(one), one.name or one.cwd] for one in found])


def show(context: typer.Context, workstream: Id, as_json: Json = False) -> None:
    """Show a workstream: its runs, sessions and their pages."""
    from memwiki.app.workstreams import choose, sessions_of

    place = desk(context)
    stream = choose(place, workstream)
    assert stream is not None
    sessions = sessions_of(place, stream.sessions)
    if as_json:
        from memwiki.cli.run_outputs import SessionPart, WorkstreamOutput, WorkstreamPart

        parts = [SessionPart.model_validate(one) for one in sessions]
        part = WorkstreamPart.model_validate(_told(stream))
        emit(WorkstreamOutput(project=place.project.key, workstream=part, sessions=parts))
        return
    say(f"{stream.id}  {stream.name or stream.cwd}")
    columns([[run.at[:16], run.agent, run.how, "" if run.exit is None else f"exit {run.exit}"] for run in stream.runs])
    columns([[one.first[:16], one.key, one.title or "not compiled yet", one.page] for one in sessions])


def continue_(
    context: typer.Context,
    workstream: Id,
    agent: Annotated[str, typer.Argument(help="The agent; the last one if not given.")] = "",
    arguments: Arguments = None,
    dry_run: DryRun = False,
) -> None:
    """Go on with a workstream, in the same agent or another."""
    from memwiki.app.workstreams import choose

    stream = choose(desk(context), workstream)
    assert stream is not None
    _start(context, agent or stream.runs[-1].agent, list(arguments or ()), stream.id, False, "", dry_run)


def search(
    context: typer.Context,
    workstream: Id,
    query: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int, typer.Option("-k", min=1, max=200, help="How many sessions.")] = 10,
    as_json: Json = False,
) -> None:
    """Search in a workstream's sessions."""
    from memwiki.app.workstreams import choose
    from memwiki.app.workstreams import search as run_search

    place = desk(context)
    stream = choose(place, workstream)
    assert stream is not None
    hits = run_search(place, stream, query, k)
    if as_json:
        from memwiki.cli.read_outputs import HitPart, Search

        emit(Search(query=query, hits=[HitPart.model_validate(hit) for hit in hits]))
        return
    for hit in hits:
        say(f"{hit.score:.2f}  {hit.title}\n      {hit.page}")
    if not hits:
        note("nothing found")


def _told(stream: Workstream) -> dict[str, Any]:
    plain = ("id", "name", "cwd", "operator", "last", "sessions", "agents")
    runs = [{name: getattr(run, name) for name in run.__slots__} for run in stream.runs]
    return {**{name: getattr(stream, name) for name in plain}, "runs": runs}


def _count(stream: Workstream) -> str:
    number = len(stream.sessions)
    return f"{number} session{'' if number == 1 else 's'}"
