"""import: knowledge from elsewhere, through the same door as everything else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import emit, note, progress
from memwiki.errors import PartlyDone

if TYPE_CHECKING:
    from memwiki.app.importing import Brought

AGENTS = {
    "claude-code": ("claude-code", "Claude Code"),
    "codex": ("codex", "Codex"),
    "gemini": ("gemini-cli", "Gemini CLI"),
    "opencode": ("opencode", "OpenCode, as `opencode export` prints them"),
    "cursor": ("cursor", "Cursor"),
}
group = typer.Typer(
    no_args_is_help=True, help="Bring in what was there before: agents' transcripts, rules, pages, another memory."
)


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    for name, (agent, title) in AGENTS.items():
        group.command(name, help=f"Store what the transcripts of {title} tell, each event once.")(_verb(agent))
    app.add_typer(group, name="import")


def _verb(agent: str):  # type: ignore[no-untyped-def]
    def transcripts(
        context: typer.Context,
        path: Annotated[Path | None, typer.Argument(help="A transcript, or a folder of them.")] = None,
        every: Annotated[bool, typer.Option("--all", help="All that the agent keeps in its own folder.")] = False,
        since: Annotated[str, typer.Option(help="Only what happened from this instant on.")] = "",
        again: Annotated[bool, typer.Option("--again", help="Read files that were read before, too.")] = False,
        no_compile: Annotated[bool, typer.Option("--no-compile", help="Store only; compile later.")] = False,
        no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Leave vectors for the next compile.")] = False,
        dry_run: DryRun = False,
        as_json: Json = False,
    ) -> None:
        from memwiki.app.desk import instant
        from memwiki.app.importing import Wanted, compile_brought, import_transcripts
        from memwiki.app.pipeline import How

        place = desk(context)
        wanted = Wanted(agent, path, every, instant(since) if since else "", again, dry_run)
        with progress("import") as show:
            done = import_transcripts(place, wanted, show)
        if not (dry_run or no_compile):
            with progress("compile") as show:
                done = compile_brought(place, done, How(vectors=not no_vectors, progress=show))
        told(done, as_json)

    return transcripts


def told(done: Brought, as_json: bool) -> None:
    """Says what an import did; raises PartlyDone where something was left out that the person should know of."""
    from memwiki.app.importing import problems_of

    if as_json:
        from memwiki.cli.import_outputs import Imported, ImportedProject

        projects = [ImportedProject(project=key, sessions=count) for key, count in done.projects]
        fields = {name: getattr(done, name) for name in Imported.model_fields if name != "projects"}
        emit(Imported.model_validate({**fields, "projects": projects}))
    else:
        _say(done)
    problems = problems_of(done)
    compiled = [warning for one in done.compiled for warning in one.warnings]
    for problem in [*problems, *compiled]:
        note(f"warning: {problem}")
    if problems or compiled:
        count = len(problems) + len(compiled)
        raise PartlyDone(f"imported, with {count} warning{'s' if count > 1 else ''}")


def _say(done: Brought) -> None:
    would = "would store" if done.dry_run else "stored"
    files = f"{done.files} file{'' if done.files == 1 else 's'}"
    old = f", {done.unchanged} of them unchanged" if done.unchanged else ""
    held = f", {done.known} were there already" if done.known else ""
    out = f", {done.left_out} left out by your settings" if done.left_out else ""
    note(f"{done.source}: {would} {done.stored} observations from {files}{old}{held}{out}")
    for key, count in done.projects:
        note(f"{key}: {count} session{'' if count == 1 else 's'}")
    for one in done.compiled:
        note(f"{one.project}: +{len(one.added)} ~{len(one.changed)} pages from {len(one.sessions)} sessions")
