"""schemas/ holds what the outputs promise. `MEMWIKI_GOLDEN=write` writes them again."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from memwiki.cli.outputs import Output
from memwiki.cli.schemas import outputs, schema
from memwiki.config import Settings

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def _written(name: str, made: dict[str, Any]) -> dict[str, Any]:
    file = SCHEMAS / f"{name}.schema.json"
    if os.environ.get("MEMWIKI_GOLDEN") == "write":
        file.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", "utf-8")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


@pytest.mark.parametrize("kind", outputs().values(), ids=list(outputs()))
def test_each_outputs_schema_is_written_down(kind: type[Output]) -> None:
    made = schema(kind)

    assert _written(kind.name, made) == made
    Draft202012Validator.check_schema(made)


def test_the_settings_schema_is_written_down() -> None:
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "memwiki.settings/1",
        **Settings.model_json_schema(),
    }

    assert _written("settings", made) == made
    Draft202012Validator.check_schema(made)


def test_fields_of_newer_versions_are_allowed() -> None:
    newer = {"schema": "memwiki.error/1", "code": 1, "message": "m", "hint": "", "since": "later"}

    Draft202012Validator(schema(outputs()["error"])).validate(newer)
