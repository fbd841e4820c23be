"""The command line: reads options, calls app, prints. The hook is dispatched before anything heavy is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit code (docs/reference/command-line.md)."""
    if argv is None:
        _speak_utf8()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["hook"] and "--help" not in arguments:
        from memwiki.hooks.hot import main as hook

        return hook(arguments[1:])
    from memwiki.cli.edge import run

    return run(arguments)


def _speak_utf8() -> None:
    """Starts this process again where a locale gives files other names than UTF-8: pages are named in any language,
    and a wiki must not depend on who compiled it."""
    if sys.getfilesystemencoding() != "utf-8" and "utf8" not in sys._xoptions:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - ourselves
