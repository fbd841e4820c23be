"""The JSON Schema of every `--json` output: what schemas/ is generated from."""

from __future__ import annotations

from typing import Any

from memwiki.cli import import_outputs, read_outputs, run_outputs, state_outputs
from memwiki.cli.outputs import Output

_MODULES = (read_outputs, state_outputs, import_outputs, run_outputs)


def outputs() -> dict[str, type[Output]]:
    """Every output by its schema's name."""
    kinds = [kind for module in _MODULES for kind in vars(module).values()]
    found = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Output) and kind is not Output]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.name)}


def _open(node: Any) -> Any:
    """The schema without what would forbid fields of newer versions, and without titles that say nothing."""
    if isinstance(node, list):
        return [_open(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"additionalProperties"} if node.get("additionalProperties") is False else set()
    if isinstance(node.get("title"), str):
        dropped.add("title")
    return {key: _open(value) for key, value in node.items() if key not in dropped}


def schema(kind: type[Output]) -> dict[str, Any]:
    """The output's JSON Schema."""
    body = _open(kind.model_json_schema(by_alias=True, mode="serialization"))
    properties = {"schema": {"const": f"memwiki.{kind.name}/1"}, **body.pop("properties", {})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"memwiki.{kind.name}/1",
        **body,
        "properties": properties,
        "required": ["schema", *body.get("required", [])],
    }
