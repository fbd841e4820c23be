"""A person uses git in the wiki as in any repository, between edits and compiles: what they wrote is never lost.

`MEMWIKI_GIT_LIVES` sets how many lives are tried (6 if not given).
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from memwiki.app.pipeline import Choice
from memwiki.errors import NeedsReview

_spec = importlib.util.spec_from_file_location("human_edits", Path(__file__).with_name("test_human_edits.py"))
assert _spec is not None
assert _spec.loader is not None
edits = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(edits)

Memory = Any  # tests/app/conftest.py
LIVES = int(os.environ.get("MEMWIKI_GIT_LIVES", "6"))
WHO = {
    f"GIT_{role}_{part}": value
    for role in ("AUTHOR", "COMMITTER")
    for part, value in (("NAME", "ada"), ("EMAIL", "ada@example.org"))
}


class GitLife(edits.Life):  # type: ignore[name-defined,misc]
    """The same life, of a person who knows git."""

    def git(self, *words: str) -> int:
        """Runs git in the wiki as the person would; gives its exit code."""
        env = {**os.environ, **WHO, "GIT_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no"}
        command = ["git", "-C", str(self.wiki), *words]
        return subprocess.run(command, env=env, capture_output=True, check=False).returncode

    def notes(self) -> None:
        """What stands in the files now is what the person wants."""
        texts = {self.name(file): file.read_bytes() for file in self.files()}
        self.lines = sum((edits.lines_of(data) for data in texts.values()), edits.Counter())
        ids = edits.Counter(filter(None, map(edits.id_of, texts.values())))
        self.gone |= {one for one in self.ids if one not in ids}
        self.gone -= set(ids)
        self.ids = ids
        self.placed &= set(texts)
        self.struck = set()

    @rule(amend=st.booleans())
    def commits(self, amend: bool) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "mine", *(["--amend"] if amend else []))

    @rule(
        words=st.sampled_from([("--soft", "HEAD~1"), ("--mixed", "HEAD~1"), ("--hard", "HEAD~1"), ("--hard", "HEAD")])
    )
    def resets(self, words: tuple[str, ...]) -> None:
        if self.git("rev-parse", "-q", "--verify", "HEAD~2") == 0:
            self.git("reset", "-q", *words)
            self.notes()

    @rule(page=edits.places, back=st.integers(0, 2))
    def takes_an_older_page(self, page: int, back: int) -> None:
        self.git("checkout", "-q", f"HEAD~{back}", "--", self.name(self.pick(page)))
        self.notes()

    @rule()
    def reverts(self) -> None:
        if self.git("rev-parse", "-q", "--verify", "HEAD~2") == 0 and self.git("revert", "--no-edit", "HEAD"):
            self.git("revert", "--abort")
            self.git("reset", "-q", "--merge")
        self.notes()

    @rule()
    def stashes_and_takes_it_back(self) -> None:
        if self.git("stash", "-u") == 0 and self.git("stash", "pop"):
            self.git("checkout", "-q", "--theirs", ".")
            self.git("reset", "-q")
        self.notes()

    @rule()
    def cleans(self) -> None:
        self.git("clean", "-fdxq")
        self.notes()
        if not self.files():
            self.writes_a_page_of_their_own()

    @rule()
    def rebases(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "mine")
        if self.git("rev-parse", "-q", "--verify", "HEAD~3") == 0 and self.git(
            "rebase", "-q", "--onto", "HEAD~3", "HEAD~2"
        ):
            self.git("rebase", "--abort")
        self.notes()

    @rule(page=edits.places, ends=st.sampled_from(["abort", "ours", "theirs"]))
    def merges_what_does_not_fit(self, page: int, ends: str) -> None:
        """A merge stops with markers in a page: nothing is compiled, and nothing changes, until the person ends it."""
        file = self.pick(page)
        self.git("add", "-A")
        self.git("commit", "-qm", "mine")
        name, data = self.name(file), file.read_bytes()
        for branch, line in (("side", self.line(0)), ("main", self.line(0))):
            if branch == "side":
                self.git("switch", "-qc", "side")
            file.write_bytes(data + line + b"\n")
            self.git("commit", "-qam", branch)
            if branch == "side":
                with pytest.raises(NeedsReview):
                    self.memory.compile(self.minutes, Choice(every=True))
                self.git("switch", "-q", "main")
        if self.git("merge", "-q", "side"):
            before = {one: one.read_bytes() for one in self.files()}
            self.minutes = self.memory.session(f"m{self.number()}", self.minutes + 30, edits.SAID[0])
            with pytest.raises(NeedsReview):
                self.memory.compile(self.minutes, Choice(every=True))
            assert {one: one.read_bytes() for one in self.files()} == before
            if ends == "abort":
                self.git("merge", "--abort")
            else:
                self.git("checkout", "-q", f"--{ends}", "--", name)
                self.git("add", "-A")
                self.git("commit", "-qm", "merged")
        self.git("branch", "-qD", "side")
        self.notes()


def test_a_person_who_uses_git_loses_nothing(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.urandom", edits.CHANCE.randbytes)
    kind = type("OneGitLife", (GitLife,), {"make": staticmethod(memory.another)})
    chosen = settings(
        max_examples=LIVES,
        stateful_step_count=int(os.environ.get("MEMWIKI_STEPS", "12")),
        deadline=None,
        derandomize="MEMWIKI_GIT_LIVES" not in os.environ,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(kind, settings=chosen)
