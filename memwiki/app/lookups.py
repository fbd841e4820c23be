"""What prompts may bring, made ready for the hook; and the log of what they brought."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk
from memwiki.app.parsed import Parsed
from memwiki.compile.knowledge import Knowledge
from memwiki.files import atomic_write
from memwiki.inject.prompts import prompts
from memwiki.wiki.bundle import is_reserved

OUTCOMES = ("delivered", "no match", "blocked", "stale")


@dataclass(frozen=True, slots=True)
class Lookup:
    """One prompt that was held against the skills; `skill` is "" where none fits."""

    ts: str
    agent: str
    session: str
    outcome: str
    reason: str
    skill: str = ""
    version: int = 0
    page: str = ""
    project: str = ""
    score: float = 0.0
    files: tuple[str, ...] = ()


def write_prompts(desk: Desk, knowledge: Knowledge, parsed: Parsed) -> None:
    """Writes the file that the hook holds prompts against; none where there is no skill."""
    file = prompts_file(desk)
    files = sorted(one for one in (desk.wiki / "skills").glob("*.md") if one.is_file() and not one.is_symlink())
    paths = [f"skills/{one.name}" for one in files if not is_reserved(one.name)]
    pages = {page.id: page for path in paths if (page := parsed.page(path)).id}
    document = prompts(knowledge.topics, pages, knowledge.sessions)
    if document:
        atomic_write(file, json.dumps(document, ensure_ascii=False))
    else:
        file.unlink(missing_ok=True)


def prompts_file(desk: Desk) -> Path:
    """Where the hook reads what prompts may bring."""
    return desk.home.state / "prompts" / desk.project.workspace / f"{desk.project.name}.json"


def lookups(desk: Desk, most: int = 50, outcome: str = "") -> list[Lookup]:
    """The last looks, newest first."""
    desk.existing()
    folder = desk.home.state / "lookups" / desk.project.workspace
    names = (f"{desk.project.name}.jsonl.1", f"{desk.project.name}.jsonl")
    found = [one for name in names for one in _read(folder / name) if outcome in ("", one.outcome)]
    return found[::-1][:most]


def _read(file: Path) -> Iterator[Lookup]:
    try:
        text = file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return
    for line in text.split("\n"):
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict) and told.get("outcome") in OUTCOMES:
            yield _lookup(told)


def _lookup(told: dict[str, Any]) -> Lookup:
    version, score = told.get("version"), told.get("score")
    files = told.get("files")
    return Lookup(
        **{name: str(told.get(name) or "") for name in ("ts", "agent", "session", "outcome", "reason")},
        **{name: str(told.get(name) or "") for name in ("skill", "page", "project")},
        version=version if isinstance(version, int) else 0,
        score=float(score) if isinstance(score, int | float) else 0.0,
        files=tuple(str(one) for one in files) if isinstance(files, list) else (),
    )
