"""Which tests a command picks: enough to tell that one run checks at least what another checked."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memwiki.compile.launchers import base

# Flags that change what is shown or how fast it runs, never which tests run; with `=`: the next word is their value.
_PYTEST = """
-v -vv -vvv -q -qq -s -l --verbose --quiet --no-header --no-summary --showlocals --color --cov --no-cov --cov-report=
--cov-append --cov-fail-under= --cov-branch --cache-clear -x --exitfirst --ff --nf --full-trace --tb= --maxfail=
--durations= --durations-min= --timeout= --rootdir= --basetemp= --junitxml= --junit-xml= -n= --dist= --capture=
--show-capture= --log-level= --log-cli-level= -W= -r= --strict-markers --disable-warnings --strict-config
--no-cov-on-fail --reruns= --reruns-delay= --instafail -ra -rA -rs -rf -rx -rP -rN
"""
_UNITTEST = "-v -q -f -b -c --verbose --quiet --failfast --buffer --catch --locals"
_GO = """
-v -race -count= -timeout= -cover -coverprofile= -covermode= -coverpkg= -failfast -json -parallel= -p= -cpu= -shuffle=
-benchmem -vet= -mod= -trimpath -ldflags= -gcflags= -x -work -fullpath
"""
_CARGO = """
-q -v -vv --quiet --verbose --release --locked --offline --frozen --no-fail-fast --nocapture --show-output --color=
--message-format= --jobs= -j= --test-threads= -r --no-capture --profile= --target-dir=
"""
_JEST = """
--verbose --silent --ci --colors --color --coverage --no-coverage --run --runInBand -i --bail -b --no-cache --json
--forceExit --detectOpenHandles --passWithNoTests --reporter= --reporters= --maxWorkers= -w= --no-color --testTimeout=
--watch --watchAll --no-watch --pool= --logHeapUsage --hideSkippedTests
"""
_REPORT = {"pytest": _PYTEST, "unittest": _UNITTEST, "go": _GO, "cargo": _CARGO, "jest": _JEST}
_FAMILY = {"vitest": "vitest", "jest": "jest", "py.test": "pytest"}


@dataclass(frozen=True, slots=True)
class Selection:
    """What a test command picks. `exact` holds all its words where only equality can be told."""

    family: str
    folder: str
    picks: frozenset[str] = frozenset()  # empty: everything under folder
    exact: tuple[str, ...] | None = None
    narrowed: tuple[str, ...] = field(default=())  # flags that narrow: -k, -m, -run, -t

    def covers(self, other: Selection) -> bool:
        """True where this runs at least the other's tests."""
        if self.exact is not None or other.exact is not None:
            return self.exact == other.exact and self.folder == other.folder and self.picks == other.picks
        if self.narrowed and self.narrowed != other.narrowed:
            return False
        if not self.picks:
            return _within(other.folder, self.folder) or self.folder == other.folder
        if not other.picks:
            return False
        return all(any(_prefix(mine, wanted) for mine in self.picks) for wanted in other.picks)


def selection(runner: str, words: Sequence[str], folder: str) -> Selection:
    """The selection of a test command: program and arguments without launchers, and where it runs."""
    family = _FAMILY.get(runner, runner)
    args = list(words[1:])
    where = posixpath.normpath(folder) if folder else ""
    if family == "pytest":
        return _paths(family, where, _after_module(words, "pytest"), "pytest", "-k -m --deselect --ignore -c --lf --sw")
    if family == "unittest":
        return _unittest(where, _after_module(words, "unittest"))
    if family == "go":
        return _go(where, args)
    if family == "cargo":
        return _cargo(where, args)
    if family in ("jest", "vitest"):
        args = [word for word in args if word not in ("run", "--")]
        return _paths(family, where, args, "jest", "-t --testNamePattern --project --testPathPattern -c --config")
    return Selection(family, where, exact=(base(words[0]), *args) if words else ())


def _after_module(words: Sequence[str], module: str) -> list[str]:
    """The arguments behind `python -m pytest`, `-m pytest`, `pytest`."""
    for n, word in enumerate(words):
        if base(word) in (module, "py.test") or re.fullmatch(rf"{module}[-\d.]+", base(word)):
            return list(words[n + 1 :])
    return list(words[1:])


