"""Paths that a person does not want captured: simple globs, matched without `fnmatch` and `re`.

Letter case never counts, as on the file systems of macOS and Windows. Links are followed, and a name in a command is
tried from every folder that the command goes to. In doubt an event is left out.
"""

from __future__ import annotations

import os

from memwiki.capture.project import LONGEST_PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memwiki.capture.draft import Draft

_MAX_NAMES = 4096  # names that are looked at closely
_MAX_LINKS = 512  # names whose links are followed
_MAX_PARTS = 64
_MAX_WIDE = 1000  # paths that one word's wildcards are written out to
_WILD = ("*", "?", "[")


def ignored(found: Draft, patterns: Sequence[str], root: str, person: str = "") -> bool:
    """Whether a path of the event (files, folders, words of commands, patches, found lines, cwd) matches a pattern.

    `root` is the project's folder, `person` the one that `~` stands for.
    """
    from memwiki.capture.named import named, printed

    if not patterns:
        return False
    cwd = found.get("cwd", "")
    wanted = _Wanted(patterns, root, person)
    if cwd and (wanted.holds(cwd) or wanted.holds(cwd, rooted=False)):
        return True
    if found.get("salvaged") and found.get("tool"):
        return True  # what it names may stand in what could not be read
    event = named(found, person)
    links = 0
    for name, wild in event.names[:_MAX_NAMES]:
        placed = _placed(name, event.folders)
        if wild:
            placed = [one for path in placed[-len(event.folders) :] for one in _widened(path)]
        for path in placed:
            if wanted.holds(path, wild=wild):
                return True
            if links < _MAX_LINKS and not wild and path[:1] == "/":
                links += 1
                real = _real(path)
                if real != path and wanted.holds(real):
                    return True
    rest = "\n".join([name for name, _ in event.names[_MAX_NAMES:]])
    if rest and wanted.may_name(rest):
        return True
    output = (found.get("tool") or {}).get("output") or ""
    if not output or not wanted.may_name(output):
        return False
    return any(wanted.holds(path) for name, _ in printed(found) for path in _placed(name, event.folders[:1]))


def matches(path: str, patterns: Iterable[str], root: str = "") -> bool:
    """Whether the path, as given or relative to the root, matches one of the globs.

    `*` stays within a folder, `**` does not, `?` is one character; a pattern without `/` is matched against each
    part of the path, and one that names a folder takes all below it. `[ab]` is taken as `?`, `{a,b}` as either.
    """
    return _Wanted(patterns, root).holds(path)


class _Wanted:
    """The patterns, ready to be matched against the paths of one event."""

    __slots__ = ("cores", "patterns", "roots")

    def __init__(self, patterns: Iterable[str], root: str, person: str = "") -> None:
        root = root.replace("\\", "/").rstrip("/")
        self.roots = [_folded(one) for one in dict.fromkeys((root, _real(root))) if one] if root else []
        self.cores: set[str] = set()
        self.patterns: list[tuple[list[str], bool, bool]] = []  # parts, begins at the top, has several parts
        for pattern in patterns:
            for one in _written_out(pattern, person):
                self._add(one)
                self._add(_led(one, root))

    def _add(self, pattern: str) -> None:
        parts = _parts(_folded(pattern))
        entry = (parts, pattern.startswith("/"), "/" in pattern.rstrip("/"))
        if parts and entry not in self.patterns:
            self.patterns.append(entry)
            self.cores.add(_core(parts))

    def holds(self, path: str, rooted: bool = True, wild: bool = False) -> bool:
        """Whether the path matches; `wild`: its own wildcards may stand for more; not `rooted`: told from the top."""
        path = _folded(_plain(path))
        inside = next((root for root in self.roots if path.startswith(root + "/")), "") if rooted else ""
        relative = path[len(inside) + 1 :] if inside else path
        near, far = _parts(relative), _parts(path)
        absolute = relative[:1] == "/" or relative[1:3] == ":/"
        return any(_matches(near, far, absolute, pattern, wild) for pattern in self.patterns)

    def may_name(self, text: str) -> bool:
        """Whether the text may name one of the paths at all: most outputs are told apart by this."""
        text = _folded(text)
        return any(core in text for core in self.cores)


