"""Did a test run pass: by its exit status where that speaks for it, else by the runner's own summary."""

from __future__ import annotations

import re
from collections.abc import Callable

from memwiki.compile.counts import counted
from memwiki.compile.remembered import remembered
from memwiki.compile.testruns import TestRun
from memwiki.records import Tool
from memwiki.values import value

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r(?!\n)")
_EXIT = re.compile(r"(?:Process exited with code|Exit [Cc]ode:?|exit status:?)\s*(\d+)")
_MAX_LINES = 400


@value(frozen=True, slots=True)
class Verdict:
    """`passed` is None where nothing proves it. `line` is the runner's own word, for people."""

    passed: bool | None
    line: str = ""


def verdict(tool: Tool, run: TestRun) -> Verdict:
    """How a test run ended. A run that started no test proves nothing, whatever its exit status."""
    said = summary(tool.output)
    ok = status(tool)
    if said.empty:
        return Verdict(False if ok is False and run.trust == "both" else None, said.line)
    if bool(tool.input.get("run_in_background")) and said.passed is None:
        return Verdict(None, said.line)
    if ok is not None and run.trust == "both":
        return Verdict(ok and said.passed is not False, said.line)
    if ok and run.trust == "pass":
        return Verdict(said.passed is not False, said.line)
    return Verdict(said.passed, said.line)


def status(tool: Tool) -> bool | None:
    """Whether the call as a whole succeeded, as far as the agent says."""
    if tool.exit is not None:
        return tool.exit == 0
    if tool.ok is not None:
        return tool.ok
    found = _EXIT.search(tool.output[:400])
    return found[1] == "0" if found else None


@value(frozen=True, slots=True)
class Summary:
    """What a runner printed about itself. `empty`: it says that no test ran."""

    passed: bool | None
    empty: bool = False
    line: str = ""


@remembered(512, 8_000)
def summary(output: str) -> Summary:
    """The runner's own summary in a run's output: counts of passed and failed tests, no bare mention of them."""
    lines = [line.rstrip() for line in _ANSI.sub("", output).splitlines() if line.strip()][-_MAX_LINES:]
    failed = passed = empty = built = ""
    for line in lines:
        if len(line) > 400:
            continue
        sign = _sign(line.strip())
        if sign == "fail":
            failed = line
        elif sign == "pass":
            passed = line
        elif sign == "empty":
            empty = line
        elif sign == "built":
            built = line
    if not failed and not passed:
        failed, passed, empty = _unittest(lines, empty)
    if not failed and not passed and not built and not empty:
        failed, passed = counted(lines)
    if failed:
        return Summary(False, line=_clean(failed))
    if passed or (built and not empty):
        return Summary(True, line=_clean(passed or built))
    return Summary(None, empty=bool(empty), line=_clean(empty))


def _clean(line: str) -> str:
    return re.sub(r"\s+", " ", line.strip().strip("=").strip())[:200]


def _unittest(lines: list[str], empty: str) -> tuple[str, str, str]:
    """`Ran 3 tests in 0.1s` and then `OK` or `FAILED (failures=1)`, each a line of its own."""
    for n, line in enumerate(lines):
        ran = re.match(r"\s*Ran:? (\d+) tests? in:? [\d.]+", line)
        if not ran:
            continue
        for after in lines[n + 1 : n + 4]:
            word = after.strip()
            if word.startswith("FAILED"):
                return f"{line.strip()}: {word}", "", empty
            skipped = re.match(r"OK \(.*?skipped=(\d+)", word)
            if word.startswith(("OK", "PASSED (")) and int(ran[1]) > int(skipped[1] if skipped else 0):
                return "", f"{line.strip()}: {word}", empty
            empty = line if skipped else empty
        if ran[1] == "0":
            empty = line
    return "", "", empty


def _counts(fail: int | str, ok: int | str) -> str:
    if int(fail or 0):
        return "fail"
    return "pass" if int(ok or 0) else "empty"


@remembered(2_048, 400)
def _sign(line: str) -> str:
    """pass, fail or empty where the line is a runner's summary; else ""."""
    for pattern, read in _PATTERNS:
        found = pattern.search(line)
        if found:
            return read(found)
    return ""


def _always(word: str) -> Callable[[re.Match[str]], str]:
    return lambda _: word


