"""why and lint: each statement leads to the words that prove it, and each page is what it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from memwiki.app.desk import ME, Desk
from memwiki.app.known import facts_of
from memwiki.app.reading import located, page_paths, pages_of, parse_softly, read_page
from memwiki.app.spooled import Spooled, protected, survey
from memwiki.compile.ledger import rulings
from memwiki.compile.sources import footnote
from memwiki.compile.strength import is_over
from memwiki.errors import NotFound
from memwiki.index.content import joins_of
from memwiki.index.graph import shape
from memwiki.records import Evidence, Observation, Page, Project
from memwiki.wiki.findings import info, line_of, warning
from memwiki.wiki.lint import Finding, approvals_of
from memwiki.wiki.lint import lint as look
from memwiki.wiki.page import readable
from memwiki.wiki.repository import Repository
from memwiki.wiki.statements import cited, plain, statements

_RESOURCE = re.compile(r"raw:(?P<segment>[^#]+)(?:#(?P<first>\d+)\.\.(?P<last>\d+))?")
_MARK = re.compile(r"o[0-9a-f]{8}")  # as the compiler names a source
_LONGEST = 300
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n")
_VERDICT = re.compile(r"\b(?:passed|failed|ok|error|errors|failures?|tests?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Proof:
    """One source of a statement, and the captured words."""

    id: str
    agent: str
    session: str
    author: str
    time: str
    resource: str
    words: str
    found: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the page's body; `own` where a person wrote it into the page, and no source stands behind it.

    `section` is the heading that it stands under.
    """

    text: str
    line: int
    proofs: tuple[Proof, ...]
    own: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What somebody decided about the page: approve, retire, feedback and its verdict; who, when."""

    event: str
    verdict: str
    author: str
    time: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """A page's statements with what proves each."""

    project: str
    page: str
    title: str
    statements: tuple[Statement, ...]
    status: str = "stable"
    generated: str = ""  # who worded it: memwiki/<number>, or a model
    rulings: tuple[Ruled, ...] = ()


def why(desk: Desk, name: str) -> Reasons:
    """Each statement of a page with the words that prove it."""
    desk, path = located(desk, name)
    page = read_page(desk, path)
    sources = {str(one.get("id")): one for one in _sources(page)}
    archive = _Archive(desk)
    own = _own(desk, page)
    sections = {one.line: one.section for one in statements(page.body)}
    found = []
    for number, line in enumerate(page.body.splitlines(), 1):
        marks = [] if line.startswith("[^") else [mark for mark in cited(line) if mark in sources]
        text = plain(line)
        if text and (marks or text in own):
            proofs = tuple(archive.proof(mark, sources[mark], text) for mark in marks)
            found.append(Statement(text, number, proofs, not marks, sections.get(number, "")))
    generated = page.meta.get("generated")
    by = str(generated.get("by", "")) if isinstance(generated, Mapping) else ""
    ruled = tuple(_rulings(desk, page))
    return Reasons(desk.project.key, page.path, page.title, tuple(found), page.status, by, ruled)


def _own(desk: Desk, page: Page) -> set[str]:
    """What the page states that the compiler's own rendering of it does not: a person wrote it."""
    made = _made(desk) or {}
    base = next((one for path, one in made.items() if path == page.path or (page.id and one.id == page.id)), None)
    known = {one.text for one in statements(base.body)} if base else set()
    return {one.text for one in statements(page.body)} - known


def _rulings(desk: Desk, page: Page) -> Iterator[Ruled]:
    """What the ledger says of the page, oldest first; what agents decided does not count and is not told."""
    books = survey(desk.home.raw(desk.project), {}, ledger_only=True).values()
    told = rulings(seen for one in books for seen in one.observations())
    for one in told:
        if page.id and page.id in one.pages and one.event in ("approve", "retire", "feedback"):
            yield Ruled(one.event, one.signal, one.actor, one.at)


def lint(desk: Desk) -> list[Finding]:
    """What is wrong with the project's pages, and which of them stand out."""
    desk.existing()
    if not desk.wiki.is_dir():
        raise NotFound(f"no wiki yet: {desk.project.key}", hint="memwiki compile")
    archive = _Archive(desk)
    made = _made(desk)
    approvals = None if made is None else {page.id: approvals_of(page) for page in made.values()}
    here = set(page_paths(desk))
    deleted = {page.id for path, page in (made or {}).items() if path not in here}
    return [*look(desk.wiki, archive.holds, approvals, deleted), *_expired(desk), *_standing_out(desk)]


def _standing_out(desk: Desk) -> Iterator[Finding]:
    """Hubs and pages that nothing joins to another, by the graph that search walks."""
    found = shape([joins_of(path, text) for path, text in sorted(pages_of(desk).items())])
    for path, count in found.hubs.items():
        message = f"{count} pages are joined to this one: links say little where everything leads to it"
        yield info(path, 0, "hub", message, "split it, or link to what is meant")
    for path in found.alone:
        message = "no link, relation, shared name or session joins this page to another"
        yield info(path, 0, "alone", message, "link it from a page on the same subject, or give it entities")


def _expired(desk: Desk) -> Iterator[Finding]:
    """Pages whose end, set by a person, has come: nothing recalls them any more."""
    for path, text in pages_of(desk).items():
        page = parse_softly(text, path) if "expires:" in text else None
        if page and page.status != "deprecated" and is_over(str(page.meta.get("expires", "")), desk.now):
            message = f"expired on {str(page.meta['expires'])[:10]}: no agent is told of it"
            yield warning(path, line_of(page, "expires"), "expired", message, "set a later date, or memwiki forget it")


