"""Each agent's transcript tells the events that its hooks would have told."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from memwiki.capture.normalise import normalise
from memwiki.capture.transcripts import source as sources
from memwiki.capture.transcripts.formats import FORMATS
from memwiki.capture.transcripts.source import Source

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"

CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context. The summary is below: ..."
)


def drafts(agent: str, path: Path, **hints: str) -> tuple[list[dict[str, Any]], Source]:
    source = Source(path, hints={"at": "1790000000000", **hints})
    found = [normalise(agent, event.payload) for event in FORMATS[agent].events(source)]
    return [one for one in found if one], source


def told(agent: str, name: str, **hints: str) -> list[tuple[str, str]]:
    found, _ = drafts(agent, FIXTURES / name, **hints)
    return [(one["event"], (one.get("tool") or {}).get("name") or one.get("text", "")) for one in found]


@pytest.mark.parametrize(
    ("agent", "name", "expected"),
    [
        (
            "claude-code",
            "claude-main.jsonl",
            [
                ("user-prompt", "Cart totals are off by one cent when a discount is applied. Find out why and fix it."),
                ("tool-fail", "Bash"),
                ("tool-end", "Edit"),
                ("turn-end", "Fixed: the discount was a float. All 3 cart tests pass. Next: add a currency column."),
                (
                    "post-compact",
                    CONTINUED,
                ),
            ],
        ),
        (
            "codex",
            "codex-old.jsonl",
            [
                ("user-prompt", "fix the failing cart test"),
                ("tool-fail", "exec_command"),
                ("tool-end", "apply_patch"),
                ("turn-end", "All tests pass."),
                ("post-compact", "Summary of the work so far ..."),
            ],
        ),
        (
            "codex",
            "codex-code-mode.jsonl",
            [
                ("user-prompt", "Do [[std]]"),
                ("tool-end", "Bash"),
                ("tool-end", "apply_patch"),
                ("tool-end", "Bash"),
                ("turn-end", "All done: ran echo, wrote test_more.py, tests pass."),
            ],
        ),
        (
            "gemini-cli",
            "gemini.jsonl",
            [
                ("user-prompt", "Please do [[std]]"),
                ("tool-end", "run_shell_command"),
                ("tool-end", "write_file"),
                ("tool-end", "run_shell_command"),
                ("turn-end", "All done: ran echo, wrote test_more.py, tests pass."),
            ],
        ),
        ("gemini-cli", "gemini-rewound.jsonl", [("user-prompt", "fix the cart total")]),
        ("gemini-cli", "gemini-old.json", [("user-prompt", "Read this file"), ("tool-end", "read_file")]),
        (
            "opencode",
            "opencode.json",
            [
                ("user-prompt", "Please do [[std]]"),
                ("tool-end", "bash"),
                ("tool-end", "write"),
                ("tool-end", "bash"),
                ("turn-end", "All done: ran echo, wrote test_more.py, tests pass."),
            ],
        ),
        (
            "cursor",
            "cursor.jsonl",
            [
                ("user-prompt", "fix the cart total"),
                ("tool-end", "Read"),
                ("tool-end", "StrReplace"),
                ("tool-end", "Shell"),
                ("turn-end", "Fixed. 3 tests pass."),
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else "",
)
def test_a_session_is_told_event_by_event(agent: str, name: str, expected: list[tuple[str, str]]) -> None:
    assert told(agent, name) == expected


def test_exits_come_from_the_transcript() -> None:
    found, _ = drafts("codex", FIXTURES / "codex-exec.jsonl")
    runs = [one["tool"] for one in found if one.get("tool") and one["tool"]["family"] == "shell"]

    assert [(run["ok"], run["exit"]) for run in runs] == [(True, 0), (False, 1)]
    assert runs[1]["output"].strip() == "/usr/bin/python3: No module named pytest"


def test_a_cursor_shell_call_without_a_result_is_left_open() -> None:
    found, _ = drafts("cursor", FIXTURES / "cursor.jsonl")
    (run,) = (one["tool"] for one in found if one.get("tool") and one["tool"]["family"] == "shell")

    assert (run["ok"], run["exit"], run["output"]) == (None, None, "")


def test_a_helpers_transcript_is_the_helpers() -> None:
    found, _ = drafts("claude-code", FIXTURES / "claude-subagent.jsonl")

    assert [(one["event"], one["subagent"]) for one in found] == [("subagent-end", "a1b2c3d4e5f60718")]


def test_what_hooks_injected_does_not_come_back() -> None:
    found, _ = drafts("claude-code", FIXTURES / "claude-hookcontext.jsonl")

    assert "MARKSS" not in json.dumps(found)
    assert "MARKUP" not in json.dumps(found)


def test_a_fork_names_its_copies_as_the_original_does() -> None:
    original = {event.key for event in FORMATS["claude-code"].events(Source(FIXTURES / "claude-compacted.jsonl"))}
    fork = [event.key for event in FORMATS["claude-code"].events(Source(FIXTURES / "claude-fork.jsonl"))]

    assert [key in original for key in fork] == [True] * 7 + [False] * 2


def test_damaged_lines_are_counted_and_passed_over() -> None:
    found, source = drafts("claude-code", FIXTURES / "claude-malformed.jsonl")

    assert [one["event"] for one in found] == ["user-prompt"]
    assert source.damaged == 7


@pytest.mark.parametrize(
    ("agent", "name"),
    [("claude-code", "claude-main.jsonl"), ("codex", "codex-exec.jsonl"), ("gemini-cli", "gemini.jsonl")],
)
def test_any_damage_leaves_the_rest(agent: str, name: str, tmp_path: Path) -> None:
    """Bytes cut, changed or put in at random places: no error, and untouched lines are told as before."""
    whole = (FIXTURES / name).read_bytes()
    rng = random.Random(3)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            match rng.randrange(3):
                case 0:
                    del data[at : at + rng.randrange(1, 400)]
                case 1:
                    data[at : at + 3] = rng.randbytes(3)
                case _:
                    data[at:at] = rng.choice([b"\x00", b"\xff\xfe", b"\n", b'{"', b'"\\ud800"', b"[" * 5000])
        path = tmp_path / name
        path.write_bytes(bytes(data))

        drafts(agent, path)


def test_pictures_are_not_kept(tmp_path: Path) -> None:
    line = {
        "type": "user",
        "sessionId": "s",
        "uuid": "u",
        "timestamp": "2026-09-14T09:00:00Z",
        "message": {
            "role": "user",
            "content": [
                {"type": "text", "text": "make it look like this"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO" * 9000}},
            ],
        },
    }
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(line) + "\n")

    (found,), _ = drafts("claude-code", path)

    assert found["text"] == "make it look like this"


def test_a_line_beyond_all_bounds_is_read_without_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_LINE", 20_000)
    monkeypatch.setattr(sources, "_PIECE", 4096)
    picture = {"type": "image", "source": {"data": "QUJD" * 20_000}}
    common = {"type": "user", "sessionId": "s", "timestamp": "2026-09-14T09:00:00Z"}
    lines = [
        {**common, "uuid": "1", "message": {"content": [picture, {"type": "text", "text": "first"}]}},
        {**common, "uuid": "2", "message": {"content": "no picture, but long. " * 9000}},
        {**common, "uuid": "3", "message": {"content": "last"}},
    ]
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    found, source = drafts("claude-code", path)

    assert [one["text"] for one in found] == ["first", "last"]
    assert source.damaged == 1


def test_linked_folders_are_gone_into_and_each_transcript_is_given_once(tmp_path: Path) -> None:
    elsewhere, own = tmp_path / "elsewhere", tmp_path / ".claude"
    (own / "projects" / "-work-plain").mkdir(parents=True)
    (elsewhere / "deep").mkdir(parents=True)
    for folder, name in ((own / "projects" / "-work-plain", "one"), (elsewhere, "two"), (elsewhere / "deep", "three")):
        (folder / f"{name}.jsonl").write_text("{}\n")
    (own / "projects" / "-work-moved").symlink_to(elsewhere)
    (own / "projects" / "-a-work-again").symlink_to(own / "projects" / "-work-plain")
    (elsewhere / "deep" / "round").symlink_to(own)
    (own / "projects" / "-work-plain" / "two-again.jsonl").symlink_to(elsewhere / "two.jsonl")

    found = FORMATS["claude-code"].files(own)

    assert [path.name for path in found] == ["three.jsonl", "two.jsonl", "one.jsonl"]
    assert own / "projects" / "-work-plain" / "one.jsonl" in found
    assert FORMATS["claude-code"].files(own / "projects" / "-work-moved")
