"""Files that shell commands change, as far as their words tell: redirections, sed -i, mv, git, package managers, code.

A formatter changes how code looks and nothing that it does; of files that it does not name, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from memwiki.compile.launchers import base, launched
from memwiki.compile.patches import Op
from memwiki.compile.rewriting import edited, formed, generates, manifest, mended
from memwiki.compile.scriptedits import patched_by_hand, written_by_code
from memwiki.compile.shell import Simple, joined, simple_commands
from memwiki.compile.testruns import test_run
from memwiki.regexes import regex


class ShellTouch(NamedTuple):
    """One change: the path ("" where the command does not name it), whether it was put back, whether only its form
    changed."""

    path: str
    op: Op
    undo: bool = False
    form: bool = False


_KEPT = 2_000  # characters of a text whose reading is kept
_LOGS = (".log", ".out", ".err", ".tmp", ".trace", ".prof", ".pid")
# what tools make and make again
_DERIVED = regex(
    r"(?:^|/)(?:node_modules|dist|build|target|out|coverage|htmlcov|\.?venv|tmp|temp|logs?|__pycache__"
    r"|\.(?:next|nuxt|cache|pytest_cache|mypy_cache|ruff_cache|tox|nox|turbo|parcel-cache|gradle|coverage)|[\w.-]+\.egg-info)/?$"
    r"|\.(?:pyc|o|class|log)$"
)


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
        touched = _of(part, bool(tests) and n >= tests[0], command)
        found += [one._replace(path=_placed(part.folder, one.path)) for one in touched]
    if not failed:
        found += [ShellTouch(path, op) for path, op in written_by_code(command) if not path or _is_file(path)]
    made = {one.path for one in found if one.op == "edited" and one.path}
    gone = {one.path for one in found if one.op == "deleted"}
    # a file that is written and moved away in one text was never the project's
    return tuple(
        one._replace(op="edited") if one.op == "created" and made & gone else one
        for one in found
        if one.path not in made & gone or not one.path
    )


_touched_again = lru_cache(maxsize=2048)(_touched)


def _placed(folder: str, path: str) -> str:
    if not folder or not path or path.startswith(("/", "~", "$")):
        return path
    return f"{folder}/{path}"


def _of(part: Simple, tested: bool, command: str) -> list[ShellTouch]:
    words = launched(part.words).words
    found: list[ShellTouch] = []
    if not tested:
        found += [ShellTouch(path, "edited") for path in part.writes if _is_file(path)]
    if not words:
        return found
    name, args = base(words[0]), [word for word in words[1:] if word not in (";", "{}", "+")]
    plain = [word for word in args if word and not word.startswith("-")]
    if name in ("tee", "sponge"):
        return found if tested else found + [ShellTouch(path, "edited") for path in plain if _is_file(path)]
    if name == "git":
        return found + _git(args, plain, command)
    if name in ("rm", "mv", "cp", "touch", "install", "ln"):
        return found + _files(name, args, plain)
    if name in ("truncate", "dd"):
        named = plain[-1:] if name == "truncate" else [word[3:] for word in plain if word.startswith("of=")]
        return found + [ShellTouch(path, "edited") for path in named if _is_file(path)]
    if name == "find":
        gone = "-delete" in args and not any(_DERIVED.search(word.lstrip("*")) for word in args)
        return found + [ShellTouch("", "deleted")] * gone
    return found + _by_program(name, args, command)


def _by_program(name: str, args: Sequence[str], command: str) -> list[ShellTouch]:
    """What programs change by verbs of their own."""
    files = edited(name, args)
    if files is not None:
        if name == "patch" and files == [""]:
            files = [path for path, _ in patched_by_hand(command)] or files
        op: Op = "created" if name in ("curl", "wget") else "edited"
        return [ShellTouch(path, op) for path in files if not path or _is_file(path)]
    if looks := formed(name, args):
        return [ShellTouch(path, "edited", form=True) for path in looks]
    if files := mended(name, args):
        return [ShellTouch(path, "edited") for path in files]
    if generates(name, args):
        return [ShellTouch("", "edited")]
    noted = manifest(name, args)
    return [] if noted is None else [ShellTouch(noted, "edited")]


def _is_file(path: str) -> bool:
    return bool(path) and not path.endswith(_LOGS) and not path.startswith(("&", "/dev/", "$"))


def _git(args: Sequence[str], plain: Sequence[str], command: str) -> list[ShellTouch]:
    verb = plain[0] if plain else ""
    rest = list(plain[1:])
    some = [ShellTouch("", "edited")]
    if verb == "rm" and "--cached" not in args:
        return [ShellTouch(path, "deleted") for path in rest]
    if verb == "mv" and len(rest) >= 2:
        return [ShellTouch(rest[0], "deleted"), ShellTouch(rest[-1], "created")]
    if verb in ("checkout", "restore") and "--staged" not in args:
        return _put_back(verb, args, rest)
    if verb in ("revert", "cherry-pick") or (verb == "stash" and rest[:1] in (["pop"], ["apply"])):
        return [] if {"--abort", "--quit"} & set(args) else some
    if verb in ("apply", "am"):
        named = [ShellTouch(path, op) for path, op in patched_by_hand(command)]
        return [] if {"--check", "--stat", "--abort"} & set(args) else named or some
    away = (verb == "stash" and (not rest or rest[0] == "push")) or (verb == "reset" and "--hard" in args)
    forced = any(word.startswith("-") and "f" in word for word in args)
    cleaned = verb == "clean" and forced and not {"-n", "--dry-run"} & set(args)
    return [ShellTouch("", "edited", undo=True)] if away or cleaned else []


def _put_back(verb: str, args: Sequence[str], rest: list[str]) -> list[ShellTouch]:
    """Files as they were committed last; as an older commit has them, they are edited."""
    before = list(args[: args.index("--")]) if "--" in args else list(args)
    source = any(word.startswith(("--source", "-s")) for word in before)
    named = [word for word in before if not word.startswith("-") and word not in ("checkout", "HEAD", "restore")]
    older = source or (verb == "checkout" and "--" in args and bool(named))
    if "--" in args:
        after = list(args[args.index("--") + 1 :])
    else:
        after = rest if verb == "restore" else [word for word in rest if word == "."]
    return [ShellTouch("" if path == "." else path, "edited", undo=not older) for path in after]


def _files(name: str, args: Sequence[str], plain: list[str]) -> list[ShellTouch]:
    if name == "rm":
        deep = any(word.startswith("-") and "r" in word.lower() for word in args)
        return [
            ShellTouch(path, "deleted")
            for path in (word.rstrip("/") for word in plain)
            if "*" not in path and not _DERIVED.search(path) and (deep or "." in path.rsplit("/", 1)[-1][1:])
        ]
    if name == "touch":
        return [ShellTouch(path, "created") for path in plain if _is_file(path)]
    valued = ("-m", "-o", "-g", "-S", "-t") if name == "install" else ("-S", "-t")
    plain = [word for n, word in enumerate(args) if word and word[0] != "-" and (n == 0 or args[n - 1] not in valued)]
    if len(plain) < 2:
        return []
    *sources, target = plain
    inside = target.endswith("/") or len(sources) > 1
    made = [f"{target.rstrip('/')}/{one.rstrip('/').rsplit('/', 1)[-1]}" for one in sources] if inside else [target]
    if name == "mv":
        return [*(ShellTouch(one, "deleted") for one in sources), *(ShellTouch(one, "created") for one in made)]
    deep = any(word.startswith("-") and set(word) & set("rRa") for word in args)
    return [ShellTouch(one, "created") for one in made if "." in one.rsplit("/", 1)[-1] or deep]
