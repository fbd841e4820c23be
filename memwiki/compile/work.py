"""One task as it went: its changes, its test runs with their outcomes, and the commands in between, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from memwiki.compile.changes import Touch, touched
from memwiki.compile.outcomes import status, verdict
from memwiki.compile.session import TOOL_EVENTS, Session, Turn
from memwiki.compile.shell import joined, simple_commands
from memwiki.compile.shelledits import shell_touches
from memwiki.compile.testruns import TestRun, test_run
from memwiki.records import Observation
from memwiki.values import value


@value(frozen=True, slots=True)
class Step:
    """One finished tool call of a task. `passed` is the outcome of a test run, `ok` of the call as a whole."""

    at: Observation
    touched: tuple[Touch, ...] = ()
    run: TestRun | None = None
    passed: bool | None = None
    line: str = ""  # the runner's verdict line
    ok: bool | None = None
    command: str = field(init=False, compare=False)  # the shell text, "" for other tools
    changes: bool = field(init=False, compare=False)  # whether it changed something that a test could notice

    def __post_init__(self) -> None:
        tool = self.at.tool
        command = str(tool.input.get("command", "")) if tool and tool.family == "shell" else ""
        object.__setattr__(self, "command", command)
        object.__setattr__(self, "changes", any(not touch.documentation for touch in self.touched))


def steps_of(turn: Turn, root: str) -> tuple[Step, ...]:
    """The tool calls of a turn in order, those of its helpers included; read once, as long as the turn is there."""
    if root not in turn.read:
        turn.read[root] = _steps_of(turn, root)
    found: tuple[Step, ...] = turn.read[root]
    return found


def _steps_of(turn: Turn, root: str) -> tuple[Step, ...]:
    calls = [o for o in (*turn.steps, *turn.helper_steps) if o.event in TOOL_EVENTS]
    return tuple(_step(turn, o, root) for o in sorted(calls, key=lambda o: (o.segment, o.line)))


def own_steps(session: Session, root: str) -> tuple[Step, ...]:
    """Every finished call of the main agent, oldest first."""
    found: list[Step] = []
    for turn in session.turns:
        known = {id(one.at): one for one in steps_of(turn, root)}
        found += (known.get(id(o)) or _step(turn, o, root) for o in turn.steps)
    return tuple(found)


def _step(turn: Turn, o: Observation, root: str) -> Step:
    """One finished call, read."""
    tool = o.tool
    if tool is None:
        return Step(o)
    run = test_run(str(tool.input.get("command", ""))) if tool.family == "shell" else None
    ok = status(tool)
    changed = touched(turn, o, root)
    if run is None:
        return Step(o, changed, ok=ok)
    found = verdict(tool, run)
    return Step(o, changed, run, found.passed, found.line, ok)


def proof(steps: Sequence[Step]) -> Step | None:
    """The test run that proves a task: the last one, after the last change, and it passed; something was changed."""
    changed = [n for n, one in enumerate(steps) if one.changes]
    ran = [n for n, one in enumerate(steps) if one.run is not None]
    if not changed or not ran or ran[-1] < changed[-1]:
        return None
    last = steps[ran[-1]]
    # `sed -i … && pytest`: the change and the run are one call, in this order
    if ran[-1] == changed[-1] and not _runs_last(last):
        return None
    return last if last.passed else None


def _runs_last(one: Step) -> bool:
    """Whether, within one shell text, nothing is changed after the tests ran."""
    parts = simple_commands(one.command)
    tests = [n for n, part in enumerate(parts) if test_run(joined(part.words)) is not None]
    after = parts[tests[-1] + 1 :] if tests else ()
    return bool(tests) and not any(shell_touches(joined(part.words), failed=False) for part in after)
