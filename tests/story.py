"""Small sessions for tests: `Story("codex").ask("…").edit("a.py").run("pytest", "1 passed in 0.1s").say("…")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from memwiki.records import Observation, Tool


class Story:
    """One session's observations, one second apart."""

    def __init__(self, agent: str = "claude-code", session: str = "s1", cwd: str = "/w/app") -> None:
        self.agent, self.session, self.cwd = agent, session, cwd
        self.observations: list[Observation] = []

    def add(self, event: str, tool: Tool | None = None, **more: Any) -> Self:
        """Any observation."""
        n = len(self.observations) + 1
        given: dict[str, Any] = {
            "id": f"{self.session}-{n:04d}",
            "ts": f"2026-03-02T{10 + n // 3600:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z",
            "agent": self.agent,
            "session": self.session,
            "event": event,
            "cwd": self.cwd,
            "operator": "kim",
            "tool": tool,
            "segment": f"{self.agent}-{self.session}/0001",
            "line": n,
        }
        self.observations.append(Observation(**(given | more)))
        return self

    def ask(self, text: str, **more: Any) -> Self:
        """A person's prompt."""
        return self.add("user-prompt", text=text, **more)

    def say(self, text: str = "", **more: Any) -> Self:
        """The end of the agent's turn, with its message."""
        return self.add("turn-end", text=text, **more)

    def call(
        self, family: str, given: Mapping[str, Any], output: str = "", ok: bool | None = True, **more: Any
    ) -> Self:
        """A finished tool call. Codex tells no outcome."""
        told = None if self.agent == "codex" else ok
        tool = Tool(family.title(), family, given, output, told, more.pop("exit", None))
        call = more.pop("call", f"c{len(self.observations)}")
        return self.add("tool-fail" if told is False else "tool-end", tool, call=call, **more)

    def edit(self, path: str, old: str = "a = 1", new: str = "a = 2", **more: Any) -> Self:
        """A changed file."""
        return self.call("edit", {"path": f"{self.cwd}/{path}", "old": old, "new": new}, **more)

    def write(self, path: str, content: str = "x = 1\n", **more: Any) -> Self:
        """A new file."""
        return self.call("write", {"path": f"{self.cwd}/{path}", "content": content}, **more)

    def read(self, path: str, content: str = "", **more: Any) -> Self:
        """A file that was read."""
        return self.call("read", {"path": f"{self.cwd}/{path}"}, content, **more)

    def run(self, command: str, output: str = "", ok: bool = True, **more: Any) -> Self:
        """A shell command."""
        return self.call("shell", {"command": command}, output, ok, **more)

    def green(self, command: str = "pytest -q tests/test_app.py") -> Self:
        """A test run that passed."""
        return self.run(command, "...\n3 passed in 0.10s")

    def red(self, command: str = "pytest -q tests/test_app.py") -> Self:
        """A test run that failed."""
        return self.run(
            command, "..F\nFAILED tests/test_app.py::test_x - ValueError: bad\n1 failed, 2 passed in 0.1s", ok=False
        )
