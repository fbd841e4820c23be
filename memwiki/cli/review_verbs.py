"""review and skills: what waits for a person. Deciding needs a terminal, so that no agent does it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, Page, desk
from memwiki.cli.read_verbs import show
from memwiki.cli.screen import columns, emit, note, say
from memwiki.errors import NeedsReview, UsageError

if TYPE_CHECKING:
    from memwiki.app.desk import Written


To = Annotated[str, typer.Option(help="claude-code, codex, or a folder.")]


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    review = typer.Typer(help="What waits for you: drafts and conflicts.", no_args_is_help=True, rich_markup_mode=None)
    review.command("list")(review_list)
    review.command("show")(review_show)
    review.command()(approve)
    review.command()(reject)
    app.add_typer(review, name="review")
    skills = typer.Typer(help="Procedures proven by their own test.", no_args_is_help=True, rich_markup_mode=None)
    skills.command("list")(skills_list)
    skills.command("show")(skills_show)
    skills.command("export")(skills_export)
    skills.command("unexport")(skills_unexport)
    skills.command("log")(skills_log)
    skills.command()(retire)
    app.add_typer(skills, name="skills")


def review_list(context: typer.Context, as_json: Json = False) -> None:
    """List what waits."""
    from memwiki.app.judging import waiting

    found = waiting(desk(context))
    if as_json:
        from memwiki.cli.read_outputs import Reviews

        emit(Reviews.model_validate(found))
        return
    columns([["draft", page.kind, page.page, page.title] for page in found.drafts])
    columns([["conflict", one.reason, one.path, one.place] for one in found.conflicts])
    if not found.drafts and not found.conflicts:
        note("nothing waits")


def review_show(context: typer.Context, page: Page, as_json: Json = False) -> None:
    """Print a draft, or the two texts of a conflict."""
    from memwiki.app.judging import waiting
    from memwiki.app.reading import find_page, text_if_any
    from memwiki.app.reading import show as read
    from memwiki.app.reviewing import by_agents

    place = desk(context)
    agents = by_agents(place, page)  # its page may not be in the wiki
    path = agents[0].path if agents else find_page(place, page)
    found = waiting(place)
    conflicts = [one for one in found.conflicts if one.path == path]
    text = "" if agents else text_if_any(place, path) if conflicts else read(place, path).text
    if as_json:
        from memwiki.cli.read_outputs import ConflictPart, PageLine, Reviews

        drafts = [PageLine.model_validate(one) for one in found.drafts if one.page == path]
        parts = [ConflictPart.model_validate(one) for one in conflicts]
        emit(Reviews(project=found.project, drafts=drafts, conflicts=parts, text=text))
        return
    for one in conflicts:
        whose = ("the page", "agent") if one.by_agent else ("yours", "compiler")
        where = "the whole page" if one.by_agent or not one.place else one.place
        say(f"{one.path}, {where}: {one.reason}\n--- {whose[0]}\n{one.mine}\n+++ {whose[1]}\n{one.new}")
    if not conflicts:
        say(text.rstrip("\n"))


def approve(context: typer.Context, page: Page, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Approve a draft; or let the compiler's text in where it waits."""
    if not dry_run:
        _person_only("approve", page)
    from memwiki.app.judging import approve as run

    _written(run(desk(context), page, dry_run), as_json, dry_run)


def reject(context: typer.Context, page: Page, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Reject a draft for good; or keep your text where the compiler had another."""
    if not dry_run:
        _person_only("reject", page)
    from memwiki.app.judging import reject as run

    _written(run(desk(context), page, dry_run), as_json, dry_run)


def retire(context: typer.Context, page: Page, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Take a skill out of use."""
    if not dry_run:
        _person_only("retire", page)
    from memwiki.app.judging import retire as run

    _written(run(desk(context), page, dry_run), as_json, dry_run)


def skills_list(context: typer.Context, as_json: Json = False) -> None:
    """List the skills."""
    from memwiki.app.reading import list_pages

    place = desk(context)
    pages = list_pages(place, "skill")
    if as_json:
        from memwiki.cli.read_outputs import PageLine, Pages

        emit(Pages(project=place.project.key, pages=[PageLine.model_validate(page) for page in pages]))
    else:
        columns([[page.status, page.page, page.title] for page in pages])


def skills_show(context: typer.Context, page: Page, as_json: Json = False) -> None:
    """Print a skill's page."""
    from memwiki.app.exporting import skill

    show(context, skill(desk(context), page).path, as_json)


def skills_log(
    context: typer.Context,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=10_000, help="How many looks.")] = 20,
    outcome: Annotated[str, typer.Option(help="Only these: delivered, no match, blocked, stale.")] = "",
    as_json: Json = False,
) -> None:
    """List what agents' prompts were given, and why not; newest first."""
    from memwiki.app.lookups import OUTCOMES, lookups

    if outcome and outcome not in OUTCOMES:
        raise UsageError(f"no such outcome: {outcome}", hint=", ".join(OUTCOMES))
    place = desk(context)
    found = lookups(place, count, outcome)
    if as_json:
        from memwiki.cli.read_outputs import LookupPart, Lookups

        emit(Lookups(project=place.project.key, lookups=[LookupPart.model_validate(one) for one in found]))
        return
    columns([[one.ts, one.outcome, one.page, one.reason, f"{one.agent} {one.session}"] for one in found])
    if not found:
        note("no prompt was looked up")


def skills_export(
    context: typer.Context,
    page: Page,
    to: To = "claude-code",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Write an approved skill as a SKILL.md into an agent's skills folder; never over another's."""
    from memwiki.app.exporting import export

    _written(export(desk(context), page, _skills_folder(to), dry_run), as_json, dry_run)


def skills_unexport(
    context: typer.Context,
    page: Page,
    to: To = "claude-code",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take an exported skill back from an agent's skills folder; a page that is gone is named by its id."""
    from memwiki.app.exporting import unexport

    _written(unexport(desk(context), page, _skills_folder(to), dry_run), as_json, dry_run)


def _skills_folder(to: str) -> Path:
    from memwiki.hooks.install_agents import AGENTS

    folder = AGENTS[to].own_folder() / "skills" if to in AGENTS else Path(to).absolute()
    if to not in AGENTS and not folder.is_dir():
        raise UsageError(f"no such agent or folder: {to}", hint=f"known agents: {', '.join(AGENTS)}")
    return folder


def _person_only(verb: str, page: str) -> None:
    """A terminal, and the verb typed there: what runs unattended decides nothing."""
    if not sys.stdin.isatty():
        raise NeedsReview(f"{verb} needs a person at a terminal", hint="memwiki review list shows what waits")
    if _typed(f"Type {verb} to {verb} {page}: ").strip().lower() != verb:
        raise NeedsReview(f"nothing was done: {verb} was not typed", hint="memwiki review list shows what waits")


def _typed(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline()


def _written(written: Written, as_json: bool, dry_run: bool) -> None:
    if as_json:
        from memwiki.cli.state_outputs import Written as Output

        emit(Output.model_validate(written))
    elif dry_run:
        note(f"would {written.event}: {written.path}")
    else:
        say(written.id)
        note(written.path)
