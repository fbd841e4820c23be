"""How Codex's commands ended: told by its record only, read where a turn ends, settled at compile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from story import Story

from memwiki.capture.normalise import normalise
from memwiki.capture.receipts import MOST, receipts
from memwiki.compile.facts import extract
from memwiki.records import Observation

RECORDS = Path(__file__).parents[1] / "fixtures" / "transcripts"
TEST = "make test-mailer"


def line(call: str, code: object, turn: str = "t1", output: str = "") -> str:
    item = {"type": "CommandExecution", "id": call, "aggregated_output": output, "exit_code": code}
    return (
        json.dumps({"type": "event_msg", "payload": {"type": "item_completed", "turn_id": turn, "item": item}}) + "\n"
    )


@pytest.mark.parametrize("name", ["codex-exec.jsonl", "codex-code-mode.jsonl"])
def test_a_recorded_session_tells_the_exits_of_its_commands(name: str) -> None:
    found = receipts(str(RECORDS / name), "")
    assert found
    assert all(call.startswith(("call_", "exec-")) for call in found)


def test_only_commands_of_this_turn_with_an_exit_count(tmp_path: Path) -> None:
    record = tmp_path / "rollout-1.jsonl"
    told = [line("a", 0), line("b", 1), line("c", None), line("d", True), line("e", 0, turn="t0"), "{broken\n"]
    record.write_text('"}}\n' + "".join(told) + line("f", 0, output="x" * (600 << 10)), "utf-8")
    assert receipts(str(record), "t1") == {"a": 0, "b": 1}
    record.write_text("".join(line(f"n{n}", 0) for n in range(200)), "utf-8")
    assert next(iter(receipts(str(record), "t1"))) == f"n{200 - MOST}"


def test_no_record_tells_nothing(tmp_path: Path) -> None:
    assert receipts("", "t1") == receipts(str(tmp_path / "none.jsonl"), "t1") == receipts("/etc/passwd", "") == {}
    link = tmp_path / "link.jsonl"
    link.symlink_to(RECORDS / "codex-exec.jsonl")
    assert receipts(str(link), "") == {}


def test_the_end_of_a_turn_holds_them() -> None:
    payload = {
        "session_id": "s",
        "cwd": "/w",
        "hook_event_name": "Stop",
        "last_assistant_message": "Done.",
        "transcript_path": str(RECORDS / "codex-exec.jsonl"),
    }
    found = normalise("codex", payload)
    assert found is not None
    assert set(found["receipts"].values()) <= {0, 1, 2, 127}
    assert not (normalise("claude-code", payload) or {}).get("receipts")


def skills(code: int | None) -> int:
    """How many procedures a session teaches whose silent test ended so."""
    story = Story("codex").ask("Raise the mailer's limit").edit("mailer.py").run(TEST, "")
    calls = [o.call for o in story.observations if o.tool and o.tool.family == "shell"]
    told = {"receipts": dict.fromkeys(calls, code)} if code is not None else {}
    seen: list[Observation] = story.say("Done.", extra=told).observations
    return sum(claim.kind == "skill" for claim in extract(seen).claims)


@pytest.mark.parametrize(("code", "learned"), [(0, 1), (1, 0), (None, 0)])
def test_a_silent_test_is_proven_by_its_receipt_alone(code: int | None, learned: int) -> None:
    assert skills(code) == learned
