"""The project's own page: what it is, where it lives, what holds now, what is open."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memwiki import resources
from memwiki.compile.knowledge import COMPILER, Knowledge, Topic
from memwiki.compile.labels import counted, labels
from memwiki.compile.places import FOLDERS, Places
from memwiki.compile.prose import code, line, shortened
from memwiki.compile.sources import Citations, footnote, stamp
from memwiki.compile.strength import trust
from memwiki.compile.wording import listed
from memwiki.records import Claim, Page, SessionFacts

PATH = "project.md"
_MOST = 8  # entries of each list


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a project beside its sessions."""

    name: str = ""
    roots: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()


def project_page(knowledge: Knowledge, places: Places, about: About) -> Page:
    """The page of the project; `knowledge` must hold at least one session, or what was read of the project."""
    sessions, read = knowledge.sessions, knowledge.about
    name = about.name or _name(sessions)
    say = labels(_language(sessions) if sessions or read is None else read.lang)
    notes = Citations(PATH, places.sessions, say)
    current = [topic for topic in knowledge.topics if topic.active]
    lists = {
        kind: [_told(topic, places, say) for topic in _newest(current, kind)] + _rest(current, kind, say)
        for kind in ("decision", "preference", "concept", "gotcha", "skill")
    }
    first, last = _span(knowledge)
    span = say["from_to" if first[:10] != last[:10] else "on_day"].format(first=first[:10], last=last[:10])
    numbers = counted(say, sessions=len(sessions), pages=len(knowledge.topics), open=len(knowledge.open_items))
    summary = f"{span}{say['colon']}{numbers}"
    summary = summary[0].upper() + summary[1:]
    template = resources.templates().get_template("pages/project.md.j2")
    body = template.render(
        say=say,
        title=line(name),
        lead=line(summary),
        what=_read(read, notes),
        layout=[line(shortened(text, 200)) for text in _part(read, "layout")],
        history=[line(shortened(text, 200)) for text in _part(read, "history")],
        lives=[code(place) for place in (*(about.roots or _roots(sessions)), *about.remotes)][:_MOST],
        lists=lists,
        open=[f"[ ] {line(shortened(listed(item.text), 200))}" for item in knowledge.open_items[-_MOST:]]
        + ([say["and_more"].format(n=len(knowledge.open_items) - _MOST)] if len(knowledge.open_items) > _MOST else []),
        recent=[
            f"{one.started[:10]}{say['colon']}{places.session_link(PATH, one.key)}"
            for one in reversed(sessions[-_MOST:])
        ]
        + _more(len(sessions) - _MOST, "session", say),
        notes=notes.definitions(),
    )
    body = re.sub(r"\n{3,}", "\n\n", body).strip("\n") + "\n"
    return Page(PATH, _meta(knowledge, name, summary, notes), body)


def _span(knowledge: Knowledge) -> tuple[str, str]:
    """When the project was first and last seen."""
    sessions, read = knowledge.sessions, knowledge.about
    seen = [read.ts] if read else []
    return (sessions[0].started, sessions[-1].last) if sessions else (seen[0], seen[0])


def _read(read: Claim | None, notes: Citations) -> str:
    """What the project says of itself."""
    return f"{line(shortened(read.text, 600))}{notes.cite(read.evidence)}" if read else ""


def _part(read: Claim | None, name: str) -> tuple[str, ...]:
    return read.parts.get(name, ())[:_MOST] if read else ()


def _newest(topics: Sequence[Topic], kind: str) -> list[Topic]:
    mine = [topic for topic in topics if topic.kind == kind]
    return sorted(mine, key=lambda topic: (max(c.ts for c in topic.claims), topic.id), reverse=True)[:_MOST]


def _rest(topics: Sequence[Topic], kind: str, say: Mapping[str, str]) -> list[str]:
    return _more(sum(topic.kind == kind for topic in topics) - _MOST, kind, say)


def _more(n: int, kind: str, say: Mapping[str, str]) -> list[str]:
    """A line that leads to the folder's own list."""
    return [say["more_there"].format(n=n, index=f"{FOLDERS[kind]}/index.md")] if n > 0 else []


def _told(topic: Topic, places: Places, say: Mapping[str, str]) -> str:
    """A link to the topic, with its state while it waits for review."""
    return places.link(PATH, topic.id) + (say["draft"] if topic.status == "draft" else "")


def _language(sessions: Sequence[SessionFacts]) -> str:
    """The language of most sessions; English where they are even."""
    counts = [sum(one.lang == lang for one in sessions) for lang in ("en", "zh")]
    return "zh" if counts[1] > counts[0] else "en"


def _roots(sessions: Sequence[SessionFacts]) -> tuple[str, ...]:
    """Working folders that are not inside another one, in the order in which they were first used."""
    seen = list(dict.fromkeys(one.cwd.rstrip("/") for one in sessions if one.cwd))
    return tuple(p for p in seen if not any(p != q and p.startswith(f"{q}/") for q in seen))[:_MOST]


def _name(sessions: Sequence[SessionFacts]) -> str:
    roots = _roots(sessions)
    return re.split(r"[\\/]", roots[0])[-1] if roots else "project"


def _meta(knowledge: Knowledge, name: str, summary: str, notes: Citations) -> dict[str, Any]:
    sessions = knowledge.sessions
    first, last = _span(knowledge)
    ends = dict.fromkeys((sessions[0].key, sessions[-1].key)) if sessions else {}
    return {
        "type": "Project",
        "id": f"project-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}",
        "title": shortened(name, 80) or "project",
        "description": summary,
        "status": "stable",
        "tags": ["memwiki/project"],
        "aliases": [shortened(name, 80) or "project"],
        "entities": [],
        "strength": 1.0,
        "trust": trust(["test" if sessions else "imported"]),
        "support": len(sessions),
        "created": stamp(first),
        "reinforced": stamp(last),
        "generated": {"by": COMPILER, "at": stamp(last)},
        "sources": [
            {
                "id": footnote(one.key),
                "resource": f"raw:{one.segments[0] if one.segments else one.key}",
                "author": one.agent,
                "last_modified": stamp(one.last),
            }
            for one in sessions
            if one.key in ends
        ]
        + notes.meta(),
    }
