"""Which programs run tests, and with which words they do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from memwiki.compile.buildtools import (
    clojure,
    cmake,
    environments,
    gradle,
    hook,
    java,
    julia,
    make,
    maven,
    msbuild,
    nim,
    perl,
    r_script,
    scripts,
    zig,
)
from memwiki.compile.launchers import base
from memwiki.compile.runner_words import ALWAYS, AROUND, PY_MODULES, SHOWS, SHOWS_OF, VALUED, VERBS
from memwiki.compile.targets import BARE_SCRIPT, JS_RUNNER, JS_TEST, PY_TEST, RB_TEST, SCRIPT, STARTER, is_target

_PROJECT_PROGRAMS = frozenset(
    "x x.py do dev dev.sh mach Build build.sh run run.sh make.sh task.sh tasks.sh ci.sh go.sh pw pleasew gow".split()
)
_SCRIPTED = frozenset({"lua", "luajit", "tclsh", "elixir", "groovy", "guile"})
_STARTS_TESTS = re.compile(
    r"\b(?:pytest|unittest|nose2?)\.(?:console_)?main\(|ert-run-tests|Plenary\w*(?:Dir|File)|Invoke-Pester"
    r"|asdf:(?:test-system|oos)|\beunit:test\(|\bct:run|\bfiveam:run|\brove:run|\bruntests\b"
)
_PYTHON = re.compile(r"^(?:python|pypy|ipython)[\d.]*t?$|^py$")
_JS_ENGINES = frozenset({"node", "tsx", "ts-node", "babel-node", "nodejs", "esr", "swc-node", "jiti"})


def tests(words: Sequence[str]) -> str:
    """The name of the test runner that these words (no launchers) start, or "" where they run no tests."""
    if not words:
        return ""
    name, args = base(words[0]), list(words[1:])
    if name in _TASKS and args[:1] in (["run"], ["r"]):
        return _task([word for word in args[1:] if not word.startswith("+")])
    runner = _runner(words[0], name, args)
    return "" if runner and _only_shows(runner, name, args) else runner


_TASKS = frozenset({"hatch", "pixi", "pdm", "rye", "devbox", "poetry", "uv", "pipenv", "mise"})


def _runner(program: str, name: str, args: Sequence[str]) -> str:
    known = name in ALWAYS and name not in _SPECIAL
    if known or re.fullmatch(r"(?:pytest|py\.test|rspec|phpunit)[-\d.]*", name):
        return "pytest" if name.startswith(("pytest", "py.test")) else name
    special = _SPECIAL.get(name)
    if special is not None:
        return special(args)
    if _PYTHON.match(name):
        return _python(args)
    if name in VERBS:
        return _verb(name, args)
    if SCRIPT.match(name) or ("/" in program and BARE_SCRIPT.match(name) and program.rstrip("/") not in _SHELL_TESTS):
        return "script"
    if "/" in program and (PY_TEST.match(name) or STARTER.search(program) or _own(name, args)):
        return "script"
    return ""


def _own(name: str, args: Sequence[str]) -> bool:
    """`./x.py test`, `./dev test`: a project's own front door."""
    return name in _PROJECT_PROGRAMS and args[:1] in (["test"], ["tests"], ["check"], ["unittest"], ["unit-test"])


_SHELL_TESTS = frozenset({"/bin/test", "/usr/bin/test"})


def _first(name: str, args: Sequence[str]) -> tuple[str, list[str]]:
    """The first word that is no flag, and the words after it."""
    valued = VALUED.get(name, frozenset())
    at = 0
    while at < len(args):
        word = args[at]
        if name in ("cargo", "cross", "rustup") and word.startswith("+"):
            at += 1
        elif word.startswith("-") and word not in VERBS.get(name, ()):
            at += 2 if word in valued else 1
        else:
            return word, list(args[at + 1 :])
    return "", []


def _verb(name: str, args: Sequence[str]) -> str:
    verb, rest = _first(name, args)
    verbs = VERBS[name]
    if name == "cargo":
        return _cargo(verb, rest)
    if verb == "move" and name in ("aptos", "sui"):
        return name if rest[:1] == ["test"] else ""
    if verb in verbs or _also(name, verb, rest):
        return name
    if name in (
        "just",
        "mise",
        "go-task",
        "task",
        "mage",
        "rake",
        "rails",
        "inv",
        "invoke",
        "poe",
        "moon",
        "nx",
        "turbo",
        "earthly",
    ):
        return name if is_target(verb) or _named_task(verb, rest) else ""
    if name in (
        "sbt",
        "mill",
        "xcodebuild",
        "fastlane",
        "ant",
        "ninja",
        "zig",
        "melos",
        "rush",
        "lage",
        "sbtn",
    ):
        words = " ".join([verb, *rest]).split()
        plain = [word.rsplit("/", 1)[-1].lstrip("+") for word in words if not word.startswith("-")]
        return name if any(word in verbs or is_target(word) for word in plain) else ""
    return ""


