"""Files that shell commands change, as far as their words tell: sed -i, git mv, redirections, package managers, code.

Formatters are not read: nothing says which files they changed, and most runs change none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memwiki.compile.launchers import base, launched
from memwiki.compile.patches import Op, patched
from memwiki.compile.shell import Simple, joined, simple_commands
from memwiki.compile.testruns import test_run
from memwiki.regexes import regex

# (path, what happened to it, whether it was put back)
ShellTouch = tuple[str, Op, bool]

_KEPT = 2_000  # characters of a text whose reading is kept
_LOGS = (".log", ".out", ".err", ".tmp", ".trace", ".prof", ".pid")
_ADDS = {
    "uv": ({"add", "remove"}, "pyproject.toml"),
    "poetry": ({"add", "remove"}, "pyproject.toml"),
    "pdm": ({"add", "remove"}, "pyproject.toml"),
    "rye": ({"add", "remove"}, "pyproject.toml"),
    "pipenv": ({"install", "uninstall"}, "Pipfile"),
    "npm": ({"install", "i", "add", "uninstall", "remove"}, "package.json"),
    "pnpm": ({"add", "remove", "rm"}, "package.json"),
    "yarn": ({"add", "remove"}, "package.json"),
    "bun": ({"add", "remove"}, "package.json"),
    "cargo": ({"add", "remove", "rm"}, "Cargo.toml"),
    "go": ({"get"}, "go.mod"),
    "bundle": ({"add", "remove"}, "Gemfile"),
    "composer": ({"require", "remove"}, "composer.json"),
    "dotnet": ({"add", "remove"}, ""),
    "flutter": ({"pub"}, "pubspec.yaml"),
    "dart": ({"pub"}, "pubspec.yaml"),
}


def shell_touches(command: str, failed: bool) -> tuple[ShellTouch, ...]:
    """What a shell text changes. A text that failed counts only where an earlier part may have changed something."""
    return _touched_again(command, failed) if len(command) <= _KEPT else _touched(command, failed)


def _touched(command: str, failed: bool) -> tuple[ShellTouch, ...]:
    parts = simple_commands(command)
    tests = [n for n, part in enumerate(parts) if test_run(joined(part.words)) is not None]
    found: list[ShellTouch] = []
    for n, part in enumerate(parts):
        if failed and n == len(parts) - 1:
            break
        # where tests print to, from the first of them on, is no change of the code
        found += [(_placed(part.folder, path), op, undo) for path, op, undo in _of(part, bool(tests) and n >= tests[0])]
    return (*found, *written_by_code(command)) if not failed else tuple(found)


_touched_again = lru_cache(maxsize=2048)(_touched)


def _placed(folder: str, path: str) -> str:
    if not folder or not path or path.startswith(("/", "~", "$")):
        return path
    return f"{folder}/{path}"


def _of(part: Simple, tested: bool) -> list[ShellTouch]:
    words = launched(part.words).words
    found: list[ShellTouch] = []
    if not tested:
        found += [(path, "edited", False) for path in part.writes if _is_file(path)]
    if not words:
        return found
    name, args = base(words[0]), list(words[1:])
    plain = [word for word in args if not word.startswith("-")]
    if name in ("tee", "sponge") and not tested:
        found += [(path, "edited", False) for path in plain if _is_file(path)]
    elif name in ("sed", "gsed", "perl"):
        found += _in_place(name, args, plain)
    elif name == "git":
        found += _git(args, plain)
    elif name in ("rm", "mv", "cp", "touch", "install", "ln"):
        found += _files(name, plain)
    elif name == "patch" or _generates(name, args):
        found.append(("", "edited", False))
    elif name in ("truncate", "dd"):
        found += [
            (word.removeprefix("of="), "edited", False) for word in plain[-1:] if name == "truncate" or "of=" in word
        ]
    elif name == "npm" and plain[:2] == ["pkg", "set"]:
        found.append(("package.json", "edited", False))
    elif name in _ADDS:
        verbs, manifest = _ADDS[name]
        verb = plain[0] if plain else ""
        added = len(plain) > 1 if name != "flutter" and name != "dart" else plain[1:2] == ["add"]
        if verb in verbs and added and manifest and not {"-g", "--global"} & set(args):
            found.append((manifest, "edited", False))
    return found


def _is_file(path: str) -> bool:
    return bool(path) and not path.endswith(_LOGS) and not path.startswith(("&", "/dev/", "$"))


def _in_place(name: str, args: Sequence[str], plain: Sequence[str]) -> list[ShellTouch]:
    flags = [word for word in args if word.startswith("-") and not word.startswith("--")]
    in_place = any("i" in word[1:4] for word in flags) or any(word.startswith("--in-place") for word in args)
    if not in_place or (name == "perl" and not any("p" in word or "e" in word for word in flags)):
        return []
    scripted = any(word in ("-e", "-f", "--expression", "--file") or word.endswith("e") for word in flags)
    files = [word for n, word in enumerate(plain) if (n > 0 or scripted) and ("." in word or "/" in word)]
    script = {args[n + 1] for n, word in enumerate(args[:-1]) if word.startswith("-") and word.endswith(("e", "f"))}
    return [(path, "edited", False) for path in files if path not in script]


def _git(args: Sequence[str], plain: Sequence[str]) -> list[ShellTouch]:
    verb = plain[0] if plain else ""
    rest = list(plain[1:])
    if verb == "rm" and "--cached" not in args:
        return [(path, "deleted", False) for path in rest]
    if verb == "mv" and len(rest) >= 2:
        return [(rest[0], "deleted", False), (rest[-1], "created", False)]
    if verb in ("checkout", "restore") and "--staged" not in args:
        after = list(args[args.index("--") + 1 :]) if "--" in args else rest if verb == "restore" else []
        return [(path if path != "." else "", "edited", True) for path in after]
    if verb in ("revert", "cherry-pick") or (verb == "stash" and rest[:1] in (["pop"], ["apply"])):
        return [] if {"--abort", "--quit"} & set(args) else [("", "edited", False)]
    if verb in ("apply", "am"):
        return [] if "--check" in args or "--stat" in args else [("", "edited", False)]
    if verb == "stash" and (not rest or rest[0] == "push"):
        return [("", "edited", True)]
    if verb == "reset" and "--hard" in args:
        return [("", "edited", True)]
    return []


def _generates(name: str, args: Sequence[str]) -> bool:
    """Whether a program writes code whose files it does not name here: migrations, scaffolds."""
    told = " ".join(args)
    return any(
        program == name and re.match(rule, told)
        for program, rule in (
            ("manage.py", r"(?:makemigrations|startapp)\b(?!.*--(?:check|dry-run))"),
            ("python", r"\S*manage\.py (?:makemigrations|startapp)\b(?!.*--(?:check|dry-run))"),
            ("python3", r"\S*manage\.py (?:makemigrations|startapp)\b(?!.*--(?:check|dry-run))"),
            ("alembic", r"revision\b"),
            ("rails", r"(?:g|generate|db:migrate)\b"),
            ("artisan", r"make:"),
            ("php", r"artisan make:"),
            ("mix", r"(?:phx|ecto)\.gen\."),
            ("ng", r"(?:g|generate)\b"),
            ("nest", r"(?:g|generate)\b"),
        )
    )


# A file that a script's text, given with -c, -e or as a here-document, writes.
_WRITES = regex(
    r"""(?:\bPath\(\s*["']([^"'\n]{1,200})["']\s*\)\.write_(?:text|bytes)\("""
    r"""|\bopen\(\s*["']([^"'\n]{1,200})["']\s*,\s*["'][wax]b?\+?["']"""
    r"""|\bwriteFile(?:Sync)?\(\s*["']([^"'\n]{1,200})["']|\bFile\.write\(\s*["']([^"'\n]{1,200})["'])"""
)
_WRITES_SOME = regex(r"""\.write_(?:text|bytes)\(|\bopen\([^()\n]{1,80},\s*["'][wax]b?\+?["']|\bwriteFile(?:Sync)?\(""")
_PATCH = "*** Begin Patch"


def written_by_code(command: str) -> tuple[ShellTouch, ...]:
    """Files that a script inside the command writes, and those of a patch that it applies; a path of "" where a script
    writes a file that it does not name."""
    if _PATCH in command:
        return tuple((one.path, one.op, False) for one in patched(command[command.index(_PATCH) :]))
    if not _SCRIPTS.search(command):
        return ()
    named = dict.fromkeys(path for groups in _WRITES.findall(command) for path in groups if path and _is_file(path))
    found: list[ShellTouch] = [(path, "edited", False) for path in named]
    return tuple(found) if found or not _WRITES_SOME.search(command) else (("", "edited", False),)


_SCRIPTS = regex(r"\b(?:python[\d.]*|node|ruby|bun|deno)\b[^\n;|&]{0,80}(?:\s-[ce]\b|<<|\s-$|\s-\s)")


def _files(name: str, plain: Sequence[str]) -> list[ShellTouch]:
    if name == "rm":
        return [(path, "deleted", False) for path in plain if "*" not in path and "." in path.rsplit("/", 1)[-1][1:]]
    if name == "mv" and len(plain) == 2:
        return [(plain[0], "deleted", False), (plain[1], "created", False)]
    if name in ("cp", "install", "ln") and len(plain) == 2 and "." in plain[1].rsplit("/", 1)[-1]:
        return [(plain[1], "created", False)]
    if name == "touch":
        return [(path, "created", False) for path in plain if _is_file(path)]
    return []
