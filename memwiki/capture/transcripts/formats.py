"""Which agents' transcripts can be read, where those agents keep them, and by whom each is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
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
        """The transcripts below a folder, by name; a file is itself. Links are not followed."""
        if place.is_file():
            return [place]
        found = {path for glob in self.globs for path in place.glob(glob)}
        if not found:  # a folder from elsewhere, with the transcripts in it
            found = set(place.glob("**/*"))
        kept = (path for path in found if path.suffix in self.suffixes and path.is_file() and not path.is_symlink())
        return sorted(kept)


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
