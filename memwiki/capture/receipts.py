"""How shell commands ended, out of the record that an agent keeps of the session: what its hooks do not tell.

Codex gives a command's output to its hooks, and its exit only to the record (a `CommandExecution` with the same id).
The end of the record is read when a turn ends, and never waited for.
"""

from __future__ import annotations

import os

from memwiki.capture import jsontext
from memwiki.capture.fields import mapping, words
from memwiki.capture.tail import tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_BYTES = 2 << 20  # of the record, from its end
_LONGEST = 512 << 10  # of one line
MOST = 64


def receipts(path: str, turn: str) -> dict[str, int]:
    """The exit of each command of a turn, by the call's id, the last ones; {} where there is no record to read."""
    if not path.endswith(".jsonl") or os.path.islink(path):
        return {}
    found: dict[str, int] = {}
    for line in tail(path, _MOST_BYTES).split(b"\n"):
        if b'"CommandExecution"' not in line or b'"exit_code"' not in line or len(line) > _LONGEST:
            continue
        try:
            told = mapping(mapping(jsontext.loads(line.decode("utf-8", "replace"))).get("payload"))
        except ValueError:
            continue  # its beginning was cut off
        item = mapping(told.get("item"))
        if told.get("type") != "item_completed" or (turn and told.get("turn_id") not in ("", None, turn)):
            continue
        _note(found, item)
    return {call: found[call] for call in list(found)[-MOST:]}


def _note(found: dict[str, int], item: dict[str, Any]) -> None:
    call, code = words(item.get("id")), item.get("exit_code")
    if item.get("type") == "CommandExecution" and call and isinstance(code, int) and not isinstance(code, bool):
        found.pop(call, None)
        found[call] = code
