"""A topic becomes a page: choice and reason, rule and scope, symptom and fix, steps and proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memwiki import resources
from memwiki.compile.frontmatter import TITLE, reads, statement, topic_meta
from memwiki.compile.headlines import spelled
from memwiki.compile.knowledge import Moment, Topic
from memwiki.compile.labels import labels
from memwiki.compile.lead_ins import direct
from memwiki.compile.likeness import contained, dice, normal, words
from memwiki.compile.places import Places
from memwiki.compile.prose import clean, code, fence, line, shortened
from memwiki.compile.sources import Citations
from memwiki.compile.tidied import tidied
from memwiki.compile.wording import ended, fix, listed, why
from memwiki.records import Claim, Page
from memwiki.regexes import regex

LIMIT = 5800  # characters of a page that is no session


@dataclass(frozen=True, slots=True)
class Room:
    """How much of each part a page may show."""

    lines: int
    chars: int
    history: int
    diff: int


_ROOMS = (Room(10, 600, 8, 1400), Room(6, 300, 6, 800), Room(4, 200, 4, 400), Room(2, 140, 2, 160))


def topic_page(topic: Topic, places: Places, mentions: Sequence[str] = ()) -> Page:
    """The page of a topic, at most `LIMIT` characters of body. `mentions` are ids and session keys for backlinks."""
    path = places.of(topic.id)
    title = topic.title
    topic = replace(topic, claims=tuple(tidied(claim, title) for claim in topic.claims))
    for room in _ROOMS:
        writing = _Writing(topic, title, places, Citations(path, places.sessions, labels(reads(topic, title))), room)
        body = writing.body(mentions)
        if len(body) <= LIMIT:
            break
    return Page(path, topic_meta(topic, title, writing.notes.meta()), body)


@dataclass(slots=True)
class _Writing:
    """One attempt at a page, with the room that it may take."""

    topic: Topic
    title: str
    places: Places
    notes: Citations
    room: Room

    @property
    def say(self) -> Mapping[str, str]:
        """Headings in the page's language."""
        return self.notes.say

    def body(self, mentions: Sequence[str]) -> str:
        """The page's Markdown."""
        template = resources.templates().get_template(f"pages/{self.topic.kind}.md.j2")
        context: dict[str, Any] = {
            "say": self.say,
            "title": line(shortened(self.title, TITLE)),
            "banner": self._banner(),
            "lead": self._lead(),
            "more": self._more(),
            "part": {name: self._part(name) for name in _PARTS[self.topic.kind]},
            "related": self._related(),
            "history": self._history(),
        }
        context.update(_EXTRA.get(self.topic.kind, _nothing)(self, mentions))
        context["notes"] = self.notes.definitions()  # last: it lists what the parts have cited
        text = template.render(context)
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"

    def _cited(self, text: str, claim: Claim) -> str:
        """The text with all that proves the claim."""
        short = line(shortened(_as_written(text, claim), self.room.chars))
        return f"{short}{self.notes.cite(claim.evidence)}" if short else ""

    def _proven(self, text: str, claim: Claim, name: str = "") -> str:
        """A part of the claim with the one observation that shares most words with it, and has fewest besides."""
        short = line(shortened(_as_written(text, claim), self.room.chars))
        mine = words(text)
        cures = claim.parts.get("fix", ()) if name != "fix" else ()  # what helped proves nothing of what did not
        told = [(one, words(one.quote)) for one in claim.evidence if one.quote not in cures]
        nearest = [one for one, _ in sorted(told, key=lambda pair: (-len(mine & pair[1]), len(pair[1])))[:1]]
        return f"{short}{self.notes.cite(nearest)}" if short else ""

    def _lead(self) -> str:
        """The statement without its reason; a gotcha's own sections say it all where they hold its words."""
        best = self.topic.best
        return "" if self._told_in_parts() else self._cited(ended(statement(best)), best)

    def _told_in_parts(self) -> bool:
        best = self.topic.best
        told = [text for name in ("symptom", "failed", "cause", "fix") for text in best.parts.get(name, ())]
        enough = len(told) >= 2 or "cause" in best.parts
        return enough and contained(words(best.text), words("\n".join(told))) >= 90

    def _more(self) -> list[str]:
        """What else was said on the subject, in words that differ."""
        if self.topic.kind == "skill":
            return []
        lead = self.topic.best
        told = [words(lead.text)]
        out = []
        for claim in self.topic.claims:
            mine = words(claim.text)
            if claim is lead or any(dice(mine, other) >= 60 for other in told):
                continue
            told.append(mine)
            out.append(self._cited(listed(claim.text), claim))
        return [text for text in out if text][-self.room.lines :]

    def _part(self, name: str) -> list[str]:
        """The lines of one section, from all claims, without repeats."""
        out: list[str] = []
        told: list[str] = []
        lead = "" if self._told_in_parts() else normal(self.topic.best.text)
        if name == "goal":
            lead = normal(self.title)  # the heading says it
        for claim in self._speaking(name):
            for text in claim.parts.get(name, ()):
                plain = normal(text)
                if not plain or plain == lead or _announces(text) or any(_repeats(plain, other) for other in told):
                    continue
                told.append(plain)
                shown = _without_error(text, claim.parts.get("symptom", ())) if name == "failed" else text
                shown = direct(shown, claim.lang) if name in _DIRECT else shown
                out.append(self._proven(_WORDED.get(name, listed)(shown), claim, name))
        return [text for text in out if text][: self.room.lines]

    def _speaking(self, name: str) -> Sequence[Claim]:
        """The claims whose words the section shows: of a skill's steps, those of the version that holds."""
        return (_current(self.topic),) if name in ("goal", "steps") else self.topic.claims

    def _banner(self) -> list[str]:
        """What a reader must know first: that the page no longer holds, or is disputed."""
        topic, out = self.topic, []
        if topic.superseded_by:
            out.append(self._say("replaced_by", page=self._link(topic.superseded_by), date=topic.valid_to[:10]))
        elif topic.proof is not None and topic.proof.pulled:
            out.append(self.say["pulled"])
        elif topic.valid_to:
            retired = any(m.what == "retired" for m in topic.history)
            out.append(self._say("retired" if retired else "retracted", date=topic.valid_to[:10]))
        out += [self._say("narrowed", page=self._link(m.other)) for m in topic.history if m.what == "narrowed"][-3:]
        return out

    def _related(self) -> list[str]:
        """Typed relations as links; what it replaces stands in its history."""
        told = [(kind, other) for kind, other in self.topic.relations if kind != "supersedes"]
        return [self._say(kind, page=self._link(other)) for kind, other in told][: self.room.lines]

    def _history(self) -> list[str]:
        """When it was said, by whom, and what it changed; only where there is more than the beginning."""
        kept = [m for m in self.topic.history if m.what != "stated"]
        if not kept:
            return []
        shown = kept[-self.room.history :]
        first = self.topic.history[0]
        if not any(m.at == first.at for m in shown):
            shown.insert(0, first)
        return [self._moment(m) for m in shown]

    def _moment(self, m: Moment) -> str:
        name = "learned" if m.what == "stated" and self.topic.kind == "skill" else m.what
        told = self._say(f"e_{name}", page=self._link(m.other) if m.other else "")
        session = self.places.sessions.get(m.session)
        where = self._say("aside", what=self._session(m.session)) if session else ""
        return f"{m.at[:10]}{self.say['colon']}{told}{where}{self.notes.cite(m.evidence[:1])}"

    def _say(self, name: str, **values: object) -> str:
        return self.say[name].format(**values)

    def _link(self, identity: str) -> str:
        return self.places.link(self.notes.page, identity)

    def _session(self, key: str) -> str:
        return self.places.session_link(self.notes.page, key)

    def mentioned(self, mentions: Sequence[str]) -> list[str]:
        """Links to the pages that mention a concept."""
        links = [self._session(one) if one in self.places.sessions else self._link(one) for one in mentions]
        return [link for link in links if link][: 2 * self.room.lines]

    def proof(self) -> list[str]:
        """How a skill stands, in sentences."""
        proof = self.topic.proof
        if proof is None:
            return []
        out = (
            [self._say("learned_in", page=self._session(proof.learned))]
            if proof.learned in self.places.sessions
            else []
        )
        passes = [link for key in proof.passed if (link := self._session(key))][: self.room.lines]
        told = "no_pass" if not proof.passed else "proven" if proof.verified else "passes"
        links = self._say("aside", what=self.say["comma"].join(passes)) if passes else ""
        out.append(self._say(told, n=len(proof.passed)) + links)
        if proof.failed:
            failing = [link for key in proof.failed if (link := self._session(key))][: self.room.lines]
            links = self._say("aside", what=self.say["comma"].join(failing)) if failing else ""
            out.append(self._say("failure" if len(proof.failed) == 1 else "failures", n=len(proof.failed)) + links)
        if self.topic.status == "draft":
            out.append(self.say["waits"])
        return out

    def versions(self) -> list[str]:
        """The skill's versions, where there is more than one."""
        versions = self.topic.proof.versions if self.topic.proof else ()
        if len(versions) < 2:
            return []
        return [self._say("version", n=n, date=at[:10]) for n, at, _ in versions[-self.room.lines :]]

    def edits(self) -> list[str]:
        """The decisive edits as fenced diffs, those of the newest version."""
        claim, left, out = _current(self.topic), self.room.diff, []
        for text in claim.parts.get("edits", ()):
            shown = clean(text).strip("\n")
            if left <= 0 or not shown:
                break
            if len(shown) > left:
                shown = shown[:left].rpartition("\n")[0] or shown[:left]
            left -= len(shown)
            out.append(fence(shown, "diff"))
        return out

    def requests(self) -> list[str]:
        """What was asked for when the skill was learned and proven, in other words than the page's goal."""
        told = [normal(text) for text in (self.title, *_current(self.topic).parts.get("goal", ()))]
        out = []
        for claim in self.topic.claims:
            for text in claim.parts.get("requests", ()) or claim.parts.get("goal", ()):
                if not any(normal(text) in other for other in told):
                    told.append(normal(text))
                    out.append(self._proven(text, claim))
        return out[: self.room.lines]

    def files(self, name: str) -> list[str]:
        """File names as code, those of the newest version first."""
        seen: dict[str, None] = {}
        for claim in (_current(self.topic), *self.topic.claims):
            for told in claim.parts.get(name, ()):
                short = shortened(told, 200)
                seen.setdefault(line(short) if "`" in short else code(short))
        return [f"{text}" for text in seen if text][: 2 * self.room.lines]


