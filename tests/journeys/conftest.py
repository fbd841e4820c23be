"""A person's machine in a scratch folder: the real command line, real git, an agent's hooks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

MORNING = datetime(2026, 9, 14, 9, tzinfo=UTC)


TAKER = """
import os, sys
from memwiki.hooks.hot import Call, take
os.fsync = lambda handle: None
while head := sys.stdin.buffer.readline():
    at, size = head.split()
    take(Call(["--agent", sys.argv[1], "--at", at.decode()], ""), sys.stdin.buffer.read(int(size)))
"""


@dataclass
class Done:
    """What one command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Person:
    """Somebody with a home, a project and a memory. `minute` is the clock that every command is given."""

    user: Path
    work: Path
    home: Path
    minute: float = 0
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def now(self) -> str:
        return (MORNING + timedelta(minutes=self.minute)).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("MEMWIKI_", "CLAUDE", "CODEX"))}
        return {**kept, "HOME": str(self.user), "MEMWIKI_HOME": str(self.home), "NO_COLOR": "1", **self.extra}

    def __call__(self, *arguments: str, stdin: str | bytes = b"", cwd: Path | None = None, timed: bool = True) -> Done:
        at = ["--at", self.now] if timed else []
        done = subprocess.run(
            [sys.executable, "-m", "memwiki", *arguments, *at],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=cwd or self.work,
            env=self.environment,
            timeout=120,
            check=False,
        )
        found = Done(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in found.err
        return found

    def hook(
        self, event: str, session: str, agent: str = "claude-code", cwd: Path | None = None, **fields: Any
    ) -> Done:
        self.minute += 0.5
        payload = {"session_id": session, "cwd": str(cwd or self.work), "hook_event_name": event, **fields}
        return self("hook", "--agent", agent, stdin=json.dumps(payload), cwd=cwd)

    def session(self, session: str, *turns: tuple[str, str], agent: str = "claude-code") -> Done:
        """One whole session; gives what its start was told."""
        told = self.hook("SessionStart", session, agent, source="startup")
        for prompt, answer in turns:
            self.hook("UserPromptSubmit", session, agent, prompt=prompt)
            self.hook("Stop", session, agent, last_assistant_message=answer, stop_hook_active=False)
        self.hook("SessionEnd", session, agent, reason="other")
        return told

    def captured(self, session: str, *events: dict[str, Any] | bytes, agent: str = "claude-code") -> None:
        """Many events of one session, taken by the hook's own code in one process: a long history, told fast."""
        lines = []
        for event in events:
            self.minute += 0.1
            payload = {"session_id": session, "cwd": str(self.work), **event} if isinstance(event, dict) else event
            lines.append([self.now, payload if isinstance(payload, bytes) else json.dumps(payload).encode()])
        told = b"".join(f"{at} {len(data)}\n".encode() + data for at, data in lines)
        command = [sys.executable, "-c", TAKER, agent]
        done = subprocess.run(
            command, input=told, env=self.environment, cwd=self.work, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")

    def knowledge(self) -> dict[str, str]:
        """Text by path of what the wiki holds besides sessions and the project's page."""
        pages = (path for path in self.wiki.glob("*/*.md") if path.name not in ("index.md", "log.md"))
        return {path.relative_to(self.wiki).as_posix(): path.read_text() for path in sorted(pages)}

    @property
    def wiki(self) -> Path:
        (found,) = (path for path in (self.home / "wiki" / "default").iterdir() if path.name != "_me")
        return found

    def page(self, folder: str) -> Path:
        (found,) = (path for path in (self.wiki / folder).glob("*.md") if path.name != "index.md")
        return found

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.wiki), *arguments], capture_output=True, text=True, env=self.environment, check=True
        )
        return done.stdout


def _person(folder: Path) -> Person:
    work = folder / "shop"
    work.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", str(work)], check=True)
    return Person(folder, work, folder / "memwiki", extra={"LOGNAME": "ada", "USER": "ada"})


@pytest.fixture(scope="session")
def persons() -> Callable[[Path], Person]:
    """Makes a person with an empty memory and one repository in a folder."""
    return _person


@pytest.fixture
def ada(tmp_path: Path) -> Person:
    """A person with an empty memory and one repository."""
    return _person(tmp_path)


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """A person with one compiled session; for tests that only read, or add another."""
    person = _person(tmp_path_factory.mktemp("remembered"))
    person.session("one", ("Always use pnpm in this repository, never npm.", "Noted."))
    assert person("compile", "--no-vectors").code == 0
    return person