_EMPTY, _PASS, _FAIL = _always("empty"), _always("pass"), _always("fail")
_NONE_RAN = "(?:found|executed|were found|match|specified|ran|to run)"
_PYTEST_COUNT = r"\d+ (?:failed|passed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed)"
_JEST_COUNT = r"\d+ (?:failed|passed|skipped|todo|pending|total|incomplete|risky|warnings?)"


_MIX = (
    r"^(?:\d+ (?:doctests?|propert(?:y|ies)), )*(?P<p1>\d+) tests?, (?P<f1>\d+) failures?"
    r"(?:, \d+ (?:excluded|skipped))*(?:, (?P<f2>\d+) invalid)?"
)


def _named(found: re.Match[str]) -> str:
    groups = {name: value or "0" for name, value in found.groupdict().items()}
    bad = sum(int(value) for name, value in groups.items() if name.startswith("f"))
    good = sum(int(value) for name, value in groups.items() if name.startswith("p"))
    total = int(groups["t"]) if "t" in groups else good
    return _counts(bad, good or total)


def _pytest(found: re.Match[str]) -> str:
    counts = {word.rstrip("s"): int(number) for number, word in re.findall(r"(\d+) (\w+)", found[1])}
    if counts.get("failed", 0) or counts.get("error", 0):
        return "fail"
    good = sum(counts.get(word, 0) for word in ("passed", "xfailed", "xpassed"))
    return "pass" if good else "empty"


def _tests_line(found: re.Match[str]) -> str:
    """jest, vitest, pest: `Tests:  1 failed, 6 passed, 7 total`, `Tests  4 passed (4)`."""
    text = found[1]
    bad = sum(int(number) for number in re.findall(r"(\d+) failed", text))
    good = sum(int(number) for number in re.findall(r"(\d+) passed", text))
    return _counts(bad, good)


def _pairs(found: re.Match[str]) -> str:
    """phpunit: `Tests: 5, Assertions: 9, Failures: 1.`"""
    counts = {name.lower(): int(number) for name, number in re.findall(r"(\w+): (\d+)", found[0])}
    return _counts(counts.get("failures", 0) + counts.get("errors", 0), counts.get("tests", 0))


def _all(found: re.Match[str]) -> str:
    return "pass" if found["p1"] == found["t"] else "fail"


def _word(found: re.Match[str]) -> str:
    """pass or fail, as the word says that the pattern caught."""
    return "pass" if found[1].lower() in ("pass", "passed", "successfully ran") else "fail"


def _go_ok(found: re.Match[str]) -> str:
    return "empty" if "[no tests to run]" in found.string else "pass"


