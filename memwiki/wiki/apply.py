"""A compile's pages go into the wiki: the person's edits first, then a merge page by page, then one commit.

Pages are matched by id, so people may rename and move them. What a person deleted stays deleted; what a person wrote
always stays. Conflicts are handed back as review items and never written into a page; the caller records them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from memwiki.errors import BrokenPage
from memwiki.records import Page
from memwiki.wiki import bundle
from memwiki.wiki.bundle import LogEntry
from memwiki.wiki.header import Header, read_back
from memwiki.wiki.history import RAW_TRAILER
from memwiki.wiki.merge import Conflict, merge
from memwiki.wiki.objects import Trailers
from memwiki.wiki.page import parse, readable, render
from memwiki.wiki.plumbing import Author, Blob, blob_id
from memwiki.wiki.relink import Trail
from memwiki.wiki.repository import Repository, Sift
from memwiki.wiki.worktree import is_page_path

NO_BASE = "a page is there that the compiler did not write"
BROKEN = "the frontmatter is broken"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a publication did, or with `dry_run` would do."""

    commit: str | None = None  # None: nothing changed
    edits: str | None = None  # the commit of the person's own edits, made first
    written: tuple[str, ...] = ()  # pages made or changed
    deleted: tuple[str, ...] = ()  # pages that the compiler no longer makes
    kept: tuple[str, ...] = ()  # pages that hold a person's text
    gone: tuple[str, ...] = ()  # pages that a person deleted, and that stay so
    conflicts: tuple[Conflict, ...] = ()  # for review
    linked: tuple[str, ...] = ()  # symbolic links in the place of pages or folders, which are left alone


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page that the compiler wrote: what `parse` finds in its frontmatter, and its text, read where it is needed.

    All texts together are more than one needs to hold. `page.body` may be missing.
    """

    page: Page
    blob: Blob

    @property
    def text(self) -> str:
        """The page's text."""
        return _text(self.blob.read())

    @classmethod
    def of(cls, page: Page, text: str) -> Rendered:
        """The same for a text that is held anyway."""
        return cls(page, Blob.of(_encoded(text)))


_Texts = dict[str, "str | Rendered | None"]


@dataclass(slots=True)
class _Plan:
    files: _Texts = field(default_factory=dict)
    compiled: _Texts = field(default_factory=dict)
    deleted: list[str] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Wiki:
    """What stands in the wiki, before the compile's pages go in."""

    head: Mapping[str, str]  # blob by path
    base: Mapping[str, str]  # blob by path, of the compiler's last rendering
    own: Mapping[str, str]  # text by path, wherever it is not the compiler's
    places: Mapping[str, str]  # path by page id, of the pages in `own`
    shown: Mapping[str, str] = field(default_factory=dict)  # `own` as it stands, with the links that were led elsewhere

    def holds(self, path: str) -> bool:
        """Whether the page stands there exactly as the compiler wrote it."""
        return path in self.head and path not in self.own

    def place(self, page_id: str, path: str) -> str | None:
        """Where the page that the compiler wrote to `path` is now; None where a person deleted it."""
        if self.holds(path):
            return path
        if page_id and page_id in self.places:
            at = self.places[page_id]
            return path if path in self.own and _id(self.own[path]) == page_id else at
        # A person took the id away, or broke the frontmatter: it is still the page of that path.
        return path if path in self.own and not _id(self.own[path]) else None


