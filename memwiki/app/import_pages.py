"""import markdown: a folder of Markdown or OKF pages goes into the wiki, as the person's own commit.

They are a person's pages from then on: a compile never changes them. What was imported is written down in the ledger,
so that the next import knows which pages nobody has touched since.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from memwiki.app.desk import Desk
from memwiki.app.guarding import take_edits
from memwiki.app.pipeline import Choice, Compiled, How, compile_projects
from memwiki.app.reading import pages_of, parse_softly
from memwiki.app.spooled import survey
from memwiki.compile.markdown import paragraphs
from memwiki.compile.prose import shortened, unmarked
from memwiki.compile.slugs import distinct, slug
from memwiki.errors import Invalid, NotFound
from memwiki.files import atomic_write
from memwiki.paths import safe_join
from memwiki.records import Page
from memwiki.spool.ledger import record
from memwiki.wiki.bundle import is_reserved
from memwiki.wiki.foreign import adopt
from memwiki.wiki.page import render
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

EVENT = "import"
MOST, MAX_BYTES = 2000, 512 * 1024  # pages, and bytes of one
_A_LINE = 100  # pages named in one observation
_FOLDERS = {
    "decision": "decisions",
    "preference": "preferences",
    "concept": "concepts",
    "gotcha": "gotchas",
    "skill": "skills",
    "session": "sessions",
}
_LINK = re.compile(r"(\]\(<?)([^)\s>#]+)((?:#[^)\s>]*)?>?(?:\s+\"[^\"]*\")?\))")
_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
_ID = re.compile(r"[a-z]+-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Taken:
    """What an import of pages did, or with `dry_run` would do. `left_out` says of each file why."""

    project: str
    dry_run: bool
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    known: int = 0
    collisions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    commit: str = ""
    compiled: tuple[Compiled, ...] = ()


def import_pages(desk: Desk, path: Path, dry_run: bool, vectors: bool = True) -> Taken:
    """Takes the pages below the folder (or the one file) into the wiki."""
    root = path.expanduser().absolute()
    if not root.exists():
        raise NotFound(f"no such file or folder: {root}")
    if root.is_symlink():
        raise Invalid(f"{root} is a link", hint="name the folder itself")
    left_out: list[str] = []
    texts = dict(_texts(root, left_out))
    if not texts:
        raise NotFound(f"no Markdown in {root}", hint="expected *.md; index.md and log.md are made by memwiki")
    found = _arranged({name: _adopted(desk, name, text) for name, text in texts.items()})
    held = pages_of(desk) if desk.wiki.is_dir() else {}
    places = {page.id: place for place, text in held.items() if (page := parse_softly(text, place)).id}
    last = _last(desk)
    added, changed, collisions, known = dict[str, str](), dict[str, str](), list[str](), 0
    for name, page in found.items():
        text, place = render(page), places.get(page.id, page.path)
        if place not in held:
            added[place] = text
        elif held[place] == text:
            known += 1
        elif page.id in places and last.get(place) == _digest(held[place]):
            changed[place] = text
        else:
            why = "was changed here" if page.id in places and place in last else "is there already"
            collisions.append(f"{name}: {place} {why}")
    taken = Taken(desk.project.key, dry_run, tuple(added), tuple(changed), known, tuple(collisions), tuple(left_out))
    files = {**added, **changed}
    if dry_run or not files:
        return taken
    commit = _commit(desk, files, root)
    compiled = compile_projects(desk, Choice(project=desk.project, by_hand=True, shared=True), How(vectors=vectors))
    return replace(taken, commit=commit, compiled=tuple(compiled))


def _texts(root: Path, left_out: list[str]) -> Iterator[tuple[str, str]]:
    """The text of each Markdown file, by its path from the root; what is not taken is told with its reason."""
    files = [root] if root.is_file() else sorted(root.rglob("*.md"))
    base = root.parent if root.is_file() else root
    count = 0
    for file in files:
        name = file.relative_to(base).as_posix()
        if any(part.startswith(".") for part in PurePosixPath(name).parts):
            continue
        why = _refused(base, file, count)
        if why:
            left_out.append(f"{name}: {why}")
            continue
        count += 1
        yield name, file.read_bytes().decode("utf-8-sig", "replace")


def _refused(base: Path, file: Path, count: int) -> str:
    if any(one.is_symlink() for one in (file, *file.parents) if one.is_relative_to(base) and one != base):
        return "a link"
    if not file.is_file() or not file.resolve().is_relative_to(base.resolve()):
        return "not a file of this folder"
    if is_reserved(file.name):
        return "made by memwiki itself"
    if file.stat().st_size > MAX_BYTES:
        return f"larger than {MAX_BYTES} bytes"
    return f"more than {MOST} pages" if count >= MOST else ""


def _adopted(desk: Desk, name: str, text: str) -> Page:
    """The file as a page: its front matter kept, with a kind, an identity, and no secrets."""
    page = adopt(desk.redacted(text), name)
    meta = dict(page.meta)
    told, folder = str(meta["type"]).strip(), PurePosixPath(name).parts[0] if "/" in name else ""
    by_folder = next((kind for kind, place in _FOLDERS.items() if folder.casefold() in (place, kind)), "")
    kind = told.casefold() if told.casefold() in _FOLDERS else ""
    if not kind or (kind == "concept" and by_folder):
        kind = by_folder or "concept"
    if told.casefold() not in (kind, "concept"):
        meta["imported_type"] = told
    meta["type"] = kind.capitalize()
    if not _ID.fullmatch(str(meta.get("id", ""))):
        meta["id"] = f"{kind}-{hashlib.sha256(f'markdown:{name}'.encode()).hexdigest()[:12]}"
    if not meta.get("description") and (told := next(iter(paragraphs(page.body)), "")):
        meta["description"] = shortened(unmarked(told), 200)
    return Page(name, meta, page.body.lstrip("\n"))


def _arranged(pages: Mapping[str, Page]) -> dict[str, Page]:
    """The pages at their places in the wiki, with links that follow them."""
    taken: set[str] = set()
    places = {}
    for name, page in pages.items():
        folder = _FOLDERS[page.kind]
        inside = PurePosixPath(name).with_suffix("").as_posix()
        inside = (
            inside.split("/", 1)[1] if inside.split("/")[0].casefold() in (folder, page.kind) and "/" in inside else ""
        )
        stem = "/".join(slug(part, page.kind) for part in inside.split("/")) if inside else slug(page.title, page.kind)
        places[name] = f"{distinct(f'{folder}/{stem}', page.id, taken)}.md"
    return {
        name: replace(page, path=places[name], body=_relinked(page.body, name, places)) for name, page in pages.items()
    }


def _relinked(body: str, name: str, places: Mapping[str, str]) -> str:
    """The body with its links to other imported files as paths between their new places; code is left alone."""

    def moved(match: re.Match[str]) -> str:
        target = match[2].replace("%20", " ")
        at = target.lstrip("/") if target.startswith("/") else posixpath.join(posixpath.dirname(name), target)
        there = places.get(posixpath.normpath(at)) or places.get(f"{posixpath.normpath(at)}.md")
        if there is None:
            return match[0]
        link = posixpath.relpath(there, posixpath.dirname(places[name])).replace(" ", "%20")
        return f"{match[1]}{link}{match[3]}"

    pieces = _FENCE.split(body)
    if len(pieces) == 1:
        return _LINK.sub(moved, body)
    marks = _FENCE.findall(body)
    done = [_LINK.sub(moved, piece) if at % 2 == 0 else piece for at, piece in enumerate(pieces)]
    return done[0] + "".join(mark + piece for mark, piece in zip(marks, done[1:], strict=True))


def _last(desk: Desk) -> dict[str, str]:
    """The digest of each page as it was imported last, by its place."""
    found: dict[str, str] = {}
    for session in survey(desk.home.raw(desk.project), {}, ledger_only=True).values():
        for one in session.observations():
            pages = one.extra.get("pages")
            if one.event == EVENT and isinstance(pages, dict):
                found.update({str(place): str(digest) for place, digest in pages.items()})
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _commit(desk: Desk, files: Mapping[str, str], root: Path) -> str:
    """Writes the pages, commits them as the person's, and notes what was imported."""
    author = Author(desk.operator, desk.config.email)
    repository = Repository.open(desk.wiki, create=True, author=author, date=desk.now)
    take_edits(desk)
    for place, text in files.items():
        atomic_write(safe_join(desk.wiki, place), text)
    count = f"{len(files)} page{'' if len(files) == 1 else 's'}"
    commit = repository.commit_edits(f"import: {count} from {root.name}", author, desk.now)
    rows = [(place, _digest(text)) for place, text in files.items()]
    for at in range(0, len(rows), _A_LINE):
        extra = {"imported": "markdown", "pages": dict(rows[at : at + _A_LINE])}
        text = f"{count} from {desk.redacted(str(root))}"
        record(desk.home, desk.project, "person", EVENT, text, desk.now, desk.operator, extra)
    return commit or ""
