"""Commits that a session made, read from `git commit` and what git printed."""

from __future__ import annotations

import re

from memwiki.compile import evidence
from memwiki.compile.outcomes import status
from memwiki.compile.session import Session
from memwiki.compile.shell import simple_commands
from memwiki.records import Item, Observation
from memwiki.regexes import regex

_PRINTED = regex(r"^\[(?P<branch>[^\]\s]+)(?: \([^)]*\))? (?P<sha>[0-9a-f]{7,40})\] (?P<subject>.+)$", re.MULTILINE)
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
        if not _PRINTED.search(tool.output):
            for text in _quiet(str(tool.input.get("command", "")), tool.output):
                found.setdefault(text.partition(" ")[0], Item(text, (evidence.of(step, text),)))
    return tuple(found.values())[-MAX_COMMITS:]


def _quiet(command: str, output: str) -> list[str]:
    """`git commit -qm … && git log --oneline -1`: the log names what was committed."""
    said = _message(command).split("\n")[0].strip()
    lines = re.findall(r"^([0-9a-f]{7,40}) (?:\([^)]*\) )?(.+)$", output, re.MULTILINE) if said else []
    return [f"{sha[:12]} {subject.strip()[:160]}" for sha, subject in lines if subject.strip() == said][:1]


_TYPE = regex(
    r"^(?:feat|fix|chore|docs?|refactor|tests?|perf|build|ci|style|revert|bugfix|hotfix)(?:\([^)]*\))?!?:\s*",
    re.IGNORECASE,
)
_TICKET = regex(r"^\[?[A-Z]{2,10}-\d+\]?[:\s]+|\s*\(#\d+\)$|^#\d+[:\s]+")
_SAYS_NOTHING = regex(
    r"^(?:wip|tmp|temp|misc|stuff|changes|save|checkpoint|initial(?: commit)?"
    r"|(?:fix(?:es|ed)?|updates?|clean ?ups?|typos?)"
    r"(?: (?:tests?|code|it|bugs?|things|files?|stuff|typos?|lint|ci|build))?)\W*$",
    re.IGNORECASE,
)


def subject(step: Observation) -> str:
    """The subject of the commit that a call made, without its type and ticket; "" where it made none that says much."""
    tool = step.tool
    if tool is None or tool.family != "shell" or status(tool) is False:
        return ""
    command = str(tool.input.get("command", ""))
    if not _commits(command):
        return ""
    printed = _PRINTED.search(tool.output)
    said = printed["subject"] if printed else _message(command)
    bare = _TICKET.sub("", _TYPE.sub("", _TICKET.sub("", said.strip().split("\n")[0])))
    return "" if _SAYS_NOTHING.match(bare) or (bare.isascii() and len(bare.split()) < 3) else bare.rstrip(" .")


def _message(command: str) -> str:
    """What stands behind `-m`, `-am`, `--message`."""
    for part in simple_commands(command):
        if part.words[:1] != ("git",) or "commit" not in part.words[1:6]:
            continue
        for n, word in enumerate(part.words[1:], 1):
            if word.startswith("--message="):
                return word.partition("=")[2]
            if (word == "--message" or re.fullmatch(r"-[a-zA-Z]*m", word)) and n + 1 < len(part.words):
                return part.words[n + 1]
    return ""


def _commits(command: str) -> bool:
    return any(
        part.words[:1] == ("git",)
        and {"commit", "cherry-pick", "revert", "merge", "am", "rebase"} & set(part.words[1:6])
        for part in simple_commands(command)
    )
