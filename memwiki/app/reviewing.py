"""What waits for a person: drafts, and places that a compile could not merge. Only a person decides."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk
from memwiki.errors import Invalid
from memwiki.files import atomic_write
from memwiki.paths import safe_join
from memwiki.wiki.merge import Conflict

BY_AGENT = "an agent "  # how the reason begins where a page was not changed by the person
DELETED = f"{BY_AGENT}deleted"
_MOST = 200  # conflicts kept of one project, newest last


@dataclass(frozen=True, slots=True)
class Item:
    """One place that waits: the person's text stands in the page, `new` is what the compiler would have written.

    Where an agent changed a page of the wiki, `mine` is the whole page as it was, and `new` what the agent made of it.
    """

    path: str
    place: str
    reason: str
    mine: str
    new: str
    at: str

    @property
    def by_agent(self) -> bool:
        """Whether an agent wrote `new`, not the compiler."""
        return self.reason.startswith(BY_AGENT)


def note_conflicts(desk: Desk, conflicts: Sequence[Conflict]) -> None:
    """Keeps the conflicts of a compile until a person has looked at them; a later one of the same place replaces it."""
    file = _file(desk)
    if not conflicts and not file.exists():
        return
    held = {(one["path"], one["place"]): one for one in _held(file)}
    for one in conflicts:
        held.pop((one.path, one.place), None)
        item = Item(one.path, one.place, one.reason, one.mine, one.new, desk.now)
        held[one.path, one.place] = asdict(item)
    agents = [one for one in held.values() if one["reason"].startswith(BY_AGENT)]  # nothing else has their text
    others = [one for one in held.values() if not one["reason"].startswith(BY_AGENT)]
    _keep(file, [*others[-_MOST:], *agents])


def conflicts_of(desk: Desk) -> list[Item]:
    """The conflicts that wait, oldest first."""
    return [Item(**one) for one in _held(_file(desk))]


def _file(desk: Desk) -> Path:
    return desk.home.state / "review" / desk.project.workspace / f"{desk.project.name}.json"


def _keep(file: Path, held: Sequence[dict[str, Any]]) -> None:
    atomic_write(file, json.dumps(held, indent=1))  # escaped: a page may hold bytes that are no text


def _held(file: Path) -> list[dict[str, Any]]:
    with contextlib.suppress(OSError, ValueError):
        held = json.loads(file.read_bytes())
        names = set(Item.__dataclass_fields__)
        return [one for one in held if isinstance(one, dict) and set(one) == names]
    return []


def by_agents(desk: Desk, name: str) -> list[Item]:
    """What agents did to the page of this path, oldest first; the page itself may be gone."""
    path = name.strip().removeprefix(f"{desk.wiki}/").removeprefix("./")
    return [one for one in conflicts_of(desk) if one.by_agent and path in (one.path, one.path.removesuffix(".md"))]


def let_in(desk: Desk, item: Item) -> None:
    """Writes into the wiki what an agent made of a page; Invalid where the page has changed since."""
    file = safe_join(desk.wiki, item.path)
    now = file.read_bytes().decode("utf-8", "surrogateescape") if file.is_file() else ""
    if now != item.mine:
        raise Invalid(f"{item.path} has changed since", hint="edit the page by hand, then memwiki review reject it")
    if item.reason.startswith(DELETED):
        file.unlink(missing_ok=True)
    else:
        atomic_write(file, item.new.encode("utf-8", "surrogateescape"))


def drop_conflicts(desk: Desk, path: str, place: str = "") -> int:
    """Forgets what waits on a page, so that the person's text stands; gives how many places that were."""
    file = _file(desk)
    held = _held(file)
    left = [one for one in held if one["path"] != path or place not in ("", one["place"])]
    if len(left) < len(held):
        _keep(file, left)
    return len(held) - len(left)


def settle(desk: Desk, path: str, conflicts: Sequence[Item], dry_run: bool = False) -> None:
    """Puts the compiler's text where the person's stood; Invalid where the page has changed since."""
    file = desk.wiki / path
    text = file.read_bytes().decode("utf-8")
    for one in conflicts:
        if text.count(one.mine) != 1 or not one.mine:
            raise Invalid(f"{path} has changed since", hint="edit the page by hand, then memwiki review reject it")
        text = text.replace(one.mine, one.new)
    if not dry_run:
        atomic_write(file, text)
        drop_conflicts(desk, path)
