"""What the compiler hears in one prompt, and what its statements say: for tables of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim, Observation, Page


def claims(prompt: str) -> tuple[Claim, ...]:
    """The statements heard in a session of this one prompt."""
    said = Observation(
        id="o1",
        ts="2026-03-02T10:00:00.000Z",
        agent="claude-code",
        session="s1",
        event="user-prompt",
        text=prompt,
        operator="kim",
        segment="claude-code-s1/0001",
        line=1,
    )
    return statements(assemble([said]))


def told(claim: Claim) -> str:
    """All that the statement says, in lower case."""
    parts = (line for lines in claim.parts.values() for line in lines)
    return "\n".join((claim.title, claim.text, *parts, *claim.aliases)).lower()


def of(kind: str, found: Iterable[Page], deprecated: bool = False) -> Iterator[str]:
    """Title and body, in lower case, of each page of a kind that holds, or that is `deprecated`."""
    for page in found:
        if page.meta["type"] == kind and (page.meta["status"] == "deprecated") == deprecated:
            yield f"{page.meta['title']}\n{page.body}".lower()


def check_titles(prompt: str) -> None:
    """A title is short and whole, and holds no scaffolding."""
    for claim in claims(prompt):
        assert 0 < len(claim.title) <= 80
        assert not claim.title.lower().startswith(("ok", "btw", "remember", "pls", "please", "记住"))
        assert not claim.title.lower().endswith((" pls", " please", ",", " the", " and"))
        assert claim.title.count("`") % 2 == 0