_READERS: list[tuple[str, Callable[[re.Match[str]], str]]] = [
    # none ran
    (r"\b[Nn]o tests ran\b|^(?:\[\w+\] )?No tests? (?:files? |suites? )?" + _NONE_RAN, _EMPTY),
    (r"^(?:no tests to run|NO TESTS RAN|Result: NOTESTS|testing: warning: no tests to run)", _EMPTY),
    (
        r"^collected 0 items|No tests were found!!!|^Error: no test specified|> Task :\S*test\S* NO-SOURCE",
        _EMPTY,
    ),
    (r"^\?\s+\S+\s+\[no test files\]|^(?:\[\w+\] )?Tests are skipped|^No test is available in ", _EMPTY),
    (
        r"^(?:\S+ )?error: no tests? (?:found|to run)|no matching tests|0 tests? (?:ran|executed|run)\b",
        _EMPTY,
    ),
    # pytest
    (rf"^=*\s*((?:{_PYTEST_COUNT}(?:, )?)+) in [\d.]+ ?m?s", _pytest),
    (r"^(?:ERROR|FAILED) \S+\.py(?:::\S+)?(?: - |$)", _FAIL),
    (r"^!+ .*(?:Interrupted|error during collection|errors during collection)", _FAIL),
    # go
    (r"^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)", _go_ok),
    (r"^(?:FAIL\s+\S+|--- FAIL: |FAIL$|panic: test timed out)", _FAIL),
    (r'^\{(?!.*"Test":).*"Action":"(pass|fail)","Package":"', _word),
    (r"^DONE (?P<p1>\d+) tests?(?:, \d+ skipped)?(?:, (?P<f1>\d+) failures?)?(?:, (?P<f2>\d+) errors?)? in", _named),
    # rust
    (r"^test result: (?:ok|FAILED)\. (?P<p1>\d+) passed; (?P<f1>\d+) failed", _named),
    (r"^Summary \[.*?\] +\d+ tests? run: (?P<p1>\d+) passed(?: \(.*?\))?(?:, (?P<f1>\d+) failed)?", _named),
    (r"^error(?:\[E\d+\])?: (?:could not compile|test failed)", _FAIL),
    (
        r"^(?:Fatal Python error: |.*: line \d+: +\d+ )?Segmentation fault\b|^(?:Aborted|Bus error) +\(core dumped\)",
        _FAIL,
    ),
    # what a run is held to beside its tests
    (r"^(?:Jest: |ERROR: )(?:\S+ )?[Cc]overage .*(?:not met|not meet|less than fail-under)", _FAIL),
    (r"^Line coverage \(.*\) is below the expected minimum", _FAIL),
    # javascript
    (rf"^Tests:?\s+((?:{_JEST_COUNT}(?: \| |, |,| )?)+)", _tests_line),
    (r"^Test (?:Files|Suites):?\s+(\d+ failed.*)", _tests_line),
    (r"^(?P<f1>[1-9]\d*) (?:failing|failed|interrupted)(?:\s*\([\w. ]+\))?$", _named),
    (r"^(?P<p1>\d+) (?:passing|passed|flaky)(?: \([\w. ]+\))$", _named),
    (r"^(?:[✔✓] )?(?P<p1>\d+) tests? passed$", _named),
    (r"^(?:[✖✗×] )?(?P<f1>[1-9]\d*) (?:tests?|uncaught exceptions?) failed$", _named),
    (r"^(?:#|ℹ) (?:fail|cancelled)\s+(?P<f1>[1-9]\d*)", _named),
    (r"^(?:#|ℹ) pass\s+(?P<p1>\d+)", _named),
    (r"^Errors\s+[1-9]\d* errors?$", _FAIL),
    (r"^(?P<p1>\d+) pass$", _named),
    (r"^(?P<f1>[1-9]\d*) fail$", _named),
    (r"^(?:ok|FAILED) \| (?P<p1>\d+) passed.*? \| (?P<f1>\d+) failed", _named),
    (r"^(?:TOTAL: )?(?P<f1>[1-9]\d*) FAILED", _named),
    (r"^TOTAL: (?P<p1>\d+) SUCCESS", _named),
    (r"(?:^|: )Executed (?P<p1>\d+) of \d+.*?(?:\((?P<f1>\d+) FAILED\)|SUCCESS)", _named),
    (r"^(?:NX|Lerna \(powered by Nx\))\s+(Successfully ran|Running) target\b", _word),
    (r"^Tasks:\s+(?P<p1>\d+) successful, (?P<t>\d+) total", _all),
    (r"^(?P<p1>\d+) specs?, (?P<f1>\d+) failures?", _named),
    (r"^[✔√] +All specs passed!", _PASS),
    (r"^[✖×] +\d+ of \d+ failed", _FAIL),
    # ruby, elixir, swift
    (
        r"^(?P<p1>\d+) examples?, (?P<f1>\d+) failures?(?:, \d+ pending)?(?:, (?P<f2>\d+) errors?)?",
        _named,
    ),
    (r"^(?P<p1>\d+) (?:runs|tests), \d+ assertions, (?P<f1>\d+) failures, (?P<f2>\d+) errors", _named),
    (_MIX, _named),
    (r"^(?:\d+ doctests?), (?P<f1>\d+) failures?", _named),
    (r"^Executed (?P<p1>\d+) tests?, with (?:\d+ tests? skipped and )?(?P<f1>\d+) failures?", _named),
    (r"^[^\w\s]* ?Test run with \d+ tests?.*? failed", _FAIL),
    (r"^[^\w\s]* ?Test run with [1-9]\d* tests?.*? passed", _PASS),
    (r"^error: fatalError|^\*\* \((?:Compile|Syntax|TokenMissing)Error\)", _FAIL),
    (r"\*\* TEST (?:EXECUTE )?SUCCEEDED \*\*", _PASS),
    (r"\*\* TEST (?:EXECUTE )?FAILED \*\*", _FAIL),
    # flutter, dart
    (r"(?:^|: )All tests passed!$", _PASS),
    (r"(?:^|: )Some tests failed\.$", _FAIL),
    # php
    (r"^OK \((?P<p1>\d+) tests?(?:, \d+ assertions?)?\)", _named),
    (r"^OK, but ", _PASS),
    (r"^(?:FAILURES|ERRORS)!", _FAIL),
    (r"^Tests: \d+, Assertions: \d+.*", _pairs),
    # java, kotlin, scala
    (r"^(?:\[(?:INFO|ERROR|WARNING)\] )?Tests run: (?P<t>\d+), Failures: (?P<f1>\d+), Errors: (?P<f2>\d+)", _named),
    (r"^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b", _always("built")),
    (r"^(?:\[(?:INFO|ERROR)\] )?BUILD FAIL(?:URE|ED)\b|^FAILURE: Build failed|^> There were failing tests", _FAIL),
    (r"^\[\s*(?:(?P<p1>[1-9]\d*) tests successful|(?P<f1>[1-9]\d*) tests failed)\s*\]", _named),
    (r"^(?P<t>\d+) tests? completed, (?P<f1>\d+) failed", _named),
    (r"^(?:\[\w+\] )?Tests: succeeded (?P<p1>\d+), failed (?P<f1>\d+)", _named),
    (
        r"^(?:\[\w+\] )?(?:Passed|Failed|Error): Total \d+, Failed (?P<f1>\d+), Errors (?P<f2>\d+), Passed (?P<p1>\d+)",
        _named,
    ),
    # c, c++, make, bazel
    (r"^\d+% tests passed, (?P<f1>\d+) tests? failed out of (?P<t>\d+)", _named),
    (r"^All tests passed \(\d+ assertions? in [1-9]\d* test cases?\)", _PASS),
    (r"^(?:\[doctest\] )?test cases:\s+\d+ \|\s+(?P<p1>\d+) passed \|\s+(?P<f1>\d+) failed", _named),
    (r"^Ok:\s+(?P<p1>[1-9]\d*)$", _named),
    (r"^(?:Fail|Timeout|Unexpected Pass):\s+(?P<f1>[1-9]\d*)$", _named),
    (r"^# (?:PASS:\s+(?P<p1>[1-9]\d*)|(?:FAIL|ERROR|XPASS):\s+(?P<f1>[1-9]\d*))$", _named),
    (r"^Failed Tests \([1-9]\d*\):", _FAIL),
    (r"^\[  PASSED  \] (?P<p1>\d+) tests?", _named),
    (r"^\[  FAILED  \] (?:\w+: )?(?P<f1>\d+) tests?", _named),
    (r"^\*\*\* No errors detected$", _PASS),
    (r"^\*\*\* [1-9]\d* failures? (?:is|are) detected", _FAIL),
    (r"^make(?:\[\d+\])?: \*\*\* .*Error \d+", _FAIL),
    (r"^Executed \d+ out of \d+ tests?: (?P<p1>\d+) tests? pass(?:es)?\b(?:.*?(?P<f1>\d+) fails?)?", _named),
    (r"^//\S+\s+(?:FAILED|TIMEOUT)\b", _FAIL),
    # .net
    (r"^(?:Passed|Failed)!\s+- Failed:\s+(?P<f1>\d+), Passed:\s+(?P<p1>\d+)", _named),
    (r"^Test summary: total: \d+, failed: (?P<f1>\d+), succeeded: (?P<p1>\d+)", _named),
    (r"^Build FAILED\.", _FAIL),
    (r"^Test Run (?:Successful|Failed)\.", lambda m: "fail" if "Failed" in m[0] else "pass"),
    # tap, prove, sql
    (r"^All tests successful\.", _PASS),
    (r"^Result: PASS\b", _PASS),
    (r"^Result: FAIL\b", _FAIL),
    (r"^not ok \d+(?!.*# (?:TODO|SKIP))", _FAIL),
    (r"^ok \d+ ", _PASS),
    (r"^(?:\d\d:\d\d:\d\d\s+)?Done\. PASS=(?P<p1>\d+) WARN=\d+ ERROR=(?P<f1>\d+)", _named),
    # haskell, ocaml, r, julia
    (r"^(?P<p1>\d+) of (?P<t>\d+) test suites? \(.*\) passed\.", _all),
    (r"^\d+ of \d+ test suites? \(.*\) failed\.|^Test suite \S+: FAIL$", _FAIL),
    (r"^(?P<f1>\d+) out of \d+ tests failed", _named),
    (r"^(?P<f1>\d+) of \d+ (?:tests? |cases? |checks? )?failed$", _named),
    (r"^(?:all )?(?P<p1>[1-9]\d*) (?:of|/) (?P=p1) (?:tests? |cases? |checks? )?(?:ok|pass(?:ed)?|green)\.?$", _PASS),
    (r"^(?P<f1>\d+) (?:failures?|errors?)! in [\d.]+s\. \d+ tests? run", _named),
    (r"^Test Successful in [\d.]+s\. [1-9]\d* tests? run", _PASS),
    (r"^\[ FAIL (?P<f1>\d+) \| WARN \d+ \| SKIP \d+ \| PASS (?P<p1>\d+) \]", _named),
    (r"^(?:ERROR: )?Some tests did not pass|^ERROR: Package \S+ errored during testing", _FAIL),
    (r"^Testing \S+ tests passed", _PASS),
    # infrastructure
    (r"^(?:Success|Failure)! (?P<p1>\d+) passed, (?P<f1>\d+) failed", _named),
    (r"^Tests Passed: (?P<p1>\d+), Failed: (?P<f1>\d+)", _named),
    (r"^(?:PASS: (?P<p1>\d+)|FAIL: (?P<f1>[1-9]\d*))/\d+$", _named),
    # the rest
    (r"^(?P<p1>\d+) success(?:es)? / (?P<f1>\d+) failures? / (?P<f2>\d+) errors?", _named),
    (r"^(?P<p1>\d+) scenarios? passed, (?P<f1>\d+) failed", _named),
    (r"^\d+ scenarios? \((?:(?P<f1>\d+) failed,? ?)?(?:\d+ \w+, )*(?:(?P<p1>\d+) passed)?\)", _named),
    (r"^\d+ tests?, (?P<p1>\d+) passed, (?P<f1>\d+) failed", _named),
    (r"^(?:SUCCESS|FAIL)! -- (?P<p1>\d+) Passed \| (?P<f1>\d+) Failed", _named),
    (r"^(?P<f1>[1-9]\d*)/\d+ (?:test failures?$|failed\b)", _named),
    (r"^Ran (?P<p1>\d+) tests, \d+ results as expected(?:, (?P<f1>\d+) unexpected)?", _named),
    (r"^TEST RUN (PASSED|FAILED|INCOMPLETE)", _word),
    (r"^Test result: (?:OK|FAILED)\. Total tests: \d+; passed: (?P<p1>\d+); failed: (?P<f1>\d+)", _named),
    (r"^Build Summary: .*?(?P<p1>\d+)/\d+ tests passed(?:; (?P<f1>\d+) failed)?", _named),
    (r"^[✓✔] \S+ succeeded in [\d.]+s|^OK \([1-9]\d*\)$|^success \(ran [1-9]\d* tests?\)", _PASS),
    (
        r"^[✕✘] \S+ failed in [\d.]+s|^!!!FAILURES!!!|^Tests failed\.$|^\*\*\*Test Failed\*\*\*",
        _FAIL,
    ),
    (r"^failure \([1-9]\d* tests? failed", _FAIL),
    (r"^Success/Total: (?P<p1>\d+)/(?P<t>\d+)$", _all),
    (r"^Suite result: (?:ok|FAILED)\. (?P<p1>\d+) passed; (?P<f1>\d+) failed", _named),
    (r"^All (?P<p1>\d+) tests passed", _named),
    (r"^(?P<p1>\d+) passed; (?P<s>\d+) skipped; (?P<f1>\d+) failed", _named),
    (r"^(?P<f1>\d+) failures, (?P<f2>\d+) errors\.?$", lambda m: "fail" if int(m[1]) or int(m[2]) else "pass"),
    (r"^\s*congratulations :\)|^nox > Session \S+ was successful", _PASS),
    (r"^\s*evaluation failed :\(|^nox > Session \S+ failed", _FAIL),
    # what started the tests says that they failed
    (
        r"^error Command failed with exit code [1-9]|^ELIFECYCLE +Command failed|^ *ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL",
        _FAIL,
    ),
    (r'^error: script "[^"]*" exited with code [1-9]|^Script .* event returned with error code [1-9]', _FAIL),
    (
        r"^error: Recipe `[^`]*` failed|^task: Failed to run task|^ninja: build stopped: subcommand|^rake aborted!",
        _FAIL,
    ),
    (r"^\[[\d:]+\] '[^']*' errored after", _FAIL),
    (r"^npm (?:ERR!|error) (?:Test failed|Lifecycle script .test\b)|ELIFECYCLE\W+Test failed", _FAIL),
]
_PATTERNS = [(re.compile(pattern), read) for pattern, read in _READERS]
