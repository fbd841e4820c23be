"""Workstreams: one line of work across agents' sessions, as the ledger tells it.

`memwiki run` writes a `workstream` observation when it starts an agent and when that ends (fields `workstream`: its id,
`name`, `for_agent`, `how`: new, resume or handoff, `state`: started or ended, `sessions`, `exit`). Nothing else writes
them; a plain launch of an agent belongs to none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memwiki.app.batons import ledger_of
from memwiki.app.desk import Desk, instant
from memwiki.app.finding import Wanted
from memwiki.app.finding import search as search_pages
from memwiki.app.reading import page_paths, parse_softly, text_if_any
from memwiki.errors import NotFound
from memwiki.inject.claims import nested
from memwiki.records import Hit, Observation
from memwiki.spool.ledger import record
from memwiki.spool.read import glance, observations, segments, session_folders

EVENT = "workstream"
_SEARCHED = 200


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a workstream: key `<agent>-<session>`, the agent's own id, its page where it has one."""

    key: str
    agent: str
    session: str
    first: str
    last: str
    page: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One start of an agent by `memwiki run`; `exit` is None while it runs, or where nobody saw it end."""

    at: str
    agent: str
    how: str
    sessions: tuple[str, ...] = ()
    exit: int | None = None
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Workstream:
    """One line of work, with its runs in order."""

    id: str
    name: str
    cwd: str
    operator: str
    runs: tuple[Run, ...] = ()

    @property
    def last(self) -> str:
        """When it was last worked on."""
        return max((moment for run in self.runs for moment in (run.at, run.ended)), default="")

    @property
    def sessions(self) -> tuple[str, ...]:
        """The keys of its sessions, oldest first."""
        return tuple(dict.fromkeys(key for run in self.runs for key in run.sessions))

    @property
    def agents(self) -> tuple[str, ...]:
        """Its agents, in the order of their first run."""
        return tuple(dict.fromkeys(run.agent for run in self.runs))


def workstreams(desk: Desk) -> list[Workstream]:
    """The project's workstreams, the one last worked on first."""
    found: dict[str, Workstream] = {}
    for one in sorted((one for one in ledger_of(desk) if one.event == EVENT), key=lambda one: (one.ts, one.id)):
        identity = str(one.extra.get("workstream") or "")
        if identity:
            known = found.get(identity) or Workstream(identity, "", one.cwd, one.operator)
            found[identity] = _with(known, one)
    return sorted(found.values(), key=lambda stream: (stream.last, stream.id), reverse=True)


def _with(stream: Workstream, one: Observation) -> Workstream:
    agent, how = str(one.extra.get("for_agent") or ""), str(one.extra.get("how") or "")
    keys = one.extra.get("sessions")
    sessions = tuple(str(key) for key in keys) if isinstance(keys, list) else ()
    named = replace(stream, name=str(one.extra.get("name") or "") or stream.name)
    if one.extra.get("state") != "ended":
        return replace(named, runs=(*named.runs, Run(one.ts, agent, how, sessions)))
    begun = str(one.extra.get("begun") or one.ts)
    code = one.extra.get("exit")
    done = Run(begun, agent, how, sessions, code if isinstance(code, int) else None, one.ts)
    others = tuple(run for run in named.runs if not (run.at == begun and run.agent == agent and not run.ended))
    return replace(named, runs=(*others, done))


def choose(desk: Desk, identity: str = "", now: str = "", days: int = 14) -> Workstream | None:
    """The workstream of that id, its beginning or its name (NotFound else); without one, the last of this person in
    this place that was worked on within `days`."""
    found = workstreams(desk)
    if identity:
        fit = [one for one in found if identity in (one.id, one.name) or one.id.startswith(identity)]
        if not fit:
            raise NotFound(f"no such workstream: {identity}", hint="memwiki workstreams")
        return fit[0]
    here = [one for one in found if one.operator == desk.operator and nested(one.cwd, str(desk.cwd))]
    return here[0] if here and here[0].last[:10] >= _before(now or desk.now, days) else None


def _before(now: str, days: int) -> str:
    from datetime import datetime, timedelta

    return (datetime.fromisoformat(now) - timedelta(days=days)).isoformat()[:10]


def identity_of(desk: Desk) -> str:
    """A new workstream's id."""
    return "ws-" + hashlib.sha256(f"{desk.now} {desk.project.key} {desk.cwd}".encode()).hexdigest()[:12]


def note(desk: Desk, stream: str, at: str, **told: Any) -> None:
    """Writes one line about a run into the ledger."""
    extra = {"workstream": stream, "cwd": str(desk.cwd), **told}
    record(desk.home, desk.project, "memwiki", EVENT, "", at, desk.operator, extra)


def sessions_of(desk: Desk, keys: Sequence[str]) -> list[Session]:
    """What is known of these sessions, in their order."""
    pages = _pages(desk, keys)
    return [
        replace(one, **pages.get(one.key, {})) for key in keys if (one := _session(desk.home.raw(desk.project) / key))
    ]


def _session(folder: Path) -> Session | None:
    parts = segments(folder) if folder.is_dir() else []
    looks = [look for part in parts if (look := glance(part)).count]
    seen = next(observations(parts[-1]), None) if parts else None
    if seen is None or not looks:
        return None
    first, last = min(one.first for one in looks), max(one.last for one in looks)
    return Session(folder.name, seen.agent, seen.session, first, last)


def _pages(desk: Desk, keys: Iterable[str]) -> dict[str, dict[str, str]]:
    """Each session's page and title, by the session's key."""
    wanted = set(keys)
    found: dict[str, dict[str, str]] = {}
    for path in page_paths(desk) if wanted else ():
        if path.startswith("sessions/"):
            page = parse_softly(text_if_any(desk, path), path)
            for source in page.meta.get("sources") or ():
                key = str(source.get("resource", "")).removeprefix("raw:").partition("/")[0]
                if key in wanted:
                    found.setdefault(key, {"page": path, "title": page.title})
    return found


def since(desk: Desk, agent: str, begun: str, pid: int) -> list[Session]:
    """The agent's sessions that were at work since then: those of the process itself where that can be told, else
    those that began, else all."""
    found: list[tuple[Session, bool]] = []
    for folder in session_folders(desk.home.raw(desk.project)):
        if folder.name.startswith(f"{agent}-") and (one := _session(folder)) and instant(one.last) >= begun:
            marks = [mark for part in segments(folder)[-1:] for mark in glance(part).processes]
            found.append((one, any(mark.partition(".")[0] == str(pid) for mark in marks)))
    own = [one for one, mine in found if mine]
    fresh = [one for one, _ in found if one.first >= begun]
    chosen = own or fresh or [one for one, _ in found]
    return sorted(chosen, key=lambda one: (one.last, one.key))


def search(desk: Desk, stream: Workstream, query: str, most: int) -> list[Hit]:
    """The stream's sessions that answer the question, best first."""
    pages = {told["page"] for told in _pages(desk, stream.sessions).values()}
    (answer,) = (found for _, found in search_pages(desk, [query], Wanted(_SEARCHED, ("session",))))
    return [hit for hit in answer.hits if hit.page in pages][:most]
