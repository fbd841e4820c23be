"""compile: what waits in raw/ becomes pages. The whole pipeline can be read in `_compile`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

from memwiki import programs
from memwiki.app.backlog import wait_for_model
from memwiki.app.batons import hand_over, seal_is_newer, write_ready
from memwiki.app.collecting import few_collections
from memwiki.app.crew import Crew
from memwiki.app.desk import ME, Desk, moment
from memwiki.app.guarding import Guard
from memwiki.app.known import all_facts, facts_of, knowledge_of, render_all, render_changed, says_everywhere
from memwiki.app.lookups import write_prompts
from memwiki.app.parsed import Parsed
from memwiki.app.places import at_home, note_place
from memwiki.app.reviewing import note_conflicts
from memwiki.app.spooled import TELLING, Segment, Spooled, gone, has_closed, missing, note_copies, survey, tells
from memwiki.compile.plan import plan, subject
from memwiki.compile.remembered import forget
from memwiki.errors import Locked, MemwikiError, NotFound
from memwiki.files import at_once, locked, private_dir
from memwiki.records import Project, SessionFacts
from memwiki.spool.seal import on_disk
from memwiki.wiki.apply import Outcome, Rendered, publish_pages
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

WAIT_S = 30.0
Progress = Callable[[str, int, int], None] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """Which sessions to take: those that have closed, or `every` one, or one by its id; of one project or of all."""

    every: bool = False
    session: str = ""
    project: Project | None = None
    by_hand: bool = False  # only what a person has just said by hand
    shared: bool = False  # something was said in a project that holds in all of them
    refines: bool = False  # only what a model has just added


@dataclass(frozen=True, slots=True)
class How:
    """How to compile: whether to write, to make vectors, to wait for another process."""

    dry_run: bool = False
    vectors: bool = True
    index: bool = True
    detached: bool = False
    progress: Progress = None


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a compile did, or would do, with one project."""

    project: str
    sessions: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    commit: str = ""
    handoffs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    indexed: bool = False
    edits: str = ""  # the commit of the person's own edits
    failed: str = ""  # why nothing could be done with it


@dataclass(slots=True)
class _Work:
    """One project's compile, on its way."""

    desk: Desk
    how: How
    repository: Repository | None
    sessions: dict[str, Spooled]
    chosen: list[Spooled]
    closed: frozenset[str] = frozenset()  # the keys of those of the chosen that are over
    facts: dict[str, SessionFacts] = field(default_factory=dict)
    before: frozenset[str] = frozenset()  # what the wiki held
    resumed: bool = False  # the compile before was stopped after its commit
    refines: bool = False  # it folds in what a model has just added
    gone: tuple[str, ...] = ()  # sealed segments that commits name and raw/ no longer holds
    warnings: list[str] = field(default_factory=list)

    @property
    def fresh(self) -> list[SessionFacts]:
        """The chosen sessions that amount to something."""
        found = (self.facts.get(one.key) for one in self.chosen)
        return [one for one in found if one and one.has_content]

    @property
    def empty(self) -> list[str]:
        """Sessions that are over and amount to nothing, by the agents' own ids."""
        return sorted({one.session for key, one in self.facts.items() if not one.has_content and self._is_over(key)})

    def _is_over(self, key: str) -> bool:
        """Whether the session closed, now or before an earlier compile; `--all` takes also what is still open."""
        if key in self.closed:
            return True
        one = self.facts[key]
        idle = timedelta(minutes=self.desk.config.settings.compile.idle_minutes)
        rests = bool(one.last) and moment(self.desk.now) - moment(one.last) >= idle
        return not self.sessions[key].waiting and (one.ended or rests)


def compile_projects(desk: Desk, choice: Choice, how: How | None = None) -> list[Compiled]:
    """Compiles every project with something pending; gives what was done with each.

    What holds everywhere is folded from all projects of a workspace, after them.
    """
    how = how or How()
    with few_collections(), programs.shared(desk.home.programs, keeps=not how.dry_run):
        return _compile_all(desk, choice, how)


