"""What agents were told of, what they used, where recall kept silent."""

from __future__ import annotations

TURNS = (
    ("Let's use SQLite for the job queue because it needs no server.", "Done: the job queue is in SQLite now."),
    ("We decided to write every log line as JSON.", "Done, the logger in src/jsonlog.py writes JSON."),
)


def test_use_silence_and_what_nobody_needs(ada) -> None:  # type: ignore[no-untyped-def]
    assert ada("stats", "--recall").code == 10
    ada.session("s1", *TURNS)
    ada.minute += 60
    assert ada("compile", "--no-vectors").code == 0
    empty = ada("stats", "--recall", "--json").json
    assert (empty["sessions"], empty["told"], empty["prompts"], empty["needless"]) == (1, 0, 0, [])

    asked = ("--no-vectors", "--agent", "claude-code", "--session", "s2")
    ada.hook("UserPromptSubmit", "s2", prompt="where do jobs wait?")
    ada.minute += 0.5
    assert ada("recall", "which store holds the job queue, SQLite?", *asked).out
    assert not ada("recall", "how do I bake a rye bread at home", *asked).out
    ada.hook(
        "PostToolUse",
        "s2",
        tool_name="Bash",
        tool_input={"command": "sqlite queue.db .schema"},
        tool_response={"stdout": "ok"},
    )
    ada.hook("Stop", "s2", last_assistant_message="Looked.", stop_hook_active=False)
    told = ada("stats", "--recall", "--json").json
    assert (told["prompts"], told["silent"], told["open"]) == (2, 1, 1)

    ada.hook("SessionEnd", "s2", reason="other")
    ada.minute += 60
    assert ada("compile", "--no-vectors").code == 0
    used = ada("stats", "--recall", "--json").json
    assert used["open"] == 0
    assert used["used"] >= 1
    assert used["pages"][0]["used"] == 1
    assert "SQLite" in used["pages"][0]["title"]

    ada.minute += 60 * 24 * 60
    later = ada("stats", "--recall", "--json").json
    named = {one["id"] for one in later["pages"] if one["used"]}
    assert later["needless"]
    assert not named & {one["id"] for one in later["needless"]}
    shown = ada("stats", "--recall")
    assert "answered with silence" in shown.out
    assert "needless?" in shown.out
