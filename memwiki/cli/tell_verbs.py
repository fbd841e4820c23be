"""remember, pin, unpin, feedback, forget: what a person says by hand."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, Page, Yes, desk
from memwiki.cli.screen import emit, note, say
from memwiki.errors import UsageError

if TYPE_CHECKING:
    from memwiki.app.desk import Written


class Verdict(StrEnum):
    """What a person may say of a page."""

    helpful = "helpful"
    stale = "stale"
    wrong = "wrong"


class RememberKind(StrEnum):
    """What a remembered sentence may be."""

    preference = "preference"
    decision = "decision"
    concept = "concept"
    gotcha = "gotcha"


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(remember)
    app.command()(forget)
    app.command()(feedback)
    app.command()(pin)
    app.command()(unpin)


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What to remember; `-` reads it from stdin.")],
    kind: Annotated[RememberKind | None, typer.Option(help="What it is; told from the words if not given.")] = None,
    me: Annotated[bool, typer.Option("--me", help="It holds in all my projects.")] = False,
    expires: Annotated[str, typer.Option(help="It holds until this date or instant.")] = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Write down one thing in your own words; it becomes a page at once."""
    from memwiki.app.telling import remember as run

    words = sys.stdin.buffer.read().decode("utf-8", "replace") if text == "-" else text
    _written(run(desk(context), words, kind.value if kind else "", me, expires, dry_run), as_json, dry_run)


def forget(
    context: typer.Context,
    page: Annotated[str, typer.Argument(help="A page to forget.")] = "",
    session: Annotated[str, typer.Option(help="Pages that rest on this session alone, and its own page.")] = "",
    keyword: Annotated[str, typer.Option(help="Every page that holds these words.")] = "",
    since: Annotated[str, typer.Option(help="Sessions from this instant on.")] = "",
    until: Annotated[str, typer.Option(help="Sessions up to this instant.")] = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Remove pages for good: compile does not bring them back. Shows what it would hit, and asks."""
    from memwiki.app.forgetting import Target, hits
    from memwiki.app.forgetting import forget as run

    place = desk(context)
    target = Target(page, session, keyword, since, until)
    hit = hits(place, target)
    for path in hit.pages:
        note(f"- {path}")
    what = f"{_count(len(hit.pages), 'page')}, and what {_count(hit.observations, 'captured event')} told"
    asks = sys.stdin.isatty() and not yes
    if not dry_run and not yes:
        if not asks:
            raise UsageError(f"would forget {what}, and cannot ask", hint="add --yes, or --dry-run to look")
        typer.confirm(f"Forget {what}?", abort=True, err=True)
    written = run(place, target, hit, dry_run, terminal=asks)
    if as_json:
        from memwiki.cli.state_outputs import Forgotten

        emit(
            Forgotten(
                project=place.project.key,
                dry_run=dry_run,
                id=written,
                pages=hit.pages,
                observations=hit.observations,
            )
        )
    elif dry_run:
        note(f"would forget {what}")
    else:
        say(written)


def feedback(
    context: typer.Context, page: Page, verdict: Verdict, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Say how a page served: helpful, stale or wrong."""
    from memwiki.app.telling import feedback as run

    _written(run(desk(context), page, verdict.value, dry_run), as_json, dry_run)


def pin(context: typer.Context, page: Page, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Keep a page from fading."""
    from memwiki.app.telling import pin as run

    _written(run(desk(context), page, True, dry_run), as_json, dry_run)


def unpin(context: typer.Context, page: Page, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Let a page fade again when it is not used."""
    from memwiki.app.telling import pin as run

    _written(run(desk(context), page, False, dry_run), as_json, dry_run)


def _written(written: Written, as_json: bool, dry_run: bool) -> None:
    if as_json:
        from memwiki.cli.state_outputs import Written as Output

        emit(Output.model_validate(written))
    elif dry_run:
        note(f"{written.project}: would write {written.event}: {written.page or written.path}")
    else:
        say(written.id)
        if written.page:
            note(f"{written.project}: {written.page}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
