"""import rules: the standing instructions of CLAUDE.md and AGENTS.md, each with its file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memwiki.app.desk import ME, Desk
from memwiki.app.files_read import changed_at, settings_at, text_at
from memwiki.app.noting import Noted, Statement, bring
from memwiki.app.pipeline import Choice, Compiled, How, compile_projects
from memwiki.compile.prose import shortened, unmarked
from memwiki.compile.rulefile import rules
from memwiki.config import user_folder
from memwiki.errors import NotFound
from memwiki.records import Project

NAMES = ("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md")


@dataclass(frozen=True, slots=True)
class Read:
    """What was read from files, and what that changed."""

    source: str
    project: str
    dry_run: bool
    files: tuple[str, ...]
    noted: Noted
    left_out: tuple[str, ...] = ()
    compiled: tuple[Compiled, ...] = ()


def import_rules(desk: Desk, path: Path | None, me: bool, dry_run: bool, vectors: bool = True) -> Read:
    """Notes each rule of a file, or of the rule files in a folder (the project's if not given)."""
    place = (path.expanduser() if path else Path(desk.root) if desk.root else desk.cwd).absolute()
    root = Path(desk.root) if desk.root and place.is_relative_to(desk.root) else place
    root = root.parent if root.is_file() else root
    settings = settings_at(desk, root)
    target = desk.at(Project(desk.project.workspace, ME)) if me else desk
    files = [place / name for name in NAMES] if place.is_dir() else [place]
    told, read = list[Statement](), list[str]()
    for file in files:
        text = text_at(root, file, settings)
        if text is None:
            continue
        name = shown(file, root)
        read.append(name)
        scope = "me" if me else "project"
        told += [
            Statement("preference", _title(one.text), one.text, f"{name}:{one.line}", changed_at(file), scope=scope)
            for one in rules(text)
        ]
    if not read:
        raise NotFound(f"no rule file in {place}", hint=f"looked for {', '.join(NAMES)}; links are not followed")
    noted = bring(target, "rules", told, read, dry_run)
    return Read(
        "rules", target.project.key, dry_run, tuple(read), noted, compiled=compiled(target, noted, dry_run, vectors)
    )


def compiled(desk: Desk, noted: Noted, dry_run: bool, vectors: bool) -> tuple[Compiled, ...]:
    """The pages that follow from it."""
    if dry_run or not noted.count:
        return ()
    return tuple(compile_projects(desk, Choice(project=desk.project, by_hand=True), How(vectors=vectors)))


def shown(file: Path, root: Path) -> str:
    """The file as pages name it: below the root, else below the person's home folder, else by its name."""
    for base, prefix in ((root, ""), (user_folder(), "~/")):
        if file.is_relative_to(base):
            return prefix + file.relative_to(base).as_posix()
    return file.name


def _title(text: str) -> str:
    return shortened(unmarked(text).rstrip("."), 80)
