"""One adapter for each agent; what its program can do is data beside it (docs/reference/agents.md is made from it)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# the agents with an adapter of their own, and its module; every other name is `generic`
ADAPTERS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "cursor": "cursor",
    "gemini-cli": "gemini",
    "opencode": "opencode",
    "qwen-code": "qwen",
    "copilot-cli": "copilot",
    "kimi": "kimi",
    "kiro": "kiro",
}


class Capabilities:
    """What one agent's program does, as data; a subclass beside each adapter says where it differs.

    `start`, `prompt` and `tool` name the form (hooks/ready.py) in which text reaches the model at that moment; "" where
    the program drops it.
    """

    name = "generic"
    title = "any other agent"
    source = "documented"  # "recorded": made from payloads of the program itself
    versions = ""  # which of its versions were recorded
    events: tuple[str, ...] = ()  # what memwiki hooks, by the agent's names
    start = ""
    prompt = ""
    tool = ""
    cap_bytes = 0  # the longest text that arrives whole; 0 where no limit is known
    cap_units = 0  # the same in UTF-16 units
    stamps = ""  # how payloads tell the time: "iso", "ms" since 1970, "" not at all
    durations = ""  # the unit of a call's duration; "" where none is told
    end = "never"  # whether a session's end is told: "reliable" unless killed, "unreliable", "never"
    sources: tuple[str, ...] = ()  # how a session may start
    note = ""  # what a reader of this table should know besides

    program = ""  # on PATH
    variable = ""  # names the folder that holds `below`, where set
    below = ""
    folder = ""  # the agent's own, below the person's home
    user_file = ""  # below `folder`; "" where the person's scope has none
    project_file = ""  # below the project's root; "" where projects have none
    settings = ""  # the file's form: "groups", "lists", "toml", "hooks-file" or "plugin" (hooks/install_forms.py)
    timeouts = "s"  # the unit of a hook's time limit
    end_limit = 10  # seconds that a session's end may take
    trust = ""  # what a person must do once before hooks run
    next_step = "start a new session, work as always"


def adapter(name: str) -> Any:
    """The agent's module: `draft(payload, event)` and `Can`, its capabilities; `generic` where it has none."""
    module = ADAPTERS.get(name, "generic")
    return __import__(f"memwiki.capture.agents.{module}", fromlist=("draft",))


def capabilities(name: str) -> type[Capabilities]:
    """What the agent's program can do."""
    found: type[Capabilities] = adapter(name).Can
    return found
