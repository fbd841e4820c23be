"""Where a page's statements come from: footnotes in the body, `sources` in the front matter."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Any

from memwiki.compile.prose import clean, code, label, shortened
from memwiki.records import Evidence

_MOST = 24  # sources that a topic's page lists; `support` counts all
_A_STATEMENT = 3  # footnotes behind one statement


@lru_cache(maxsize=1_024)
def footnote(observation: str) -> str:
    """The footnote's label: from the observation, so that it stays when others come and go."""
    return "o" + hashlib.sha256(observation.encode("utf-8", "replace")).hexdigest()[:8]


def stamp(ts: str) -> str:
    """The instant to the second, in UTC: `2026-09-14T09:12:03Z`."""
    head, dot, tail = ts.partition(".")
    return f"{head}Z" if dot and tail.endswith("Z") else ts


def moment(ts: str) -> str:
    """The instant for reading: `2026-09-14 09:12 UTC`."""
    return f"{ts[:10]} {ts[11:16]} UTC" if len(ts) >= 16 else ts[:10]


@dataclass(slots=True)
class Citations:
    """The evidence that one page's statements have cited so far, in order of first use."""

    page: str  # bundle-relative path of the page that cites
    sessions: Mapping[str, tuple[str, str]]  # session key -> (page path, title)
    say: Mapping[str, str]
    most: int = _MOST
    cited: dict[str, Evidence] = field(default_factory=dict)

    def cite(self, evidence: Sequence[Evidence]) -> str:
        """The footnote marks for a statement; "" past the limit of sources."""
        marks = []
        for one in evidence[:_A_STATEMENT]:
            if one.observation not in self.cited and len(self.cited) >= self.most:
                continue
            self.cited.setdefault(one.observation, one)
            mark = f"[^{footnote(one.observation)}]"
            if mark not in marks:
                marks.append(mark)
        return "".join(marks)

    def definitions(self) -> list[str]:
        """One line for each footnote: who, when, and the session's page."""
        return [f"[^{footnote(one.observation)}]: {self._told(one)}" for one in self.cited.values()]

    def _told(self, one: Evidence) -> str:
        if one.author.startswith("human:"):
            who = _who(self.say["said_by"], one.author.removeprefix("human:"))
        else:
            who = _who(self.say["wrote"], one.author.removeprefix("process:"))
        then = self.say["then"]
        told = f"{who}{then}{moment(one.ts)}"
        session = self.sessions.get(one.segment.partition("/")[0])
        if session and session[0] != self.page:
            told += f"{then}[{label(session[1])}]({relative(self.page, session[0])})"
        return f"{told}{then}{code(one.place)}" if one.place else told

    def meta(self) -> list[dict[str, Any]]:
        """The `sources` list of the front matter."""
        return [
            {
                "id": footnote(one.observation),
                "resource": f"raw:{clean(one.segment) or 'unknown'}#{one.line}..{one.line}",
                "author": shortened(one.author, 80) or "unknown",
                "last_modified": stamp(one.ts),
            }
            for one in self.cited.values()
        ]


@lru_cache(maxsize=64)
def _who(form: str, author: str) -> str:
    return form.format(who=label(shortened(author, 60)))


def relative(page: str, target: str) -> str:
    """The link from one page to another, both bundle-relative."""
    return _relative(page.rpartition("/")[0], target)


@lru_cache(maxsize=1_024)
def _relative(folder: str, target: str) -> str:
    here, there = folder.split("/") if folder else [], target.split("/")
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there[:-1], strict=False)))
    path = "../" * (len(here) - shared) + "/".join(there[shared:])
    return path.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
