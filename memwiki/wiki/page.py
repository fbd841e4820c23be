"""Page text to Page and back (docs/reference/page.md).

What a person wrote comes back byte for byte: a page that was parsed and not changed renders to the same text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memwiki.errors import Invalid
from memwiki.records import Page
from memwiki.wiki import header
from memwiki.wiki.header import Header, broken, clean

_FENCE = re.compile(r"---[ \t]*\Z")
_END = re.compile(r"^---[ \t]*$", re.MULTILINE)


def normal(text: str) -> str:
    """The text without a byte order mark, with `\\n` line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def split(text: str) -> tuple[str, str]:
    """Header (without fences) and body; no header gives "". Raises BrokenPage where it is not closed."""
    found = _cut(normal(text), "")
    return ("", normal(text)) if found is None else found


def _cut(text: str, path: str) -> tuple[str, str] | None:
    first, _, rest = text.partition("\n")
    if not _FENCE.match(first):
        return None
    if end := _END.search(rest):
        return rest[: end.start()], rest[end.end() + 1 :]
    raise broken(path, 1, "the frontmatter is not closed by a line ---")


def parse(text: str, path: str = "") -> Page:
    """The page in `text`; a text without frontmatter is all body. Raises BrokenPage with the line where it breaks."""
    plain = normal(text)
    found = _cut(plain, path)
    if found is None:
        meta = Header({}, {})
        meta.fenced = False
        return Page(path, meta, plain)
    meta = header.read(found[0], path)
    meta.gap = "\n" if found[1].startswith("\n") else ""
    return Page(path, meta, found[1].removeprefix("\n"))


def render(page: Page) -> str:
    """The page's text: frontmatter in the format's order, an empty line, the body, a final newline."""
    body, meta = clean(page.body), page.meta
    if isinstance(meta, Header):
        return f"---\n{header.write(meta)}---\n{meta.gap}{body}" if meta or meta.fenced else body
    end = "" if not body or body.endswith("\n") else "\n"
    return f"---\n{header.write(meta)}---\n\n{body}{end}" if meta else body + end


def edited(page: Page, changes: Mapping[str, Any]) -> Page:
    """The page with frontmatter keys set, or removed where the value is None; a person's own keys stay in place."""
    if isinstance(page.meta, Header):
        return replace(page, meta=page.meta.edited(changes))
    values = {**page.meta, **changes}
    return replace(page, meta={key: values[key] for key in values if changes.get(key, ...) is not None})


def readable(text: str, path: str = "") -> Page | None:
    """The page, or None where its frontmatter is broken."""
    try:
        return parse(text, path)
    except Invalid:
        return None
