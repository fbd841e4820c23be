"""memwiki's entries in an agent's hook settings: added, replaced and taken out without touching anything else."""

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
    """One handler of ours: the event it stands under, and its place there."""

    event: str
    group: int
    handler: int
    value: Mapping[str, Any]


def pattern(agent: str) -> re.Pattern[str]:
    """Tells our command by its shape, wherever interpreter and home may have moved to."""
    return re.compile(r"bin[/\\]+hook\.py[\"']?\s+--agent\s+" + re.escape(agent) + r"(?![\w-])")


def entries(text: str, agent: str) -> list[Entry]:
    """Every handler of ours in the settings; Invalid where the file is not what an agent reads."""
    return list(_entries(parse(text), pattern(agent)))


def add(text: str, agent: str, wanted: Mapping[str, Mapping[str, Any]]) -> str:
    """The settings with exactly one handler of ours under each wanted event, and none under others."""
    text = text if text.strip(BLANK) else EMPTY
    for entry in reversed(entries(text, agent)):
        twin = any(
            (other.event, other.group, other.handler) < (entry.event, entry.group, entry.handler)
            for other in entries(text, agent)
            if other.event == entry.event
        )
        if entry.event not in wanted or twin:
            text = _without(text, entry, frozenset())
    for event, handler in wanted.items():
        text = _with(text, agent, event, dict(handler))
    return text


def strip(text: str, agent: str, had: frozenset[str] = frozenset()) -> str:
    """The settings without our handlers; keys named in `had` ("hooks", "hooks.Stop") stay, also when empty."""
    while text.strip(BLANK) and (found := entries(text, agent)):
        text = _without(text, found[-1], had)
    return text


def empty_keys(text: str) -> frozenset[str]:
    """ "hooks" and its events that stand in the file and hold nothing: what `strip` must leave there."""
    hooks = _hooks(parse(text)) if text.strip(BLANK) else None
    if hooks is None:
        return frozenset()
    return frozenset({"hooks", *(f"hooks.{event}" for event in hooks.members)})


def _entries(root: Node, ours: re.Pattern[str]) -> Iterator[Entry]:
    hooks = _hooks(root)
    for event, member in (hooks.members if hooks else {}).items():
        for group, node in enumerate(_list(member.node, event)):
            inner = node.members.get("hooks")
            for handler, item in enumerate(inner.node.items if inner else []):
                if isinstance(item.value, dict) and ours.search(str(item.value.get("command", ""))):
                    yield Entry(event, group, handler, item.value)


def _hooks(root: Node) -> Node | None:
    if not isinstance(root.value, dict):
        raise Invalid("line 1: the settings are no JSON object")
    member = root.members.get("hooks")
    if member and not isinstance(member.node.value, dict):
        raise Invalid('"hooks" is no JSON object')
    return member.node if member else None


def _list(node: Node, event: str) -> list[Node]:
    if not isinstance(node.value, list):
        raise Invalid(f'"hooks.{event}" is no JSON array')
    return node.items


def _with(text: str, agent: str, event: str, handler: dict[str, Any]) -> str:
    mine = [entry for entry in entries(text, agent) if entry.event == event]
    root = parse(text)
    hooks = _hooks(root)
    group = {"hooks": [handler]}
    if mine:
        if mine[0].value == handler:
            return text
        assert hooks
        node = hooks.members[event].node.items[mine[0].group].members["hooks"].node.items[mine[0].handler]
        return replace(text, node, handler, _HANDLER_DEPTH)
    if hooks is None:
        return insert_member(text, root, "hooks", {event: [group]}, 0)
    if event not in hooks.members:
        return insert_member(text, hooks, event, [group], 1)
    return insert_item(text, hooks.members[event].node, group, 2)


def _without(text: str, entry: Entry, had: frozenset[str]) -> str:
    """Takes out the handler, with the group, event and "hooks" that held nothing else."""
    root = parse(text)
    hooks = _hooks(root)
    assert hooks
    event = hooks.members[entry.event].node
    handlers = event.items[entry.group].members["hooks"].node
    if len(handlers.items) > 1:
        return remove(text, handlers, entry.handler, _GROUP_DEPTH + 1)
    if len(event.items) > 1 or f"hooks.{entry.event}" in had:
        return remove(text, event, entry.group, 2)
    if len(hooks.members) > 1 or "hooks" in had:
        return remove(text, hooks, list(hooks.members).index(entry.event), 1)
    return remove(text, root, list(root.members).index("hooks"), 0)
