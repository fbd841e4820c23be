"""A page's frontmatter: a small, strict part of YAML, kept as one block of text a key.

Plain scalars stay text wherever the page format wants text, so `no`, `0012`, `12:30` and dates never turn into
something else. Anchors, aliases, tags and duplicate keys are refused (docs/reference/page.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from memwiki.errors import BrokenPage

# The order in which a page's keys are written (docs/reference/page.md).
KEYS = (
    "type",
    "id",
    "title",
    "description",
    "status",
    "pinned",
    "tags",
    "aliases",
    "entities",
    "strength",
    "trust",
    "support",
    "created",
    "reinforced",
    "stale_after",
    "expires",
    "valid_from",
    "valid_to",
    "supersedes",
    "superseded_by",
    "relations",
    "generated",
    "verified",
    "sources",
)

# A page cites at most a few dozen sources of about 200 bytes each; without aliases the cost of reading is linear,
# so the limit only has to stop a header that is no header.
MAX_BYTES = 64 * 1024
MAX_DEPTH = 8

_TEXT = frozenset(
    {"type", "id", "title", "description", "status", "created", "reinforced", "stale_after", "expires"}
    | {"valid_from", "valid_to", "resource", "okf_version"}
)
_LISTS = frozenset({"tags", "aliases", "entities"})
_TREES = frozenset({"supersedes", "superseded_by", "relations", "generated", "verified", "sources", "usage_window"})
_NUMBERS = frozenset({"strength", "trust"})
_COUNTS = frozenset({"support", "usage_count"})

_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
# Words that some YAML reader takes for a truth value or for nothing: never written without quotes.
_RESERVED = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "none"})
_SURROGATE = re.compile("[\ud800-\udfff]")

_BRANCHES = (list, tuple, dict, Mapping)  # in the order in which they come: to ask for a Mapping takes long
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Header(dict[str, Any]):
    """Frontmatter as read: values by key, and the exact text of each key's block with the comments before it."""

    __slots__ = ("blocks", "fenced", "gap", "read", "tail")

    def __init__(self, values: Mapping[str, Any], blocks: Mapping[str, str], tail: str = "") -> None:
        super().__init__(values)
        self.blocks = dict(blocks)
        self.read = dict(values)
        self.tail = tail  # comments where there is no key
        self.fenced = True  # False: the file has no frontmatter at all
        self.gap = "\n"  # what stands between the closing fence and the body

    def block(self, key: str) -> str:
        """The key's text: as it was read where the value is still the same, else in canonical form."""
        if key in self.blocks and key in self.read and _same(self.read[key], self[key]):
            return self.blocks[key]
        return comments(self.blocks.get(key, "")) + emit(key, self[key])

    def edited(self, changes: Mapping[str, Any]) -> Header:
        """The header with keys set, or removed where the new value is None; all other text stays as it is."""
        values = {**self, **changes}
        kept = {key: values[key] for key in values if changes.get(key, ...) is not None}
        header = Header(kept, self.blocks, self.tail)
        header.read, header.gap = dict(self.read), self.gap
        return header


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def comments(block: str) -> str:
    """The comment and blank lines that stand before the key in its block."""
    lines = block.splitlines(keepends=True)
    count = next((n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), len(lines))
    return "".join(lines[:count])


