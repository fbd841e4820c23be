"""A red test run that blames nothing which the session changed pulls no procedure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from making import at, change, facts, run, skill
from story import Story

from memwiki.compile.commands import commands
from memwiki.compile.fold import fold
from memwiki.compile.session import assemble

TEST = "pytest -q tests/test_app.py"
RED = "F\nFAILED tests/test_app.py::test_x - ValueError: bad\n1 failed in 0.1s"
ELSEWHERE = [
    "sh: 1: pytest: not found",
    "bash: line 1: pytest: command not found",
    "/usr/bin/python3: No module named pytest",
    "E   ModuleNotFoundError: No module named 'httpx'\n1 error in 0.20s",
    "Error: Cannot find module 'express'\nRequire stack:",
    "E   ConnectionRefusedError: [Errno 111] Connection refused\n1 failed in 0.2s",
    "Error: getaddrinfo ENOTFOUND db.internal\nTests:  1 failed, 1 total",
    "OSError: [Errno 28] No space left on device\n1 failed in 0.2s",
    'npm error Missing script: "test"',
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.",
    "make: *** No rule to make target 'test'.  Stop.",
]
OWN = [
    RED,
    "E   ModuleNotFoundError: No module named 'app'\n1 error in 0.20s",
    "Error: Cannot find module './app'\nTests:  1 failed, 1 total",
    "E   FileNotFoundError: [Errno 2] No such file or directory: 'x.txt'\n1 failed in 0.2s",
    "E   KeyError: 'user not found'\n1 failed in 0.2s",
]


def excuses(story: Any) -> list[str]:
    return [one.excuse for one in commands(assemble(story.observations)) if one.test]


@pytest.mark.parametrize("output", ELSEWHERE)
def test_what_the_tests_need_was_missing(output: str) -> None:
    assert excuses(Story().ask("do it").edit("app.py").run(TEST, output, ok=False)) == ["surroundings"]


@pytest.mark.parametrize("output", OWN)
def test_the_code_itself_is_to_blame(output: str) -> None:
    assert excuses(Story().ask("do it").edit("app.py").run(TEST, output, ok=False)) == [""]


def test_the_runner_could_not_be_run() -> None:
    assert excuses(Story().ask("do it").edit("app.py").run(TEST, "", ok=False, exit=127)) == ["surroundings"]


def test_the_same_tests_were_red_before_anything_was_changed() -> None:
    story = Story().ask("do it").run(TEST, RED, ok=False).edit("app.py").run(TEST, RED, ok=False)
    assert excuses(story) == ["", "before"]


def test_another_test_got_red() -> None:
    more = RED.replace("1 failed", "2 failed") + "\nFAILED tests/test_app.py::test_y - ValueError: bad"
    assert excuses(Story().ask("do it").run(TEST, RED, ok=False).edit("app.py").run(TEST, more, ok=False)) == ["", ""]


def test_a_test_that_was_written_first_is_no_test_that_was_red_before() -> None:
    story = Story().ask("do it").edit("tests/test_app.py").run(TEST, RED, ok=False).edit("app.py")
    assert excuses(story.run(TEST, RED, ok=False)) == ["", ""]


@pytest.mark.parametrize(("excuse", "failed"), [("", ("codex-s9",)), ("surroundings", ()), ("before", ())])
def test_only_a_failure_of_the_procedure_counts_against_it(excuse: str, failed: tuple[str, ...]) -> None:
    made = skill(ts=at(1))
    files = tuple(change(path) for path in made.parts["files"])
    ran = replace(run(made.parts["test"][0].strip("`"), False, "1 failed"), excuse=excuse)
    (topic,) = fold([facts(claims=(made,)), facts("codex-s9", 9, changes=files, commands=(ran,))], []).topics
    assert topic.proof is not None
    assert topic.proof.failed == failed
