"""Links between the compiler's pages follow a page that a person moved, and leave one that a person deleted.

The compiler writes every link as if each page stood where it put it, so that its rendering stays a pure function of
raw/. What goes into the wiki leads where the pages are now; before the next merge it is read back as the compiler wrote
it, so that a link that was only led elsewhere is nobody's edit.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from memwiki.compile.sources import relative

_LINK = re.compile(r"(?<!!)\[(?P<label>(?:[^\[\]\\]|\\.){0,400})\]\((?P<target>[^()\s]{1,600})\)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[/#]")


@dataclass(frozen=True, slots=True)
class Trail:
    """Where the compiler's pages stand now: `moved` maps the path that it gave to the path now, None where deleted."""

    moved: Mapping[str, str | None]
    files: Collection[str] = ()  # every page of the wiki
    _back: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._back.update({now: path for path, now in self.moved.items() if now})

    def follow(self, text: str, path: str, now: str, new: str) -> str:
        """The page `text`, as the compiler has it at `path`, with the links of its own lines (`new`) led on from `now`.

        Code blocks are left alone.
        """
        if not self.moved:
            return text
        owned = {line for line in new.split("\n") if "](" in line}
        done: list[str] = []
        fence = ""
        for line in text.split("\n"):
            mark = _FENCE.match(line)
            if mark and (not fence or mark[1].startswith(fence)):
                fence = "" if fence else mark[1]
            leads = not fence and line.removesuffix("\r") in owned
            done.append(self._led(line, path, now) if leads else line)
        return "\n".join(done)

    def _led(self, line: str, path: str, now: str) -> str:
        def lead(match: re.Match[str]) -> str:
            target, anchor = _split(match["target"])
            there = _resolved(path, target)
            if there is None or (there not in self.moved and path == now):
                return match[0]
            to = self.moved.get(there, there)
            return f"[{match['label']}]({relative(now, to)}{anchor})" if to else match["label"]

        return _LINK.sub(lead, line)

    def names_moved(self, text: str) -> bool:
        """Whether a page may link to one that is not where the compiler put it."""
        return any(path.rsplit("/", 1)[-1] in text for path in map(_encoded, self.moved))

    def as_written(self, mine: str, base: str, path: str, now: str) -> str:
        """The page at `now`, where every line that was only led elsewhere is as `base` has it at `path`."""
        known: dict[str, list[str]] = {}
        for line in base.split("\n"):
            if "](" in line:
                known.setdefault(_LINK.sub(_label, line), []).append(line)
        if not known:
            return mine
        lines = mine.split("\n")
        held = {line.removesuffix("\r") for line in lines}
        for number, line in enumerate(lines):
            end = "\r" if line.endswith("\r") else ""
            bare = line.removesuffix("\r")
            meant = known.get(_LINK.sub(_label, bare), [])
            first = next((one for one in meant if one not in held), None)
            if first and bare not in meant and self._is_only_led(bare, first, path, now):
                meant.remove(first)
                lines[number] = first + end
        return "\n".join(lines)

    def _is_only_led(self, line: str, base: str, path: str, now: str) -> bool:
        """Whether each link leads nowhere, or to the page that the compiler's line names."""
        wanted = {there for there in (_resolved(path, _split(one)[0]) for one in _targets(base)) if there}
        for target in _targets(line):
            there = _resolved(now, _split(target)[0])
            if there is None:
                return False
            if there in self.files and self._back.get(there, there) not in wanted:
                return False
        return True


def _targets(line: str) -> list[str]:
    return [match["target"] for match in _LINK.finditer(line)]


def _label(match: re.Match[str]) -> str:
    return match["label"]


def _split(target: str) -> tuple[str, str]:
    name, sign, anchor = target.partition("#")
    return name, sign + anchor


def _resolved(page: str, target: str) -> str | None:
    """The bundle's path that a relative link leads to; None for any other link."""
    if not target or _SCHEME.match(target):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(target)))
    return path if path.endswith(".md") and not path.startswith("..") else None


def _encoded(path: str) -> str:
    return relative("", path)
