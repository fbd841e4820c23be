"""Kiro CLI: plain text goes to the model; no session's end, and in some versions no session id."""

from __future__ import annotations

from memwiki.capture.agents import Capabilities, generic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload


class Can(Capabilities):
    """Kiro CLI, version 3: hooks in files of their own; sessions end by silence, or when the next one begins."""

    name = "kiro"
    title = "Kiro CLI"
    events = (
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "Stop",
    )
    start = prompt = "text"
    cap_bytes = 10_240
    sources = ("startup",)
    note = "a session without an id is told by the process that runs it"
    program = "kiro-cli"
    folder = ".kiro"
    user_file = "hooks/memwiki.json"
    project_file = ".kiro/hooks/memwiki.json"
    settings = "hooks-file"
    next_step = "start a new Kiro session, work as always"


def draft(payload: Payload, given: str) -> Draft | None:
    """The observation's draft; None for events that are not kept."""
    return generic.draft(payload, given, "kiro")
