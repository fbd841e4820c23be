"""import: knowledge from elsewhere, through the same door as everything else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Globals, Json, desk
from memwiki.cli.screen import emit, note, progress, say
from memwiki.errors import PartlyDone

if TYPE_CHECKING:
    from memwiki.app.desk import Desk
    from memwiki.app.import_rules import Read
    from memwiki.app.importing import Brought

NoVectors = Annotated[bool, typer.Option("--no-vectors", help="Leave vectors for the next compile.")]
AGENTS = {
    "claude-code": ("claude-code", "Claude Code"),
    "codex": ("codex", "Codex"),
    "gemini": ("gemini-cli", "Gemini CLI"),
    "opencode": ("opencode", "OpenCode (its database, or what `opencode export` prints)"),
    "cursor": ("cursor", "Cursor"),
}
group = typer.Typer(
    no_args_is_help=True, help="Bring in what was there before: agents' transcripts, rules, pages, another memory."
)


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    for name, (agent, title) in AGENTS.items():
        group.command(name, help=f"Store what the transcripts of {title} tell, each event once.")(_verb(agent))
    group.command()(rules)
    group.command()(markdown)
    group.command("claude-mem")(claude_mem)
    app.add_typer(group, name="import")
    app.command()(bootstrap)


def _verb(agent: str):  # type: ignore[no-untyped-def]
    def transcripts(
        context: typer.Context,
        path: Annotated[Path | None, typer.Argument(help="A transcript, or a folder of them.")] = None,
        every: Annotated[bool, typer.Option("--all", help="All that the agent keeps in its own folder.")] = False,
        since: Annotated[str, typer.Option(help="Only what happened from this instant on.")] = "",
        again: Annotated[bool, typer.Option("--again", help="Read files that were read before, too.")] = False,
        no_compile: Annotated[bool, typer.Option("--no-compile", help="Store only; compile later.")] = False,
        no_vectors: NoVectors = False,
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


def rules(
    context: typer.Context,
    path: Annotated[Path | None, typer.Argument(help="A rule file, or a folder with CLAUDE.md or AGENTS.md.")] = None,
    me: Annotated[bool, typer.Option("--me", help="They hold in all my projects.")] = False,
    no_vectors: NoVectors = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Note each standing instruction of CLAUDE.md and AGENTS.md; changed ones take the place of the old."""
    from memwiki.app.import_rules import import_rules

    noted(import_rules(desk(context), path, me, dry_run, not no_vectors), as_json)


def markdown(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A folder of Markdown or OKF pages, or one page.")],
    no_vectors: NoVectors = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take pages into the wiki as your own: front matter and links kept; what would overwrite a page is left out."""
    from memwiki.app.import_pages import import_pages

    done = import_pages(desk(context), path, dry_run, not no_vectors)
    if as_json:
        from memwiki.cli.import_outputs import TakenPages

        emit(TakenPages.model_validate(done))
    else:
        for sign, pages in (("+", done.added), ("~", done.changed)):
            for page in pages:
                say(f"{sign} {page}")
        would = "would take" if dry_run else "took"
        count = f"{len(done.added)} new and {len(done.changed)} changed pages"
        note(f"{done.project}: {would} {count}, {done.known} were there already")
        for line in done.left_out:
            note(f"left out: {line}")
    for line in done.collisions:
        note(f"warning: {line}")
    if done.collisions:
        raise PartlyDone(f"{len(done.collisions)} pages were left as they are", hint="rename one of the two")


def claude_mem(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="The database, usually ~/.claude-mem/claude-mem.db.")],
    no_compile: Annotated[bool, typer.Option("--no-compile", help="Store only; compile later.")] = False,
    no_vectors: NoVectors = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Store the sessions, decisions and findings of a claude-mem database, marked as imported."""
    from memwiki.app.import_claude_mem import import_claude_mem
    from memwiki.app.importing import compile_brought
    from memwiki.app.pipeline import How

    place = desk(context)
    done = import_claude_mem(place, path, dry_run)
    if not (dry_run or no_compile):
        with progress("compile") as show:
            done = compile_brought(place, done, How(vectors=not no_vectors, progress=show))
    told(done, as_json)


def bootstrap(
    context: typer.Context,
    path: Annotated[Path | None, typer.Argument(help="The repository; this folder's project if not given.")] = None,
    no_vectors: NoVectors = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Begin a wiki from an old repository: README, docs, decision records, recent commits; all marked as imported."""
    from memwiki.app.bootstrap import bootstrap as run

    place = desk(context) if path is None else at_folder(context, path)
    noted(run(place, path, dry_run, not no_vectors), as_json)


def at_folder(context: typer.Context, path: Path) -> Desk:
    """The desk as if called in that folder, unless a project was named."""
    from dataclasses import replace

    shared: Globals = context.obj
    folder = path.expanduser()
    here = folder if shared.cwd is None and not shared.project and folder.is_dir() else shared.cwd
    return replace(shared, cwd=here).desk()


def noted(done: Read, as_json: bool) -> None:
    """Says what was read from files."""
    found = done.noted
    if as_json:
        from memwiki.cli.import_outputs import Noted

        fields = {
            name: getattr(done, name) for name in ("source", "project", "dry_run", "files", "left_out", "compiled")
        }
        counts = {name: getattr(found, name) for name in ("added", "changed", "gone", "known")}
        emit(Noted.model_validate({**fields, **counts}))
        return
    if done.dry_run:
        for sign, lines in (("+", found.added), ("~", found.changed), ("-", found.gone)):
            for line in lines:
                say(f"{sign} {line.kind}: {line.title}  ({line.place})")
    would = "would note " if done.dry_run else ""
    counts_ = f"+{len(found.added)} ~{len(found.changed)} -{len(found.gone)}"
    files = f"{len(done.files)} file{'' if len(done.files) == 1 else 's'}"
    note(f"{done.project}: {would}{counts_} statements from {files}, {found.known} were there already")
    for skipped in done.left_out:
        note(f"left out: {skipped}")
    for one in done.compiled:
        note(f"{one.project}: +{len(one.added)} ~{len(one.changed)} -{len(one.removed)} pages")


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
