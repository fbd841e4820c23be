"""Which sessions wait for the language model, when it is asked next, and what it has cost today.

A cache of wishes under state/model/: small, bounded, and lost without harm, since every page was made without it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk, moment, stamp
from memwiki.errors import Locked
from memwiki.files import atomic_write, locked

FORMAT = "memwiki.model-backlog/1"
MOST = 500  # sessions that wait; older ones are dropped, their pages stay as they are
MOST_TRIES = 5  # answers without sense until a session is left alone
_FIRST_PAUSE = timedelta(minutes=2)
_LONGEST_PAUSE = timedelta(days=1)
_LOCK_S = 10.0


@dataclass(frozen=True, slots=True)
class Wish:
    """One session that waits: since when, how often it was asked about in vain, and when it is tried next."""

    project: str
    session: str
    since: str
    tries: int = 0
    next: str = ""
    error: str = ""

    @property
    def given_up(self) -> bool:
        """Whether it is tried again only where a person asks for it."""
        return self.tries >= MOST_TRIES


@dataclass(slots=True)
class Backlog:
    """All that waits, and how the model stands: pause after failures, tokens of the day, last error and answer."""

    wishes: list[Wish] = field(default_factory=list)
    paused_until: str = ""
    failures: int = 0
    error: str = ""
    error_at: str = ""
    answer_at: str = ""
    day: str = ""
    tokens: int = 0

    def due(self, now: str) -> Wish | None:
        """The session to ask about now: one that failed least, and of these the oldest."""
        ready = [one for one in self.wishes if not one.given_up and one.next <= now]
        return min(ready, key=lambda one: (one.tries, one.since, one.project, one.session), default=None)

    def wish(self, project: str, session: str, now: str) -> None:
        """Adds a session, or gives one that was left alone another chance."""
        self.drop(project, session)
        self.wishes = [*self.wishes, Wish(project, session, now)][-MOST:]

    def drop(self, project: str, session: str) -> None:
        """Takes a session off."""
        self.wishes = [one for one in self.wishes if (one.project, one.session) != (project, session)]

    def put_off(self, wish: Wish, now: str, error: str) -> None:
        """Notes an answer that was none: the session waits twice as long as the time before."""
        known = next((one for one in self.wishes if _place(one) == _place(wish)), wish)
        later = replace(known, tries=known.tries + 1, next=_after(now, known.tries), error=error)
        self.wishes = [later if _place(one) == _place(wish) else one for one in self.wishes]
        self.error, self.error_at = error, now

    def pause(self, now: str, error: str, until: str = "") -> None:
        """Notes that the model cannot be reached: nothing is asked for twice as long as the time before."""
        self.paused_until = until or _after(now, self.failures)
        self.failures += 0 if until else 1
        self.error, self.error_at = error, now

    def spent(self, now: str) -> int:
        """Tokens of today, UTC."""
        return self.tokens if self.day == now[:10] else 0

    def spend(self, now: str, tokens: int) -> None:
        """Adds tokens to those of today; a negative number gives back what was set aside."""
        self.tokens = max(0, self.spent(now) + tokens)
        self.day = now[:10]

    def answered(self, now: str) -> None:
        """Notes an answer: whatever stood in the way is over."""
        self.failures, self.paused_until, self.answer_at = 0, "", now


def midnight(now: str) -> str:
    """When the next day begins, UTC."""
    return stamp((moment(now) + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0))


def file_of(desk: Desk) -> Path:
    """Where the backlog lies."""
    return desk.home.state / "model" / "backlog.json"


def read(desk: Desk) -> Backlog:
    """The backlog as it stands; an empty one where there is none, or it cannot be read."""
    try:
        data = json.loads(file_of(desk).read_bytes())
        wishes = [Wish(**_known(Wish, one)) for one in data["wishes"]]
        return Backlog(**{**_known(Backlog, data), "wishes": wishes})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Backlog()


@contextmanager
def opened(desk: Desk) -> Iterator[Backlog]:
    """The backlog for a change, which is stored at the end. Raises Locked and OSError."""
    file = file_of(desk)
    with locked(file.with_suffix(".lock"), "the model's backlog", _LOCK_S):
        found = read(desk)
        yield found
        document = {"schema": FORMAT, **{one.name: getattr(found, one.name) for one in fields(found)}}
        document["wishes"] = [asdict(one) for one in found.wishes]
        atomic_write(file, json.dumps(document, indent=1, ensure_ascii=True) + "\n")


def is_on(desk: Desk) -> bool:
    """Whether a model is switched on and described."""
    model = desk.config.settings.model
    return model.enabled and model.provider != "off"


def summary(desk: Desk) -> list[str]:
    """How the model stands, in short sentences: what waits for it, and what was wrong last."""
    if not is_on(desk):
        return []
    found = read(desk)
    told = []
    left = sum(one.given_up for one in found.wishes)
    if waiting := len(found.wishes) - left:
        told.append(f"{waiting} session{' waits' if waiting == 1 else 's wait'} for the model")
    if left:
        told.append(f"{left} left without the model after {MOST_TRIES} tries")
    if found.paused_until > desk.now:
        told.append(f"the model rests until {found.paused_until[:16].replace('T', ' ')} UTC: {found.error}")
    elif told and found.error_at > found.answer_at:
        told.append(f"last error: {found.error}")
    return told


def wait_for_model(desk: Desk, sessions: Iterable[str]) -> None:
    """Puts sessions that were compiled on the list, where a model is switched on. Never fails: pages come first."""
    keys = list(sessions)
    if not keys or not is_on(desk) or desk.config.settings.compile.mode == "manual":
        return
    with contextlib.suppress(Locked, OSError), opened(desk) as backlog:
        known = {(one.project, one.session) for one in backlog.wishes}
        for key in keys:
            if (desk.project.key, key) not in known:
                backlog.wish(desk.project.key, key, desk.now)


def _place(one: Wish) -> tuple[str, str]:
    return one.project, one.session


def _after(now: str, failures: int) -> str:
    return stamp(moment(now) + min(_FIRST_PAUSE * 2 ** min(failures, 12), _LONGEST_PAUSE))


def _known(noun: type, data: Any) -> dict[str, Any]:
    """The fields of an object that the noun has, if they are of the kind that it wants."""
    defaults = {one.name: one.type for one in fields(noun)}
    kinds = {"str": str, "int": int}
    found = {key: value for key, value in data.items() if key in defaults and key != "wishes"}
    for key, value in found.items():
        if not isinstance(value, kinds.get(str(defaults[key]), object)):
            raise TypeError(f"{key}: {value!r}")
    return found
