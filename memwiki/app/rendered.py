"""The text of every page, written again only where something that it is made from has changed.

What was rendered is kept beside the index, as one file that is derived and may go at any time: it is read only where
it is whole, of this very program, and never trusted beyond what compile/trace.py can tell.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import jinja2

from memwiki import compile as rules
from memwiki import records, resources
from memwiki.app import keptpages
from memwiki.app.keptpages import Kept, Told, writing
from memwiki.app.sharing import shared
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.places import Places
from memwiki.compile.trace import Trace, digest, holds
from memwiki.compile.write import About, Draft, Whole, as_it_is, drafts, places
from memwiki.records import Page
from memwiki.wiki import header
from memwiki.wiki import page as writer
from memwiki.wiki.apply import Rendered
from memwiki.wiki.header import read_back
from memwiki.wiki.page import render
from memwiki.wiki.plumbing import Blob, blob_id

FILE = "rendered.json"
_ROOM = 1_000_000  # bytes of texts that may be held
Fresh = Callable[[str, Mapping[str, Any]], None]  # takes the id of a page's text, and its frontmatter
_CARD = ("type", "id", "title", "description", "status", "created", "valid_to", "generated")  # what indexes tell


def rendered(
    knowledge: Knowledge, about: About, folder: Path, whole: Whole = as_it_is, fresh: Fresh | None = None
) -> dict[str, Rendered]:
    """Every page by path. What is kept in `folder` saves work and changes nothing.

    The texts stay there, and are read when they are asked for; `page` is what indexes tell of it. `fresh` gets all
    frontmatter of the pages of topics that are written anew.
    """
    where = places(knowledge)
    kept, room = Kept.open(folder / FILE, _program()), _ROOM
    found = {}
    each = list(drafts(knowledge, where, about, whole))
    write = partial(_known_or_written, kept, where)
    few = len(kept) > len(each) // 2  # are left to write
    with writing(kept) as new, closing(shared(write, each, pays=not few)) as made:
        for draft, (told, data, meta) in zip(each, made, strict=True):
            new.put(draft.path, told, data)
            room -= len(data)
            found[draft.path] = _page(kept, draft.path, told, data, room > 0)
            if fresh and meta and not draft.path.startswith("sessions/"):
                fresh(told["blob"], meta)
    return found


def _known_or_written(kept: Kept, where: Places, draft: Draft) -> tuple[Told, bytes, Mapping[str, Any] | None]:
    """What is told of the page, its text, and its frontmatter where it is written anew."""
    name = digest(*draft.given) if draft.given else ""
    known = kept.find(draft.path) if name else None
    if known and known[0]["digest"] == name and holds(known[0]["asked"], where):
        return *known, None
    return _written(draft, name, where)


def _written(draft: Draft, name: str, where: Places) -> tuple[Told, bytes, Mapping[str, Any]]:
    trace = Trace(where) if name else None
    page = draft.write(trace.places if trace else where)
    data = render(page).encode("utf-8", "surrogateescape")
    all_ = not draft.path.startswith("sessions/")  # a session's page is told of by what indexes tell alone
    meta = read_back(page.meta if all_ else {key: page.meta[key] for key in _CARD if key in page.meta})
    card = {key: meta[key] for key in _CARD if key in meta}
    asked = trace.asked() if trace else {}
    return {"digest": name, "asked": asked, "card": card, "blob": blob_id(data)}, data, meta


def _page(kept: Kept, path: str, told: Told, data: bytes, holds_it: bool) -> Rendered:
    blob = told["blob"]
    read = (lambda: data) if holds_it else lambda: kept.text(path, blob)
    return Rendered(Page(path, told["card"], ""), Blob(blob, read))


@lru_cache(maxsize=1)
def _program() -> str:
    """A name for all that makes pages of knowledge: the rules, the templates, the writer of frontmatter."""
    told = hashlib.sha256(f"{platform.python_version()} {jinja2.__version__}".encode())
    sources = sorted(file for file in Path(str(rules.__file__)).parent.rglob("*.*") if file.suffix in (".py", ".tsv"))
    sources += [Path(__file__), *(Path(str(one.__file__)) for one in (keptpages, records, header, writer))]
    for file in [*sources, *sorted(resources.folder("templates").rglob("*.*"))]:
        told.update(f"{file.name}\0".encode() + file.read_bytes())
    return told.hexdigest()
