"""handoff show, list, begin, accept, cancel: what one session leaves to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import columns, emit, note, say

if TYPE_CHECKING:
    from memwiki.app.handing import Shown
    from memwiki.cli.read_outputs import Handoff as HandoffPart
    from memwiki.records import Handoff

Id = Annotated[str, typer.Argument(help="A handoff's id; the one that is next if not given.")]
Lines = Annotated[list[str] | None, typer.Option(help="May be repeated.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    group = typer.Typer(help="What one session leaves to the next.", no_args_is_help=True, rich_markup_mode=None)
    group.command()(show)
    group.command("list")(list_)
    group.command()(begin)
    group.command()(accept)
    group.command()(cancel)
    app.add_typer(group, name="handoff")


def show(context: typer.Context, as_json: Json = False) -> None:
    """Print the block that the next session here would start with; claims nothing."""
    from memwiki.app.handing import show as run

    _shown(run(desk(context)), as_json)


def list_(
    context: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Claimed, expired and cancelled ones, too.")] = False,
    as_json: Json = False,
) -> None:
    """List the project's handoffs."""
    from memwiki.app.handing import list_handoffs

    place = desk(context)
    found = list_handoffs(place, every)
    if as_json:
        from memwiki.cli.read_outputs import Handoffs

        emit(Handoffs(project=place.project.key, handoffs=[_part(one) for one in found]))
    else:
        columns([[one.id, one.state, one.kind, one.created, one.from_agent, one.goal] for one in found])


def begin(
    context: typer.Context,
    goal: Annotated[str, typer.Argument(help="What it is about.")],
    next_step: Annotated[list[str] | None, typer.Option("--next", help="A next step; may be repeated.")] = None,
    done: Lines = None,
    question: Lines = None,
    file: Lines = None,
    to_agent: Annotated[str, typer.Option("--to", help="Only for this agent.")] = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Leave a handoff by hand: it goes before automatic ones and does not expire."""
    from memwiki.app.handing import Words
    from memwiki.app.handing import begin as run

    words = Words(goal, tuple(next_step or ()), tuple(done or ()), tuple(question or ()), tuple(file or ()), to_agent)
    _shown(run(desk(context), words, dry_run), as_json)


def accept(context: typer.Context, handoff: Id = "", dry_run: DryRun = False, as_json: Json = False) -> None:
    """Claim a handoff, once, and print it."""
    from memwiki.app.handing import accept as run

    _shown(run(desk(context), handoff, dry_run=dry_run), as_json)


def cancel(context: typer.Context, handoff: Id = "", dry_run: DryRun = False, as_json: Json = False) -> None:
    """Withdraw a handoff."""
    from memwiki.app.handing import cancel as run

    shown = run(desk(context), handoff, dry_run)
    if as_json or not shown.handoff:
        _shown(shown, as_json)
    else:
        note(f"{'would cancel' if dry_run else 'cancelled'}: {shown.handoff.id}  {shown.handoff.goal}")


def _shown(shown: Shown, as_json: bool) -> None:
    if as_json:
        from memwiki.cli.read_outputs import HandoffOutput

        part = _part(shown.handoff) if shown.handoff else None
        emit(HandoffOutput(project=shown.project, text=shown.text, handoff=part))
    elif shown.text:
        say(shown.text.rstrip("\n"))
    else:
        note("no open handoff")


def _part(handoff: Handoff) -> HandoffPart:
    from memwiki.cli.read_outputs import Handoff as Output

    same = {name: getattr(handoff, name) for name in Output.model_fields if name not in ("giver", "last_test")}
    giver = {"agent": handoff.from_agent, "session": handoff.from_session, "operator": handoff.operator}
    test = handoff.last_test
    last_test = {"command": test[0], "ok": test[1]} if test else None
    return Output.model_validate({**same, "from": giver, "last_test": last_test})
