"""Which pages mention a concept: its backlinks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memwiki.compile.knowledge import Knowledge, Topic
from memwiki.compile.likeness import mentions, normal
from memwiki.records import SessionFacts

_TOPICS, _SESSIONS = 8, 4


def mentions_of(knowledge: Knowledge) -> Mapping[str, tuple[str, ...]]:
    """Concept id -> ids of topics and keys of sessions that name it: the newest few, topics first."""
    concepts = [topic for topic in knowledge.topics if topic.kind == "concept"]
    if not concepts:
        return {}
    topics = [(topic.id, _topic_text(topic)) for topic in knowledge.topics if topic.active]
    sessions = [(one.key, _session_text(one)) for one in knowledge.sessions]
    found = {}
    for concept in concepts:
        names = _names(concept)
        known = set(concept.sessions)
        by_topic = [key for key, text in topics if key != concept.id and _names_in(text, names)]
        by_session = [key for key, text in sessions if key not in known and _names_in(text, names)]
        found[concept.id] = (*by_topic[-_TOPICS:], *concept.sessions[:1], *by_session[-_SESSIONS:])
    return found


def _names(concept: Topic) -> tuple[str, ...]:
    """Names long enough to mean something."""
    names = (concept.title, *(c.subject for c in concept.claims), *(a for c in concept.claims for a in c.aliases))
    return tuple(dict.fromkeys(normal(n) for n in names if len(normal(n)) >= 2))


def _names_in(text: str, names: Iterable[str]) -> bool:
    return any(name in text and mentions(text, name) for name in names)


def _topic_text(topic: Topic) -> str:
    parts = (line for claim in topic.claims[:6] for lines in claim.parts.values() for line in lines)
    return normal("\n".join((topic.title, *(c.text for c in topic.claims[:6]), *parts)))


def _session_text(one: SessionFacts) -> str:
    items = (*one.requests, *one.done, *one.learned, *one.next_steps, *one.open_questions)
    return normal("\n".join((one.title, *(item.text for item in items), *one.entities)))
