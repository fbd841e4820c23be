"""Where each page stands, links between pages, and what each session added and left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from memwiki.compile.frontmatter import TITLE, plain
from memwiki.compile.knowledge import Knowledge, OpenItem, Topic
from memwiki.compile.labels import labels
from memwiki.compile.prose import label
from memwiki.compile.sources import relative
from memwiki.values import value

T = TypeVar("T")

FOLDERS = {
    "session": "sessions",
    "decision": "decisions",
    "preference": "preferences",
    "concept": "concepts",
    "gotcha": "gotchas",
    "skill": "skills",
}


@value(frozen=True, slots=True)
class Places:
    """Paths and titles of all pages of one bundle."""

    pages: Mapping[str, tuple[str, str]]  # topic id -> (path, title)
    sessions: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # session key -> (path, title)
    added: Mapping[str, tuple[tuple[str, str], ...]] = field(
        default_factory=dict
    )  # session key -> (kind, id) of the topics that it said or failed
    closed: Mapping[str, tuple[OpenItem, ...]] = field(default_factory=dict)  # session key -> its items closed since

    def of(self, identity: str) -> str:
        """The path of a topic's page."""
        return self.pages[identity][0]

    def link(self, page: str, identity: str) -> str:
        """A Markdown link from a page to a topic's page; "" where there is none."""
        return _link(page, self.pages.get(identity))

    def session_link(self, page: str, key: str) -> str:
        """A Markdown link from a page to a session's page; "" where there is none."""
        return _link(page, self.sessions.get(key))


def _link(page: str, target: tuple[str, str] | None) -> str:
    return f"[{label(target[1])}]({relative(page, target[0])})" if target else ""


def places(knowledge: Knowledge) -> Places:
    """The places of everything that is known."""
    pages = {t.id: (f"{FOLDERS[t.kind]}/{t.slug}.md", _called(t, knowledge)) for t in knowledge.topics}
    sessions = {
        one.key: (
            f"sessions/{knowledge.names[one.key]}.md",
            plain(one.title, TITLE) or f"{one.agent} {one.started[:10]}",
        )
        for one in knowledge.sessions
    }
    added: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for topic in knowledge.topics:
        for key in dict.fromkeys((*topic.sessions, *(topic.proof.failed if topic.proof else ()))):
            added[key].append((topic.kind, topic.id))
    closed: dict[str, list[OpenItem]] = defaultdict(list)
    for item in knowledge.items:
        if not item.open:
            closed[item.session].append(item)
    return Places(pages, sessions, _frozen(added), _frozen(closed))


def _called(topic: Topic, knowledge: Knowledge) -> str:
    """What links to the topic's page say; of one that nobody has approved yet, only that it waits."""
    if topic.id in knowledge.unapproved:
        return labels(topic.best.lang)["withheld"]
    return plain(topic.title, TITLE) or topic.id


def _frozen(lists: Mapping[str, list[T]]) -> dict[str, tuple[T, ...]]:
    return {key: tuple(values) for key, values in lists.items()}
