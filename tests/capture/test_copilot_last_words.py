"""Copilot's last words: read from a transcript that may not be there yet when the hook is called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memwiki.capture.agents import copilot

SAID = json.dumps(
    {"type": "assistant.message", "data": {"content": "add() adds now.", "toolRequests": []}}, separators=(",", ":")
)


def test_a_transcript_that_comes_a_moment_later_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "events.jsonl"
    monkeypatch.setattr(copilot.time, "sleep", lambda _: file.write_text(SAID + "\n", "utf-8"))
    assert copilot.last_words(str(file)) == "add() adds now."


def test_nothing_is_waited_for_where_no_session_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: float) -> None:
        raise AssertionError("waited")

    monkeypatch.setattr(copilot.time, "sleep", never)
    assert copilot.last_words(str(tmp_path / "gone" / "events.jsonl")) == ""
    assert copilot.last_words(str(tmp_path / "events.txt")) == ""
