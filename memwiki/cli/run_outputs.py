"""`--json` of the verbs about workstreams."""

from __future__ import annotations

from memwiki.cli.outputs import Output, Part


class RunPart(Part):
    """One start of an agent; `how`: new, resume, handoff; `exit` is null while it runs."""

    at: str
    agent: str
    how: str
    sessions: list[str]
    exit: int | None
    ended: str


class WorkstreamPart(Part):
    """One line of work across agents; `sessions` are their keys in raw/."""

    id: str
    name: str
    cwd: str
    operator: str
    last: str
    agents: list[str]
    sessions: list[str]
    runs: list[RunPart]


class SessionPart(Part):
    """One session of a workstream; `page` is empty until it is compiled."""

    key: str
    agent: str
    session: str
    first: str
    last: str
    page: str
    title: str


class Workstreams(Output):
    """`memwiki workstreams`, the one last worked on first."""

    name = "workstreams"
    project: str
    workstreams: list[WorkstreamPart]


class WorkstreamOutput(Output):
    """`memwiki workstreams show`."""

    name = "workstream"
    project: str
    workstream: WorkstreamPart
    sessions: list[SessionPart]
