"""What lies in raw/ and wiki/ is what the published schemas promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from memwiki.app.handing import Words, begin
from memwiki.app.telling import feedback, remember

Memory = Any  # tests/app/conftest.py
SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
TURNS = [
    ("From now on always use pnpm in this repository, never npm.", "Noted."),
    ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py."),
    ("Use yarn instead of pnpm from now on.", "Changed to yarn."),
]


def _schema(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_every_line_and_every_page_keeps_its_format(memory: Memory) -> None:
    memory.event(
        "PostToolUse",
        "one",
        0,
        tool_name="Bash",
        tool_input={"command": "ls"},
        tool_response={"stdout": "a", "stderr": "", "interrupted": False},
        tool_use_id="t1",
    )
    memory.compile(memory.session("one", 1, *TURNS))
    written = remember(memory.desk(20), "Never deploy on Fridays")
    feedback(memory.desk(21), written.page, "helpful")
    begin(memory.desk(22), Words("Ship it", ("write the notes",)))

    lines = [json.loads(line) for path in memory.home.rglob("0*.jsonl") for line in path.read_text().splitlines()]
    pages = [text for path, text in memory.pages().items() if not path.endswith(("index.md", "log.md"))]

    assert {line["event"] for line in lines} >= {"user-prompt", "tool-end", "note", "feedback", "handoff"}
    for line in lines:
        _schema("observation").validate(line)
    for page in pages:
        _schema("frontmatter").validate(yaml.safe_load(page.split("---\n")[1]))
