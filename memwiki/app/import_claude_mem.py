"""import claude-mem: sessions and what was learned in them, from another memory's database, marked as imported.

A model worded most of it, from what tools printed: so nothing here counts as a person's word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from memwiki.app.claude_mem import Remembered, listed, remembered, when, words
from memwiki.app.desk import Desk
from memwiki.app.importing import Brought, counted
from memwiki.app.intake import Intake, taking
from memwiki.app.noting import Statement, bring
from memwiki.capture.instant import stamp
from memwiki.capture.project import safe_name, slug
from memwiki.capture.transcripts.source import Event
from memwiki.records import Project

SOURCE = "claude-mem"
_MOST_PAGES = 200  # of one kind and project, the newest
_MOST_FILES = 40
_GOTCHAS = ("gotcha", "problem-solution")
_CONCEPTS = ("how-it-works", "why-it-exists", "pattern")


def import_claude_mem(desk: Desk, path: Path, dry_run: bool) -> Brought:
    """Stores the database's sessions as observations, and its decisions, traps and findings as statements."""
    place = path.expanduser().absolute()
    sessions = remembered(place)
    intake = Intake(desk, SOURCE, SOURCE, dry_run=dry_run)
    pages: dict[Project, list[Statement]] = {}
    with taking(intake):
        for one in sessions:
            project = _project(desk, one.project)
            for event in _events(one):
                intake.take(event, fresh=False, project=project)
            pages.setdefault(project, []).extend(_statements(one, place.name))
    stored = known = 0
    touched = {key: len(names) for key, names in intake.counts.sessions.items()}
    for project, told in pages.items():
        noted = bring(desk.at(project), SOURCE, _newest(told), (), dry_run)
        stored, known = stored + noted.count, known + noted.known
        if noted.count:
            touched.setdefault(project.key, 0)
    done = counted(Brought(SOURCE, dry_run, files=1, read_bytes=place.stat().st_size), intake.counts)
    return replace(done, stored=done.stored + stored, known=done.known + known, projects=tuple(sorted(touched.items())))


def _project(desk: Desk, name: str) -> Project:
    """The project of this name: the named one, one whose folder is called so, else a new one."""
    if desk.named or not name:
        return desk.project
    wanted = slug(name)
    plain = [one for one in desk.home.projects() if one.name == wanted or one.name.rpartition("-")[0] == wanted]
    if desk.project.name.rpartition("-")[0] == wanted:
        return desk.project
    return plain[0] if len(plain) == 1 else Project(desk.project.workspace, safe_name(wanted, "project"))


def _events(one: Remembered) -> Iterator[Event]:
    """The session as its hooks might have told it: what was asked, which files were changed, what came of it."""
    common = {"session_id": one.session, "cwd": ""}
    asked = [(when(row), words(row, "prompt_text") or words(row, "prompt"), row) for row in one.prompts]
    if not asked:
        asked = [(when(row), words(row, "request"), row) for row in one.summaries[:1]]
    for at, text, row in asked:
        if text:
            payload = {**common, "hook_event_name": "UserPromptSubmit", "prompt": text}
            yield Event(payload, at, f"{one.session}:prompt:{row['rowid_']}")
    files: dict[str, int] = {}
    for row in one.observations:
        for path in listed(row, "files_modified"):
            files.setdefault(path, when(row))
    for path, at in list(files.items())[:_MOST_FILES]:
        edit: dict[str, Any] = {"tool_name": "Edit", "tool_input": {"file_path": path}}
        yield Event({**common, "hook_event_name": "PostToolUse", **edit}, at, f"{one.session}:file:{path}")
    said = "\n\n".join(filter(None, [*map(_summary, one.summaries[-1:]), _bullets(one)]))
    if said:
        last = max(when(row) for row in [*one.summaries, *one.observations])
        payload = {**common, "hook_event_name": "Stop", "last_assistant_message": said}
        yield Event(payload, last, f"{one.session}:said:{len(one.observations)}:{len(one.summaries)}")


def _summary(row: dict[str, Any]) -> str:
    parts = [words(row, "completed")]
    if learned := words(row, "learned"):
        parts.append(f"Learned: {learned}")
    if steps := listed(row, "next_steps"):
        parts.append("Next steps:\n" + "\n".join(f"- {step}" for step in steps))
    return "\n\n".join(part for part in parts if part)


def _bullets(one: Remembered) -> str:
    """The observations that make no page of their own."""
    told = [row for row in one.observations if _kind(row) is None and words(row, "title")]
    rows = [": ".join(filter(None, (words(row, "title"), words(row, "subtitle")))) for row in told]
    return "What was done:\n" + "\n".join(f"- {row}" for row in rows[:20]) if rows else ""


def _kind(row: dict[str, Any]) -> str | None:
    tags = [tag.casefold() for tag in listed(row, "concepts")]
    if words(row, "type") == "decision":
        return "decision"
    if any(tag in _GOTCHAS for tag in tags):
        return "gotcha"
    return "concept" if words(row, "type") == "discovery" and any(tag in _CONCEPTS for tag in tags) else None


def _statements(one: Remembered, name: str) -> Iterator[Statement]:
    for row in one.observations:
        kind, title = _kind(row), words(row, "title")
        text = words(row, "narrative") or words(row, "text") or words(row, "subtitle")
        if kind is None or not title or not text:
            continue
        facts = listed(row, "facts")[:6]
        parts = {"decision": {"reason": facts}, "gotcha": {"cause": facts}, "concept": {}}[kind]
        place = f"{name}:{row['rowid_']}"
        kept = {part: lines for part, lines in parts.items() if lines}
        yield Statement(kind, title, text, place, stamp(when(row)), kept)


def _newest(told: list[Statement]) -> list[Statement]:
    kept = []
    for kind in ("decision", "gotcha", "concept"):
        kept += sorted((one for one in told if one.kind == kind), key=lambda one: one.ts)[-_MOST_PAGES:]
    return kept
