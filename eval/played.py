"""Conversations played as an agent's sessions through the shipping path: raw/ lines, compile, index, `search`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk, open_desk
from memwiki.app.finding import Wanted, search
from memwiki.app.pipeline import Choice, How, compile_projects
from memwiki.index.content import of_page
from memwiki.spool.append import append, folder_name

AGENT = "claude-code"
_HITS = 40  # pages asked for; several may tell of one session


@dataclass(frozen=True, slots=True)
class Told:
    """One session: its name, when it began, and (who, text) in order; whoever is `first` types, the other answers."""

    name: str
    at: datetime
    turns: tuple[tuple[str, str], ...]
    first: str = ""


def play(home: Path, project: str, sessions: Sequence[Told], vectors: bool = True) -> tuple[Desk, float]:
    """The desk of a project made of these sessions, and the seconds that compile and index took (0 if it was there)."""
    home.mkdir(parents=True, exist_ok=True)
    work = home.parent / "work"
    work.mkdir(exist_ok=True)
    end = max(session.at for session in sessions) + timedelta(days=1)
    desk = open_desk(home, work, project, at=end.strftime("%Y-%m-%dT%H:%M:%SZ"))
    raw = desk.home.raw(desk.project)
    began = time.perf_counter()
    for session in sessions:
        if not (raw / folder_name(AGENT, session.name)).exists():
            for row in lines(session):
                append(str(raw), AGENT, session.name, row)
    compile_projects(desk, Choice(every=True, project=desk.project), How(vectors=vectors))
    return desk, time.perf_counter() - began


def lines(session: Told) -> Iterator[bytes]:
    """A session's observations as the hook writes them."""
    for number, (who, text) in enumerate(session.turns):
        at = session.at + timedelta(seconds=20 * number)
        typed = who == session.first if session.first else number % 2 == 0
        yield _line(session, number, at, "user-prompt" if typed else "turn-end", text=text)
    at = session.at + timedelta(seconds=20 * len(session.turns))
    yield _line(session, len(session.turns), at, "session-end", via="exit")


def _line(session: Told, number: int, at: datetime, event: str, **more: Any) -> bytes:
    record = {
        "v": 1,
        "id": f"01{at.strftime('%y%m%d%H%M%S')}{abs(hash_of(session.name)) % 36**4:08d}{number:04d}"[:26],
        "ts": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "agent": AGENT,
        "session": session.name,
        "event": event,
        "cwd": "/w/talk",
        "operator": "dev",
        **more,
    }
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def hash_of(name: str) -> int:
    """A number that is the same in every run."""
    return int.from_bytes(name.encode()[-6:], "big")


class Asker:
    """Asks `search` and tells which sessions its pages speak of."""

    def __init__(self, desk: Desk, kinds: tuple[str, ...] = ()) -> None:
        self._desk, self._wanted = desk, Wanted(k=_HITS, kinds=kinds)
        self._sessions: dict[str, list[str]] = {}

    def ask(self, questions: Sequence[str]) -> Iterator[tuple[list[str], float]]:
        """(sessions, best first; milliseconds) for each question."""
        answers = search(self._desk, questions, self._wanted)
        while True:
            began = time.perf_counter()
            try:
                _, answer = next(answers)
            except StopIteration:
                return
            took = 1000 * (time.perf_counter() - began)
            yield list(dict.fromkeys(s for hit in answer.hits for s in self.told(hit.path))), took

    def told(self, path: str) -> list[str]:
        """The sessions that a page tells of or cites, the last first."""
        if path not in self._sessions:
            facts = of_page(path, Path(path).read_text("utf-8")).facts
            self._sessions[path] = [str(key).removeprefix(f"{AGENT}-") for key in reversed(facts["sessions"])]
        return self._sessions[path]
