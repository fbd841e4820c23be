"""JSON with comments, read with the place of every value, so that a file can be edited and stay as it was elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memwiki.errors import Invalid

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")
_REMARK = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/)(?=\r?\n)")
_DEEPEST = 200


@dataclass(slots=True)
class Node:
    """One value: what it is, and the characters [start, end) that it takes."""

    value: Any
    start: int
    end: int
    members: dict[str, Member] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The spans of what stands inside, in order."""
        if self.members:
            return [(member.start, member.node.end) for member in self.members.values()]
        return [(item.start, item.end) for item in self.items]


@dataclass(slots=True)
class Member:
    """A key of an object, where it starts, and its value."""

    start: int
    node: Node


def parse(text: str) -> Node:
    """The document's tree; Invalid, with the line, where it is not JSON (comments and trailing commas allowed)."""
    node, at = _value(text, _skip(text, 0), 0)
    if _skip(text, at) != len(text):
        raise _broken(text, _skip(text, at), "more text after the end")
    return node


def insert_member(text: str, parent: Node, key: str, value: Any, depth: int) -> str:
    """The text with one more member at the end of an object that stands `depth` levels deep."""
    return _insert(
        text, parent, lambda unit, line: f"{json.dumps(key)}: {_render(value, unit, line, depth + 1)}", depth
    )


def insert_item(text: str, parent: Node, value: Any, depth: int) -> str:
    """The text with one more item at the end of an array that stands `depth` levels deep."""
    return _insert(text, parent, lambda unit, line: _render(value, unit, line, depth + 1), depth)


def replace(text: str, node: Node, value: Any, depth: int) -> str:
    """The text with another value in the node's place."""
    return text[: node.start] + _render(value, _unit(text), _line(text), depth) + text[node.end :]


def remove(text: str, parent: Node, index: int, depth: int) -> str:
    """The text without one part of an object or array: the exact inverse of inserting it last."""
    parts = parent.parts
    start, end = parts[index]
    comma = _skip(text, end)
    follows = text.startswith(",", comma)
    if index:
        last = parts[index - 1][1]
        own = _skip(text, last)  # the comma between the two
        between = text[last:own] + text[own + 1 : start].rstrip()
        after = text[end:]
        if follows and _ends_in_remark(between) and "\n" not in text[end:comma]:  # which would take that comma in
            between, after = text[last:start].rstrip(), text[end:comma] + text[comma + 1 :]
        return text[:last] + _joined(text, between, after)
    if len(parts) > 1:
        return text[:start] + text[parts[1][0] :]
    after = text[end:comma] + text[comma + 1 :] if follows else text[end:]
    after = after.removeprefix(_line(text) + _unit(text) * depth)
    return text[: parent.start + 1] + _joined(text, _comments(text[parent.start + 1 : start]), after)


def _joined(text: str, between: str, after: str) -> str:
    """Both pieces, on lines of their own where the first ends in a remark that would take the second's words in."""
    tail = after.split("\n", 1)[0].strip()
    breaks = _ends_in_remark(between) and bool(tail) and not tail.startswith("//")
    return f"{between}{_line(text) if breaks else ''}{after}"


def _ends_in_remark(between: str) -> bool:
    return "//" in between[between.rfind("\n") + 1 :]


def _insert(text: str, parent: Node, render: Callable[[str, str], str], depth: int) -> str:
    unit, line = _unit(text), _line(text)
    body = line + unit * (depth + 1) + render(unit, line)
    if parent.parts:
        at = parent.parts[-1][1]
        after = _REMARK.match(text, at)  # a remark on the same line stays with what it speaks of
        end = after.end() if after else at
        return f"{text[:at]},{text[at:end]}{body}{text[end:]}"
    return text[: parent.start + 1] + body + line + unit * depth + text[parent.start + 1 :]


def _render(value: Any, unit: str, line: str, depth: int) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (line + unit * depth).join(lines)


def _unit(text: str) -> str:
    """One level of the file's indentation, told by the first part that begins a line."""
    return next(_indents(text, parse(text), 1), "  ")


def _indents(text: str, node: Node, depth: int) -> Iterator[str]:
    inner = [member.node for member in node.members.values()] or node.items
    for (start, _), child in zip(node.parts, inner, strict=True):
        before = text[text.rfind("\n", 0, start) + 1 : start]
        if "\n" in text[:start] and not before.strip(" \t") and len(before) >= depth:
            yield before[: len(before) // depth]
        yield from _indents(text, child, depth + 1)


def _line(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _comments(before: str) -> str:
    return before if before.strip() else ""


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, depth: int) -> tuple[Node, int]:
    if depth > _DEEPEST:
        raise _broken(text, at, "nested too deep")
    if at < len(text) and text[at] == "{":
        return _object(text, at, depth)
    if at < len(text) and text[at] == "[":
        return _array(text, at, depth)
    found = _STRING.match(text, at) or _SCALAR.match(text, at)
    if not found:
        raise _broken(text, at, "not a value")
    return Node(_decoded(text, at, found[0]), at, found.end()), found.end()


def _object(text: str, start: int, depth: int) -> tuple[Node, int]:
    node = Node({}, start, start)
    at = _skip(text, start + 1)
    while not text.startswith("}", at):
        key = _STRING.match(text, at)
        if not key:
            raise _broken(text, at, "expected a key")
        colon = _skip(text, key.end())
        if not text.startswith(":", colon):
            raise _broken(text, colon, "expected a colon")
        value, end = _value(text, _skip(text, colon + 1), depth + 1)
        name = _decoded(text, at, key[0])
        if name in node.members:
            raise _broken(text, at, f"the key {name[:40]} stands there twice")
        node.members[name] = Member(at, value)
        node.value[name] = value.value
        at = _next(text, end, "}")
    node.end = at + 1
    return node, node.end


def _array(text: str, start: int, depth: int) -> tuple[Node, int]:
    node = Node([], start, start)
    at = _skip(text, start + 1)
    while not text.startswith("]", at):
        value, end = _value(text, at, depth + 1)
        node.items.append(value)
        node.value.append(value.value)
        at = _next(text, end, "]")
    node.end = at + 1
    return node, node.end


def _next(text: str, at: int, close: str) -> int:
    at = _skip(text, at)
    if text.startswith(",", at):
        return _skip(text, at + 1)
    if not text.startswith(close, at):
        raise _broken(text, at, f"expected a comma or {close}")
    return at


def _decoded(text: str, at: int, literal: str) -> Any:
    try:
        return json.loads(literal)
    except ValueError as error:
        raise _broken(text, at, "not a value") from error


def _broken(text: str, at: int, what: str) -> Invalid:
    return Invalid(f"line {text.count(chr(10), 0, at) + 1}: {what}")
