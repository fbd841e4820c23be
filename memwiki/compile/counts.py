"""Counts of passed and failed tests as most runners word them, for runners of which no form is known."""

from __future__ import annotations

import re
from collections.abc import Sequence

_GOOD = r"pass(?:ed|es|ing)?|succe(?:eded|ssful|sses|ss)|successes|ok"
_BAD = r"fail(?:ed|ing|ures?|s)?|errors?|errored|crash(?:ed|ing)"
_NOUN = r"tests?|specs?|examples?|assertions?|checks?|scenarios?|cases?|suites?"
_KIND = re.compile(rf"(?:{_GOOD})$", re.IGNORECASE)
# `12 passed`, `1 test(s) failed`, `no failures`
_BEFORE = re.compile(rf"(?<![\w./-])(\d+|no)\)?\s+(?:[A-Za-z()_-]+\s+){{0,3}}?({_GOOD}|{_BAD})\b", re.IGNORECASE)
# `Passed: 12`, `FAIL 0`; `Failed files: 1`
_COLON = re.compile(rf"\b({_GOOD}|{_BAD})\s*[:=]\s*(\d+)\b", re.IGNORECASE)
_AFTER = re.compile(rf"\b({_GOOD}|{_BAD})\s+(\d+)\b", re.IGNORECASE)
_TOTAL = re.compile(
    rf"\b(?:total|count|ran|run|tried|(?:test )?(?:{_NOUN}))\s*:\s*([1-9]\d*)\b|\b([1-9]\d*)\s+(?:{_NOUN}|total)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"^[-*\s|]*({_GOOD}|{_BAD})(?:\s+[a-z]+)?\s*[:=]\s*(\d+)(?:\s*\(.*?\))?[.,]?$", re.IGNORECASE)
_HEAD = re.compile(r"^(?:OK|SUCCESS|PASS(?:ED)?|FAIL(?:ED|URE)?)\b")
_STARTS = re.compile(r"^(?:all (?:\w+ )?)?[\d(]", re.IGNORECASE)
_TESTS = re.compile(rf"\b(?:{_NOUN})\b", re.IGNORECASE)
_PROSE = re.compile(r"\b(?:the|it|its|this|that|my|your|we|i|was|were|has|have)\b", re.IGNORECASE)
_LEVEL = re.compile(r"^\[\w+\]\s*")
_LAST = 60  # lines from the end that are looked at


def counted(lines: Sequence[str]) -> tuple[str, str]:
    """The line that says that tests failed, and the one that says that they passed; each "" where there is none.

    A line counts that tells both how many passed and how many failed, or one of them of tests by name; so do two
    lines that tell one each.
    """
    alone: dict[bool, tuple[str, int]] = {}
    said = ""
    good = False
    for line in (_LEVEL.sub("", one.strip()).strip("=*#").strip() for one in lines[-_LAST:]):
        single = _ALONE.match(line)
        if single:
            kind = _KIND.match(single[1]) is not None
            most = max(int(single[2]), alone[kind][1] if kind in alone and not kind else 0)
            alone[kind] = (line, most)
        elif (passed := _line(line)) is not None:
            said, good = line, passed
    if not said and len(alone) == 2 and (alone[True][1] or alone[False][1]):
        good = not alone[False][1]
        said = alone[good][0]
    return ("", said) if good else (said, "")


def _line(line: str) -> bool | None:
    """Whether a line says that all passed; None where it is no summary."""
    if len(line) > 300 or not any(ch.isdigit() for ch in line) or _PROSE.search(line):
        return None
    pattern = next((one for one in (_COLON, _BEFORE, _AFTER) if one.search(line)), None)
    if pattern is None:
        return None
    passed, failed = _numbers(pattern, line)
    total = _TOTAL.search(pattern.sub(" ; ", line)) is not None
    alone = bool(_HEAD.match(line)) or (bool(_STARTS.match(line)) and bool(_TESTS.search(line)))
    if not (passed and failed) and not total and not alone:
        return None
    if any(failed):
        return False
    return True if any(passed) or (failed and total) else None


def _numbers(pattern: re.Pattern[str], line: str) -> tuple[list[int], list[int]]:
    """How many passed, and how many failed, each as often as the line says it."""
    counts: tuple[list[int], list[int]] = ([], [])
    for one in pattern.findall(line):
        word, number = one[::-1] if pattern is _BEFORE else one
        counts[_KIND.match(word) is None].append(int(number) if number.isdigit() else 0)
    return counts
