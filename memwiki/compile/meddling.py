"""What an agent's tools touched in the memory itself: its pages, settings and files, as far as the calls tell.

The reading is cautious. A program that may write and names the memory, or runs inside of it, counts for all that it
names there. Only what is known to read counts for nothing; a script that hides where it writes is not seen.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from memwiki.compile.evidence import of as cited
from memwiki.compile.launchers import base, launched
from memwiki.compile.patches import patched
from memwiki.compile.prose import shortened
from memwiki.compile.shell import Simple, simple_commands
from memwiki.records import Evidence, Item, Observation, Tool
from memwiki.regexes import regex
from memwiki.values import value

MOST_ITEMS, _PROOFS = 200, 50
_COMMAND = 300
_FAMILIES = ("shell", "edit", "write", "mcp", "other")
_READS = frozenset(
    "cat ls ll grep egrep fgrep rg ag head tail less more wc diff cmp stat tree cd pushd popd pwd echo printf test [ [["
    " file du df sort uniq cut tr jq yq true false which type sleep date basename dirname realpath readlink nl od xxd"
    " hexdump md5sum sha256sum shasum export set column bat fd memwiki exit return read".split()
)
_GIT_READS = frozenset("log show diff status blame grep ls-files ls-tree rev-parse cat-file rev-list describe".split())
_NAMED = frozenset("rm mv touch tee ln mkdir rmdir chmod chown truncate unlink sed gsed".split())
_COPIES = frozenset("cp install rsync scp".split())
_FINDS = ("-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprintf", "-fls")
_BARE = regex(r"[^\s\"'`;<>|&()=,]+")
_GLOB = regex(r"[*?\[{]")
_LOOKING = regex(r"read|get|list|search|view|find|show|stat|fetch|query", re.IGNORECASE)
_MANUAL = regex(r"\.(?:md|mdx|rst|txt|adoc|html)$", re.IGNORECASE)
_MOST_SCRIPTED = 8
# memwiki's verbs that speak in the person's name; looking at what waits does not
OWN = regex(
    r"\bmemwiki(?:\.exe)?\b(?:[^|;&\n]*?\b(?!(?:un)?pin\b)|\s+)"
    r"(remember|review|skills|forget|erase|feedback|hook|pin|unpin)\b"
    r"(?!\s+(?:list|show|log)\b)(?![^|;&\n#'\"]*\s--(?:help|dry-run)\b)"
)


@value(frozen=True, slots=True)
class Memory:
    """Where the memory lies: its folder by each of its names, and the person's home folder for `~`."""

    roots: tuple[str, ...]
    user: str

    @property
    def marks(self) -> tuple[str, ...]:
        """Words of which one stands in every path or command that names the memory."""
        return (*(root.rsplit("/", 1)[-1] for root in self.roots), "MEMWIKI_HOME")

    def place(self, word: str, folder: str) -> str | None:
        """A path told from the memory's folder ("" is all of it); None where it is elsewhere or cannot be told."""
        path = self.whole(word, folder)
        if path is None:
            return None
        for root in self.roots:
            if _same(path) == _same(root):
                return ""
            if _same(path).startswith(_same(root) + "/"):
                return path[len(root) + 1 :] if path.startswith(root) else _same(path)[len(_same(root)) + 1 :]
        return None

    def whole(self, word: str, folder: str) -> str | None:
        """The absolute path that a word means; up to its first wild card, None where a variable hides it."""
        path = word.replace("\\", "/")
        for name in ("$MEMWIKI_HOME", "${MEMWIKI_HOME}"):
            path = self.roots[0] + path[len(name) :] if path.startswith(name) else path
        for name in ("~", "$HOME", "${HOME}"):
            path = self.user + path[len(name) :] if path == name or path.startswith(f"{name}/") else path
        if glob := _GLOB.search(path):
            path = path[: glob.start()].rpartition("/")[0] or ("/" if path.startswith("/") else ".")
        if not path or "$" in path or "`" in path or "\0" in path:
            return None
        return posixpath.normpath(posixpath.join(folder or "/", path))


def _same(path: str) -> str:
    """A path as systems that ignore case and composition compare it."""
    return unicodedata.normalize("NFC", path).casefold()


def holds(touched: str, path: str) -> bool:
    """Whether a place that was touched is this path or a folder above it."""
    one, other = _same(touched), _same(path)
    return not one or other == one or other.startswith(one + "/")


def meddled(step: Observation, memory: Memory) -> tuple[str, ...]:
    """The places in the memory that one finished tool call touched, or may have touched."""
    tool = step.tool
    if tool is None or tool.family not in _FAMILIES or step.event not in ("tool-end", "tool-fail"):
        return ()
    given = [str(tool.input.get(key) or "") for key in ("command", "path", "patch", "args")]  # not what is written
    told = _same("\n".join((step.cwd, *given, *step.files)))
    if not any(_same(mark) in told for mark in memory.marks):
        return ()
    if tool.family == "shell":
        found = _shell(str(tool.input.get("command", "")), step.cwd, memory)
    elif tool.family in ("edit", "write"):
        found = [] if tool.ok is False else [memory.place(path, step.cwd) for path in _paths(step, tool)]
    elif tool.family in ("mcp", "other") and not _LOOKING.search(tool.name):
        found = [memory.place(word, step.cwd) for word in _bare(f"{tool.input}", memory)]
    else:
        found = []
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _paths(step: Observation, tool: Tool) -> Iterator[str]:
    for one in patched(str(tool.input.get("patch") or "")):
        yield one.path
        yield one.moved_from
    yield str(tool.input.get("path") or "")
    yield from step.files


