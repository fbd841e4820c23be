"""search for people, recall for agents, context for both."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import emit, note, remark_waiting, say

if TYPE_CHECKING:
    from memwiki.records import Hit

Query = Annotated[str, typer.Argument(help="What to look for; `-` reads one query a line.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(search)
    app.command()(recall)
    app.command("context")(context_)


def search(
    context: typer.Context,
    query: Query,
    k: Annotated[int, typer.Option("-k", min=1, max=200, help="How many pages.")] = 10,
    kind: Annotated[list[str] | None, typer.Option(help="Only this kind; may be repeated.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="Only pages with this tag; may be repeated: all of them.")
    ] = None,
    status: Annotated[
        list[str] | None, typer.Option(help="Only draft, stable, deprecated or expired; may be repeated.")
    ] = None,
    trust: Annotated[float, typer.Option(min=0, max=1, help="Only pages with at least this trust.")] = 0.0,
    as_of: Annotated[str | None, typer.Option(help="The wiki as it stood at this instant.")] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Only sessions that nothing but their captured text answers.")
    ] = False,
    all_projects: Annotated[bool, typer.Option("--all-projects", help="Every project of the home.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show each channel's part of the score.")] = False,
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Words and links only: starts faster.")] = False,
    as_json: Json = False,
) -> None:
    """Rank pages for a question, in English, Chinese, or by identifier."""
    from memwiki.app.desk import instant
    from memwiki.app.finding import Wanted
    from memwiki.app.finding import search as run

    place = desk(context)
    of_all = (tuple(tag or ()), tuple(status or ()), trust)
    at = "" if as_of is None else instant(as_of)  # an empty one is none: a variable that was never set
    wanted = Wanted(k, tuple(kind or ()), at, raw, all_projects, explain, not no_vectors, *of_all)
    if query == "-":
        as_json = True
        lines = (line.strip() for line in sys.stdin.buffer.read().decode("utf-8", "replace").splitlines())
        queries = [line for line in lines if line]
    else:
        queries = [query]
    for asked, answer in run(place, queries, wanted):
        for remark in answer.notes:
            note(remark)
        if as_json:
            from memwiki.cli.read_outputs import HitPart, Search

            emit(Search(query=asked, hits=[HitPart.model_validate(hit) for hit in answer.hits]))
            continue
        for hit in answer.hits:
            _print(hit, explain, all_projects)
        if not answer.hits:
            note("nothing found")


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="A prompt, as an agent would get it.")],
    budget: Annotated[int, typer.Option(min=0, max=2000, help="Upper limit of the block, in tokens; 0: as set.")] = 0,
    agent: Annotated[str, typer.Option(help="The agent that asks, for one of its sessions.")] = "",
    session: Annotated[
        str, typer.Option(help="The session that gets the block: what it names counts as recalled.")
    ] = "",
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Words and links only: starts faster.")] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Print the block that an agent would be given for this prompt; nothing if no page really fits."""
    from memwiki.app.finding import recall as run
    from memwiki.app.finding import session_key

    found = run(desk(context), query, budget, "" if dry_run else session_key(agent, session), not no_vectors)
    for remark in found.notes:
        note(remark)
    if as_json:
        from memwiki.cli.read_outputs import HitPart, Recall

        hits = [HitPart.model_validate(hit) for hit in found.hits]
        emit(Recall(query=query, quiet=not found.text, text=found.text, tokens=found.tokens, hits=hits))
    elif found.text:
        say(found.text)
    else:
        note("quiet: nothing fits")


def context_(
    context: typer.Context,
    budget: Annotated[int, typer.Option(min=100, max=2000, help="Upper limit of the block, in tokens.")] = 600,
    as_json: Json = False,
) -> None:
    """Print the project in ten lines: what it is, standing preferences, decisions, open items, verified skills."""
    from memwiki.app.context import context as run

    found = run(desk(context), budget)
    if as_json:
        from memwiki.cli.read_outputs import ContextOutput

        lists = {name: list(getattr(found.brief, name)) for name in found.brief.__slots__}
        emit(ContextOutput(project=found.project, text=found.text, tokens=found.tokens, **lists, waiting=found.waiting))
        return
    if found.text:
        say(found.text.rstrip("\n"))
    else:
        note("nothing is known yet")
    remark_waiting(found.waiting)


def _print(hit: Hit, explain: bool, all_projects: bool) -> None:
    mark = "" if hit.status == "stable" else f" ({hit.status})"
    say(f"{hit.score:.2f}  {hit.kind:10}  {hit.title}{mark}")
    say(f"      {hit.page}" + (f"  [{hit.project}]" if all_projects else ""))
    if hit.snippet:
        say(f"      {' '.join(hit.snippet.split())}")
    if explain:
        say("      " + "  ".join(f"{name} {score:.2f}" for name, score in hit.channels.items()))
