"""One event of an agent becomes one line of raw/: read, normalised, made private, redacted, bounded."""

from __future__ import annotations

from memwiki.capture import bound, instant, jsontext, payload, private
from memwiki.capture.normalise import normalise
from memwiki.capture.project import branch, place_below, short_hash
from memwiki.capture.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memwiki.capture.draft import Draft
    from memwiki.capture.project import Place

    Line = dict[str, Any]
    Known = dict[tuple[str, int], tuple[str, int, int]]

LINE_BYTES = 24 * 1024
_NAME_BYTES = 512
_PATH_BYTES = 1024
_SHORT, _MOST_KNOWN = 200, 4096
_SAID = ("user-prompt", "pre-compact")  # what a person typed
_NAMING = ("session", "parent", "subagent", "call")
_FIXED = ("id", "ts", "agent", "session", "event", "family")
_LEAST, _FEWEST = 64, 8
_FIELDS = ("session", "agent_version", "parent", "subagent", "call", "via")


def drafted(raw: bytes, agent: str, event: str = "") -> tuple[Draft | None, bool]:
    """The event's draft and whether its payload was broken; (None, True) where nothing could be read of it."""
    given, broken = payload.read(raw)
    if given is None:
        return None, True
    found = normalise(agent, given, event)
    if found is not None:
        found["given"], found["salvaged"] = given, broken  # for whoever asks what the event names
        if broken:
            found["cut"] = max(1, len(raw) - payload.MAX_BYTES)
    return found, broken


def observe(
    raw: bytes,
    agent: str,
    event: str,
    at: int,
    settings: Settings,
    place: Place,
    entropy: bytes,
) -> Line | None:
    """The line of an agent's raw payload, or None for an event that is not kept.

    `at` is the instant in milliseconds since 1970, `entropy` ten random bytes for the id.
    """
    found, _ = drafted(raw, agent, event)
    return None if found is None else line_of(found, at, settings, place, entropy)


