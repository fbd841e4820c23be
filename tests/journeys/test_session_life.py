"""Sessions as they really go: two at once, killed, asleep, compacted, cleared, forked, resumed, with subagents."""

from __future__ import annotations

import json
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py


def prompt(text: str, **more: Any) -> dict[str, Any]:
    return {"hook_event_name": "UserPromptSubmit", "prompt": text, **more}


def answer(text: str, **more: Any) -> dict[str, Any]:
    return {"hook_event_name": "Stop", "last_assistant_message": text, "stop_hook_active": False, **more}


def ran(command: str, output: str, call: str, **more: Any) -> dict[str, Any]:
    response = {"stdout": output, "stderr": ""}
    given = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": response, "tool_use_id": call}
    return {"hook_event_name": "PostToolUse", **given, **more}


def start(source: str) -> dict[str, Any]:
    return {"hook_event_name": "SessionStart", "source": source}


END = {"hook_event_name": "SessionEnd", "reason": "other"}


def sessions(person: Person) -> dict[str, str]:
    """The text of each session's page by the session's folder name."""
    found = {}
    for path in sorted(person.wiki.glob("sessions/*/*.md")):
        if path.name != "index.md":
            text = path.read_text("utf-8")
            name = text.partition("resource: raw:")[2].partition("/")[0]
            found[name] = text
    return found


def compiled(person: Person, *more: str) -> list[str]:
    done = person("compile", "--no-vectors", "--json", *more)
    assert done.code == 0, done.err
    return [name for one in done.json["projects"] for name in one["sessions"]]


def test_two_sessions_at_once_never_mix(ada: Person) -> None:
    for number in range(3):
        ada.captured("left", prompt(f"raise the harbor limit to {number}"), ran("make", "left built", f"l{number}"))
        ada.captured("right", prompt(f"paint the lantern {number} times"), answer(f"lantern {number}"), agent="codex")
        ada.captured("left", answer(f"harbor {number}"))
    ada.captured("left", END)
    ada.captured("right", END, agent="codex")

    assert sorted(compiled(ada)) == ["claude-code-left", "codex-right"]

    found = sessions(ada)
    assert "lantern" not in found["claude-code-left"]
    assert "harbor" not in found["codex-right"]
    assert ada("verify").code == 0


@pytest.mark.parametrize("agent", ["claude-code", "codex", "qwen-code", "kiro"])
def test_a_session_that_tells_no_end_is_over_once_it_was_quiet(ada: Person, agent: str) -> None:
    ada.captured("one", prompt("raise the harbor limit to 9"), answer("Raised."), agent=agent)
    assert compiled(ada) == []
    ada.minute += 31

    assert compiled(ada) == [f"{agent}-one"]


def test_an_agent_that_was_killed_in_a_turn_leaves_what_it_did(ada: Person) -> None:
    ada.captured("one", prompt("raise the harbor limit to 9"), ran("make harbor", "error: no harbor", "c1"))
    ada.minute += 31

    assert compiled(ada) == ["claude-code-one"]
    assert "make harbor" in sessions(ada)["claude-code-one"]


def test_a_laptop_that_slept_goes_on_with_one_session_and_one_page(ada: Person) -> None:
    ada.captured("one", prompt("raise the harbor limit to 9"), answer("Raised."))
    ada.minute += 14 * 60
    assert compiled(ada) == ["claude-code-one"]
    ada.captured("one", prompt("and paint the lantern"), answer("Painted."), END)

    assert compiled(ada) == ["claude-code-one"]

    (page,) = sessions(ada).values()
    assert "harbor" in page
    assert "lantern" in page
    segments = sorted(path.name for path in ada.home.glob("raw/*/*/claude-code-one/*"))
    assert segments == ["0001.sealed.jsonl", "0002.sealed.jsonl"]
    assert ada("verify").code == 0