def _compile_all(desk: Desk, choice: Choice, how: How) -> list[Compiled]:
    projects = [choice.project] if choice.project else desk.home.projects()
    done: list[Compiled] = []
    shared: set[str] = set()
    failed: list[tuple[Project, MemwikiError | OSError]] = []
    for project in projects:
        try:
            done += _in_turn(at_home(desk, project), choice, how, shared) if project.name != ME else []
        except (MemwikiError, OSError) as error:  # what one project waits for must not hold up the others
            failed.append((project, error))
    for workspace in sorted(shared | {one.workspace for one in projects if one.name == ME}):
        asked = replace(choice, every=True, session="", shared=workspace in shared)
        done += _in_turn(desk.at(Project(workspace, ME)), asked, how, set())
    if failed and not done:
        raise failed[0][1]
    done += [Compiled(one.key, warnings=(_line(error),), failed=_line(error)) for one, error in failed]
    if choice.session and not done:
        raise NotFound(f"no such session waits: {choice.session}", hint="memwiki status")
    return done


def _line(error: MemwikiError | OSError) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'compile'}: {error.strerror or error}"
    return f"{error.message}; {error.hint}" if error.hint else error.message


def _in_turn(desk: Desk, choice: Choice, how: How, shared: set[str]) -> list[Compiled]:
    """One process at a time compiles a project. A detached one that finds it taken asks the holder for one more round.

    The flag is set before the lock is tried, and looked at after it is given back, so that no wish is lost.
    """
    if how.dry_run:
        return list(filter(None, [_compile(desk, choice, how, shared)]))
    lock = desk.home.compile_lock(desk.project)
    again = lock.with_suffix(".again")
    done = []
    if how.detached:
        private_dir(again.parent)
        again.touch()
    while True:
        try:
            with locked(lock, f"project {desk.project.key}", 0.0 if how.detached else WAIT_S):
                again.unlink(missing_ok=True)
                done.append(_compile(desk, choice, how, shared))
        except Locked:
            if how.detached:
                break
            raise
        if not again.exists():
            break
    return [one for one in done if one]


def _compile(desk: Desk, choice: Choice, how: How, shared: set[str]) -> Compiled | None:
    """1 survey raw/ 2 choose what has closed 3 seal 4 extract 5 fold 6 publish 7 hand over 8 index."""
    half = desk.home.compile_lock(desk.project).with_suffix(".half")  # there may be pages that no handoff tells of yet
    work = _survey(desk, choice, how)
    work.resumed = half.exists() and not how.dry_run
    work.refines = choice.refines
    edited = not choice.session and _was_edited(work)
    if not (work.chosen or choice.shared or work.resumed or edited):
        if how.index and not how.dry_run:
            _index(desk, how, only_behind=True)
        if not how.dry_run and seal_is_newer(desk):
            write_ready(desk)
        return None
    with Crew(programs=str(desk.home.programs)) as crew:
        if not how.dry_run:
            crew.call([[part.path for part in one.waiting] for one in work.chosen if not one.is_ledger])
        sealed = _seal(work)
        with _taken_in([] if how.dry_run else sealed, beside=crew.is_called):
            work.facts = _facts(work, crew)
    if not how.dry_run:
        wait_for_model(desk, (one.key for one in work.fresh))
    if says_everywhere(work.fresh):
        shared.add(desk.project.workspace)
    forget(tables=any(one.lean for one in work.facts.values()))  # where there is much, room is dearer than time
    with ThreadPoolExecutor(max_workers=1) as aside:  # git, which has its own process, need not wait for the fold
        made = aside.submit(_created, desk) if not (work.repository or how.dry_run) else None
        knowledge = knowledge_of(desk, work.sessions, work.facts)
    work.repository = made.result() if made else work.repository
    forget()
    if how.dry_run:
        return _told(work, _publish(work, render_all(desk, knowledge), sealed))
    half.touch()
    parsed, handoffs = Parsed.of(desk), list[str]()

    def hand_on(outcome: Outcome) -> None:
        note_conflicts(desk, outcome.conflicts)
        handoffs.extend(hand_over(desk, knowledge, work.empty))
        write_ready(desk, parsed)
        write_prompts(desk, knowledge, parsed)
        parsed.keep()

    outcome = _publish(work, render_changed(desk, knowledge, work.sessions, parsed.take), sealed, hand_on)
    half.unlink()
    note_place(desk.home, desk.project, (one.cwd for one in work.fresh if one.cwd))
    if how.index:
        _index(desk, how)
    return replace(_told(work, outcome), handoffs=tuple(handoffs), indexed=how.index)


