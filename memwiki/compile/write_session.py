"""A session becomes a page: what was asked, done, decided, changed, run, learned and left open. Short on any day."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memwiki import resources
from memwiki.compile.asked import stripped
from memwiki.compile.bounds import ends
from memwiki.compile.frontmatter import adds, beyond, described, named, plain
from memwiki.compile.knowledge import COMPILER, OpenItem, page_id
from memwiki.compile.labels import counted, labels
from memwiki.compile.likeness import normal
from memwiki.compile.places import Places
from memwiki.compile.prose import code, line, shortened
from memwiki.compile.sources import Citations, footnote, stamp
from memwiki.compile.strength import Use, stored, trust
from memwiki.compile.wording import alone, ended, listed
from memwiki.records import CommandRun, FileChange, Item, Page, SessionFacts

_REQUESTS, _DONE, _FILES, _RUNS, _OTHER = 12, 12, 20, 12, 10  # entries of each list
_SOURCES = 60
_MEDDLED = 5  # places in the memory that are named
_LONG, _SHORT = 500, 300  # characters of one entry


def session_page(facts: SessionFacts, places: Places) -> Page:
    """The page of one session."""
    path, title = places.sessions[facts.key]
    writing = _Writing(facts, places, Citations(path, places.sessions, labels(facts.lang), _SOURCES))
    body = writing.body(title)
    return Page(path, _meta(facts, title, writing), body)


@dataclass(slots=True)
class _Writing:
    """One session's page while it is written."""

    facts: SessionFacts
    places: Places
    notes: Citations

    @property
    def say(self) -> Mapping[str, str]:
        """Headings in the page's language."""
        return self.notes.say

    def body(self, title: str) -> str:
        """The page's Markdown."""
        facts = self.facts
        template = resources.templates().get_template("pages/session.md.j2")
        context: dict[str, Any] = {
            "say": self.say,
            "title": line(title),
            "lead": line(self.counts()),
            "meddled": self._meddled(),
            "asked": self._items(
                facts.requests or ((facts.goal,) if facts.goal else ()), _REQUESTS, _LONG, True, self._rest("requests")
            ),
            "done": self._items(facts.done, _DONE, _LONG, rest=self._rest("done")),
            "topics": self._topics(),
            "files": self._files(),
            "runs": self._runs(),
            "commits": self._items(facts.commits, _OTHER, as_said=True),
            "learned": self._items(facts.learned, _OTHER, _LONG, rest=self._rest("learned")),
            "failed": self._items(facts.failed_attempts, _OTHER, rest=self._rest("failed_attempts")),
            "stopped": self._stopped(),
            "open": self._open(),
        }
        context["notes"] = self.notes.definitions()
        return re.sub(r"\n{3,}", "\n\n", template.render(context)).strip("\n") + "\n"

    def counts(self) -> str:
        """One sentence: which agent, which day, how much."""
        facts, say = self.facts, self.say
        told = say["session_of"].format(agent=facts.agent, date=facts.started[:10])
        requests = facts.prompts or len(facts.requests)
        numbers = counted(say, requests=requests, files=self._all("changes"), commands=self._all("commands"))
        return f"{told}{say['joint']}{numbers}".strip()

    def _all(self, name: str) -> int:
        """How many there were, of which the facts may hold only some."""
        return self.facts.totals.get(name, len(getattr(self.facts, name)))

    def _rest(self, name: str) -> int:
        """How many of them the facts do not hold."""
        return self._all(name) - len(getattr(self.facts, name))

    def _meddled(self) -> list[str]:
        """A warning where the session worked on the memory itself."""
        told = self.facts.meddled
        shown = [f"{code(shortened(one.text, _SHORT))}{self.notes.cite(one.evidence[:1])}" for one in told[:_MEDDLED]]
        more = [self.say["and_more"].format(n=len(told) - _MEDDLED)] if len(told) > _MEDDLED else []
        return [self.say["meddled"].format(what=self.say["comma"].join([*shown, *more]))] if told else []

    def _items(
        self, items: Sequence[Item], most: int, length: int = _SHORT, as_said: bool = False, rest: int = 0
    ) -> list[str]:
        """The first and the last of a long list, in order, each once; `as_said` leaves a person's words as they are."""
        unlike = {normal(item.text): item for item in items if item.text.strip()}
        kept = ends(list(unlike.values()), most)
        out = [self._item(item.text if as_said else alone(item.text), item, length) for item in kept]
        return self._with_rest(out, len(unlike) - len(kept) + rest)

    def _item(self, text: str, item: Item, length: int) -> str:
        return f"{line(shortened(text, length))}{self.notes.cite(item.evidence)}"

    def _stopped(self) -> list[str]:
        """Where the session stopped: a request that nobody answered, and last words; what was asked stands above."""
        form = self.say["not_answered"]
        return [
            self._item(form.format(text=item.text) if item.status == "unanswered" else item.text, item, _SHORT)
            for item in self.facts.stopped
            if item.status
        ]

    def _with_rest(self, out: list[str], more: int) -> list[str]:
        return [*out, self.say["and_more"].format(n=more)] if more > 0 else out

    def _topics(self) -> list[str]:
        """Links to what the session added to the knowledge."""
        mine = list(self.places.added.get(self.facts.key, ()))
        order = ("decision", "preference", "gotcha", "skill", "concept")
        mine.sort(key=lambda one: order.index(one[0]) if one[0] in order else 9)
        links = [self._told(kind, self.places.link(self.notes.page, identity)) for kind, identity in mine]
        return self._with_rest(links[:24], len(links) - 24)

    def _told(self, kind: str, link: str) -> str:
        return f"{self.say[f'one_{kind}']}{self.say['colon']}{link}"

    def _files(self) -> list[str]:
        changes = ends(self.facts.changes, _FILES)
        out = [
            f"{code(shortened(change.path, 200))}{self.say['colon']}{self._op(change)}"
            for change in changes
            if change.path
        ]
        return self._with_rest(out, self._all("changes") - len(changes))

    def _op(self, change: FileChange) -> str:
        return f"{self.say[change.op]}{self._edit(change)}{self.notes.cite(change.evidence[-1:])}"

    def _edit(self, change: FileChange) -> str:
        """The last edit's new words, where the agent never said what it did."""
        if self.facts.done or change.documentation or not change.edits:
            return ""
        before, after = change.edits[-1]
        old = {text.strip() for text in before.split("\n")}
        new = next((text.strip() for text in after.split("\n") if text.strip() and text.strip() not in old), "")
        return f" – {code(shortened(new, 120))}" if len(new) > 3 else ""

    def _runs(self) -> list[str]:
        """Test runs and failed commands first: they tell the most."""
        runs = [run for run in self.facts.commands if run.command.strip()]
        telling = [run for run in runs if run.test or run.ok is False]
        plain_runs = [run for run in runs if run not in telling]
        telling = ends(telling, _RUNS)
        chosen = telling + plain_runs[-(_RUNS - len(telling)) :] if len(telling) < _RUNS else telling
        kept = [run for run in runs if run in chosen]
        out = [self._run(run) for run in _once(kept)]
        return self._with_rest(out, self._all("commands") - len(kept))

    def _run(self, run: CommandRun) -> str:
        verdict = self.say["ran" if run.ok is None else "passed" if run.ok else "did_fail"]
        summary = f" – {line(shortened(run.summary, 160))}" if run.summary.strip() else ""
        return (
            f"{code(shortened(run.command, 160))}{self.say['colon']}{verdict}{summary}{self.notes.cite(run.evidence)}"
        )

    def _open(self) -> list[str]:
        """Next steps and questions; those that a later session closed are ticked."""
        closed = {normal(item.text): item for item in self.places.closed.get(self.facts.key, ())}
        steps = self._boxes(self.facts.next_steps, closed, rest=self._rest("next_steps"))
        return steps + self._boxes(self.facts.open_questions, closed, f"{self.say['question']}{self.say['colon']}")

    def _boxes(
        self, items: Sequence[Item], closed: Mapping[str, OpenItem], prefix: str = "", rest: int = 0
    ) -> list[str]:
        out = []
        for item in ends(items, _OTHER):
            if not item.text.strip():
                continue
            known = closed.get(normal(item.text.strip()))
            done = known is not None or item.status == "done"
            link = self.places.session_link(self.notes.page, known.closed_in) if known is not None else ""
            later = f" → {link}" if link else ""
            text = line(shortened(listed(item.text), _SHORT))
            out.append(f"[{'x' if done else ' '}] {prefix}{text}{self.notes.cite(item.evidence)}{later}")
        return self._with_rest(out, len(items) - _OTHER + rest)


