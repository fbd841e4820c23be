"""Keeps the file that hooks read at a prompt in step with the wiki: which pages may be told, and by which words."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memwiki.app.desk import ME, Desk
from memwiki.compile.strength import instant
from memwiki.files import atomic_write
from memwiki.index.build import PageBlob
from memwiki.index.content import of_page
from memwiki.index.lexicon import NAME
from memwiki.index.lexicon_build import FORMAT, Entry, build, terms_of
from memwiki.inject.blocks import language
from memwiki.inject.pack import frame, item
from memwiki.recall.authority import current
from memwiki.records import Hit

_TOLD = ("decisions/", "preferences/", "gotchas/", "concepts/")
_MOST = 2_000  # pages; of more, those that were reinforced last
_KEPT = f"{NAME}.kept.json"


def write_lexicon(desk: Desk, pages: Mapping[str, PageBlob]) -> None:
    """Writes the project's file anew; only pages whose blob changed are read again."""
    folder = desk.home.index(desk.project)
    before = _before(folder / _KEPT)
    kept: dict[str, Any] = {}
    for path, blob in pages.items():
        if path.startswith(_TOLD):
            known = before.get(path)
            kept[path] = known if known and known["blob"] == blob.blob else _read(desk, path, blob)
    held = [(path, one) for path, one in kept.items() if current(one["facts"], desk.now)]
    held.sort(key=lambda one: (str(one[1]["facts"].get("reinforced") or ""), one[0]), reverse=True)
    entries = [_entry(desk, path, one) for path, one in held[:_MOST] if _stat(desk, path)]
    frames = {lang: frame(desk.project.key, lang) for lang in ("en", "zh")}
    data = build(entries, frames)
    with contextlib.suppress(OSError):  # a hook without it says nothing, and the next build writes it
        if not _same(folder / NAME, data):
            atomic_write(folder / NAME, data, sync=False)
        if kept != before:
            atomic_write(folder / _KEPT, json.dumps({"format": FORMAT, "pages": kept}, ensure_ascii=False), sync=False)


def _read(desk: Desk, path: str, blob: PageBlob) -> dict[str, Any]:
    """What is kept of a page."""
    text = blob.read()
    facts = dict(of_page(path, text).facts)
    terms, names = terms_of(text)
    where = f"{ME}/{path}" if desk.project.name == ME else path
    hit = Hit(
        page=where,
        id=str(facts["id"]),
        kind=str(facts["kind"]),
        title=str(facts["title"]),
        score=0.0,
        snippet="",
        path="",
        project=desk.project.key,
        description=str(facts["description"]),
    )
    ranks = ("status", "strength", "reinforced", "created", "kind", "pinned", "expires", "stale_after", "valid_to")
    return {
        "blob": blob.blob,
        "id": hit.id,
        "said": item(hit),
        "lang": language(f"{hit.title} {hit.description}"),
        "facts": {name: facts[name] for name in ranks if facts.get(name) is not None},
        "terms": terms,
        "names": names,
    }


def _entry(desk: Desk, path: str, one: Mapping[str, Any]) -> Entry:
    facts = one["facts"]
    ends = [found for name in ("expires", "stale_after", "valid_to") if (found := instant(str(facts.get(name) or "")))]
    told = {
        "id": one["id"],
        "path": path,
        "stat": _stat(desk, path),
        "until": int(min(ends).timestamp() * 1000) if ends else 0,
        "lang": one["lang"],
        "said": one["said"],
    }
    return Entry(told, one["terms"], one["names"])


def _stat(desk: Desk, path: str) -> list[int]:
    """Time and size of the page's file: one that a person has changed since is not told."""
    try:
        found = (desk.wiki / path).stat()
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def _before(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(file.read_bytes())
        return dict(held["pages"]) if held["format"] == FORMAT else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _same(file: Path, data: bytes) -> bool:
    try:
        return file.read_bytes() == data
    except OSError:
        return False
