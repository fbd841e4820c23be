"""What people and the program decided, as observations: rulings, claims, matches, handoffs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memwiki.capture import bound, instant, private
from memwiki.capture.observe import encoded, safe
from memwiki.paths import Home
from memwiki.records import LEDGER_AGENTS, Observation, Project
from memwiki.spool.append import append
from memwiki.spool.read import label, observation_of, read_segment


def record(
    home: Home,
    project: Project,
    agent: str,
    event: str,
    text: str,
    ts: str,
    operator: str,
    extra: Mapping[str, Any] | None = None,
    entropy: bytes = b"",
) -> Observation:
    """Appends one decision to the project's ledger and gives it back as the reader would.

    `agent` is one of LEDGER_AGENTS, `ts` an ISO 8601 instant. Keys of `extra` that an observation has itself
    (files, via, …) become its fields. The ledger has a folder for each month. `entropy` makes the id, ten random bytes
    if not given. Raises OSError.
    """
    if agent not in LEDGER_AGENTS:
        raise ValueError(f"not a ledger agent: {agent!r}")
    at = instant.milliseconds_of(ts)
    if at is None:
        raise ValueError(f"not an instant: {ts!r}")
    line: dict[str, Any] = {
        "v": 1,
        "id": instant.ulid(at, entropy or os.urandom(10)),
        "ts": instant.stamp(at),
        "agent": agent,
        "session": session_of(ts),
        "event": event,
        "cwd": "",
        "operator": operator,
    }
    if text:
        line["text"], _, _ = bound.clean(private.cut(safe(text))[0], bound.PROMPT_BYTES)
    line.update({key: value for key, value in (extra or {}).items() if key not in line or key == "cwd"})
    path = append(str(home.raw(project)), agent, line["session"], encoded(line), fsync=True)
    return _placed(observation_of(line), Path(path))


def session_of(ts: str) -> str:
    """The ledger's session at an instant: `ledger-2026-09`."""
    return f"ledger-{ts[:7]}"


def _placed(observation: Observation, path: Path) -> Observation:
    for seen in reversed(read_segment(path).observations):
        if seen.id == observation.id:
            return seen
    return replace(observation, segment=label(path))
