"""What went wrong in a task before it went right: the errors that were seen, and what was tried against them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memwiki.compile.prose import shortened
from memwiki.compile.symptoms import error_line, normalised
from memwiki.compile.trap_cues import SERVICE
from memwiki.compile.troubles import looks_around
from memwiki.compile.work import Step
from memwiki.records import Observation
from memwiki.regexes import regex

_SAY = {
    "en": ("{what}: still `{error}`", "{what}: then `{error}`", "`{command}` failed: `{error}`"),
    "zh": ("{what}:仍然 `{error}`", "{what}:变成 `{error}`", "`{command}` 失败:`{error}`"),
}


@dataclass(slots=True)
class Attempts:
    """Errors as lines, oldest first and each once; attempts as sentences; the command that worked in the end."""

    errors: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    worked: str = ""
    helped: str = ""  # the last edit before the command worked, told
    changed: list[str] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)
    unnamed: bool = False  # a command failed that printed no line of an error
    cure: list[Observation] = field(default_factory=list)  # the edit that helped, and the run that worked

    @property
    def trouble(self) -> bool:
        """Whether anything had failed."""
        return bool(self.errors)


def attempts(steps: Sequence[Step], lang: str) -> Attempts:
    """Reads a task's calls in order. Failing to look around (ls of a missing folder) is no trouble."""
    still, then, failed = _SAY.get(lang, _SAY["en"])
    found = Attempts()
    pending: list[Step] = []
    tested = False  # a test passed since the last error: no other command tells more
    for one in steps:
        if one.touched:
            pending.append(one)
            found.changed += [t.path for t in one.touched if t.path and t.path not in found.changed]
        error, shown = _error(one)
        if error:
            if found.errors and pending and not shown:
                same = error == found.errors[-1]
                sentence = still if same else then
                found.failed.append(sentence.format(what=_what(pending[-1]), error=shortened(error, 120)))
            elif not shown and one.command and not one.run and not one.touched and _short(one.command):
                found.failed.append(failed.format(command=one.command.strip(), error=shortened(error, 120)))
            pending = pending if shown else []
            if error not in found.errors:
                found.errors.append(error)
                found.seen.append(one.at)
            found.worked, found.helped, found.cure = "", "", []
            tested = False
        elif one.command and _failed(one):
            found.unnamed = True
            found.worked, found.helped, found.cure = "", "", []
        elif one.command and (found.errors or found.unnamed) and _worked(one) and (one.run or not tested):
            found.worked = one.run.form if one.run else one.command.strip()
            if not found.helped:
                found.helped, changed = _change(pending)
                found.cure = [changed] if changed else []
            found.cure = [*found.cure[:1], one.at] if found.helped else [one.at]
            tested = tested or one.run is not None
    return found


def _short(command: str) -> bool:
    return len(command) < 140 and "`" not in command and "\n" not in command.strip()


def _error(one: Step) -> tuple[str, bool]:
    """The error that a call met, and whether it was only looked at, as in a log."""
    tool = one.at.tool
    if tool is None or tool.family not in ("shell", "mcp", "other", "edit", "write"):
        return "", False
    looked = not one.run and bool(one.command) and looks_around(one.command)
    if looked and one.ok is False:
        return "", False
    line = normalised(error_line(tool.output)).replace("`", "'")
    red = one.passed is False if one.run else one.ok is False or (one.ok is None and bool(line))
    if not (red or looked) or SERVICE.search(line):
        return "", False
    return line, looked


def _failed(one: Step) -> bool:
    """Whether a command that does more than look around failed."""
    return not looks_around(one.command) and (one.passed is False if one.run else one.ok is False)


def _worked(one: Step) -> bool:
    if one.run:
        return one.passed is True
    if looks_around(one.command) or _SAVES.match(one.command):
        return False
    return one.ok is True or (
        one.ok is None and bool(one.at.tool and one.at.tool.output and not error_line(one.at.tool.output))
    )


_SAVES = regex(r"\s*(?:cd \S+ && )?git (?:add|commit|push|stash|checkout|restore|tag)\b")


def _change(steps: Sequence[Step]) -> tuple[str, Observation | None]:
    """The newest edit of code in these steps as `path`: `before` → `after`, and where it was made.

    Both are empty where none can be told on one line.
    """
    for one in reversed(steps):
        for touch in reversed(one.touched):
            for before, after in reversed(touch.edits):
                old, new = before.strip(), after.strip()
                plain = all("\n" not in side and "`" not in side and len(side) <= 110 for side in (old, new))
                if new and plain and not touch.documentation and not _TESTISH.search(touch.path):
                    told = f"`{touch.path}`: `{old}` → `{new}`" if old else f"`{touch.path}`: `{new}`"
                    return told, one.at
    return "", None


_TESTISH = regex(r"(?:^|[/_.-])(?:tests?|specs?|fixtures?)(?:[/_.-]|$)", re.IGNORECASE)


def _what(one: Step) -> str:
    touch = one.touched[-1]
    added = touch.edits[0][1].strip() if touch.edits else ""
    if added and "\n" not in added and "`" not in added and len(added) <= 90:
        return f"`{added}` (`{touch.path}`)"
    return f"`{touch.path}`"
