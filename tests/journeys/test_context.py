"""The project in ten lines: for a person by `memwiki context`, for a session that nothing was left to at its start."""

from __future__ import annotations

import json
from typing import Any

Person = Any  # tests/journeys/conftest.py
TURNS = (
    ("From now on always use pnpm in this repository, never npm.", "Noted."),
    ("We keep the queue in PostgreSQL, because backups cover it.", "Agreed.\n\nNext steps:\n- write the restore drill"),
)


def test_a_start_without_a_handoff_is_told_what_context_prints(ada: Person) -> None:
    assert ada("context").code == 10
    ada.session("one", *TURNS)
    assert ada("compile", "--no-vectors").code == 0
    ada.hook("SessionStart", "taker", "codex", source="startup")

    shown = ada("context")
    told = json.loads(ada.hook("SessionStart", "next", source="startup").out)["hookSpecificOutput"]["additionalContext"]

    assert "restore drill" in shown.out
    assert "restore drill" not in told  # whoever took the handoff has it in hand
    assert told.strip() == shown.out.replace("Open:\n- Write the restore drill\n", "").strip()
    found = ada("context", "--json").json
    assert found["text"].strip() == shown.out.strip()
    assert any("pnpm" in line for line in found["preferences"])
    assert found["what"][0].startswith("shop: ")
    assert sum(len(found[name]) for name in ("what", "preferences", "decisions", "open_items", "sessions")) <= 10
    small = ada("context", "--budget", "150", "--json").json
    assert small["tokens"] <= 150
    assert ada("context", "--budget", "50").code == 2
