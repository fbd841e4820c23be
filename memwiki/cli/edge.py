"""The edge: every error becomes one line and an exit code; a traceback goes to the log, never to the terminal."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from memwiki.cli.screen import emit_error, note, prepare_streams
from memwiki.errors import MemwikiError, UsageError

GLOBAL_OPTIONS = ("--home", "--project", "--workspace", "--cwd", "--at")
INTERRUPTED = 130
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_MAKE_ROOM = "make room on the disk, then run the command again: what was captured is kept"


def run(arguments: Sequence[str]) -> int:
    """Runs the command; gives its exit code."""
    from memwiki.cli.commands import app

    os.umask(0o077)  # whatever a command writes is the person's alone
    prepare_streams()
    as_json = "--json" in _parted(arguments)[0]
    try:
        code = app(args=fronted(arguments), prog_name="memwiki", standalone_mode=False)
        sys.stdout.flush()
    except MemwikiError as error:
        return _fail(as_json, error.exit_code, error.message, error.hint)
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _fail(as_json, INTERRUPTED, "interrupted", "")
    except typer.TyperException as error:
        if error.format_message().startswith("Usage:"):  # a group without its verb
            note(error.format_message())
            return error.exit_code
        where = getattr(getattr(error, "ctx", None), "command_path", "memwiki")
        hint = f"{where} --help" if error.exit_code == UsageError.exit_code else ""
        return _fail(as_json, error.exit_code, _lower(error.format_message().replace(": Value error, ", ": ")), hint)
    except BrokenPipeError:
        # The reader went away; point stdout elsewhere, so that the interpreter's last flush is silent.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        hint = _MAKE_ROOM if error.errno in _FULL else "memwiki doctor"
        return _fail(as_json, 1, f"{named}{_lower(error.strerror or str(error))}", hint)
    except Exception as error:
        return _fail(as_json, 1, f"internal error: {type(error).__name__}: {error}", _logged(arguments, error))
    return code if isinstance(code, int) else 0


def fronted(arguments: Sequence[str]) -> list[str]:
    """The arguments with the global options moved to the front, so that they may stand anywhere before `--`, or before
    what is another program's."""
    front: list[str] = []
    rest: list[str] = []
    ours, theirs = _parted(arguments)
    waiting = iter(ours)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument in GLOBAL_OPTIONS:
            front += [argument, *(value for value in [next(waiting, None)] if value is not None)]
        elif argument.startswith(tuple(f"{name}=" for name in GLOBAL_OPTIONS)):
            front.append(argument)
        else:
            rest.append(argument)
    return [*front, *rest, *theirs]


def _parted(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Our arguments, and those that `run` and `workstreams continue` pass on: all behind the agent's name."""
    words: list[str] = []
    for at, word in enumerate(arguments):
        valued = at > 0 and arguments[at - 1] in (*GLOBAL_OPTIONS, "--workstream", "--name")
        if word.startswith("-") or valued:
            continue
        words.append(word)
        if (words[0] == "run" and len(words) == 2) or (words[:2] == ["workstreams", "continue"] and len(words) == 4):
            behind = arguments[at + 1 :]
            return arguments[: at + 1], behind[1:] if behind[:1] == ["--"] else behind
    return arguments, ()


def _fail(as_json: bool, code: int, message: str, hint: str) -> int:
    line = " ".join(message.split())
    if as_json:
        emit_error(code, line, hint)
    else:
        note(f"memwiki: {line}" + (f"; {hint}" if hint else ""))
    return code


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _logged(arguments: Sequence[str], error: Exception) -> str:
    """Writes where it went wrong to the log, without the error's words, which may be captured ones; names the log."""
    import traceback

    from memwiki.config import home_folder
    from memwiki.files import private_dir
    from memwiki.paths import Home

    with contextlib.suppress(OSError):
        log = private_dir(Home(home_folder(_named_home(arguments))).logs) / "errors.log"
        if log.exists() and log.stat().st_size > 1_000_000:
            log.replace(log.with_suffix(".old"))
        with log.open("a", encoding="utf-8", errors="backslashreplace") as out:
            frames = traceback.extract_tb(error.__traceback__)
            places = "".join(f"  {one.filename}:{one.lineno} in {one.name}\n" for one in frames)
            out.write(f"memwiki {' '.join(arguments[:1])}: {type(error).__name__}\n{places}")
        return f"details in {log}"
    return "memwiki doctor"


def _named_home(arguments: Sequence[str]) -> Path | None:
    pieces = (word.split("=", 1) if word.startswith("--home=") else [word] for word in fronted(arguments))
    words = [word for piece in pieces for word in piece]
    at = words.index("--home") + 1 if "--home" in words else len(words)
    return Path(words[at]) if at < len(words) else None
