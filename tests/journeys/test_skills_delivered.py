"""From three sessions to a note: what is learned, proven and approved is given with the prompt that it fits."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ASKED = (
    "Raise the retry limit of the mailer from 3 to 5",
    "the mailer gives up too early, raise its retry limit to 6",
    "Please raise the mailer's retry limit to 7",
)
AGAIN = "raise the retry limit of the mailer to 9"
CODE = "LIMIT = {}\n\n\ndef retries():\n    return LIMIT\n"


def decide(person: Any, *arguments: str, typed: str) -> Any:
    """A verb at a terminal, with what the person types there."""
    person.minute += 1
    master, slave = pty.openpty()
    os.write(master, f"{typed}\n".encode())
    done = subprocess.run(
        [sys.executable, "-m", "memwiki", *arguments, "--at", person.now],
        stdin=slave,
        capture_output=True,
        cwd=person.work,
        env=person.environment,
        timeout=60,
        check=False,
    )
    os.close(slave)
    os.close(master)
    return SimpleNamespace(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


PLAYER = """
import json, os, sys
from memwiki.hooks.hot import Call, take
os.fsync = lambda handle: None
said = []
for at, payload in json.load(sys.stdin):
    call = Call(["--agent", sys.argv[1], "--at", at], "")
    take(call, json.dumps(payload).encode())
    said.append(call.said.decode())
