"""review and skills: a person approves, rejects, retires."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memwiki.app.desk import Desk, Written
from memwiki.app.exporting import skill
from memwiki.app.guarding import take_edits
from memwiki.app.pipeline import Choice, compile_projects
from memwiki.app.reading import Listed, list_pages, read_page
from memwiki.app.reviewing import Item, by_agents, conflicts_of, drop_conflicts, let_in, settle
from memwiki.app.telling import say
from memwiki.errors import NeedsReview, UsageError
from memwiki.records import Page
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a person."""

    project: str
    drafts: tuple[Listed, ...]
    conflicts: tuple[Item, ...]


def waiting(desk: Desk) -> Waiting:
    """The project's drafts and conflicts."""
    conflicts = [replace(one, mine=_readable(one.mine), new=_readable(one.new)) for one in conflicts_of(desk)]
    return Waiting(desk.project.key, tuple(list_pages(desk, status="draft")), tuple(conflicts))


def _readable(text: str) -> str:
    """Bytes that were no text are shown as such."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def approve(desk: Desk, name: str, dry_run: bool = False) -> Written:
    """Approves a draft, or lets in what waits: the compiler's text, or an agent's."""
    if agents := by_agents(desk, name):
        return _of_agent(desk, "approve", agents[-1]) if dry_run else _let_in(desk, agents[-1])
    page = read_page(desk, name)
    conflicts = [one for one in conflicts_of(desk) if one.path == page.path]
    if conflicts:
        settle(desk, page.path, conflicts, dry_run)
    elif page.status != "draft":
        raise UsageError(f"{page.path} waits for nothing", hint="memwiki review list")
    return _rule(desk, "approve", page, dry_run) if page.status == "draft" else _done(desk, "approve", page, dry_run)


def reject(desk: Desk, name: str, dry_run: bool = False) -> Written:
    """Rejects a draft for good, or keeps the person's text where the compiler or an agent had another."""
    if agents := by_agents(desk, name):
        for one in [] if dry_run else agents:
            drop_conflicts(desk, one.path, one.place)
        return _of_agent(desk, "reject", agents[-1])
    page = read_page(desk, name)
    if any(one.path == page.path for one in conflicts_of(desk)):
        if not dry_run:
            drop_conflicts(desk, page.path)
        return _done(desk, "reject", page, dry_run)
    if page.status != "draft":
        raise UsageError(f"{page.path} waits for nothing", hint="memwiki review list, or memwiki forget")
    return _rule(desk, "reject", page, dry_run)


def _let_in(desk: Desk, item: Item) -> Written:
    """The person takes what an agent wrote for their own, as a commit of its own."""
    take_edits(desk)
    let_in(desk, item)
    author = Author(desk.operator, desk.config.email)
    Repository.open(desk.wiki).commit_edits(f"review: {item.path}", author, desk.now)
    drop_conflicts(desk, item.path, item.place)
    compile_projects(desk, Choice(project=desk.project, by_hand=True))
    return _of_agent(desk, "approve", item)


def _of_agent(desk: Desk, event: str, item: Item) -> Written:
    return Written(desk.project.key, "", event, item.path, str(desk.wiki / item.path))


def retire(desk: Desk, name: str, dry_run: bool = False) -> Written:
    """Takes a skill out of use; its page stays, marked."""
    return _rule(desk, "retire", skill(desk, name), dry_run)


def _rule(desk: Desk, event: str, page: Page, dry_run: bool) -> Written:
    if dry_run:
        return _done(desk, event, page, dry_run)
    seen = say(desk, event, "", {"pages": [page.id]})
    # What agents did is read before an approval holds: one of them may have worked in the person's name.
    compile_projects(desk, Choice(project=desk.project, by_hand=event != "approve"))
    if event == "approve" and read_page(desk, page.id).status == "draft":
        raise NeedsReview(
            f"{page.path} waits still: an agent worked in your name, or on the memory, within ten minutes of this",
            hint=f"memwiki review show {page.id}, and approve it again later",
        )
    return Written(desk.project.key, seen.id, event, page.path, str(desk.wiki / page.path))


def _done(desk: Desk, event: str, page: Page, dry_run: bool = False) -> Written:
    return Written(desk.project.key, "" if dry_run else page.id, event, page.path, str(desk.wiki / page.path))
