"""Starts memwiki itself from a hook: beside a session's end, or for a moment before its start."""

from __future__ import annotations

import os
import sys
import time

from memwiki.capture import process
from memwiki.spool.append import OPEN, SEALED

DEADLINE_S = 4.0
QUIET_S = 600.0
ENDS = '"event":"session-end"'
_TAIL_BYTES = 2 * 25 * 1024  # two lines and their breaks


def waiting(raw_project_dir: str, own: str, now: float, ready: str = "") -> bool:
    """Whether another session's open segment can be compiled: it says that it ended, was quiet for ten minutes, or
    its agent's process is gone. Also while a compile is between sealing a session and writing the file `ready`."""
    try:
        folders = os.scandir(raw_project_dir)
    except OSError:
        return False
    written = _changed(ready) if ready else -1
    with folders:
        return any(
            entry.name != own
            and not entry.name.startswith((".", "memwiki-", "person-"))
            and _is_over(entry.path, now, written)
            for entry in folders
        )


def _is_over(folder: str, now: float, written: int) -> bool:
    try:
        path = _segment(folder, (OPEN, SEALED))
        if not path:
            return False
        if path.endswith(SEALED):
            return 0 <= written < os.stat(path).st_ctime_ns
        if now - os.stat(path).st_mtime >= QUIET_S:
            return True
        lines = last_lines(folder)
        return bool(lines) and (ENDS in lines[-1] or process.has_left(marks(lines), os.path.basename(folder)))
    except OSError:
        return False


def _changed(path: str) -> int:
    """When the file was written, in nanoseconds; 0 where there is none."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def marks(lines: list[str]) -> list[str]:
    """The process that each line names."""
    return [line.rpartition('"process":"')[2].partition('"')[0] if '"process":"' in line else "" for line in lines]


def last_lines(folder: str, endings: tuple[str, ...] = (OPEN,)) -> list[str]:
    """The last two lines of the session's last segment with one of these endings, as far as they fit; none where there
    is no such segment: without SEALED, where all of it is sealed."""
    try:
        path = _segment(folder, endings)
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)) if path else -1
    except OSError:
        return []
    if handle < 0:
        return []
    try:
        os.lseek(handle, max(0, os.fstat(handle).st_size - _TAIL_BYTES), os.SEEK_SET)
        tail = os.read(handle, _TAIL_BYTES)
    except OSError:
        return []
    finally:
        os.close(handle)
    return [line.decode("utf-8", "replace") for line in tail.rstrip(b"\n").split(b"\n")[-2:] if line]


def _segment(folder: str, endings: tuple[str, ...]) -> str:
    """The path of the last segment with one of these endings; "" where there is none."""
    names = [name for name in os.listdir(folder) if name[:4].isdecimal() and name[4:] in endings]
    return os.path.join(folder, max(names)) if names else ""


def before_start(command: list[str], home: str, cwd: str) -> bool:
    """Compiles what waits, for at most DEADLINE_S; a compile that takes longer goes on by itself, which gives False."""
    process = start([*command, "--home", home, "--cwd", cwd, "compile", "--for-start"])
    end = time.monotonic() + DEADLINE_S
    pause = 0.01
    while process and time.monotonic() < end:
        if _ended(process):
            return True
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)
    return not process


def after_end(command: list[str], home: str, cwd: str) -> None:
    """Starts a compile that nobody waits for; the compile itself sees to it that only one runs."""
    start([*command, "--home", home, "--cwd", cwd, "compile", "--detached"])


def default_command() -> list[str]:
    """How this interpreter starts memwiki, without what lies in the folder it is started in."""
    alone = sys.flags.isolated and not sys.flags.no_site
    return [sys.executable, "-I" if alone else "-P", "-m", "memwiki"]


def start(arguments: list[str]) -> int:
    """A process of its own session, without our standard streams; its id, 0 where it could not be started."""
    if os.name == "nt":
        return _start_windows(arguments)
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    actions += [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    try:
        return os.posix_spawn(arguments[0], arguments, os.environ, file_actions=actions, setsid=True)
    except NotImplementedError:  # a C library without POSIX_SPAWN_SETSID: a group of its own has to do
        return os.posix_spawn(arguments[0], arguments, os.environ, file_actions=actions, setpgroup=0)
    except OSError:
        return 0


def _start_windows(arguments: list[str]) -> int:
    import subprocess

    flags = getattr(subprocess, "DETACHED_PROCESS", 8) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200)
    null = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            arguments, stdin=null, stdout=null, stderr=null, creationflags=flags, close_fds=True
        ).pid
    except OSError:
        return 0


def _ended(process: int) -> bool:
    if os.name == "nt":
        return False
    try:
        return os.waitpid(process, os.WNOHANG)[0] == process
    except ChildProcessError:
        return True
