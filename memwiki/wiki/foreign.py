"""Markdown that other programs wrote, as pages: YAML, TOML or JSON in front, or nothing at all.

Reading is lenient where the wiki's own is strict: whatever cannot be read stays in the body, so nothing is lost.
"""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import yaml
from frontmatter.default_handlers import BaseHandler, JSONHandler, YAMLHandler

from memwiki.errors import BrokenPage
from memwiki.records import Page
from memwiki.wiki.header import MAX_BYTES
from memwiki.wiki.links import headings
from memwiki.wiki.page import normal, parse

MAX_VALUES = 5_000  # of one header, aliases counted as often as they are used
_DATES = ("created", "date", "created_at", "timestamp")
_WORDS = ("tags", "aliases", "entities")


class TomlHandler(BaseHandler):  # type: ignore[misc]
    """TOML between lines of +++, as Hugo and Zola write it."""

    FM_BOUNDARY = re.compile(r"^\+{3,}\s*$", re.MULTILINE)

    def load(self, fm: str) -> dict[str, Any]:
        """The header's values."""
        return tomllib.loads(fm)


_HANDLERS = (YAMLHandler(), TomlHandler(), JSONHandler())


def adopt(text: str, path: str, kind: str = "Concept") -> Page:
    """The text as a page of the wiki: with a type, a title, and lists where the format wants lists.

    `kind` is the type where the text names none. Keys that the format does not know are kept.
    """
    meta, body = _cut(normal(text), path)
    values = {str(key): value for key, value in meta.items()}
    for key in _WORDS:
        if key in values:
            values[key] = _listed(values[key])
    created = next((values[key] for key in _DATES if values.get(key)), None)
    if created is not None and _stamp(created):
        values["created"] = _stamp(created)
    values["type"] = str(values.get("type") or kind)
    values["title"] = str(values.get("title") or _title(body, path))
    return Page(path, values, body)


def _cut(text: str, path: str) -> tuple[Mapping[str, Any], str]:
    try:
        page = parse(text, path)
    except BrokenPage:
        return _foreign(text)
    return (dict(page.meta), page.body) if page.meta else _foreign(text)


def _foreign(text: str) -> tuple[Mapping[str, Any], str]:
    for handler in _HANDLERS:
        if not handler.detect(text):
            continue
        try:
            head, body = handler.split(text)
            values = _plain(handler.load(head), [MAX_VALUES]) if len(head) <= MAX_BYTES else None
        except (ValueError, yaml.YAMLError, json.JSONDecodeError, RecursionError):
            return {}, text
        return (values, body.removeprefix("\n").removeprefix("\n")) if isinstance(values, dict) else ({}, text)
    return {}, text


def _plain(value: Any, left: list[int]) -> Any:
    """Text, numbers, lists and mappings only; raises ValueError where the values never end."""
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("too many values")
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, left) for key, inner in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(inner, left) for inner in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


def _listed(value: Any) -> list[str]:
    items = re.split(r"[,\n]", value) if isinstance(value, str) else value if isinstance(value, list) else [value]
    return [str(item).strip() for item in items if item is not None and str(item).strip()]


def _stamp(value: Any) -> str:
    """The value as an instant with offset; "" where it is none. A date alone is its first moment in UTC."""
    try:
        moment = datetime.datetime.fromisoformat(str(value).strip())
    except ValueError:
        return ""
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)).isoformat()


def _title(body: str, path: str) -> str:
    found = headings(body)
    if found and found[0][1].strip():
        return found[0][1].strip()
    stem = PurePosixPath(path).stem
    return stem.replace("-", " ").replace("_", " ").strip() or stem
