"""pause, resume, scan: what memwiki keeps, and whether it should have."""

from __future__ import annotations

from typing import Annotated

import typer

from memwiki.cli.options import DryRun, Globals, Json, desk
from memwiki.cli.screen import columns, emit, note, progress
from memwiki.errors import PartlyDone, UsageError

Everything = Annotated[bool, typer.Option("--all", help="Every project.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(pause)
    app.command()(resume)
    app.command()(scan)


def pause(
    context: typer.Context,
    everything: Everything = False,
    length: Annotated[str, typer.Option("--for", help="How long: 30m, 2h, 1d. Without it, until you resume.")] = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Store nothing of this project for a while, whatever agent works in it: no line, no name, no cache."""
    from memwiki.app.pausing import pause as run

    _one_or_all(context, everything)
    done = run(desk(context), everything, length, dry_run)
    if as_json:
        from memwiki.cli.state_outputs import Paused

        emit(Paused.model_validate(done))
        return
    what = "everything" if everything else done.project
    end = f"until {done.until[:16].replace('T', ' ')} UTC" if done.until else "until: memwiki resume"
    note(f"{what}: {'would pause' if dry_run else 'paused'} {end}{' --all' if everything and not done.until else ''}")


def _one_or_all(context: typer.Context, everything: bool) -> None:
    shared: Globals = context.obj
    if everything and (shared.project or shared.workspace):
        raise UsageError("--all means every project", hint="leave out --all, or --project and --workspace")


def resume(
    context: typer.Context, everything: Everything = False, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Capture this project again; with --all, end every pause."""
    from memwiki.app.pausing import resume as run

    _one_or_all(context, everything)
    done = run(desk(context), everything, dry_run)
    if as_json:
        from memwiki.cli.state_outputs import Paused

        emit(Paused.model_validate(done))
        return
    note(f"{'everything' if everything else done.project}: {'would be captured' if dry_run else 'captured'} again")


def scan(context: typer.Context, as_json: Json = False) -> None:
    """Look for secrets in all that is kept, git's past included, with the rules of today. Exit 3 where one is found.

    Tells place, line and family, never the secret. Change a secret that was found first; then take its copies out.
    """
    from memwiki.app.scanning import scan as run

    with progress("scan") as show:
        done = run(desk(context), show)
    if as_json:
        from memwiki.cli.state_outputs import Scanned

        emit(Scanned.model_validate(done))
    else:
        columns([[one.family, str(one.count), f"{one.place}:{one.line}"] for one in done.findings])
        for place in done.unread:
            note(f"not read: {place}")
        note(f"{done.files} files and {done.objects} objects of git, {done.bytes >> 10:,} KB: {done.secrets} found")
    if done.findings:
        raise PartlyDone(
            f"{done.secrets} secret{'s' if done.secrets > 1 else ''} in {len(done.findings)} places",
            hint='change them first; then see "Secrets" in docs/concepts/privacy.md',
        )
    if done.unread:
        raise PartlyDone(f"{len(done.unread)} places could not be read", hint="memwiki doctor")
