"""Why a red test run says nothing about what a session changed: its surroundings were missing, or it was red before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memwiki.compile.session import Session
from memwiki.compile.testruns import covers
from memwiki.compile.work import Step, own_steps
from memwiki.regexes import regex

# The runner itself was not there, or was asked for what it does not know: no test ran.
_NOT_STARTED = regex(
    "|".join(
        (
            r"^[\w./-]*sh: (?:line )?(?:\d+: )?[\w./@-]+: (?:command )?not found$|: command not found$",
            r"^\S*python[\d.]*(?:\.exe)?: No module named |executable file not found in|exec format error",
            r"is not recognized as an internal or external command|could not determine executable to run",
            r"^(?:bash|sh|zsh|env): .*: (?:Permission denied|cannot execute|No such file or directory)",
            r"^npm (?:ERR!|error) Missing script|^error: (?:Script not found|no such (?:sub)?command)",
            r"ERR_PNPM_NO_SCRIPT|^make: \*\*\* No (?:rule to make target|targets)",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
# What tests need of the machine and the net.
_SURROUNDINGS = regex(
    "|".join(
        (
            r"getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|Temporary failure in name resolution|Name or service not known",
            r"Could not resolve host|nodename nor servname|no such host|Network is unreachable",
            r"\bE(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOSPC|MFILE|ADDRINUSE)\b|Address already in use",
            r"Connection (?:refused|reset by peer|timed out)|port is already allocated|429 Too Many Requests",
            r"No space left on device|Too many open files|Disk quota exceeded|Cannot allocate memory",
            r"could not connect to server|Can't connect to (?:local )?MySQL|Cannot connect to the Docker daemon",
            r"CERTIFICATE_VERIFY_FAILED|certificate has expired",
        )
    ),
    re.IGNORECASE,
)
_MISSING = regex(
    "|".join(
        (
            r"No module named '?([A-Za-z_]\w*)|Cannot find (?:module|package) '([^'./][^']*)'",
            r"cannot load such file -- ([\w-]+)$|Could not find gem '([\w-]+)",
            r"no required module provides package (\S+);|Class \"([\w\\]+)\" not found",
        )
    ),
    re.MULTILINE,
)
_FAILED = regex(
    r"^(?:FAILED |--- FAIL: |FAIL: |ERROR: |test |✕ |× |● |✖ |not ok \d+ - |[ \t]+\d+\) )[ \t]*(\S.{1,160}?)"
    r"(?: - .*| \.\.\. FAILED| \(.*\))?$",
    re.MULTILINE,
)
_READ = 20_000  # characters of an output that are looked at, from its end


def excused(session: Session, told: Sequence[Step], root: str) -> dict[int, str]:
    """The places in `told`, a session's commands, of red test runs that blame nothing: "surroundings" or "before"."""
    red = [n for n, one in enumerate(told) if one.run and one.passed is False]
    if not red:
        return {}
    own = _own(session, root)
    found = {n: "surroundings" for n in red if _surroundings(told[n], own)}
    first = _first_change(session, root)
    for n in red:
        before = [told[m] for m in red if m < n and _at(told[m]) < first and _same(told[m], told[n])]
        if n not in found and before and _names(told[n]) and _names(told[n]) <= _names(before[0]):
            found[n] = "before"
    return found


def _surroundings(one: Step, own: frozenset[str]) -> bool:
    output = _output(one)
    code = one.at.tool.exit if one.at.tool else None
    if code in (126, 127) or _NOT_STARTED.search(output) or _SURROUNDINGS.search(output):
        return True
    missing = [re.split(r"[./\\]", name)[0] for groups in _MISSING.findall(output) for name in groups if name]
    return bool(missing) and not own & {name.lower() for name in missing}


def _own(session: Session, root: str) -> frozenset[str]:
    """The names of the project's folders and files, as far as the session touched them."""
    paths = (path for o in session.steps for path in (*o.files, str(o.tool.input.get("path", "")) if o.tool else ""))
    parts = (part for path in paths for part in path.removeprefix(root).replace("\\", "/").split("/"))
    return frozenset(part.partition(".")[0].lower() for part in parts if part)


def _first_change(session: Session, root: str) -> tuple[str, int]:
    """Where the session first changed what a test could notice; behind everything where it changed nothing."""
    return min((_at(one) for one in own_steps(session, root) if one.changes), default=("\uffff", 0))


def _at(one: Step) -> tuple[str, int]:
    return one.at.segment, one.at.line


def _same(a: Step, b: Step) -> bool:
    return bool(a.run and b.run and (a.run.form == b.run.form or covers(a.run.form, b.run.form)))


def _names(one: Step) -> frozenset[str]:
    """The tests that a run says failed."""
    return frozenset(_told(_FAILED.findall(_output(one))))


def _told(names: Iterable[str]) -> Iterable[str]:
    return (re.sub(r"\s+", " ", name).strip() for name in names)


def _output(one: Step) -> str:
    return one.at.tool.output[-_READ:] if one.at.tool else ""
