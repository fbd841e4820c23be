"""An agent's payload becomes the draft of an observation: the payload decides the agent where it can."""

from __future__ import annotations

from memwiki.capture.agents import ADAPTERS, adapter
from memwiki.capture.project import LONGEST_PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_ALIASES = {
    "claude": "claude-code",
    "claudecode": "claude-code",
    "gemini": "gemini-cli",
    "openai-codex": "codex",
    "qwen": "qwen-code",
    "copilot": "copilot-cli",
    "kimi-code": "kimi",
    "kimi-cli": "kimi",
    "kiro-cli": "kiro",
}


def agent_of(agent: str, payload: Payload) -> str:
    """The agent's name: one that holds `cursor_version` is Cursor, whatever the command line says."""
    if "cursor_version" in payload:
        return "cursor"
    name = agent.strip().lower().replace("_", "-") or "generic"
    return _ALIASES.get(name, name)


def normalise(agent: str, payload: Payload, event: str = "") -> Draft | None:
    """The draft in Observation's keys (tool as an object); None for an event that is not kept.

    `event` is the native event name for payloads that do not carry one. Nothing is redacted or cut yet.
    """
    name = agent_of(agent, payload)
    found: Draft | None
    if name in ADAPTERS:
        found = adapter(name).draft(payload, event)
    else:
        from memwiki.capture.agents import generic

        found = generic.draft(payload, event, name)
    if found is not None and len(found["cwd"]) > LONGEST_PATH:
        found["cwd"] = ""  # no folder: to look for it part by part would take minutes
    return found
