"""Every `--json` output is what its schema promises, and every verb has one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from memwiki.app.workstreams import note
from memwiki.cli.edge import run
from memwiki.cli.schemas import outputs

Memory = Any  # tests/app/conftest.py
SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
LEFT = ("Fix the login timeout in auth.py.", "The cookie is renewed now.\n\nNext steps:\n- add a test for the renewal")

VERBS: dict[str, tuple[list[str], str]] = {
    "search": (["search", "pnpm"], "search"),
    "search many": (["search", "pnpm", "--all-projects", "--explain"], "search"),
    "recall": (["recall", "which package manager, pnpm or npm?"], "recall"),
    "show": (["show", "PAGE"], "page"),
    "list": (["list"], "pages"),
    "skills": (["skills", "list"], "pages"),
    "skills log": (["skills", "log"], "lookups"),
    "why": (["why", "PAGE"], "why"),
    "history": (["history", "PAGE"], "commits"),
    "log": (["log"], "commits"),
    "diff": (["diff", "PAGE"], "diff"),
    "lint": (["lint"], "lint"),
    "verify": (["verify"], "verify"),
    "reindex": (["reindex", "--no-vectors"], "reindex"),
    "compile": (["compile", "--no-vectors"], "compile"),
    "status": (["status"], "status"),
    "stats": (["stats"], "stats"),
    "doctor": (["doctor"], "doctor"),
    "projects": (["projects", "list"], "projects"),
    "config": (["config"], "config"),
    "agents": (["agents"], "agents"),
    "install": (["install", "codex", "--dry-run"], "install"),
    "handoff show": (["handoff", "show"], "handoff"),
    "handoff list": (["handoff", "list", "--all"], "handoffs"),
    "context": (["context"], "context"),
    "workstreams": (["workstreams"], "workstreams"),
    "workstreams show": (["workstreams", "show", "ws-1"], "workstream"),
    "handoff log": (["handoff", "log"], "handoff-log"),
    "handoff begin": (["handoff", "begin", "finish it", "--next", "write tests"], "handoff"),
    "handoff accept": (["handoff", "accept"], "handoff"),
    "handoff cancel": (["handoff", "cancel"], "handoff"),
    "review": (["review", "list"], "review"),
    "review show": (["review", "show", "PAGE"], "review"),
    "remember": (["remember", "Never deploy on Fridays"], "written"),
    "feedback": (["feedback", "PAGE", "helpful"], "written"),
    "pin": (["pin", "PAGE"], "written"),
    "unpin": (["unpin", "PAGE"], "written"),
    "forget": (["forget", "PAGE", "--yes"], "forget"),
    "pause": (["pause"], "pause"),
    "resume": (["resume"], "pause"),
    "scan": (["scan"], "scan"),
    "import": (["import", "claude-code", "talk.jsonl", "--no-compile"], "import"),
    "import rules": (["import", "rules"], "noted"),
    "import markdown": (["import", "markdown", "notes"], "taken"),
    "stats --recall": (["stats", "--recall"], "recall-stats"),
    "error": (["show", "nothing.md"], "error"),
}


LASTING = {"watch"}  # runs until it is ended: tests/journeys/test_watch.py holds its lines against the schema


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE, LEFT))
    told = {"for_agent": "codex", "how": "new", "sessions": ["claude-code-one"], "exit": 0}
    note(memory.desk(30), "ws-1", memory.at(30), state="ended", **told)
    (memory.work / "AGENTS.md").write_text("# Rules\n\n- Always write commit messages in English.\n")
    said: dict[str, Any] = {
        "type": "user",
        "sessionId": "s9",
        "uuid": "u1",
        "timestamp": "2026-09-13T08:00:00Z",
        "cwd": str(memory.work),
    }
    said["message"] = {"role": "user", "content": "Keep the queue in PostgreSQL."}
    (memory.work / "talk.jsonl").write_text(json.dumps(said) + "\n")
    (memory.work / "notes").mkdir()
    (memory.work / "notes" / "queue.md").write_text("# The queue\n\nJobs wait in PostgreSQL.\n")
    return memory


@pytest.mark.parametrize(("arguments", "name"), VERBS.values(), ids=list(VERBS))
def test_the_output_is_what_its_schema_says(
    filled: Memory, arguments: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = f"preferences/{filled.find('preferences')[0].name}"
    words = [page if word == "PAGE" else word for word in arguments]

    code = run([*words, "--json", "--at", filled.at(60)])

    out, err = capsys.readouterr()
    assert code in (0, 3, 10), err
    document = json.loads(err if name == "error" else out)
    assert document["schema"] == f"memwiki.{name}/1"
    Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text())).validate(document)


def test_every_schema_is_exercised() -> None:
    assert {name for _, name in VERBS.values()} | LASTING == set(outputs())
