"""Which agents' transcripts can be read, where those agents keep them, and by whom each is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from memwiki.capture.transcripts import claude_code, codex, cursor, folders, gemini, opencode
from memwiki.capture.transcripts.source import Event, Source


@dataclass(frozen=True, slots=True)
class Format:
    """One agent's transcripts. `globs` are below the agent's own folder."""

    agent: str
    title: str
    variable: str  # names the agent's own folder, where set
    folder: str  # below the person's home folder
    globs: tuple[str, ...]
    suffixes: tuple[str, ...]
    events: Callable[[Source], Iterator[Event]]
    timed: bool = True  # whether the transcript says when things happened
    folder_of: Callable[[Path], str] | None = None  # what the program's own data says of the work's folder

    def files(self, place: Path) -> list[Path]:
        """The transcripts below a folder, by name; a file is itself. Each is given once, by whatever links it is found:
        people keep an agent's folder, or a moved project's part of it, elsewhere."""
        if place.is_file():
            return [place]
        found = sorted(path for glob in self.globs for path in _matching(place, glob))
        if not found:  # a folder from elsewhere, with the transcripts in it
            found = sorted(_matching(place, "**/*"))
        found = [path for path in found if path.suffix in self.suffixes and path.is_file()]
        plain_first = sorted(found, key=lambda path: path.is_symlink())
        return sorted({os.path.realpath(path): path for path in reversed(plain_first)}.values())


def _matching(place: Path, glob: str) -> Iterator[Path]:
    """What the pattern fits, like `Path.glob`, but `**` goes into linked folders, too, into each folder once."""
    above, deep, name = glob.partition("**/")
    if not deep:
        yield from place.glob(glob)
        return
    seen = set[str]()
    for top in sorted(place.glob(above)) if above else [place]:
        for folder, below, names in os.walk(top, followlinks=True):
            if os.path.realpath(folder) in seen:
                below.clear()
                continue
            seen.add(os.path.realpath(folder))
            below.sort(key=lambda one: (os.path.islink(os.path.join(folder, one)), one))
            yield from (Path(folder, one) for one in names if fnmatchcase(one, name))


FORMATS = {
    one.agent: one
    for one in (
        Format(
            "claude-code",
            "Claude Code",
            "CLAUDE_CONFIG_DIR",
            ".claude",
            ("projects/**/*.jsonl",),
            (".jsonl",),
            claude_code.events,
        ),
        Format("codex", "Codex", "CODEX_HOME", ".codex", ("sessions/**/rollout-*.jsonl",), (".jsonl",), codex.events),
        Format(
            "gemini-cli",
            "Gemini CLI",
            "",
            ".gemini",
            ("tmp/*/chats/session-*.json*",),
            (".jsonl", ".json"),
            gemini.events,
            folder_of=folders.of_gemini,
        ),
        Format(
            "opencode",
            "OpenCode",
            "XDG_DATA_HOME",
            ".local/share/opencode",
            ("opencode*.db", "opencode/opencode*.db"),
            (".json", ".db"),
            opencode.events,
        ),
        Format(
            "cursor",
            "Cursor",
            "",
            ".cursor",
            ("projects/*/agent-transcripts/**/*.jsonl",),
            (".jsonl",),
            cursor.events,
            timed=False,
            folder_of=folders.of_cursor,
        ),
    )
}
