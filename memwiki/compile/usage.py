"""Whether a session used a page that it was told of: what it touched afterwards is what the page is about.

A cheap rule that needs no words of the agent: after it was told, the session changed a file that the page names, ran
the test that proves it, or ran a command that names one of the page's entities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from memwiki.compile.proofs import test_of
from memwiki.records import Claim, Evidence, SessionFacts
from memwiki.regexes import regex

_SHORTEST = 3  # characters of a name; shorter ones stand in too many commands
_WORD = regex(r"[\w@][\w@./+-]*[\w]", re.UNICODE)
_COMMON = frozenset(  # what a command may name without being about it
    {"git", "test", "tests", "src", "main", "build", "run", "npm run", "python", "node", "bash", "sudo", "readme.md"}
)


def used(claims: Iterable[Claim], facts: SessionFacts, told: str) -> bool:
    """Whether the session did something that the page of these claims is about, after the instant `told`."""
    known = list(claims)
    files = {_file(path) for claim in known for name in ("files", "reads") for path in claim.parts.get(name, ())}
    names = {name for claim in known for entity in claim.entities if (name := _name(entity))}
    tests = {test for claim in known if (test := test_of(claim))}
    for change in facts.changes:
        path = change.path.replace("\\", "/").casefold()
        if _after(change.evidence, told) and (path in files or path in names or path.rsplit("/", 1)[-1] in names):
            return True
    for run in facts.commands:
        if _after(run.evidence, told) and (run.test in tests or names & _words(run.command)):
            return True
    return False


def _after(evidence: Iterable[Evidence], told: str) -> bool:
    return any(one.ts > told for one in evidence)


def _file(text: str) -> str:
    return text.strip().strip("`").replace("\\", "/").casefold()


def _name(entity: str) -> str:
    """The entity as commands and paths may name it; "" where that would tell nothing."""
    name = _file(entity)
    return name if len(name) >= _SHORTEST and name not in _COMMON and " " not in name else ""


@lru_cache(maxsize=4096)
def _words(command: str) -> frozenset[str]:
    """The words of a command, and the file names in its paths."""
    found = {word.casefold() for word in _WORD.findall(command[:2000])}
    return frozenset(found | {word.rsplit("/", 1)[-1] for word in found})
