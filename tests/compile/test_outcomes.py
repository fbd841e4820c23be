"""Pass, fail or not proven: exit status where it speaks for the run, the runner's summary elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from memwiki.compile.outcomes import summary, verdict
from memwiki.compile.testruns import test_run
from memwiki.records import Tool

PASSED = [
    "....\n4 passed in 0.41s",
    "============= 4 passed in 0.31s =============",
    "3 passed, 1 skipped, 2 warnings in 1.2s",
    "2 passed, 1 xfailed in 0.1s",
    "Ran 3 tests in 0.004s\n\nOK",
    "Ran 3 tests in 0.004s\n\nOK (skipped=1)",
    "ok  \tpagerkit/relay\t1.310s",
    "ok  \tpagerkit/relay\t(cached)",
    "?   \tx/cmd\t[no test files]\nok  \tx/pkg\t0.1s",
    "test result: ok. 6 passed; 0 failed; 0 ignored; 0 measured; 31 filtered out",
    "test result: ok. 6 passed; 0 failed; 0 ignored\n\nDoc-tests x\ntest result: ok. 0 passed; 0 failed; 0 ignored",
    "     Summary [   0.10s] 5 tests run: 5 passed, 0 skipped",
    "PASS test/a.test.ts\nTests:       7 passed, 7 total",
    " Test Files  2 passed (2)\n      Tests  10 passed (10)",
    "  12 passing (80ms)\n  1 pending",
    "  3 passed (5.2s)",
    "# tests 5\n# pass 5\n# fail 0",
    "ℹ pass 5\nℹ fail 0",
    " 5 pass\n 0 fail",
    "ok | 5 passed | 0 failed (10ms)",
    "5 examples, 0 failures, 1 pending",
    "10 runs, 20 assertions, 0 failures, 0 errors, 0 skips",
    "3 doctests, 5 tests, 0 failures",
    "Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.2) seconds",
    "✔ Test run with 5 tests passed after 0.1 seconds.",
    "** TEST SUCCEEDED **",
    "00:02 +4: All tests passed!",
    "OK (5 tests, 9 assertions)",
    "Tests:    3 passed (5 assertions)",
    "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS",
    "> Task :test\n\nBUILD SUCCESSFUL in 3s",
    "[info] Tests: succeeded 5, failed 0, canceled 0",
    "100% tests passed, 0 tests failed out of 12",
    "[  PASSED  ] 5 tests.",
    "Executed 3 out of 3 tests: 3 tests pass.",
    "Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12",
    "All tests successful.\nFiles=3, Tests=20\nResult: PASS",
    "1..2\nok 1 adds\nok 2 subtracts",
    "12:00:01  Done. PASS=5 WARN=0 ERROR=0 SKIP=0 TOTAL=5",
    "5 successes / 0 failures / 0 errors / 0 pending : 0.1 seconds",
    "5 scenarios (5 passed)",
    "SUCCESS! -- 5 Passed | 0 Failed | 0 Pending",
    "Suite result: ok. 5 passed; 0 failed; 0 skipped",
    "Ran 5 tests containing 10 assertions.\n0 failures, 0 errors.",
    "\x1b[32m4 passed\x1b[0m in 0.1s",
    "  py311: OK (1.2 seconds)\n  congratulations :) (1.3 seconds)",
]
FAILED = [
    "1 failed, 3 passed in 0.22s",
    "1 failed, 8 passed in 0.50s\nmake: *** [Makefile:12: test] Error 1",
    "1 error in 0.10s",
    "FAILED tests/test_a.py::test_b - KeyError",
    "!!!!! Interrupted: 1 error during collection !!!!!",
    "Ran 3 tests in 0.004s\n\nFAILED (failures=1)",
    "--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tx/pkg\t0.1s\nok  \tx/other\t0.1s",
    "test result: FAILED. 5 passed; 1 failed; 0 ignored",
    "error[E0308]: could not compile `core` (lib test) due to 1 previous error",
    "Tests:       1 failed, 6 passed, 7 total",
    " Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 9 passed (10)",
    "  11 passing (80ms)\n  1 failing",
    "  1 failed\n    a.spec.ts:3:1 › x\n  2 passed (5.2s)",
    "# tests 5\n# pass 4\n# fail 1",
    "FAILED | 4 passed | 1 failed (10ms)",
    "5 examples, 1 failure",
    "10 runs, 20 assertions, 0 failures, 1 errors, 0 skips",
    "5 tests, 1 failure",
    "Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds",
    "00:02 +3 -1: Some tests failed.",
    "FAILURES!\nTests: 5, Assertions: 5, Failures: 1.",
    "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE",
    "5 tests completed, 1 failed\nBUILD FAILED in 3s",
    "92% tests passed, 1 tests failed out of 12",
    "Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12",
    "Result: FAIL",
    "1..2\nok 1 adds\nnot ok 2 subtracts",
    "12:00:01  Done. PASS=4 WARN=0 ERROR=1 SKIP=0 TOTAL=5",
    "5 scenarios (1 failed, 4 passed)",
    "//a:b   FAILED in 0.1s",
]
NOT_PROVEN = [
    "no tests ran in 0.01s",
    "collected 0 items",
    "No tests found, exiting with code 0",
    "No test files found, exiting with code 0",
    "testing: warning: no tests to run\nPASS\nok  \tx\t0.1s [no tests to run]",
    "?   \tx/cmd\t[no test files]",
    "running 0 tests\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out",
    "Ran 0 tests in 0.000s\n\nOK",
    "2 skipped in 0.1s",
    "0 examples, 0 failures",
    "Files=0, Tests=0\nResult: NOTESTS",
    "No tests were found!!!",
    "> Task :test NO-SOURCE\nBUILD SUCCESSFUL in 1s",
    "5 deselected in 0.1s",
    "[INFO] No tests to run.\n[INFO] BUILD SUCCESS",
]
SILENT = [
    "",
    "running the suite",
    "the log said 14 passed yesterday",
    "0 errors",
    "Finished `dev` profile in 3.02s",
    "user: all 22 tests passed",
    "OK",
]


@pytest.mark.parametrize("output", PASSED)
def test_the_summary_of_a_green_run(output: str) -> None:
    assert summary(output).passed is True


@pytest.mark.parametrize("output", FAILED)
def test_the_summary_of_a_red_run(output: str) -> None:
    assert summary(output).passed is False


@pytest.mark.parametrize("output", NOT_PROVEN)
def test_a_run_without_tests_proves_nothing(output: str) -> None:
    found = summary(output)
    assert found.passed is None
    assert found.empty


@pytest.mark.parametrize("output", SILENT)
def test_words_that_are_no_summary(output: str) -> None:
    found = summary(output)
    assert found.passed is None
    assert not found.empty


OUTPUTS = Path(__file__).parent.parent / "fixtures" / "commands" / "outputs.txt"


def told() -> list[tuple[str, str, str]]:
    """(runner, what it proves, output) of the table."""
    found = []
    for block in f"\n{OUTPUTS.read_text('utf-8')}".split("\n>>> ")[1:]:
        head, _, output = block.partition("\n")
        runner, _, proves = head.partition(": ")
        found.append((runner, proves, output))
    return found


@pytest.mark.parametrize("proves", ["pass", "fail", "none"])
def test_the_table_of_outputs_is_read_as_it_says(proves: str) -> None:
    word = {True: "pass", False: "fail", None: "none"}
    wrong = [(runner, output) for runner, want, output in told() if want == proves != word[summary(output).passed]]
    assert wrong == []
    assert sum(want == proves for _, want, _ in told()) >= 30


@pytest.mark.parametrize("proves", ["pass", "fail", "none"])
def test_the_table_holds_in_colour_and_behind_noise(proves: str) -> None:
    word = {True: "pass", False: "fail", None: "none"}
    for runner, want, output in told():
        if want == proves and output.strip():
            coloured = "\n".join(f"\x1b[1m{line}\x1b[0m" for line in output.split("\n"))
            noisy = "building the thing\n" * 600 + coloured + "\n\nDone in 3.2s.\n"
            assert word[summary(noisy).passed] == proves, (runner, output)


def outcome(command: str, output: str, ok: bool | None = None, code: int | None = None) -> bool | None:
    run = test_run(command)
    assert run is not None
    return verdict(Tool("Bash", "shell", {"command": command}, output, ok, code), run).passed


@pytest.mark.parametrize(
    ("command", "output", "ok", "code", "passed"),
    [
        ("pytest", "4 passed in 0.1s", True, None, True),
        ("pytest", "", True, None, True),
        ("pytest", "1 failed in 0.1s", False, 1, False),
        ("pytest", "4 passed in 0.1s\ncoverage under 90%", False, 1, False),
        ("./run_tests.sh", "2 failed, 1 passed in 3s", True, 0, False),
        ("pytest || true", "2 failed, 3 passed in 1.44s", True, 0, False),
        ("pytest || true", "", True, 0, None),
        ("pytest | tail -1", "3 passed in 0.1s", True, 0, True),
        ("pytest -q > log 2>&1; echo done", "done", True, 0, None),
        ("pytest && git push", "3 passed in 0.1s\nrejected", False, 1, True),
        ("pytest && ls", "a", True, 0, True),
        ("npm test -- --passWithNoTests", "No tests found, exiting with code 0", True, 0, None),
        ("pytest gone.py", "ERROR: file or directory not found: gone.py\n\nno tests ran in 0.00s", False, 4, False),
        ("pytest -q", "..\n2 passed in 0.08s", None, None, True),
        ("pytest -q", "F\n1 failed in 0.08s", None, None, False),
        ("./scripts/schema_test.sh", "schema ok: 12 statements", None, None, None),
        ("./scripts/schema_test.sh", "schema ok: 12 statements", True, None, True),
        ("make test", "Exit code: 0\nWall time: 1s\nOutput:\nfine", None, None, True),
        ("make test", "Process exited with code 2\nfine", None, None, False),
        ("cargo test -q x", "test result: ok. 6 passed; 0 failed; 0 ignored", None, None, True),
    ],
)
def test_the_outcome_of_a_run(
    command: str, output: str, ok: bool | None, code: int | None, passed: bool | None
) -> None:
    assert outcome(command, output, ok, code) is passed


def test_a_run_left_in_the_background_is_not_proven() -> None:
    run = test_run("pytest")
    assert run is not None
    tool = Tool("Bash", "shell", {"command": "pytest", "run_in_background": True}, "started", True)
    assert verdict(tool, run).passed is None
