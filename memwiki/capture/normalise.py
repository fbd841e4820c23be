"""An agent's payload becomes the draft of an observation: the payload decides the agent where it can."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwiki.capture.draft import Draft
    from memwiki.capture.fields import Payload

_ALIASES = {"claude": "claude-code", "claudecode": "claude-code", "gemini": "gemini-cli", "openai-codex": "codex"}


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
    if name == "claude-code":
        from memwiki.capture.agents import claude_code

        return claude_code.draft(payload, event)
    if name == "codex":
        from memwiki.capture.agents import codex

        return codex.draft(payload, event)
    if name == "cursor":
        from memwiki.capture.agents import cursor

        return cursor.draft(payload, event)
    if name == "gemini-cli":
        from memwiki.capture.agents import gemini

        return gemini.draft(payload, event)
    from memwiki.capture.agents import generic

    return generic.draft(payload, event, name)