def _once(runs: Sequence[CommandRun]) -> list[CommandRun]:
    """Each command with each verdict once, the last time it ran."""
    last = {(run.command, run.ok): run for run in runs}
    return [run for run in runs if last[(run.command, run.ok)] is run]


def _meta(facts: SessionFacts, title: str, writing: _Writing) -> dict[str, Any]:
    sources = writing.notes.meta() or _whole(facts)
    return {
        "type": "Session",
        "id": page_id("session", facts.key),
        "title": title,
        "description": described(
            outcome(facts, writing.say, title) or _left_at(facts, writing.say, title) or writing.counts()
        ),
        "status": "stable",
        **({"pinned": True} if facts.pinned else {}),
        "tags": ["memwiki/session", f"agent/{facts.agent}", *(["imported"] if facts.imported else [])],
        "aliases": [title],
        "entities": named(facts.entities, 12),
        "strength": stored("session", [Use("stated", facts.last)]),
        "trust": trust(["imported" if facts.imported else "agent"]),
        "support": 1,
        "created": stamp(facts.started),
        "reinforced": stamp(facts.last),
        "generated": {"by": COMPILER, "at": stamp(facts.last)},
        "sources": sources,
    }


_OUTCOME = 200  # characters


def outcome(facts: SessionFacts, say: Mapping[str, str], title: str = "") -> str:
    """What came of a session, in one line: what was done, else learned, else left; "" where it is not known.

    What the title says already is left out where there is more.
    """
    for heading, items in (
        ("", facts.done),
        ("", facts.learned),
        ("open", facts.next_steps),
        ("open", facts.open_questions),
    ):
        texts = [item.text for item in items if item.text.strip() and not (heading and item.status == "done")]
        told = _joined([beyond(text, title) for text in texts if _bare(text) != _bare(title)], facts.lang)
        if told:
            return f"{say[heading]}{say['colon']}{told}" if heading else told
    changed = [one.path.rsplit("/", 1)[-1] for one in facts.changes if one.path]
    return say["changed_only"].format(files=say["comma"].join(changed[:4])) if changed else ""