def publish_pages(
    repo: Repository,
    pages: Mapping[str, Page | str | Rendered],
    *,
    subject: str | Callable[[int], str],
    trailers: Trailers = (),
    author: Author,
    date: str,
    edits_author: Author | None = None,
    log: Sequence[LogEntry] | None = None,
    dry_run: bool = False,
    sift: Sift | None = None,
    then: Callable[[Outcome], None] = lambda _: None,
) -> Outcome:
    """Makes the wiki hold these pages, all that the compiler renders, merged with what people wrote.

    `subject` may be a function of the number of changed pages. Without `log` the pages' own dates make log.md. Nothing
    is committed where nothing changes, unless a Memwiki-Raw trailer names a segment that is not sealed yet. `sift`
    tells edits that are not the person's, as in `Repository.commit_edits`. `then` is called once the working files hold
    the pages, with all but the commit, while git's index still follows.
    """
    edits = None if dry_run else repo.commit_edits("", edits_author or author, date, sift)
    known = {path: _rendered(page, path) for path, page in pages.items()}
    rendered = {path: one.page for path, one in known.items()}
    wiki = _wiki(repo, dry_run, sift)
    homes = _homes(wiki, rendered)
    wiki = _as_written(repo, wiki, homes, _trail(wiki, rendered))
    plan = _plan(repo, wiki, known)
    _lead(wiki, plan, homes, known, _trail(wiki, rendered, plan))
    made = [path for path, text in plan.files.items() if text is not None]
    plan.files.update(_generated(wiki, plan, known, log))
    outcome = Outcome(
        edits=edits,
        written=tuple(sorted(made)),
        deleted=tuple(sorted(plan.deleted)),
        kept=tuple(sorted(plan.kept)),
        gone=tuple(sorted(plan.gone)),
        conflicts=tuple(plan.conflicts),
        linked=tuple(repo.linked({*plan.files, *(path.rpartition("/")[0] for path in known if "/" in path)})),
    )
    if dry_run:
        return outcome
    commit = repo.publish(
        _unwrapped(plan.files),
        _unwrapped(plan.compiled),
        subject=subject if isinstance(subject, str) else subject(len(made) + len(plan.deleted)),
        trailers=trailers,
        author=author,
        date=date,
        always=_unsealed(repo, trailers),
        then=partial(then, outcome),
    )
    return replace(outcome, commit=commit)


def _unwrapped(texts: _Texts) -> dict[str, str | Blob | None]:
    return {path: text.blob if isinstance(text, Rendered) else text for path, text in texts.items()}


def _rendered(page: Page | str | Rendered, path: str) -> Rendered:
    if isinstance(page, Rendered):
        return page
    if isinstance(page, str):
        return Rendered.of(parse(page, path), page)
    read = page if isinstance(page.meta, Header) else replace(page, meta=read_back(page.meta))
    return Rendered.of(read, render(page))


def _unsealed(repo: Repository, trailers: Trailers) -> bool:
    named = [value.rpartition(" ") for key, value in trailers if key == RAW_TRAILER]
    sealed = repo.sealed() if named else {}
    return any(sealed.get(segment) != digest for segment, _, digest in named)


def _wiki(repo: Repository, dry_run: bool, sift: Sift | None = None) -> _Wiki:
    head = {path: blob for path, blob in repo.tree().items() if is_page_path(path)}
    touched = {path: blob for path, blob in repo.touched().items() if path in head and not bundle.is_reserved(path)}
    blobs = repo.read_bytes(blob for blob in touched.values() if blob)
    own = {path: _text(blobs[blob]) for path, blob in touched.items() if blob}
    if dry_run:
        found = repo.dirty()
        for path, data in found.without(sift(found) if sift and found else ()).files.items():
            own.pop(path, None)
            head.pop(path, None)
            if data is not None:
                head[path] = blob_id(data)
                own.update({} if bundle.is_reserved(path) else {path: _text(data)})
    base = repo.compiled()
    own = {path: text for path, text in own.items() if head[path] != base.get(path)}
    places: dict[str, str] = {}
    for path in sorted(own):
        page_id = _id(own[path])
        if page_id:
            places.setdefault(page_id, path)
    return _Wiki(head, base, own, places, own)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _id(text: str) -> str:
    page = readable(text)
    return page.id if page else ""


def edited(repo: Repository, compiled: Mapping[str, str]) -> set[str]:
    """The pages that a person wrote in, moved or deleted since the compiler wrote these, whether committed yet or not.

    A page whose links only follow another page that was moved is the compiler's still.
    """
    wiki = _wiki(repo, dry_run=True)
    ids = {path: "" if wiki.holds(path) else _id(text) for path, text in compiled.items() if is_page_path(path)}
    pages = {path: Page(path, {"id": identity}, "") for path, identity in ids.items()}
    own = _as_written(repo, wiki, _homes(wiki, pages), _trail(wiki, pages)).own
    return {*own, *(path for path, identity in ids.items() if wiki.place(identity, path) is None)}


# --- links that follow -------------------------------------------------------------------------------------------


