"""What is known of a project: each session's facts, extracted once; all of them folded; the pages they make."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from memwiki import compile as rules
from memwiki.app.desk import ME, Desk
from memwiki.app.rendered import rendered
from memwiki.app.spooled import Spooled, protected, survey
from memwiki.compile import codec, modelclaims
from memwiki.compile.facts import SLIPS, extract, set_aside
from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.meddling import Memory, meddlings
from memwiki.compile.write import About, pages
from memwiki.config import user_folder
from memwiki.errors import Invalid
from memwiki.files import atomic_write
from memwiki.records import Observation, Project, SessionFacts
from memwiki.wiki.apply import Rendered
from memwiki.wiki.page import render
from memwiki.wiki.repository import Repository

Progress = Callable[[str, int, int], None] | None
CACHE = "extracts"


def facts_of(desk: Desk, session: Spooled, cached: bool = True, store: bool = True) -> SessionFacts:
    """The facts of the session's sealed segments, from the cache where it has them.

    What is read is redacted once more: a newer rule, or one that the person added, protects older observations.
    """
    file = desk.home.index(desk.project) / CACHE / f"{session.key}.json"
    key = f"{_extractor()} {_redaction(desk)} {session.digest()}"
    if cached and not session.cuts:  # what was forgotten of a session stands in its facts, where a page is to stay away
        with contextlib.suppress(OSError, ValueError, Invalid, KeyError, TypeError):
            held = json.loads(file.read_bytes())
            if held["key"] == key:
                return codec.from_json(held["facts"])
    seen = [protected(desk, one) for one in session.remembered(session.sealed)]
    try:
        found = replace(extract(seen), meddled=meddlings(seen, memory_of(desk)))
        if any(cut.of_page for cut in session.cuts):
            whole = [protected(desk, one) for one in session.remembered(session.sealed, pages=False)]
            found = replace(found, claims=extract(whole).claims)
    except SLIPS as error:
        if not seen:
            raise
        return set_aside(session.key, seen, f"{type(error).__name__}: {error}"[:200])  # not kept: rules get mended
    if session.cuts:
        file.unlink(missing_ok=True)
    elif cached and store:
        document = {"key": key, "facts": codec.to_json(found)}
        atomic_write(file, json.dumps(document, separators=(",", ":")))
    return found


def all_facts(
    desk: Desk, sessions: Mapping[str, Spooled], progress: Progress = None, cached: bool = True
) -> dict[str, SessionFacts]:
    """Facts of every session of work that has anything sealed, by key."""
    todo = [one for one in sessions.values() if not one.is_ledger and one.sealed]
    found = {}
    for number, session in enumerate(todo, 1):
        found[session.key] = facts_of(desk, session, cached)
        if progress:
            progress("sessions", number, len(todo))
    if cached:
        for file in (desk.home.index(desk.project) / CACHE).glob("*.json"):
            if file.stem not in sessions:
                file.unlink(missing_ok=True)  # what raw/ no longer holds
    return found


def ledger_of(sessions: Iterable[Spooled]) -> list[Observation]:
    """What the sealed ledger says."""
    return [seen for one in sessions if one.is_ledger for seen in one.observations(one.sealed)]


def knowledge_of(desk: Desk, sessions: Mapping[str, Spooled], facts: Mapping[str, SessionFacts]) -> Knowledge:
    """All that this amounts to. For the pages that hold everywhere, the other projects of the workspace count, too."""
    settings = desk.config.settings
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
        review=settings.review.mode,
        mode=settings.compile.mode,
    )


def render_all(desk: Desk, knowledge: Knowledge) -> dict[str, str]:
    """The text of every page, by path."""
    return {path: render(page) for path, page in pages(knowledge, _about(desk.project)).items()}


def render_changed(desk: Desk, knowledge: Knowledge) -> dict[str, Rendered]:
    """The same, by path, where only the text of pages that change is made again."""
    return rendered(knowledge, _about(desk.project), desk.home.index(desk.project))


def memory_of(desk: Desk) -> Memory:
    """Where this memory lies, by each of its names."""
    root = desk.home.root
    names = dict.fromkeys((root.absolute().as_posix(), root.resolve().as_posix()))
    return Memory(tuple(names), user_folder().as_posix())


def says_everywhere(facts: Iterable[SessionFacts]) -> bool:
    """Whether a person said something that holds in all projects."""
    return any("me" in claim.parts.get("scope", ()) for one in facts for claim in one.claims)


@lru_cache(maxsize=1)
def _extractor() -> str:
    """A name for the rules of extraction: facts found by other rules are found again."""
    digest = hashlib.sha256(codec.FORMAT.encode())
    for file in sorted(Path(rules.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


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
