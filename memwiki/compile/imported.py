"""What was read from files and other memories: statements in the ledger that no person and no agent made here.

A `note` of the program with `imported` says where it comes from; `place` names the file and line, `key` what it is, so
that it is stored once, `ends` the observation of the statement whose place it takes. Such statements are believed less
than what was said in a session, and never end what a person said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memwiki.compile import subjects
from memwiki.compile.language import language
from memwiki.compile.prose import shortened, unmarked
from memwiki.records import Claim, Evidence, Kind, Observation

AUTHOR = "process:import"
TAG = "imported"
_KINDS: tuple[Kind, ...] = ("decision", "preference", "concept", "gotcha", "project")
_READ = 1000  # characters that are read for what a statement is about


def is_imported(one: Observation) -> bool:
    """Whether the observation is such a statement."""
    return one.event == "note" and one.agent == "memwiki" and bool(one.extra.get("imported"))


def imported(ledger: Iterable[Observation], scope: str = "project") -> tuple[Claim, ...]:
    """The statements of the scope, in order of time."""
    found = [_claim(one) for one in ledger if is_imported(one) and one.extra.get("kind") in _KINDS[:-1]]
    mine = [one for one in found if ("me" in one.parts.get("scope", ())) == (scope == "me")]
    return tuple(sorted(mine, key=lambda claim: (claim.ts, claim.evidence[0].observation)))


def described(ledger: Iterable[Observation]) -> Claim | None:
    """What was read of the project as a whole, the newest."""
    found = [_claim(one) for one in ledger if is_imported(one) and one.extra.get("kind") == "project"]
    return max(found, key=lambda claim: (claim.ts, claim.evidence[0].segment, claim.evidence[0].line), default=None)


def _claim(one: Observation) -> Claim:
    extra = one.extra
    kind: Kind = next((kind for kind in _KINDS if kind == extra.get("kind")), "concept")
    text = one.text.strip()
    lang = language(text[:_READ])
    title = unmarked(str(extra.get("title") or "")) or shortened(unmarked(text), 80)
    about = subjects.subject(title, lang)
    parts = dict(_parts(extra.get("parts")))
    if kind == "preference":
        parts["scope"] = ("me" if extra.get("scope") == "me" else "project",)
    if kind == "concept" and "definition" not in parts:
        parts["definition"] = (text,)
    place = str(extra.get("place") or "")
    return Claim(
        kind=kind,
        act="retract" if extra.get("gone") is True else "state",
        subject=title if kind == "concept" else about,
        title=title,
        text=text,
        ts=one.ts,
        evidence=(Evidence(one.id, one.segment, one.line, AUTHOR, one.ts, text[:300], place),),
        source="imported",
        confidence=0.5,
        lang=lang,
        parts=parts,
        keys=frozenset({title.casefold()}) if kind == "concept" else subjects.keys(title, lang, about, kind),
        entities=subjects.entities(text[:_READ]),
        aliases=tuple(str(name) for name in _list(extra.get("aliases"))),
        tags=(TAG,),
        ends=str(extra.get("ends") or ""),
    )


def _parts(value: object) -> Iterable[tuple[str, tuple[str, ...]]]:
    for name, lines in value.items() if isinstance(value, Mapping) else ():
        if texts := tuple(str(line) for line in _list(lines) if str(line).strip()):
            yield str(name), texts


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
