"""What holds in a project whatever the task: its standing preferences and its latest decisions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from memwiki.compile.items import same
from memwiki.compile.labels import labels
from memwiki.compile.likeness import dice, normal, words
from memwiki.compile.prose import shortened, unmarked
from memwiki.inject.blocks import BYTES, List, fitting, language, written
from memwiki.inject.quoting import attribute, quoted
from memwiki.records import Page

_EACH = 4
_BRIEF_TOKENS = 600
LINES = 10
LINE = 320  # characters; a page's line keeps to 240 by cutting its words, never its path
_PAGE = 240
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_SAID = 150  # characters of a description


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
    """Title, and the description where it says more, then the path: by that an agent finds the rest."""
    title, description = page.title, shortened(str(page.meta.get("description") or ""), _SAID)
    said = f"{title} – {description}"
    if (
        page.kind == "session"
        or not description
        or _says_nothing(description)
        or dice(words(title), words(description)) >= 75
    ):
        said = title
    elif normal(description).startswith(normal(title)):
        said = description
    where = f" ({page.path})"
    return _cut(said, max(_PAGE - len(where), 60)) + where


def _cut(text: str, most: int) -> str:
    """The text within so many characters: whole sentences, where more than half of that is some."""
    short = shortened(text, most)
    end = max(short.rfind(". "), short.rfind("。")) if short.endswith("…") else -1
    return short[: end + 1] if end > most // 2 else short


_BARE = ("no_reason", "no_reason_here", "no_reason_everywhere", "warned", "found")


def _says_nothing(description: str) -> bool:
    """Whether a description only says that there is no more to tell."""
    return any(description == labels(lang)[name] for lang in ("en", "zh") for name in _BARE)


@dataclass(frozen=True, slots=True)
class Brief:
    """A project in about ten lines: what it is, what is standing, what is open."""

    what: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    open_items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    gotchas: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()


def brief(pages: Iterable[Page], lines: int = LINES, in_hand: Collection[str] = ()) -> Brief:
    """What holds in the project, as at most so many lines; what matters least is left out first. Open items that are
    `in_hand`, in a handoff that waits or that somebody took, are left to whoever has it."""
    known = list(pages)
    held = standing(known, 3)
    home = next((page for page in known if page.kind == "project"), None)
    verified = [page for page in known if page.kind == "skill" and page.meta.get("verified")]
    lists = [
        List("what", _what(home), 90, least=1),
        List("preferences", _told(held.preferences), 60, least=2),
        List("decisions", _told(held.decisions), 50, least=2),
        List("open_items", _open(home, in_hand), 45, least=2),
        List("skills", _told(_lines(verified, "skill", 2)), 40, least=1),
        List("sessions", _told(held.sessions), 30),
        List("gotchas", _told(held.gotchas), 20),
    ]
    kept = {one.name: list(one.items) for one in lists}
    while sum(map(len, kept.values())) > lines:
        rich = [one for one in lists if len(kept[one.name]) > one.least] or [one for one in lists if kept[one.name]]
        kept[min(rich, key=lambda one: (-len(kept[one.name]), one.worth)).name].pop()
    return Brief(**{name: tuple(items) for name, items in kept.items()})


def _what(home: Page | None) -> tuple[str, ...]:
    """What the project says of itself, else the page's own line on it."""
    if home is None:
        return ()
    before, _, _ = home.body.partition("\n## ")
    paragraphs = [text for text in before.split("\n\n")[1:] if text.strip() and not text.startswith("#")]
    told = paragraphs[1] if len(paragraphs) > 1 else str(home.meta.get("description") or "")
    return _told([f"{home.title}: {_FOOTNOTE.sub('', told)}"]) if told else ()


def _open(home: Page | None, in_hand: Collection[str]) -> tuple[str, ...]:
    """The newest open items that the project's page lists."""
    lines = home.body.split("\n") if home else []
    items = [unmarked(line[6:]) for line in lines if line.startswith("- [ ] ")]
    items = [text for text in items if not any(same(text, other) for other in in_hand)]
    return _told(reversed(items[-3:]))


def briefing(
    pages: Iterable[Page],
    *,
    project: str = "",
    most: int = _BRIEF_TOKENS,
    max_bytes: int = BYTES,
    in_hand: Collection[str] = (),
) -> str:
    """About ten lines on a project for a session that nothing was left to; "" where nothing is known."""
    found = brief(pages, in_hand=in_hand)
    worth = {"what": 90, "preferences": 60, "decisions": 50, "open_items": 45, "skills": 40, "sessions": 30}
    lists = [List(name, getattr(found, name), worth.get(name, 20)) for name in Brief.__slots__]
    if not any(one.items for one in lists if one.name != "what"):
        return ""
    lang = language(" ".join(text for one in lists for text in one.items))

    def write(held: object) -> str:
        return written("briefing.md.j2", lang, project=attribute(project), held=held)

    return fitting(lists, write, min(max_bytes, BYTES), most)


def _told(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(quoted(line, LINE) for line in lines)
