"""What went wrong in a hook: one bounded file, without anything of what an agent said."""

from __future__ import annotations

import os
import time

_MAX_BYTES = 256 * 1024


def log(home: str, agent: str, event: str, what: str) -> None:
    """Adds a line to <home>/logs/hook.log; a full or read-only disk is nothing that a hook could tell anyone."""
    folder = os.path.join(home, "logs")
    path = os.path.join(folder, "hook.log")
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    words = "".join(char if char.isprintable() else "?" for char in f"{agent} {event} {what}"[:400])
    try:
        from memwiki.spool.append import make_private

        make_private(folder)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        try:
            if os.fstat(handle).st_size > _MAX_BYTES:
                os.replace(path, path + ".1")
            os.write(handle, f"{when} {words}\n".encode("utf-8", "replace"))
        finally:
            os.close(handle)
    except OSError:
        return


def fault(error: BaseException) -> str:
    """The error's kind and place; not its message, which may hold what was being captured."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
    told = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    return f"{type(error).__name__}{told}{where}"
