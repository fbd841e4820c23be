"""The text of every page, written again only where something that it is made from has changed.

What was rendered is kept beside the index, as one file that is derived and may go at any time: it is read only where
it is whole, of this very program, and never trusted beyond what compile/trace.py can tell.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

from memwiki import compile as rules
from memwiki import records, resources
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.trace import Trace, digest, holds
from memwiki.compile.write import About, Draft, drafts, places
from memwiki.files import atomic_write
from memwiki.records import Page
from memwiki.wiki import header
from memwiki.wiki import page as writer
from memwiki.wiki.apply import Rendered
from memwiki.wiki.header import read_back
from memwiki.wiki.page import render

FILE = "rendered.json"
_Held = dict[str, Any]


def rendered(knowledge: Knowledge, about: About, folder: Path) -> dict[str, Rendered]:
    """Every page by path. What is kept in `folder` saves work and changes nothing."""
    where = places(knowledge)
    held = _held(folder / FILE)
    kept: dict[str, _Held] = {}
    found = {}
    for draft in drafts(knowledge, where, about):
        name = digest(*draft.given) if draft.given else ""
        known = held.get(draft.path)
        if not (name and known and known["digest"] == name and holds(known["asked"], where)):
            trace = Trace(where) if name else None
            page = draft.write(trace.places if trace else where)
            asked = trace.asked() if trace else {}
            known = {"digest": name, "asked": asked, "meta": read_back(page.meta), "text": render(page)}
        if name:
            kept[draft.path] = known
        found[draft.path] = _page(draft, known)
    if kept != held:
        _keep(folder / FILE, kept)
    elif not kept:
        (folder / FILE).unlink(missing_ok=True)  # nothing of what is gone stays, whoever kept it
    return found


def _page(draft: Draft, known: Mapping[str, Any]) -> Rendered:
    text = known["text"]
    return Rendered(Page(draft.path, known["meta"], text.partition("\n---\n\n")[2]), text)


def _held(file: Path) -> dict[str, _Held]:
    """What was kept; nothing where the file is absent, damaged, or another program's."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        name, _, body = file.read_bytes().partition(b"\n")
        if name.decode("ascii") == f"{_program()} {hashlib.sha256(body).hexdigest()}":
            return dict(json.loads(body))
    return {}


def _keep(file: Path, kept: Mapping[str, _Held]) -> None:
    body = json.dumps(kept, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    atomic_write(file, f"{_program()} {hashlib.sha256(body).hexdigest()}\n".encode("ascii") + body)


@lru_cache(maxsize=1)
def _program() -> str:
    """A name for all that makes pages of knowledge: the rules, the templates, the writer of frontmatter."""
    told = hashlib.sha256(f"{platform.python_version()} {jinja2.__version__}".encode())
    sources = sorted(file for file in Path(str(rules.__file__)).parent.rglob("*.*") if file.suffix in (".py", ".tsv"))
    sources += [Path(__file__), *(Path(str(one.__file__)) for one in (records, header, writer))]
    for file in [*sources, *sorted(resources.folder("templates").rglob("*.*"))]:
        told.update(f"{file.name}\0".encode() + file.read_bytes())
    return told.hexdigest()
