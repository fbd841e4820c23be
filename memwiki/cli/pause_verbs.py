"""pause, resume, scan: what memwiki keeps, and whether it should have."""

from __future__ import annotations

from typing import Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import emit, note

Everything = Annotated[bool, typer.Option("--all", help="Every project.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(pause)
    app.command()(resume)


def pause(
    context: typer.Context,
    everything: Everything = False,
    length: Annotated[str, typer.Option("--for", help="How long: 30m, 2h, 1d. Without it, until you resume.")] = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Store nothing of this project for a while, whatever agent works in it: no line, no name, no cache."""
    from memwiki.app.pausing import pause as run

    done = run(desk(context), everything, length, dry_run)
    if as_json:
        from memwiki.cli.state_outputs import Paused

        emit(Paused.model_validate(done))
        return
    what = "everything" if everything else done.project
    end = f"until {done.until[:16].replace('T', ' ')} UTC" if done.until else "until: memwiki resume"
    note(f"{what}: {'would pause' if dry_run else 'paused'} {end}{' --all' if everything and not done.until else ''}")


def resume(
    context: typer.Context, everything: Everything = False, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Capture this project again; with --all, end every pause."""
    from memwiki.app.pausing import resume as run

    done = run(desk(context), everything, dry_run)
    if as_json:
        from memwiki.cli.state_outputs import Paused

        emit(Paused.model_validate(done))
        return
    note(f"{'everything' if everything else done.project}: {'would be captured' if dry_run else 'captured'} again")
