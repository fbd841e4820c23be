"""The options that every verb shares, and the desk that they open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from memwiki.app.desk import Desk

Page = Annotated[str, typer.Argument(help="A page: its path, id, or file name.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be done, write nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@dataclass(frozen=True, slots=True)
class Globals:
    """The global options as typed."""

    home: Path | None
    project: str
    workspace: str
    cwd: Path | None
    at: str

    def desk(self, **overrides: Any) -> Desk:
        """The desk they open; `overrides` are flags that stand for settings."""
        from memwiki.app.desk import open_desk

        return open_desk(self.home, self.cwd, self.project, self.workspace, self.at, overrides=overrides)


def desk(context: typer.Context, **overrides: Any) -> Desk:
    """The desk of a running command."""
    shared: Globals = context.obj
    return shared.desk(**{key.replace("__", "."): value for key, value in overrides.items() if value is not None})