def _bare(text: str, memory: Memory) -> list[str]:
    """Words of a text, quotes aside, that could be paths of the memory."""
    marks = tuple(_same(mark) for mark in memory.marks)
    return [word for word in _BARE.findall(text) if any(mark in _same(word) for mark in marks)]


# --- shell -------------------------------------------------------------------------------------------------------


def _shell(command: str, cwd: str, memory: Memory) -> list[str | None]:
    parts = simple_commands(command)
    bare = _bare(command, memory)
    found: list[str | None] = []
    read: list[str] = []  # words that are accounted for
    for part in parts:
        folder = (memory.whole(part.folder, cwd) if part.folder else cwd) or cwd
        words = launched(part.words).words
        found += [memory.place(word, folder) for word in part.writes]
        read += [part.folder, *part.writes, *part.reads]
        unknown = [word for word in part.writes if "$" in word or "`" in word]
        if not words or _only_reads(base(words[0]), words[1:]):
            read += part.words
        else:
            found += _written(part, words, folder, memory)
            read += [word for word in part.words if _places([word], folder, memory)]
            unknown += [word for word in words if "$" in word or "`" in word or base(part.words[0]) == "xargs"]
        if unknown:
            found += [memory.place(word, cwd) for word in bare]
    if not parts:
        found.append(memory.place(".", cwd))
    # The rest stands in a script, a here-document or behind the arrow of a group.
    rest = [word for word in bare if command.count(word) > sum(one.count(word) for one in read)]
    return [*found, *(memory.place(word, cwd) for word in rest)]


def _places(words: Iterable[str], folder: str, memory: Memory) -> list[str]:
    found = [memory.place(part, folder) for word in words for part in {word, word.partition("=")[2] or word}]
    return [place for place in found if place is not None]


def _only_reads(name: str, args: Sequence[str]) -> bool:
    if name == "git":
        verb = next((word for n, word in enumerate(args) if word[:1] != "-" and not (n and args[n - 1] == "-C")), "")
        return verb in _GIT_READS
    if name == "find":
        return not any(word in _FINDS for word in args)
    if name in ("sed", "gsed"):
        return not any(re.match(r"-[a-zA-Z]*i|--in-place", word) for word in args)
    return name in _READS


def _written(part: Simple, words: Sequence[str], folder: str, memory: Memory) -> list[str | None]:
    name, plain = base(words[0]), [word for word in words[1:] if not word.startswith("-")]
    if name in _COPIES and not any(word.startswith(("-t", "--target")) for word in words):
        plain = plain[-1:]
    if name in _NAMED | _COPIES:
        return [*_places(plain, folder, memory)]
    # What an unknown program does is not known: it counts for all that it names, and for where it runs.
    return [*_places([*part.words, "."], folder, memory)]


# --- a session ---------------------------------------------------------------------------------------------------


def meddlings(observations: Iterable[Observation], memory: Memory) -> tuple[Item, ...]:
    """What a session did to the memory: the places that it touched, and commands that speak in the person's name.

    Where the session wrote such a command into a file, each command that it ran from then on may have run that file.
    """
    found: dict[str, tuple[Evidence, ...]] = {}
    written: dict[str, None] = {}
    for step in observations:
        command = str(step.tool.input.get("command", "")) if step.tool and step.tool.family == "shell" else ""
        texts = [place or "." for place in meddled(step, memory)]
        texts += [shortened(command, _COMMAND)] if OWN.search(command) else []
        texts += written if command else ()
        written.update(dict.fromkeys(_scripted(step)))
        for text in dict.fromkeys(texts):
            found[text] = (*found.get(text, ()), cited(step, text))[-_PROOFS:]
    return tuple(Item(text, evidence) for text, evidence in found.items())[:MOST_ITEMS]


def _scripted(step: Observation) -> list[str]:
    """Commands that speak in the person's name, in what a call writes into a file that is no manual."""
    tool = step.tool
    if tool is None or tool.family not in ("edit", "write", "shell"):
        return []
    if tool.family == "shell":
        command = str(tool.input.get("command", ""))
        writes = "<<" in command or ">" in command or "tee " in command
        return [found[0][:_COMMAND] for found in OWN.finditer(command)] if writes else []
    text = "\n".join(str(tool.input.get(key) or "") for key in ("content", "new", "patch"))
    commands = [found[0][:_COMMAND] for found in OWN.finditer(text)][:_MOST_SCRIPTED]
    is_manual = bool(commands) and any(_MANUAL.search(path) for path in _paths(step, tool) if path)
    return [] if is_manual else commands
