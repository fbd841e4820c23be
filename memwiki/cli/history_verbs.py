"""history, diff, log: how pages changed, in statements and in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import Json, Page, desk
from memwiki.cli.screen import columns, emit, note, say, say_wrapped

if TYPE_CHECKING:
    from memwiki.app.history import Changed, Said

Count = Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many.")]
Lines = Annotated[bool, typer.Option("--lines", help="Line by line, as git shows it.")]

_SIGNS = {"added": "+", "again": "=", "changed": "~", "withdrawn": "-"}


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command()(history)
    app.command()(diff)
    app.command()(log)


def history(context: typer.Context, page: Page, lines: Lines = False, as_json: Json = False) -> None:
    """Show how a page came to say what it says: each statement that came, changed or went, and who said it."""
    from memwiki.app.history import history as run

    found = run(desk(context), page, lines)
    if as_json:
        from memwiki.cli.read_outputs import CommitLine, Commits

        commits = [CommitLine.model_validate(one) for one in found.commits]
        emit(Commits(project=found.project, page=found.page, commits=commits))
        return
    say(f"{found.title}  ({found.page})")
    for one in found.commits:
        who = f"{one.author}, by hand: " if one.by_hand else ""
        say(f"\n{moment(one.date)}  {one.commit[:7]}  {who}{one.subject}")
        if lines:
            say(one.lines.rstrip("\n"))
        else:
            _changes(one.changes, f"human:{one.author}" if one.by_hand else "")
    if not found.commits:
        note("no commit holds this page yet: memwiki compile")


def diff(
    context: typer.Context,
    page: Page,
    a: Annotated[str, typer.Argument(help="From this commit or instant; the last change but one if not given.")] = "",
    b: Annotated[str, typer.Argument(help="To this commit or instant; the newest if not given.")] = "",
    since: Annotated[str, typer.Option(help="The same as the first.")] = "",
    until: Annotated[str, typer.Option(help="The same as the second.")] = "",
    lines: Lines = False,
    as_json: Json = False,
) -> None:
    """Show how a page changed: statements added, changed, said again, withdrawn, and by whom."""
    from memwiki.app.history import diff as run

    found = run(desk(context), page, a or since, b or until)
    if as_json:
        from memwiki.cli.read_outputs import Diff

        emit(Diff.model_validate(found))
    elif lines:
        say(found.diff.rstrip("\n"))
    else:
        _changes(found.changes)
        if not found.changes:
            note("nothing that the page states has changed; --lines shows the rest" if found.diff else "no change")


def log(context: typer.Context, count: Count = 20, as_json: Json = False) -> None:
    """List the wiki's last commits."""
    from memwiki.app.reading import log as run

    found = run(desk(context), count)
    if as_json:
        from memwiki.cli.read_outputs import Commits

        emit(Commits.model_validate(found))
    else:
        columns([[one.commit[:7], one.date, one.author, one.subject] for one in found.commits])


def moment(time: str) -> str:
    """An instant for reading: `2026-09-14 09:12`."""
    return f"{time[:10]} {time[11:16]}".strip()


def _changes(changes: tuple[Changed, ...], known: str = "") -> None:
    """One line a change, and under it who stands behind it, unless that is `known` already."""
    section = ""
    for one in changes:
        if one.what in _SIGNS and one.name != section:
            section = one.name
            if section:
                say(f"  {section}")
        for line in _told(one):
            say_wrapped(line, "  ", "    ")
        who = [_who(said) for said in one.by if said.author != known]
        for line in dict.fromkeys(filter(None, who)):
            say_wrapped(line, "      ")


def _told(one: Changed) -> list[str]:
    if one.what in _SIGNS:
        sign = _SIGNS[one.what]
        if one.what == "changed":
            return [f"{sign} {_one_line(one.before)}", f"→ {_one_line(one.text)}"]
        return [f"{sign} {_one_line(one.text)}" + (" (said again)" if one.what == "again" else "")]
    if one.what == "superseded":
        return [f"! superseded by {one.text}"]
    if one.what == "renamed":
        return [f"! moved from {one.before} to {one.text}"]
    return [f"! {one.name}: {one.before or 'nothing'} → {one.text or 'nothing'}"]


def _one_line(text: str) -> str:
    lines = text.split("\n")
    return lines[0] if len(lines) == 1 else f"{lines[0]} … ({len(lines)} lines)"


def _who(said: Said) -> str:
    name = said.author.removeprefix("human:").removeprefix("process:")
    place = f"in {said.session}" if said.session else "by hand"
    return f"{name}, {place}, {moment(said.time)}"