def _as_written(text: str, claim: Claim) -> str:
    """A person's English with its apostrophes and capitals, nothing in bold; steps and errors stand as they are."""
    if claim.kind == "skill":
        return text
    bare = _BOLD.sub(r"\1", text)
    return spelled(bare) if claim.lang == "en" else bare


_BOLD = regex(r"\*\*([^*]+)\*\*")


def _as_it_is(text: str) -> str:
    return text


_DIRECT = ("symptom", "failed", "cause", "reason")
_WORDED: Mapping[str, Callable[[str], str]] = {"reason": why, "fix": fix, "steps": _as_it_is}


def _announces(text: str) -> bool:
    """`Two ways to go:`: what it announces is not in the section."""
    return text.rstrip().rstrip(".。").endswith((":", "："))


def _without_error(text: str, symptoms: Sequence[str]) -> str:
    """``make` failed: `no rule …`` without the error that stands under the symptoms."""
    for symptom in filter(str.strip, symptoms):
        head, mark, _ = text.partition(symptom.strip())
        if mark and head.rstrip().endswith((":", "：")):
            return head.rstrip(" :：")
    return text


def _repeats(text: str, other: str) -> bool:
    return text in other or dice(words(text), words(other)) >= 75


def _current(topic: Topic) -> Claim:
    """The claim of a skill's version that holds."""
    if topic.proof is None:
        return topic.best
    learned = topic.proof.versions[-1][1]
    return next((claim for claim in topic.claims if claim.ts >= learned), topic.best)