def _matches(
    near: list[str], far: list[str], absolute: bool, pattern: tuple[list[str], bool, bool], wild: bool
) -> bool:
    want, top, deep = pattern
    if not deep and not top:
        return any(_meet(part, want[0], wild) for part in near)
    have = far if top else near
    if _glob(have, [*want, "**"], wild):
        return True
    # an absolute path outside the root may still end in the pattern
    return absolute and not top and _glob(have, ["**", *want, "**"], wild)


def _glob(have: list[str], want: list[str], wild: bool) -> bool:
    """Whether the parts fit the pattern's: row by row over the places that the pattern has reached."""
    reached = _over_any({0}, want)
    for part in have:
        if wild and part == "**":
            reached = set(range(min(reached), len(want) + 1))
        else:
            staying = {at for at in reached if at < len(want) and want[at] == "**"}
            moving = {at + 1 for at in reached if at < len(want) and want[at] != "**" and _meet(part, want[at], wild)}
            reached = staying | moving
        if not reached:
            return False
        reached = _over_any(reached, want)
    return len(want) in reached


def _over_any(reached: set[int], want: list[str]) -> set[int]:
    """The places with those behind a `**` added: it may stand for nothing."""
    for at in sorted(reached):
        while at < len(want) and want[at] == "**":
            at += 1
            reached.add(at)
    return reached


def _written_out(pattern: str, person: str) -> list[str]:
    """The pattern with the person's folder for `~` and $HOME, and without classes and braces."""
    from memwiki.capture.commands import braced

    pattern = pattern.replace("\\", "/").removeprefix("./")
    for sign in ("~", "$HOME", "${HOME}"):
        if person and (pattern == sign or pattern.startswith(f"{sign}/")):
            pattern = person.replace("\\", "/").rstrip("/") + pattern[len(sign) :]
    return braced(_classless(pattern))


def _meet(part: str, pattern: str, wild: bool) -> bool:
    """One part against one pattern; where the part has wildcards itself: whether both can mean one name."""
    if _wild(part, pattern):
        return True
    return wild and any(sign in part for sign in _WILD) and _both(_classless(part), pattern)


def _wild(text: str, pattern: str) -> bool:
    """One part against one pattern of `*` and `?`, in linear time."""
    i = j = 0
    star, mark = -1, 0
    while i < len(text):
        if j < len(pattern) and pattern[j] == "*":
            star, mark, j = j, i, j + 1
        elif j < len(pattern) and pattern[j] in ("?", text[i]):
            i, j = i + 1, j + 1
        elif star >= 0:
            mark += 1
            i, j = mark, star + 1
        else:
            return False
    return not pattern[j:].strip("*")


def _both(one: str, two: str) -> bool:
    """Whether some name fits both patterns of `*` and `?`: row by row over the places of the second."""
    reached = {0}
    for char in [*one[:256], ""]:
        reached = _over_stars(reached, two)
        if char == "":
            return len(two) in reached
        if char == "*":
            reached = set(range(min(reached, default=len(two) + 1), len(two) + 1))
            continue
        reached = {
            at if two[at] == "*" else at + 1
            for at in reached
            if at < len(two) and (two[at] in ("*", "?", char) or char == "?")
        }
        if not reached:
            return False
    return False


def _over_stars(reached: set[int], pattern: str) -> set[int]:
    """The places with those behind a star added: a star may stand for nothing."""
    for at in sorted(reached):
        while at < len(pattern) and pattern[at] == "*":
            at += 1
            reached.add(at)
    return reached


def _classless(part: str) -> str:
    """`[ab]` as `?`."""
    while (start := part.find("[")) >= 0 and (end := part.find("]", start + 2)) > 0:
        part = f"{part[:start]}?{part[end + 1 :]}"
    return part


