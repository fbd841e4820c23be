"""Puts one line into the spool, or says why it could not be: an event is never lost without a word."""

from __future__ import annotations

import os
import time

from memwiki.spool.append import append

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Table = dict[str, Any]

# Kept in step with memwiki.spool.quota, which is only imported where a segment begins or something is full.
FULL = os.path.join("state", "spool-full")
STEP = 1 << 20
_TURNS = ("user-prompt", "turn-end", "session-end")
# agents that show a person what a hook says beside the model's context
_SHOWING = ("claude-code", "codex", "gemini-cli", "qwen-code")


def store(home: str, workspace: str, name: str, line: Table, data: bytes, spool: Table) -> str:
    """Appends the line; "" where it is stored, else why it is not.

    `spool` is that section of the settings: `fsync` is `turns` (what people and agents say), `always` or `never`.
    """
    key = f"{workspace}/{name}"
    why, reason = "q", ""
    if os.path.lexists(os.path.join(home, FULL)):
        from memwiki.spool import quota

        reason = quota.full(home, key, quota.limits_of(spool), time.time())
    if not reason:
        policy = spool.get("fsync")
        synced = policy == "always" or (policy != "never" and line["event"] in _TURNS)
        try:
            path = append(os.path.join(home, "raw", workspace, name), line["agent"], line["session"], data, synced)
            size = os.stat(path).st_size
        except OSError as error:
            why, reason = "d", f"{home} cannot be written ({error.strerror or 'no segment could be opened'})"
        else:
            before = size - len(data)
            if before <= 0 or before // STEP != size // STEP:
                _look(home, key, line, spool, len(data) if before <= 0 else STEP)
            return ""
    _tell(home, key, line, why, reason)
    return reason


def notice(agent: str, reason: str) -> str:
    """What a session's start says where its events cannot be stored; "" for agents that would not show it."""
    if agent not in _SHOWING:
        return ""
    from memwiki.capture import jsontext

    return jsontext.dumps({"systemMessage": f"memwiki stores nothing of this session: {reason}. See: memwiki doctor"})


def _look(home: str, key: str, line: Table, spool: Table, written: int) -> None:
    from memwiki.spool import quota

    warning = quota.look(home, key, quota.limits_of(spool), time.time(), written)
    if warning:
        from memwiki.hooks.log import log

        log(home, line["agent"], line["event"], warning)


def _tell(home: str, key: str, line: Table, why: str, reason: str) -> None:
    """Counts the event; the log names the first of them and every hundredth."""
    from memwiki.hooks.log import log
    from memwiki.spool import quota

    count = quota.turned_away(home, key, why)
    if count % 100 == 1 or not count:
        log(home, line["agent"], line["event"], f"not stored ({count or 'uncounted'} so far): {reason}")