# --- reading -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Reader:
    """Values from YAML events, with the rules of the page format."""

    events: Iterator[Any]
    path: str
    first: int  # line of the file on which the header's text begins

    def fail(self, what: str, event: Any) -> BrokenPage:
        return broken(self.path, self.first + event.start_mark.line, what)

    def value(self, event: Any, key: str, text: bool, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self.fail("anchors and aliases are not allowed", event)
        if event.tag is not None and event.tag != "!":
            raise self.fail("type tags are not allowed", event)
        if depth > MAX_DEPTH:
            raise self.fail("nested too deeply", event)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, key, text)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.items(key, text, depth)
        return dict(self.pairs(key, text, depth))

    def scalar(self, event: Any, key: str, text: bool) -> Any:
        value: str = event.value
        plain = event.style in (None, "")
        if key in _COUNTS or key in _NUMBERS:
            return self.number(event, key)
        if text or not plain:
            return value
        if value.lower() in _WORDS:
            return _WORDS[value.lower()]
        if _INT.fullmatch(value):
            return int(value)
        return float(value) if _FLOAT.fullmatch(value) and not _padded(value) else value

    def number(self, event: Any, key: str) -> int | float:
        pattern = _INT if key in _COUNTS else _FLOAT
        if not pattern.fullmatch(event.value):
            raise self.fail(f"{key} is not a number: {event.value[:40]!r}", event)
        return int(event.value) if key in _COUNTS else float(event.value)

    def items(self, key: str, text: bool, depth: int) -> list[Any]:
        found: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            found.append(self.value(event, key, text, depth + 1))
        return found

    def pairs(self, parent: str, text: bool, depth: int) -> Iterator[tuple[str, Any]]:
        seen: set[str] = set()
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                return
            key = self.key(event, seen)
            yield key, self.value(next(self.events), key if text and key in _COUNTS else parent, text, depth + 1)

    def key(self, event: Any, seen: set[str]) -> str:
        if not isinstance(event, yaml.ScalarEvent) or event.anchor is not None:
            raise self.fail("a key is not plain text", event)
        if event.value in seen:
            raise self.fail(f"the key {event.value[:60]!r} stands twice", event)
        seen.add(event.value)
        return str(event.value)

    def top(self) -> Iterator[tuple[str, Any, int]]:
        """Key, value and line (0-based) of each top-level key."""
        seen: set[str] = set()
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                return
            key = self.key(event, seen)
            start = next(self.events)
            text = key in _TEXT or key in _LISTS or key in _TREES
            yield key, self.shaped(key, self.value(start, key, text, 1), start), event.start_mark.line

    def shaped(self, key: str, value: Any, event: Any) -> Any:
        if key in _TEXT and not isinstance(value, str):
            raise self.fail(f"{key} is not text", event)
        if key in _LISTS:
            return self.words(key, value, event)
        if key == "pinned" and not isinstance(value, bool):
            raise self.fail("pinned is neither true nor false", event)
        if key == "verified" and isinstance(value, dict):
            return [value]  # a bare mapping counts as a list of one (OKF 0.2, section 5)
        return value

    def words(self, key: str, value: Any, event: Any) -> list[str]:
        if isinstance(value, str):
            return [value] if value.strip() else []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fail(f"{key} is not a list of words", event)
        return value


def _padded(value: str) -> bool:
    digits = value.lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def broken(path: str, line: int, what: str) -> BrokenPage:
    """The error of a page that cannot be read, with the line of the file on which it breaks."""
    where = f"{path}:{line}" if path else f"line {line}"
    return BrokenPage(f"{where}: {what}", f"open {path or 'the page'} and correct line {line}", line)


def read(text: str, path: str = "", first: int = 2) -> Header:
    """The header in `text` (without its fences); raises BrokenPage with the line. `first` is the file's line of it."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise broken(path, first, f"the frontmatter is longer than {MAX_BYTES // 1024} KiB")
    try:
        return _read(text, path, first)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or "not readable as YAML"
        raise broken(path, first + (mark.line if mark else 0), f"the frontmatter is broken: {what}") from error
    except UnicodeEncodeError as error:
        raise broken(path, first, "the frontmatter holds bytes that are no text") from error


def _read(text: str, path: str, first: int) -> Header:
    events = yaml.parse(text, Loader=_LOADER)
    reader = _Reader(iter(events), path, first)
    start = next((e for e in reader.events if not isinstance(e, yaml.StreamStartEvent | yaml.DocumentStartEvent)), None)
    if start is None or isinstance(start, yaml.StreamEndEvent):
        return Header({}, {}, text)
    if not isinstance(start, yaml.MappingStartEvent):
        raise reader.fail("the frontmatter is not a list of keys with values", start)
    if start.anchor is not None:
        raise reader.fail("anchors and aliases are not allowed", start)
    found = list(reader.top())
    if any(not isinstance(event, yaml.DocumentEndEvent | yaml.StreamEndEvent) for event in reader.events):
        raise broken(path, first, "the frontmatter holds more than one document")
    values = {key: value for key, value, _ in found}
    if start.flow_style:
        return Header(values, {key: emit(key, value) for key, value in values.items()})
    return Header(values, *_cut(text, [(key, line) for key, _, line in found]))


def _cut(text: str, keys: Sequence[tuple[str, int]]) -> tuple[dict[str, str], str]:
    """The text of each key's block, comments before a key with the key; and what follows the last value."""
    lines = [line + "\n" for line in text.split("\n")]
    if lines and lines[-1] == "\n":
        lines.pop()
    starts = [0] + [_back(lines, at, keys[n][1]) for n, (_, at) in enumerate(keys[1:])] + [len(lines)]
    blocks = {key: "".join(lines[starts[n] : starts[n + 1]]) for n, (key, _) in enumerate(keys)}
    return blocks, ""


