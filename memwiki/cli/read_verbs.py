"""show, list, why, open: reading the wiki and where it comes from."""

from __future__ import annotations

from typing import Annotated

import typer

from memwiki.cli import history_verbs
from memwiki.cli.options import Json, Page, desk
from memwiki.cli.screen import columns, emit, note, say


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(show)
    app.command("list")(list_)
    app.command()(why)
    history_verbs.register(app)
    app.command("open")(open_)


def show(context: typer.Context, page: Page, as_json: Json = False) -> None:
    """Print one page."""
    from memwiki.app.reading import show as run

    shown = run(desk(context), page)
    if as_json:
        from memwiki.cli.read_outputs import PageOutput

        emit(PageOutput.model_validate({name: getattr(shown, name) for name in PageOutput.model_fields}))
    else:
        say(shown.text.rstrip("\n"))


def list_(
    context: typer.Context,
    kind: Annotated[str, typer.Option(help="Only this kind.")] = "",
    status: Annotated[str, typer.Option(help="Only draft, stable or deprecated.")] = "",
    as_json: Json = False,
) -> None:
    """List the project's pages."""
    from memwiki.app.reading import list_pages

    place = desk(context)
    pages = list_pages(place, kind, status)
    if as_json:
        from memwiki.cli.read_outputs import PageLine, Pages

        emit(Pages(project=place.project.key, pages=[PageLine.model_validate(page) for page in pages]))
    else:
        columns([[page.kind, page.status, page.page, page.title] for page in pages])


def why(context: typer.Context, page: Page, as_json: Json = False) -> None:
    """Show each statement of a page with the captured words that prove it."""
    from memwiki.app.proof import why as run

    reasons = run(desk(context), page)
    if as_json:
        from memwiki.cli.read_outputs import Why

        emit(Why.model_validate(reasons))
        return
    say(reasons.title)
    for statement in reasons.statements:
        say(f"\n{statement.text}")
        for proof in statement.proofs:
            say(f"  {proof.author} in {proof.agent} session {proof.session}, {proof.time}  ({proof.resource})")
            say(f"  > {' '.join(proof.words.split()) if proof.found else 'the source is gone'}")


def open_(
    context: typer.Context,
    page: Annotated[str, typer.Argument(help="A page; the whole wiki if not given.")] = "",
    folder: Annotated[bool, typer.Option("--folder", help="In the file manager, not in Obsidian.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the address only.")] = False,
) -> None:
    """Open the wiki in Obsidian, or in the file manager."""
    from memwiki.app.reading import address

    target = address(desk(context), page, folder)
    say(target)
    if not dry_run and typer.launch(target):
        note("could not open it; open the folder by hand")
