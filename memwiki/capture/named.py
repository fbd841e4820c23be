"""Every path that an event names: files, folders, words of commands, headers of patches, lines that a search printed.

It errs on the side of naming too much: what is found here only decides whether an event is left out.
"""

from __future__ import annotations

from memwiki.capture.commands import pieces, words
from memwiki.capture.fields import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memwiki.capture.draft import Draft

    Name = tuple[str, bool]  # as written, and whether its wildcards may stand for more

_PATCHED = (
    "*** Update File: ",
    "*** Add File: ",
    "*** Delete File: ",
    "*** Move to: ",
    "+++ ",
    "--- ",
    "diff --git ",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "Index: ",
)
_INPUTS = ("tool_input", "toolArgs", "tool_args", "toolInput", "args", "input", "arguments")
# what stands under these keys is text, or was looked at already
_TEXTS = frozenset(
    "pattern query regex search_term prompt message instructions description explanation title content contents text "
    "file_text old_string new_string oldString newString old_str new_str old new old_source new_source code_edit "
    "CodeEdit thought command cmd script status".split()
)
_MAX_ASKED = 512
_FINDERS = ("glob", "find", "list", "ls", "file")  # tools whose pattern is a path, not a text to look for
_MAX_PRINTED = 5000
_HEADED = ("--heading", "--pretty", "--group", "--break", "ack ", "ag ")


class Named:
    """What one event names: the folders that its names are relative to, and the names."""

    __slots__ = ("folders", "names")

    def __init__(self, folders: list[str], names: list[Name]) -> None:
        self.folders = folders
        self.names = names


def named(found: Draft, person: str = "") -> Named:
    """Every path of the event; `person` is the folder that `~` and $HOME stand for."""
    cwd = found.get("cwd", "")
    folders = [cwd] if cwd else []
    names: list[Name] = [(path, False) for path in found.get("files", ())]
    tool = found.get("tool") or {}
    given = tool.get("input") or {}
    if isinstance(given.get("workdir"), str) and given["workdir"]:
        folders.append(_joined(cwd, given["workdir"]))
        names.append((given["workdir"], False))
    for key, value in given.items():
        if isinstance(value, str) and value:
            names.extend(_given(key, value, tool, folders, person))
    if tool:
        names.extend(_asked(found.get("given")))
    elif found.get("event") == "subagent-end":
        names.extend(told(found.get("text", "")))
    return Named(folders, list(dict.fromkeys(names)))


def _asked(payload: object) -> Iterator[Name]:
    """What the agent gave the tool under keys of its own, wherever in the payload that stands."""
    holders = [payload] if isinstance(payload, dict) else []
    items = holders[0].get("items") if holders else None
    holders += [item for item in items if isinstance(item, dict)][:8] if isinstance(items, list) else []
    todo = [(key, mapping(holder.get(key))) for holder in holders for key in _INPUTS]
    seen = 0
    while todo and seen < _MAX_ASKED:
        key, value = todo.pop()
        seen += 1
        if isinstance(value, dict):
            todo += list(value.items())
        elif isinstance(value, list):
            todo += [(key, item) for item in value[:_MAX_ASKED]]
        elif isinstance(value, str) and value and len(value) <= 1024 and "\n" not in value and key not in _TEXTS:
            yield value, "*" in value


def printed(found: Draft) -> Iterator[Name]:
    """The paths at the head of the lines of an output: what a search found, a difference shows, several files hold."""
    tool = found.get("tool") or {}
    searched = tool.get("family") == "search"
    output = tool.get("output") or ""
    lines = (_plain(output) if "\x1b" in output or "\0" in output else output).split("\n", _MAX_PRINTED)[:_MAX_PRINTED]
    headed = "heading" in output or any(word in str(tool.get("input")) for word in _HEADED)
    for number, line in enumerate(lines):
        if not searched and _heads(lines, number, headed):
            yield line.strip(), False
        if line.startswith('{"type":"') and '"path":{"text":"' in line[:200]:  # rg --json
            yield line.partition('"path":{"text":"')[2].partition('"')[0], False
        if line.startswith("diff -") or "File: " in line[:24]:  # diff -r a/x b/x; │ File: x
            yield from ((word, False) for word in pieces(line))
        if line.startswith(("diff --git ", "+++ ", "--- ", "==> ")):
            yield from _patched(line.replace("==> ", "--- ", 1).removesuffix(" <=="))
            continue
        head, colon, _ = line.partition(":")
        if colon and len(head) == 1 and head.isalpha():  # C:\x
            head = f"{head}:{line[2:].partition(':')[0]}"
        if head and len(head) < 1024 and (searched or (colon and " " not in head)):
            yield head.strip(), False
            if "/" not in head and "." not in head:  # HEAD:x:…, of `git grep`
                yield line[len(head) + 1 :].partition(":")[0][:1024], False


def _heads(lines: list[str], number: int, headed: bool) -> bool:
    """Whether the line is a file's name above what was found in it, as `rg --heading` prints."""
    line = lines[number].rstrip("\r")
    after = lines[number + 1] if number + 1 < len(lines) else ""
    if not line or len(line) > 1024 or not after or (number and lines[number - 1].strip()):
        return False
    digits = after.lstrip("0123456789")
    return headed or (len(digits) < len(after) and digits[:1] in (":", "-"))


def _plain(text: str) -> str:
    """The text without colours, and with a line break's sign for the NUL behind a name (`rg -0`)."""
    from memwiki.capture.observe import safe

    return safe(text.replace("\0", ":"))


def _given(key: str, value: str, tool: dict[str, object], folders: list[str], person: str) -> Iterator[Name]:
    if key == "path":
        yield value, False
        yield from ((word, False) for word in value.split(" "))
    elif key == "command":
        yield from words(value, folders, person)
    elif key == "patch":
        for line in value.split("\n"):
            yield from _patched(line)
    elif key == "args":
        yield from ((word, False) for word in pieces(value))
    elif tool.get("family") == "task":
        yield from told(value)
    elif key == "url" and value[:5].lower() == "file:":
        yield value, False
    elif key == "pattern" and any(part in str(tool.get("name", "")).lower() for part in _FINDERS):
        yield value, True


def told(text: str) -> Iterator[Name]:
    """The words of a text for an agent that can be nothing but paths."""
    for word in pieces(text):
        name = word.rstrip(".,:!?。，：！？*_]").lstrip("@[*_")
        if "/" in name or "\\" in name or "." in name[:-1]:
            yield name, False


def _patched(line: str) -> Iterator[Name]:
    """The paths in the header of one file of a patch."""
    if not line.startswith(_PATCHED):
        return
    mark = next(mark for mark in _PATCHED if line.startswith(mark))
    rest = line[len(mark) :].split("\t")[0].strip().strip('"')
    for part in rest.split(" b/") if mark == "diff --git " else [rest]:
        yield part, False
        if part[:2] in ("a/", "b/"):
            yield part[2:], False


def _joined(folder: str, path: str) -> str:
    return path if path.startswith("/") or not folder else f"{folder.rstrip('/')}/{path}"
