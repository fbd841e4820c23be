"""The prompts file: what a prompt may bring (a procedure's note), and by which words it is found.

Computed at compile, so that the hook only compares words and looks at files (hooks/prompted.py).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memwiki.capture import gist
from memwiki.capture.redact import MARK
from memwiki.compile.knowledge import Topic
from memwiki.compile.labels import labels
from memwiki.compile.proofs import TESTISH
from memwiki.compile.prose import code
from memwiki.compile.write_topic import contrasts
from memwiki.inject.blocks import List, fitting, written
from memwiki.inject.quoting import quoted
from memwiki.records import Claim, Page, SessionFacts

SCHEMA = "memwiki.prompts/1"
TOKENS = 350  # a note with its warning
_WARNING = 50  # of these, what the warning may take
_MOST = 100  # procedures, newest first
_FILES, _EDITS, _WORDS = 16, 12, 160
_COUNTED = 500  # sessions whose words tell what is common here, the newest
_SESSIONS = 5  # whose edits are compared with the files
_HEAD = re.compile(r"@@\s*(\S.*?)\s*@@")
_MAKES = re.compile(r"(?:Create|新建) `([^`]+)`")
_DROPS = re.compile(r"(?:Delete|删除) `([^`]+)`")


def prompts(topics: Iterable[Topic], pages: Mapping[str, Page], sessions: Iterable[SessionFacts]) -> dict[str, Any]:
    """The file's object; {} where the project has no procedure. `pages` are those in the person's tree, by id.

    Procedures that no agent may see yet are told with the reason, so that a look can be logged.
    """
    known = [topic for topic in topics if topic.kind == "skill" and topic.proof is not None and topic.id in pages]
    known.sort(key=lambda topic: (topic.claims[-1].ts, topic.id), reverse=True)
    told = [entry for topic in known[:_MOST] if (entry := _entry(topic, pages[topic.id]))]
    return {"schema": SCHEMA, "weights": _weights(sessions, told), "skills": told} if told else {}


def current(topic: Topic) -> Claim:
    """The claim that the version of a procedure which holds was learned from."""
    learned = topic.proof.versions[-1][1] if topic.proof else ""
    return next((claim for claim in topic.claims if claim.ts >= learned), topic.claims[-1])


def _entry(topic: Topic, page: Page) -> dict[str, Any] | None:
    claim = current(topic)
    files = [_bare(path) for path in claim.parts.get("files", ())][:_FILES]
    sessions = [_edits(one) for one in (claim, *reversed(topic.claims)) if one.ts >= claim.ts][:_SESSIONS]
    edits = sessions[0]
    asked = [gist.terms(text) for text in _requests(topic)]
    note = "" if _blocked(topic, page) else _note(topic, page, claim, files)
    if not asked or (not note and not _blocked(topic, page)):
        return None
    core = _core(asked)
    steps = "\n".join(claim.parts.get("steps", ()))
    made, dropped = set(_MAKES.findall(steps)), set(_DROPS.findall(steps))
    there = {path for path, before, _ in edits if before} | {path for path in files if path not in made}
    return {
        "id": topic.id,
        "version": topic.proof.version if topic.proof else 1,
        "page": page.path,
        "blocked": _blocked(topic, page),
        "until": str(page.meta.get("expires") or page.meta.get("valid_to") or ""),
        "core": core,
        "what": _what(core, files, sessions),
        "words": _words(asked, page, files, edits),
        "places": list(dict.fromkeys([*files, *map(_bare, claim.parts.get("reads", ()))])),
        "files": [[path, path in there] for path in files if path not in dropped],
        "edits": [[list(edit) for edit in one] for one in dict.fromkeys(map(tuple, sessions)) if one],
        "note": note,
        "warning": labels(claim.lang)["note_warning"],
    }


def _edits(claim: Claim) -> list[tuple[str, str, str]]:
    return [edit for text in claim.parts.get("edits", ()) for edit in _sides(text)][:_EDITS]


def _blocked(topic: Topic, page: Page) -> str:
    """Why no agent may see it; "" where it may: a person approved the version, and two later sessions proved it."""
    proof = topic.proof
    if proof is None or proof.pulled:
        return "pulled: its own test failed in a session that was given it"
    if "deprecated" in (topic.status, page.status):
        return "retired"
    if "draft" in (topic.status, page.status):
        return "waits for a person: memwiki review"
    if not proof.verified:
        return f"proven by {len(proof.passed)} of 2 later sessions"
    return ""


def _requests(topic: Topic) -> list[str]:
    """What was asked for each time, in the person's words."""
    told = [
        " ".join(claim.parts.get("requests", ()) or claim.parts.get("goal", ()) or (claim.title,))
        for claim in topic.claims
    ]
    return list(dict.fromkeys(text for text in told if text.strip()))


