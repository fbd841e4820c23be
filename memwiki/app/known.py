"""What is known of a project: each session's facts, extracted once; all of them folded; the pages they make."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from memwiki.app.crew import Crew
from memwiki.app.desk import ME, Desk
from memwiki.app.extraction import Job, extractor, found, keep, known
from memwiki.app.rendered import Fresh, rendered
from memwiki.app.spooled import Spooled, survey
from memwiki.compile import modelclaims
from memwiki.compile.fold import Mode, Review, fold
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.lean import lean
from memwiki.compile.meddling import Memory
from memwiki.compile.remembered import forget
from memwiki.compile.session import apart
from memwiki.compile.write import About, Whole, as_it_is, pages
from memwiki.config import user_folder
from memwiki.records import Observation, Project, SessionFacts
from memwiki.spool.seal import sha256_of
from memwiki.wiki.apply import Rendered
from memwiki.wiki.page import render
from memwiki.wiki.repository import Repository

Progress = Callable[[str, int, int], None] | None
CACHE = "extracts"


def facts_of(desk: Desk, session: Spooled, cached: bool = True, store: bool = True) -> SessionFacts:
    """The facts of the session's sealed segments, from the cache where it has them."""
    job = _jobs(desk, [session])[0]
    facts = known(job) if cached else None
    if facts is None:
        facts = found(job)
        if cached and store:
            keep(job, facts)
    return facts


def all_facts(
    desk: Desk,
    sessions: Mapping[str, Spooled],
    progress: Progress = None,
    cached: bool = True,
    crew: Crew | None = None,
    changed: list[str] | None = None,
) -> dict[str, SessionFacts]:
    """Facts of every session of work that has anything sealed, by key, in the order of the keys.

    With `cached` they are lean, wherever `whole_facts` finds the rest of them again. `changed` gets the segments that
    are read now and are not what was sealed.
    """
    todo = _jobs(desk, (one for one in sessions.values() if not one.is_ledger and one.sealed))
    room = _Room()
    told = {job.key: room.take(job, known(job)) if cached else None for job in todo}
    unknown = [job for job in todo if told[job.key] is None]
    if changed is not None:
        parts = [part for job in unknown for part in sessions[job.key].sealed]
        changed += [part.name for part in parts if sha256_of(part.path) != part.sha]
    with crew or Crew() as mates:
        each = mates.facts(unknown) if cached else ((job, found(job)) for job in unknown)
        for number, (job, facts) in enumerate(each, 1 + len(todo) - len(unknown)):
            told[job.key] = room.take(job, facts, later=True) if cached else facts
            if progress:
                progress("sessions", number, len(todo))
    if any(told[job.key] is None for job in unknown):  # then none is held whole: there are many
        forget(tables=True)
        for job in todo:
            facts = told[job.key] or known(job) or found(job)
            told[job.key] = facts if facts.lean or facts.unread or job.cuts else lean(facts)
    if cached:
        for file in (desk.home.index(desk.project) / CACHE).glob("*.json"):
            if file.stem not in sessions:
                file.unlink(missing_ok=True)  # what raw/ no longer holds
    return {key: facts for key, facts in told.items() if facts}


@dataclass(slots=True)
class _Room:
    """How many bytes of facts may still be held whole; those of further sessions are lean.

    What is held while sessions are read lies between what that needs for a moment, which then cannot be used again. So
    of many sessions the last are let go, and taken from their files afterwards.
    """

    left: int = 2_000_000
    lean: int = 3_000_000

    def take(self, job: Job, facts: SessionFacts | None, later: bool = False) -> SessionFacts | None:
        """The facts as they are held, None for `later`; what cannot be read again is held whole."""
        if facts is None or facts.unread or job.cuts:
            return facts
        with contextlib.suppress(OSError):
            self.left -= Path(job.file).stat().st_size
        if self.left > 0:
            return facts
        return lean(facts) if not later or self.left > -self.lean else None


