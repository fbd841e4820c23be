"""Batons between agents that are processes, through the installed hooks by the real clock: killed, empty, in crowds."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py

# Stands in for an agent: hands each payload to its hook's command, as a child of its own, and tells the answer.
AGENT = """
import json, subprocess, sys
for line in sys.stdin:
    done = subprocess.run(["sh", "-c", sys.argv[1]], input=line.encode(), capture_output=True)
    print(json.dumps([done.returncode, done.stdout.decode(), done.stderr.decode()]), flush=True)
"""
ASK = "Make the retry queue in queue.py drain when the broker comes back."
DONE = "The retry queue drains now.\n\nNext steps:\n- Add a metric for the queue depth"
STEP = "metric for the queue depth"
HANDOFF = "<memwiki-handoff id"
EVENTS = {"gemini-cli": {"UserPromptSubmit": "BeforeAgent", "Stop": "AfterAgent"}}


class Agent:
    """One agent's process with one session."""

    def __init__(self, person: Person, kind: str, session: str) -> None:
        self.kind, self.session, self.folder = kind, session, person.work
        stub = person.home / "bin" / "hook.py"
        command = f'"{sys.executable}" -I -S "{stub}" --agent {kind} 2>/dev/null || exit 0'
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", AGENT, command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=person.work,
            env=person.environment,
            text=True,
        )

    def tell(self, event: str, **fields: Any) -> str:
        """What the hook says to the event."""
        native = EVENTS.get(self.kind, {}).get(event, event)
        payload = {"session_id": self.session, "cwd": str(self.folder), "hook_event_name": native, **fields}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(payload) + "\n")
        self.process.stdin.flush()
        code, out, err = json.loads(self.process.stdout.readline())
        assert (code, err) == (0, "")
        return str(out)

    def start(self) -> str:
        return self.tell("SessionStart", source="startup")

    def begin(self, prompt: str = "go on with what is left") -> str:
        """What the session's start and first prompt are told."""
        return self.start() + self.tell("UserPromptSubmit", prompt=prompt)

    def stop(self, text: str) -> None:
        said = "prompt_response" if self.kind == "gemini-cli" else "last_assistant_message"
        self.tell("Stop", **{said: text}, stop_hook_active=False)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()


@pytest.fixture
def hire(ada: Person) -> Iterator[Callable[[str, str], Agent]]:
    """Starts an agent's process; all of them are gone at the end."""
    ada.extra |= {"MEMWIKI_INDEX_VECTORS": "false"}
    ada.user.joinpath(".claude").mkdir()
    assert ada("install", "claude-code").code == 0
    hired: list[Agent] = []

    def start(kind: str, session: str) -> Agent:
        hired.append(Agent(ada, kind, session))
        return hired[-1]

    yield start
    for one in hired:
        if one.process.poll() is None:
            one.kill()
    end = time.monotonic() + 60
    while (
        time.monotonic() < end
        and str(ada.home) in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    ):
        time.sleep(0.1)


def _processes() -> str:
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def compiled(person: Person) -> None:
    """Compiles now: a start waits for that itself, but not for longer than four seconds."""
    assert person("compile", "--no-vectors", timed=False).code == 0


def record(person: Person) -> list[tuple[str, str]]:
    """What was done with the batons, oldest first: (what, session)."""
    entries = person("handoff", "log", "--json", timed=False).json["entries"]
    return [(one["what"], one["session"]) for one in reversed(entries)]


def test_a_session_killed_anywhere_leaves_what_it_knew(ada: Person, hire: Callable[[str, str], Agent]) -> None:
    asked = hire("codex", "asked")
    asked.begin(ASK)
    asked.kill()
    compiled(ada)

    told = hire("gemini-cli", "worked")
    text = told.begin("yes, drain it")
    assert "retry queue" in text
    assert "Not answered any more" in text
    told.stop(DONE)
    told.kill()
    compiled(ada)

    again = hire("claude-code", "again")
    assert STEP in again.begin("now rename Queue to RetryQueue")
    again.kill()
    compiled(ada)

    last = hire("kimi", "last")
    text = last.begin()
    assert "rename Queue to RetryQueue" in text
    assert STEP in text
    assert [session for what, session in record(ada) if what == "claimed"] == ["worked", "again", "last"]


def test_agents_that_die_before_a_word_cost_nobody_the_baton(ada: Person, hire: Callable[[str, str], Agent]) -> None:
    giver = hire("codex", "giver")
    giver.begin(ASK)
    giver.stop(DONE)
    giver.kill()
    for number, kind in enumerate(("claude-code", "gemini-cli", "codex", "gemini-cli")):
        one = hire(kind, f"empty{number}")
        compiled(ada)
        assert HANDOFF in one.start().replace("\\u003c", "<"), number
        one.kill()
    compiled(ada)

    assert STEP in hire("claude-code", "next").begin()

    counted = Counter(what for what, _ in record(ada))
    assert (counted["left"], counted["claimed"] - counted["returned"]) == (1, 1)
    assert all(session for _, session in record(ada))


def test_of_a_crowd_that_starts_at_once_one_has_the_baton(ada: Person, hire: Callable[[str, str], Agent]) -> None:
    giver = hire("codex", "giver")
    giver.begin(ASK)
    giver.stop(DONE)
    giver.kill()
    compiled(ada)
    crowd = [hire(("claude-code", "codex", "gemini-cli")[n % 3], f"taker{n}") for n in range(9)]

    with ThreadPoolExecutor(len(crowd)) as pool:
        told = list(pool.map(Agent.begin, crowd))

    assert [
        sum("memwiki-handoff id" in text for text in told),
        Counter(what for what, _ in record(ada))["claimed"],
    ] == [1, 1]


def test_a_giver_that_is_still_there_keeps_what_it_has(ada: Person, hire: Callable[[str, str], Agent]) -> None:
    giver = hire("claude-code", "giver")
    giver.begin(ASK)
    giver.stop(DONE)
    other = hire("codex", "other")
    assert STEP not in other.begin("what is this project?")
    other.stop("A shop.")
    other.tell("SessionEnd", reason="other")
    assert STEP not in hire("gemini-cli", "third").begin("and its tests?")
    giver.tell("UserPromptSubmit", prompt="one more thing: log the retries")
    giver.stop("Logged.\n\nNext steps:\n- Rotate the retry log")
    giver.tell("SessionEnd", reason="other")
    giver.kill()
    compiled(ada)
    text = hire("codex", "fourth").begin()
    assert "Rotate the retry log" in text
    assert STEP in text
