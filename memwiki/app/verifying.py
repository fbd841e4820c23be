"""verify: the same raw/ gives the same bytes. What differs is told by page and line, and whose rules it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from pathlib import Path
from typing import get_args

from memwiki.app.desk import Desk
from memwiki.app.known import all_facts, knowledge_of, render_all
from memwiki.app.places import at_home
from memwiki.app.proof import lint
from memwiki.app.spooled import Spooled, gone, missing, repeated, survey, tells
from memwiki.compile.fold import Mode, Review
from memwiki.compile.knowledge import COMPILER
from memwiki.records import SessionFacts
from memwiki.spool.seal import sha256_of
from memwiki.wiki.apply import edited
from memwiki.wiki.findings import Finding, error, warning
from memwiki.wiki.page import readable
from memwiki.wiki.refs import COMPILED
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import is_page_path

NEWER = "newer-rules"
LOST = "lost-source"
COPIED = "copied"
SETTINGS = "newer-settings"
_MADE_BY = re.compile(r"^  by: (?P<by>.*)$", re.MULTILINE)
_SHOWN = 120  # characters of a line that differs
_BEFORE = 40  # of them, those that are still the same


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether wiki, raw/ and git agree. `edited` counts the pages that hold a person's text, which may differ.

    `waiting` counts the segments that no commit names yet, so that nothing is said of them.
    """

    project: str
    pages: int
    segments: int
    edited: int
    findings: tuple[Finding, ...]
    waiting: int = 0

    @property
    def verified(self) -> bool:
        """Whether nothing differs by the rules that wrote it."""
        return all(one.severity != "error" for one in self.findings)

    @property
    def lost(self) -> int:
        """How many sources of pages cannot be found."""
        return sum(one.code == LOST for one in self.findings)

    @property
    def copied(self) -> int:
        """How many segments hold what another one does."""
        return sum(one.code == COPIED for one in self.findings)

    @property
    def would_change(self) -> int:
        """How many pages the rules or settings of today would write otherwise than those of before did."""
        return sum(one.code in (NEWER, SETTINGS) for one in self.findings)


def verify(desk: Desk) -> Verified:
    """Compiles raw/ again, from nothing, and compares with what the compiler wrote; checks seals and sources."""
    desk = at_home(desk, desk.existing())
    repository = Repository.open(desk.wiki)
    committed = repository.sealed()
    raw = desk.home.raw(desk.project)
    sessions = survey(raw, committed)
    lost = (replace(one, hint="") for one in lint(desk) if one.code == LOST)
    findings = [*_seals(raw, sessions, committed), *_unnamed(sessions), *_copied(sessions), *lost]
    facts = all_facts(desk, sessions, cached=False)
    texts = render_all(desk, knowledge_of(desk, sessions, facts))
    blobs = repository.compiled()
    held = repository.read_blobs(blobs.values())
    was = {path: held[blob] for path, blob in blobs.items() if blob in held}
    if repository.has_rendering() or not committed or not any(map(is_page_path, repository.tree())):
        differing = _waiting(repository, was, texts, list(compared(was, texts)))
        findings += _by_settings(desk, sessions, facts, was, list(differing))
    else:
        findings.append(error(COMPILED, 0, "no-rendering", _NO_RENDERING, _BRING_BACK))
    waiting = sum(len(one.waiting) for one in sessions.values() if not one.is_ledger or tells(one))
    own = len(edited(repository, was)) if was else 0
    return Verified(desk.project.key, len(texts), len(committed), own, tuple(findings), waiting)


_NO_RENDERING = "what the compiler wrote is not kept here, as in a clone, which leaves it out: no page can be compared"
_BRING_BACK = f"git fetch <where it was> {COMPILED}:{COMPILED}; else pages that change will wait in memwiki review"


def compared(held: Mapping[str, str], texts: Mapping[str, str]) -> Iterator[Finding]:
    """How what the compiler wrote differs from what raw/ gives now, page by page."""
    wiki = max((_rules(text) or 0 for text in held.values()), default=0)  # one compile writes all that changes
    for path in sorted(held.keys() | texts.keys()):
        was, now = held.get(path), texts.get(path)
        if was == now:
            continue
        rules = (None if was is None else _rules(was)) or wiki
        if rules < _number(COMPILER):
            message = f"would change under newer rules (memwiki/{rules} wrote it)"
            yield warning(path, 0, NEWER, message, "the next session that is compiled brings them up to date")
        elif was is None:
            yield error(path, 0, "missing", "raw/ gives this page, the last compile did not", "memwiki compile")
        elif now is None:
            yield error(path, 0, "extra", "the last compile wrote this page, raw/ does not give it")
        else:
            yield _differing(path, was, now)