def _also(name: str, verb: str, rest: Sequence[str]) -> bool:
    """The verbs that hang on a second word: `stack build --test`, `rebar3 as test eunit`, `mix do compile, test`."""
    if verb == "do" and name in ("rebar3", "mix", "lein"):
        return bool(set(" ".join(rest).replace(",", " ").split()) & VERBS[name])
    rule = _ALSO.get(name)
    return rule is not None and rule(verb, list(rest))


def _behind_as(verb: str, rest: list[str]) -> bool:
    return verb == "as" and "".join(rest[1:2]) in VERBS["rebar3"]


def _cabal(verb: str, rest: list[str]) -> bool:
    return verb in ("new-test", "v2-test") or (verb in ("run", "v2-run") and is_target("".join(rest[:1])))


def _pub(verb: str, rest: list[str]) -> bool:
    rest = rest[1:] if verb == "pub" and rest[:1] == ["run"] else rest
    return verb in ("run", "pub") and rest[:1] in (["test"], ["test:test"])


_ALSO: Mapping[str, Callable[[str, list[str]], bool]] = {
    "composer": lambda verb, rest: is_target("".join(rest[:1]) if verb in ("run", "run-script") else verb),
    "stack": lambda verb, rest: verb == "build" and "--test" in rest,
    "cabal": _cabal,
    "dune": lambda verb, rest: verb == "build" and bool({"@runtest", "@test", "@check-tests"} & set(rest)),
    "rebar3": _behind_as,
    "sail": lambda verb, rest: bool(rest) and bool(tests([verb, *rest])),
    "dart": _pub,
    "flutter": _pub,
    "mix": lambda verb, rest: verb == "cmd" and bool(tests(rest)),
    "lein": lambda verb, rest: verb in ("with-profile", "with-profiles") and bool(tests(["lein", *rest[1:]])),
    "dagger": lambda verb, rest: verb == "call" and any(is_target(word) for word in rest),
    "nix": lambda verb, rest: verb == "run" and is_target("".join(rest[:1]).partition("#")[2]),
    "dotnet": lambda verb, rest: verb in ("msbuild", "build") and bool(msbuild(rest)),
}


def _named_task(verb: str, rest: Sequence[str]) -> bool:
    """`nx run app:test`, `nx affected -t test`, `turbo run test`."""
    return verb in ("run", "run-many", "affected", "watch") and any(
        is_target(word.removeprefix("--target=")) for word in rest if not word.startswith("--") or "target=" in word
    )


def _cargo(verb: str, rest: Sequence[str]) -> str:
    if verb == "careful":
        return "cargo" if rest[:1] in (["test"], ["nextest"]) else ""
    if verb == "llvm-cov" and rest[:1] in (["report"], ["clean"], ["show-env"]):
        return ""
    if verb == "nextest":
        return "cargo" if _first("nextest", rest)[0] in ("run", "r", "") and "list" not in rest else ""
    if verb in ("miri", "hack", "xtask", "make", "watch", "leptos", "ndk", "component", "careful", "insta", "kani"):
        return "cargo" if any(word in ("test", "nextest") for word in " ".join(rest).split()) else ""
    return "cargo" if verb in VERBS["cargo"] else ""


def _task(words: Sequence[str]) -> str:
    """`pixi run test`, `hatch run py3:pytest -q`: a task's name, or a program behind an environment's name."""
    if not words:
        return ""
    inner = words[0].rsplit(":", 1)[-1]
    if set(words[1:]) & SHOWS:
        return ""
    return tests([inner, *words[1:]]) or ("task" if is_target(words[0]) else "")


