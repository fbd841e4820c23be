"""handoff show, list, begin, accept, cancel, log: what one session leaves to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import columns, emit, note, remark_waiting, say
from memwiki.errors import UsageError

if TYPE_CHECKING:
    from memwiki.app.handing import Entry, Shown
    from memwiki.cli.read_outputs import Handoff as HandoffPart
    from memwiki.records import Handoff

Id = Annotated[str, typer.Argument(help="A handoff's id; the one that is next if not given.")]
Agent = Annotated[str, typer.Option(help="The agent that asks, for one of its sessions.")]
Session = Annotated[str, typer.Option(help="The session that asks.")]
Lines = Annotated[list[str] | None, typer.Option(help="May be repeated.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    group = typer.Typer(help="What one session leaves to the next.", no_args_is_help=True, rich_markup_mode=None)
    group.command()(show)
    group.command("list")(list_)
    group.command()(begin)
    group.command()(accept)
    group.command()(cancel)
    group.command("log")(log_)
    app.add_typer(group, name="handoff")


def show(context: typer.Context, as_json: Json = False) -> None:
    """Print the block that the next session here would start with; claims nothing."""
    from memwiki.app.handing import show as run

    shown = run(desk(context))
    _shown(shown, as_json)
    if not as_json:
        remark_waiting(shown.waiting)


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
        columns([[one.id, _state(one), one.kind, one.created, one.from_agent, one.cwd, one.goal] for one in found])


def begin(
    context: typer.Context,
    goal: Annotated[str, typer.Argument(help="What it is about.")],
    next_step: Annotated[list[str] | None, typer.Option("--next", help="A next step; may be repeated.")] = None,
    done: Lines = None,
    question: Lines = None,
    failed: Annotated[list[str] | None, typer.Option("--failed", help="What did not work; may be repeated.")] = None,
    file: Lines = None,
    to_agent: Annotated[str, typer.Option("--to", help="Only for this agent.")] = "",
    owner: Annotated[str, typer.Option(help="Whose sessions may take it; your own if not given.")] = "",
    expires: Annotated[int, typer.Option(min=0, max=3650, help="Days until it expires; 0: never.")] = 0,
    agent: Agent = "",
    session: Session = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Leave a handoff by hand: it goes before automatic ones and expires only where you say when."""
    from memwiki.app.handing import Words
    from memwiki.app.handing import begin as run

    words = Words(
        goal,
        next_steps=tuple(next_step or ()),
        done=tuple(done or ()),
        open_questions=tuple(question or ()),
        failed_attempts=tuple(failed or ()),
        files=tuple(file or ()),
        to_agent=_known(to_agent),
        owner=owner,
        days=expires,
        agent=agent,
        session=session,
    )
    _shown(run(desk(context), words, dry_run), as_json)


def accept(
    context: typer.Context,
    handoff: Id = "",
    agent: Agent = "",
    session: Session = "",
    any_owner: Annotated[bool, typer.Option("--any-owner", help="Also what was left to somebody else.")] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Claim a handoff, once, and print it; the session that has it already sees it again."""
    from memwiki.app.handing import Taker
    from memwiki.app.handing import accept as run

    _shown(run(desk(context), handoff, Taker(agent, session, any_owner), dry_run), as_json)


def cancel(context: typer.Context, handoff: Id = "", dry_run: DryRun = False, as_json: Json = False) -> None:
    """Withdraw a handoff."""
    from memwiki.app.handing import cancel as run

    shown = run(desk(context), handoff, dry_run)
    if as_json or not shown.handoff:
        _shown(shown, as_json)
    else:
        note(f"{'would cancel' if dry_run else 'cancelled'}: {shown.handoff.id}  {shown.handoff.goal}")


def log_(
    context: typer.Context,
    most: Annotated[int, typer.Option("-n", min=0, max=10_000, help="The last so many lines; 0: all.")] = 50,
    as_json: Json = False,
) -> None:
    """Who left what, and who got it when; newest first."""
    from memwiki.app.handing import log as run

    place = desk(context)
    found = run(place, most)
    if as_json:
        from memwiki.cli.read_outputs import HandoffLog, PassingPart

        emit(HandoffLog(project=place.project.key, entries=[PassingPart.model_validate(one) for one in found]))
        return
    columns([[one.at, one.what, one.handoff, _who(one), one.how, one.goal] for one in found])


def _who(one: Entry) -> str:
    return " ".join(part for part in (one.agent, one.session) if part) or one.operator


def _state(one: Handoff) -> str:
    """The state, and whom an open one waits for where that is not anybody of the person's."""
    waits = [f"for {name}" for name in (one.to_agent, one.owner) if name]
    return " ".join([one.state, *(waits if one.state == "open" else [])])


def _known(agent: str) -> str:
    """The agent's name; UsageError where there is none of that name, for nothing would ever take such a handoff."""
    if agent:
        from memwiki.hooks.install_agents import AGENTS

        if agent not in AGENTS:
            raise UsageError(f"no such agent: {agent!r}", hint=f"known: {', '.join(AGENTS)}")
    return agent


def _shown(shown: Shown, as_json: bool) -> None:
    if as_json:
        from memwiki.cli.read_outputs import HandoffOutput

        part = _part(shown.handoff) if shown.handoff else None
        emit(HandoffOutput(project=shown.project, text=shown.text, handoff=part, waiting=shown.waiting))
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
