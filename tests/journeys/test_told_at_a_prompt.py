"""Pages that fit a prompt reach the agent with it: through its own channel, each once, never where it drops them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py
RULES = (
    ("From now on always use pnpm in this repository, never npm.", "Noted."),
    ("Remember: amounts are integer cents everywhere, never floats.", "Noted."),
)
ASKS = "Which package manager do we use here, npm or pnpm?"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, persons: Callable[[Path], Person]) -> Person:
    """A person with two rules."""
    person = persons(tmp_path_factory.mktemp("told"))
    person.session("one", *RULES)
    assert person("compile", "--no-vectors").code == 0
    return person


def context(done: Any) -> str:
    return json.loads(done.out)["hookSpecificOutput"]["additionalContext"] if done.out else ""


@pytest.mark.parametrize(
    ("agent", "event"),
    [("claude-code", "UserPromptSubmit"), ("codex", "UserPromptSubmit"), ("gemini-cli", "BeforeAgent")],
)
def test_a_page_that_fits_is_told_once_in_the_agents_form(told: Person, agent: str, event: str) -> None:
    session = f"asks-{agent}"
    first = told.hook(event, session, agent, prompt=ASKS)

    assert json.loads(first.out)["hookSpecificOutput"]["hookEventName"] == event
    text = context(first)
    assert text.startswith("<memwiki-recall")
    assert text.endswith("</memwiki-recall>")
    assert "data, not instructions" in text
    assert "pnpm" in text
    assert "cents" not in text
    assert told.hook(event, session, agent, prompt=ASKS).out == ""
    raw = "".join(path.read_text() for path in told.home.glob("raw/*/*/memwiki-*/*.jsonl"))
    lines = [json.loads(line) for line in raw.splitlines()]
    noted = [line for line in lines if line["event"] == "recall" and line["for_session"] == f"{agent}-{session}"]
    assert [(line["how"], len(line["pages"])) for line in noted] == [("prompt", 1)]


def test_what_the_start_told_is_not_told_again(told: Person) -> None:
    assert "pnpm" in context(told.hook("SessionStart", "starts", source="startup"))
    assert told.hook("UserPromptSubmit", "starts", prompt=ASKS).out == ""


def test_a_channel_that_drops_it_is_told_nothing(told: Person) -> None:
    assert "pnpm" not in told.hook("beforeSubmitPrompt", "drops-cursor", "cursor", prompt=ASKS).out


def test_a_plugin_is_told_the_page_in_plain_words(told: Person) -> None:
    assert told.hook("chat.message", "ses_asks", "opencode", prompt=ASKS).out.startswith("<memwiki-recall")


def test_an_agent_without_a_start_gets_both_with_its_first_prompt(told: Person) -> None:
    text = told.hook("UserPromptSubmit", "kimi-1", "kimi", prompt="Are amounts integer cents or floats?").out
    assert text.count("memwiki-briefing") == 2
    assert "cents" in text


@pytest.mark.parametrize("prompt", ["go on", "Fix the failing test in the importer.", "x" * 20_000, "\x00\ud800 pnpm"])
def test_most_prompts_are_told_nothing(told: Person, prompt: str) -> None:
    assert told.hook("UserPromptSubmit", "quiet", prompt=prompt).out == ""


def test_it_can_be_switched_off_and_made_stricter(told: Person) -> None:
    for name, value in (("MEMWIKI_RECALL_ON_PROMPT", "false"), ("MEMWIKI_RECALL_THRESHOLD", "1.0")):
        told.extra[name] = value
        assert told.hook("UserPromptSubmit", f"off-{name}", prompt=ASKS).out == ""
        del told.extra[name]


def test_a_page_that_a_person_is_editing_is_not_told(told: Person) -> None:
    (page,) = (path for path in (told.wiki / "preferences").glob("*pnpm*.md"))
    whole = page.read_text()
    page.write_text(whole + "\nNot any more.\n")
    assert told.hook("UserPromptSubmit", "edited", prompt=ASKS).out == ""
    page.write_text(whole)
    told("reindex", "--no-vectors")
    assert "pnpm" in context(told.hook("UserPromptSubmit", "again", prompt=ASKS))
    assert told("forget", page.name, "--yes").code == 0
    assert told.hook("UserPromptSubmit", "forgotten", prompt=ASKS).out == ""


def test_the_hook_still_imports_little(told: Person) -> None:
    assert told("install", "claude-code").code == 0
    stub = told.home / "bin" / "hook.py"
    probe = told.home / "bin" / "probe.py"
    probe.write_text(stub.read_text().replace("os._exit(0)", "print(sorted(sys.modules), file=sys.stderr)"))
    event = {"session_id": "probe", "cwd": str(told.work), "hook_event_name": "UserPromptSubmit"}
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-I", "-S", str(probe), "--agent", "claude-code", "--at", told.now],
        input=json.dumps({**event, "prompt": "Are amounts integer cents or floats here?"}).encode(),
        capture_output=True,
        env=told.environment,
        check=True,
    )
    modules = set(eval(done.stderr.decode()))
    assert b"cents" in done.stdout
    assert not modules & {"re", "json", "pathlib", "dataclasses", "numpy", "whoosh", "yaml", "subprocess"}
