"""The nouns that travel between rooms. Frozen: a room hands over values, never shared state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from memwiki.values import value

Kind = Literal["session", "decision", "preference", "concept", "gotcha", "skill", "project"]

# Agents whose raw/ folders hold what people and the program decided, not sessions of work.
LEDGER_AGENTS = frozenset({"memwiki", "person"})


@value(frozen=True, slots=True)
class Project:
    """One wiki: a workspace and a project id, the two folder names under raw/, wiki/ and index/."""

    workspace: str
    name: str

    @property
    def key(self) -> str:
        """`workspace/name`, as printed and as typed on the command line."""
        return f"{self.workspace}/{self.name}"


@value(frozen=True, slots=True)
class Tool:
    """One finished tool call. `family` is shell, edit, write, read, search, web, task, todo, mcp or other.

    `input` keys by family: shell {command}; edit {path, old, new} or {patch}; write {path, content};
    read {path}; search {pattern, path}; web {url | query}; task {description, prompt}; todo {todos: [{content,
    status}]}; else {args}. `ok` and `exit` are None where the agent does not say.
    """

    name: str
    family: str
    input: Mapping[str, Any]
    output: str = ""
    ok: bool | None = None
    exit: int | None = None
    duration_ms: int | None = None


@value(frozen=True, slots=True)
class Observation:
    """One captured, redacted event: a line of raw/ (docs/reference/observation.md)."""

    id: str  # ULID
    ts: str  # UTC, milliseconds: 2026-09-14T09:12:03.000Z
    agent: str
    session: str
    event: str
    cwd: str = ""
    operator: str = ""
    text: str = ""
    tool: Tool | None = None
    files: tuple[str, ...] = ()
    branch: str = ""
    agent_version: str = ""
    parent: str = ""  # session that this one was started by
    subagent: str = ""  # agent_id inside a session
    call: str = ""  # the agent's tool_use_id
    via: str = ""  # source of a start, reason of an end, trigger of a compaction
    redacted: int = 0
    cut: int = 0
    segment: str = ""  # "<agent>-<session>/<NNNN>": where the line stands, given by the reader
    line: int = 0  # 1-based, given by the reader
    extra: Mapping[str, Any] = field(default_factory=dict)  # fields of newer writers, kept


@value(frozen=True, slots=True)
class Evidence:
    """Where a statement comes from: one observation, and the words in it that prove the statement."""

    observation: str  # observation id
    segment: str
    line: int
    author: str  # an agent's name, or "human:<operator>"
    ts: str
    quote: str = ""  # at most 300 characters, as captured
    place: str = ""  # where it was read, for what was imported: "docs/adr/0003-queue.md:1"


@value(frozen=True, slots=True)
class Claim:
    """One statement with its evidence: what extraction finds, and what pages are folded from.

    `act`: state (a statement), replace (says that it changes an earlier one), retract (withdraws one), affirm.
    `parts` hold the sections of a page, each a tuple of Markdown sentences in the source's language:
      decision    reason, alternatives, context
      preference  reason, scope ("project" | "me")
      gotcha      symptom, failed, cause, fix
      concept     definition, where
      skill       goal, steps, files, reads, edits, test, avoid, recover, requests
    `keys` are normalised words and identifiers that say what the claim is about: claims of one kind that share
    them are about the same subject. `replaces` names old values ("yarn", "30 days") where the source says so.
    """

    kind: Kind
    act: Literal["state", "replace", "turn", "retract", "affirm"]  # `turn`: replaces what is known, else makes nothing
    subject: str  # short noun phrase: "package manager", "提交信息"
    title: str  # as a person would write it; at most 80 characters, never cut inside a word
    text: str  # the statement itself, cleaned
    ts: str
    evidence: tuple[Evidence, ...]
    source: Literal["person", "test", "agent", "imported", "tool"]
    confidence: float  # 0..1
    lang: str = "en"
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    replaces: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    model: str = ""  # the language model that worded it, or part of it
    ends: str = ""  # the observation of the imported statement whose place it takes


@value(frozen=True, slots=True)
class Item:
    """One line of a session page or handoff, with the observations that prove it."""

    text: str
    evidence: tuple[Evidence, ...] = ()
    status: str = ""  # open | done, for to-do items; off: what a person struck off, by its name alone
    rest: bool = False  # stands in a list of all that is left


@value(frozen=True, slots=True)
class FileChange:
    """One changed file of a session: path relative to the project root where it is inside."""

    path: str
    op: Literal["created", "edited", "deleted"]
    edits: tuple[tuple[str, str], ...] = ()  # (before, after), bounded
    evidence: tuple[Evidence, ...] = ()
    documentation: bool = False


@value(frozen=True, slots=True)
class CommandRun:
    """One shell command with its outcome; `test` is the normal form if it is a test run, else empty."""

    command: str
    ok: bool | None  # None: not known
    exit: int | None = None
    summary: str = ""  # the verdict or error line
    test: str = ""
    evidence: tuple[Evidence, ...] = ()
    excuse: str = ""  # why a red test run blames nothing that the session changed: surroundings, before


@value(frozen=True, slots=True)
class SessionFacts:
    """What one session amounts to: a pure function of its observations, and the input of the fold."""

    key: str  # "<agent>-<session>"
    agent: str
    session: str
    operator: str
    started: str  # first content
    last: str  # last observation's time
    ended: bool  # an explicit session end was seen after the last content
    has_content: bool
    lang: str = "en"
    title: str = ""
    goal: Item | None = None
    requests: tuple[Item, ...] = ()
    done: tuple[Item, ...] = ()  # what was done and why, from the agent's final messages
    learned: tuple[Item, ...] = ()  # causes and findings
    changes: tuple[FileChange, ...] = ()
    commands: tuple[CommandRun, ...] = ()
    commits: tuple[Item, ...] = ()
    next_steps: tuple[Item, ...] = ()
    open_questions: tuple[Item, ...] = ()
    failed_attempts: tuple[Item, ...] = ()
    closed_items: tuple[Item, ...] = ()  # things that this session says are finished
    entities: tuple[str, ...] = ()
    files_read: tuple[str, ...] = ()
    cwd: str = ""
    branch: str = ""
    prompts: int = 0
    tools: int = 0
    claims: tuple[Claim, ...] = ()
    segments: tuple[str, ...] = ()
    unread: str = ""  # why nothing could be told of it: the fault of a rule, not of the session
    imported: str = ""  # the other memory that it was copied from
    meddled: tuple[Item, ...] = ()  # what it touched in the memory itself, and commands that it ran of memwiki
    stopped: tuple[Item, ...] = ()  # the last request, and the agent's last words beside its lists
    uncommitted: tuple[str, ...] = ()  # changed files that no commit of the session came after
    pinned: bool = False  # a person keeps its page from fading
    lean: bool = False  # without edits and proofs that only its own page shows
    totals: Mapping[str, int] = field(default_factory=dict)  # how many there were, where a list holds only some


@value(frozen=True, slots=True)
class Page:
    """One page: bundle-relative path, frontmatter in its order, Markdown body."""

    path: str
    meta: Mapping[str, Any]
    body: str

    @property
    def id(self) -> str:
        """The page's identity; the path is only a label."""
        return str(self.meta.get("id", ""))

    @property
    def kind(self) -> str:
        """Lower-cased type: session, decision, preference …"""
        return str(self.meta.get("type", "")).lower()

    @property
    def title(self) -> str:
        """The page's title, or "" where it has none."""
        return str(self.meta.get("title", ""))

    @property
    def status(self) -> str:
        """draft, stable or deprecated; stable where absent."""
        return str(self.meta.get("status", "stable"))


