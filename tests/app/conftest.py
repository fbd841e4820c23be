"""A memory of one person with one project, fed through capture and spool, driven through app."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memwiki.app.desk import Desk, open_desk, stamp
from memwiki.app.pipeline import Choice, Compiled, How, compile_projects
from memwiki.capture import instant
from memwiki.capture.observe import encoded, observe
from memwiki.capture.project import place_of
from memwiki.capture.settings import Settings
from memwiki.spool.append import append

MORNING = datetime.fromisoformat("2026-09-14T09:00:00+00:00")


@dataclass
class Memory:
    """The scratch memory: `minutes` count from a morning in September."""

    home: Path
    work: Path

    def another(self, home: Path) -> Memory:
        """A second memory of the same project."""
        return Memory(home, self.work)

    def beside(self, work: Path) -> Memory:
        """The same memory, seen from another project."""
        (work / ".git").mkdir(parents=True)
        (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        return Memory(self.home, work)

    def at(self, minutes: float) -> str:
        return stamp(MORNING + timedelta(minutes=minutes))

    def desk(self, minutes: float = 0, **named: Any) -> Desk:
        return open_desk(self.home, self.work, at=self.at(minutes), **named)

    def event(self, name: str, session: str, minutes: float, agent: str = "claude-code", **fields: Any) -> None:
        payload = {"session_id": session, "cwd": str(self.work), "hook_event_name": name, **fields}
        moment = instant.milliseconds_of(self.at(minutes))
        assert moment is not None
        place = place_of(str(self.work), str(self.home.parent))
        raw = json.dumps(payload).encode()
        line = observe(raw, agent, name, moment, Settings(operator="ada"), place, os.urandom(10))
        assert line is not None
        folder = self.home / "raw" / place.workspace / place.name
        append(str(folder), line["agent"], line["session"], encoded(line))

    def session(
        self, session: str, minutes: float, *turns: tuple[str, str], agent: str = "claude-code", end: bool = True
    ) -> float:
        """A session of (prompt, answer) turns, a minute each; gives the minute of its last event."""
        self.event("SessionStart", session, minutes, agent, source="startup")
        for prompt, answer in turns:
            minutes += 1
            self.event("UserPromptSubmit", session, minutes, agent, prompt=prompt)
            self.event("Stop", session, minutes + 0.5, agent, last_assistant_message=answer, stop_hook_active=False)
        if end:
            minutes += 1
            self.event("SessionEnd", session, minutes, agent, reason="other")
        return minutes

    def compile(self, minutes: float, choice: Choice | None = None, **how: Any) -> list[Compiled]:
        return compile_projects(self.desk(minutes), choice or Choice(), How(**{"vectors": False, **how}))

    def pages(self) -> dict[str, str]:
        wiki = self.desk().wiki
        found = sorted(path for path in wiki.rglob("*.md") if ".git" not in path.parts)
        return {path.relative_to(wiki).as_posix(): path.read_text("utf-8") for path in found}

    def find(self, folder: str) -> list[Path]:
        return sorted(path for path in (self.desk().wiki / folder).glob("*.md") if path.name != "index.md")


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    """An empty memory."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MEMWIKI_OPERATOR_NAME", "ada")
    monkeypatch.delenv("MEMWIKI_HOME", raising=False)
    work = tmp_path / "shop"
    (work / ".git").mkdir(parents=True)
    (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return Memory(tmp_path / "memwiki", work)
