"""Knowledge becomes pages: a pure function, so that the same raw/ gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from memwiki.compile.knowledge import Knowledge, Topic
from memwiki.compile.mentions import mentions_of
from memwiki.compile.places import Places, places
from memwiki.compile.withheld import Withheld, without
from memwiki.compile.write_project import PATH, About, project_page
from memwiki.compile.write_session import session_page
from memwiki.compile.write_topic import topic_page
from memwiki.records import Page, SessionFacts

# Of a session of which only lean facts are held (memwiki/compile/lean.py): a name for all of them, and how to get them.
Whole = Callable[[SessionFacts], tuple[object, Callable[[], SessionFacts]]]


def as_it_is(facts: SessionFacts) -> tuple[object, Callable[[], SessionFacts]]:
    """The facts, where whole ones are held."""
    return facts, lambda: facts


@dataclass(frozen=True, slots=True)
class Draft:
    """A page that is not written yet: all that its text is made from is `given`, and what it asks of the places."""

    path: str
    given: tuple[object, ...]
    write: Callable[[Places], Page]


def drafts(knowledge: Knowledge, where: Places, about: About | None = None, whole: Whole = as_it_is) -> Iterator[Draft]:
    """All pages in path order, each made when its turn comes: topics, sessions, the project's. Indexes are wiki's."""
    mentions = mentions_of(knowledge)
    found: list[tuple[str, Callable[[], Draft]]] = [
        (where.of(topic.id), partial(_topic, topic, where, mentions.get(topic.id, ()))) for topic in knowledge.topics
    ]
    found += [
        (where.sessions[one.key][0], partial(_session, one, where, whole, knowledge.withheld.get(one.key)))
        for one in knowledge.sessions
    ]
    if knowledge.sessions or knowledge.about:
        found.append((PATH, partial(_project, knowledge, about or About())))
    for _, make in sorted(found, key=lambda pair: pair[0]):
        yield make()


def _project(knowledge: Knowledge, about: About) -> Draft:
    return Draft(PATH, (), lambda places: project_page(knowledge, places, about))


def _topic(topic: Topic, where: Places, mentions: tuple[str, ...]) -> Draft:
    return Draft(where.of(topic.id), (topic, mentions), lambda places: topic_page(topic, places, mentions))


def _session(held: SessionFacts, where: Places, whole: Whole, hidden: Withheld | None) -> Draft:
    name, load = whole(held)
    return Draft(
        where.sessions[held.key][0], (name, hidden), lambda places: session_page(without(load(), hidden), places)
    )


def pages(knowledge: Knowledge, about: About | None = None) -> dict[str, Page]:
    """All pages by bundle-relative path, in path order."""
    where = places(knowledge)
    return {draft.path: draft.write(where) for draft in drafts(knowledge, where, about)}


__all__ = ["PATH", "About", "Draft", "Whole", "as_it_is", "drafts", "pages", "places"]
