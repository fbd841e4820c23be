"""Knowledge becomes pages: a pure function, so that the same raw/ gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from memwiki.compile.knowledge import Knowledge, Topic
from memwiki.compile.mentions import mentions_of
from memwiki.compile.places import Places, places
from memwiki.compile.write_project import PATH, About, project_page
from memwiki.compile.write_session import session_page
from memwiki.compile.write_topic import topic_page
from memwiki.records import Page, SessionFacts


@dataclass(frozen=True, slots=True)
class Draft:
    """A page that is not written yet: all that its text is made from is `given`, and what it asks of the places."""

    path: str
    given: tuple[object, ...]
    write: Callable[[Places], Page]


def drafts(knowledge: Knowledge, where: Places, about: About | None = None) -> list[Draft]:
    """All pages in path order: topics, sessions, the project's own. Indexes are wiki's."""
    mentions = mentions_of(knowledge)
    found = [_topic(topic, where, mentions.get(topic.id, ())) for topic in knowledge.topics]
    found += [_session(one, where) for one in knowledge.sessions]
    if knowledge.sessions or knowledge.about:
        write = partial(project_page, knowledge, about=about or About())
        found.append(Draft(PATH, (), lambda places: write(places=places)))
    return sorted(found, key=lambda one: one.path)


def _topic(topic: Topic, where: Places, mentions: tuple[str, ...]) -> Draft:
    return Draft(where.of(topic.id), (topic, mentions), lambda places: topic_page(topic, places, mentions))


def _session(facts: SessionFacts, where: Places) -> Draft:
    return Draft(where.sessions[facts.key][0], (facts,), lambda places: session_page(facts, places))


def pages(knowledge: Knowledge, about: About | None = None) -> dict[str, Page]:
    """All pages by bundle-relative path, in path order."""
    where = places(knowledge)
    return {draft.path: draft.write(where) for draft in drafts(knowledge, where, about)}


__all__ = ["PATH", "About", "Draft", "drafts", "pages", "places"]
