"""What holds in a project whatever the task: its standing preferences and its latest decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memwiki.compile.labels import labels
from memwiki.compile.likeness import dice, normal, words
from memwiki.compile.prose import shortened
from memwiki.inject.blocks import BYTES, List, fitting, language, written
from memwiki.inject.quoting import attribute, quoted
from memwiki.records import Page

_EACH = 4
_BRIEF_TOKENS = 600
_SAID = 150  # characters of a description: what stands behind it, the page's path, must stay


@dataclass(frozen=True, slots=True)
class Standing:
    """One line a page, newest first."""

    preferences: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    gotchas: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()


def standing(pages: Iterable[Page], each: int = _EACH) -> Standing:
    """The newest stable pages of each kind, as lines."""
    stable = [page for page in pages if page.status == "stable"]
    return Standing(
        preferences=_lines(stable, "preference", each),
        decisions=_lines(stable, "decision", each),
        gotchas=_lines(stable, "gotcha", each),
        sessions=_lines(stable, "session", 1),
    )


def _lines(pages: Iterable[Page], kind: str, most: int) -> tuple[str, ...]:
    mine = [page for page in pages if page.kind == kind]
    mine.sort(key=lambda page: (_pinned(page), str(page.meta.get("reinforced", "")), page.id), reverse=True)
    return tuple(one_line(page) for page in mine[:most])


def _pinned(page: Page) -> bool:
    return page.meta.get("pinned") is True


def one_line(page: Page) -> str:
    """Title, and the description where it says more."""
    title, description = page.title, shortened(str(page.meta.get("description") or ""), _SAID)
    if (
        page.kind == "session"
        or not description
        or _tells_when(description)
        or dice(words(title), words(description)) >= 75
    ):
        return f"{title} ({page.path})"
    if normal(description).startswith(normal(title)):
        return f"{description} ({page.path})"
    return f"{title} – {description} ({page.path})"


def _tells_when(description: str) -> bool:
    """Whether a description only says since when the page holds."""
    forms = (
        labels(lang)[name] for lang in ("en", "zh") for name in ("holds", "holds_here", "holds_everywhere", "noted")
    )
    return any(
        description.startswith(before) and description.endswith(behind) and len(description) == len(form) + 4
        for form in forms
        for before, _, behind in (form.partition("{date}"),)
    )


def briefing(pages: Iterable[Page], *, project: str = "") -> str:
    """About ten lines on a project for a session that nothing was left to; "" where nothing is known."""
    known = standing(pages, 3)
    lists = [
        List("sessions", _told(known.sessions), 40),
        List("preferences", _told(known.preferences), 30),
        List("decisions", _told(known.decisions), 20),
        List("gotchas", _told(known.gotchas), 10),
    ]
    if not any(one.items for one in lists):
        return ""
    lang = language(" ".join(text for one in lists for text in one.items))

    def write(held: object) -> str:
        return written("briefing.md.j2", lang, project=attribute(project), held=held)

    return fitting(lists, write, BYTES, _BRIEF_TOKENS)


def _told(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(quoted(line, 240) for line in lines)
