"""Records the session: drives the real Claude Code and Codex through story.json and keeps what their hooks are given.

    python3 examples/session/record.py [--npm FOLDER]

The agents' words come from the story, by a stub model on loopback. Everything else is theirs: the programs, the tool
calls, the files, the tests and their output, the hooks' payloads. Needs node, npm and git.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "agents"))

import clients  # noqa: E402
import stub_model  # noqa: E402

# A scripted model answers at once, a real one does not: a session's clock is kept this much slower.
PACE = 100
EVENTS = {
    "claude-code": "SessionStart UserPromptSubmit PostToolUse PostToolUseFailure Stop SessionEnd",
    "codex": "SessionStart UserPromptSubmit PostToolUse Stop SessionEnd",
}
SETTINGS = {"claude-code": ".claude/settings.json", "codex": ".codex/hooks.json"}
LOGGER = """\
import json, sys, time
line = {"agent": sys.argv[1], "event": sys.argv[2], "time": time.time(), "stdin": sys.stdin.buffer.read().decode()}
with open(sys.argv[3], "a", encoding="utf-8") as log:
    log.write(json.dumps(line, ensure_ascii=False) + "\\n")
"""


def hook_settings(agent: str, home: Path, log: Path) -> None:
    """Makes the agent hand every event to a logger."""
    logger = home / "logger.py"
    logger.write_text(LOGGER, "utf-8")
    hooks = {
        event: [{"hooks": [{"type": "command", "command": f"{sys.executable} {logger} {agent} {event} {log}"}]}]
        for event in EVENTS[agent].split()
    }
    file = home / SETTINGS[agent]
    file.parent.mkdir(parents=True, exist_ok=True)
    settings = {"hooks": hooks, "includeCoAuthoredBy": False} if agent == "claude-code" else {"hooks": hooks}
    file.write_text(json.dumps(settings), "utf-8")


def git(folder: Path, *words: str) -> None:
    """One git command in the story's repository."""
    subprocess.run(["git", *words], cwd=folder, check=True)


def lay_repository(home: Path, folder: Path) -> None:
    """The story's repository as it is before the first session."""
    shutil.copytree(HERE / "linkcheck", folder)
    (home / ".gitconfig").write_text("[user]\n\tname = Dev\n\temail = dev@example.com\n", "utf-8")
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "Start")


def commit(folder: Path, subject: str) -> None:
    """Commits all there is, as the person."""
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.com", "commit", "-qm", subject)


def play(scratch: Path, npm: Path) -> list[dict]:
    """Plays every session; gives the logged events, each with its session's number in the story."""
    home, folder, log = scratch / "home", scratch / "w" / "linkcheck", scratch / "log.jsonl"
    home.mkdir()
    lay_repository(home, folder)
    programs = {agent: clients.fetch(agent, npm) for agent in clients.PACKAGES}
    for agent in programs:
        hook_settings(agent, home, log)
    events: list[dict] = []
    for number, session in enumerate(json.loads((HERE / "story.json").read_text("utf-8"))):
        for name, text in session.get("lay", {}).items():
            (folder / name).write_text(text, "utf-8")
            commit(folder, f"Add {name}")
        with stub_model.StubModel(stub_model.turns(session["turns"]), str(folder)) as model:
            client = clients.Client(home, folder, programs, model.url)
            client.prepare_codex()
            run = client.claude if session["agent"] == "claude-code" else client.codex
            run(*(turn["prompt"] for turn in session["turns"]))
        lines = [json.loads(line) for line in log.read_text("utf-8").split("\n") if line]
        events += [{**line, "number": number, "day": session["day"]} for line in lines[len(events) :]]
    return events


def clean(events: list[dict], scratch: Path) -> list[dict]:
    """The events as they are kept: fictional folders, each session on its day in the story, its clock slowed."""
    places = [
        (str(scratch / "home"), "/home/dev"),
        (str(scratch / "w"), "/w"),
        (str(scratch / "w").replace("/", "-").replace("_", "-").replace(".", "-"), "-w"),
    ]
    starts: dict[int, float] = {}
    kept = []
    for event in events:
        text = event["stdin"]
        for real, fictional in places:
            text = text.replace(real, fictional)
        start = starts.setdefault(event["number"], event["time"])
        at = datetime.fromisoformat(event["day"]) + timedelta(seconds=(event["time"] - start) * PACE)
        stamp = at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"
        kept.append({"agent": event["agent"], "event": event["event"], "at": stamp, "stdin": json.loads(text)})
    return kept


def main() -> None:
    """Plays the story and writes events.jsonl."""
    options = argparse.ArgumentParser()
    options.add_argument("--npm", type=Path, help="where the agents' programs are kept between runs")
    npm = options.parse_args().npm
    with tempfile.TemporaryDirectory(prefix="story-") as name:
        scratch = Path(name)
        events = clean(play(scratch, npm or scratch / "npm"), scratch)
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    (HERE / "events.jsonl").write_text(lines, "utf-8")
    print(f"{len(events)} events")


if __name__ == "__main__":
    main()