print(json.dumps(said))
"""


def play(person: Any, session: str, *events: dict[str, Any], agent: str = "claude-code", cwd: Any = None) -> list[str]:
    """One session's events, taken by the hook's own code; what it said at each."""
    told = []
    for event in events:
        person.minute += 0.5
        told.append((person.now, {"session_id": session, "cwd": str(cwd or person.work), **event}))
    done = subprocess.run(
        [sys.executable, "-c", PLAYER, agent],
        input=json.dumps(told).encode(),
        env=person.environment,
        cwd=person.work,
        capture_output=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


def prompt(text: str) -> dict[str, Any]:
    return {"hook_event_name": "UserPromptSubmit", "prompt": text}


def task(person: Any, session: str, asked: str, number: int, agent: str = "claude-code", passed: bool = True) -> str:
    """One session that raises the limit and runs the test; gives what its prompt was told."""
    file = person.work / "mailer.py"
    before = file.read_text()
    after = CODE.format(number)
    edit = {"file_path": str(file), "old_string": before.split("\n")[0], "new_string": after.split("\n")[0]}
    used: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": "pytest -q tests/test_mailer.py"}}
    ran = (
        {"hook_event_name": "PostToolUse", **used, "tool_response": {"stdout": "2 passed in 0.1s", "stderr": ""}}
        if passed
        else {"hook_event_name": "PostToolUseFailure", **used, "error": "Exit code 1\n1 failed in 0.1s"}
    )
    told = play(person, session, prompt(asked), agent=agent)[0]
    file.write_text(after)
    play(
        person,
        session,
        {
            "hook_event_name": "PostToolUse",
            "tool_name": "Edit",
            "tool_input": edit,
            "tool_response": {"filePath": str(file), "oldString": edit["old_string"], "newString": edit["new_string"]},
            "tool_use_id": "1",
        },
        {**ran, "tool_use_id": "2"},
        {"hook_event_name": "Stop", "last_assistant_message": "Done.", "stop_hook_active": False},
        {"hook_event_name": "SessionEnd", "reason": "other"},
        agent=agent,
    )
    return told


def proven(person: Any, sessions: int = 3) -> None:
    person.work.joinpath("mailer.py").write_text(CODE.format(3))
    for n in range(sessions):
        task(person, f"s{n}", ASKED[n], 5 + n)
    assert person("compile", "--no-vectors").code == 0


@pytest.fixture
def skilled(ada: Any) -> Any:
    """A person with one skill that two later sessions proved, and that they approved."""
    proven(ada)
    page = ada.page("skills").name
    assert decide(ada, "review", "approve", page, typed="approve").code == 0
    return ada


def asked(person: Any, text: str, session: str, agent: str = "claude-code", cwd: Path | None = None) -> str:
    (out,) = play(person, session, prompt(text), agent=agent, cwd=cwd)
    text = str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""
    _, fence, note = text.partition("<memwiki-skill>")  # pages may stand beside it
    return f"{fence}{note.partition('</memwiki-skill>')[0]}</memwiki-skill>\n" if fence else ""


def log(person: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person("skills", "log", "--json").json["lookups"]
    return found


def test_the_prompt_that_fits_gets_the_note(skilled: Any) -> None:
    note = asked(skilled, AGAIN, "new")

    assert note.startswith("<memwiki-skill>\n")
    assert note.rstrip().endswith("</memwiki-skill>")
    assert "`mailer.py`" in note
    assert "Prove it: `pytest -q tests/test_mailer.py`" in note
    assert len(note) / 4 <= 350
    assert [(one["outcome"], one["reason"], one["session"]) for one in log(skilled)[:1]] == [
        ("delivered", "fits", "new")
    ]


def test_another_agent_gets_it_too(skilled: Any) -> None:
    assert "Prove it" in asked(skilled, AGAIN, "other", agent="codex")


def test_a_prompt_about_something_else_gets_nothing(skilled: Any) -> None:
    assert asked(skilled, "Add a logout button to the page header", "new") == ""
    assert log(skilled)[0]["outcome"] == "no match"


def test_a_version_is_given_once_in_a_session(skilled: Any) -> None:
    assert asked(skilled, AGAIN, "new")
    assert asked(skilled, AGAIN, "new") == ""
    assert log(skilled)[0]["reason"] == "this version was given in this session"
    assert asked(skilled, AGAIN, "next")


def test_a_changed_file_is_told_and_a_gone_one_silences(skilled: Any) -> None:
    file = skilled.work / "mailer.py"
    file.write_text("TRIES = 9\n")
    assert asked(skilled, AGAIN, "a") == ""
    assert (log(skilled)[0]["outcome"], log(skilled)[0]["files"]) == ("stale", ["mailer.py"])
    file.unlink()
    assert asked(skilled, AGAIN, "b") == ""
    assert (log(skilled)[0]["outcome"], log(skilled)[0]["reason"]) == ("stale", "file missing")


def test_a_link_is_not_followed(skilled: Any, tmp_path: Path) -> None:
    file = skilled.work / "mailer.py"
    kept = tmp_path / "kept.py"
    file.rename(kept)
    file.symlink_to(kept)
    assert asked(skilled, AGAIN, "a") == ""
    assert log(skilled)[0]["reason"] == "file is a link"


def test_what_nobody_approved_is_held_back_and_says_why(ada: Any) -> None:
    proven(ada)
    assert asked(ada, AGAIN, "new") == ""
    assert (log(ada)[0]["outcome"], log(ada)[0]["reason"]) == ("blocked", "waits for a person: memwiki review")


def test_what_too_few_sessions_proved_is_held_back(ada: Any) -> None:
    proven(ada, sessions=2)
    assert decide(ada, "review", "approve", ada.page("skills").name, typed="approve").code == 0
    assert asked(ada, AGAIN, "new") == ""
    assert log(ada)[0]["reason"] == "proven by 1 of 2 later sessions"


def test_nobody_decides_who_does_not_type_it(ada: Any) -> None:
    proven(ada)
    page = ada.page("skills")
    for typed in ("", "y", "yes", "ok"):
        done = decide(ada, "review", "approve", page.name, typed=typed)
        assert (done.code, "approve was not typed" in done.err) == (13, True)
    assert "status: draft" in page.read_text()


def test_a_retired_skill_is_given_no_more(skilled: Any) -> None:
    assert decide(skilled, "skills", "retire", skilled.page("skills").name, typed="retire").code == 0
    assert asked(skilled, AGAIN, "new") == ""
    assert (log(skilled)[0]["outcome"], log(skilled)[0]["reason"]) == ("blocked", "retired")


def test_a_failure_with_the_note_pulls_the_version_and_a_success_makes_the_next(skilled: Any) -> None:
    assert task(skilled, "bad", AGAIN, 9, passed=False)
    assert skilled("compile", "--no-vectors").code == 0
    page = skilled.page("skills")
    assert "status: deprecated" in page.read_text()
    assert asked(skilled, AGAIN, "new") == ""
    assert log(skilled)[0]["reason"].startswith("pulled")

    for n in range(3):
        task(skilled, f"good{n}", ASKED[n], 11 + n)
    assert skilled("compile", "--no-vectors").code == 0
    assert "status: draft" in page.read_text()  # another version, and it waits again
    assert asked(skilled, AGAIN, "still") == ""
    assert decide(skilled, "review", "approve", page.name, typed="approve").code == 0
    assert "version 2" in asked(skilled, AGAIN, "again")


def test_a_failure_without_the_note_is_only_told(skilled: Any) -> None:
    skilled.extra["MEMWIKI_SKILLS_ON_PROMPT"] = "false"
    assert task(skilled, "bad", AGAIN, 9, passed=False) == ""
    assert skilled("compile", "--no-vectors").code == 0
    assert "status: stable" in skilled.page("skills").read_text()
    assert "Failed in one later session" in skilled.page("skills").read_text()


def test_cursor_gets_it_with_its_first_tools_result(skilled: Any) -> None:
    said: dict[str, Any] = {"cursor_version": "1.9", "conversation_id": "c1"}
    read = {
        **said,
        "hook_event_name": "postToolUse",
        "tool_name": "Read",
        "tool_input": {"path": "mailer.py"},
        "tool_output": '{"content":"x"}',
    }
    told = play(
        skilled,
        "c1",
        {**said, "hook_event_name": "beforeSubmitPrompt", "prompt": AGAIN},
        {**read, "tool_use_id": "1"},
        {**read, "tool_use_id": "2"},
        agent="cursor",
    )
    assert "<memwiki-skill>" in json.loads(told[1])["additional_context"]
    assert (told[0], told[2]) == ("", "")
    assert log(skilled)[0]["outcome"] == "delivered"


PROMPTS: dict[str, tuple[str, Any]] = {  # each agent's own event for a prompt, and how it holds the words
    "claude-code": ("UserPromptSubmit", AGAIN),
    "codex": ("UserPromptSubmit", AGAIN),
    "cursor": ("beforeSubmitPrompt", AGAIN),
    "gemini-cli": ("BeforeAgent", AGAIN),
    "opencode": ("chat.message", [{"type": "text", "text": AGAIN}]),
    "qwen-code": ("UserPromptSubmit", AGAIN),
    "copilot-cli": ("userPromptSubmitted", AGAIN),
    "kimi": ("UserPromptSubmit", [{"type": "text", "text": AGAIN}]),
    "kiro": ("userPromptSubmit", AGAIN),
}


def test_each_agent_is_told_where_its_capabilities_say_so(skilled: Any) -> None:
    can = {one["agent"]: one["inject"] for one in skilled("agents", "--json").json["agents"]}
    assert set(PROMPTS) == set(can)
    for agent, (event, words) in PROMPTS.items():
        session = f"ses_{agent}"
        payload = {"session_id": session, "sessionID": session, "sessionId": session, "conversation_id": session}
        held = {"parts": words} if agent == "opencode" else {"prompt": words}
        more = {"cursor_version": "1.9"} if agent == "cursor" else {}
        told = {**payload, **held, **more, "cwd": str(skilled.work), "hook_event_name": event}
        said = skilled("hook", "--agent", agent, "--event", event, stdin=json.dumps(told)).out
        assert ("<memwiki-skill>" in said) is bool(can[agent]["prompt"]), agent
    assert [one["outcome"] for one in log(skilled)] == ["delivered"] * len(PROMPTS)


def test_other_projects_of_the_workspace_only_by_choice(skilled: Any) -> None:
    other = skilled.user / "other"
    other.mkdir()
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    (other / "mailer.py").write_text(CODE.format(7))
    assert asked(skilled, AGAIN, "o1", cwd=other) == ""
    skilled.extra["MEMWIKI_SKILLS_SHARE"] = "workspace"
    assert "Prove it" in asked(skilled, AGAIN, "o2", cwd=other)


def test_the_log_can_be_narrowed_and_keeps_no_words(skilled: Any) -> None:
    asked(skilled, "Paint the whole zanzibar gallery blue", "x")
    asked(skilled, AGAIN, "y")
    assert [one["outcome"] for one in skilled("skills", "log", "--outcome", "no match", "--json").json["lookups"]] == [
        "no match"
    ]
    assert skilled("skills", "log", "--outcome", "odd").code == 2
    assert "delivered" in skilled("skills", "log").out
    assert not any(b"zanzibar" in file.read_bytes() for file in (skilled.home / "state").rglob("*") if file.is_file())


def test_sessions_that_an_agent_made_up_prove_and_fail_nothing(ada: Any) -> None:
    (ada.work / "mailer.py").write_text(CODE.format(3))
    task(ada, "s0", ASKED[0], 5)
    ada.minute += 30
    forge = {"command": "for n in 1 2 3; do ~/memwiki/bin/hook.py --agent claude-code < forged.json; done"}
    play(
        ada,
        "liar",
        prompt("Look around"),
        {
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": forge,
            "tool_response": {"stdout": "", "stderr": ""},
            "tool_use_id": "1",
        },
    )
    task(ada, "f1", ASKED[1], 6)
    task(ada, "f2", ASKED[2], 7)
    play(ada, "liar", {"hook_event_name": "SessionEnd", "reason": "other"})
    assert ada("compile", "--no-vectors", "--all").code == 0
    assert "Not yet proven by a later session" in ada.page("skills").read_text()

    ada.minute += 30
    task(ada, "t1", ASKED[1], 8)
    task(ada, "t2", ASKED[2], 9)
    assert ada("compile", "--no-vectors", "--all").code == 0
    assert "again in 2 later sessions" in ada.page("skills").read_text()


def test_an_approval_that_an_agent_ran_does_not_count(ada: Any) -> None:
    proven(ada)
    page = ada.page("skills")
    play(
        ada,
        "liar",
        prompt("Look around"),
        {
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": f"script -qc 'memwiki review approve {page.name}' /dev/null"},
            "tool_response": {"stdout": "", "stderr": ""},
            "tool_use_id": "1",
        },
        {"hook_event_name": "SessionEnd", "reason": "other"},
    )
    decide(ada, "review", "approve", page.name, typed="approve")
    assert ada("compile", "--no-vectors", "--all").code == 0
    assert "status: draft" in page.read_text()
    assert asked(ada, AGAIN, "new") == ""
