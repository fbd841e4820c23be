"""show, list, why, open: reading the wiki and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli import history_verbs
from memwiki.cli.history_verbs import moment
from memwiki.cli.options import Json, Page, desk
from memwiki.cli.screen import columns, emit, note, say, say_wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memwiki.app.proof import Reasons

_RULED = {
    "approve": "approved by",
    "retire": "taken out of use by",
    "helpful": "called helpful by",
    "stale": "called stale by",
    "wrong": "called wrong by",
}


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
        columns([[page.kind, "expired" if page.expired else page.status, page.page, page.title] for page in pages])


def why(context: typer.Context, page: Page, as_json: Json = False) -> None:
    """Show each statement of a page with the captured words that prove it."""
    from memwiki.app.proof import why as run

    reasons = run(desk(context), page)
    if as_json:
        from memwiki.cli.read_outputs import Why

        emit(Why.model_validate(reasons))
        return
    status = "" if reasons.status == "stable" else f", {reasons.status}"
    model = "" if reasons.generated.startswith(("memwiki/", "human:")) else reasons.generated
    say(f"{reasons.title}  ({reasons.page}{status}{f', worded by {model}' if model else ''})")
    numbers: dict[str, int] = {}
    section = ""
    for statement in reasons.statements:
        if statement.section != section:
            section = statement.section
            say(f"\n{section}")
        say("")
        say_wrapped(statement.text, "  ")
        if statement.own:
            say("      written into the page by hand")
        for proof in statement.proofs:
            number = numbers.setdefault(proof.id, len(numbers) + 1)
            words = f"“{' '.join(proof.words.split())}”" if proof.found else "the source is gone"
            say_wrapped(f"[{number}] {_name(proof.author)}: {words}", "      ", "          ")
    for ruled in reasons.rulings:
        say(f"\n{_RULED.get(ruled.verdict or ruled.event, ruled.event)} {_name(ruled.author)}, {moment(ruled.time)}")
    _sources(reasons, numbers)


def _sources(reasons: Reasons, numbers: Mapping[str, int]) -> None:
    """Who stands behind each number, in which session, when, and where the words lie."""
    sources = {proof.id: proof for statement in reasons.statements for proof in statement.proofs}
    if sources:
        say("\nSources")
    for identity, number in numbers.items():
        proof = sources[identity]
        where = f"{proof.agent} session {proof.session}" if proof.agent not in ("person", "memwiki") else "by hand"
        who = "" if proof.author == proof.agent else f"{_name(proof.author)}, "
        say_wrapped(f"[{number}] {who}{where}, {moment(proof.time)}  {proof.resource}", "  ", "      ")


def _name(author: str) -> str:
    return author.removeprefix("human:").removeprefix("process:")


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
