"""Which tests a command picks: enough to tell that one run checks at least what another checked."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import field

from memwiki.compile.launchers import base
from memwiki.regexes import regex
from memwiki.values import value

# Flags that change what is shown or how fast it runs, never which tests run; with `=`: the next word is their value.
_PYTEST = """
-v -vv -vvv -q -qq -s -l --verbose --quiet --no-header --no-summary --showlocals --color --cov --no-cov --cov-report=
--cov-append --cov-fail-under= --cov-branch --cache-clear -x --exitfirst --ff --nf --full-trace --tb= --maxfail=
--durations= --durations-min= --timeout= --rootdir= --basetemp= --junitxml= --junit-xml= -n= --dist= --capture=
--show-capture= --log-level= --log-cli-level= -W= -r= --strict-markers --disable-warnings --strict-config
--no-cov-on-fail --reruns= --reruns-delay= --instafail -ra -rA -rs -rf -rx -rP -rN --import-mode=
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
_FAMILY = {"vitest": "vitest", "jest": "jest", "py.test": "pytest", "gotestsum": "go"}
# Flags under which other tests may exist: both sides must have the same ones.
_ALTERS = frozenset(
    "-c --config --project -p -tags --features --all-features --manifest-path --target --no-default-features".split()
)
# Flags that narrow and take no value.
_BARE = frozenset(
    "--lf --last-failed --sw --stepwise -short --lib --bins --tests --examples --doc --all-features --workspace --all "
    "--no-default-features".split()
)
# Options and plug-ins of pytest that pick no tests.
_HARMLESS = regex(r"-p=?\s*no:(?:cacheprovider|warnings|randomly|xdist|sugar|terminal)|-o=?\s*(?:log_|cache_dir)\S*")


@value(frozen=True, slots=True)
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
        if self._altered() != other._altered() or not self._as_wide(other):
            return False
        if not self.picks:
            return _within(other.folder, self.folder) or self.folder == other.folder
        if not other.picks:
            return False
        prefix = _filters if self.family == "cargo" else _prefix
        return all(any(prefix(mine, wanted) for mine in self.picks) for wanted in other.picks)

    def _altered(self) -> frozenset[str]:
        flags = _ALTERS - {"-p"} if self.family == "cargo" else _ALTERS  # its package
        return frozenset(told for told in self.narrowed if told.split("=", 1)[0] in flags)

    def _as_wide(self, other: Selection) -> bool:
        """Whether every flag that narrows this run narrows the other one, too, at least as much."""
        theirs = set(other.narrowed) - other._altered()
        mine = set(self.narrowed) - self._altered()
        return all(one in theirs or any(_narrower(one, told) for told in theirs) for one in mine)


def _narrower(mine: str, theirs: str) -> bool:
    """`-run TestA` and `-run TestA/sub`: the second picks some of the first's."""
    return mine.startswith("-run=") and theirs.startswith(mine + "/")


def _filters(mine: str, wanted: str) -> bool:
    """A filter of cargo is any part of a test's name."""
    return mine.removeprefix("filter ") in wanted.removeprefix("filter ")


def selection(runner: str, words: Sequence[str], folder: str) -> Selection:
    """The selection of a test command: program and arguments without launchers, and where it runs."""
    family = _FAMILY.get(runner, runner)
    args = list(words[1:])
    where = posixpath.normpath(folder) if folder else ""
    if family == "pytest":
        words = _without_harmless(words)
        return _paths(
            family, where, _after_module(words, "pytest"), "pytest", "-k -m --deselect --ignore -c --lf --sw -p"
        )
    if family == "unittest":
        return _unittest(where, _after_module(words, "unittest"))
    if family == "go":
        return _go(where, _behind_dashes(args) if runner == "gotestsum" else args)
    if family == "cargo":
        return _cargo(where, args)
    if family in ("jest", "vitest"):
        args = [word for word in args if word not in ("run", "--")]
        return _paths(family, where, args, "jest", "-t --testNamePattern --project --testPathPattern -c --config")
    return Selection(family, where, exact=(base(words[0]), *_plain(family, args)) if words else ())


def _plain(family: str, args: Sequence[str]) -> tuple[str, ...]:
    """The arguments without other spellings of the same run: `npm t`, `npm run test`, `make -j4 test`."""
    if family in ("npm", "pnpm", "yarn"):
        kept = ["test" if word in ("t", "tst") and n == 0 else word for n, word in enumerate(args)]
        return tuple(kept[1:] if kept[:2] in (["run", "test"], ["run-script", "test"]) else kept)
    if family == "make":
        return tuple(
            word
            for n, word in enumerate(args)
            if not re.fullmatch(r"-[jskB]\d*|-O\w*|--silent|--no-print-directory", word)
            and not (n and args[n - 1] == "-j" and word.isdigit())
        )
    return tuple(args)


def _without_harmless(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    skip = False
    for n, word in enumerate(words):
        pair = f"{word} {words[n + 1]}" if word in ("-p", "-o") and n + 1 < len(words) else word
        if not skip and not _HARMLESS.fullmatch(pair):
            kept.append(word)
        skip = not skip and pair != word and bool(_HARMLESS.fullmatch(pair))
    return kept


def _behind_dashes(args: Sequence[str]) -> list[str]:
    """What gotestsum hands on to `go test`."""
    if "--" in args:
        return list(args[args.index("--") + 1 :])
    return [
        word
        for n, word in enumerate(args)
        if not word.startswith(("--format", "--junit", "--hide", "--no-color"))
        and not (n and args[n - 1] in ("--format", "-f", "--junitfile"))
        and word != "-f"
    ]


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
            alone = bool(given) or flag in _BARE
            narrowed.append(word if alone else "=".join(args[at : at + 2]))
            at += 0 if alone else 1
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
        picks, told, clear = _split(args[1:], "unittest", "-s --start-directory -p --pattern")
        named = dict(flag.split("=", 1) for flag in told if "=" in flag)
        start = named.get("-s") or named.get("--start-directory") or "".join(picks[:1])
        pattern = named.get("-p") or named.get("--pattern") or "test*.py"
        if not clear or len(picks) > 1 or pattern not in ("test*.py", "test_*.py"):
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
    narrowed = [told for told in narrowed if told not in ("--workspace", "--all")]
    narrowed = [told.replace("--package=", "-p=") if told.startswith("--package=") else told for told in narrowed]
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
