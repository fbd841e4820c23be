"""Knowledge becomes pages: a pure function, so that the same raw/ gives the same bytes."""

from __future__ import annotations

from memwiki.compile.knowledge import Knowledge
from memwiki.compile.mentions import mentions_of
from memwiki.compile.places import places
from memwiki.compile.write_project import PATH, About, project_page
from memwiki.compile.write_session import session_page
from memwiki.compile.write_topic import topic_page
from memwiki.records import Page


def pages(knowledge: Knowledge, about: About | None = None) -> dict[str, Page]:
    """All pages by bundle-relative path, in path order: topics, sessions, the project's own. Indexes are wiki's."""
    where = places(knowledge)
    mentions = mentions_of(knowledge)
    found = [topic_page(topic, where, mentions.get(topic.id, ())) for topic in knowledge.topics]
    found += [session_page(one, where) for one in knowledge.sessions]
    if knowledge.sessions:
        found.append(project_page(knowledge, where, about or About()))
    return {page.path: page for page in sorted(found, key=lambda page: page.path)}


__all__ = ["PATH", "About", "pages"]
