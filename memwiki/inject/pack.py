"""Ranked hits become one bounded block with citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memwiki.compile.likeness import dice, words
from memwiki.inject.blocks import BYTES, language, written
from memwiki.inject.quoting import attribute, quoted, size, tokens
from memwiki.records import Hit, Pack

_SNIPPET = 420


def pack(
    hits: Sequence[Hit],
    budget_tokens: int = 800,
    *,
    commits: Mapping[str, str] | None = None,
    details: Mapping[str, Sequence[str]] | None = None,
    max_bytes: int = BYTES,
) -> Pack:
    """The block for these hits, most useful first, whole items only; an empty Pack where not even one fits.

    `commits` maps projects to the commit that was searched (cited as page@commit); `details` maps pages to further
    lines that stand below their hit, whole or not at all (a skill's files, test and warnings).
    """
    kept: list[Hit] = []
    items: list[str] = []
    text = ""
    for hit in hits:
        text_of = item(hit, (commits or {}).get(hit.project, ""), (details or {}).get(hit.page, ()))
        longer = _block([*items, text_of], hits[0].project)
        if tokens(longer) > budget_tokens or size(longer) > min(max_bytes, BYTES):
            continue
        kept.append(hit)
        items.append(text_of)
        text = longer
    return Pack(text, tuple(kept), tokens(text)) if kept else Pack("")


def _block(items: Sequence[str], project: str) -> str:
    lang = language(" ".join(items))
    return written("recall.md.j2", lang, project=attribute(project), held={"hits": items})


def frame(project: str, lang: str) -> tuple[str, str]:
    """What stands before a block's items, and behind them."""
    before, _, behind = written("recall.md.j2", lang, project=attribute(project), held={"hits": ["\0"]}).partition("\0")
    return before, behind


def item(hit: Hit, commit: str = "", details: Sequence[str] = ()) -> str:
    """One hit's lines."""
    cited = attribute(hit.page) if hit.page.isascii() else quoted(hit.page, 160)
    cited = f"{cited}@{attribute(commit)[:12]}" if commit else cited
    state = "" if hit.status == "stable" else f", {attribute(hit.status)}"
    state += ", raw" if hit.raw else ""
    lines = [f"- {quoted(hit.title, 120)} ({attribute(hit.kind)}{state}; {cited})"]
    lines += [f"  {quoted(text, _SNIPPET)}" for text in _said(hit)]
    lines += [f"  {line}" for text in details if (line := quoted(text, _SNIPPET))]
    return "\n".join(lines)


def _said(hit: Hit) -> list[str]:
    """The description, and the snippet where it says something else."""
    told: list[str] = []
    for text in (hit.description, hit.snippet):
        if text.strip() and all(dice(words(text), words(other)) < 70 for other in (hit.title, *told)):
            told.append(text)
    return told
