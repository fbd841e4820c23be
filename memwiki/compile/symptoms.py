"""The error in a tool's output: the line that names it, without what differs from run to run."""

from __future__ import annotations

import re

from memwiki.compile.remembered import remembered
from memwiki.regexes import Sieve, regex

_ANSI = regex(r"\x1b\[[0-9;?]*[A-Za-z]")
_LEAD = regex(
    r"^(?:E\s+|\s*[\w.-]+-\d+\s+\|\s*|\[?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]+\]?\s*|\d\d:\d\d:\d\d\S*\s+|FAILED \S+ - "
    r"|\|\s+|#\d+ [\d.]+ )+"
)
_NAMED = regex(
    r"\b(?P<name>[A-Za-z_][\w.]*(?:Error|Exception|Failure|Refused|NotFound|Timeout|Denied|Conflict))\b(?::|\b)"
)
_COMPILER = regex(r":\d+(?::\d+)?: (?:fatal )?error: ")
_PLACE = regex(r"^\S+:\d+: \w+$|^\S+\.\w+: \w+$")  # `store.py:31: ProgrammingError`
_CODE = regex(
    r"\b(?:E_[A-Z0-9_]{3,}|E[A-Z]{4,}|ERR_[A-Z_]+|TS\d{4}|ORA-\d+|SQLSTATE\W?\w+|CS\d{4}|E\d{4}|errno \d+"
    r"|[A-Z]{2,}-\d{3,})\b"
)
_LIKE_CODE = regex(_CODE.pattern.replace(r"\b", ""))  # also where a line's lead runs into it
_PLAIN = regex(
    r"^(?:error|fatal|panic|fatal error|abort(?:ed)?|failed|failure|exception|critical"
    r"|undefined reference|"
    r"segmentation fault|killed|oom)\b|^npm err!|^err!|: command not found$|no such file or directory|permission denied"
    r"|connection refused|"
    r"\bhangs?\b|timed out|out of memory|cannot find|not found\b|unable to|could not\b",
    re.IGNORECASE,
)
_NOISE = regex(
    r"^(?:exit code \d+|failed \(|failed \S+$|process exited|traceback|command failed|\d+ (?:failed|passed)|=+|-+"
    r"|\.*f\.*$"
    r"|[.fFEsx]+$|at \S+ \(|file \"|make(?:\[\d+\])?: \*\*\*|"
    r"npm err! (?:code|errno|a complete|test failed)|short test summary|caused by:?$|during handling)",
    re.IGNORECASE,
)


@remembered(1_024, 400)
def error_line(output: str) -> str:
    """The line of an output that names the error best; "" where none does. At most 300 characters."""
    best, score = "", 0
    for raw in _ANSI.sub("", output[-20_000:]).splitlines():
        line = _LEAD.sub("", raw.strip()).strip()
        worth = _worth(line)
        if worth and worth >= score:
            best, score = line, worth
    return best[:300]


def without_errors(output: str) -> str:
    """The output's lines that name no error."""
    lines = output.splitlines()
    return "\n".join(lines if _is_calm(output) else [line for line in lines if not error_line(line)])


def _is_calm(output: str) -> bool:
    """Whether surely no line of it names an error: most outputs hold none of the words."""
    if len(output) > 20_000 or "\x1b" in output:
        return False
    return not _NAMING.passes(output) and not _LIKE_CODE.search(output)


_NAMING = Sieve(_NAMED, _COMPILER, _PLAIN)


def _worth(line: str) -> int:
    if not 4 <= len(line) <= 600 or _NOISE.match(line):
        return 0
    if _NAMED.search(line):
        return 3 if _PLACE.match(line) or ": " not in line else 5
    if _CODE.search(line) or _COMPILER.search(line):
        return 4
    return 2 if _PLAIN.search(line) else 0


_VARIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (regex(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), "…"),
    (regex(r"\b0x[0-9a-f]{4,}\b", re.IGNORECASE), "…"),
    (regex(r"\b(?=\w*\d)[0-9a-f]{12,64}\b"), "…"),
    (regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[\d.,Z+-]*"), "…"),
    (regex(r"(?<![\w/])(?:/|[A-Za-z]:\\)(?:[\w.@+-]+[/\\])+(?=[\w.@+-]+)"), ""),
    (regex(r"(?<=\.[a-z]{2}):\d+(?::\d+)?|(?<=\.[a-z]{3}):\d+(?::\d+)?|\bline \d+\b"), ""),
    (
        regex(
            r"\b(thread|process|pid|tid|goroutine|id|port|session|request)(\s+(?:id\s+)?|[=:#]\s?)\d{3,}\b",
            re.IGNORECASE,
        ),
        r"\1\2…",
    ),
)


@remembered(1_024, 400)
def normalised(text: str) -> str:
    """An error text without paths, ids, addresses and times; its distinctive words stand as they were."""
    for pattern, put in _VARIES:
        text = pattern.sub(put, text)
    return re.sub(r"\s+", " ", text).strip(" ,;:")
