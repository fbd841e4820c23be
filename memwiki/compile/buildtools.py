"""Which words make a build tool, an interpreter or a manager of environments run tests."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile.runner_words import NOT_TARGETS, VALUED
from memwiki.compile.targets import is_target


def make(args: Sequence[str]) -> str:
    """A target of tests, or `check`: `make -j4 test`."""
    valued = VALUED["make"]
    at = 0
    while at < len(args):
        word = args[at]
        if word.startswith("-"):
            at += 2 if word in valued and not (word == "-j" and not args[at + 1 : at + 2][:1]) else 1
            continue
        if "=" not in word and (word == "check" or is_target(word)):
            return "make"
        at += 1
    return ""


def maven(args: Sequence[str]) -> str:
    """A phase or plugin goal that runs tests."""
    valued = VALUED["mvn"]
    goals = [word for n, word in enumerate(args) if not word.startswith("-") and (n == 0 or args[n - 1] not in valued)]
    wanted = {"test", "verify", "integration-test", "surefire:test", "failsafe:verify", "failsafe:integration-test"}
    plugin = any(
        re.search(r"(?:surefire|failsafe)[\w-]*(?::[\d.]+)?:(?:test|verify|integration-test)$", one) for one in goals
    )
    return "maven" if plugin or wanted & set(goals) else ""


def gradle(args: Sequence[str]) -> str:
    """A task of tests: `:a:test`, `integrationTest`, `check`."""
    skipped = {args[n + 1] for n, word in enumerate(args[:-1]) if word in ("-x", "--exclude-task")}
    if {"test", ":test"} & skipped:
        return ""
    for n, word in enumerate(args):
        if word.startswith("-") or (
            n
            and args[n - 1]
            in (*VALUED["gradle"], "--configuration", "--task", "--dependency", "-x", "--tests", "--exclude-task")
        ):
            continue
        task = word.rsplit(":", 1)[-1]
        if task in ("test", "check", "allTests", "jvmTest") or re.fullmatch(
            r"(?!compile|process)\w*Tests?|test(?!Classes|Fixtures|Jar|Report|Code|Compile|Resources)[A-Z]\w*", task
        ):
            return "gradle"
    return ""


def perl(args: Sequence[str]) -> str:
    """A file of tests: `perl t/a.t`."""
    files = [word for word in args if not word.startswith("-")]
    return "prove" if files and files[0].endswith(".t") else ""


def r_script(args: Sequence[str]) -> str:
    """testthat, tinytest, RUnit or a package check."""
    text = " ".join(args)
    shows = re.search(
        r"(?:devtools|testthat|tinytest|rcmdcheck)::(?:test|check|rcmdcheck)|RUnit::runTest"
        r"|test_(?:dir|file|local|package|check)\(|testthat\.R\b|^CMD check",
        text,
    )
    return "testthat" if shows else ""


def julia(args: Sequence[str]) -> str:
    """`Pkg.test()` or the file that it runs."""
    text = " ".join(args)
    return "julia" if "Pkg.test" in text or re.search(r"\btest/runtests\.jl", text) else ""


def clojure(args: Sequence[str]) -> str:
    """An alias of tests, or a runner's own main."""
    aliases = [word.split(":")[1:] for word in args if re.match(r"-[MXTA]:", word)]
    named = any(name == "test" for names in aliases for name in names) or args[1:2] == ["test"]
    main = any(word in ("cognitect.test-runner", "kaocha.runner", "kaocha.main", "eftest.runner") for word in args)
    return "clojure" if named or main else ""


def nim(args: Sequence[str]) -> str:
    """A file of tests that is run."""
    file = args[-1] if args else ""
    runs = {"-r", "r", "--run"} & set(args)
    return "script" if runs and re.search(r"(?:^|/)(?:tests?/\w+|test_?\w*|\w+_test)\.nim$", file) else ""


def hook(args: Sequence[str]) -> str:
    """`pre-commit run pytest`: a hook by its name."""
    return "script" if args[:1] == ["run"] and is_target("".join(args[1:2])) else ""


def zig(args: Sequence[str]) -> str:
    """`zig test`, or a build step of tests."""
    return (
        "zig" if args[:1] == ["test"] or (args[:1] == ["build"] and any(is_target(word) for word in args[1:])) else ""
    )


def cmake(args: Sequence[str]) -> str:
    """`cmake --build b --target test`."""
    targets = [args[n + 1] for n, word in enumerate(args[:-1]) if word in ("--target", "-t")]
    return "ctest" if any(word in ("test", "check") or is_target(word) for word in targets) else ""


def java(args: Sequence[str]) -> str:
    """The runners' own main classes: `java org.junit.runner.JUnitCore FooTest`."""
    told = re.search(
        r"junit-platform-console|org\.junit\.runner\.JUnitCore|ConsoleLauncher|org\.testng\.TestNG", " ".join(args)
    )
    return "junit" if told else ""


def msbuild(args: Sequence[str]) -> str:
    """`dotnet msbuild /t:Test`."""
    targets = [found[1] for word in args if (found := re.match(r"[-/]t(?:arget)?:(.+)", word, re.IGNORECASE))]
    return "dotnet" if any(is_target(one) or one.lower() == "vstest" for one in targets) else ""


def scripts(args: Sequence[str]) -> str:
    """Scripts by name: `run-s lint test`, `concurrently "npm:test:*"`, `start-server-and-test start 3000 test`."""
    names = [word.removeprefix("npm:").rstrip("*:") for word in args if not word.startswith("-")]
    return "npm" if any(is_target(name) for name in names) else ""


# Environments of tox and sessions of nox that run no tests.
_CHECKS = NOT_TARGETS | frozenset(
    """
    bandit black changelog check codestyle commit deps isort lint linters linkcheck manifest packaging package pip
    precommit pre pylint pyright release requirements safety security spelling spellcheck style twine
    """.split()
)


def environments(name: str, args: Sequence[str]) -> str:
    """tox and nox: what they run, where environments are chosen and all of them are linters, documents or builds."""
    if name == "tox" and args[:1] in (["exec"], ["e"], ["list"], ["config"], ["devenv"], ["quickstart"], ["depends"]):
        return ""
    chosen = _chosen(name, args)
    other = [bool(set(re.split(r"[-_:.]", one.lower())) & _CHECKS) for one in chosen]
    return "" if chosen and all(other) else name


def _chosen(name: str, args: Sequence[str]) -> list[str]:
    flags = ("-e", "--env") if name == "tox" else ("-s", "-e", "--session", "--sessions")
    found: list[str] = []
    for n, word in enumerate(args):
        if word == "--":
            break
        flag, given, value = word.partition("=")
        if given and flag in flags:
            found += value.split(",")
        elif word in flags:
            after = args[n + 1 :]
            end = next((k for k, one in enumerate(after) if one.startswith("-")), len(after))
            found += [part for one in after[: end if name == "nox" else 1] for part in one.split(",")]
    return [one for one in found if one]
