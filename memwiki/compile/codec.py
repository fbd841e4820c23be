"""SessionFacts as JSON and back, without loss: what the cache of extractions holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from sys import intern
from typing import Any, cast

from memwiki.errors import Invalid
from memwiki.records import Claim, CommandRun, Evidence, FileChange, Item, SessionFacts

FORMAT = "memwiki.facts/1"


def to_json(facts: SessionFacts) -> dict[str, Any]:
    """What `json.dumps` writes with `default=plain`, and `from_json` turns into equal facts once it is read."""
    return {"schema": FORMAT, **plain(facts)}


def from_json(data: Mapping[str, Any], held: bool = True) -> SessionFacts:
    """The facts of an object made by `to_json`; raises Invalid for another format or a broken object.

    `held` facts take less room, and longer to be made.
    """
    if data.get("schema") != FORMAT:
        raise Invalid(f"facts of format {data.get('schema')!r}, expected {FORMAT}")
    try:
        return _facts(_once(data, {}) if held else data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Invalid(f"broken facts: {error}") from error


def _once(value: Any, told: dict[str, str]) -> Any:
    """The same, where equal texts are one object: quotes, times and ids stand in many places, and are held long."""
    kind = type(value)
    if kind is str:
        return told.setdefault(value, value)
    if kind is list:
        return [_once(one, told) for one in value]
    if kind is dict:
        return {key: _once(one, told) for key, one in value.items()}
    return value


def plain(value: Any) -> Any:
    """A noun, a set or a mapping as what `json.dumps` writes: to be its `default`, so that it walks through the facts
    itself."""
    kind: Any = type(value)
    return _form(kind)(value)


@lru_cache
def _form(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, frozenset):
        return sorted
    if issubclass(kind, Mapping):
        return dict
    names = tuple(_names(cast("Hashable", kind)))
    values = attrgetter(*names)
    return lambda value: dict(zip(names, values(value), strict=True))


def _known(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The object's fields that the noun has: a newer writer's further fields are left out."""
    names = _names(kind)
    return dict(data) if data.keys() == names.keys() else {key: data[key] for key in data if key in names}


@lru_cache
def _names(kind: Hashable) -> dict[str, None]:
    return dict.fromkeys(field.name for field in fields(kind))  # type: ignore[arg-type]


def _evidence(data: list[Mapping[str, Any]]) -> tuple[Evidence, ...]:
    found = []
    for one in data:
        known = _known(Evidence, one)
        known["segment"], known["author"] = intern(known["segment"]), intern(known["author"])  # held once for all
        found.append(Evidence(**known))
    return tuple(found)


def _item(data: Mapping[str, Any]) -> Item:
    return Item(**{**_known(Item, data), "evidence": _evidence(data["evidence"])})


def _claim(data: Mapping[str, Any]) -> Claim:
    known = _known(Claim, data)
    tuples = {name: tuple(known[name]) for name in ("replaces", "entities", "aliases", "tags")}
    parts = {name: tuple(lines) for name, lines in known["parts"].items()}
    return Claim(
        **{
            **known,
            **tuples,
            "parts": parts,
            "keys": frozenset(known["keys"]),
            "evidence": _evidence(known["evidence"]),
        }
    )


def _change(data: Mapping[str, Any]) -> FileChange:
    edits = tuple((before, after) for before, after in data["edits"])
    return FileChange(**{**_known(FileChange, data), "edits": edits, "evidence": _evidence(data["evidence"])})


def _command(data: Mapping[str, Any]) -> CommandRun:
    return CommandRun(**{**_known(CommandRun, data), "evidence": _evidence(data["evidence"])})


_ITEMS = (
    "requests",
    "done",
    "learned",
    "commits",
    "next_steps",
    "open_questions",
    "failed_attempts",
    "closed_items",
    "meddled",
    "stopped",
)


def _facts(data: Mapping[str, Any]) -> SessionFacts:
    known = _known(SessionFacts, data)
    known.update({name: tuple(_item(one) for one in known[name]) for name in _ITEMS})
    known.update({name: tuple(known[name]) for name in ("entities", "files_read", "segments", "uncommitted")})
    known["goal"] = _item(known["goal"]) if known["goal"] else None
    known["changes"] = tuple(_change(one) for one in known["changes"])
    known["commands"] = tuple(_command(one) for one in known["commands"])
    known["claims"] = tuple(_claim(one) for one in known["claims"])
    return SessionFacts(**known)
