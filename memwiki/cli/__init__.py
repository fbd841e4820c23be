"""The command line: reads options, calls app, prints. The hook is dispatched before anything heavy is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit code (docs/reference/command-line.md)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["hook"] and "--help" not in arguments:
        from memwiki.hooks.hot import main as hook

        return hook(arguments[1:])
    from memwiki.cli.edge import run

    return run(arguments)
