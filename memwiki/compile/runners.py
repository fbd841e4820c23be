"""Which programs run tests, and with which words they do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from memwiki.compile.launchers import base
from memwiki.compile.runner_words import ALWAYS, AROUND, PY_MODULES, SHOWS, SHOWS_OF, VALUED, VERBS
from memwiki.compile.targets import BARE_SCRIPT, JS_RUNNER, JS_TEST, PY_TEST, RB_TEST, SCRIPT, STARTER, is_target

_PROJECT_PROGRAMS = frozenset(
    "x x.py do dev dev.sh mach Build build.sh run run.sh make.sh task.sh tasks.sh ci.sh go.sh pw pleasew gow".split()
)
_SCRIPTED = frozenset({"lua", "luajit", "tclsh", "elixir", "groovy", "guile"})
_STARTS_TESTS = re.compile(
    r"\b(?:pytest|unittest|nose2?)\.(?:console_)?main\(|ert-run-tests|Plenary\w*(?:Dir|File)|Invoke-Pester"
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
    if name in ALWAYS or re.fullmatch(r"(?:pytest|py\.test|rspec|phpunit)[-\d.]*", name):
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
        plain = [word.rsplit("/", 1)[-1] for word in words if not word.startswith("-")]
        return name if any(word in verbs or is_target(word) for word in plain) else ""
    return ""


def _also(name: str, verb: str, rest: Sequence[str]) -> bool:
    """The verbs that hang on a second word: `stack build --test`, `rebar3 as test eunit`, `mix do compile, test`."""
    if name == "composer":
        return is_target("".join(rest[:1]) if verb in ("run", "run-script") else verb)
    if name == "stack":
        return verb == "build" and "--test" in rest
    if name == "cabal":
        return verb in ("new-test", "v2-test") or (verb in ("run", "v2-run") and is_target("".join(rest[:1])))
    if name == "dune":
        return verb == "build" and any(word in ("@runtest", "@test", "@check-tests") for word in rest)
    if name in ("rebar3", "bazel", "bazelisk", "kubectl", "sail"):
        inner = rest[1:] if name == "rebar3" and verb == "as" else rest if name == "sail" else ()
        return bool(inner) and (inner[0] in VERBS[name] if name == "rebar3" else bool(tests([verb, *inner])))
    if name == "dart":
        return verb == "run" and rest[:1] in (["test"], ["test:test"])
    if name == "mix":
        chained = " ".join(rest).replace(",", " ").split()
        return (verb == "do" and "test" in chained) or (verb == "cmd" and bool(tests(rest)))
    return False


def _named_task(verb: str, rest: Sequence[str]) -> bool:
    """`nx run app:test`, `nx affected -t test`, `turbo run test`."""
    return verb in ("run", "run-many", "affected", "watch") and any(
        is_target(word.removeprefix("--target=")) for word in rest if not word.startswith("--") or "target=" in word
    )


def _cargo(verb: str, rest: Sequence[str]) -> str:
    if verb == "nextest":
        return "cargo" if _first("nextest", rest)[0] in ("run", "r", "") and "list" not in rest else ""
    if verb in ("miri", "hack", "xtask", "make", "watch", "leptos", "ndk", "component", "careful", "insta", "kani"):
        return "cargo" if any(word in ("test", "nextest") for word in " ".join(rest).split()) else ""
    return "cargo" if verb in VERBS["cargo"] else ""


def _make(args: Sequence[str]) -> str:
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


def _maven(args: Sequence[str]) -> str:
    valued = VALUED["mvn"]
    goals = [word for n, word in enumerate(args) if not word.startswith("-") and (n == 0 or args[n - 1] not in valued)]
    wanted = {"test", "verify", "integration-test", "surefire:test", "failsafe:verify", "failsafe:integration-test"}
    plugin = any(
        re.search(r"(?:surefire|failsafe)[\w-]*(?::[\d.]+)?:(?:test|verify|integration-test)$", one) for one in goals
    )
    return "maven" if plugin or wanted & set(goals) else ""


def _gradle(args: Sequence[str]) -> str:
    skipped = {args[n + 1] for n, word in enumerate(args[:-1]) if word in ("-x", "--exclude-task")}
    if {"test", ":test"} & skipped:
        return ""
    for n, word in enumerate(args):
        if word.startswith("-") or (n and args[n - 1] in (*VALUED["gradle"], "-x", "--tests", "--exclude-task")):
            continue
        task = word.rsplit(":", 1)[-1]
        if task in ("test", "check", "allTests", "jvmTest") or re.fullmatch(
            r"(?!compile|process)\w*Tests?|test(?!Classes|Fixtures|Jar|Report|Code|Compile|Resources)[A-Z]\w*", task
        ):
            return "gradle"
    return ""


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


def _perl(args: Sequence[str]) -> str:
    files = [word for word in args if not word.startswith("-")]
    return "prove" if files and files[0].endswith(".t") else ""


def _r(args: Sequence[str]) -> str:
    text = " ".join(args)
    shows = re.search(
        r"(?:devtools|testthat)::test|test_(?:dir|file|local|package|check)\(|testthat\.R\b|^CMD check", text
    )
    return "testthat" if shows else ""


def _julia(args: Sequence[str]) -> str:
    text = " ".join(args)
    return "julia" if "Pkg.test" in text or re.search(r"\btest/runtests\.jl", text) else ""


def _shell(args: Sequence[str]) -> str:
    files = [word for word in args if not word.startswith("-")]
    if not files:
        return ""
    script = base(files[0])
    known = SCRIPT.match(script) or ("/" in files[0] and BARE_SCRIPT.match(script)) or script in ALWAYS
    return "script" if known or STARTER.search(files[0]) or _own(script, files[1:]) else ""


def _text(args: Sequence[str]) -> str:
    """Programs that are told in their own language what to run: emacs, nvim, pwsh."""
    return "script" if _STARTS_TESTS.search(" ".join(args)) else ""


def _clojure(args: Sequence[str]) -> str:
    aliases = [word.split(":")[1:] for word in args if re.match(r"-[MXTA]:", word)]
    return "clojure" if any(name == "test" for names in aliases for name in names) or args[1:2] == ["test"] else ""


def _nim(args: Sequence[str]) -> str:
    file = args[-1] if args else ""
    runs = {"-r", "r", "--run"} & set(args)
    return "script" if runs and re.search(r"(?:^|/)(?:tests?/\w+|test_?\w*|\w+_test)\.nim$", file) else ""


def _hook(args: Sequence[str]) -> str:
    """`pre-commit run pytest`: a hook by its name."""
    return "script" if args[:1] == ["run"] and is_target("".join(args[1:2])) else ""


def _zig(args: Sequence[str]) -> str:
    return (
        "zig" if args[:1] == ["test"] or (args[:1] == ["build"] and any(is_target(word) for word in args[1:])) else ""
    )


def _cmake(args: Sequence[str]) -> str:
    targets = [args[n + 1] for n, word in enumerate(args[:-1]) if word in ("--target", "-t")]
    return "ctest" if any(word in ("test", "check") or is_target(word) for word in targets) else ""


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
    flags = {word if word.startswith("-D") else word.partition("=")[0] for word in args}
    if runner == "pg_prove":
        flags.discard("-h")  # the host
    return bool(flags & SHOWS or flags & own)


_SPECIAL: Mapping[str, Callable[[Sequence[str]], str]] = {
    **dict.fromkeys(("make", "gmake", "bmake", "remake", "mingw32-make", "nmake"), _make),
    **{name: partial(_package_script, name) for name in ("npm", "pnpm", "yarn", "bun", "deno")},
    "mvn": _maven,
    "mvnw": _maven,
    "mvnd": _maven,
    "gradle": _gradle,
    "gradlew": _gradle,
    "php": _php,
    "ruby": _ruby,
    "perl": _perl,
    "Rscript": _r,
    "R": _r,
    "julia": _julia,
    "zig": _zig,
    "cmake": _cmake,
    "go": _go,
    "torchrun": _inside,
    "coverage": _inside,
    "lerna": partial(_package_script, "lerna"),
    "-m": _python_module,
    **dict.fromkeys(("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "source", ".", *_SCRIPTED), _shell),
    **dict.fromkeys(("emacs", "nvim", "vim", "pwsh", "powershell"), _text),
    **dict.fromkeys(("clj", "clojure"), _clojure),
    "nim": _nim,
    "pre-commit": _hook,
    **dict.fromkeys(("kernprof", "scalene", "memray", "viztracer", "pyinstrument", "slipcover"), _inside),
    **dict.fromkeys(_JS_ENGINES, _node),
    "manage.py": partial(_python_script, "manage.py"),
    "django-admin": partial(_python_script, "manage.py"),
    "artisan": lambda args: "phpunit" if args[:1] in (["test"], ["dusk"]) else "",
}