def _core(asked: Sequence[Sequence[str]]) -> list[str]:
    """The terms that most of the requests share: what the task is about."""
    counted = Counter(term for terms in asked for term in set(terms))
    least = max(min(2, len(asked)), (len(asked) + 1) // 2)
    return [term for term in dict.fromkeys(t for terms in asked for t in terms) if counted[term] >= least][:40]


def _what(core: Sequence[str], files: Sequence[str], sessions: Sequence[Sequence[tuple[str, str, str]]]) -> list[str]:
    """Of the core what was to be done: without the words for the place, its files and the code that was there."""
    names = " ".join(path.rsplit("/", 1)[-1].partition(".")[0] for path in files)
    code_ = " ".join(before for edits in sessions for path, before, _ in edits if not TESTISH.search(path))
    place = {*gist.terms(names), *gist.terms(code_)}
    return [term for term in core if term not in place]


def _words(
    asked: Sequence[Sequence[str]], page: Page, files: Sequence[str], edits: Sequence[tuple[str, str, str]]
) -> list[str]:
    """All by which the procedure is known: its requests, its title, its files' names, what its edits name."""
    names = " ".join(path.rsplit("/", 1)[-1].partition(".")[0] for path in files)
    code_ = " ".join(f"{before} {after}" for _, before, after in edits)
    told = [term for terms in asked for term in terms]
    return list(dict.fromkeys([*told, *gist.terms(f"{page.title} {names}"), *gist.terms(code_[:1500])]))[:_WORDS]


def _weights(sessions: Iterable[SessionFacts], told: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """How much each term of the procedures tells: less, the more of the project's sessions ask with it."""
    texts = [" ".join(item.text for item in one.requests) for one in list(sessions)[-_COUNTED:]]
    counted = Counter(term for text in texts for term in set(gist.terms(text)))
    wanted = {term for one in told for term in (*one["core"], *one["words"])}
    most = math.log(1 + max(len(texts), 8))
    return {
        term: round(max(0.5, 1 - math.log(counted[term]) / most), 2)
        for term in sorted(wanted)
        if counted[term] > 3  # a task and its repeats are no everyday words
    }


def _note(topic: Topic, page: Page, claim: Claim, files: Sequence[str]) -> str:
    """The note, whole items only; "" where not even its least fits. No file is told twice: those that a step names are
    in no list, and what was only looked at is told where no step says what to write."""
    say = labels(claim.lang)
    test = quoted(" ".join(claim.parts.get("test", ())[:1]).strip("` "), 160)
    version = topic.proof.version if topic.proof else 1
    named = say["note_skill" if version == 1 else "note_version"]
    head = named.format(title=quoted(page.title, 120), version=version, page=quoted(topic.id, 120))
    steps = _lines((step for step in map(_short, claim.parts.get("steps", ())[:-1]) if step), 6)
    reads = ", ".join(code(_bare(path)) for path in claim.parts.get("reads", ())[:4])
    lists = (
        List("steps", steps, 3),
        List("reads", (quoted(reads, 200),) if reads and not steps else (), 1),
        List("avoid", _lines(_of_all(topic, "avoid"), 2), 4),
        List("recover", _lines([*contrasts(topic, say), *_of_all(topic, "recover")], 2), 2),
    )

    def write(held: Mapping[str, tuple[str, ...]]) -> str:
        left = [code(path) for path in files if not any(code(path) in step for step in held["steps"])][:6]
        told = {"head": head, "files": quoted(", ".join(left), 300), "test": code(test) if test else ""}
        return written("skill.md.j2", claim.lang, held=held, **told)

    return fitting(lists, write, most=TOKENS - _WARNING)


_EDITS_ONLY = re.compile(r"(?:Edit|修改) (`[^`]+`)(.*)", re.DOTALL)


def _short(step: str) -> str:
    """A step without the word for an edit; "" where it says no more than which file is edited."""
    edit = _EDITS_ONLY.fullmatch(step)
    return step if edit is None else f"{edit[1]}{edit[2]}" if edit[2] else ""


def _of_all(topic: Topic, name: str) -> list[str]:
    return list(dict.fromkeys(text for claim in reversed(topic.claims) for text in claim.parts.get(name, ())))


def _lines(texts: Iterable[str], most: int) -> tuple[str, ...]:
    return tuple(line for text in list(texts)[:most] if (line := quoted(text, 180)))


def _bare(told: str) -> str:
    found = re.search(r"`([^`]+)`", told)
    return (found[1] if found else told).strip()


def _sides(text: str) -> list[tuple[str, str, str]]:
    """(path, before, after) of a told edit (`@@ path @@` and its diff); none where a secret was taken out of it."""
    head, _, body = text.partition("\n")
    path = _HEAD.match(head)
    if path is None or MARK in body:
        return []
    lines = body.split("\n")
    before = "\n".join(line[1:] for line in lines if line[:1] in ("-", " "))
    after = "\n".join(line[1:] for line in lines if line[:1] in ("+", " "))
    return [(path[1].strip("`"), before, after)] if before.strip() or after.strip() else []