def _package_script(name: str, args: Sequence[str]) -> str:
    verb, rest = _first(name, args)
    if verb in ("workspace", "workspaces") and rest:  # yarn workspace app test
        verb, rest = _first(name, rest[1:] if verb == "workspace" else rest)
        if verb == "foreach":
            verb, rest = _first(name, [word for word in rest if not word.startswith("-")])
    if verb in ("run", "run-script", "rum", "urn", "task", "turbo", "nx", "lerna"):
        script = _first(name, rest)[0]
        if script == "run":
            script = _first(name, _first(name, rest)[1])[0]
        return name if is_target(script) else ""
    if verb in VERBS.get(name, ()):
        return name
    if name in ("yarn", "pnpm", "bun", "bunx", "deno") and verb:
        inside = tests([verb, *rest]) if verb != name else ""
        return inside or (name if name in ("yarn", "pnpm") and is_target(verb) else "")
    return ""


def _python(args: Sequence[str]) -> str:
    at = 0
    while at < len(args):
        word = args[at]
        if word == "-m":
            return _python_module(list(args[at + 1 :]))
        if re.match(r"-[bBdEiIOsSuvx]*m\w", word):  # -mpytest
            return _python_module([word.partition("m")[2], *args[at + 1 :]])
        if word == "-c":
            return "script" if _STARTS_TESTS.search("".join(args[at + 1 : at + 2])) else ""
        if word.startswith("-"):
            at += 2 if word in ("-W", "-X", "-Q") else 1
            continue
        return _python_script(word, list(args[at + 1 :]))
    return ""


def _python_module(words: Sequence[str]) -> str:
    if not words:
        return ""
    module, rest = words[0], list(words[1:])
    if module in AROUND:
        return _inside(rest)
    if module in PY_MODULES:
        return {"nose2": "nose2", "trial": "trial"}.get(module, module.split(".")[-1])
    if module in ("pipenv", "poetry", "pdm", "hatch", "uv", "invoke", "poethepoet"):
        return tests([{"poethepoet": "poe"}.get(module, module), *rest])
    if module == "django":
        return "django" if rest[:1] == ["test"] else ""
    last = module.rsplit(".", 1)[-1]
    if STARTER.search(module.replace(".", "/")):
        return "script"
    return "script" if re.fullmatch(r"test_\w+|\w+_tests?|tests?|run_?tests?", last) else ""


def _inside(rest: Sequence[str]) -> str:
    """`coverage run -m pytest`, `torchrun --nproc_per_node 2 -m pytest`."""
    if rest[:1] == ["run"]:
        rest = rest[1:]  # coverage run
    if "-m" in rest:
        return _python_module(list(rest[rest.index("-m") + 1 :]))
    script = next((n for n, word in enumerate(rest) if word.endswith(".py") or base(word) in ALWAYS), None)
    if script is None:
        return ""
    if base(rest[script]) in ALWAYS:
        return tests(rest[script:])
    return _python_script(rest[script], list(rest[script + 1 :]))


def _python_script(script: str, rest: Sequence[str]) -> str:
    name = base(script)
    if name == "manage.py" or name == "django-admin":
        return "django" if rest[:1] in (["test"], ["jenkins"]) else ""
    if name in ALWAYS:
        return tests([script, *rest])
    if name == "setup.py":
        return "unittest" if rest[:1] in (["test"], ["pytest"]) else ""
    known = PY_TEST.match(name) or STARTER.search(script) or script.rstrip("/") in ("test", "tests")
    return "script" if known or (name == "x.py" and rest[:1] == ["test"]) else ""


def _node(args: Sequence[str]) -> str:
    if any(word == "--test" or word.startswith("--test=") for word in args):
        return "node"
    if "--run" in args:
        return "node" if is_target("".join(args[args.index("--run") + 1 :][:1])) else ""
    files = [
        word
        for n, word in enumerate(args)
        if not word.startswith("-") and (n == 0 or args[n - 1] not in ("-r", "--require", "--import", "--loader", "-C"))
    ]
    if files and base(files[0]) in ALWAYS:
        return tests(files)
    if files and files[0].endswith(("jest.js", "mocha.js", "vitest.mjs", "_mocha")):
        return {"je": "jest", "vi": "vitest"}.get(base(files[0])[:2], "mocha")
    if not files:
        return ""
    name = base(files[0])
    known = JS_TEST.search(name) or JS_RUNNER.match(name) or STARTER.search(files[0])
    return "node" if known or files[:2] == ["ace", "test"] else ""


def _php(args: Sequence[str]) -> str:
    at = 0
    while at < len(args) and args[at].startswith("-"):
        at += 2 if args[at] in ("-d", "-c") else 1
    return tests(args[at:]) if at < len(args) else ""


