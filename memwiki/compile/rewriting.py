"""Programs that change files by their own verbs: editors without a screen, formatters, package managers, generators."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from memwiki.compile.targets import is_generator
from memwiki.regexes import regex


class _Words(NamedTuple):
    """A program's words: its name, its arguments, and those of them that are no flags."""

    name: str
    args: Sequence[str]
    plain: list[str]


_Rule = Callable[[_Words], "list[str] | None"]
_GLOB = frozenset("*?${}`[")
_DRY = frozenset({"--dry-run", "--check", "--diff", "--list", "-n", "-l", "--list-different", "-c", "--preview"})


def edited(name: str, args: Sequence[str]) -> list[str] | None:
    """Files that an editor changes in place, "" for those that it does not name; None where it changes none."""
    rule = _EDITORS.get(name)
    if rule is None:
        return None
    plain = [word for word in args if word and not word.startswith("-")]
    found = rule(_Words(name, args, plain))
    return None if found is None else _named(found) or [""]


def formed(name: str, args: Sequence[str]) -> list[str]:
    """Files whose form alone a formatter changes, as far as the command names them."""
    told = " ".join(args)
    rule = _FORMATTERS.get(name)
    if rule is None or not rule.search(told) or (_DRY & set(args) and name not in ("gofmt", "goimports")):
        return []
    return [word for word in args if _is_code(word)]


def mended(name: str, args: Sequence[str]) -> list[str]:
    """Files that a linter mends (`eslint --fix`), as far as the command names them."""
    rule = _MENDERS.get(name)
    if rule is None or not rule.search(" ".join(args)) or {"--dry-run", "--fix-dry-run", "--diff"} & set(args):
        return []
    return [word for word in args if _is_code(word)]


def manifest(name: str, args: Sequence[str]) -> str | None:
    """The file in which a package manager notes what it adds, "" where it names none; None where nothing is added."""
    plain = [word for word in args if not word.startswith("-")]
    if not plain or {"-g", "--global", "--dry-run", "--no-save"} & set(args):
        return None
    verb, more = plain[0], len(plain) > 1
    if name in ("dotnet", "flutter", "dart"):
        adds = verb in ("add", "remove") if name == "dotnet" else plain[:2] == ["pub", "add"]
        return {"dotnet": "", "flutter": "pubspec.yaml", "dart": "pubspec.yaml"}[name] if adds and more else None
    if name == "npm" and verb in ("pkg", "version"):
        return "package.json" if (verb == "version" and more) or plain[1:2] in (["set"], ["delete"], ["fix"]) else None
    if (name, verb) in _VERSIONS:
        return _VERSIONS[name, verb] if more or "--bump" in args else None
    if name == "go" and verb == "mod":
        return "go.mod" if plain[1:2] in (["tidy"], ["edit"], ["init"]) else None
    verbs, file = _ADDS.get(name, (frozenset(), ""))
    return file if verb in verbs and more else None


def generates(name: str, args: Sequence[str]) -> bool:
    """Whether a program writes code whose files it does not name here: migrations, scaffolds, generated code."""
    told = " ".join(args)
    if "--help" in args or "--version" in args or "--check" in args:
        return False
    rule = _GENERATORS.get(name)
    if rule is not None and rule.match(told):
        return True
    if name in ("npm", "pnpm", "yarn", "bun", "make", "just", "task"):
        words = [word for word in args if not word.startswith("-") and word not in ("run", "run-script")]
        return bool(words) and is_generator(words[0])
    return name.startswith("create-")


def _named(words: Sequence[str]) -> list[str]:
    return ["" if _GLOB & set(word) else word for word in words]


def _is_code(word: str) -> bool:
    stem, dot, ending = word.rpartition(".")
    return bool(stem and dot and ending.isalnum()) and not word.startswith("-") and not _GLOB & set(word)


