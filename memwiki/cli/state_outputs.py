"""`--json` of the verbs that tell how things stand or what was done."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from memwiki.cli.outputs import Output, Part


class CompiledPart(Part):
    """What a compile did, or would do, with one project."""

    project: str
    sessions: list[str]
    added: list[str]
    changed: list[str]
    removed: list[str]
    commit: str
    handoffs: list[str]
    warnings: list[str]
    conflicts: list[str]
    indexed: bool
    edits: str
    failed: str = Field(default="", description="why nothing could be done with it")


class RefinedPart(Part):
    """What a language model added after the compile."""

    asked: int
    taken: int
    dropped: int
    waiting: int
    error: str
    compiled: list[CompiledPart]
    vain: str = Field(default="", description="what was wrong with the last answer that held no claims, or came late")


class Compiled(Output):
    """`memwiki compile`. `refined` is null where no language model is switched on."""

    name = "compile"
    dry_run: bool
    projects: list[CompiledPart]
    refined: RefinedPart | None = None


class Waiting(Part):
    """What of one project waits to be compiled."""

    project: str
    sessions: int
    observations: int
    closed: int
    last: str


class Status(Output):
    """`memwiki status`."""

    name = "status"
    line: str
    home: str
    project: str
    capturing: bool
    last_observation: str
    last_compile: str
    pages: int
    waiting: list[Waiting]
    running: bool
    moved: list[str]
    model: list[str]
    stopped: str
    keeping: list[str]
    vectors_model: str = Field(default="", description="the embedding model; empty where none is used")
    vectors_made: int = Field(default=0, description="texts that have a vector of that model")
    vectors_of: int = Field(default=0, description="texts that are to have one")
    watch: str = Field(default="", description="on while `memwiki watch` runs; stale where one went away unseen")


class Paused(Output):
    """`memwiki pause` and `memwiki resume`: whether the project, or everything, is paused, and until when."""

    name = "pause"
    project: str
    paused: bool
    everything: bool
    until: str
    broken: bool
    others: int


class ScanFinding(Part):
    """One place with secrets of one family; the secret itself is never told."""

    place: str
    line: int
    family: str
    count: int


class Scanned(Output):
    """`memwiki scan`: what was looked at and what was found. `more` counts what is beyond the places listed."""

    name = "scan"
    files: int
    objects: int
    bytes: int
    secrets: int
    findings: list[ScanFinding]
    unread: list[str]
    more: int


class Stats(Output):
    """`memwiki stats`."""

    name = "stats"
    project: str
    sessions: int
    observations: int
    raw_bytes: int
    redacted: int
    pages: dict[str, int]
    drafts: int
    superseded: int
    commits: int
    handoffs: dict[str, int]
    agents: dict[str, int]


class PageUse(Part):
    """One page: sessions that were told of it, those that asked by a prompt, those that used it."""

    page: str
    id: str
    kind: str
    title: str
    told: int
    prompted: int
    used: int
    last: str


class Needless(Part):
    """A page that could go, and why."""

    page: str
    id: str
    kind: str
    title: str
    reason: str
    strength: float


class RecallStats(Output):
    """`memwiki stats --recall`: counts of sessions, of starts and prompts, and of (page, session) pairs."""

    name = "recall-stats"
    project: str
    sessions: int
    told_sessions: int
    open: int
    starts: int
    prompts: int
    silent: int
    told: int
    used: int
    pages: list[PageUse]
    needless: list[Needless]


class Check(Part):
    """One check of `doctor`: what it looked at, how it stands, what to do."""

    name: str
    state: Literal["ok", "warn", "fail"]
    detail: str
    remedy: str


class Doctor(Output):
    """`memwiki doctor`."""

    name = "doctor"
    state: Literal["ok", "warn", "fail"]
    checks: list[Check]


class Finding(Part):
    """One finding of `lint`, or one difference that `verify` found."""

    path: str
    line: int
    code: str
    severity: str
    message: str
    hint: str


class Lint(Output):
    """`memwiki lint`."""

    name = "lint"
    project: str
    findings: list[Finding]


class Verify(Output):
    """`memwiki verify`."""

    name = "verify"
    project: str
    verified: bool
    pages: int
    segments: int
    findings: list[Finding]
    edited: int = Field(default=0, description="pages that hold a person's text, which is set aside")
    would_change: int = Field(default=0, description="pages that newer rules or settings would change; no error")
    waiting: int = Field(default=0, description="segments that no commit names yet: nothing is said of them")


class Reindexed(Output):
    """`memwiki reindex`."""

    name = "reindex"
    project: str
    pages: int
    chunks: int
    vectors: bool
    pending: int = Field(default=0, description="texts that have no vector yet")


class Watched(Output):
    """`memwiki watch`: one line for each thing that happened; `text` says how many, or what is wrong."""

    name = "watch"
    event: str
    project: str
    pages: list[str]
    text: str


class ProjectLine(Part):
    """One project of the home."""

    project: str
    roots: list[str]
    remotes: list[str]
    sessions: int
    pages: int
    linked_to: str


class Projects(Output):
    """`memwiki projects list`."""

    name = "projects"
    projects: list[ProjectLine]


class Written(Output):
    """A verb that wrote something: its id, and the page where a reader finds it."""

    name = "written"
    project: str
    id: str
    event: str
    page: str
    path: str


class Forgotten(Output):
    """`memwiki forget`."""

    name = "forget"
    project: str
    dry_run: bool
    id: str
    pages: list[str]
    observations: int = Field(default=0, description="captured events of which nothing is told any more")


class AgentLine(Part):
    """One agent: how its hooks stand, and what its program can do (docs/reference/agents.md).

    `inject` gives the form in which context reaches the model at a start, with a prompt and beside a tool's result;
    "" where the program drops it. Limits are 0 where none is known.
    """

    agent: str
    title: str
    present: bool
    user: str
    project: str
    settings: str
    project_settings: str
    source: str
    versions: str
    events: list[str]
    inject: dict[str, str]
    cap_bytes: int
    cap_utf16: int
    timestamps: str
    durations: str
    timeouts: str
    end: str
    starts: list[str]
    trust: str
    note: str


class Agents(Output):
    """`memwiki agents`."""

    name = "agents"
    agents: list[AgentLine]


class InstalledPart(Part):
    """What was done with one agent's settings."""

    agent: str
    scope: str
    path: str
    changed: bool
    diff: str
    backup: str
    proved: bool | None
    next_steps: list[str]


class Installed(Output):
    """`memwiki install` and `memwiki uninstall`."""

    name = "install"
    dry_run: bool
    agents: list[InstalledPart]


class Setting(Part):
    """One setting, its value, and where it comes from."""

    key: str
    value: Any
    origin: str
    description: str


class ConfigOutput(Output):
    """`memwiki config`."""

    name = "config"
    home: str
    settings: list[Setting]


class Failure(Output):
    """Any failed command with `--json`: one line on stderr."""

    name = "error"
    code: int
    message: str
    hint: str
