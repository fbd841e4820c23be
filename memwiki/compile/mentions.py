"""Which pages mention a concept: its backlinks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from memwiki.compile.knowledge import Knowledge, Topic
from memwiki.compile.likeness import mentions, normal, words
from memwiki.records import SessionFacts

_TOPICS, _SESSIONS = 8, 4
_CHUNK = 3000  # characters, below what likeness looks at


class _Texts:
    """Texts by key, found by the words they hold."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.texts = list(texts)
        self._by_word: dict[str, set[int]] = defaultdict(set)
        for number, (_, text) in enumerate(self.texts):
            for start in range(0, len(text), _CHUNK):
                for word in words(text[max(0, start - 100) : start + _CHUNK]):
                    self._by_word[word].add(number)

    def naming(self, names: Iterable[str]) -> list[str]:
        """Keys of the texts that hold one of the names, in order."""
        hits: set[int] = set()
        for name in names:
            wanted = words(name)
            near = set.intersection(*(self._by_word.get(word, set()) for word in wanted)) if wanted else set()
            hits.update(n for n in near if n not in hits and mentions(self.texts[n][1], name))
        return [self.texts[number][0] for number in sorted(hits)]


def mentions_of(knowledge: Knowledge) -> Mapping[str, tuple[str, ...]]:
    """Concept id -> ids of topics and keys of sessions that name it: the newest few, topics first.

    Before them stand the terms that were explained with it.
    """
    concepts = [topic for topic in knowledge.topics if topic.kind == "concept"]
    if not concepts:
        return {}
    topics = _Texts((topic.id, _topic_text(topic)) for topic in knowledge.topics if topic.active)
    sessions = _Texts((one.key, _session_text(one)) for one in knowledge.sessions)
    found = {}
    for concept in concepts:
        names = _names(concept)
        beside = told_with(concept, concepts)
        by_topic = [key for key in topics.naming(names) if key != concept.id and key not in beside]
        by_session = [key for key in sessions.naming(names) if key not in concept.sessions]
        found[concept.id] = (*beside, *by_topic[-_TOPICS:], *concept.sessions[:1], *by_session[-_SESSIONS:])
    return found


def told_with(concept: Topic, concepts: Iterable[Topic]) -> list[str]:
    """Ids of the terms that were explained in the same breath: they make sense together."""
    mine = {evidence.observation for claim in concept.claims[:3] for evidence in claim.evidence}
    return [
        one.id
        for one in concepts
        if one is not concept and any(e.observation in mine for claim in one.claims[:3] for e in claim.evidence)
    ][:_TOPICS]


def _names(concept: Topic) -> tuple[str, ...]:
    """Names long enough to mean something."""
    names = (concept.title, *(c.subject for c in concept.claims), *(a for c in concept.claims for a in c.aliases))
    return tuple(dict.fromkeys(normal(n) for n in names if len(normal(n)) >= 2))


def _topic_text(topic: Topic) -> str:
    parts = (line for claim in topic.claims[:6] for lines in claim.parts.values() for line in lines)
    return normal("\n".join((topic.title, *(c.text for c in topic.claims[:6]), *parts)))


def _session_text(one: SessionFacts) -> str:
    items = (*one.requests, *one.done, *one.learned, *one.next_steps, *one.open_questions)
    return normal("\n".join((one.title, *(item.text for item in items), *one.entities)))
