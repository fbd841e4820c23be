"""verify: the same raw/ gives the same bytes. What differs is told by page and line, and whose rules it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from memwiki.app.desk import Desk
from memwiki.app.known import all_facts, knowledge_of, render_all
from memwiki.app.places import at_home
from memwiki.app.proof import lint
from memwiki.app.spooled import Spooled, survey
from memwiki.compile.knowledge import COMPILER
from memwiki.spool.seal import sha256_of
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.findings import Finding, error, warning
from memwiki.wiki.page import readable
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import is_page_path

NEWER = "newer-rules"
_MADE_BY = re.compile(r"^  by: (?P<by>.*)$", re.MULTILINE)
_SHOWN = 120  # characters of a line that differs


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether wiki, raw/ and git agree. `edited` counts the pages that hold a person's text, which may differ."""

    project: str
    pages: int
    segments: int
    edited: int
    findings: tuple[Finding, ...]

    @property
    def verified(self) -> bool:
        """Whether nothing differs by the rules that wrote it."""
        return all(one.severity != "error" for one in self.findings)

    @property
    def would_change(self) -> int:
        """How many pages the rules of today would write otherwise than the older rules did."""
        return sum(one.code == NEWER for one in self.findings)


def verify(desk: Desk) -> Verified:
    """Compiles raw/ again, from nothing, and compares with what the compiler wrote; checks seals and sources."""
    desk = at_home(desk, desk.existing())
    repository = Repository.open(desk.wiki)
    committed = repository.sealed()
    sessions = survey(desk.home.raw(desk.project), committed)
    findings = [*_seals(sessions, committed), *(one for one in lint(desk) if one.code == "lost-source")]
    texts = render_all(desk, knowledge_of(desk, sessions, all_facts(desk, sessions, cached=False)))
    blobs = repository.compiled()
    held = repository.read_blobs(blobs.values())
    was = {path: held[blob] for path, blob in blobs.items() if blob in held}
    findings += _waiting(repository, was, texts, list(compared(was, texts)))
    return Verified(desk.project.key, len(texts), len(committed), _edited(repository), tuple(findings))


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
            yield warning(path, 0, NEWER, message, "memwiki compile")
        elif was is None:
            yield error(path, 0, "missing", "raw/ gives this page, the last compile did not", "memwiki compile")
        elif now is None:
            yield error(path, 0, "extra", "the last compile wrote this page, raw/ does not give it")
        else:
            yield _differing(path, was, now)


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
    """The first line at which two texts part."""
    lines = zip_longest(was.split("\n"), now.split("\n"))
    line, old, new = next((n, *pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    return error(path, line, "differs", f"line {line}: the wiki has {_shown(old)}, raw/ gives {_shown(new)}")


def _shown(line: str | None) -> str:
    if line is None:
        return "nothing"
    return f'"{line}"' if len(line) <= _SHOWN else f'"{line[:_SHOWN]}…"'


def _rules(text: str) -> int | None:
    """The number of the rules that wrote a page; None where the page names a model, or nothing."""
    made = _MADE_BY.search(text)
    return _number(made["by"].strip("'\"")) or None if made else None


def _number(by: str) -> int:
    name, _, number = by.partition("/")
    return int(number) if name == "memwiki" and number.isdecimal() else 0


def _edited(repository: Repository) -> int:
    """How many pages stand in the wiki otherwise than the compiler wrote them."""
    head, base = repository.tree(), repository.compiled()
    pages = (path for path in {*head, *base} if is_page_path(path) and not is_reserved(path))
    return sum(base.get(path) != head.get(path) for path in pages)


def _seals(sessions: Mapping[str, Spooled], committed: Mapping[str, str]) -> Iterator[Finding]:
    there = {part.name: part for one in sessions.values() for part in one.segments if part.sealed}
    for name, sha in sorted(committed.items()):
        if name not in there:
            yield error(f"raw:{name}", 0, "gone", "a sealed segment is gone", "bring it back from a backup")
        elif (now := sha256_of(there[name].path)) != sha:
            message = f"a sealed segment is not what its commit says: sha256 {now[:12]}…, sealed as {sha[:12]}…"
            yield error(f"raw:{name}", 0, "changed", message, "bring it back from a backup")
