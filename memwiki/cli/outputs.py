"""The shape of every `--json` output. schemas/ is generated from these: fields may be added, never changed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field


class Output(BaseModel):
    """One JSON object on stdout."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")
    name: ClassVar[str]

    def document(self) -> dict[str, Any]:
        """The object as printed, its schema's name first."""
        return {"schema": f"memwiki.{self.name}/1", **self.model_dump(mode="json", by_alias=True)}


class Part(BaseModel):
    """An object inside an output."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")


class HitPart(Part):
    """One ranked page. `path` is absolute; `channels` holds each channel's part of the score."""

    page: str
    id: str
    kind: str
    title: str
    score: float
    snippet: str
    path: str
    project: str
    status: str
    description: str
    channels: dict[str, float]
    raw: bool


class Search(Output):
    """`memwiki search`."""

    name = "search"
    query: str
    hits: list[HitPart]


class Recall(Output):
    """`memwiki recall`: quiet means an empty text."""

    name = "recall"
    query: str
    quiet: bool
    text: str
    tokens: int
    hits: list[HitPart]


class PageOutput(Output):
    """`memwiki show`."""

    name = "page"
    project: str
    page: str
    path: str
    commit: str
    meta: dict[str, Any]
    body: str


class PageLine(Part):
    """One page in a list."""

    page: str
    id: str
    kind: str
    title: str
    description: str
    status: str
    strength: float
    path: str


class Pages(Output):
    """`memwiki list`."""

    name = "pages"
    project: str
    pages: list[PageLine]


class ConflictPart(Part):
    """One place that waits: the page holds `mine`, the compiler would have written `new`."""

    path: str
    place: str
    reason: str
    mine: str
    new: str
    at: str


class Reviews(Output):
    """`memwiki review list`."""

    name = "review"
    project: str
    drafts: list[PageLine]
    conflicts: list[ConflictPart]


class CommitLine(Part):
    """One commit of the wiki."""

    commit: str
    date: str
    author: str
    subject: str


class Commits(Output):
    """`memwiki log` and `memwiki history`."""

    name = "commits"
    project: str
    page: str
    commits: list[CommitLine]


class Diff(Output):
    """`memwiki diff`."""

    name = "diff"
    project: str
    page: str
    since: str
    until: str
    diff: str


class Proof(Part):
    """One source: who said it, when, in which session, and the words."""

    id: str
    agent: str
    session: str
    author: str
    time: str
    resource: str
    words: str
    found: bool


class Statement(Part):
    """One statement of a page with what proves it."""

    text: str
    line: int
    proofs: list[Proof]


class Why(Output):
    """`memwiki why`."""

    name = "why"
    project: str
    page: str
    title: str
    statements: list[Statement]


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


class Compiled(Output):
    """`memwiki compile`."""

    name = "compile"
    dry_run: bool
    projects: list[CompiledPart]


class Handoff(Part):
    """What one session leaves to the next."""

    model_config = ConfigDict(populate_by_name=True, extra="forbid")
    id: str
    kind: str
    project: str
    giver: dict[str, str] = Field(alias="from", description="agent, session and operator that left it")
    to_agent: str
    cwd: str
    branch: str
    created: str
    expires: str
    goal: str
    done: list[str]
    next_steps: list[str]
    open_questions: list[str]
    failed_attempts: list[str]
    files: list[str]
    last_test: dict[str, Any] | None
    state: str
    claimed_by: str
    generation: int


class HandoffOutput(Output):
    """`memwiki handoff show|begin|accept|cancel`: `text` is the block as the next session would get it."""

    name = "handoff"
    project: str
    text: str
    handoff: Handoff | None


class Handoffs(Output):
    """`memwiki handoff list`."""

    name = "handoffs"
    project: str
    handoffs: list[Handoff]


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


class Reindexed(Output):
    """`memwiki reindex`."""

    name = "reindex"
    project: str
    pages: int
    chunks: int
    vectors: bool


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


class AgentLine(Part):
    """One agent and how its hooks stand."""

    agent: str
    title: str
    present: bool
    user: str
    project: str
    settings: str


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


def outputs() -> dict[str, type[Output]]:
    """Every output by its schema's name."""
    return {kind.name: kind for kind in sorted(Output.__subclasses__(), key=lambda kind: kind.name)}


def _open(node: Any) -> Any:
    """The schema without what would forbid fields of newer versions, and without titles that say nothing."""
    if isinstance(node, list):
        return [_open(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"additionalProperties"} if node.get("additionalProperties") is False else set()
    if isinstance(node.get("title"), str):
        dropped.add("title")
    return {key: _open(value) for key, value in node.items() if key not in dropped}


def schema(kind: type[Output]) -> dict[str, Any]:
    """The output's JSON Schema."""
    body = _open(kind.model_json_schema(by_alias=True, mode="serialization"))
    properties = {"schema": {"const": f"memwiki.{kind.name}/1"}, **body.pop("properties", {})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"memwiki.{kind.name}/1",
        **body,
        "properties": properties,
        "required": ["schema", *body.get("required", [])],
    }