def _ruby(args: Sequence[str]) -> str:
    files = [word for word in args if not word.startswith("-")]
    if not files:
        return ""
    if base(files[0]) in ALWAYS or base(files[0]) in ("rails", "rake"):
        return tests(files)
    if "-e" in args and re.search(r"_(?:test|spec)\.rb|test_\*", " ".join(args)):
        return "minitest"
    return "minitest" if RB_TEST.search(base(files[0])) else ""


def _shell(args: Sequence[str]) -> str:
    valued = ("-o", "+o", "-O", "--rcfile", "--init-file", "-eo", "-euo", "-uo", "-xeo", "-exo", "-euxo")
    files = [
        word for n, word in enumerate(args) if not word.startswith(("-", "+")) and (n == 0 or args[n - 1] not in valued)
    ]
    if not files:
        return ""
    script = base(files[0])
    known = SCRIPT.match(script) or ("/" in files[0] and BARE_SCRIPT.match(script)) or script in ALWAYS
    return "script" if known or STARTER.search(files[0]) or _own(script, files[1:]) else ""


def _text(args: Sequence[str]) -> str:
    """Programs that are told in their own language what to run: emacs, nvim, pwsh."""
    return "script" if _STARTS_TESTS.search(" ".join(args)) else ""


def _go(args: Sequence[str]) -> str:
    verb, rest = _first("go", args)
    if verb in ("run", "tool"):
        return "go" if any(re.search(r"gotestsum|ginkgo", word) for word in rest[:1]) else ""
    if verb != "test":
        return ""
    flags = dict(_go_flags(rest))
    if "bench" in flags and "run" in flags and not flags["run"].lstrip("^").startswith("Test"):
        return ""  # benchmarks alone: -run matches no test
    chosen = flags.get("run")
    return "" if chosen in ("^$", "XXX", "xxx", "NONE", "^a$", "none", "-") else "go"


def _go_flags(words: Sequence[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for n, word in enumerate(words):
        if word.startswith("-"):
            flag, given, value = word.lstrip("-").removeprefix("test.").partition("=")
            found.append((flag, value if given else words[n + 1] if n + 1 < len(words) else ""))
    return found


def _only_shows(runner: str, name: str, args: Sequence[str]) -> bool:
    own = SHOWS_OF.get(name, frozenset()) | SHOWS_OF.get(runner, frozenset())
    first = _first(name, args)[0]
    flags = {
        word if word.startswith("-D") else word.partition("=")[0]
        for word in args
        if word.startswith("-") or word == first or (name == "swift" and args[0] == "test")
    }
    if runner == "pg_prove":
        flags.discard("-h")  # the host
    return bool(flags & SHOWS or flags & own)


_SPECIAL: Mapping[str, Callable[[Sequence[str]], str]] = {
    **dict.fromkeys(("make", "gmake", "bmake", "remake", "mingw32-make", "nmake"), make),
    **{name: partial(_package_script, name) for name in ("npm", "pnpm", "yarn", "bun", "deno")},
    "mvn": maven,
    "mvnw": maven,
    "mvnd": maven,
    "gradle": gradle,
    "gradlew": gradle,
    "php": _php,
    "ruby": _ruby,
    "perl": perl,
    "Rscript": r_script,
    "R": r_script,
    "julia": julia,
    "zig": zig,
    "cmake": cmake,
    "go": _go,
    "java": java,
    "msbuild": msbuild,
    **dict.fromkeys(("run-s", "run-p", "run-z", "npm-run-all", "npm-run-all2", "concurrently"), scripts),
    **dict.fromkeys(("start-server-and-test", "start-test"), scripts),
    "rushx": scripts,
    "tox": partial(environments, "tox"),
    "nox": partial(environments, "nox"),
    "torchrun": _inside,
    "coverage": _inside,
    "lerna": partial(_package_script, "lerna"),
    "-m": _python_module,
    **dict.fromkeys(("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "source", ".", *_SCRIPTED), _shell),
    **dict.fromkeys(
        "emacs nvim vim pwsh powershell sbcl ecl ccl ros erl octave matlab".split(),
        _text,
    ),
    **dict.fromkeys(("clj", "clojure"), clojure),
    "nim": nim,
    "pre-commit": hook,
    **dict.fromkeys(("kernprof", "scalene", "memray", "viztracer", "pyinstrument", "slipcover"), _inside),
    **dict.fromkeys(_JS_ENGINES, _node),
    "manage.py": partial(_python_script, "manage.py"),
    "django-admin": partial(_python_script, "manage.py"),
    "artisan": lambda args: "phpunit" if args[:1] in (["test"], ["dusk"]) else "",
}