@value(frozen=True, slots=True)
class Change:
    """One page that a compile wants to write (`text`) or delete (`text` None)."""

    path: str
    text: str | None
    reason: str = ""


@value(frozen=True, slots=True)
class ChangeSet:
    """What a compile wants to write, and what its commit says."""

    changes: tuple[Change, ...]
    subject: str
    trailers: tuple[tuple[str, str], ...] = ()


@value(frozen=True, slots=True)
class Hit:
    """One ranked page. `channels` holds each channel's part of the score; `score` is calibrated to 0..1."""

    page: str  # bundle-relative path
    id: str
    kind: str
    title: str
    score: float
    snippet: str
    path: str  # absolute
    project: str
    status: str = "stable"
    description: str = ""
    channels: Mapping[str, float] = field(default_factory=dict)
    raw: bool = False  # only the session's raw text matched


@value(frozen=True, slots=True)
class Pack:
    """A bounded block for an agent's context, and what it cites."""

    text: str
    hits: tuple[Hit, ...] = ()
    tokens: int = 0


@value(frozen=True, slots=True)
class Handoff:
    """What one session leaves to the next: typed, owned, claimed exactly once (docs/reference/handoff.md)."""

    id: str
    kind: Literal["auto", "manual"]
    project: str
    from_agent: str
    from_session: str
    operator: str
    created: str
    expires: str
    goal: str = ""
    done: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    failed_attempts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    last_test: tuple[str, bool | None] | None = None
    cwd: str = ""
    branch: str = ""
    to_agent: str = ""
    state: Literal["open", "claimed", "expired", "cancelled"] = "open"
    claimed_by: str = ""
    generation: int = 0
    stopped: tuple[str, ...] = ()  # where the giver stopped: the last request, its last words
    uncommitted: tuple[str, ...] = ()  # of `files`, those that no commit held when it was written
    learned: tuple[str, ...] = ()
    owner: str = ""  # whose sessions may take it; the giver's operator if empty
    claimed_agent: str = ""
    claimed_at: str = ""