def _homes(wiki: _Wiki, rendered: Mapping[str, Page]) -> dict[str, str]:
    """The compiler's path by the present one, of every page in which a person changed something."""
    found = {}
    for path, page in rendered.items():
        at = None if wiki.holds(path) else wiki.place(page.id, path) if path in wiki.base else wiki.places.get(page.id)
        if at is not None and at in wiki.own and readable(wiki.own[at]) is not None:
            found[at] = path
    return found


def _trail(wiki: _Wiki, rendered: Mapping[str, Page], plan: _Plan | None = None) -> Trail:
    """Where the pages stand that are not where the compiler puts them; with a plan, once that is carried out."""
    there = {path for path in wiki.head if not plan or plan.files.get(path, "") is not None}
    there |= {path for path, text in plan.files.items() if text is not None} if plan else set()
    at = {path: now for now, path in _homes(wiki, rendered).items()}
    places = {path: at.get(path, path) for path in rendered}
    moved = {path: now if now in there else None for path, now in places.items() if now != path or now not in there}
    return Trail(moved, there)


def _as_written(repo: Repository, wiki: _Wiki, homes: Mapping[str, str], trail: Trail) -> _Wiki:
    """The wiki with the compiler's links as it wrote them: what is the same then is the compiler's."""
    known = {at: path for at, path in homes.items() if path in wiki.base}
    bases = repo.read_bytes({wiki.base[path] for path in known.values()}) if known else {}
    own = dict(wiki.own)
    for at, path in known.items():
        base = _text(bases[wiki.base[path]])
        own[at] = trail.as_written(own[at], base, path, at)
        if own[at] == base and at == path:
            del own[at]
    return replace(wiki, own=own)


def _lead(wiki: _Wiki, plan: _Plan, homes: Mapping[str, str], known: Mapping[str, Rendered], trail: Trail) -> None:
    """Leads the compiler's links to where the pages are now, also in pages that are not written otherwise."""
    at = {path: now for now, path in homes.items()}
    for path, one in known.items():
        now = at.get(path, path)
        if now not in homes if now in wiki.shown else not trail.moved:
            continue  # a page of the person's own, or one that cannot be read; or nothing leads elsewhere
        held = wiki.own.get(now, one if now in wiki.head else None)
        planned = plan.files.get(now, held)
        if planned is None or not (now in plan.files or now in wiki.shown or trail.names_moved(one.text)):
            continue
        led = trail.follow(_of(planned), path, now, one.text)
        if led == wiki.shown.get(now):
            plan.files.pop(now, None)
        elif now in plan.files or now in wiki.shown or led != one.text:
            plan.files[now] = led


# --- page by page ------------------------------------------------------------------------------------------------


def _plan(repo: Repository, wiki: _Wiki, known: Mapping[str, Rendered]) -> _Plan:
    plan = _Plan()
    changed = [path for path in sorted(known) if known[path].blob.id != wiki.base.get(path)]
    vanished = [path for path in sorted(wiki.base) if path not in known]
    wanted = {path: wiki.base[path] for path in (*changed, *vanished) if path in wiki.base}
    blobs = repo.read_bytes(wanted.values())
    bases = {path: _text(blobs[blob]) for path, blob in wanted.items() if blob in blobs}
    by_id = {_id(text) or f"at {path}": path for path, text in bases.items()}
    still = {known[path].page.id for path in changed}
    for path in vanished:
        if _id(bases.get(path, "")) not in still:
            _drop(wiki, plan, path, _id(bases.get(path, "")))
    ids = {one.page.id for one in known.values()}
    origins = {path: by_id.get(known[path].page.id) or by_id.get(f"at {path}") for path in changed}
    for path in changed:
        # An older observation came late: the same page in the same place, under another id.
        if origins[path] is None and path in bases and _id(bases[path]) not in ids:
            origins[path] = path
    for path in sorted(changed, key=lambda one: (origins[one] in (None, one), one)):  # moves first: they make room
        origin = origins[path]
        if origin is None:
            _add(wiki, plan, path, known[path])
        else:
            identity = _id(bases[origin]) or known[path].page.id
            _update(wiki, plan, _Target(path, identity, origin, bases[origin], known[path]))
    return plan


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _drop(wiki: _Wiki, plan: _Plan, path: str, page_id: str) -> None:
    """The compiler no longer makes the page: it goes, unless a person wrote in it."""
    plan.compiled[path] = None
    at = wiki.place(page_id, path)
    if at is None:
        return
    if at == path and wiki.holds(path):
        plan.files[path] = None
        plan.deleted.append(path)
    else:
        plan.kept.add(at)