def _stream(words: _Words) -> list[str] | None:
    """sed, perl and ruby with -i: what stands behind the script."""
    name, args, plain = words
    flags = [word for word in args if word.startswith("-") and not word.startswith("--")]
    in_place = any("i" in word[1:5] for word in flags) or any(word.startswith("--in-place") for word in args)
    if not in_place or (name in ("perl", "ruby") and not any(ch in word for word in flags for ch in "pne")):
        return None
    long = ("--expression", "--file")
    told = [n for n, word in enumerate(args) if word in long or (word in flags and word[-1] in "ef")]
    scripts = {args[n + 1] for n in told if n + 1 < len(args)}
    joined = any(word.startswith(long) and "=" in word for word in args)
    return [word for word in plain if word not in scripts] if scripts or joined else plain[1:]


def _behind(count: int) -> _Rule:
    """All words behind the first `count`: a pattern, a replacement."""
    return lambda words: words.plain[count:]


def _with(flags: str, count: int = 0) -> _Rule:
    """The same, where one of the flags is given."""
    wanted = set(flags.split())
    return lambda words: words.plain[count:] if wanted & set(words.args) else None


def _awk(words: _Words) -> list[str] | None:
    return words.plain[2:] if "inplace" in words.args or any("inplace" in word for word in words.args[:2]) else None


def _ex(words: _Words) -> list[str] | None:
    """ed, ex and vim without a screen: the last word is the file."""
    quiet = words.name == "ed" or any(word.startswith("-") and ("s" in word or word == "-c") for word in words.args)
    writes = words.name == "ed" or any(
        mark in " ".join(words.args) for mark in ("wq", "|x", "-cx", "x'", " x ", "write", "|w")
    )
    return words.plain[-1:] if quiet and writes else None


def _sort(words: _Words) -> list[str] | None:
    return [words.args[n + 1] for n, word in enumerate(words.args[:-1]) if word in ("-o", "--output")] or None


def _patch(words: _Words) -> list[str] | None:
    return None if "--dry-run" in words.args else words.plain[:1]


def _fetched(words: _Words) -> list[str] | None:
    """curl -o, wget -O: the file that is written."""
    own = ("o",) if words.name == "curl" else ("O",)
    found = [
        words.args[n + 1]
        for n, word in enumerate(words.args[:-1])
        if word in ("--output", "--output-document") or (word[:1] == "-" and word[1:2] != "-" and word[-1:] in own)
    ]
    return [path for path in found if path != "-"] or None


def _rows(text: str) -> Mapping[str, re.Pattern[str]]:
    """name -> what its words have to hold."""
    pairs = (line.split(maxsplit=1) for line in text.strip().splitlines())
    return {name: regex(rule) for names, rule in pairs for name in names.split(",")}


