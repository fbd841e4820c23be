"""watch: the index follows the files while it runs."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import Json, desk
from memwiki.cli.screen import emit, note

if TYPE_CHECKING:
    from memwiki.app.watching import Seen


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.command()(watch)


def watch(
    context: typer.Context,
    every: Annotated[float, typer.Option(min=0.5, max=3600, help="Look at every page after so many seconds.")] = 15.0,
    poll: Annotated[bool, typer.Option("--poll", help="Only look, for folders that give no events.")] = False,
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Words and links only.")] = False,
    as_json: Json = False,
) -> None:
    """Keep the index up to what you edit, until Ctrl-C; a page is found a second after it was saved."""
    from memwiki.app.watching import Watch

    def say(seen: Seen) -> None:
        if as_json:
            from memwiki.cli.state_outputs import Watched as Line

            emit(Line(event=seen.event, project=seen.project, pages=list(seen.pages), text=seen.text))
            sys.stdout.flush()
        else:
            note(_line(seen))

    held = Watch(desk(context), say, None, every, not no_vectors)
    if not poll:
        from memwiki.app.folders import Watched

        held.folders = Watched(held.touch)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: held.stop.set())
    held.run()


def _line(seen: Seen) -> str:
    if seen.event == "started":
        return f"watching {seen.text} wiki{'' if seen.text == '1' else 's'}; Ctrl-C ends it"
    if seen.event == "indexed":
        named = ", ".join(seen.pages[:3]) + (", …" if len(seen.pages) > 3 else "")
        edited = f"; edited and not compiled yet: {named}" if seen.pages else ""
        return f"{seen.project}: {seen.text} document{'' if seen.text == '1' else 's'} read{edited}"
    if seen.event == "stopped":
        return "stopped"
    return f"{seen.project}: {seen.text}" if seen.project else seen.text
