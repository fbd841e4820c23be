"""memwiki's entries in an agent's JSON settings: added, replaced and taken out without touching anything else.

Agents keep hooks as `"hooks": {event: [...]}`. In the form "groups" an item holds a list of handlers under its own
"hooks"; in the form "lists" the item is the handler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memwiki.errors import Invalid
from memwiki.hooks.jsontext import Node, insert_item, insert_member, parse, remove, replace

EMPTY = "{}\n"
BLANK = "\ufeff \t\r\n"
_GROUP_DEPTH, _HANDLER_DEPTH = 3, 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One handler of ours: the event it stands under, and its place there; `handler` is None in plain lists."""

    event: str
    group: int
    handler: int | None
    value: Mapping[str, Any]

    @property
    def place(self) -> tuple[str, int, int]:
        """By which entries of one event are in order."""
        return self.event, self.group, self.handler or 0


def pattern(agent: str) -> re.Pattern[str]:
    """Tells our command by its shape, wherever interpreter and home may have moved to."""
    return re.compile(r"bin[/\\]+hook\.py[\"']?\s+--agent\s+" + re.escape(agent) + r"(?![\w-])")


def command_in(handler: object, agent: str) -> str:
    """The command by which a handler runs our hook for this agent; "" where it runs something else."""
    values = handler.values() if isinstance(handler, dict) else ()
    return next((value for value in values if isinstance(value, str) and pattern(agent).search(value)), "")


def is_ours(handler: object, agent: str) -> bool:
    """Whether a handler runs our hook for this agent."""
    return bool(command_in(handler, agent))


def entries(text: str, agent: str, grouped: bool = True) -> list[Entry]:
    """Every handler of ours in the settings; Invalid where the file is not what an agent reads."""
    return list(_entries(parse(text), agent, grouped))


def add(
    text: str,
    agent: str,
    wanted: Mapping[str, Mapping[str, Any]],
    grouped: bool = True,
    top: Mapping[str, Any] | None = None,
) -> str:
    """The settings with exactly one handler of ours under each wanted event, and none under others.

    `top` are members that the settings must have besides; those that are there stay as they are.
    """
    text = text if text.strip(BLANK) else EMPTY
    for entry in reversed(entries(text, agent, grouped)):
        twins = (other for other in entries(text, agent, grouped) if other.event == entry.event)
        if entry.event not in wanted or any(other.place < entry.place for other in twins):
            text = _without(text, entry, frozenset())
    for key, value in (top or {}).items():
        root = parse(text)
        if key not in root.members:
            text = insert_member(text, root, key, value, 0)
    for event, handler in wanted.items():
        text = _with(text, agent, event, dict(handler), grouped)
    return text


def strip(
    text: str,
    agent: str,
    had: frozenset[str] = frozenset(),
    grouped: bool = True,
    top: Mapping[str, Any] | None = None,
) -> str:
    """The settings without our handlers; keys in `had` ("hooks", "hooks.Stop", "version") stay, also when empty."""
    while text.strip(BLANK) and (found := entries(text, agent, grouped)):
        text = _without(text, found[-1], had)
    for key in reversed(list(top or {})):
        root = parse(text) if text.strip(BLANK) else None
        hooks = _hooks(root) if root else None
        others = [event for event in (hooks.members if hooks else {}) if f"hooks.{event}" not in had]
        if root and key in root.members and key not in had and not others:  # what others put in since may need it
            text = remove(text, root, list(root.members).index(key), 0)
    return text


def empty_keys(text: str, top: Mapping[str, Any] | None = None) -> frozenset[str]:
    """ "hooks", its events and the keys of `top` that stand in the file: what `strip` must leave there."""
    if not text.strip(BLANK):
        return frozenset()
    root = parse(text)
    hooks = _hooks(root)
    kept = {key for key in top or {} if key in root.members}
    if hooks is not None:
        kept |= {"hooks", *(f"hooks.{event}" for event in hooks.members)}
    return frozenset(kept)


def _entries(root: Node, agent: str, grouped: bool) -> Iterator[Entry]:
    hooks = _hooks(root)
    for event, member in (hooks.members if hooks else {}).items():
        for group, node in enumerate(member.node.items):  # what is no array holds none of ours
            if not grouped:
                if is_ours(node.value, agent):
                    yield Entry(event, group, None, node.value)
                continue
            inner = node.members.get("hooks")
            for handler, item in enumerate(inner.node.items if inner else []):
                if is_ours(item.value, agent):
                    yield Entry(event, group, handler, item.value)


def _hooks(root: Node) -> Node | None:
    if not isinstance(root.value, dict):
        raise Invalid("line 1: the settings are no JSON object")
    member = root.members.get("hooks")
    if member and not isinstance(member.node.value, dict):
        raise Invalid('"hooks" is no JSON object')
    return member.node if member else None


def _with(text: str, agent: str, event: str, handler: dict[str, Any], grouped: bool) -> str:
    mine = [entry for entry in entries(text, agent, grouped) if entry.event == event]
    root = parse(text)
    hooks = _hooks(root)
    item = {"hooks": [handler]} if grouped else handler
    if mine:
        if mine[0].value == handler:
            return text
        assert hooks
        node = hooks.members[event].node.items[mine[0].group]
        if mine[0].handler is not None:
            node = node.members["hooks"].node.items[mine[0].handler]
        return replace(text, node, handler, _HANDLER_DEPTH if grouped else _GROUP_DEPTH)
    if hooks is None:
        return insert_member(text, root, "hooks", {event: [item]}, 0)
    if event not in hooks.members:
        return insert_member(text, hooks, event, [item], 1)
    found = hooks.members[event].node
    if not isinstance(found.value, list):
        raise Invalid(f'"hooks.{event}" is no JSON array')
    return insert_item(text, found, item, 2)


def _without(text: str, entry: Entry, had: frozenset[str]) -> str:
    """Takes out the handler, with the group, event and "hooks" that held nothing else."""
    root = parse(text)
    hooks = _hooks(root)
    assert hooks
    event = hooks.members[entry.event].node
    if entry.handler is not None:
        handlers = event.items[entry.group].members["hooks"].node
        if len(handlers.items) > 1:
            return remove(text, handlers, entry.handler, _GROUP_DEPTH + 1)
    if len(event.items) > 1 or f"hooks.{entry.event}" in had:
        return remove(text, event, entry.group, 2)
    if len(hooks.members) > 1 or "hooks" in had:
        return remove(text, hooks, list(hooks.members).index(entry.event), 1)
    return remove(text, root, list(root.members).index("hooks"), 0)