_EDITORS: Mapping[str, _Rule] = {
    **dict.fromkeys(("sed", "gsed", "perl", "ruby"), _stream),
    **dict.fromkeys(("awk", "gawk"), _awk),
    **dict.fromkeys(("ed", "ex", "vim", "vi", "nvim"), _ex),
    "sd": lambda words: None if {"-p", "--preview"} & set(words.args) else words.plain[2:],
    "yq": _with("-i --inplace --in-place", 1),
    "sort": _sort,
    "patch": _patch,
    "curl": _fetched,
    "wget": _fetched,
    **dict.fromkeys(("dos2unix", "unix2dos", "pyupgrade", "autoflake"), _behind(0)),
    "2to3": _with("-w --write"),
    "ast-grep": lambda words: words.plain[-1:] if {"-U", "--update-all"} & set(words.args) else None,
    "sg": lambda words: words.plain[-1:] if {"-U", "--update-all"} & set(words.args) else None,
    "comby": lambda words: [""] if {"-i", "-in-place"} & set(words.args) else None,
    "jscodeshift": lambda words: (
        [word for word in words.plain[-1:] if "--dry" not in words.args and "-d" not in words.args] or None
    ),
    "rename": lambda words: [""] if words.plain and "-n" not in words.args else None,
    "fastmod": lambda words: [""] if words.plain else None,
    "rsync": lambda words: None if {"-n", "--dry-run"} & set(words.args) or ":" in "".join(words.plain[-1:]) else [""],
    "unzip": lambda words: None if {"-l", "-t", "-p", "-v"} & set(words.args) else [""],
    "tar": lambda words: (
        [""] if words.args and "x" in words.args[0].lstrip("-")[:4] and words.args[0][:2] != "--" else None
    ),
}
_FORMATTERS = _rows(
    r"""
    ruff ^format\b
    black,isort,rustfmt,stylua,gofumpt .
    autopep8,yapf,clang-format,swift-format (?:^|\s)(?:-i|--in-place|--inplace)\b
    prettier (?:^|\s)(?:-w|--write)\b
    biome \bformat\b.*--write|--write.*\bformat\b
    gofmt,goimports,shfmt (?:^|\s)-\w*w
    terraform,tofu,deno ^fmt\b
    mix,dart,dotnet,swift ^format\b
    rubocop (?:^|\s)(?:-x|--fix-layout)\b
    ktlint (?:^|\s)(?:-F|--format)\b
    """
)
_MENDERS = _rows(
    r"""
    ruff ^check\b.*--fix\b
    eslint,oxlint,xo,standard,stylelint (?:^|\s)--fix\b
    biome ^(?:check|lint)\b.*--(?:write|apply|fix)\b
    rubocop (?:^|\s)(?:-A|-a|--autocorrect(?:-all)?|--auto-correct(?:-all)?)\b
    """
)
_VERSIONS = {
    ("poetry", "version"): "pyproject.toml",
    ("uv", "version"): "pyproject.toml",
    ("hatch", "version"): "pyproject.toml",
    ("cargo", "set-version"): "Cargo.toml",
    ("pnpm", "version"): "package.json",
    ("yarn", "version"): "package.json",
}
_ADDS: Mapping[str, tuple[frozenset[str], str]] = {
    name: (frozenset(verbs.split()), file)
    for name, verbs, file in (
        ("uv", "add remove", "pyproject.toml"),
        ("poetry", "add remove", "pyproject.toml"),
        ("pdm", "add remove", "pyproject.toml"),
        ("rye", "add remove", "pyproject.toml"),
        ("pixi", "add remove", "pixi.toml"),
        ("pipenv", "install uninstall", "Pipfile"),
        ("npm", "install i add uninstall remove rm un", "package.json"),
        ("pnpm", "add i install remove rm", "package.json"),
        ("yarn", "add remove", "package.json"),
        ("bun", "add remove install i", "package.json"),
        ("cargo", "add remove rm", "Cargo.toml"),
        ("go", "get", "go.mod"),
        ("bundle", "add remove", "Gemfile"),
        ("composer", "require remove", "composer.json"),
        ("mix", "igniter.install", "mix.exs"),
        ("pip-compile", "requirements.in", ""),
    )
}
_GENERATORS = _rows(
    r"""
    manage.py,django-admin (?:makemigrations|startapp|startproject)\b(?!.*--dry-run)
    python,python3 \S*manage\.py (?:makemigrations|startapp)\b(?!.*--dry-run)
    alembic revision\b
    flask db (?:migrate|revision|init)\b
    rails,rake (?:g|generate|new|db:migrate)\b
    artisan make:
    php artisan make:
    mix (?:phx|ecto)\.gen\.
    ng,nest,nx (?:g|generate)\b
    prisma (?:generate|migrate dev|init|db pull)\b
    knex (?:migrate|seed):make\b
    typeorm migration:(?:generate|create)\b
    dotnet (?:ef migrations (?:add|remove)|new)\b
    protoc .*--\w+_out
    buf,sqlc,wire,ent,oapi-codegen,gqlgen generate\b|.*-o
    go (?:generate|run github\.com/99designs/gqlgen)\b
    graphql-codegen,pip-compile,mockgen,stringer,cookiecutter,copier,yo,plop,cbindgen,bindgen,gqlgen ^
    openapi-generator,openapi-generator-cli,swagger-codegen generate\b
    cargo,uv,poetry,npm,pnpm,yarn,pdm,hatch,stack,cabal,gleam,lein (?:init|new|create)\b
    """
)