def _index(desk: Desk, how: How, only_behind: bool = False) -> None:
    """Brings the index after the pages. Numpy and Whoosh take a while to load, and a start that waits needs neither."""
    from memwiki.app.refresh import is_behind, refresh_index

    if not only_behind or is_behind(desk, how.vectors):
        refresh_index(desk, how.vectors, how.progress)


def _survey(desk: Desk, choice: Choice, how: How) -> _Work:
    repository = None
    if (desk.wiki / ".git").exists():
        repository = Repository.open(desk.wiki) if how.dry_run else _created(desk)
        if not how.dry_run:
            repository.check_free()
            repository.recover()
    committed = repository.sealed() if repository else {}
    sessions = survey(desk.home.raw(desk.project), committed)
    chosen = _chosen(desk, choice, sessions)
    closed = frozenset(one.key for one in chosen if choice.session or _is_closed(desk, one, sessions))
    return _Work(desk, how, repository, sessions, chosen, closed, gone=tuple(gone(sessions, committed)))


def _chosen(desk: Desk, choice: Choice, sessions: dict[str, Spooled]) -> list[Spooled]:
    """The sessions to take now; the ledger comes along with any of them, or alone where it changes pages."""
    waiting = [one for one in sessions.values() if one.waiting]
    work = [] if choice.by_hand else [one for one in waiting if not one.is_ledger]
    if choice.session:
        work = [one for one in work if one.key == choice.session or one.key.endswith(f"-{choice.session}")]
    elif not choice.every:
        work = [one for one in work if _was_cut_short(one) or _is_closed(desk, one, sessions)]
    ledgers = [one for one in waiting if one.is_ledger]
    if not work and not any(tells(one) for one in ledgers):
        return []
    return [*work, *ledgers]


def _was_edited(work: _Work) -> bool:
    """Whether a person changed pages; not looked at in the background, since it reads files."""
    return not work.how.detached and work.how.index and bool(work.repository and work.repository.dirty())


def _is_closed(desk: Desk, session: Spooled, sessions: dict[str, Spooled]) -> bool:
    return has_closed(session, sessions.values(), desk.now, desk.config.settings.compile.idle_minutes)


def _was_cut_short(session: Spooled) -> bool:
    """Whether a compile sealed the session and was stopped before its commit."""
    return all(one.sealed for one in session.waiting)


def _seal(work: _Work) -> list[Segment]:
    for session in work.chosen:
        if torn := session.torn(session.waiting):
            work.warnings.append(f"{session.key}: {torn} line{'s' if torn > 1 else ''} could not be read, left out")
    seal = Spooled.pretend_sealed if work.how.dry_run else Spooled.seal
    sealed = [part for parts in at_once(lambda one: seal(one, one.waiting), work.chosen) for part in parts]
    note_copies(work.sessions)
    return sealed


@contextmanager
def _taken_in(sealed: Sequence[Segment], beside: bool) -> Iterator[None]:
    """A block that is over once the disk has what was sealed: only then may a commit name it. The disk works `beside`,
    or before, where the block may still start processes, which no other thread may be there for."""
    paths = [one.path for one in sealed]
    if not beside:
        at_once(on_disk, paths)
    with ThreadPoolExecutor(max_workers=4) as aside:
        waited = [aside.submit(on_disk, path) for path in paths if beside]
        yield
        for one in waited:
            one.result()


def _facts(work: _Work, crew: Crew) -> dict[str, SessionFacts]:
    if work.how.dry_run:
        todo = [one for one in work.sessions.values() if not one.is_ledger and one.sealed]
        found = {one.key: facts_of(work.desk, one, store=False) for one in todo}
    else:
        changed: list[str] = []
        found = all_facts(work.desk, work.sessions, work.how.progress, crew=crew, changed=changed)
        work.warnings += [f"raw:{name} is not what was sealed; memwiki verify tells more" for name in changed]
    unread = [found[one.key] for one in work.chosen if one.key in found and found[one.key].unread]
    work.warnings += [f"{one.key}: left out, a rule failed on it ({one.unread}); please report it" for one in unread]
    return found


