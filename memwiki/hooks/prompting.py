"""What a prompt is told unasked: pages that really fit it, each once a session, from the file beside the index."""

from __future__ import annotations

import os
import time

from memwiki.capture import gist, jsontext
from memwiki.hooks.kept import read_json
from memwiki.index import lexicon

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memwiki.hooks.ready import Start

THRESHOLD = 0.5  # recall/confidence.py
LATE_S = 0.3  # a prompt does not wait longer for its memory
_ONCE, _SESSION = 3, 12  # pages that a prompt, and a session, is told of
_BESIDE = 0.6  # a further page must be at least so sure, as a share of the first
_REPEATS = 0.8  # of a page's title, which a note beside it says too
_MOST_BYTES = 3200
_ME = "_me"


def fitting(home: str, workspace: str, name: str, prompt: str, recall: dict[str, Any], begun: float) -> list[Found]:
    """The pages that the prompt speaks of, surest first; none where it would be late (`begun`: when the hook began)."""
    least = recall.get("threshold")
    threshold = float(least) if isinstance(least, int | float) else THRESHOLD
    found: list[Found] = []
    for project in (name, _ME):
        if time.monotonic() - begun > LATE_S:
            return []
        book = lexicon.read(os.path.join(home, "index", workspace, project), jsontext.loads)
        if book is not None:
            frames = book.header.get("frames") or {}
            found += [Found(one.sure, one.page, project, frames) for one in book.matches(prompt, threshold)]
    found.sort(key=lambda one: -one.sure)
    return found if time.monotonic() - begun <= LATE_S else []


class Found:
    """One page of a project, how sure it is that it answers, and the frames of that project's blocks."""

    __slots__ = ("frames", "page", "project", "sure")

    def __init__(self, sure: float, page: dict[str, Any], project: str, frames: dict[str, Any]) -> None:
        self.sure = sure
        self.page = page
        self.project = project
        self.frames = frames


def block(start: Start, found: list[Found], recall: dict[str, Any], beside: str = "") -> tuple[str, list[str]]:
    """The block of those of the pages that this session was not told of yet, and that `beside`, what it is told with
    them, does not say already; and their ids. "" where there is none."""
    told, said = _told_before(start), frozenset(gist.terms(beside))
    fresh = [
        one for one in found if one.page.get("id") not in told and not _is_said(one.page, said) and _holds(start, one)
    ]
    chosen = [one for one in fresh if one.sure >= _BESIDE * found[0].sure][:_ONCE]
    if not chosen or len(told) >= _SESSION:
        return "", []
    frames = chosen[0].frames
    before, behind = frames.get(str(chosen[0].page.get("lang"))) or frames.get("en") or ("", "")
    limit = recall.get("max_chars")
    most = min(_MOST_BYTES, limit) if isinstance(limit, int) and limit >= 500 else _MOST_BYTES
    kept: list[dict[str, Any]] = []
    for one in chosen:
        if len(_block(before, [*kept, one.page], behind).encode("utf-8", "replace")) <= most:
            kept.append(one.page)
    return (_block(before, kept, behind), [str(page["id"]) for page in kept]) if kept and before else ("", [])


def _is_said(page: dict[str, Any], said: frozenset[str]) -> bool:
    """Whether the page's title says nothing more than what is told beside it."""
    title = gist.terms(str(page.get("said", "")).partition("\n")[0].rpartition(" (")[0])
    return bool(said) and bool(title) and sum(term in said for term in title) >= _REPEATS * len(title)


def _block(before: str, pages: list[dict[str, Any]], behind: str) -> str:
    return before + "\n".join(str(page.get("said", "")) for page in pages) + behind


def _holds(start: Start, one: Found) -> bool:
    """Whether the page is as it was when the file was written, and its end has not come."""
    page = one.page
    try:
        seen = os.stat(os.path.join(start.home, "wiki", start.workspace, one.project, str(page.get("path"))))
    except OSError:
        return False
    until = page.get("until")
    over = isinstance(until, int) and 0 < until <= start.at
    return not over and [seen.st_mtime_ns, seen.st_size] == page.get("stat")


def _told_before(start: Start) -> list[str]:
    """The ids of the pages that this session has seen already, in its first block or at a prompt."""
    found = read_json(start.given).get("pages")
    return [str(one) for one in found] if isinstance(found, list) else []
