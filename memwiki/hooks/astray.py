"""Where an event belongs whose folder is not there: taken away while the session goes on, or told in other letters."""

from __future__ import annotations

import os

from memwiki.capture.project import Place
from memwiki.spool.append import folder_name

_LOST = "\ufffd"  # what stands for bytes of a name that are no UTF-8


def told_of(cwd: str, here: str) -> str:
    """The folder as the disk names it, where a payload could not spell the hook's own."""
    if _LOST in cwd and os.fsencode(here).decode("utf-8", "replace") == cwd:
        return here
    return cwd


def begun_in(home: str, agent: str, session: str, place: Place) -> Place:
    """The project that the session's last event was stored in; `place` where there is none: a work tree may be
    removed, and its session's end still be told from there."""
    name = folder_name(agent, session)
    found = []
    raw = os.path.join(home, "raw")
    for workspace in _names(raw):
        for project in _names(os.path.join(raw, workspace)):
            try:
                changed = os.stat(os.path.join(raw, workspace, project, name)).st_mtime_ns
            except OSError:
                continue
            found.append((changed, workspace, project))
    if not found:
        return place
    _, workspace, project = max(found)
    return Place(workspace, project, place.settings, place.root, "", True)


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