def whole_facts(desk: Desk, sessions: Mapping[str, Spooled]) -> Whole:
    """What tells all facts of a session again, as its own page needs them; named by what they come from."""
    jobs = {job.key: job for job in _jobs(desk, (one for one in sessions.values() if one.sealed))}

    def whole(facts: SessionFacts) -> tuple[object, Callable[[], SessionFacts]]:
        job = jobs.get(facts.key)
        if job is None or job.cuts or facts.unread:
            return as_it_is(facts)
        if not facts.lean:
            return (job.name, facts.pinned), lambda: facts
        return (job.name, facts.pinned), lambda: replace(known(job, held=False) or found(job), pinned=facts.pinned)

    return whole


def _jobs(desk: Desk, sessions: Iterable[Spooled]) -> list[Job]:
    capture, memory = desk.config.settings.capture, memory_of(desk)
    folder = desk.home.index(desk.project) / CACHE
    rules = f"{extractor()} {_redaction(desk)}"
    return [
        Job(
            key=one.key,
            segments=tuple(str(part.path) for part in one.sealed),
            file=str(folder / f"{one.key}.json"),
            name=f"{rules} {one.digest()}",
            cuts=one.cuts,
            extra_patterns=capture.extra_patterns,
            allow=capture.allow,
            roots=memory.roots,
            user=memory.user,
        )
        for one in sessions
    ]


def ledger_of(sessions: Iterable[Spooled]) -> list[Observation]:
    """What the sealed ledger says."""
    return apart(seen for one in sessions if one.is_ledger for seen in one.each(one.sealed))


def knowledge_of(
    desk: Desk,
    sessions: Mapping[str, Spooled],
    facts: Mapping[str, SessionFacts],
    modes: tuple[Review, Mode] | None = None,
) -> Knowledge:
    """All that this amounts to. For the pages that hold everywhere, the other projects of the workspace count, too.

    `modes` are those of review and compile, if not the desk's own.
    """
    settings = desk.config.settings
    review, mode = modes or (settings.review.mode, settings.compile.mode)
    told, ledger = list(facts.values()), ledger_of(sessions.values())
    shared = desk.project.name == ME
    for project in _workspace(desk) if shared else []:
        place = desk.at(project)
        others = _sealed_sessions(place)
        told += all_facts(place, others).values()
        ledger += ledger_of(others.values())
    return fold(
        told,
        [modelclaims.protected(one, desk.redacted) for one in ledger],
        scope="me" if shared else "project",
        review=review,
        mode=mode,
    )


def render_all(desk: Desk, knowledge: Knowledge) -> dict[str, str]:
    """The text of every page, by path."""
    return {path: render(page) for path, page in pages(knowledge, _about(desk.project)).items()}


def render_changed(
    desk: Desk, knowledge: Knowledge, sessions: Mapping[str, Spooled], fresh: Fresh | None = None
) -> dict[str, Rendered]:
    """The same, by path, where only the text of pages that change is made again, and told to `fresh`."""
    whole = whole_facts(desk, sessions)
    return rendered(knowledge, _about(desk.project), desk.home.index(desk.project), whole, fresh)


def memory_of(desk: Desk) -> Memory:
    """Where this memory lies, by each of its names."""
    root = desk.home.root
    names = dict.fromkeys((root.absolute().as_posix(), root.resolve().as_posix()))
    return Memory(tuple(names), user_folder().as_posix())


def says_everywhere(facts: Iterable[SessionFacts]) -> bool:
    """Whether a person said something that holds in all projects."""
    return any("me" in claim.parts.get("scope", ()) for one in facts for claim in one.claims)


def _redaction(desk: Desk) -> str:
    """A name for the person's own rules of redaction."""
    capture = desk.config.settings.capture
    return hashlib.sha256(repr((capture.extra_patterns, capture.allow)).encode("utf-8", "replace")).hexdigest()[:8]


def _workspace(desk: Desk) -> list[Project]:
    mine = desk.project
    return [one for one in desk.home.projects() if one.workspace == mine.workspace and one.name != ME]


def _sealed_sessions(desk: Desk) -> dict[str, Spooled]:
    committed = Repository.open(desk.wiki).sealed() if (desk.wiki / ".git").exists() else {}
    return survey(desk.home.raw(desk.project), committed)


def _about(project: Project) -> About:
    """The project's name, without the hash that tells it from others of that name."""
    name, _, tail = project.name.rpartition("-")
    plain = bool(name) and len(tail) == 8 and not set(tail) - set("0123456789abcdef")
    return About(name=name if plain else project.name)