def _widened(path: str) -> list[str]:
    """The path with its parts that are nothing but wildcards (`*/x`) replaced by what lies there.

    Where there is too much of it they stay, and count as anything.
    """
    done: list[str] = []
    todo = [path]
    while todo and len(done) + len(todo) < _MAX_WIDE:
        parts = todo.pop().split("/")
        at = next((i for i, part in enumerate(parts) if part and not part.strip("*?")), 0)
        folder = "/".join(parts[:at])
        if not at or any(sign in folder for sign in _WILD):
            done.append("/".join(parts))
            continue
        try:
            names = os.listdir(folder or "/")
        except (OSError, ValueError):
            if not "".join(parts[at:]).strip("*"):  # a file, which ends what it may stand for
                done.append(folder)
            continue  # else nothing is there to stand for
        below = parts[at:] if parts[at] == "**" else parts[at + 1 :]
        todo += ["/".join([folder, name, *below]) for name in names if _wild(name, parts[at])]
        todo += ["/".join([folder, *parts[at + 1 :]])] if parts[at] == "**" and parts[at + 1 :] else []
    return done + todo


def _placed(name: str, folders: list[str]) -> list[str]:
    """The name as given and from each folder; `..` and `.` are taken out."""
    if name[:5].lower() == "file:":
        name = "/" + _unescaped(name[5:].lstrip("/"))
    if name[:1] == "/" or name[1:3] in (":\\", ":/"):
        return [name]
    return [name, *(f"{folder.rstrip('/')}/{name}" for folder in folders if folder)]


def _unescaped(text: str) -> str:
    """The text of a URL with its `%41` as the characters that they stand for."""
    first, *pieces = text.split("%")
    found = [first.encode("utf-8", "replace")]
    for piece in pieces:
        try:
            found.append(bytes.fromhex(piece[:2]) + piece[2:].encode("utf-8", "replace"))
        except ValueError:
            found.append(b"%" + piece.encode("utf-8", "replace"))
    return b"".join(found).decode("utf-8", "replace")


def _plain(path: str) -> str:
    path = path.replace("\\", "/").removeprefix("./")
    if "/." not in path and "//" not in path:
        return path
    kept: list[str] = []
    for part in path.split("/"):
        if part == ".." and kept and kept[-1] not in ("", ".."):
            kept.pop()
        elif part not in (".", "") or (part == "" and not kept):
            kept.append(part)
    return "/".join(kept)


def _parts(path: str) -> list[str]:
    """The parts of the path; `**` beside `**` says no more than one."""
    parts = [part for part in path.split("/") if part][:_MAX_PARTS]
    return [part for i, part in enumerate(parts) if part != "**" or i == 0 or parts[i - 1] != "**"]


def _core(parts: list[str]) -> str:
    """The longest text that every path which matches has in it."""
    runs = [run for part in parts for run in part.replace("?", "*").split("*")]
    return max(runs, key=len)


def _folded(text: str) -> str:
    """Without letter case, composed: one name has one spelling."""
    if text.isascii():
        return text.lower()
    import unicodedata

    return unicodedata.normalize("NFC", text).casefold()


def _led(pattern: str, root: str) -> str:
    """The pattern from where its fixed part really leads, if that is a link; else the pattern."""
    fixed, sign, rest = pattern.replace("\\", "/").partition("*")
    if sign:
        fixed, _, left = fixed.rpartition("/")
        rest = f"/{left}{sign}{rest}"
    fixed = fixed.rstrip("/")
    if not root or not fixed or "?" in fixed:
        return pattern
    path = fixed if fixed.startswith("/") else f"{root}/{fixed}"
    real = _real(path)
    return pattern if real in (path, _real(root) + path[len(root) :]) else real + (rest or "/**")


def _real(path: str) -> str:
    try:
        return os.path.realpath(path) if "\0" not in path and len(path) <= LONGEST_PATH else path
    except (OSError, ValueError):
        return path
