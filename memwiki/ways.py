"""The alternatives of an expression, as expressions of their own: where one cannot match, it need not be tried.

Rules are long lists of ways to say something: `\\b(?:kills?|eats?)\\b|\\bonly works (?:if|when)\\b|…`. A sentence that
holds a word of one of them (needs.py) holds none of the others, and a search for that one costs a tenth. The first
match of all, and of several at the same place the one that was written first, is what the whole expression matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

_Node = tuple[Any, Any]
_ONE_WAY = (
    op.AT,
    op.ASSERT,
    op.ASSERT_NOT,
    op.LITERAL,
    op.NOT_LITERAL,
    op.IN,
    op.ANY,
)  # what matches in one way, or not
_LARGE = 800  # nodes of an expression from which on it pays to take it apart: the first process on a machine does it
_PART = 24  # and nodes of one of its parts
_MOST = 24  # parts at each of the two levels that are taken apart
_Tree = Any


def ways(tree: _Tree) -> list[_Tree]:
    """The expression's alternatives in order; none where it has no two, or groups, or is small."""
    if tree.state.groups > 1 or _size(tree) < _LARGE:
        return []
    found = [inner for one in _parts(tree, _MOST) for inner in (_parts(one, _MOST) if _size(one) >= _PART else (one,))]
    return found if len(found) > 1 else []


def anchored(nodes: Any, flags: int) -> bool:
    """Whether the expression matches nowhere but at the beginning of a text."""
    if flags & op.SRE_FLAG_MULTILINE or not len(nodes):
        return False
    name, held = nodes[0]
    if name is op.BRANCH:
        return all(anchored(one, flags) for one in held[1])
    if name is op.SUBPATTERN:
        return anchored(held[3], flags | held[1])
    return name is op.AT and held in (op.AT_BEGINNING, op.AT_BEGINNING_STRING)


def _parts(tree: _Tree, most: int) -> Iterator[_Tree]:
    """Trees of which one matches where the tree does: for each of its first alternatives, or for some in a row."""
    before, branches, after = _apart(list(tree.data))
    many = -(-len(branches) // most)
    if not branches:
        yield tree
    for n in range(0, len(branches), many or 1):
        some = branches[n : n + many]
        inner = some[0].data if len(some) == 1 else [(op.BRANCH, (None, some))]
        yield type(tree)(tree.state, [*before, *inner, *after])


def _apart(nodes: list[_Node]) -> tuple[list[_Node], list[_Tree], list[_Node]]:
    """What stands before the first alternatives, these, and what follows; no alternatives where another part that may
    match in several ways comes first."""
    for n, (name, held) in enumerate(nodes):
        if name is op.BRANCH:
            return nodes[:n], held[1], nodes[n + 1 :]
        if name is op.SUBPATTERN and held[:3] == (None, 0, 0):
            before, branches, after = _apart(list(held[3].data))
            return [*nodes[:n], *before], branches, [*after, *nodes[n + 1 :]]
        if name not in _ONE_WAY:
            break
    return [], [], []


def _size(nodes: Any) -> int:
    """How many nodes there are, all in all."""
    if isinstance(nodes, tuple) and nodes and not isinstance(nodes[0], (tuple, list)):
        return 1 + sum(map(_size, (one for one in nodes[1:] if isinstance(one, tuple | list) or hasattr(one, "data"))))
    inner: Iterable[Any] = getattr(nodes, "data", nodes)
    return sum(_size(one) for one in inner if isinstance(one, tuple | list) or hasattr(one, "data"))
