"""Every verb that writes can say first what it would write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from memwiki.cli.commands import app

# Verbs that only read; what they derive (an index that is behind) is no news. `hook` is called by agents alone.
READING = {
    "agents",
    "config",
    "config get",
    "context",
    "diff",
    "doctor",
    "handoff list",
    "handoff log",
    "handoff show",
    "history",
    "hook",
    "lint",
    "list",
    "log",
    "projects",
    "projects list",
    "review list",
    "review show",
    "scan",
    "search",
    "show",
    "skills list",
    "skills log",
    "skills show",
    "stats",
    "status",
    "verify",
    "watch",
    "why",
    "workstreams",
    "workstreams list",
    "workstreams search",
    "workstreams show",
}


def _verbs(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    for word, one in getattr(command, "commands", {}).items():
        full = f"{name} {word}".strip()
        if not getattr(one, "commands", None) or getattr(one, "invoke_without_command", False):
            yield full, one
        yield from _verbs(one, full)


VERBS = dict(_verbs(typer.main.get_command(app)))


@pytest.mark.parametrize("name", sorted(VERBS))
def test_a_verb_reads_or_knows_dry_run(name: str) -> None:
    options = {word for option in VERBS[name].params for word in option.opts}

    assert name in READING or "--dry-run" in options


def test_every_reading_verb_is_there() -> None:
    assert set(VERBS) >= READING
