"""A person's own regular expressions: checked when they are set, bounded in time when they are used."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from re import Pattern
    from typing import Any

    Span = tuple[int, int]

LIMIT_S = 1.0  # of processor time that one pattern may take over one text
_PROBE_S = 0.25
_PROBES = (24, 1000)  # repeats that show exponential and polynomial time


class _TooLong(Exception):
    pass


def spans(text: str, patterns: Sequence[str]) -> Iterator[Span]:
    """The (start, end) of every match; of a pattern that takes too long, all of the text: what it meant is not told.

    Broken patterns are passed over: the settings' check names them.
    """
    import re

    for pattern in patterns:
        try:
            compiled = re.compile(pattern)
        except (re.error, RecursionError, OverflowError):
            continue
        found = _within(compiled, text, LIMIT_S)
        yield from [(0, len(text))] if found is None else found


def checked(pattern: str) -> str:
    """The pattern; ValueError, in one line, where it is none, matches nothing at all, or may take for ever."""
    import re

    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"not a regular expression: {' '.join(str(error).split())}") from error
    if compiled.match("") and compiled.fullmatch(""):
        raise ValueError("a pattern that matches nothing: it would be found everywhere")
    for probe in _probes(pattern):
        if _within(compiled, probe, _PROBE_S) is None:
            raise ValueError("a pattern that may take for ever: it repeats what repeats, as in (a+)+")
    return pattern


def _within(pattern: Pattern[str], text: str, seconds: float) -> list[Span] | None:
    """The matches, None where they are not found in time. Outside of a program's main thread there is no limit."""
    import signal

    def stop(*_: object) -> None:
        raise _TooLong

    if not hasattr(signal, "setitimer"):
        return [match.span() for match in pattern.finditer(text)]
    try:
        before = signal.signal(signal.SIGVTALRM, stop)
    except ValueError:  # not the main thread
        return [match.span() for match in pattern.finditer(text)]
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        found = [match.span() for match in pattern.finditer(text)]
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _TooLong:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return found


def _probes(pattern: str) -> Iterator[str]:
    """Texts on which ambiguous repeats go astray: a sample of each repeat many times, then a misfit."""
    from re import _parser as parser  # type: ignore[attr-defined]

    tree = parser.parse(pattern)
    for lead, body in _repeats(list(tree), ""):
        for count in _PROBES:
            yield lead + (body or "a") * count + "\x00"


def _repeats(nodes: list[Any], lead: str) -> Iterator[tuple[str, str]]:
    """Each open-ended repeat as what stands before it and a sample of its body."""
    for node in nodes:
        name, held = str(node[0]), node[1]
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            if held[1] > 100:
                yield lead, _sample(list(held[2]))
            yield from _repeats(list(held[2]), lead)
        for inner in _inside(name, held):
            yield from _repeats(inner, lead)
        lead += _sample([node])


def _inside(name: str, held: Any) -> list[list[Any]]:
    if name == "SUBPATTERN":
        return [list(held[-1])]
    if name == "BRANCH":
        return [list(branch) for branch in held[1]]
    return [list(held[1])] if name in ("ASSERT", "ASSERT_NOT") else []


def _sample(nodes: list[Any]) -> str:
    """A short text that the nodes match, roughly."""
    parts = []
    for node in nodes:
        name, held = str(node[0]), node[1]
        if name == "LITERAL":
            parts.append(chr(held))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            parts.append(_sample(list(held[2])) * max(1, min(held[0], 100)) if held[1] else "")
        elif name == "SUBPATTERN":
            parts.append(_sample(list(held[-1])))
        elif name == "BRANCH":
            parts.append(_sample(list(held[1][0])))
        elif name == "IN":
            parts.append(_one_of(held))
        elif name in ("ANY", "NOT_LITERAL"):
            parts.append("a")
    return "".join(parts)


def _one_of(choices: list[Any]) -> str:
    name, held = str(choices[0][0]), choices[0][1]
    if name == "LITERAL":
        return chr(held)
    if name == "RANGE":
        return chr(held[0])
    if name == "CATEGORY":
        return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(held), "a")
    return "a"
