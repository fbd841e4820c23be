"""What failed inside a task although the code did not change: the other command to use, the retry that works."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from memwiki.compile.launchers import base, launched
from memwiki.compile.remembered import remembered
from memwiki.compile.shell import simple_commands
from memwiki.compile.work import Step
from memwiki.regexes import regex
from memwiki.values import value

_LONGEST = 140
_SAY = {
    "en": ("{failed} failed here; `{worked}` worked.", "`{again}` failed once and worked when it was run again."),
    "zh": ("{failed} 在这里失败;`{worked}` 可用。", "`{again}` 第一次失败,重跑成功。"),
}
_ERROR = regex(
    r"^(?:\S*(?:Error|Exception)\b|error\b|fatal:|E\s{2,}|ERROR\b|.*: command not found|.*No such file or directory"
    r"|npm ERR!|"
    r"Traceback \(most recent|panic:|bash: |sh: |zsh: |make: \*\*\*)",
    re.MULTILINE,
)


@value(frozen=True, slots=True)
class Trouble:
    """A note for the next time."""

    kind: Literal["avoid", "recover"]
    text: str


@dataclass(slots=True)
class _Note:
    worked: str
    failed: list[str] = field(default_factory=list)


def troubles(steps: Sequence[Step], lang: str) -> tuple[Trouble, ...]:
    """`A` failed, `B` worked: only where nothing else changed in between. Looking around is no failure."""
    avoid, recover = _SAY.get(lang, _SAY["en"])
    notes: dict[str, _Note] = {}
    found: list[Trouble] = []
    waiting: list[Step] = []
    for one in steps:
        if one.touched:
            waiting = []
        if not one.command or "\n" in one.command.strip() or len(one.command) > _LONGEST:
            continue
        outcome = _outcome(one)
        if outcome is False and not one.touched and _kind(one):
            waiting.append(one)
        elif outcome:
            for failed in [w for w in waiting if _kind(w) == _kind(one)]:
                waiting.remove(failed)
                if failed.command == one.command:
                    found.append(Trouble("recover", recover.format(again=one.command)))
                else:
                    note = notes.setdefault(one.command, _Note(one.command))
                    note.failed += [failed.command] if failed.command not in note.failed else []
    told = [avoid.format(failed=_listed(note.failed), worked=note.worked) for note in notes.values()]
    return tuple([Trouble("avoid", text) for text in told] + list(dict.fromkeys(found)))


def _listed(commands: Sequence[str]) -> str:
    return ", ".join(f"`{command}`" for command in commands[:3])


def _outcome(one: Step) -> bool | None:
    if one.run is not None:
        return one.passed
    if one.ok is not None:
        return one.ok
    tool = one.at.tool
    return False if tool and _ERROR.search(tool.output[:2000]) else None


@remembered(1_024, 400)
def looks_around(command: str) -> bool:
    """Whether a shell text only looks: ls, cat, grep, git status; nothing worth telling ran."""
    parts = simple_commands(command)
    return bool(parts) and all(not part.writes and _only_looks(launched(part.words).words) for part in parts)


def _only_looks(words: Sequence[str]) -> bool:
    if not words:
        return True
    if base(words[0]) == "docker" and words[1:2] == ("compose",):
        words = (words[0], *(word for word in words[2:] if not word.startswith("-")))
    name, verb = base(words[0]), words[1] if len(words) > 1 else ""
    if name == "sed":
        return not any(word.startswith("-i") for word in words)
    return (
        name in _LOOK or (name == "git" and verb in _GIT_LOOKS) or (name in _VERB_LOOKS and verb in _VERB_LOOKS[name])
    )


def _kind(one: Step) -> str:
    """Commands that stand for each other: all test runs, or one program with other arguments."""
    if one.run is not None:
        return "test"
    parts = simple_commands(one.command)
    if not parts:
        return ""
    words = launched(parts[-1].words).words
    name = base(words[0]) if words else ""
    if name in _LOOK or (name == "git" and words[1:2] != ("push",)):
        return ""
    return (
        f"{name} {words[1]}"
        if name in ("npm", "pnpm", "yarn", "cargo", "go", "docker", "make") and len(words) > 1
        else name
    )


_LOOK = frozenset(
    {
        "ls",
        "cat",
        "grep",
        "rg",
        "find",
        "fd",
        "head",
        "tail",
        "test",
        "[",
        "cd",
        "which",
        "sed",
        "awk",
        "wc",
        "echo",
        "diff",
    }
    | {
        "stat",
        "file",
        "tree",
        "ps",
        "curl",
        "jq",
        "sleep",
        "pgrep",
        "lsof",
        "ag",
        "egrep",
        "less",
        "type",
        "command",
        "journalctl",
        "dmesg",
    }
)
_GIT_LOOKS = frozenset(
    {"status", "diff", "log", "show", "branch", "ls-files", "blame", "grep", "rev-parse", "remote", "fetch"}
)
_VERB_LOOKS = {
    "kubectl": frozenset({"get", "logs", "describe"}),
    "docker": frozenset({"ps", "logs", "images", "inspect", "config", "top"}),
    "docker-compose": frozenset({"ps", "logs", "config"}),
    "gh": frozenset({"pr", "issue", "run"}),
    "npm": frozenset({"ls", "view", "outdated"}),
    "pip": frozenset({"list", "show", "freeze"}),
}
