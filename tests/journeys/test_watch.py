"""A watch beside an editor: what is saved is found, what an editor leaves lying around is not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest
from jsonschema import Draft202012Validator

_SCHEMAS = Path(__file__).parents[2] / "schemas"
_SCHEMA = Draft202012Validator(json.loads((_SCHEMAS / "watch.schema.json").read_text("utf-8")))
TURNS = (("Let's use SQLite for the job queue because it needs no server.", "Done: the job queue is in SQLite now."),)
_PATIENCE_S = 60.0


class Running:
    """A watch in a process of its own, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: Queue[dict[str, Any]] = Queue()
        self.heard: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(json.loads(line))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + _PATIENCE_S
        while (left := end - time.monotonic()) > 0:
            try:
                seen = self.said.get(timeout=left)
            except Empty:
                break
            _SCHEMA.validate(seen)
            self.heard.append(seen)
            if wanted(seen):
                return seen
        raise AssertionError(f"not said in time; said: {self.heard}")

    def shows(self, *pages: str) -> dict[str, Any]:
        return self.until(lambda seen: seen["event"] == "indexed" and seen["pages"] == sorted(pages))


@contextmanager
def watching(person, *options: str, folder: Path | None = None) -> Iterator[Running]:  # type: ignore[no-untyped-def]
    command = [sys.executable, "-m", "memwiki", "watch", "--json", "--no-vectors", *options]
    process = subprocess.Popen(
        command,
        env=person.environment,
        cwd=folder or person.work,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    held = Running(process)
    try:
        held.until(lambda seen: seen["event"] == "started")
        yield held
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=_PATIENCE_S)
        assert "Traceback" not in err


@pytest.fixture
def known(ada):  # type: ignore[no-untyped-def]
    ada.session("s1", *TURNS)
    ada.minute += 60
    assert ada("compile", "--no-vectors").code == 0
    return ada


def found(person, query: str) -> list[str]:  # type: ignore[no-untyped-def]
    done = person("search", query, "--no-vectors", "--json")
    assert done.code == 0, done.err
    return [hit["page"] for hit in done.json["hits"]]


def finds(watch: Running, person, query: str, page: str) -> None:  # type: ignore[no-untyped-def]
    """Waits until the page is found by what was saved: a look may fall between the file's opening and its writing."""
    while found(person, query) != [page]:
        watch.until(lambda seen: seen["event"] == "indexed")


def page(title: str, body: str) -> str:
    return f"---\ntype: Concept\ntitle: {title}\n---\n\n# {title}\n\n{body}\n"


@pytest.mark.parametrize("options", [(), ("--poll", "--every", "0.5")], ids=["events", "polling"])
def test_saved_renamed_deleted_pages_are_found_as_they_stand(known, options: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    wiki = known.wiki
    concepts = wiki / "concepts"
    with watching(known, *options) as watch:
        concepts.mkdir(exist_ok=True)
        watch_new = concepts / "zebra.md"
        watch_new.write_text(page("Zebra crossing", "Where the wombatpedals go."), "utf-8")
        watch.shows("concepts/zebra.md")
        finds(watch, known, "wombatpedals", "concepts/zebra.md")

        # saved as many editors do: a swap file, a backup, a new file in the old one's place
        (concepts / ".zebra.md.swp").write_text("wombatpedals swap")
        (concepts / "zebra.md~").write_text("wombatpedals backup")
        (concepts / "4913").write_text("")
        fresh = concepts / ".zebra.md.tmp"
        fresh.write_text(page("Zebra crossing", "Where the otterbrakes go."), "utf-8")
        os.replace(fresh, watch_new)
        finds(watch, known, "otterbrakes", "concepts/zebra.md")
        assert found(known, "wombatpedals") == []

        watch_new.rename(concepts / "renamed.md")
        watch.shows("concepts/renamed.md")
        assert found(known, "otterbrakes") == ["concepts/renamed.md"]
        (concepts / "renamed.md").unlink()
        watch.shows()
        assert found(known, "otterbrakes") == []


def test_the_next_compile_commits_the_edit_as_the_persons(known) -> None:  # type: ignore[no-untyped-def]
    target = known.page("decisions")
    name = target.relative_to(known.wiki).as_posix()
    with watching(known) as watch:
        target.write_text(target.read_text("utf-8") + "\nThe quokkaledger says so.\n", "utf-8")
        watch.shows(name)
        finds(watch, known, "quokkaledger", name)
        assert "quokkaledger" not in known.git("show", f"HEAD:{name}")
        assert known("compile", "--no-vectors").code == 0
        watch.shows()
    assert "quokkaledger" in known.git("show", f"HEAD:{name}")
    assert known.git("log", "-1", "--format=%an %s", "--", name).startswith("ada edit:")
    assert found(known, "quokkaledger") == [name]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(known, sign: signal.Signals) -> None:  # type: ignore[no-untyped-def]
    with watching(known) as watch:
        assert known("status", "--json", timed=False).json["watch"] == "on"
        watch.process.send_signal(sign)
        assert watch.process.wait(_PATIENCE_S) == 0
        watch.until(lambda seen: seen["event"] == "stopped")
    assert not (known.home / "state" / "watch.json").exists()
    assert known("status", "--json", timed=False).json["watch"] == ""


def test_a_second_watch_says_so_and_ends(known) -> None:  # type: ignore[no-untyped-def]
    with watching(known):
        second = known("watch", "--json", timed=False)
        assert second.code == 11
        assert json.loads(second.err)["message"] == "the watch of this home is in use by another process"


def test_a_watch_that_was_killed_is_told_and_leaves_nothing_locked(known) -> None:  # type: ignore[no-untyped-def]
    with watching(known) as watch:
        beat = known.home / "state" / "watch.json"
        watch.process.kill()
        watch.process.wait(_PATIENCE_S)
        os.utime(beat, (1, 1))
        told = known("status", timed=False)
        assert "went away without a word" in told.err
    with watching(known):
        assert known("status", "--json", timed=False).json["watch"] == "on"


def test_a_project_that_comes_later_is_watched_too(known) -> None:  # type: ignore[no-untyped-def]
    with watching(known, "--every", "0.5") as watch:
        assert known("remember", "The lights are numbatgreen.", "--me").code == 0
        assert known("compile", "--no-vectors").code == 0
        mine = known.home / "wiki" / "default" / "_me"
        (mine / "concepts").mkdir(exist_ok=True)
        (mine / "concepts" / "lamp.md").write_text(page("Lamp", "It glows numbatgreen."), "utf-8")
        watch.shows("concepts/lamp.md")


def test_a_page_in_conflict_holds_up_nobody(known) -> None:  # type: ignore[no-untyped-def]
    with watching(known, "--every", "0.5") as watch:
        (known.wiki / ".git" / "MERGE_HEAD").write_text(known.git("rev-parse", "HEAD"))
        (known.wiki / "concepts").mkdir(exist_ok=True)
        (known.wiki / "concepts" / "bad.md").write_bytes(b"---\ntype: [\n\xff\xfe\0 numbatcaution\n")
        watch.shows("concepts/bad.md")
        (known.wiki / ".git" / "MERGE_HEAD").unlink()
    assert found(known, "numbatcaution") == ["concepts/bad.md"]