def _bare(text: str) -> str:
    return normal(text).rstrip(" .。!！")


def _left_at(facts: SessionFacts, say: Mapping[str, str], title: str) -> str:
    """Of a session that nothing is known to have come of: its last words, else what was asked beside the title."""
    if last := [item.text for item in facts.stopped if item.status and item.status != "unanswered"]:
        return _joined(last[-1:], facts.lang)
    requests = [stripped(item.text) or item.text for item in facts.requests]
    told = _joined([beyond(text, title) for text in requests if adds(text, title)], facts.lang)
    return f"{say['asked']}{say['colon']}{told}" if told else ""


def _joined(texts: Sequence[str], lang: str) -> str:
    """The first sentence, and the further ones while they fit."""
    joint = "" if lang == "zh" else " "
    told = ""
    for text in texts:
        more = f"{told}{joint if told else ''}{plain(ended(text), 160)}"
        if told and len(more) > _OUTCOME:
            break
        told = more
    return told


def _whole(facts: SessionFacts) -> list[dict[str, Any]]:
    """The session itself as the source of a page without statements."""
    segment = facts.segments[0] if facts.segments else f"{facts.key}/0001"
    return [
        {
            "id": footnote(facts.key),
            "resource": f"raw:{segment}",
            "author": facts.agent,
            "last_modified": stamp(facts.last),
        }
    ]