def line_of(
    found: Draft, at: int, settings: Settings, place: Place, entropy: bytes, known: Known | None = None
) -> Line:
    """The draft as a line: nothing in it that has not been made private, redacted and bounded.

    `known` remembers short texts that come again and again, for whoever cleans many events with the same settings.
    """
    cleaner = _Cleaner(settings, known)
    line: Line = {"v": 1, "id": instant.ulid(at, entropy), "ts": instant.stamp(at), "agent": found["agent"]}
    line["agent"] = cleaner.text(found["agent"], _NAME_BYTES // 4)
    for name in _FIELDS:
        if found.get(name):
            line[name] = cleaner.name(found[name]) if name in _NAMING else cleaner.text(found[name], _NAME_BYTES)
    line["event"] = found["event"]
    line["cwd"] = cleaner.text(found.get("cwd", ""), _PATH_BYTES)
    if root := seen_root(found.get("cwd", ""), place.root):
        line["root"] = cleaner.text(root, _PATH_BYTES)
    if on := found.get("branch") or (branch(place.gitdir) if place.gitdir else ""):
        line["branch"] = cleaner.text(on, _NAME_BYTES)
    line["operator"] = settings.operator
    hidden = settings.mode == "prompts-off" and found["event"] in _SAID
    _fill(line, found, cleaner, hidden)
    line["redacted"] = cleaner.redacted
    line["cut"] = cleaner.cut + found.get("cut", 0)
    return _fitted(line, settings)


def session_name(session: str) -> str:
    """The session's id as lines have it."""
    return _Cleaner(Settings()).name(session)


def seen_root(cwd: str, root: str) -> str:
    """The work tree's root as paths of this event name it (before links are followed); "" where it is cwd itself."""
    below = place_below(cwd, root)
    if not below:
        return ""
    return cwd[: -len(below)] if cwd.endswith(below) else root


def encoded(line: Line) -> bytes:
    """The line as it stands in raw/, with its line break."""
    return jsontext.dumps(line).encode("utf-8", "replace") + b"\n"


class _Cleaner:
    """Cleans the texts of one event and counts what it took."""

    __slots__ = ("cut", "known", "redacted", "settings")

    def __init__(self, settings: Settings, known: Known | None = None) -> None:
        self.settings = settings
        self.known = known
        self.redacted = 0
        self.cut = 0

    def text(self, value: object, limit: int) -> str:
        given = value if isinstance(value, str) else str(value)
        if self.known is None or len(given) > _SHORT:
            text, redacted, cut = self._cleaned(given, limit)
        else:
            found = self.known.get((given, limit))
            if found is None:
                if len(self.known) >= _MOST_KNOWN:
                    self.known.clear()
                found = self.known[given, limit] = self._cleaned(given, limit)
            text, redacted, cut = found
        self.redacted += redacted
        self.cut += cut
        return text

    def name(self, value: str) -> str:
        """The name, clean and short; what was taken out told it from others, so a hash of it stands there."""
        text = self.text(value, _NAME_BYTES)
        return text if text == value else f"{text}-{short_hash(value)}"

    def _cleaned(self, given: str, limit: int) -> tuple[str, int, int]:
        text, hidden = private.cut(safe(given))
        text, redacted, cut = bound.clean(text, limit, self.settings.extra_patterns, self.settings.allow)
        return text, hidden + redacted, cut


def safe(text: str) -> str:
    """The text without NULs, lone surrogates and the escape sequences of terminals."""
    if "\0" in text:
        text = text.replace("\0", "")
    if "\x1b" in text:
        text = _uncoloured(text)
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8", "replace")
    return text


def _uncoloured(text: str) -> str:
    first, *pieces = text.split("\x1b")
    kept = [first]
    for piece in pieces:
        if piece[:1] == "[":  # CSI: parameters, then one final letter
            i = 1
            while i < len(piece) and piece[i] in "0123456789;:?=<> !\"#$%&'()*+,-./":
                i += 1
            kept.append(piece[i + 1 :])
        elif piece[:1] == "]":  # OSC: up to BEL; a string terminator begins with its own escape
            kept.append(piece.partition("\x07")[2] if "\x07" in piece else "")
        else:
            kept.append(piece[1:])
    return "".join(kept)


def _fill(line: Line, found: Draft, cleaner: _Cleaner, hidden: bool) -> None:
    if found.get("text") and not hidden:
        line["text"] = cleaner.text(found["text"], bound.PROMPT_BYTES)
    elif hidden and found["event"] == "user-prompt":
        line["via"] = "prompts-off"
    if found.get("tool"):
        line["tool"] = _tool(found["tool"], cleaner)
    if found.get("files"):
        line["files"] = [cleaner.text(path, _PATH_BYTES // 2) for path in found["files"][:64]]
    if found.get("receipts"):
        line["receipts"] = {cleaner.name(call)[:64]: code for call, code in found["receipts"].items()}


def _tool(found: dict[str, Any], cleaner: _Cleaner) -> dict[str, Any]:
    tool = {
        "name": cleaner.text(found["name"], _NAME_BYTES),
        "family": found["family"],
        "input": _input(found["input"], cleaner),
        "output": cleaner.text(found["output"], bound.TOOL_BYTES),
        "ok": found["ok"],
        "exit": found["exit"],
    }
    if "duration_ms" in found:
        tool["duration_ms"] = found["duration_ms"]
    return tool


def _input(given: dict[str, Any], cleaner: _Cleaner) -> dict[str, Any]:
    """The input's texts, together within the limit: short ones whole, the rest shares what is left."""
    if isinstance(given.get("todos"), list):
        return {"todos": _todos(given["todos"], cleaner)}
    texts = {key: value for key, value in given.items() if isinstance(value, str)}
    left, shares = bound.TOOL_BYTES, {}
    for count, (key, value) in enumerate(sorted(texts.items(), key=lambda item: len(item[1]))):
        shares[key] = max(64, left // (len(texts) - count))
        left -= min(shares[key], bound.size(value))
    return {key: cleaner.text(value, shares[key]) if key in shares else value for key, value in given.items()}


def _todos(todos: list[dict[str, str]], cleaner: _Cleaner) -> list[dict[str, str]]:
    share = max(80, bound.TOOL_BYTES // max(1, len(todos)) - 40)
    return [
        {"content": cleaner.text(todo["content"], share), "status": cleaner.text(todo["status"], 32)} for todo in todos
    ]


def _fitted(line: Line, settings: Settings) -> Line:
    """The line within LINE_BYTES: escapes may make a text several times as long as it was."""
    limit = bound.PROMPT_BYTES
    while len(encoded(line)) > LINE_BYTES and limit > 256:
        limit //= 2
        for holder, key in _longest(line):
            room = min(limit, bound.size(holder[key]) * 3 // 4)
            text, _, cut = bound.clean(holder[key], room, settings.extra_patterns, settings.allow)
            line["cut"] += cut
            holder[key] = text
    limit = _NAME_BYTES
    while len(encoded(line)) > LINE_BYTES and limit >= _LEAST:
        for holder, key in list(_texts(line)):
            text, _, cut = bound.clean(holder[key], limit, settings.extra_patterns, settings.allow)
            line["cut"] += cut
            holder[key] = text
        for holder, key in _lists(line):
            holder[key] = holder[key][: max(_FEWEST, len(holder[key]) // 2)]
        limit //= 2
    return line


def _texts(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Where the line's texts stand, those excepted that name something."""
    for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
        if isinstance(value, str) and key not in _FIXED:
            yield holder, key
        elif isinstance(value, (dict, list)):
            yield from _texts(value)


def _lists(line: Line) -> list[tuple[dict[str, Any], str]]:
    places = [(line, "files"), ((line.get("tool") or {}).get("input") or {}, "todos")]
    return [(holder, key) for holder, key in places if holder.get(key)]


def _longest(line: Line) -> list[tuple[dict[str, Any], str]]:
    places = [(line, "text")] if "text" in line else []
    tool = line.get("tool")
    if tool:
        places.append((tool, "output"))
        places.extend((tool["input"], key) for key, value in tool["input"].items() if isinstance(value, str))
    return sorted(places, key=lambda place: -len(place[0][place[1]]))[:2]