def _split(args: Sequence[str], report: str, narrowing: str) -> tuple[list[str], list[str], bool]:
    """(picks, narrowing flags with values, whether every flag is known)."""
    known = {flag.rstrip("=") for flag in _REPORT[report].split()}
    valued = {flag[:-1] for flag in _REPORT[report].split() if flag.endswith("=")}
    narrow = set(narrowing.split())
    picks: list[str] = []
    narrowed: list[str] = []
    at, clear = 0, True
    while at < len(args):
        word = args[at]
        flag, given, _ = word.partition("=")
        if not word.startswith("-") or word == "-":
            picks.append(word)
        elif flag in narrow:
            narrowed += [word] if given else list(args[at : at + 2])
            at += 0 if given else 1
        elif word in known or flag in known or _bundled(word, known):
            at += 1 if flag in valued and not given else 0
        else:
            clear = False
        at += 1
    return picks, narrowed, clear


def _bundled(word: str, known: set[str]) -> bool:
    """`-xvs`, `-n4`: single letters in one word."""
    letters = word[1:]
    return not word.startswith("--") and bool(letters) and all(f"-{ch}" in known or ch.isdigit() for ch in letters)


def _paths(family: str, folder: str, args: Sequence[str], report: str, narrowing: str) -> Selection:
    picks, narrowed, clear = _split(args, report, narrowing)
    if not clear:
        return Selection(family, folder, exact=tuple(args))
    places = frozenset(_place(folder, pick) for pick in picks) - {"."}
    return Selection(
        family, folder, places if len(places) == len(set(picks)) else frozenset(), narrowed=tuple(narrowed)
    )


def _place(folder: str, pick: str) -> str:
    path, sign, node = pick.partition("::")
    place = posixpath.normpath(posixpath.join(folder, path)) if path else path
    return f"{place}{sign}{node}"


def _unittest(folder: str, args: Sequence[str]) -> Selection:
    if args[:1] == ["discover"]:
        rest = list(args[1:])
        start = next((rest[n + 1] for n, word in enumerate(rest[:-1]) if word in ("-s", "--start-directory")), "")
        plain = [word for n, word in enumerate(rest) if word not in ("-s", "--start-directory", start)]
        picks, _, clear = _split(plain, "unittest", "")
        if not clear or picks:
            return Selection("unittest", folder, exact=tuple(args))
        return Selection("unittest", folder, frozenset({_place(folder, start)}) if start else frozenset())
    picks, narrowed, clear = _split(args, "unittest", "-k")
    if not clear:
        return Selection("unittest", folder, exact=tuple(args))
    return Selection("unittest", folder, frozenset(_dotted(folder, pick) for pick in picks), narrowed=tuple(narrowed))


def _dotted(folder: str, name: str) -> str:
    plain = name.removesuffix(".py")
    return _place(folder, plain if "/" in plain else plain.replace(".", "/"))


def _go(folder: str, args: Sequence[str]) -> Selection:
    rest = [word.replace("-test.", "-", 1) for word in args if word != "test"]
    picks, narrowed, clear = _split(rest, "go", "-run -skip -tags -short -bench")
    if not clear:
        return Selection("go", folder, exact=tuple(rest))
    places = frozenset(_package(folder, pick) for pick in picks or ["."])
    return Selection("go", folder, places, narrowed=tuple(narrowed))


def _package(folder: str, pick: str) -> str:
    """`./pkg/...` is all under pkg; `./pkg` is that package alone, told by `::`."""
    if pick.endswith("..."):
        return posixpath.normpath(posixpath.join(folder, pick[:-3] or "."))
    return posixpath.normpath(posixpath.join(folder, pick)) + "::"


def _cargo(folder: str, args: Sequence[str]) -> Selection:
    rest = [word for word in args if word not in ("test", "t", "nextest", "run", "--") and not word.startswith("+")]
    narrowing = "-p --package --test --bin --lib --doc --features --exclude -E --manifest-path --target --all-features"
    picks, narrowed, clear = _split(rest, "cargo", narrowing + " --workspace --all --bins --tests --examples")
    whole = {"--workspace", "--all"} & set(narrowed)
    narrowed = [] if whole and not set(narrowed) - whole else narrowed
    if not clear:
        return Selection("cargo", folder, exact=tuple(rest))
    return Selection("cargo", folder, frozenset(f"filter {pick}" for pick in picks), narrowed=tuple(narrowed))


def _within(inner: str, outer: str) -> bool:
    return not outer or inner == outer or inner.startswith(outer + "/")


def _prefix(mine: str, wanted: str) -> bool:
    if mine == wanted or mine == ".":
        return True
    if mine.endswith("::"):
        return False
    return wanted.startswith((mine + "/", mine + "::", mine + "["))
