"""run: an agent's own program, started where the work stands: its last session resumed, or the baton handed over."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from memwiki.app import workstreams
from memwiki.app.desk import Desk, stamp
from memwiki.capture.agents import ADAPTERS, capabilities
from memwiki.config import environment_place, process_environment, user_folder
from memwiki.errors import NotFound, UsageError

_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGWINCH")
_NOT_OURS = ("SIGINT", "SIGQUIT")  # a terminal sends these to the agent itself


@dataclass(frozen=True, slots=True)
class Native:
    """How one program goes on with a session of its own. `words` stand before the caller's arguments, `{id}` for the
    session; behind a verb of `below`, where they begin with one; not at all behind one of `others`, or where an
    argument of `chosen` says already which session it is. `kept` finds the session's own record below its folder, by
    `{id}` or the first letters of that, `{short}`."""

    words: tuple[str, ...]
    below: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    kept: str = ""


NATIVE = {
    "claude-code": Native(
        ("--resume", "{id}"),
        others=tuple(
            "agents auth auto-mode config doctor gateway install mcp migrate-installer plugin plugins project "
            "setup-token ultrareview update upgrade".split()
        ),
        chosen=("-c", "--continue", "-r", "--resume", "--session-id", "--from-pr", "--fork-session", "-v", "-h"),
        kept="projects/*/{id}.jsonl",
    ),
    "codex": Native(
        ("resume", "{id}"),
        below=("exec", "e"),
        others=tuple(
            "a agents app app-server apply archive cloud completion debug delete doctor exec-server execpolicy "
            "features fork help login logout mcp mcp-server migrate-nfs-db migrate-rollouts plugin queue "
            "remote-control resume review sandbox unarchive update".split()
        ),
        chosen=("--last", "-V", "-h", "resume"),
        kept="sessions/*/*/*/*{id}.jsonl",
    ),
    "gemini-cli": Native(
        ("--resume", "{id}"),
        others=("extensions", "gemma", "hooks", "mcp", "skills"),
        chosen=tuple("-r --resume --session-id --session-file --list-sessions --delete-session -h -v".split()),
        kept="tmp/*/chats/session-*{short}.jsonl",
    ),
    "opencode": Native(
        ("--session", "{id}"),
        below=("run",),
        others=tuple(
            "acp agent attach auth completion db debug export github import mcp models plugin pr providers serve "
            "session stats uninstall upgrade web".split()
        ),
        chosen=("-c", "--continue", "-s", "--session", "-h", "-v"),
    ),
    "qwen-code": Native(
        ("--resume", "{id}"),
        others=("auth", "channel", "extensions", "hooks", "mcp", "review"),
        chosen=("-c", "--continue", "-r", "--resume", "--session-id", "-h", "-v"),
    ),
    "copilot-cli": Native(
        ("--resume={id}",),
        others=tuple(
            "app completion config help init instruction login lsp mcp memories plugin sandbox sessions skill update "
            "version workflow".split()
        ),
        chosen=("--continue", "--resume", "--session-id", "-h", "-v"),
    ),
    "kimi": Native(
        ("--session", "{id}"),
        others=tuple(
            "acp doctor export fork install-desktop login mcp migrate provider rc remote server session update upgrade "
            "vis web".split()
        ),
        chosen=("-c", "--continue", "-S", "--session", "-h", "-V"),
    ),
}


@dataclass(frozen=True, slots=True)
class Start:
    """What is to be run, in which workstream, and how the work reaches it: new, resume, handoff."""

    agent: str
    command: tuple[str, ...]
    stream: str
    how: str
    name: str = ""
    session: str = ""  # that is resumed


def named(word: str) -> str:
    """The agent of this name, or whose program is called so; UsageError else."""
    for name in ADAPTERS:
        if word in (name, capabilities(name).program):
            return name
    raise UsageError(f"no such agent: {word}", hint=f"known: {', '.join(ADAPTERS)}")


def prepare(
    desk: Desk, agent: str, arguments: Sequence[str], stream: str = "", new: bool = False, name: str = ""
) -> Start:
    """What `run` would start. NotFound where the agent's program or the named workstream is not there."""
    program = capabilities(agent).program
    found = shutil.which(program) if program else None
    if not found:
        raise NotFound(f"{program or agent} is not on PATH", hint=f"install {capabilities(agent).title} first")
    chosen = None if new else workstreams.choose(desk, stream)
    if chosen is None:
        return Start(agent, (found, *arguments), workstreams.identity_of(desk), "new", name)
    last = next(iter(workstreams.sessions_of(desk, chosen.sessions[-1:])), None)
    if last is not None and last.agent == agent and (words := _resuming(agent, last.session, arguments)) is not None:
        return Start(agent, (found, *words), chosen.id, "resume", name or chosen.name, last.session)
    return Start(agent, (found, *arguments), chosen.id, "handoff", name or chosen.name)


