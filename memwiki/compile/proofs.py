"""Skills: which sessions prove one, which failed it, and which version holds.

A skill is verified by two later independent sessions (other session keys), each passing the skill's own test after
its last change. One failure of that test, in a session that was given the skill and changed its files, pulls the
version; elsewhere a failure is only told. A later success makes the next version of the same skill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from memwiki.compile.knowledge import Proof
from memwiki.compile.testruns import covers as _covers
from memwiki.records import Claim, CommandRun, SessionFacts
from memwiki.regexes import regex

TESTISH = regex(
    r"(?:^|[/_.\-])(?:tests?|specs?|__tests__|fixtures?|testdata)(?:[/_.\-]|$)|(?:test|spec)\.[a-z]+$", re.IGNORECASE
)
_LONGEST = 400  # characters of a line that are looked at
_HEAD = regex(r"@@\s*(\S.*?)\s*@@")
_FILE = regex(r"[\w@./\\+-]*\w\.\w+|[\w@.+-]+(?:/[\w@.+-]+)+|Makefile|Dockerfile")


def anchors(claim: Claim) -> frozenset[str]:
    """The files that tell what the skill is about: those it changes and found there; its tests only where all are."""
    return _anchors(tuple(claim.parts.get("files", ())), tuple(claim.parts.get("edits", ())))


@lru_cache(maxsize=4096)
def _anchors(told_files: tuple[str, ...], edits: tuple[str, ...]) -> frozenset[str]:
    files = frozenset(path for told in told_files if (path := _path(told)))
    found = _found(edits)
    for some in (found & files, files):
        if kept := frozenset(path for path in some if not TESTISH.search(path)):
            return kept
    return files


def _found(edits: Iterable[str]) -> frozenset[str]:
    """The files of the edits that were there before."""
    return frozenset(
        head[1].strip()
        for edit in edits
        for head, body in _hunks(edit)
        if any(line.startswith(("-", " ")) for line in body)
    )


def _hunks(edit: str) -> list[tuple[re.Match[str], list[str]]]:
    """The file heads of a decisive edit (`@@ path @@`), each with its lines."""
    hunks: list[tuple[re.Match[str], list[str]]] = []
    for line in edit.splitlines():
        head = _HEAD.match(line)
        if head is not None:
            hunks.append((head, []))
        elif hunks:
            hunks[-1][1].append(line)
    return hunks


def _path(told: str) -> str:
    """The path in a line such as "`src/a.py` (created)"."""
    found = re.search(r"`([^`]+)`", told[:_LONGEST])
    text = found[1] if found else told[:_LONGEST].strip()
    match = _FILE.search(text)
    return (match[0] if match else text).strip()


def test_of(claim: Claim) -> str:
    """The normal form of the test that proves the skill."""
    told = claim.parts.get("test", ())
    return _bare(told[0]) if told else ""


@lru_cache(maxsize=4096)
def _bare(test: str) -> str:
    found = re.search(r"`([^`]+)`", test)
    return " ".join((found[1] if found else test).split())


def same_skill(new: Claim, old: Claim) -> bool:
    """The same files, most of them, and a test that checks at least what proved the old one."""
    if not test_of(old) or not covers(test_of(new), test_of(old)):
        return False
    mine, theirs = anchors(new), anchors(old)
    return 2 * len(mine & theirs) > max(len(mine), len(theirs))


@lru_cache(maxsize=65536)
def covers(check: str, wanted: str) -> bool:
    """Whether one test command, in its normal form, checks at least what the other does."""
    return _covers(check, wanted)


def without_tests(facts: SessionFacts) -> SessionFacts:
    """A session as far as it proves or fails no skill."""
    return replace(
        facts,
        claims=tuple(claim for claim in facts.claims if claim.kind != "skill"),
        commands=tuple(run for run in facts.commands if not run.test),
    )


def learned(claim: Claim, session: str) -> Proof:
    """The proof of a skill that was just learned in this session."""
    return Proof(version=1, learned=session, versions=((1, claim.ts, session),))


def passed(proof: Proof, claim: Claim, session: str) -> Proof:
    """The proof after a session passed the skill's own test again."""
    if proof.pulled:
        version = proof.version + 1
        return Proof(
            version=version,
            learned=session,
            failed=proof.failed,
            versions=(*proof.versions, (version, claim.ts, session)),
            contrasts=proof.contrasts,
        )
    if session == proof.learned or session in proof.passed:
        return proof
    return replace(proof, passed=(*proof.passed, session))


def failed(proof: Proof, session: str, given: bool, contrast: Iterable[Contrast] = ()) -> Proof:
    """The proof after a session changed the skill's files and its own test failed at the end."""
    if session in proof.failed or (session == proof.learned and not proof.pulled):
        return proof
    contrasts = tuple(dict.fromkeys((*proof.contrasts, *contrast)))[-_CONTRASTS:]
    return replace(proof, failed=(*proof.failed, session), pulled=proof.pulled or given, contrasts=contrasts)


Contrast = tuple[str, tuple[str, ...]]
_CONTRASTS = 4


def contrast(claim: Claim, facts: SessionFacts) -> tuple[Contrast, ...]:
    """How a session that failed differs from what was learned: files that it left, of those that were there before, and
    files that it changed also."""
    own = dict.fromkeys(path for told in claim.parts.get("files", ()) if (path := _path(told)))
    changed = dict.fromkeys(change.path for change in facts.changes if not change.documentation)
    left = tuple(path for path in own if path not in changed and path in _found(claim.parts.get("edits", ())))
    also = tuple(path for path in changed if path not in own and not TESTISH.search(path))
    return tuple((what, files[:3]) for what, files in (("left", left), ("also", also)) if files)


Failing = tuple[SessionFacts, CommandRun, frozenset[str]]  # with the files that the session changed


def failing(sessions: Iterable[SessionFacts]) -> Mapping[str, list[Failing]]:
    """Test in its normal form -> the sessions whose last run of it failed, in order.

    A failure is not the last word where a later run of the session, of this test or of a wider one, passed; and it is
    none where what the tests need was missing, or where the same tests had failed before anything was changed.
    """
    found: dict[str, list[Failing]] = {}
    for one in sessions:
        runs = [run for run in one.commands if run.test and run.ok is not None]
        last = {_bare(run.test): n for n, run in enumerate(runs)}
        for test, n in last.items():
            if (
                runs[n].ok is False
                and not runs[n].excuse
                and not any(run.ok and covers(_bare(run.test), test) for run in runs[n + 1 :])
            ):
                found.setdefault(test, []).append((one, runs[n], changed(one)))
    return found


def own_failures(test: str, known: Mapping[str, list[Failing]]) -> list[Failing]:
    """The failures of a skill's own test, however it was started: a wider suite may fail for another reason."""
    found = [one for other, those in known.items() if one_test(other, test) for one in those]
    return sorted(found, key=lambda failing: (failing[0].last, failing[0].key))


@lru_cache(maxsize=65536)
def one_test(a: str, b: str) -> bool:
    """Whether two test commands check the same: `uv run pytest x` is `pytest x`."""
    return a == b or (covers(a, b) and covers(b, a))


def failed_in(claim: Claim, changed: frozenset[str]) -> bool:
    """Whether a session that changed these files changed the skill's, most of them."""
    files = anchors(claim)
    return 2 * len(files & changed) > len(files)


def changed(facts: SessionFacts) -> frozenset[str]:
    """The files that the session changed and that are no documentation."""
    return frozenset(change.path for change in facts.changes if not change.documentation)
