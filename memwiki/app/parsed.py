"""A wiki's pages, their frontmatter read once: YAML is slow to read, and from one compile to the next few pages change.

What was read is kept beside the index under git's name for the page's text, of those pages only that were asked for
last. The file is derived and may go at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from memwiki.app.desk import Desk
from memwiki.app.reading import text_if_any
from memwiki.errors import Invalid
from memwiki.files import atomic_write
from memwiki.records import Page
from memwiki.wiki import header
from memwiki.wiki import page as reader
from memwiki.wiki.page import parse, split
from memwiki.wiki.plumbing import blob_id

FILE = "parsed.json"
_Meta = Mapping[str, Any]
_MOST = 600  # pages just written of which more than their text is held: as many as a start's block is chosen from


@dataclass(slots=True)
class Parsed:
    """The pages of one project, for one compile."""

    desk: Desk
    _before: dict[str, _Meta] = field(default_factory=dict)
    _written: dict[str, _Meta] = field(default_factory=dict)
    _asked: dict[str, _Meta] = field(default_factory=dict)

    @classmethod
    def of(cls, desk: Desk) -> Parsed:
        """With what was kept; with nothing where that is damaged, or was read by other rules."""
        found = cls(desk)
        with suppress(OSError, ValueError, TypeError, KeyError):
            held = json.loads(found._file.read_bytes())
            if held["reader"] == _reader():
                found._before = dict(held["pages"])
        return found

    @property
    def _file(self) -> Path:
        return self.desk.home.index(self.desk.project) / FILE

    def take(self, blob: str, meta: _Meta) -> None:
        """Notes what stands in a page that was just written, which then need not be read; of the last pages only."""
        if len(self._written) >= _MOST:
            del self._written[next(iter(self._written))]
        self._written[blob] = meta

    def page(self, path: str) -> Page:
        """The page as it stands in the person's tree; one without frontmatter where it cannot be read."""
        text = text_if_any(self.desk, path)
        name = blob_id(text.encode("utf-8", "surrogateescape"))
        meta = self._asked.get(name) or self._before.get(name) or self._written.get(name)
        if meta is None:
            try:
                page = parse(text, path)
            except Invalid:
                return Page(path, {}, text)
            meta = _plain(page.meta)
            if meta is None:
                return page
        self._asked[name] = meta
        return Page(path, meta, split(text)[1].removeprefix("\n"))

    def keep(self) -> None:
        """Keeps what was asked for, and nothing else: what is forgotten goes."""
        if self._asked != self._before and self._file.parent.is_dir():
            held = {"reader": _reader(), "pages": self._asked}
            atomic_write(self._file, json.dumps(held, separators=(",", ":")), sync=False)


@lru_cache(maxsize=1)
def _reader() -> str:
    """A name for what reads frontmatter."""
    sources = (Path(str(one.__file__)).read_bytes() for one in (header, reader))
    return hashlib.sha256(b"".join(sources)).hexdigest()


def _plain(meta: _Meta) -> _Meta | None:
    """The values as JSON brings them back; None where it would bring back others, or there are none."""
    values = dict(meta)
    with suppress(TypeError, ValueError):
        if values and json.loads(json.dumps(values)) == values:
            return values
    return None