def _resuming(agent: str, session: str, arguments: Sequence[str]) -> list[str] | None:
    """The arguments with those that resume the session; None where the program cannot, or is asked for otherwise."""
    native = NATIVE.get(agent)
    if native is None or not _is_kept(agent, native, session):
        return None
    flags = {word.partition("=")[0] for word in _own(arguments)}
    verb = arguments[0] if arguments and not arguments[0].startswith("-") else ""
    if flags & set(native.chosen) or flags & {"--help", "--version"} or verb in native.others:
        return None
    words = [word.format(id=session) for word in native.words]
    return [verb, *words, *arguments[1:]] if verb in native.below and verb else [*words, *arguments]


def _own(arguments: Sequence[str]) -> Iterator[str]:
    for word in arguments:
        if word == "--":
            return
        yield word


def _is_kept(agent: str, native: Native, session: str) -> bool:
    """Whether the agent still has the session, where that can be seen."""
    if not native.kept:
        return True
    can = capabilities(agent)
    place = environment_place(can.variable) if can.variable else None
    folder = place / can.below if place else user_folder() / can.folder
    safe = "".join(c if c.isalnum() or c in "-_" else "?" for c in session)
    return any(True for _ in Path(folder).glob(native.kept.format(id=safe, short=safe[:8])))


def run(desk: Desk, start: Start) -> int:
    """Runs the agent in this terminal, and writes the run down; gives its exit code, 128 + N where a signal N ended it.

    Its standard streams and terminal are our own, untouched. Raises OSError where it cannot be started.
    """
    begun = desk.now if desk.fixed else stamp(datetime.now(UTC))
    told = {"for_agent": start.agent, "how": start.how, "name": start.name}
    with _signals() as pass_on:  # to the end: one more Ctrl-C must not keep the run from being written down
        with subprocess.Popen(start.command, cwd=desk.cwd, env=process_environment()) as child:
            pass_on(child)
            workstreams.note(desk, start.stream, begun, state="started", **told)
            code = _waited(child)
        code = 128 - code if code < 0 else code
        seen = [one.key for one in workstreams.since(desk, start.agent, begun, child.pid)]
        ended = desk.now if desk.fixed else stamp(datetime.now(UTC))
        workstreams.note(desk, start.stream, ended, state="ended", begun=begun, exit=code, sessions=seen, **told)
    return code


def _waited(child: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the agent got it, too, and decides
            continue


@contextmanager
def _signals() -> Iterator[Callable[[subprocess.Popen[bytes]], None]]:
    """While the agent runs, keyboard signals are its own business, and what is sent to us is passed on to it."""
    children: list[subprocess.Popen[bytes]] = []

    def forward(number: int, _frame: FrameType | None) -> None:
        for child in children:
            child.send_signal(number)  # which does nothing to one that has ended

    before = {}
    for name in (*_PASSED_ON, *_NOT_OURS):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, forward if name in _PASSED_ON else lambda *_: None)
    try:
        yield children.append
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