def _by_settings(
    desk: Desk,
    sessions: Mapping[str, Spooled],
    facts: Mapping[str, SessionFacts],
    was: Mapping[str, str],
    found: list[Finding],
) -> list[Finding]:
    """The differences, which are none where other modes of review and compile give what was written."""
    if not any(one.severity == "error" for one in found):
        return found
    today = (desk.config.settings.review.mode, desk.config.settings.compile.mode)
    for modes in product(get_args(Review), get_args(Mode)):
        if modes == today:
            continue
        texts = render_all(desk, knowledge_of(desk, sessions, facts, modes))
        if not any(one.severity == "error" for one in compared(was, texts)):
            named = zip(("review.mode", "compile.mode"), modes, today, strict=True)
            written = ", ".join(f"{name} {then}" for name, then, now in named if then != now)
            message = f"would change under the settings of today (written with {written})"
            return [replace(one, line=0, code=SETTINGS, severity="warning", message=message, hint="") for one in found]
    return found


def _waiting(
    repository: Repository, held: Mapping[str, str], texts: Mapping[str, str], found: list[Finding]
) -> Iterator[Finding]:
    """The findings, where a page of a person's that no compile can merge is no error: its new text waits for review."""
    tree = repository.tree() if found else {}
    own = repository.read_blobs(tree[path] for path in {*held, *(one.path for one in found)} if path in tree)
    broken = {path for path in tree if tree[path] in own and readable(own[tree[path]]) is None}
    ids = {_id(held[path]) for path in broken if path in held}  # what they were, wherever the compile wants them now
    for one in found:
        in_place = one.path in broken or (one.path in tree and one.path not in held)
        if one.severity == "error" and (in_place or _id(texts.get(one.path, "")) in ids):
            yield warning(one.path, 0, "not-merged", "your page stands; what raw/ gives waits", "memwiki review list")
        else:
            yield one


def _id(text: str) -> str | None:
    page = readable(text)
    return page.id or None if page else None


def _differing(path: str, was: str, now: str) -> Finding:
    """The first line at which two texts part, from a little before the place where they do."""
    lines = zip_longest(was.split("\n"), now.split("\n"))
    line, old, new = next((n, *pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    start = 0
    if max(len(old or ""), len(new or "")) > _SHOWN:
        pairs = enumerate(zip_longest(old or "", new or ""))
        start = max(0, next(n for n, (a, b) in pairs if a != b) - _BEFORE)
    told = f"line {line}: the wiki has {_shown(old, start)}, raw/ gives {_shown(new, start)}"
    return error(path, line, "differs", told)


def _shown(line: str | None, start: int) -> str:
    if line is None:
        return "nothing"
    head = "…" if start else ""
    return f'"{head}{line[start:]}"' if len(line) - start <= _SHOWN else f'"{head}{line[start : start + _SHOWN]}…"'


def _rules(text: str) -> int | None:
    """The number of the rules that wrote a page; None where the page names a model, or nothing."""
    made = _MADE_BY.search(text)
    return _number(made["by"].strip("'\"")) or None if made else None


def _number(by: str) -> int:
    name, _, number = by.partition("/")
    return int(number) if name == "memwiki" and number.isdecimal() else 0


def _unnamed(sessions: Mapping[str, Spooled]) -> Iterator[Finding]:
    """Sealed segments that no commit names: a compile was stopped there, or the commit that named them is gone."""
    for session in sessions.values():
        for part in session.waiting:
            if part.sealed:
                message = "sealed, but no commit of the wiki names it: no page knows of it"
                yield warning(f"raw:{part.name}", 0, "unnamed", message, "memwiki compile")


def _copied(sessions: Mapping[str, Spooled]) -> Iterator[Finding]:
    """Segments that somebody copied from others: what they say counts once, and nothing is lost with the copy."""
    for name, (whose, count) in repeated(sessions).items():
        message = f"holds {count} line{'' if count == 1 else 's'} of raw:{whose} over again; each counts once"
        yield warning(f"raw:{name}", 0, COPIED, message, "take the copy away, if that is all it holds")


def _seals(raw: Path, sessions: Mapping[str, Spooled], committed: Mapping[str, str]) -> Iterator[Finding]:
    there = {part.name: part for one in sessions.values() for part in one.segments if part.sealed}
    for name in gone(sessions, committed):
        yield error(f"raw:{name}", 0, "gone", *missing(raw, name))
    for name, sha in sorted(committed.items()):
        if name not in there:
            continue
        if (now := sha256_of(there[name].path)) != sha:
            message = f"a sealed segment is not what its commit says: sha256 {now[:12]}…, sealed as {sha[:12]}…"
            yield error(f"raw:{name}", 0, "changed", message, "bring it back from a backup")
