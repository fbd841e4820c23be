"""The alternatives of an expression, as expressions of their own: where one cannot match, it need not be tried.

Rules are long lists of ways to say something: `\\b(?:kills?|eats?)\\b|\\bonly works (?:if|when)\\b|…`. A sentence that
holds a word of one of them (needs.py) holds none of the others, and a search for that one costs a tenth. The first
match of all, and of several at the same place the one that was written first, is what the whole expression matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
_LARGE = 400  # nodes of an expression from which on it pays to take it apart: the first process on a machine does it
_PART = 24  # and nodes of one of its parts
_MOST = 24  # parts at each of the two levels that are taken apart
_Tree = Any
_Rows = Callable[[list[_Tree]], Iterator[list[_Tree]]]


def ways(tree: _Tree, has_words: bool) -> list[_Tree]:
    """The expression's alternatives in order; none where it has no two, or groups, or is small.

    Where nothing is known that it cannot match without (`has_words`), one of them is to blame: it is to stand alone.
    """
    if tree.state.groups > 1 or _size(tree) < _LARGE:
        return []
    rows = _alike_many if has_words else _alike_large
    found = [one for part in _parts(tree, rows) for one in (_parts(part, rows) if _size(part) >= _PART else (part,))]
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


def _parts(tree: _Tree, rows: _Rows) -> Iterator[_Tree]:
    """Trees of which one matches where the tree does: for each of its first alternatives, or for some in a row."""
    before, branches, after = _apart(list(tree.data))
    if not branches:
        yield tree
    for some in rows(branches):
        inner = some[0].data if len(some) == 1 else [(op.BRANCH, (None, some))]
        yield type(tree)(tree.state, [*before, *inner, *after])


def _alike_many(branches: list[_Tree]) -> Iterator[list[_Tree]]:
    """Alternatives in order, equally many in a row."""
    many = -(-len(branches) // _MOST) or 1
    return (branches[n : n + many] for n in range(0, len(branches), many))


def _alike_large(branches: list[_Tree]) -> Iterator[list[_Tree]]:
    """Alternatives in order, in rows of about the same size: a large one is alone."""
    sizes = list(map(_size, branches))
    most = sum(sizes) / _MOST
    some: list[_Tree] = []
    held = 0
    for branch, size in zip(branches, sizes, strict=True):
        if some and held + size > most:
            yield some
            some, held = [], 0
        some, held = [*some, branch], held + size
    if some:
        yield some


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
