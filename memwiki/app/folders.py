"""Folders under the eyes of the operating system, by watchdog: each by itself, so that .git/ costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

from memwiki.app.watching import note_of

_WAIT_S = 2.0


class Told(FileSystemEventHandler):  # type: ignore[misc]
    """Tells `touch` of every path that changed, of folders that came and went, too."""

    def __init__(self, touch: Callable[[str], None]) -> None:
        self._touch = touch

    def on_any_event(self, event: Any) -> None:
        """Called by watchdog, in its own thread."""
        for path in note_of(event):
            self._touch(path)


class Watched:
    """The folders that are watched now; started by the first, and started anew after `watch([])`."""

    def __init__(self, touch: Callable[[str], None]) -> None:
        self._told = Told(touch)
        self._observer: Any = None
        self._held: dict[Path, tuple[int, Any]] = {}
        self._failed = False

    def watch(self, folders: list[Path]) -> None:
        """Takes these folders under watch and lets go of others; one that stands in another's place counts as new."""
        if not folders:
            self.stop()
            return
        if self._observer is None:
            self._observer = Observer()
            self._observer.start()
        there = {folder: held for folder in folders if (held := _number(folder))}
        for folder in [one for one, (number, _) in self._held.items() if there.get(one) != number]:
            self._let_go(folder)
        for folder, number in there.items():
            if folder not in self._held:
                self._take(folder, number)

    def _take(self, folder: Path, number: int) -> None:
        try:
            self._held[folder] = (number, self._observer.schedule(self._told, str(folder), recursive=False))
        except OSError:  # gone again, or more folders than the system lets anyone watch
            self._failed = folder.is_dir()

    def _let_go(self, folder: Path) -> None:
        _, watch = self._held.pop(folder)
        try:
            self._observer.unschedule(watch)
        except (KeyError, OSError):
            return

    def healthy(self) -> bool:
        """Whether the observer runs, and could take all folders."""
        return not self._failed and (self._observer is None or self._observer.is_alive())

    def stop(self) -> None:
        """Ends the observer and its threads."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join(_WAIT_S)
        self._observer, self._held, self._failed = None, {}, False


def _number(folder: Path) -> int:
    try:
        return folder.stat().st_ino
    except OSError:
        return 0