def _made(desk: Desk) -> dict[str, Page] | None:
    """The pages of the compiler's own rendering, which knows only the ledger's approvals; None where there is none."""
    if not (desk.wiki / ".git").exists():
        return None
    repository = Repository.open(desk.wiki)
    blobs = repository.compiled()
    texts = repository.read_blobs(set(blobs.values()))
    pages = {path: readable(texts[blob], path) for path, blob in blobs.items() if blob in texts}
    return {path: page for path, page in pages.items() if page}


def _sources(page: Page) -> list[Mapping[str, Any]]:
    sources = page.meta.get("sources")
    return [one for one in (sources if isinstance(sources, list) else []) if isinstance(one, Mapping)]


class _Archive:
    """Finds captured words by their resource."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sessions: dict[str, dict[str, Spooled]] = {}

    def proof(self, identity: str, source: Mapping[str, Any], statement: str) -> Proof:
        """What one source says about a statement."""
        resource = str(source.get("resource", ""))
        match = _RESOURCE.fullmatch(resource)
        key = match["segment"].rpartition("/")[0] if match else ""
        session = self._session(key)
        seen = _at(session, match["segment"], int(match["first"] or 1)) if session and match else None
        if seen and match and match["first"] and _is_another(seen, identity):
            seen = None  # lines were taken out of the segment, or put into it
        seen = protected(self._desk, seen) if seen else None
        agent, _, name = key.partition("-")
        return Proof(
            id=identity,
            agent=seen.agent if seen else agent,
            session=seen.session if seen else name,
            author=str(source.get("author", "")),
            time=str(source.get("last_modified", "")),
            resource=resource,
            words=self._words(session, seen, statement) if session and seen else "",
            found=seen is not None,
        )

    def holds(self, resource: str) -> bool:
        """Whether the resource can be found."""
        match = _RESOURCE.fullmatch(resource)
        session = self._session(match["segment"].rpartition("/")[0]) if match else None
        if not session or not match:
            return False
        if match["first"]:
            return _at(session, match["segment"], int(match["first"])) is not None
        return any(part.name == match["segment"] for part in session.segments)

    def _session(self, key: str) -> Spooled | None:
        projects = [self._desk.project]
        if self._desk.project.name == ME:
            projects += [one for one in self._desk.home.projects() if one.workspace == self._desk.project.workspace]
        for project in projects:
            if found := self._all(project).get(key):
                return found
        return None

    def _all(self, project: Project) -> dict[str, Spooled]:
        if project.key not in self._sessions:
            self._sessions[project.key] = survey(self._desk.home.raw(project), {})
        return self._sessions[project.key]

    def _words(self, session: Spooled, seen: Observation, statement: str) -> str:
        """The words that the compiler noted as proof, else what of the observation comes nearest to the statement."""
        if seen.tool and not seen.text:
            return _deed(seen, statement)[:_LONGEST]
        quotes = [] if session.is_ledger else self._quotes(session, seen)
        pieces = quotes or [piece for piece in _SENTENCE.split(seen.text) if piece.strip()]
        return _nearest(pieces, statement, pieces[0] if pieces else "").strip()[:_LONGEST]

    def _quotes(self, session: Spooled, seen: Observation) -> list[str]:
        facts = facts_of(self._desk, session, store=False)
        return [one.quote for one in _evidence(facts) if one.observation == seen.id and one.quote]


def _at(session: Spooled, segment: str, line: int) -> Observation | None:
    parts = [part for part in session.segments if part.name == segment]
    return next((seen for seen in session.observations(parts) if seen.line == line), None)


def _is_another(seen: Observation, identity: str) -> bool:
    """Whether the compiler made the source from another observation than now stands at its place."""
    return bool(seen.id and _MARK.fullmatch(identity)) and footnote(seen.id) != identity


def _deed(seen: Observation, statement: str) -> str:
    """What a tool was asked to do, and the line that comes nearest to the statement: of its answer, or of an edit."""
    given = {name: value for name, value in seen.tool.input.items() if isinstance(value, str)} if seen.tool else {}
    output = seen.tool.output if seen.tool else ""
    what, lines = given.get("command", ""), output
    if not what:
        what = next(iter(seen.files), "") or given.get("file_path", "") or given.get("path", "")
        what = what.removeprefix(f"{seen.cwd}/") if seen.cwd else what
        lines = next((given[name] for name in ("new_string", "content", "patch", "new") if given.get(name)), output)
    told = [line.strip() for line in lines.splitlines() if any(char.isalnum() for char in line)]
    last = next((line for line in reversed(told) if _VERDICT.search(line)), told[-1] if told else "")
    line = _nearest(told, statement, last)
    return f"{' '.join(what.split())} → {line}" if what and line else what or line


def _nearest(pieces: Sequence[str], statement: str, otherwise: str) -> str:
    """The piece that shares most words with the statement; `otherwise` where none shares any."""
    mine = _terms(statement)
    best = max(pieces, key=lambda piece: len(_terms(piece) & mine), default=otherwise)
    return best if _terms(best) & mine else otherwise


def _terms(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9_]{2,}|[一-鿿]", text.casefold()))


def _evidence(value: Any) -> Iterator[Evidence]:
    if isinstance(value, Evidence):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from _evidence(getattr(value, part.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _evidence(item)