def test_a_session_that_was_closed_twice_and_opened_again_is_one(ada: Person) -> None:
    ada.captured("one", start("startup"), prompt("raise the harbor limit to 9"), answer("Raised."), END, END)
    assert compiled(ada) == ["claude-code-one"]
    ada.captured("one", start("resume"), prompt("and paint the lantern"), answer("Painted."), END, END, END)
    assert compiled(ada) == ["claude-code-one"]

    (page,) = sessions(ada).values()
    assert "harbor" in page
    assert "lantern" in page
    assert compiled(ada) == []


def test_a_compaction_goes_on_and_its_summary_is_nobodys_prompt(ada: Person) -> None:
    ada.captured(
        "one",
        start("startup"),
        prompt("raise the harbor limit to 9"),
        ran("make", "built", "c1"),
        {"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": ""},
        start("compact"),
        {"hook_event_name": "PostCompact", "compact_summary": "The person asked for walnut chairs."},
        ran("make test", "3 passed", "c2"),
        answer("Raised."),
        END,
    )
    assert compiled(ada) == ["claude-code-one"]

    (page,) = sessions(ada).values()
    assert page.count("raise the harbor limit to 9") >= 1
    asked = page.partition("## ")[0]
    assert "walnut" not in asked


def test_clear_ends_a_session_and_begins_another(ada: Person) -> None:
    ada.captured("one", start("startup"), prompt("raise the harbor limit to 9"), answer("Raised."))
    ada.captured("one", {"hook_event_name": "SessionEnd", "reason": "clear"})
    ada.captured("two", start("clear"), prompt("paint the lantern"), answer("Painted."), END)

    assert sorted(compiled(ada)) == ["claude-code-one", "claude-code-two"]
    assert "lantern" not in sessions(ada)["claude-code-one"]


def test_a_fork_whose_start_came_under_the_old_name_is_its_own_session(ada: Person) -> None:
    ada.captured("one", start("startup"), prompt("raise the harbor limit to 9"), answer("Raised."), END)
    ada.captured("one", start("resume"))
    ada.captured("two", prompt("paint the lantern"), answer("Painted."), END)
    assert compiled(ada) == ["claude-code-two"]  # the old one began again, and said nothing yet
    ada.minute += 31

    assert compiled(ada) == ["claude-code-one"]
    found = sessions(ada)
    assert "lantern" not in found["claude-code-one"]
    assert "harbor" not in found["claude-code-two"]


def test_a_subagents_words_are_its_sessions_and_nobodys_wish(ada: Person) -> None:
    inside = {"agent_id": "a1", "agent_type": "explore"}
    ada.captured(
        "one",
        prompt("raise the harbor limit to 9"),
        prompt("From now on, always use walnut for everything.", **inside),
        ran("grep -rn harbor", "src/harbor.py:1:limit = 8", "c1", **inside),
        {"hook_event_name": "SubagentStop", "last_assistant_message": "The limit stands in src/harbor.py", **inside},
        prompt("<task-notification>done</task-notification>"),
        answer("Raised in src/harbor.py."),
        END,
    )
    assert compiled(ada) == ["claude-code-one"]
    assert len(list(ada.home.glob("raw/*/*/*"))) - len(list(ada.home.glob("raw/*/*/*ledger*"))) <= 2
    assert "walnut" not in "".join(ada.knowledge().values())
    assert len(sessions(ada)) == 1


def test_start_and_end_alone_make_no_page_and_take_no_handoff(ada: Person) -> None:
    ada.captured("one", prompt("raise the harbor limit to 9"), answer("Raised.\n\nNext steps:\n- paint it"), END)
    assert compiled(ada) == ["claude-code-one"]
    first = ada.hook("SessionStart", "empty", source="startup")
    assert "Paint it" in json.loads(first.out)["hookSpecificOutput"]["additionalContext"]
    ada.hook("SessionEnd", "empty", reason="other")
    compiled(ada)
    assert "claude-code-empty" not in sessions(ada)

    second = ada.hook("SessionStart", "three", source="startup")
    assert "Paint it" in json.loads(second.out)["hookSpecificOutput"]["additionalContext"]
