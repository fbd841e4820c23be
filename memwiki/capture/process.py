"""The agent's process as a short mark, so that a session whose agent was killed can be told from one that rests."""

from __future__ import annotations

import os

from memwiki.capture.project import short_hash

# what stands between an agent and its hooks: agents run them through a shell
_SHELLS = ("sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "busybox")
_STEPS = 5
# agents whose own process was seen to run their hooks, at every event
_ITSELF = ("claude-code-", "codex-", "gemini-cli-", "opencode-", "qwen-code-", "copilot-cli-", "kimi-")


def mark() -> str:
    """`<pid>.<start>.<boot>.<place>` of the nearest ancestor that is no shell; "" where the system does not tell.

    `start` is in clock ticks since boot; `place` stands for the machine and its process namespace. About 0.1 ms.
    """
    pid = os.getppid() if hasattr(os, "uname") else 0
    for _ in range(_STEPS):
        if pid <= 1:
            return ""
        name, parent, start = _stat(pid)
        if not start:
            return ""
        if name not in _SHELLS:
            return f"{pid}.{start}.{_boot()}.{_place()}"
        pid = parent
    return ""


def is_gone(found: str) -> bool:
    """Whether the marked process has ended; False also for what cannot be told from here (another machine)."""
    parts = found.split(".")
    if len(parts) != 4 or not parts[0].isdecimal() or parts[3] != _place():
        return False
    return parts[2] != _boot() or _stat(int(parts[0]))[2] != parts[1]


def has_left(marks: list[str], key: str = "") -> bool:
    """Whether a session's process has ended, by the marks of its last two events, oldest first.

    Both must name one process: a mark that changes with each event is of some go-between, not of the agent. Where a
    session (`key`: `<agent>-<session>`) told one event only, one must do, for agents that run their hooks themselves.
    """
    if len(marks) == 1 and key.startswith(_ITSELF):
        return bool(marks[0]) and is_gone(marks[0])
    return len(marks) == 2 and bool(marks[1]) and marks[0] == marks[1] and is_gone(marks[1])


def _stat(pid: int) -> tuple[str, int, str]:
    """A process's name, parent and start; no start where there is no such process, or only what is left of one."""
    head, _, tail = _read(f"/proc/{pid}/stat").rpartition(")")
    fields = tail.split()
    if len(fields) < 20 or fields[0] in ("Z", "X"):
        return "", 0, ""
    return head.partition("(")[2].lstrip("-"), int(fields[1]), fields[19]


def _boot() -> str:
    return _read("/proc/sys/kernel/random/boot_id")[:8]


def _place() -> str:
    try:
        return short_hash(f"{os.uname().nodename} {os.readlink('/proc/self/ns/pid')}")
    except (OSError, AttributeError):
        return ""


def _read(path: str) -> str:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        return os.read(handle, 4096).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(handle)
