"""What a session ran: its test runs first, then the failures that tell something, then commands that did work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile import evidence
from memwiki.compile.changes import root_of
from memwiki.compile.excuses import excused
from memwiki.compile.prose import shortened
from memwiki.compile.session import Session
from memwiki.compile.symptoms import error_line
from memwiki.compile.testruns import TestRun, covers
from memwiki.compile.troubles import looks_around
from memwiki.compile.work import Step, own_steps
from memwiki.records import CommandRun, Item
from memwiki.regexes import regex

MAX_RUNS = 60
_COMMAND = 300
_FAILED_TEST = regex(
    r"^(?:FAILED |--- FAIL: |FAIL: |ERROR: |test |✕ |× |● |not ok \d+ - |\s+\d+\) )\s*(?P<name>\S.{2,160}?)(?: - .*"
    r"| \.\.\. FAILED| \(.*\))?$",
    re.MULTILINE,
)


def commands(session: Session) -> tuple[CommandRun, ...]:
    """The shell commands worth telling, oldest first."""
    root = root_of(session)
    told = [
        one for one in own_steps(session, root) if one.command.strip() and (one.run or not looks_around(one.command))
    ]
    excuses = excused(session, told, root)
    return tuple(_run(one, excuses.get(n, "")) for n, one in enumerate(told))


def telling(runs: Sequence[CommandRun]) -> tuple[CommandRun, ...]:
    """So many of the commands that one can hold them: test runs, and then failures, win where there are too many."""
    if len(runs) <= MAX_RUNS:
        return tuple(runs)
    places = [n for n, run in enumerate(runs) if run.test][-MAX_RUNS:]
    if room := MAX_RUNS - len(places):
        places += [n for n, run in enumerate(runs) if not run.test and run.ok is False][-room:]
    return tuple(runs[n] for n in sorted(places))


def _run(one: Step, excuse: str) -> CommandRun:
    tool = one.at.tool
    output = tool.output if tool else ""
    ok = one.passed if one.run else one.ok
    summary = one.line or (error_line(output) if ok is not True else "")
    return CommandRun(
        command=shortened(one.command, _COMMAND),
        ok=ok,
        exit=tool.exit if tool else None,
        summary=summary[:200],
        test=one.run.form if one.run else "",
        evidence=(evidence.of(one.at, summary or one.command),),
        excuse=excuse,
    )


def failing_at_end(session: Session, lang: str = "en") -> tuple[Item, ...]:
    """The tests that the session leaves red: the last verified run of each failed, and no later one covers it."""
    root = root_of(session)
    ran = [one for one in own_steps(session, root) if one.run]
    last: dict[str, Step] = {}
    for one in ran:
        if one.run and one.passed is not None:
            last[one.run.form] = one
    open_runs = [one for one in last.values() if one.passed is False and not _fixed_later(one, ran)]
    return tuple(_item(one, lang) for one in open_runs[-3:])


def _fixed_later(one: Step, ran: list[Step]) -> bool:
    """Whether a later run of the same tests or more passed, or of the same files with other flags."""
    after = ran[ran.index(one) + 1 :]
    return any(later.passed and later.run and one.run and _covers(later.run, one.run) for later in after)


def _covers(later: TestRun, one: TestRun) -> bool:
    files = [{word for word in run.words[1:] if "/" in word and not word.startswith("-")} for run in (later, one)]
    if covers(later.form, one.form) or (later.runner == one.runner and bool(files[1]) and files[0] == files[1]):
        return True
    return bool(_modules(one)) and _modules(one) <= _modules(later)


def _modules(run: TestRun) -> set[str]:
    """The Python test files that a run names, as modules: another runner may run the same."""
    plain = (word for word in run.words[1:] if not word.startswith("-"))
    dotted = {word.removesuffix(".py").replace("/", ".").removeprefix(".") for word in plain if "::" not in word}
    return {name for name in dotted if name.rpartition(".")[2].startswith("test_")}


def _item(one: Step, lang: str) -> Item:
    output = one.at.tool.output if one.at.tool else ""
    names = list(dict.fromkeys(found["name"].strip() for found in _FAILED_TEST.finditer(output)))
    names = [name for name in names if not name.startswith("(")][:3]  # `FAILED (failures=1)` names none
    form = one.run.form if one.run else one.command
    what = ", ".join(f"`{name}`" for name in names) or f"`{form}`"
    told = [f"`{form}`"] * bool(names) + [one.line] * bool(one.line)
    text = f"{what} 失败" if lang == "zh" else f"{what} fails"
    text += f" ({': '.join(told)})" if told else ""
    return Item(text, (evidence.of(one.at, one.line or form),), "open")