def _nothing(_writing: _Writing, _mentions: Sequence[str]) -> dict[str, Any]:
    return {}


def _skill(writing: _Writing, _mentions: Sequence[str]) -> dict[str, Any]:
    tests = _current(writing.topic).parts.get("test", ())
    return {
        "requests": writing.requests(),
        "files": writing.files("files"),
        "reads": writing.files("reads"),
        "edits": writing.edits(),
        "test": [fence(shortened(_bare(test), 400), "sh") for test in tests[:1]],
        "proof": writing.proof(),
        "versions": writing.versions(),
        "contrasts": contrasts(writing.topic, writing.say)[: writing.room.lines],
    }


def contrasts(topic: Topic, say: Mapping[str, str]) -> list[str]:
    """In sentences, how sessions that failed a skill's test differed from what was learned."""
    found = topic.proof.contrasts if topic.proof else ()
    told = ((say[f"contrast_{what}"], say["comma"].join(code(path) for path in files)) for what, files in found)
    return [text.format(files=files) for text, files in told]


def _bare(test: str) -> str:
    return test.strip().strip("`").strip()


def _concept(writing: _Writing, mentions: Sequence[str]) -> dict[str, Any]:
    names: Iterable[str] = (alias for claim in writing.topic.claims for alias in claim.aliases)
    unlike = [alias for alias in dict.fromkeys(names) if normal(alias) != normal(writing.title)]
    return {"names": [line(shortened(alias, 80)) for alias in unlike[:8]], "used": writing.mentioned(mentions)}


def _preference(writing: _Writing, _mentions: Sequence[str]) -> dict[str, Any]:
    me = "me" in writing.topic.best.parts.get("scope", ())
    scopes = [s for claim in writing.topic.claims for s in claim.parts.get("scope", ()) if s not in ("me", "project")]
    told = [line(shortened(s, 160)) for s in dict.fromkeys(scopes)][:3]
    return {"scope": [writing.say["everywhere" if me else "here"], *told]}


_EXTRA: Mapping[str, Callable[[_Writing, Sequence[str]], dict[str, Any]]] = {
    "skill": _skill,
    "concept": _concept,
    "preference": _preference,
}
_PARTS: Mapping[str, tuple[str, ...]] = {
    "decision": ("reason", "alternatives", "context"),
    "preference": ("reason", "context"),
    "gotcha": ("symptom", "failed", "cause", "fix"),
    "concept": ("definition", "where"),
    "skill": ("goal", "steps", "avoid", "recover"),
}
