"""Every verb, in the order that the help shows. What a verb needs is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from memwiki.cli import (
    agent_verbs,
    compile_verbs,
    find_verbs,
    handoff_verbs,
    health_verbs,
    import_verbs,
    pause_verbs,
    read_verbs,
    review_verbs,
    run_verbs,
    tell_verbs,
    watch_verbs,
)
from memwiki.cli.options import Globals


class _Verbs(TyperGroup):
    """Typer makes a bare exit code of an interrupt; here it reaches the edge, which tells of it."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Abort from None


app = typer.Typer(
    name="memwiki",
    cls=_Verbs,
    help="Long-term memory for coding agents, kept as a Markdown wiki in git.",
    epilog="The global options may stand anywhere. Exit codes: 0 done, 1 failed, 2 usage, 3 done with warnings, "
    "10 no such project or page, 11 locked, 12 invalid page or file, 13 needs review, 14 model unavailable, "
    "130 interrupted.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from memwiki import __version__

        typer.echo(f"memwiki {__version__}")
        raise typer.Exit


@app.callback()
def _globals(
    context: typer.Context,
    home: Annotated[Path | None, typer.Option(help="The memory's folder [$MEMWIKI_HOME, ~/memwiki].")] = None,
    project: Annotated[str, typer.Option(help="A project's name, or workspace/name.")] = "",
    workspace: Annotated[str, typer.Option(help="The workspace to look in.")] = "",
    cwd: Annotated[Path | None, typer.Option(help="Work as if called in this folder.")] = None,
    at: Annotated[str, typer.Option(help="An instant instead of now: 2026-09-14T09:12:03Z.")] = "",
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    context.obj = Globals(home, project, workspace, cwd, at)


for module in (
    agent_verbs,
    run_verbs,
    import_verbs,
    compile_verbs,
    find_verbs,
    read_verbs,
    handoff_verbs,
    tell_verbs,
    review_verbs,
    health_verbs,
    pause_verbs,
    watch_verbs,
):
    module.register(app)
