"""`--json` of what brings knowledge in from elsewhere."""

from __future__ import annotations

from memwiki.cli.outputs import Output, Part
from memwiki.cli.state_outputs import CompiledPart


class ImportedProject(Part):
    """A project that something was stored in."""

    project: str
    sessions: int


class ImportProblem(Part):
    """A file that could not be read, or how many of its lines could not."""

    path: str
    lines: int
    reason: str


class NotedLine(Part):
    """A statement that was read."""

    kind: str
    title: str
    place: str


class Noted(Output):
    """`memwiki import rules` and `memwiki bootstrap`: statements read from files."""

    name = "noted"

    source: str
    project: str
    dry_run: bool
    files: list[str]
    left_out: list[str]
    added: list[NotedLine]
    changed: list[NotedLine]
    gone: list[NotedLine]
    known: int
    compiled: list[CompiledPart]


class TakenPages(Output):
    """`memwiki import markdown`: pages taken into the wiki as the person's own."""

    name = "taken"

    project: str
    dry_run: bool
    added: list[str]
    changed: list[str]
    known: int
    collisions: list[str]
    left_out: list[str]
    commit: str
    compiled: list[CompiledPart]


class Imported(Output):
    """`memwiki import` of an agent's transcripts or of a claude-mem database."""

    name = "import"

    source: str
    dry_run: bool
    files: int
    unchanged: int
    read_bytes: int
    stored: int
    known: int
    left_out: int
    unplaced: int
    full: int
    erased: int
    redacted: int
    damaged: int
    projects: list[ImportedProject]
    problems: list[ImportProblem]
    compiled: list[CompiledPart]
