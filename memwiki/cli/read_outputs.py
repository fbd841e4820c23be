"""`--json` of the verbs that read the wiki: search, recall, show, list, why, history, diff, review, handoff."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from memwiki.cli.outputs import Output, Part


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
    expired: bool = False


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
    """`memwiki review list` and `memwiki review show`, which gives one page's and in `text` the page."""

    name = "review"
    project: str
    drafts: list[PageLine]
    conflicts: list[ConflictPart]
    text: str = ""


class Said(Part):
    """Who stands behind a change: `human:<name>` or an agent, in which session ("" for what was done by hand), when."""

    author: str
    session: str
    time: str


class Changed(Part):
    """One change of a page: of a statement (added, changed, withdrawn, again: said again with further sources), or of
    what its frontmatter or path says. `name` is the statement's heading, or the frontmatter's key."""

    what: Literal["added", "changed", "withdrawn", "again", "superseded", "status", "renamed", "field"]
    text: str
    before: str
    name: str
    by: list[Said]
    commit: str
    date: str


class CommitLine(Part):
    """One commit of the wiki. `by_hand`, `changes` and `lines` are told only by `memwiki history`."""

    commit: str
    date: str
    author: str
    subject: str
    by_hand: bool | None = None
    changes: list[Changed] = Field(default_factory=list)
    lines: str = ""


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
    changes: list[Changed] = Field(default_factory=list)


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
    own: bool = Field(default=False, description="a person wrote it into the page; no source stands behind it")
    section: str = Field(default="", description="the heading that it stands under")


class Ruled(Part):
    """What somebody decided about a page: approve, retire, or feedback with its verdict."""

    event: str
    verdict: str
    author: str
    time: str


class Why(Output):
    """`memwiki why`."""

    name = "why"
    project: str
    page: str
    title: str
    statements: list[Statement]
    status: str = "stable"
    generated: str = ""
    rulings: list[Ruled] = Field(default_factory=list)


class LookupPart(Part):
    """One prompt that was held against the skills. `files` are those that changed, or speak against it."""

    ts: str
    agent: str
    session: str
    outcome: Literal["delivered", "no match", "blocked", "stale"]
    reason: str
    skill: str = Field(description="id of the skill that fits best; empty where none fits")
    version: int
    page: str
    project: str
    score: float = Field(description="how well it fits, 0 to 1")
    files: list[str]


class Lookups(Output):
    """`memwiki skills log`."""

    name = "lookups"
    project: str
    lookups: list[LookupPart]


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
    stopped: list[str] = Field(default_factory=list)
    uncommitted: list[str] = Field(default_factory=list)
    learned: list[str] = Field(default_factory=list)
    owner: str = ""
    claimed_agent: str = ""
    claimed_at: str = ""


class HandoffOutput(Output):
    """`memwiki handoff show|begin|accept|cancel`: `text` is the block as the next session would get it."""

    name = "handoff"
    project: str
    text: str
    handoff: Handoff | None
    waiting: int = Field(default=0, description="finished sessions that are not compiled yet")


class Handoffs(Output):
    """`memwiki handoff list`."""

    name = "handoffs"
    project: str
    handoffs: list[Handoff]


class PassingPart(Part):
    """One line of the record: who left, claimed, gave back or withdrew which handoff, and when."""

    at: str
    what: Literal["left", "claimed", "returned", "cancelled", "forgotten"]
    handoff: str
    generation: int
    agent: str
    session: str
    operator: str
    how: str
    goal: str
    observation: str


class HandoffLog(Output):
    """`memwiki handoff log`, newest first."""

    name = "handoff-log"
    project: str
    entries: list[PassingPart]


class ContextOutput(Output):
    """`memwiki context`: the block, and its lines by what they tell."""

    name = "context"
    project: str
    text: str
    tokens: int
    what: list[str]
    preferences: list[str]
    decisions: list[str]
    open_items: list[str]
    skills: list[str]
    gotchas: list[str]
    sessions: list[str]
    waiting: int = Field(default=0, description="finished sessions that are not compiled yet")
