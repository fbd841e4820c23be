"""memwiki's entries in a TOML file with `[[hooks]]` tables (Kimi Code): one marked block at its end."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
import tomlkit.exceptions
from tomlkit.items import AoT, Array

from memwiki.errors import Invalid
from memwiki.hooks.install_entries import is_ours

_BEGIN = "# memwiki begin"
_END = "# memwiki end"
_BEFORE = (", with the line break before it", ", with the 2 line breaks before it")
_BLOCK = re.compile(
    rf"(?P<gap>(?:\r?\n){{0,2}}){_BEGIN}(?P<before>{_BEFORE[0]}|{_BEFORE[1]}|)\r?\n.*?{_END}(?:\r?\n|\Z)", re.DOTALL
)


def handlers(text: str, agent: str) -> list[dict[str, Any]]:
    """Every hook of ours in the file; Invalid, with the line, where it is no TOML."""
    try:
        tree = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise Invalid(str(error)) from error
    hooks = tree.get("hooks")
    return [hook for hook in hooks if is_ours(hook, agent)] if isinstance(hooks, list) else []


def add(text: str, agent: str, wanted: Mapping[str, Mapping[str, Any]]) -> str:
    """The file with one hook of ours for each wanted event; the same file where they stand there already."""
    if handlers(text, agent) == list(wanted.values()):
        return text
    text = strip(text, agent)
    line = "\r\n" if "\r\n" in text else "\n"
    breaks = 0 if not text else 1 if text.endswith("\n") else 2
    lines = [_BEGIN + (_BEFORE[breaks - 1] if breaks else "")]
    for hook in wanted.values():
        lines += ["[[hooks]]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in hook.items()), ""]
    lines[-1:] = [_END, ""]
    done = text + line * breaks + line.join(lines)
    try:
        tomllib.loads(done.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise Invalid('"hooks" stands there in another form than [[hooks]] tables') from error
    return done


def strip(text: str, agent: str) -> str:
    """The file without our hooks: the marked block, or where the marks are gone, each hook that is ours."""
    if not handlers(text, agent):
        return text
    text = _BLOCK.sub(_gap, text)
    return _picked(text, agent) if handlers(text, agent) else text


def _gap(found: re.Match[str]) -> str:
    """The line breaks before a block that are not its own."""
    own = 0 if not found["before"] else _BEFORE.index(found["before"]) + 1
    breaks = re.findall(r"\r?\n", found["gap"])
    return "".join(breaks[: max(0, len(breaks) - own)])


def _picked(text: str, agent: str) -> str:
    """The file as another program wrote it again, without what is ours in it."""
    try:
        document = tomlkit.parse(text)
    except tomlkit.exceptions.ParseError as error:
        raise Invalid(str(error)) from error
    hooks = document.get("hooks")
    if isinstance(hooks, AoT | Array):
        for index in reversed(range(len(hooks))):
            if is_ours(hooks[index].unwrap(), agent):
                del hooks[index]
        if not len(hooks):
            del document["hooks"]
    return tomlkit.dumps(document)
