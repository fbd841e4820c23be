"""What went wrong in a task before it went right: the errors that were seen, and what was tried against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memwiki.compile.prose import shortened
from memwiki.compile.symptoms import error_line, normalised
from memwiki.compile.trap_cues import SERVICE
from memwiki.compile.troubles import looks_around
from memwiki.compile.work import Step
from memwiki.records import Observation

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
    changed: list[str] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)

    @property
    def trouble(self) -> bool:
        """Whether anything had failed."""
        return bool(self.errors)


def attempts(steps: Sequence[Step], lang: str) -> Attempts:
    """Reads a task's calls in order. Failing to look around (ls of a missing folder) is no trouble."""
    still, then, failed = _SAY.get(lang, _SAY["en"])
    found = Attempts()
    pending: list[Step] = []
    for one in steps:
        if one.touched:
            pending.append(one)
            found.changed += [t.path for t in one.touched if t.path and t.path not in found.changed]
        error = _error(one)
        if error:
            if found.errors and pending:
                same = error == found.errors[-1]
                found.failed.append(
                    (still if same else then).format(what=_what(pending[-1]), error=shortened(error, 120))
                )
            elif one.command and not one.run and not one.touched and len(one.command) < 140 and "`" not in one.command:
                found.failed.append(failed.format(command=one.command.strip(), error=shortened(error, 120)))
            pending = []
            if error not in found.errors:
                found.errors.append(error)
                found.seen.append(one.at)
            found.worked = ""
        elif one.command and found.errors and _worked(one):
            found.worked = one.run.form if one.run else one.command.strip()
    return found


def _error(one: Step) -> str:
    tool = one.at.tool
    if tool is None or tool.family not in ("shell", "mcp", "other", "edit", "write"):
        return ""
    red = one.passed is False if one.run else one.ok is False or (one.ok is None and bool(error_line(tool.output)))
    shown = not one.run and one.ok is not False and looks_around(one.command)  # a log that shows the error
    if one.ok is False and not one.run and looks_around(one.command):
        return ""
    if not red and not shown:
        return ""
    line = normalised(error_line(tool.output)).replace("`", "'")
    return "" if SERVICE.search(line) else line


def _worked(one: Step) -> bool:
    if one.run:
        return one.passed is True
    if looks_around(one.command):
        return False
    return one.ok is True or (
        one.ok is None and bool(one.at.tool and one.at.tool.output and not error_line(one.at.tool.output))
    )


def _what(one: Step) -> str:
    touch = one.touched[-1]
    added = touch.edits[0][1].strip() if touch.edits else ""
    if added and "\n" not in added and "`" not in added and len(added) <= 90:
        return f"`{added}` (`{touch.path}`)"
    return f"`{touch.path}`"
