"""One session's segments become its facts: what a compile does for each session by itself, here or in a process beside.

It is given only what it needs, and imports little, so that another process is ready soon (app/crew.py).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from memwiki import capture, programs, spool
from memwiki import compile as rules
from memwiki.app.collecting import few_collections
from memwiki.capture import private
from memwiki.capture.redact import WORDS, redact
from memwiki.compile import codec
from memwiki.compile.facts import SLIPS, extract, set_aside
from memwiki.compile.forgotten import Cut, left
from memwiki.compile.meddling import Memory, meddlings
from memwiki.compile.remembered import forget, remembered
from memwiki.errors import Invalid
from memwiki.files import atomic_write
from memwiki.held import Vocabulary
from memwiki.needs import folded
from memwiki.records import Observation, SessionFacts
from memwiki.spool.read import observations

_LATELY = 1_000_000  # bytes of sessions whose sentences are remembered
_lately: list[int] = []
_SAME, _SHORT = 2048, 200  # texts that are redacted once, and their characters


@dataclass(frozen=True, slots=True)
class Job:
    """One session to read: its segments, where its facts are kept and under which name, and what is a secret."""

    key: str
    segments: tuple[str, ...]
    file: str
    name: str  # of what the segments say, and of the rules that read them
    cuts: tuple[Cut, ...] = ()  # what people asked to forget; facts are then not kept, since these may still hold it
    extra_patterns: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    user: str = ""

    @property
    def redacted(self) -> Callable[[str], str]:
        """What gives a text without what is private, and without secrets."""
        return _redacted(self.extra_patterns, self.allow)


@lru_cache(maxsize=1)
def _redacted(extra: tuple[str, ...], allow: tuple[str, ...]) -> Callable[[str], str]:
    """Redaction by these rules; a project's sessions name the same files and commands again and again."""
    vocabulary = Vocabulary()
    for n, words in enumerate(WORDS):
        vocabulary.learn(map(folded, words), n)

    @remembered(_SAME, _SHORT)
    def redacted(text: str) -> str:
        return redact(private.cut(text)[0], extra, allow, lambda low: vocabulary.held(low)[1])[0]

    return redacted


def known(job: Job, held: bool = True) -> SessionFacts | None:
    """The session's facts where they were found before, from these very segments by these very rules; to be `held`, or
    to be looked at once."""
    if job.cuts:
        return None
    try:
        kept = json.loads(Path(job.file).read_bytes())
        return codec.from_json(kept["facts"], held) if kept["key"] == job.name else None
    except (OSError, ValueError, Invalid, KeyError, TypeError):
        return None


def found(job: Job) -> SessionFacts:
    """The session's facts, read from its segments; a session that a rule fails on is set aside.

    What is read is redacted once more: a newer rule, or one that the person added, protects older observations.
    """
    seen = _seen(job)
    try:
        facts = replace(extract(seen), meddled=meddlings(seen, Memory(job.roots, job.user)))
        if any(cut.of_page for cut in job.cuts):  # what a page was about is known as long as others may say it again
            facts = replace(facts, claims=extract(_seen(job, pages=False)).claims)
        return facts
    except SLIPS as error:
        if not seen:
            raise
        return set_aside(job.key, seen, f"{type(error).__name__}: {error}"[:200])


def _seen(job: Job, pages: bool = True) -> list[Observation]:
    """What there is to read. Without `pages`, what only a page was forgotten for is there, too."""
    each = (one for part in job.segments for one in observations(Path(part)))
    kept = (left(one, job.cuts, pages) for one in each)
    return [without_secrets(one, job.redacted) for one in kept if one]


def keep(job: Job, facts: SessionFacts) -> None:
    """Keeps the facts for the next time; those of a session that was set aside are not kept: rules get mended.

    From time to time what rules remember of the sentences that they read is dropped: few come again in later sessions.
    """
    _lately.append(sum(Path(part).stat().st_size for part in job.segments))
    if sum(_lately) > _LATELY:
        _lately.clear()
        forget()
    if job.cuts:
        Path(job.file).unlink(missing_ok=True)
    elif not facts.unread:
        document = {"key": job.name, "facts": codec.to_json(facts)}
        atomic_write(Path(job.file), json.dumps(document, separators=(",", ":"), default=codec.plain), sync=False)


def without_secrets(seen: Observation, redacted: Callable[[str], str]) -> Observation:
    """The observation with what is a secret by this rule taken out."""
    text, tool = redacted(seen.text) if seen.text else "", seen.tool
    if tool:
        given = {key: redacted(value) if isinstance(value, str) else value for key, value in tool.input.items()}
        output = redacted(tool.output) if tool.output else ""
        if output != tool.output or given != tool.input:
            tool = replace(tool, input=given, output=output)
    return seen if text == seen.text and tool is seen.tool else replace(seen, text=text, tool=tool)


@lru_cache(maxsize=1)
def extractor() -> str:
    """A name for all that facts depend on besides the session: facts found by other rules are found again.

    These are the rules and their tables, and what reads a line and takes secrets out of it.
    """
    digest = hashlib.sha256(codec.FORMAT.encode())
    for room in (rules, capture, spool):
        for file in sorted(Path(str(room.__file__)).parent.rglob("*.*")):
            if file.suffix in (".py", ".tsv"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


# --- in a process beside -----------------------------------------------------------------------------------------


def written(job: Job) -> bytes:
    """The job as one line for another process."""
    return json.dumps(asdict(job), ensure_ascii=True).encode("ascii") + b"\n"


def asked(line: bytes) -> Job:
    """The job of such a line."""
    given: dict[str, Any] = json.loads(line)
    read: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in given.items()}
    return Job(**read)


def serve(jobs: BinaryIO, answers: BinaryIO, kept: str = "") -> None:
    """Finds and keeps the facts of each job; answers one letter a line: y where they are kept, n where not.

    It ends with its input, hence with the process that gives the jobs. `kept` is the file with compiled expressions.
    """
    if kept:
        programs.recall(Path(kept))
    parent = os.getppid()
    answers.write(b"ready\n")
    answers.flush()
    with few_collections():
        for line in jobs:
            is_kept = _read(asked(line), parent)
            if is_kept is None:
                return
            answers.write(b"y\n" if is_kept else b"n\n")
            answers.flush()


def _read(job: Job, parent: int) -> bool | None:
    """Finds and keeps the facts; gives whether they are kept, None where whoever asked is gone."""
    try:
        facts = found(job)
        if os.getppid() != parent:
            return None  # nobody holds the project any more: what was read may have been erased since
        keep(job, facts)
    except (OSError, *SLIPS):  # whoever asked reads the session itself, and tells what is wrong
        return False
    return not facts.unread
