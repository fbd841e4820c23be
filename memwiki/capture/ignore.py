"""Paths that a person does not want captured: simple globs, matched without `fnmatch` and `re`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memwiki.capture.draft import Draft

_MAX_PATHS = 256


def ignored(found: Draft, patterns: Sequence[str], root: str) -> bool:
    """Whether a path of the event (files, searched folders, words of commands, patches, cwd) matches a pattern."""
    return bool(patterns) and any(matches(path, patterns, root) for path in paths_of(found))


def paths_of(found: Draft) -> list[str]:
    """Every path that the event names."""
    paths = [*found.get("files", ()), found.get("cwd", "")]
    given = (found.get("tool") or {}).get("input") or {}
    for key in ("path", "command", "patch", "args"):
        value = given.get(key)
        if isinstance(value, str):
            paths.extend(_words(value) if key != "path" else [value])
    return [path for path in paths if path][:_MAX_PATHS]


def matches(path: str, patterns: Iterable[str], root: str = "") -> bool:
    """Whether the path, as given or relative to the root, matches one of the globs.

    `*` stays within a folder, `**` does not, `?` is one character; a pattern without `/` is matched against each
    part of the path, and one that names a folder takes all below it.
    """
    path = path.replace("\\", "/")
    relative = path
    root = root.replace("\\", "/").rstrip("/")
    if root and path.startswith(root + "/"):
        relative = path[len(root) + 1 :]
    relative = relative.removeprefix("./")
    return any(_matches(path, relative, pattern.replace("\\", "/")) for pattern in patterns)


def _matches(path: str, relative: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("./")
    folder = pattern.endswith("/")
    pattern = pattern.rstrip("/")
    if not pattern:
        return False
    if "/" not in pattern:
        parts = [part for part in relative.split("/") if part]
        return any(_glob([part], [pattern]) for part in (parts[:-1] if folder and len(parts) > 1 else parts))
    target = path if pattern.startswith("/") else relative
    want = [part for part in pattern.split("/") if part]
    have = [part for part in target.split("/") if part]
    if _glob(have, [*want, "**"]) or _glob(have, want):
        return True
    # an absolute path outside the root may still end in the pattern
    return target.startswith("/") and not pattern.startswith("/") and _glob(have, ["**", *want, "**"])


def _glob(have: list[str], want: list[str]) -> bool:
    if not want:
        return not have
    if want[0] == "**":
        return any(_glob(have[i:], want[1:]) for i in range(len(have) + 1))
    return bool(have) and _wild(have[0], want[0]) and _glob(have[1:], want[1:])


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


def _words(text: str) -> list[str]:
    """The words of a command or patch that may be paths."""
    for char in "\"'`;|&<>()=,\n\t":
        if char in text:
            text = text.replace(char, " ")
    return [word for word in text.split(" ") if word and len(word) < 4096 and not word.startswith("-")]
