"""Is a shell text a test run, which one, and does it check at least what another one checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memwiki.compile.launchers import Launched, base, entry, launched
from memwiki.compile.runner_words import VALUED
from memwiki.compile.runners import tests
from memwiki.compile.selections import Selection, selection
from memwiki.compile.shell import Simple, Trust, joined, simple_commands
from memwiki.values import value

_MANAGERS = frozenset({"pnpm", "yarn", "bun"})
_MOST_WORDS = 80  # that far in, it is clear what runs; launchers may nest


@value(frozen=True, slots=True)
class TestRun:
    """The test command of a line. `form` is its normal form: no redirections, pipes, time limits or environment.

    `form` keeps what a person would type (`uv run pytest -q tests/test_a.py`, `cd api && pytest`); `folder` is where
    it runs relative to the start; `trust` says what the line's exit status tells about it.
    """

    __test__ = False

    runner: str
    form: str
    folder: str
    words: tuple[str, ...]  # the program and its arguments, launchers taken off
    trust: Trust


@lru_cache(maxsize=4096)
def test_run(command: str) -> TestRun | None:
    """The last test command of a shell text, or None where it runs no tests."""
    for simple in reversed(simple_commands(command)):
        found = _of(simple)
        if found is not None:
            return found
    return None


test_run.__test__ = False  # type: ignore[attr-defined]


def normal(command: str) -> str:
    """A test run's normal form; "" where the text runs no tests."""
    found = test_run(command)
    return found.form if found else ""


def covers(check: str, wanted: str) -> bool:
    """True where the test command `check` runs at least the tests of `wanted` (both shell texts)."""
    if not check or not wanted:
        return False
    if check == wanted:
        return True
    a, b = test_run(check), test_run(wanted)
    if a is None or b is None:
        return False
    one, other = _selection(a), _selection(b)
    return one.family == other.family and one.covers(other)


def _of(simple: Simple) -> TestRun | None:
    program = launched(simple.words)
    runner = tests(program.words[:_MOST_WORDS])
    if not runner:  # `pixi run test`: the launcher itself knows the task
        program = Launched(simple.words)
        runner = tests(program.words[:_MOST_WORDS])
    if not runner:
        return None
    folder, words = _folder(simple.folder, program.words)
    if base(words[0]) in _MANAGERS:  # `pnpm vitest run`: the selection is the runner's
        words = next((words[n:] for n, word in enumerate(words) if base(word) == runner), words)
    named = bool(entry((*program.prefix, "")))  # the prefix names the program
    form = joined([*program.prefix, *program.words[named:]])
    if simple.folder and not simple.folder.startswith(("/", "~", "$")):
        form = f"cd {joined([simple.folder])} && {form}"
    return TestRun(runner, form, folder, words, simple.trust)


def _folder(folder: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """`make -C d`, `npm --prefix d`, `go -C d` run in d: the folder, and the words without that flag."""
    name = base(words[0])
    flags = {"-C", "--directory", "--prefix", "--dir", "--cwd"} & set(VALUED.get(name, ()))
    for n, word in enumerate(words[1:-1], 1):
        if word in flags:
            return _under(folder, words[n + 1]), (*words[:n], *words[n + 2 :])
        flag, given, value = word.partition("=")
        if given and flag in flags:
            return _under(folder, value), (*words[:n], *words[n + 1 :])
    return folder, tuple(words)


def _under(folder: str, inner: str) -> str:
    inner = inner.rstrip("/")
    return inner if not folder or inner.startswith("/") else f"{folder}/{inner}"


def _selection(run: TestRun) -> Selection:
    return selection(run.runner, run.words, run.folder)