def _of(text: str | Rendered) -> str:
    return text.text if isinstance(text, Rendered) else text


def _add(wiki: _Wiki, plan: _Plan, path: str, text: Rendered) -> None:
    """A page that the compiler never made before: written, unless something of a person's is in its place."""
    same = wiki.places.get(text.page.id) if text.page.id else None
    at = same or (path if path in wiki.head and plan.files.get(path, "") is not None else None)
    if at is None:
        plan.files[path] = text
        plan.compiled[path] = text
        return
    mine, new = wiki.own.get(at, ""), text.text
    if same is not None or mine == new:
        plan.compiled[path] = text  # from now on there is a base
    if mine != new:
        plan.conflicts.append(Conflict(at, "", mine, new, reason=NO_BASE))
        plan.kept.add(at)


@dataclass(frozen=True, slots=True)
class _Target:
    """One page to be updated: where the compiler wants it, its id, where and what the compiler wrote before."""

    path: str
    id: str
    origin: str
    base: str
    text: Rendered


def _update(wiki: _Wiki, plan: _Plan, page: _Target) -> None:
    at = wiki.place(page.id, page.origin)
    if at is None:
        plan.gone.append(page.origin)
    elif wiki.holds(at):
        _write(wiki, plan, page, at, page.text)
    else:
        try:
            merged = merge(page.base, wiki.own[at], page.text.text, at)
        except BrokenPage as error:
            place = f"line {error.line}"
            plan.conflicts.append(Conflict(at, page.base, wiki.own[at], page.text.text, place, BROKEN))
            plan.kept.add(at)
            return  # the base stays as it is, so that nothing is lost once the page is readable again
        plan.conflicts += merged.conflicts
        plan.kept.add(at)
        _write(wiki, plan, page, at, merged.text)
    plan.compiled[page.path] = page.text
    if page.origin != page.path:
        plan.compiled.setdefault(page.origin, None)


def _write(wiki: _Wiki, plan: _Plan, page: _Target, at: str, text: str | Rendered) -> None:
    """Writes the page where it is; where the compiler moved it and no person did, to its new path."""
    moves = at == page.origin != page.path and page.path not in wiki.head
    if moves:
        plan.files.setdefault(at, None)
        plan.files[page.path] = text
    elif at not in wiki.own or wiki.own[at] != _of(text):
        plan.files[at] = text


# --- generated files ---------------------------------------------------------------------------------------------


def _generated(
    wiki: _Wiki, plan: _Plan, known: Mapping[str, Rendered], log: Sequence[LogEntry] | None
) -> dict[str, str | None]:
    """The index and log files that change with this publication."""
    pages = _pages(wiki, plan, known)
    files: dict[str, str | None] = dict(bundle.generated(pages, _followed(log, pages)))
    for path in wiki.head:
        if path.endswith(bundle.INDEX) and bundle.is_reserved(path):
            files.setdefault(path, None)  # a folder without pages
    return {
        path: text for path, text in files.items() if text is None or wiki.head.get(path) != blob_id(_encoded(text))
    }


def _pages(wiki: _Wiki, plan: _Plan, known: Mapping[str, Rendered]) -> dict[str, Page]:
    found: dict[str, Page] = {}
    for path in sorted({*wiki.head, *plan.files}):
        if bundle.is_reserved(path):
            continue
        text = plan.files[path] if path in plan.files else wiki.own.get(path)
        ours = known.get(path)
        if isinstance(text, Rendered):
            page: Page | None = text.page
        elif text is not None:
            page = readable(text, path)
        else:
            page = ours.page if ours and path not in plan.files else None
        if page is not None:
            found[path] = replace(page, path=path)
    return found


def _followed(log: Sequence[LogEntry] | None, pages: Mapping[str, Page]) -> list[LogEntry] | None:
    """The log's entries, each with the title that its page has now."""
    if log is None:
        return None
    return [replace(e, title=pages[e.path].title or e.title) if e.path in pages else e for e in log]