def _back(lines: Sequence[str], at: int, floor: int) -> int:
    """The first of the comment lines right before line `at`, but after line `floor`."""
    while at - 1 > floor and lines[at - 1].startswith("#"):
        at -= 1
    return at


# --- writing -----------------------------------------------------------------------------------------------------


def arrange(keys: Iterable[str]) -> tuple[str, ...]:
    """The keys in the format's order; a key that the format does not know stays behind its predecessor."""
    return _arranged(tuple(keys))


@lru_cache(maxsize=256)
def _arranged(keys: tuple[str, ...]) -> tuple[str, ...]:
    followers: dict[str, list[str]] = {}
    last = ""
    for key in keys:
        if key in KEYS:
            last = key
        else:
            followers.setdefault(last, []).append(key)
    known = [key for key in KEYS if key in keys]
    return (*followers.get("", []), *(key for name in known for key in (name, *followers.get(name, []))))


def place(order: Sequence[str], key: str) -> int:
    """Where in `order` a new key belongs: behind the last key that the format puts before it."""
    if key not in KEYS:
        return len(order)
    before = set(KEYS[: KEYS.index(key)])
    return max((n + 1 for n, name in enumerate(order) if name in before), default=0)


def write(meta: Mapping[str, Any]) -> str:
    """The header's text without fences: canonical, but what was read from a person's page stays as it stood."""
    if not isinstance(meta, Header):
        return "".join(emit(key, meta[key]) for key in arrange(meta) if meta[key] is not None or key not in KEYS)
    order = [key for key in meta.blocks if key in meta]
    for key in meta:
        if key not in meta.blocks:
            order.insert(place(order, key), key)
    return "".join(meta.block(key) for key in order) + meta.tail


def read_back(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a reader finds in what `write` makes of these, told without reading."""
    kept = (key for key in arrange(meta) if meta[key] is not None or key not in KEYS)
    return {clean(key): _read_back(key, meta[key]) for key in kept}


def _read_back(key: str, value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(name)): _read_back(str(name), inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_read_back(key, inner) for inner in value]
    return float(value) if key in _NUMBERS else value


def emit(key: str, value: Any) -> str:
    """One key's block in canonical form: block lists and mappings, quotes wherever a reader could misread."""
    lines: list[str] = []
    _pair(str(key), value, "", "", lines)
    return "".join(lines)


def _pair(key: str, value: Any, first: str, further: str, lines: list[str]) -> None:
    """Adds the lines of a key: `first` stands before the first one, `further` before all others."""
    if type(value) is str:  # as most are
        lines.append(f"{first}{scalar(key)}: {scalar(value)}\n")
    elif isinstance(value, _BRANCHES) and value:
        lines.append(f"{first}{scalar(key)}:\n")
        _nested(value, f"{further}  ", f"{further}  ", lines)
    else:
        lines.append(f"{first}{scalar(key)}: {_leaf(value)}\n")


def _nested(value: Any, first: str, further: str, lines: list[str]) -> None:
    """Adds the lines of a list or a mapping that is not empty."""
    if not isinstance(value, list | tuple):
        for key, inner in value.items():
            _pair(str(key), inner, first, further, lines)
            first = further
        return
    for item in value:
        if isinstance(item, _BRANCHES) and item:
            _nested(item, f"{first}- ", f"{further}  ", lines)
        else:
            lines.append(f"{first}- {_leaf(item)}\n")
        first = further


def _leaf(value: Any) -> str:
    if type(value) is str:
        return scalar(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return scalar(str(value))


@lru_cache(maxsize=2_048)
def scalar(text: str) -> str:
    """The text as a YAML scalar on one line, plain where no reader can take it for anything else."""
    text = clean(text)
    if _is_plain(text):
        return text
    if text.isprintable():
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return '"' + "".join(map(_escaped, text)) + '"'


def _is_plain(text: str) -> bool:
    return (
        text[:1].isalpha()
        and text.isprintable()
        and not text.endswith((" ", ":"))
        and ": " not in text
        and " #" not in text
        and text.lower() not in _RESERVED
    )


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def clean(text: str) -> str:
    """The text without half characters (lone surrogates), which no file can hold."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
