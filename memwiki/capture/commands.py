"""The paths that a shell command may name: quotes, escapes, variables, braces and `cd` are followed a little way."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Name = tuple[str, bool]

_READ = 64 * 1024  # characters that are read as a shell would; the rest is only split
_FOLDERS = 8
_BRACES = 64
_DEEP = 3
_SPLIT = str.maketrans(dict.fromkeys("\"'`;|&<>()=,\n\t{}", " "))
_MOVES = ("cd", "pushd", "chdir", "set-location", "sl")
_INTO = ("-C", "--directory", "--cwd", "--prefix", "--work-tree", "--git-dir", "--chdir", "--workdir", "-w")
# after these flags, and for these programs, a quoted text is a command of its own
_CODE = ("-c", "-lc", "-ic", "-e", "-ec", "-exec", "--command", "-command", "/c", "--eval", "-p", "-r")
_RUNNERS = ("ssh", "watch", "eval", "su", "parallel", "xargs", "script", "nohup", "flock", "entr")


def words(command: str, folders: list[str], person: str = "", depth: int = 0) -> Iterator[tuple[str, bool]]:
    """The words that may be paths, and whether a shell would widen their wildcards.

    Folders that the command goes to are added to `folders`: later names may be relative to them.
    """
    known = {"HOME": person, "PWD": folders[0] if folders else ""}
    first, before = "", ""
    for cooked, raw, spaced, wild in _tokens(command[:_READ]):
        if not raw.strip(" "):
            continue
        if not cooked and raw in ("\n", ";", "&", "|", "(", ")", "<", ">"):
            first, before = ("", "") if raw not in "<>" else (first, "")
            continue
        if spaced and depth < _DEEP and (before.lower() in _CODE or first in _RUNNERS):
            yield from words(cooked, folders, person, depth + 1)
        elif spaced:
            yield cooked, False
            yield from ((part, False) for part in pieces(cooked) if "/" in part or "\\" in part or "." in part)
        else:
            yield from _word(cooked, raw, wild, known)
            if first in _MOVES or before in _INTO or cooked.startswith(_INTO):
                _go(folders, _filled(cooked.partition("=")[2] or _unflagged(cooked), known))
        first = first or cooked.rpartition("/")[2].lower()
        before = cooked
    if len(command) > _READ:
        yield from ((piece, False) for piece in pieces(command[_READ:]))


def pieces(text: str) -> list[str]:
    """The text split at white space and at every sign that can stand beside a path."""
    return [word for word in text.translate(_SPLIT).split(" ") if word]


def _word(cooked: str, raw: str, wild: bool, known: dict[str, str]) -> Iterator[Name]:
    name, sign, value = cooked.partition("=")
    if sign and name.isidentifier():
        known[name] = _filled(value, known)
    parts = [part.lstrip("@") for part in (value or cooked).split(":", 8)]  # HEAD:x, host:x, x:/inside, @x
    for text in dict.fromkeys((cooked, *pieces(raw), _unflagged(cooked), value, *parts)):
        if not text or len(text) > 4096 or text in ("-", "--"):
            continue
        for one in braced(text) if wild else [text]:
            yield _filled(one, known), wild


def _unflagged(word: str) -> str:
    """What is attached to a short option: `-Isecret`, `-fsecret/x`; the word itself without one."""
    return word[2:] if word[:1] == "-" and word[1:2].isalpha() else word


def _go(folders: list[str], path: str) -> None:
    if not path or path == "-" or len(folders) >= _FOLDERS:
        return
    start = folders[-1] if folders else ""
    folders.append(path if path.startswith("/") or not start else f"{start.rstrip('/')}/{path}")


def _filled(word: str, known: dict[str, str]) -> str:
    """The word with the variables that are known; an unknown one at its start leaves a path from anywhere."""
    if word[:1] == "~" and word[1:2] in ("", "/") and known["HOME"]:
        word = known["HOME"] + word[1:]
    at = word.find("$")
    while at >= 0:
        end = at + 1
        braced = word[end : end + 1] == "{"
        end += braced
        start = end
        while end < len(word) and (word[end].isalnum() or word[end] == "_"):
            end += 1
        name = word[start:end]
        if braced:
            close = word.find("}", end)
            end = close + 1 if close >= 0 else len(word)
        value = known.get(name, "")
        word = word[:at] + value + word[end:]
        at = word.find("$", at + len(value)) if end > at + 1 else -1
    return word


def braced(word: str) -> list[str]:
    """`{a,b}/x` written out, up to a limit."""
    done: list[str] = []
    todo = [word]
    while todo and len(done) + len(todo) < _BRACES:
        one = todo.pop()
        close = one.find("}")
        start = one.rfind("{", 0, close) if close > 0 else -1
        if start < 0 or "," not in one[start:close]:
            done.append(one)
            continue
        todo += [one[:start] + part + one[close + 1 :] for part in one[start + 1 : close].split(",")]
    return done + todo


def _escaped(text: str, at: int) -> str:
    """The text from the quote of a `$'…'` on, with the escapes in it as what they stand for."""
    end = at + 1
    while end < len(text) and text[end] != "'":
        end += 2 if text[end] == "\\" else 1
    return "'" + _spelled(text[at + 1 : end]).replace("'", "") + text[end:]


def _spelled(body: str) -> str:
    try:
        return body.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except ValueError:
        return body


def _tokens(text: str) -> Iterator[tuple[str, str, bool, bool]]:
    """(without quotes, as written, a quoted text with spaces, has open wildcards) of each word; signs by themselves."""
    cooked: list[str] = []
    start, i, quote = 0, 0, ""
    spaced = wild = False
    while i < len(text):
        char = text[i]
        if quote:
            if char == quote:
                quote = ""
            elif char == "\\" and quote == '"' and text[i + 1 : i + 2] in ('"', "\\", "$", "`"):
                i += 1
                cooked.append(text[i])
            else:
                spaced = spaced or char.isspace()
                cooked.append(char)
        elif char in "\"'":
            if char == "'" and cooked[-1:] == ["$"]:  # $'…' has escapes
                cooked.pop()
                text = text[:i] + _escaped(text, i)
            quote = char
        elif char == "\\":
            i += 1
            cooked.append("" if text[i : i + 1] == "\n" else text[i : i + 1])
        elif char.isspace() or char in ";|&()<>`":
            yield "".join(cooked), text[start:i], spaced, wild
            yield "", "\n" if char in "\n`" else char, False, False
            cooked, start, spaced, wild = [], i + 1, False, False
        else:
            wild = wild or char in "*?[{"
            cooked.append(char)
        i += 1
    yield "".join(cooked), text[start:], spaced, wild
