"""Commits that a session made, read from `git commit` and what git printed."""

from __future__ import annotations

import re

from memwiki.compile import evidence
from memwiki.compile.outcomes import status
from memwiki.compile.session import Session
from memwiki.compile.shell import simple_commands
from memwiki.records import Item

_PRINTED = re.compile(
    r"^\[(?P<branch>[^\]\s]+)(?: \([^)]*\))? (?P<sha>[0-9a-f]{7,40})\] (?P<subject>.+)$", re.MULTILINE
)
MAX_COMMITS = 30


def commits(session: Session) -> tuple[Item, ...]:
    """One line for each commit: `8c1f2ab importer: ignore trailing commas`. Only what git confirmed."""
    found: dict[str, Item] = {}
    for step in session.steps:
        tool = step.tool
        if (
            tool is None
            or tool.family != "shell"
            or status(tool) is False
            or not _commits(str(tool.input.get("command", "")))
        ):
            continue
        for printed in _PRINTED.finditer(tool.output):
            text = f"{printed['sha'][:12]} {printed['subject'].strip()[:160]}"
            found.setdefault(printed["sha"], Item(text, (evidence.of(step, printed[0]),)))
    return tuple(found.values())[-MAX_COMMITS:]


def _commits(command: str) -> bool:
    return any(
        part.words[:1] == ("git",)
        and {"commit", "cherry-pick", "revert", "merge", "am", "rebase"} & set(part.words[1:6])
        for part in simple_commands(command)
    )