def _publish(
    work: _Work,
    rendered: Mapping[str, str | Rendered],
    sealed: Sequence[Segment],
    then: Callable[[Outcome], None] = lambda _: None,
) -> Outcome:
    desk, fresh = work.desk, work.fresh
    if work.repository is None and work.how.dry_run:
        return Outcome(written=tuple(sorted(rendered)))
    repository = work.repository or _created(desk)
    before = repository.tree()
    run = hashlib.sha256("".join(f"{one.name} {one.sha}\n" for one in sealed).encode()).hexdigest()[:12]
    planned = plan({}, {}, sessions=fresh, run=run, sealed=[(one.name, one.sha) for one in sealed])
    work.repository, work.before = repository, frozenset(before)
    guard = Guard(desk, repository, work.sessions, not work.how.dry_run, work.warnings)

    def settled(outcome: Outcome) -> None:
        guard.close()
        then(outcome)

    return publish_pages(
        repository,
        rendered,
        subject=lambda count: _subject(count, len(fresh), _by(work, sealed)),
        trailers=planned.trailers,
        author=_author(desk),
        date=desk.now,
        dry_run=work.how.dry_run,
        sift=guard.sift,
        then=settled,
    )


def _subject(pages: int, sessions: int, by: tuple[str, str]) -> str:
    if sessions:
        return subject(pages, sessions)
    verb, what = by
    return f"{verb}: {pages} page{'' if pages == 1 else 's'} from {what}" if pages else f"{verb}: the indexes"


def _by(work: _Work, sealed: Sequence[Segment]) -> tuple[str, str]:
    """A verb, and what changes pages where no session does."""
    if work.refines:
        return "refine", "a model's words"
    names = {one.name for one in sealed}
    ledgers = (one for one in work.chosen if one.is_ledger)
    said = {seen.event for one in ledgers for seen in one.each(part for part in one.segments if part.name in names)}
    ruled = said & TELLING
    return "compile", f"a person's {_RULED.get(ruled.pop(), 'words') if len(ruled) == 1 else 'words'}"


_RULED = {
    "approve": "approval",
    "reject": "rejection",
    "retire": "retirement of a skill",
    "forget": "wish to forget",
    "feedback": "feedback",
}


def _created(desk: Desk) -> Repository:
    """The wiki's repository, made or finished where it is not whole."""
    return Repository.open(desk.wiki, create=True, author=_author(desk), date=desk.now)


def _author(desk: Desk) -> Author:
    return Author(desk.operator, desk.config.email)


def _lost(desk: Desk, gone: Sequence[str], pages: int) -> str:
    """Pages went because what they were made from is gone: nobody may have wanted that."""
    names = ", ".join(f"raw:{name}" for name in gone[:3]) + (f" and {len(gone) - 3} more" if len(gone) > 3 else "")
    went = "a page went" if pages == 1 else f"{pages} pages went"
    why, remedy = missing(desk.home.raw(desk.project), gone[0])
    told = "sealed, and no longer there" if "link" not in why else f"sealed, and {why}"
    return f"{names}: {told}; {went} meanwhile; {remedy}, then memwiki compile"


def _unfollowed(desk: Desk, path: str) -> str:
    """A link stands where pages should: they are safe, but nobody sees them there."""
    told = "a symbolic link stands there and is not followed; what belongs there is in git only"
    return f"{path}: {told}; remove the link, then git -C {desk.wiki} checkout -- {path}"


def _told(work: _Work, outcome: Outcome) -> Compiled:
    for conflict in outcome.conflicts:
        work.warnings.append(f"{conflict.path}: {conflict.reason or 'you and the compiler changed the same place'}")
    for path in outcome.linked:
        work.warnings.append(_unfollowed(work.desk, path))
    if work.gone and outcome.deleted:
        work.warnings.append(_lost(work.desk, work.gone, len(outcome.deleted)))
    return Compiled(
        project=work.desk.project.key,
        sessions=tuple(one.key for one in work.fresh),
        added=tuple(path for path in outcome.written if path not in work.before),
        changed=tuple(path for path in outcome.written if path in work.before),
        removed=outcome.deleted,
        commit=outcome.commit or "",
        warnings=tuple(work.warnings),
        conflicts=tuple(sorted({conflict.path for conflict in outcome.conflicts})),
        edits=outcome.edits or "",
    )
