"""What Kimi Code said last: its hooks do not tell, the session's record on the disk does."""

from __future__ import annotations

import os

from memwiki.capture import jsontext
from memwiki.capture.tail import tail

_TAIL = 256 * 1024  # bytes of the record that are looked at
_MOST_FOLDERS = 4096
_PART, _BEGUN = '"content.part"', '"step.begin"'


def last_words(session: str, person: str) -> str:
    """The text of the last step in the session's record; "" where there is none, or it cannot be read."""
    record = _record(session, person)
    found: list[str] = []
    told = tail(record, _TAIL).decode("utf-8", "replace") if record else ""
    for line in reversed(told.split("\n")):
        if _PART not in line and _BEGUN not in line:
            continue
        try:
            event = jsontext.loads(line).get("event")
        except (ValueError, AttributeError):
            continue
        if not isinstance(event, dict):
            continue
        if event.get("type") == "step.begin":
            break
        part = event.get("part")
        if event.get("type") == "content.part" and isinstance(part, dict) and part.get("type") == "text":
            found.append(str(part.get("text", "")))
    return "".join(reversed(found))


def _record(session: str, person: str) -> str:
    """The path of the main agent's record; it lies below a folder that is named after the work's."""
    own = os.environ.get("KIMI_CODE_HOME") or os.path.join(person, ".kimi-code")
    sessions = os.path.join(own, "sessions")
    if not session or session != os.path.basename(session) or session[0] == ".":
        return ""
    try:
        folders = os.listdir(sessions)[:_MOST_FOLDERS]
    except OSError:
        return ""
    paths = (os.path.join(sessions, folder, session, "agents", "main", "wire.jsonl") for folder in folders)
    return next((path for path in paths if os.path.isfile(path)), "")
